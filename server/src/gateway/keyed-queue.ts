/**
 * A queue per key: work of one key runs in the order it came, different keys run in parallel, `width` at once.
 */
export function makeKeyedQueue(width: number) {
  const queues = new Map<string, { id: number; work: () => Promise<void> }[]>();
  const ready: string[] = [];
  /** When the work that is not done was added, by id, oldest first. */
  const open = new Map<number, number>();
  const waiters: { upTo: number; resolve(): void }[] = [];
  let lastId = 0;
  let running = 0;

  const oldest = (): number => open.keys().next().value ?? Number.POSITIVE_INFINITY;

  const finish = (key: string, id: number) => {
    running -= 1;
    open.delete(id);
    if (queues.get(key)?.length) ready.push(key);
    else queues.delete(key);
    const done = waiters.filter(({ upTo }) => upTo < oldest());
    for (const waiter of done) waiters.splice(waiters.indexOf(waiter), 1);
    for (const { resolve } of done) resolve();
    advance();
  };

  const advance = () => {
    while (running < width) {
      const key = ready.shift();
      if (key === undefined) return;
      const next = queues.get(key)?.shift();
      if (!next) continue;
      running += 1;
      void next.work().finally(() => finish(key, next.id));
    }
  };

  return {
    /** `work` must not throw. */
    add(key: string, work: () => Promise<void>): void {
      lastId += 1;
      open.set(lastId, performance.now());
      const queue = queues.get(key);
      if (queue) queue.push({ id: lastId, work });
      else {
        queues.set(key, [{ id: lastId, work }]);
        ready.push(key);
      }
      advance();
    },
    waiting: () => open.size - running,
    /** How long the oldest work has been waiting or running. */
    oldestMs: (): number => {
      const [since] = open.values();
      return since === undefined ? 0 : performance.now() - since;
    },
    waitingFor: (key: string) => queues.get(key)?.length ?? 0,
    /** Resolves when all work that was added before is done. */
    drained: (): Promise<void> =>
      lastId < oldest() ? Promise.resolve() : new Promise((resolve) => waiters.push({ upTo: lastId, resolve })),
  };
}
