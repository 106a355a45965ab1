import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { phone } from './phone.ts';

const { executablePath, args } = await findBrowser();
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
    launchOptions: { executablePath, args },
    ...context,
    contextOptions: { reducedMotion },
    // Recording every step of every test costs a third of the run: `--trace on` where one is looked into.
    screenshot: 'only-on-failure',
  },
});
