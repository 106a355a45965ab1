import { expect, inject, it } from 'vitest';
import { runSchedules } from './run.ts';

const schedules = 200;

it(`${schedules} schedules of crashes, cuts and crowds break no promise`, { timeout: 600_000 }, async () => {
  const seeds = Array.from({ length: schedules }, (_, index) => index + 1);
  const { done, failed, total } = await runSchedules({ postgresUrl: inject('postgresUrl'), seeds, slots: 8 });
  const told = failed.map(({ seed, broken }) => ({ again: `npm run faults -- --seed ${seed} --schedules 1`, broken }));
  expect(told).toEqual([]);
  expect(done).toBe(schedules);
  // They did something: had all of it been refused, nothing could have broken.
  for (const what of [
    'server crashes',
    'commits with a lost answer',
    'messages swallowed',
    'money refunded',
    'coins',
  ]) {
    expect(total[what], what).toBeGreaterThan(10);
  }
});
