interface Job {
  id: number;
  work: () => Promise<void>;
}

/** A queue per key: work of one key runs in order of arrival, different keys run in parallel, up to `width` at once. */
export function makeKeyedQueue(width: number) {
  const queues = new Map<string, Job[]>();
  /** Keys whose next work is ready to run, and since when. */
  const ready: { key: string; since: number }[] = [];
  /** When running work became ready to run, by id. */
  const running = new Map<number, number>();
  /** Ids of all work that is not done, oldest first. */
  const open = new Set<number>();
  const waiters: { upTo: number; resolve(): void }[] = [];
  let lastId = 0;

  const oldest = (): number => open.values().next().value ?? Number.POSITIVE_INFINITY;
  const makeReady = (key: string) => ready.push({ key, since: performance.now() });

  const finish = (key: string, id: number) => {
    running.delete(id);
    open.delete(id);
    if (queues.get(key)?.length) makeReady(key);
    else queues.delete(key);
    const done = waiters.filter(({ upTo }) => upTo < oldest());
    for (const waiter of done) waiters.splice(waiters.indexOf(waiter), 1);
    for (const { resolve } of done) resolve();
    advance();
  };

  const advance = () => {
    while (running.size < width) {
      const next = ready.shift();
      if (next === undefined) return;
      const job = queues.get(next.key)?.shift();
      if (!job) continue;
      running.set(job.id, next.since);
      void job.work().finally(() => finish(next.key, job.id));
    }
  };

  return {
    /** `work` must not throw. */
    add(key: string, work: () => Promise<void>): void {
      lastId += 1;
      const job = { id: lastId, work };
      open.add(lastId);
      const queue = queues.get(key);
      if (queue) queue.push(job);
      else {
        queues.set(key, [job]);
        makeReady(key);
      }
      advance();
    },
    waiting: () => open.size - running.size,
    waitingFor: (key: string) => queues.get(key)?.length ?? 0,
    /** The lag of the queue: the longest time that unfinished work has been ready to run. */
    lagMs(): number {
      const since = Math.min(ready[0]?.since ?? Number.POSITIVE_INFINITY, ...running.values());
      return Math.max(0, performance.now() - since);
    },
    /** Resolves when all work that was added before is done. */
    drained: (): Promise<void> =>
      lastId < oldest() ? Promise.resolve() : new Promise((resolve) => waiters.push({ upTo: lastId, resolve })),
  };
}
