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
  workers: Number(process.env.E2E_WORKERS ?? 2),
  forbidOnly: true,
  // A busy machine can be slow; tests that passed only on retry are listed at the end of the run.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['../scripts/report/playwright.ts']],
  use: {
    launchOptions: { executablePath, args },
    ...context,
    contextOptions: { reducedMotion },
    // Tracing every test costs a third of the run time, so only retries are traced.
    trace: 'on-first-retry',
  },
});
