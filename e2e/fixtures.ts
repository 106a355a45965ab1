import { test as base, type Page } from '@playwright/test';
import { type App, startApp } from './app.ts';
import { type Cast, makeCast } from './cast.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Opens a page as somebody who is logged in already. */
  openAs(who: { token: string }, path: string): Promise<Page>;
}

interface WorkerFixtures {
  app: App;
  /** A small world that is looked at and not changed; made for those who ask for it. */
  cast: Cast;
}

/** A server a worker; each test makes its own outlets, chairs and accounts through `app.world`. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  cast: [async ({ app }, use) => use(await makeCast(app)), { scope: 'worker' }],
  baseURL: async ({ app }, use) => use(app.url),
  openAs: async ({ page }, use) => {
    await use(async ({ token }, path) => {
      await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
      await page.goto(path);
      return page;
    });
  },
});
