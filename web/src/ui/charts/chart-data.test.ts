import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisValues, nearestSlot, shownTicks, slotAfterKey, sumsOf, valueScale } from './chart-data.ts';

test('totals are summed per series', () => {
  const series = [
    { name: 'online', look: 'online' },
    { name: 'cash', look: 'cash' },
  ] as const;
  const points = [
    [100, 20],
    [0, 0],
    [5, 7],
  ];
  expect(sumsOf(series, points)).toEqual([105, 27]);
  expect(sumsOf(series, [])).toEqual([0, 0]);
});

describe('the value axis', () => {
  test('starts at zero and includes every value', () => {
    fc.assert(
      fc.property(fc.nat(1e10), (highest) => {
        const scale = valueScale(highest, 120);
        expect(scale(0)).toBe(120);
        expect(scale(highest)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the labelled values of the axis', () => {
  test.each([
    [0, [0]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [140, [0, 50, 100, 150]],
  ])('up to %i', (highest, expected) => {
    expect(axisValues(valueScale(highest, 100), highest)).toEqual(expected);
  });
});

describe('the ticks below the axis', () => {
  test.each([
    [7, 7, [0, 1, 2, 3, 4, 5, 6]],
    [7, 4, [0, 2, 4, 6]],
    [31, 6, [0, 6, 12, 18, 24, 30]],
    [24, 5, [0, 6, 12, 18]],
    [1, 4, [0]],
    [0, 4, []],
  ])('where %i slots have room for %i labels', (count, most, expected) => {
    expect(shownTicks(count, most)).toEqual(expected);
  });
});

describe('a pointer on the chart', () => {
  test.each([
    [0, 7, 7, 0],
    [0.5, 7, 7, 3],
    [1, 7, 7, 6],
    [-0.2, 7, 7, 0],
    [1.3, 7, 7, 6],
    [0.9, 24, 10, 9],
  ])('at %d of the width, with %i slots of which %i are filled, selects slot %i', (share, slots, filled, slot) => {
    expect(nearestSlot(share, slots, filled)).toBe(slot);
  });
});

describe('a key on the chart', () => {
  test.each([
    ['ArrowLeft', null, 6],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 6, 6],
    ['ArrowRight', 2, 3],
    ['Home', 4, 0],
    ['End', 1, 6],
    ['Escape', 1, null],
    ['a', 1, undefined],
  ])('%s at %j selects %j', (key, slot, expected) => {
    expect(slotAfterKey(key, slot, 7)).toBe(expected);
  });
});
