import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeFairQueue } from './fair-queue.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs work of these keys, in this order of arrival. Returns the keys in the order of starting, and the highest
 * concurrency.
 */
async function run(keys: string[], limits: { atOnce: number; perKey: number }) {
  const takeTurn = makeFairQueue({ ...limits, maxWaiting: 1_000 });
  const begun: string[] = [];
  const now = new Map<string, number>();
  let most = 0;
  let mostOfKey = 0;
  await Promise.all(
    keys.map(async (key) => {
      const end = await takeTurn(key);
      begun.push(key);
      now.set(key, (now.get(key) ?? 0) + 1);
      most = Math.max(
        most,
        [...now.values()].reduce((a, b) => a + b, 0),
      );
      mostOfKey = Math.max(mostOfKey, now.get(key) ?? 0);
      await tick();
      now.set(key, (now.get(key) ?? 0) - 1);
      end();
    }),
  );
  return { begun, most, mostOfKey };
}

it('runs everything, and never more at once than allowed, in total and per key', async () => {
  const anyKeys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      anyKeys,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
      async (keys, atOnce, perKey) => {
        const { begun, most, mostOfKey } = await run(keys, { atOnce, perKey });
        expect(begun.toSorted()).toEqual(keys.toSorted());
        expect(most).toBeLessThanOrEqual(atOnce);
        expect(mostOfKey).toBeLessThanOrEqual(perKey);
      },
    ),
  );
});

it('work behind a long queue of another key waits for only a few of those', async () => {
  const { begun } = await run([...Array<string>(100).fill('crowd'), 'guest'], { atOnce: 2, perKey: 2 });
  expect(begun.indexOf('guest')).toBeLessThan(6);
});

it('a queue has a maximum length', async () => {
  const takeTurn = makeFairQueue({ atOnce: 1, perKey: 1, maxWaiting: 2 });
  const end = await takeTurn('crowd');
  const waiting = [takeTurn('crowd'), takeTurn('crowd')];
  await expect(takeTurn('crowd')).rejects.toThrow('unavailable');
  end();
  for (const turn of waiting) (await turn)();
  (await takeTurn('crowd'))();
});
