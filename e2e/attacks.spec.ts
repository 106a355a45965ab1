import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { attack, attackLink } from './hostile-data.ts';
import { screenNames, screenStates, searchOf, tokenFor, waitUntilSettled } from './screen-states.ts';

/** Stored and reflected script on every screen, and requests from other sites. */

interface Watched extends Window {
  hits: string[];
}

/** Records every injected script that ran, and every one that only the content security policy stopped. */
async function recordHits(page: Page, token: string | null): Promise<void> {
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

for (const name of screenNames) {
  test(`injected script in names, texts and the address does not run on ${name}`, async ({
    sharedContext,
    hostile,
  }) => {
    const { app, sample } = hostile;
    const screen = screenStates[name];
    /** A page of its own for each address: one that is still navigating would abort the next. */
    const open = async (address: string) => {
      const page = await sharedContext.newPage();
      await recordHits(page, tokenFor(screen, 'full', sample));
      await page.goto(app.url + address);
      await waitUntilSettled(page, 'full', screen);
      return page;
    };
    for (const interact of [undefined, ...Object.values(screen.interactions ?? {})]) {
      const page = await open(pages[name] + searchOf(screen, sample));
      await interact?.(page);
      await expectHarmless(page);
      await page.close();
    }
    for (const value of [attack, attackLink]) {
      const query = new URLSearchParams(fields.split(' ').map((field) => [field, value]));
      const attacked = await open(`${pages[name]}?${query.toString()}#${value}`);
      await expectHarmless(attacked);
      await attacked.close();
    }
  });
}

test('injected script is shown as text', async ({ openAs, hostile: { app, sample } }) => {
  const page = await openAs(sample.manager, app.url + pages.feedbackList);
  await expect(page.getByText(attack).filter({ visible: true }).first()).toBeVisible();
});

test('another site can neither frame our pages nor read our answers', async ({ page, hostile: { app, sample } }) => {
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
    [app.url, sample.manager.token] as const,
  );
  expect(answers).toEqual(['refused', 'refused', 'refused']);
});
