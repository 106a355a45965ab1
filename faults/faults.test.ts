import { expect, inject, it } from 'vitest';
import { runSchedules } from './run.ts';

/** Enough to see every kind of fault; `npm run faults` runs thousands. */
const schedules = 20;

it(`${schedules} schedules of faults violate no invariant`, async () => {
  const seeds = Array.from({ length: schedules }, (_, index) => index + 1);
  const { done, failed, total } = await runSchedules({ postgresUrl: inject('postgresUrl'), seeds, parallel: 8 });
  const failures = failed.map(({ seed, broken }) => ({
    again: `npm run faults -- --seed ${seed} --schedules 1`,
    broken,
  }));
  expect(failures).toEqual([]);
  expect(done).toBe(schedules);
  // Without faults and orders nothing could have failed. Each kind of fault of messages, or of the database, and
  // each provider is rare in so few schedules, so these are counted together.
  const count = (...names: string[]) => names.reduce((sum, name) => sum + (total[name] ?? 0), 0);
  expect(count('server crashes')).toBeGreaterThan(0);
  const ofDatabase = ['database connections cut', 'database connections refused', 'commits with a lost answer'];
  expect(count(...ofDatabase)).toBeGreaterThan(0);
  expect(count('messages delayed', 'messages repeated', 'messages reordered', 'messages swallowed')).toBeGreaterThan(0);
  expect(count('paid at wechat', 'paid at alipay', 'paid at stripe')).toBeGreaterThan(0);
  expect(count('money refunded')).toBeGreaterThan(0);
  expect(count('coins')).toBeGreaterThan(0);
  expect(count('events of hostile chairs')).toBeGreaterThan(0);
  expect(count('foreign sales')).toBeGreaterThan(0);
});
