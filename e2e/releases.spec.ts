import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { type Releases, serveReleases } from './releases.ts';

test.use({ serviceWorkers: 'allow' });

const kept = (page: Page) => page.evaluate<string[]>('caches.keys()');
const overview = (page: Page, mark: string) =>
  page.getByRole('heading', { level: 1, name: `数据概况 ${mark}`, exact: true });

/** Waits until the newest worker is the one that answers, and no other is on its way. */
const settled = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(`navigator.serviceWorker.getRegistration().then((known) =>
        Boolean(known?.active && known.active.state === 'activated' && !known.installing && !known.waiting))`),
    )
    .toBe(true);

async function withReleases(api: string, use: (releases: Releases) => Promise<void>): Promise<void> {
  const releases = await serveReleases(api);
  try {
    await use(releases);
  } finally {
    await releases.stop();
  }
}

test('a newer release takes over at the next opening, and an open page of the older one goes on working', async ({
  app,
  page,
}) => {
  const { token } = await app.world.manager([await app.world.outlet()]);
  await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
  await withReleases(app.url, async ({ url, release }) => {
    await release('one');
    await page.goto(`${url}${pages.home}`);
    await expect(overview(page, 'one')).toBeVisible();
    await settled(page);
    await release('two');
    // A screen that was never opened: its file is gone from the server, but not from the phone.
    await page.getByRole('link', { name: '数据图表' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '数据图表' })).toBeVisible();
    await page.goto(`${url}${pages.home}`);
    await expect(overview(page, 'two')).toBeVisible();
    await expect.poll(async () => (await kept(page)).length).toBe(2);
    await settled(page);
    await page.context().setOffline(true);
    await page.reload();
    await expect(overview(page, 'two')).toBeVisible();
  });
});

test('of the releases before, the phone keeps the last one only', async ({ app, page }) => {
  const { token } = await app.world.manager([await app.world.outlet()]);
  await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
  await withReleases(app.url, async ({ url, release }) => {
    const seen: string[] = [];
    for (const mark of ['one', 'two', 'three']) {
      await release(mark);
      await page.goto(`${url}${pages.home}`);
      await expect(overview(page, mark)).toBeVisible();
      await expect.poll(async () => (await kept(page)).some((name) => !seen.includes(name))).toBe(true);
      await settled(page);
      seen.push(...(await kept(page)).filter((name) => !seen.includes(name)));
    }
    await expect.poll(() => kept(page)).toEqual(seen.slice(1));
  });
});
