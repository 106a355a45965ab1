import { expect, it } from 'vitest';
import type { Step } from './actions.ts';
import { makeSchedule } from './schedule.ts';

const seeds = Array.from({ length: 300 }, (_, index) => index);

it('a seed always gives the same schedule', () => {
  for (const seed of seeds) expect(makeSchedule(seed)).toEqual(makeSchedule(seed));
});

it('seeds give different schedules', () => {
  const texts = new Set(seeds.map((seed) => JSON.stringify({ ...makeSchedule(seed), seed: 0 })));
  expect(texts.size).toBe(seeds.length);
});

it('every action occurs, in chronological order', () => {
  const steps = seeds.flatMap((seed) => makeSchedule(seed).steps);
  const kinds = new Set(steps.map((step) => step.do));
  expect(kinds.size).toBe(23);
  for (const seed of seeds) {
    const times = makeSchedule(seed).steps.map((step: Step) => step.at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  }
});
