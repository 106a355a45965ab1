import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { batch } from './batch.ts';
import { makeLog } from './log.ts';
import { makeMetrics } from './metrics.ts';

/** A batch function that records its calls, which end on demand. */
function batches() {
  const calls: { items: number[]; end(): void; fail(error: Error): void }[] = [];
  const metrics = makeMetrics();
  const options = { name: 'test', log: makeLog('silent'), metrics };
  const double = batch<number, number>(
    options,
    (items) =>
      new Promise((resolve, reject) => {
        calls.push({ items, end: () => resolve(items.map((item) => item * 2)), fail: reject });
      }),
  );
  /** The call of that number, once it has begun. */
  const call = async (number: number) => {
    while (!calls[number]) await sleep(1);
    return calls[number];
  };
  const fallbacks = async () => (await metrics.batchFallbacks.get()).values.filter(({ value }) => value > 0);
  return { double, call, fallbacks, items: () => calls.map(({ items }) => items) };
}

it('handles a single item at once, and items that arrive meanwhile together, each with its own result', async () => {
  const { double, call, items } = batches();
  const results = [double(1), double(2), double(3)];
  expect(items()).toEqual([[1]]);
  (await call(0)).end();
  (await call(1)).end();
  expect(await Promise.all(results)).toEqual([2, 4, 6]);
  expect(items()).toEqual([[1], [2, 3]]);
});

it('a batch that hangs does not block the next', async () => {
  const { double, call, items } = batches();
  const hanging = double(1);
  const next = double(2);
  (await call(1)).end();
  expect(await next).toBe(4);
  expect(items()).toEqual([[1], [2]]);
  (await call(0)).end();
  expect(await hanging).toBe(2);
});

it('a batch that fails is counted and retried item by item: one bad item does not fail the others', async () => {
  const { double, call, fallbacks, items } = batches();
  const first = double(1);
  const pair = Promise.allSettled([double(2), double(3)]);
  (await call(0)).end();
  expect(await first).toBe(2);
  (await call(1)).fail(new Error('no'));
  (await call(2)).fail(new Error('still no'));
  (await call(3)).end();
  expect((await pair).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(items()).toEqual([[1], [2, 3], [2], [3]]);
  expect(await fallbacks()).toMatchObject([{ value: 1, labels: { batch: 'test' } }]);
});

it('never takes more than fifty at a time', async () => {
  const { double, call, items } = batches();
  const results = Array.from({ length: 121 }, (_, index) => double(index));
  for (const number of [0, 1, 2, 3]) (await call(number)).end();
  await Promise.all(results);
  expect(items().map((each) => each.length)).toEqual([1, 50, 50, 20]);
});
