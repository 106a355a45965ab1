import { expect, inject, it } from 'vitest';
import { runSchedules } from './run.ts';

/** Enough to see every kind of fault; `npm run faults` runs thousands. */
const schedules = 20;

it(`${schedules} schedules of faults violate no invariant`, { timeout: 600_000 }, async () => {
  const seeds = Array.from({ length: schedules }, (_, index) => index + 1);
  const { done, failed, total } = await runSchedules({ postgresUrl: inject('postgresUrl'), seeds, parallel: 8 });
  const failures = failed.map(({ seed, broken }) => ({
    again: `npm run faults -- --seed ${seed} --schedules 1`,
    broken,
  }));
  expect(failures).toEqual([]);
  expect(done).toBe(schedules);
  // The faults did occur, and orders were placed: otherwise nothing could have failed.
  for (const what of [
    'server crashes',
    'commits with a lost answer',
    'messages swallowed',
    'money refunded',
    'paid at wechat',
    'paid at alipay',
    'paid at stripe',
    'coins',
  ]) {
    expect(total[what], what).toBeGreaterThan(0);
  }
});
