import { fail } from './error.ts';

interface QueueLimits {
  /** Maximum concurrency, in total and per key. */
  atOnce: number;
  perKey: number;
  /** Maximum queue length per key; further work is refused. */
  maxWaiting: number;
}

/** Runs work in turns: each key has its own queue, and the queues take turns, so that a long one delays only itself. */
export function makeFairQueue({ atOnce, perKey, maxWaiting }: QueueLimits) {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  let running = 0;

  function begin(key: string, line: { running: number }): void {
    running += 1;
    line.running += 1;
    // Behind the other queues.
    const entry = lines.get(key);
    lines.delete(key);
    if (entry) lines.set(key, entry);
  }

  function beginNext(): void {
    for (const [key, line] of lines) {
      if (running >= atOnce) return;
      if (line.running >= perKey) continue;
      const next = line.waiting.shift();
      if (!next) continue;
      begin(key, line);
      next();
    }
  }

  function end(key: string, line: { running: number; waiting: unknown[] }): void {
    running -= 1;
    line.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key);
    beginNext();
  }

  /** Waits for a turn; the returned function ends it. */
  return async function takeTurn(key: string): Promise<() => void> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.waiting.length >= maxWaiting) throw fail('unavailable');
    const isFree = running < atOnce && line.running < perKey && line.waiting.length === 0;
    if (isFree) begin(key, line);
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    return () => end(key, line);
  };
}
