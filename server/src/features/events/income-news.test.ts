import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeIncomeNews } from './income-news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const timing = { everyMs: 5_000, roundMs: 1_000 };

it('the income of an outlet is announced at once, then at most once per interval, and after its last change', () => {
  const told: number[][] = [];
  const news = makeIncomeNews((outletIds) => void told.push([...outletIds]), timing);
  news.changed([1, 2]);
  expect(told).toEqual([[1, 2]]);
  news.changed([1]);
  vi.advanceTimersByTime(3_000);
  news.changed([1, 3]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([[1, 2], [3]]);
  vi.advanceTimersByTime(999);
  expect(told).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([[1, 2], [3], [1]]);
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(3);
  news.changed([2]);
  expect(told.at(-1)).toEqual([2]);
});

it('nothing is announced after the end', () => {
  const told: number[][] = [];
  const news = makeIncomeNews((outletIds) => void told.push([...outletIds]), timing);
  news.changed([1]);
  news.changed([1]);
  news.stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([[1]]);
});
