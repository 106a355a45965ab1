import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { Language } from '@recline/contract/languages';
import { pages } from '@recline/contract/pages';
import { type App, shortTimeoutsServer, startApp } from './app.ts';
import { type HostileData, withHostileData } from './hostile-data.ts';
import { phone } from './phone.ts';
import { makeSampleData, type SampleData } from './sample-data.ts';
import {
  type DataState,
  type ScreenName,
  screenStates,
  searchOf,
  simulateState,
  tokenFor,
  waitUntilSettled,
} from './screen-states.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Opens a page with a session. */
  openAs(who: { token: string; mobile?: string }, path: string): Promise<Page>;
  /** Opens a screen of the sample data with the account it is for, and waits until it is in that state. */
  openScreen(name: ScreenName, state?: DataState, language?: Language): Promise<Page>;
}

interface WorkerFixtures {
  /** The server's default timeouts instead of shorter ones. */
  realTimeouts: boolean;
  app: App;
  /** Read-only sample data, created when a test asks for it. */
  sample: SampleData;
  hostile: HostileData;
  /** A browser context that keeps the HTTP cache from screen to screen, and no other state. */
  sharedContext: BrowserContext;
}

/** One server per worker; each test creates its own outlets, chairs and accounts through `app.world`. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  realTimeouts: [false, { option: true, scope: 'worker' }],
  app: [
    async ({ realTimeouts }, use) => {
      const app = await (realTimeouts ? startApp() : startApp({}, shortTimeoutsServer));
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  sample: [async ({ app }, use) => use(await makeSampleData(app)), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hostile: [async ({}, use) => withHostileData(use), { scope: 'worker' }],
  sharedContext: [
    async ({ browser }, use) => {
      const context = await browser.newContext(phone);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  openAs: async ({ page, context, app }, use) => {
    await use(async ({ token, mobile }, path) => {
      // An end user's login also sets the cookie.
      if (mobile) await context.addCookies([{ name: 'recline-session', value: token, url: app.url, httpOnly: true }]);
      await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
      await page.goto(path);
      return page;
    });
  },
  openScreen: async ({ sharedContext, app, sample }, use) => {
    const page = await sharedContext.newPage();
    await use(async (name, state = 'full', language = 'zh_CN') => {
      const screen = screenStates[name];
      const stored = { 'Access-Token': tokenFor(screen, state, sample), locale: language };
      await page.addInitScript((entries) => {
        localStorage.clear();
        for (const [key, value] of entries) if (value !== null) localStorage.setItem(key, value);
      }, Object.entries(stored));
      await sharedContext.addCookies([{ name: 'locale', value: language, url: app.url }]);
      await simulateState(page, state);
      await page.goto(`${app.url}${pages[name]}${searchOf(screen, sample)}`);
      await waitUntilSettled(page, state, screen);
      if (screen.last && state === 'full') await page.locator(screen.last).first().waitFor();
      return page;
    });
    await page.close();
  },
});
