/** Runs work when the browser is idle, or after the timeout. */
export function whenIdle(work: () => void, timeoutMs = 4000): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: timeoutMs });
  else setTimeout(work, timeoutMs / 3);
}
