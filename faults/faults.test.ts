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
  // Without faults, payments and attackers nothing could have failed. Each kind is rare in so few schedules, so that
  // kinds are counted together.
  const count = (...names: string[]) => names.reduce((sum, name) => sum + (total[name] ?? 0), 0);
  const ofDatabase = ['database connections cut', 'database connections refused', 'commits with a lost answer'];
  const ofMessages = ['messages delayed', 'messages repeated', 'messages reordered', 'messages swallowed'];
  expect(count('server crashes', ...ofDatabase)).toBeGreaterThan(0);
  expect(count(...ofMessages)).toBeGreaterThan(0);
  expect(count('paid at wechat', 'paid at alipay', 'paid at stripe', 'money refunded', 'coins')).toBeGreaterThan(0);
  expect(count('events of hostile chairs', 'foreign sales')).toBeGreaterThan(0);
});
