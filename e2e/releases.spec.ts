import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { type Releases, serveReleases } from './releases.ts';

test.use({ serviceWorkers: 'allow' });

const cachedReleases = (page: Page) => page.evaluate<string[]>('caches.keys()');
const overview = (page: Page, mark: string) =>
  page.getByRole('heading', { level: 1, name: `数据概况 ${mark}`, exact: true });

/** Waits until the newest service worker is active and none is installing. */
const waitUntilSettled = (page: Page) =>
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

test('a new release takes over at the next visit, and an open page of the old one keeps working', async ({
  app,
  page,
}) => {
  const { token } = await app.world.manager([await app.world.outlet()]);
  await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
  await withReleases(app.url, async ({ url, release }) => {
    await release('one');
    await page.goto(`${url}${pages.home}`);
    await expect(overview(page, 'one')).toBeVisible();
    await waitUntilSettled(page);
    await release('two');
    // A screen that was never opened: its file is gone from the server, but still cached.
    await page.getByRole('link', { name: '数据图表' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '数据图表' })).toBeVisible();
    await page.goto(`${url}${pages.home}`);
    await expect(overview(page, 'two')).toBeVisible();
    await expect.poll(async () => (await cachedReleases(page)).length).toBe(2);
    await waitUntilSettled(page);
    await page.context().setOffline(true);
    await page.reload();
    await expect(overview(page, 'two')).toBeVisible();
  });
});

test('of the previous releases, only the last one stays cached', async ({ app, page }) => {
  const { token } = await app.world.manager([await app.world.outlet()]);
  await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
  await withReleases(app.url, async ({ url, release }) => {
    const seen: string[] = [];
    for (const mark of ['one', 'two', 'three']) {
      await release(mark);
      await page.goto(`${url}${pages.home}`);
      await expect(overview(page, mark)).toBeVisible();
      await expect.poll(async () => (await cachedReleases(page)).some((name) => !seen.includes(name))).toBe(true);
      await waitUntilSettled(page);
      seen.push(...(await cachedReleases(page)).filter((name) => !seen.includes(name)));
    }
    await expect.poll(() => cachedReleases(page)).toEqual(seen.slice(1));
  });
});
