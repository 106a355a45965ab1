import type { Log } from './log.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface BatchOptions {
  /** Names the batch in the log and in the metric. */
  name: string;
  log: Log;
  /** Counts batches that failed and were retried item by item. */
  onFallback(name: string): void;
}

const maxItems = 50;
/** After each batch there is a pause of the same length, cut short when this much time has passed since it began. */
const maxIntervalMs = 25;
/** A batch that takes longer than this no longer blocks the next one. */
const maxHoldMs = 100;

/**
 * Group commit. An item that arrives alone is handled at once. Items that arrive while a batch is running, or in the
 * pause after it, share the next batch: the busier the server, the fuller its batches. `work` returns the results in the
 * order of the items. If a batch fails, its items are retried one by one, so that a bad item does not fail the others.
 */
export function batch<Item, Result>(
  { name, log, onFallback }: BatchOptions,
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let running: symbol | undefined;

  const next = () => {
    if (running !== undefined || queue.length === 0) return;
    const current = Symbol('batch');
    running = current;
    const release = () => {
      if (running === current) running = undefined;
      next();
    };
    const timer = setTimeout(release, maxHoldMs);
    const begun = performance.now();
    void handle(queue.splice(0, maxItems)).finally(() => {
      clearTimeout(timer);
      const took = performance.now() - begun;
      setTimeout(release, Math.max(0, Math.min(took, maxIntervalMs - took)));
    });
  };

  const handle = async (waiting: Waiting<Item, Result>[]) => {
    try {
      const results = await work(waiting.map(({ item }) => item));
      for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as Result);
    } catch (error) {
      const [only] = waiting;
      if (waiting.length === 1 && only) return only.reject(error);
      log.warn({ err: error, batch: name, items: waiting.length }, 'a batch failed; its items are tried one by one');
      onFallback(name);
      await Promise.all(waiting.map((each) => handle([each])));
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      next();
    });
}
