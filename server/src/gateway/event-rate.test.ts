import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeEventRate } from './event-rate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends this many events of a chair, and returns the numbers of those handled so far. */
function send(rate: ReturnType<typeof makeEventRate>, deviceId: string, events: number): number[] {
  const taken: number[] = [];
  for (let event = 1; event <= events; event += 1) rate.admit(deviceId, () => taken.push(event));
  return taken;
}

it('a burst is handled at once, the rest at five a second, in order, and nothing is dropped', () => {
  const rate = makeEventRate(Date.now);
  const taken = send(rate, 'A1', 112);
  expect(taken).toHaveLength(100);
  expect(rate.waitingFor('A1')).toBe(12);
  vi.advanceTimersByTime(1_000);
  expect(taken).toHaveLength(105);
  vi.advanceTimersByTime(10_000);
  expect(taken).toEqual(Array.from({ length: 112 }, (_, index) => index + 1));
});

it('a chair that sends too much does not delay another', () => {
  const rate = makeEventRate(Date.now);
  send(rate, 'A1', 500);
  expect(send(rate, 'A2', 3)).toEqual([1, 2, 3]);
});

it('five a second are handled without delay, for any length of time', () => {
  const rate = makeEventRate(Date.now);
  let taken = 0;
  for (let second = 0; second < 600; second += 1) {
    for (let event = 0; event < 5; event += 1) rate.admit('A1', () => (taken += 1));
    vi.advanceTimersByTime(1_000);
  }
  expect([taken, rate.waitingFor('A1')]).toEqual([3_000, 0]);
});

it('waiting events of a disconnected chair are dropped, and its next ones are handled in order', () => {
  const rate = makeEventRate(Date.now);
  const taken = send(rate, 'A1', 200);
  rate.forget('A1');
  expect(rate.waitingFor('A1')).toBe(0);
  rate.admit('A1', () => taken.push(0));
  vi.advanceTimersByTime(1_000);
  expect(taken.slice(100)).toEqual([0]);
});

it('after the stop nothing more is handled', () => {
  const rate = makeEventRate(Date.now);
  const taken = send(rate, 'A1', 101);
  rate.stop();
  vi.advanceTimersByTime(10_000);
  expect(taken).toHaveLength(100);
});
