import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeIncomeNews } from './income-news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the income of an outlet is announced at once, then at most once per interval, and after its last change', () => {
  const told: number[] = [];
  const news = makeIncomeNews((outletId) => void told.push(outletId), 5_000);
  for (const outletId of [1, 1, 2, 1]) news.changed(outletId);
  expect(told).toEqual([1, 2]);
  vi.advanceTimersByTime(4_999);
  expect(told).toEqual([1, 2]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([1, 2, 1]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([1, 2, 1]);
  news.changed(2);
  expect(told).toEqual([1, 2, 1, 2]);
});

it('nothing is announced after the end', () => {
  const told: number[] = [];
  const news = makeIncomeNews((outletId) => void told.push(outletId), 5_000);
  for (const outletId of [1, 1]) news.changed(outletId);
  news.stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([1]);
});
