import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { Language } from '@recline/contract/languages';
import { pages } from '@recline/contract/pages';
import { type App, hurriedServer, startApp } from './app.ts';
import { type Cast, makeCast } from './cast.ts';
import { phone } from './phone.ts';
import { type Poisoned, withPoisoned } from './poisoned.ts';
import { arrange, type DataState, type SceneName, scenes, searchOf, settled, tokenFor } from './scenes.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Opens a page as somebody who is logged in already. */
  openAs(who: { token: string }, path: string): Promise<Page>;
  /** Opens a screen of the cast as whoever it is for, and waits until it is in that state. */
  openScene(name: SceneName, state?: DataState, language?: Language): Promise<Page>;
}

interface WorkerFixtures {
  /** The server's deadlines as they are in use, instead of shorter ones. */
  usualPace: boolean;
  app: App;
  /** A small world that is looked at and not changed; made for those who ask for it. */
  cast: Cast;
  poisoned: Poisoned;
  /** A phone on which the files of the app stay from scene to scene, and nothing else does. */
  keptPhone: BrowserContext;
}

/** A server a worker; each test makes its own outlets, chairs and accounts through `app.world`. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  usualPace: [false, { option: true, scope: 'worker' }],
  app: [
    async ({ usualPace }, use) => {
      const app = await (usualPace ? startApp() : startApp({}, hurriedServer));
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  cast: [async ({ app }, use) => use(await makeCast(app)), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  poisoned: [async ({}, use) => withPoisoned(use), { scope: 'worker' }],
  keptPhone: [
    async ({ browser }, use) => {
      const context = await browser.newContext(phone);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  openAs: async ({ page }, use) => {
    await use(async ({ token }, path) => {
      await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
      await page.goto(path);
      return page;
    });
  },
  openScene: async ({ keptPhone, app, cast }, use) => {
    const page = await keptPhone.newPage();
    await use(async (name, state = 'full', language = 'zh_CN') => {
      const scene = scenes[name];
      const stored = { 'Access-Token': tokenFor(scene, state, cast), locale: language };
      await page.addInitScript((entries) => {
        localStorage.clear();
        for (const [key, value] of entries) if (value !== null) localStorage.setItem(key, value);
      }, Object.entries(stored));
      await keptPhone.addCookies([{ name: 'locale', value: language, url: app.url }]);
      await arrange(page, state);
      await page.goto(`${app.url}${pages[name]}${searchOf(scene, cast)}`);
      await settled(page, state);
      return page;
    });
    await page.close();
  },
});
