import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { browserIfAny } from './e2e/browser.ts';
import { modulePlugins } from './web/vite/module-plugins.ts';

// Slow files start first, so that the run does not end waiting for one of them.
const slow = [
  'faults/faults',
  'cli/guide',
  'several-servers',
  'orders/recovery',
  'scripts/start',
  'scripts/image',
  'attacks/sessions',
];
const isSlow = ({ moduleId }: TestSpecification) => slow.some((name) => moduleId.endsWith(`${name}.test.ts`));

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const browser = await browserIfAny();

/** Tests of the web app's hooks, in the browser of the end-to-end tests if there is one. */
const hooks = {
  plugins: modulePlugins(join(import.meta.dirname, 'web/src/mobile')),
  test: {
    name: 'browser',
    include: ['web/**/*.browser.test.tsx'],
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: browser }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
};

/** Long enough for a busy machine: only a test that fails waits for all of it. */
const expectation = { poll: { timeout: 120_000 } };

/** Unit tests, and calls over HTTP on a real PostgreSQL: one PostgreSQL per run, one database per test file. */
export default defineConfig({
  test: {
    // Most of the time is spent waiting for chairs, deadlines and databases, not computing.
    maxWorkers: 5,
    // Files share the loaded modules of their worker, which have no state; this saves a quarter of the time.
    isolate: false,
    reporters: ['default', './scripts/report/vitest.ts'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: ['{bench,contract,provider-simulator,server,simulator,scripts,faults}/**/*.test.ts'],
          globalSetup: ['server/src/testing/postgres.setup.ts'],
          setupFiles: ['server/src/testing/named-codes.setup.ts'],
          // Long enough for a busy machine: only a test that hangs reaches it.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: expectation,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.ts'], testTimeout: 300_000, expect: expectation } },
      ...(browser ? [hooks] : []),
    ],
  },
});
