import type { Log } from './log.ts';

/** Does a thing again and again, never twice at once; a failure is logged and the next turn comes. Returns its stop. */
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

/** The result of work that has so much time; after that, an error. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout: it took too long')), milliseconds);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
