import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { attack, attackLink } from './poisoned.ts';
import { sceneNames, scenes, searchOf, settled, tokenFor } from './scenes.ts';

/** Script in every text that somebody else can write, and other sites that want to use ours. */

interface Watched extends Window {
  hits: string[];
}

/** Notes each script that ran, and each that the page's policy had to stop: it should not have got that far. */
async function watch(page: Page, token: string | null): Promise<void> {
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.addInitScript((value) => {
    const watched = window as unknown as Watched & { hit: () => void };
    watched.hits = [];
    watched.hit = () => watched.hits.push('ran');
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      if (violatedDirective.startsWith('script')) watched.hits.push(violatedDirective);
    });
    if (value !== null) localStorage.setItem('Access-Token', value);
  }, token);
}

const hitsOf = (page: Page) => page.evaluate(() => (window as unknown as Watched).hits);

const fields = 'errType errMsg orderId deviceId outletId period start end keyword result payment status returnTo lang';
const harmful = '[href^="javascript:" i], [href^="data:" i], [onerror], img[src="x"]';

async function expectHarmless(page: Page): Promise<void> {
  expect(await hitsOf(page)).toEqual([]);
  await expect(page.locator(harmful)).toHaveCount(0);
}

for (const name of sceneNames) {
  test(`script in names, texts and the address does not run on ${name}`, async ({ keptPhone, poisoned }) => {
    const { app, cast } = poisoned;
    const page = await keptPhone.newPage();
    const scene = scenes[name];
    await watch(page, tokenFor(scene, 'full', cast));
    await page.goto(app.url + pages[name] + searchOf(scene, cast));
    await settled(page, 'full');
    for (const act of Object.values(scene.acts ?? {})) {
      await act(page);
      await expectHarmless(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    for (const value of [attack, attackLink]) {
      const query = new URLSearchParams(fields.split(' ').map((field) => [field, value]));
      await page.goto(`${app.url}${pages[name]}?${query.toString()}#${value}`);
      await settled(page, 'full');
      await expectHarmless(page);
    }
    await page.close();
  });
}

test('what was meant to run stands there as text', async ({ openAs, poisoned: { app, cast } }) => {
  const page = await openAs(cast.manager, app.url + pages.feedbackList);
  await expect(page.getByText(attack).filter({ visible: true }).first()).toBeVisible();
});

test('another site can neither frame a page of ours nor read our answers', async ({
  page,
  poisoned: { app, cast },
}) => {
  await page.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Win a prize</h1>' }),
  );
  await page.goto('http://evil.example/');
  for (const path of ['/', pages.home, '/api/docs']) {
    const framed = page.waitForEvent('framenavigated', (frame) => frame !== page.mainFrame());
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, app.url + path);
    await framed;
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  }
  const answers = await page.evaluate(
    async ([address, token]) => {
      const ask = (init: RequestInit) =>
        fetch(`${address}/api/web/api/v1/login/info`, init).then(
          () => 'read',
          () => 'refused',
        );
      return [await ask({}), await ask({ headers: { 'Access-Token': token } }), await ask({ credentials: 'include' })];
    },
    [app.url, cast.manager.token] as const,
  );
  expect(answers).toEqual(['refused', 'refused', 'refused']);
});
