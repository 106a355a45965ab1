/**
 * Work in lanes: what belongs to one chair is done one after the other, in the order it came; different
 * chairs go side by side, up to `width` at once.
 */
export function makeKeyedQueue(width: number) {
  const lanes = new Map<string, (() => Promise<void>)[]>();
  const ready: string[] = [];
  let busy = 0;
  let waiting = 0;
  const idle: (() => void)[] = [];

  const advance = () => {
    while (busy < width) {
      const key = ready.shift();
      if (key === undefined) break;
      const work = lanes.get(key)?.shift();
      if (!work) continue;
      busy += 1;
      waiting -= 1;
      void work().finally(() => {
        busy -= 1;
        if (lanes.get(key)?.length) ready.push(key);
        else lanes.delete(key);
        advance();
      });
    }
    if (busy === 0 && waiting === 0) for (const done of idle.splice(0)) done();
  };

  return {
    /** `work` must not throw. */
    add(key: string, work: () => Promise<void>): void {
      waiting += 1;
      const lane = lanes.get(key);
      if (lane) lane.push(work);
      else {
        lanes.set(key, [work]);
        ready.push(key);
      }
      advance();
    },
    waiting: () => waiting,
    waitingIn: (key: string) => lanes.get(key)?.length ?? 0,
    /** Until nothing is left to do. */
    settled: (): Promise<void> =>
      busy === 0 && waiting === 0 ? Promise.resolve() : new Promise((done) => void idle.push(done)),
  };
}
