import type { Page } from '@playwright/test';
import { paths } from '../web/src/app/paths.ts';
import { type App, startApp } from './app.ts';
import { type Cast, makeCast } from './cast.ts';
import { test as base, expect } from './fixtures.ts';
import { scenes, searchOf, settled, tokenFor } from './scenes.ts';

/** Script in every text that somebody else can write, and other sites that want to use ours. */

interface Poisoned {
  app: App;
  cast: Cast;
}

/** A world of its own in which every name and text is an attack. */
const test = base.extend<object, { poisoned: Poisoned }>({
  poisoned: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const app = await startApp();
      try {
        const cast = await makeCast(app);
        await poison(app, cast);
        await use({ app, cast });
      } finally {
        await app.stop();
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ poisoned }, use) => use(poisoned.app.url),
});

const attack = `"'><img src=x onerror=hit()><script>hit()</script>`;
const link = 'javascript:hit()';

async function poison({ pool, client }: App, { manager, guest, finishedOrder }: Cast): Promise<void> {
  const changes: [string, unknown[]][] = [
    // The database refuses such links as well; here the page must do without that.
    ['ALTER TABLE adverts DROP CONSTRAINT adverts_link_url_check', []],
    ['UPDATE outlets SET name = $1 || id, address = $1', [attack]],
    ['UPDATE devices SET name = $1, firmware = $1', [attack]],
    ['UPDATE devices SET fault_code = $1 WHERE fault_code IS NOT NULL', [attack]],
    ['UPDATE accounts SET name = $1', [attack]],
    [
      `INSERT INTO adverts (title, image_url, link_url, position, starts_at)
       VALUES ($1, '/x" onerror="hit()', $2, 0, now()), ($1, $2, 'data:text/html,' || $1, 1, now())`,
      [attack, link],
    ],
  ];
  for (const [text, values] of changes) await pool.query(text, values);
  const told = { orderId: finishedOrder, problem: 'noise', description: attack, files: [] } as const;
  const { data } = await client.feedback.insert({ ...told, files: [] }, { token: guest.token, json: true });
  await client.feedback.reply({ feedbackId: data.feedbackId, reply: attack, status: 'open' }, { token: manager.token });
}

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

const names = Object.keys(scenes) as (keyof typeof scenes)[];

const fields = 'errType errMsg orderId deviceId outletId period start end keyword result payment status returnTo lang';
const harmful = '[href^="javascript:" i], [href^="data:" i], [onerror], img[src="x"]';

async function expectHarmless(page: Page): Promise<void> {
  expect(await hitsOf(page)).toEqual([]);
  await expect(page.locator(harmful)).toHaveCount(0);
}

for (const name of names) {
  test(`script in names, texts and the address does not run on ${name}`, async ({ page, poisoned: { cast } }) => {
    const scene = scenes[name];
    await watch(page, tokenFor(scene, 'full', cast));
    await page.goto(paths[name] + searchOf(scene, cast));
    await settled(page, 'full');
    page.setDefaultTimeout(2_000); // what an act looks for may be gone after the one before it
    for (const act of Object.values(scene.acts ?? {})) {
      await act(page).catch(() => {});
      await expectHarmless(page);
      await page.keyboard.press('Escape');
    }
    page.setDefaultTimeout(30_000);
    for (const value of [attack, link]) {
      const query = new URLSearchParams(fields.split(' ').map((field) => [field, value]));
      await page.goto(`${paths[name]}?${query.toString()}#${value}`);
      await settled(page, 'full');
      await expectHarmless(page);
    }
  });
}

test('what was meant to run stands there as text', async ({ openAs, poisoned: { cast } }) => {
  const page = await openAs(cast.manager, paths.feedbackList);
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
  for (const path of ['/', paths.home, '/api/docs']) {
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
