import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser.ts';

const { executablePath, args } = await findBrowser();

/** What a person does, in a real browser, on a phone-sized screen, against a real server. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  forbidOnly: true,
  // A busy machine can be late; what passed only at the second try is said at the end of the run.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['../scripts/report/playwright.ts']],
  use: {
    launchOptions: { executablePath, args },
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // It would answer for the server, and hide from tests what the server is asked.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
  },
});
