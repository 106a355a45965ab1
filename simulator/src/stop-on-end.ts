/**
 * Stops once, on a signal or when the npm that started this process has ended: the shell between the two passes no
 * signals on.
 */
export function stopOnEnd(stop: () => Promise<unknown>): void {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stopOnce(), 500).unref();
}
