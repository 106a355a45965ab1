import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Begins work at a fixed rate, however long each piece takes; resolves when all of it has ended. `due` is when a
 * piece should have begun, on the clock of `performance.now()`.
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  work: (index: number, due: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const going: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = begun + (index * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    going.push(work(index, due));
  }
  await Promise.all(going);
}
