import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { placing } from '../features/orders/placing/limits.ts';
import { makeEventRate } from '../gateway/event-rate.ts';
import { makeFairQueue } from '../platform/fair-queue.ts';
import { publicCalls } from '../platform/http/calls.ts';
import { makeTurns } from '../platform/turns.ts';
import { usualTiming } from '../timing.ts';

/** A thousand hostile accounts behind the address of an honest guest, with the server's real limits. */

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const thousand = Array.from({ length: 1_000 }, (_, at) => `hostile ${at}`);
const address = 'mall';
const minuteMs = 60_000;

it.each([
  ['for the first time', true],
  ['once more', false],
])('an honest guest who pays %s reaches the provider within a minute', async (_when, isFirst) => {
  const take = makeTurns(usualTiming.orders.payingPace, Date.now);
  for (const key of thousand) void take({ address, key, isFirst: true }, minuteMs);
  const guest = take({ address, key: 'honest', isFirst }, minuteMs);
  // Accounts keep arriving, as fast as an address may create them.
  for (let second = 0; second < 60; second += 1) {
    for (const key of ['a', 'b', 'c']) void take({ address, key: `${key}${second}`, isFirst: true }, minuteMs);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(await guest).toBe(0);
});

it.each([
  ['calls without a token', publicCalls],
  ['orders', placing],
])(
  '%s: an honest request comes after the thousand already waiting, is not refused, and waits for no later one',
  async (_what, limits) => {
    const takeTurn = makeFairQueue(limits);
    const served: string[] = [];
    const serve = async (name: string) => {
      const end = await takeTurn(address);
      served.push(name);
      await Promise.resolve();
      end();
    };
    await Promise.all([...thousand, 'honest', ...thousand.slice(0, 900)].map(serve));
    expect(served.indexOf('honest')).toBe(thousand.length);
  },
);

it('an honest chair’s event waits for no other chair, however many flood the server', () => {
  const rate = makeEventRate(Date.now);
  for (const chair of thousand) for (let sent = 0; sent < 120; sent += 1) rate.admit(chair, () => {});
  let isHandled = false;
  rate.admit('honest', () => {
    isHandled = true;
  });
  expect(isHandled).toBe(true);
  rate.stop();
});
