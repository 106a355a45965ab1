import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeTurns, type Pace } from './turns.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const pace: Pace = { perSecond: 10, atOnce: 5, maxWaitMs: 20_000, maxWaiting: 1_000 };
const patient = pace.maxWaitMs + 2_000;
const turns = (changes: Partial<Pace> = {}) => makeTurns({ ...pace, ...changes }, Date.now);

/** Takes requests in this order; returns the keys in the order of their turns. */
async function served(guests: { key: string; isFirst?: boolean; address?: string }[]): Promise<string[]> {
  const take = turns();
  const order: string[] = [];
  const all = guests.map(async ({ key, isFirst = true, address = 'mall' }) => {
    await take({ address, key, isFirst }, patient);
    order.push(key);
  });
  await vi.advanceTimersByTimeAsync(patient);
  await Promise.all(all);
  return order;
}

const named = (name: string, count: number, more: { isFirst?: boolean; address?: string } = {}) =>
  Array.from({ length: count }, (_, at) => ({ key: `${name}${at}`, ...more }));

it('first requests come before others, each kind in the order of arrival', async () => {
  const order = await served([...named('used', 5), ...named('again', 3, { isFirst: false }), ...named('new', 3)]);
  expect(order.slice(5)).toEqual(['new0', 'new1', 'new2', 'again0', 'again1', 'again2']);
});

it('one address does not delay another', async () => {
  const order = await served([...named('crowd', 50), ...named('else', 5, { address: 'else' })]);
  expect(order.slice(0, 10).filter((key) => key.startsWith('else'))).toHaveLength(5);
});

it('nobody waits longer than the maximum, whatever arrives later', async () => {
  const take = turns();
  for (const { key } of named('crowd', 900)) void take({ address: 'mall', key, isFirst: true }, patient);
  const again = take({ address: 'mall', key: 'again', isFirst: false }, patient);
  await vi.advanceTimersByTimeAsync(pace.maxWaitMs + 1_000);
  expect(await again).toBe(0);
});

it('whatever the arrivals, no more get through in a period than the rate allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 60 }), async (pauses) => {
      vi.setSystemTime(0);
      const take = turns();
      const at: number[] = [];
      for (const [key, pause] of pauses.entries()) {
        void take({ address: 'mall', key: String(key), isFirst: true }, patient).then(() => at.push(Date.now()));
        await vi.advanceTimersByTimeAsync(pause % 7 === 0 ? pause : 0);
      }
      await vi.advanceTimersByTimeAsync(patient);
      expect(at).toHaveLength(pauses.length);
      for (const from of at) {
        const withinASecond = at.filter((time) => time >= from && time < from + 1_000);
        expect(withinASecond.length).toBeLessThanOrEqual(pace.atOnce + pace.perSecond);
      }
    }),
    { numRuns: 30 },
  );
});

it('an impatient caller learns the remaining wait, keeps its place, and takes the turn when it asks again', async () => {
  const take = turns();
  const guest = { address: 'mall', key: 'guest', isFirst: true };
  for (const { key } of named('crowd', 25)) void take({ address: 'mall', key, isFirst: true }, patient);
  const first = take(guest, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(5_000);
  for (const { key } of named('later', 25)) void take({ address: 'mall', key, isFirst: true }, patient);
  expect(await take(guest, 0)).toBe(0);
});

it('one key holds one place, however often it asks', async () => {
  const order = await served([...named('crowd', 5), ...Array(10).fill({ key: 'same' }), ...named('next', 1)]);
  const all = [...order];
  expect(all.filter((key) => key === 'same')).toHaveLength(10);
  expect(all.at(-1)).toBe('next0');
});

it("requests beyond the server's capacity are refused", async () => {
  const take = turns({ maxWaiting: 2 });
  for (const { key } of named('crowd', 7)) void take({ address: 'mall', key, isFirst: true }, patient);
  await expect(take({ address: 'mall', key: 'more', isFirst: true }, patient)).rejects.toThrow('unavailable');
});
