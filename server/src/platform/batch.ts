import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface BatchOptions {
  /** Names the batch in the log and in the metric. */
  name: string;
  log: Log;
  /** Counts groups that failed and were repeated item by item. */
  metrics: Pick<Metrics, 'batchFallbacks'>;
}

type Work<Item, Result> = (items: Item[]) => Promise<Result[]>;

/**
 * Does work on a group of items, usually in one transaction. If it fails, each item is tried alone, so that a bad item
 * does not fail the others. Results are in the order of the items, and so are those of `work`.
 */
export async function eachInGroup<Item, Result>(
  items: readonly Item[],
  { name, log, metrics }: BatchOptions,
  work: Work<Item, Result>,
): Promise<PromiseSettledResult<Result>[]> {
  if (items.length === 0) return [];
  try {
    return (await work([...items])).map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (items.length === 1) return [{ status: 'rejected', reason }];
    log.warn({ err: reason, batch: name, items: items.length }, 'a group failed; its items are tried one by one');
    metrics.batchFallbacks.inc({ batch: name });
    const alone: PromiseSettledResult<Result>[] = [];
    for (const item of items) alone.push(...(await eachInGroup([item], { name, log, metrics }, work)));
    return alone;
  }
}

interface Waiting<Item, Result> {
  item: Item;
  settle(result: PromiseSettledResult<Result>): void;
}

const maxItems = 50;
/** A group that takes longer than this no longer blocks the next one. */
const maxHoldMs = 100;

/** Group commit: items that arrive while a group is in work share the next one. An item that arrives alone does not wait. */
export function batch<Item, Result>(options: BatchOptions, work: Work<Item, Result>): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let running: symbol | undefined;

  const next = () => {
    if (running !== undefined || queue.length === 0) return;
    const current = Symbol('group');
    running = current;
    const release = () => {
      if (running === current) running = undefined;
      next();
    };
    const timer = setTimeout(release, maxHoldMs);
    void handle(queue.splice(0, maxItems)).finally(() => {
      clearTimeout(timer);
      release();
    });
  };

  const handle = async (group: Waiting<Item, Result>[]) => {
    const items = group.map(({ item }) => item);
    const results = await eachInGroup(items, options, work);
    for (const [index, result] of results.entries()) group[index]?.settle(result);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      const settle = (result: PromiseSettledResult<Result>) =>
        result.status === 'fulfilled' ? resolve(result.value) : reject(result.reason);
      queue.push({ item, settle });
      next();
    });
}
