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
  // Long enough for a busy machine: only a test that hangs reaches these timeouts.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['../scripts/report/playwright.ts']],
  use: {
    launchOptions: browser,
    ...context,
    contextOptions: { reducedMotion },
    // Recording every step takes a third of the run; use `--trace on` to examine a failure.
    screenshot: 'only-on-failure',
  },
});
