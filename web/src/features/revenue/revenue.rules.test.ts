import { expect, test } from 'vitest';
import { type Change, changeOf } from './revenue.rules.ts';

test.each([
  [1124, 1000, { direction: 'up', share: 0.124 }],
  [876, 1000, { direction: 'down', share: -0.124 }],
  [1000, 1000, { direction: 'same', share: 0 }],
  [100_001, 100_000, { direction: 'same', share: 0 }],
  [99_999, 100_000, { direction: 'same', share: 0 }],
  [0, 500, { direction: 'down', share: -1 }],
  [500, 0, null],
  [0, 0, null],
] as [number, number, Change | null][])('%i after %i', (total, previous, change) => {
  expect(changeOf(total, previous)).toEqual(change);
});
