import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longestPauseMs, pauseBeforeStop, timesDue } from './stops.rules.ts';

it.each([
  [0, 0],
  [1_999, 0],
  [2_000, 1],
  [6_000, 2],
  [14_000, 3],
  [62_000, 5],
  [122_000, 6],
  [182_000, 7],
])('after %s ms a stop has become due for resending %s times', (ms, times) => {
  expect(timesDue(ms, 2_000)).toBe(times);
});

it('a chair that reports a run again and again gets few stops, however often it reports', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (everyMs) => {
      let [count, newest] = [0, Number.NEGATIVE_INFINITY];
      for (let at = 0; at < 15_000; at += everyMs) {
        if (at - newest < pauseBeforeStop(count)) continue;
        count += 1;
        newest = at;
      }
      expect(count).toBeLessThanOrEqual(8);
    }),
  );
});

it('no pause is longer than a minute', () => {
  expect(pauseBeforeStop(50)).toBe(longestPauseMs);
});
