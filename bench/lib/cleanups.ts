export type Defer = (cleanup: () => unknown) => void;

/** Runs the deferred cleanups in reverse order when the work ends, fails or is interrupted. */
export async function withCleanups<T>(work: (defer: Defer) => Promise<T>): Promise<T> {
  const cleanups: (() => unknown)[] = [];
  const cleanUp = async () => {
    for (let next = cleanups.pop(); next; next = cleanups.pop()) await next();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  }
  try {
    return await work((cleanup) => cleanups.push(cleanup));
  } finally {
    await cleanUp();
  }
}
