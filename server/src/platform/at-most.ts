/** Runs at most `count` pieces of work at once; the others wait their turn. */
export function atMost(count: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function turn(): Promise<void> {
    if (running < count) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await turn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
