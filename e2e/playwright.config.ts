import { defineConfig } from '@playwright/test';
import { browserIfAny } from './browser.ts';
import { phone } from './phone.ts';

// None is needed to list the tests.
const browser = await browserIfAny();
const { reducedMotion, ...context } = phone;

/** User journeys in a real browser, on a phone-sized screen, against a real server. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? 3),
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['../scripts/report/playwright.ts']],
  use: {
    launchOptions: browser,
    ...context,
    contextOptions: { reducedMotion },
    // Recording every step of every test costs a third of the run: `--trace on` where one is looked into.
    screenshot: 'only-on-failure',
  },
});
