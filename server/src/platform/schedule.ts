import type { Log } from './log.ts';

/** Repeats work at an interval, without overlap; failures are logged. Returns a function that stops it. */
export function every(milliseconds: number, work: () => Promise<unknown>, log: Log): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error) => log.error({ err: error }, 'scheduled work failed'))
      .finally(() => {
        running = undefined;
      });
  }, milliseconds);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** The result of the work, or a timeout error. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout: it took too long')), milliseconds);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
