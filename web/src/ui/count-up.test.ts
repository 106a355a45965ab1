import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countUpValue } from './count-up.ts';
import { secondsLeft } from './seconds.ts';

test('a count-up goes from the old figure to exactly the new one', () => {
  expect(countUpValue(100, 864_250, 0)).toBe(100);
  expect(countUpValue(100, 864_250, 1)).toBe(864_250);
  expect(countUpValue(100, 864_250, 7)).toBe(864_250);
});

test('a count-up is monotonic and stays between the two figures', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1e9), share, share, (from, to, a, b) => {
      const [early, late] = [countUpValue(from, to, Math.min(a, b)), countUpValue(from, to, Math.max(a, b))];
      const done = (value: number) => Math.abs(value - from) - Math.abs(late - from);
      expect(done(early)).toBeLessThanOrEqual(1e-6);
      expect(Math.abs(to - late)).toBeLessThanOrEqual(Math.abs(to - from) + 1e-6);
    }),
  );
});

test.each([
  [60_000, 0, 60],
  [60_000, 59_001, 1],
  [60_000, 60_000, 0],
  [60_000, 99_000, 0],
])('a countdown to %i shows, at %i, %i seconds', (until, now, expected) => {
  expect(secondsLeft(until, now)).toBe(expected);
});
