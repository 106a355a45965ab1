import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { batch } from './batch.ts';

/** Work whose turns are written down, and end when told to. */
function turns() {
  const taken: { items: number[]; end(): void; fail(error: Error): void }[] = [];
  const double = batch<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        taken.push({ items, end: () => resolve(items.map((item) => item * 2)), fail: reject });
      }),
  );
  /** The turn of that number, once it has begun. */
  const turn = async (number: number) => {
    while (!taken[number]) await sleep(1);
    return taken[number];
  };
  return { double, turn, items: () => taken.map(({ items }) => items) };
}

it('whoever comes alone goes at once; what comes meanwhile goes together, each with its own result', async () => {
  const { double, turn, items } = turns();
  const results = [double(1), double(2), double(3)];
  expect(items()).toEqual([[1]]);
  (await turn(0)).end();
  (await turn(1)).end();
  expect(await Promise.all(results)).toEqual([2, 4, 6]);
  expect(items()).toEqual([[1], [2, 3]]);
});

it('a turn that hangs holds up nobody else', async () => {
  const { double, turn, items } = turns();
  const hanging = double(1);
  const next = double(2);
  (await turn(1)).end();
  expect(await next).toBe(4);
  expect(items()).toEqual([[1], [2]]);
  (await turn(0)).end();
  expect(await hanging).toBe(2);
});

it('a turn that fails fails for all who were in it, and the next goes on', async () => {
  const { double, turn } = turns();
  const first = double(1);
  const pair = Promise.allSettled([double(2), double(3)]);
  (await turn(0)).end();
  expect(await first).toBe(2);
  (await turn(1)).fail(new Error('no'));
  expect((await pair).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const last = double(4);
  (await turn(2)).end();
  expect(await last).toBe(8);
});

it('never takes more than fifty at a time', async () => {
  const { double, turn, items } = turns();
  const results = Array.from({ length: 121 }, (_, index) => double(index));
  for (const number of [0, 1, 2, 3]) (await turn(number)).end();
  await Promise.all(results);
  expect(items().map((each) => each.length)).toEqual([1, 50, 50, 20]);
});
