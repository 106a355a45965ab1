import { defineConfig } from 'vitest/config';

/** Rules, and calls over HTTP on a real PostgreSQL: one server of it for the run, a database for each test file. */
export default defineConfig({
  test: {
    // Most of the time is spent waiting for chairs, deadlines and databases, not computing.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contract,server,simulator,scripts,faults}/**/*.test.ts'],
          globalSetup: ['server/src/testing/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.ts'] } },
    ],
  },
});
