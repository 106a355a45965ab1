import { describe, expect, it } from 'vitest';
import { foundLimit, highestGood, nextRate, type Step } from './ladder.ts';

const ladder = { first: 100, factor: 1.5, maxSteps: 5, maxRate: 1_000 };
const good = (rate: number): Step => ({ rate });
const bad = (rate: number): Step => ({ rate, problem: 'p99 1200 ms' });

describe('the next rate', () => {
  it.each([
    ['begins with the first', [], 100],
    ['rises while it is good', [good(100), good(150)], 225],
    ['ends at the first that is not good', [good(100), bad(150)], undefined],
    ['falls while none is good', [bad(100)], 67],
    ['ends at the first good one on the way down', [bad(100), good(67)], undefined],
    ['ends after so many steps', [good(10), good(15), good(22), good(33), good(50)], undefined],
    ['never exceeds the most that the chairs allow', [good(900)], undefined],
  ])('%s', (_name, steps, expected) => {
    expect(nextRate(steps, ladder)).toBe(expected);
  });
});

describe('the result', () => {
  it('is the highest good rate', () => {
    expect(highestGood([good(100), good(150), bad(225)])).toBe(150);
    expect(highestGood([bad(100), bad(67)])).toBe(0);
  });

  it('is a lower bound where no rate was too high', () => {
    expect(foundLimit([good(100), bad(150)])).toBe(true);
    expect(foundLimit([good(100), good(150)])).toBe(false);
  });
});
