/** Does something once the browser has nothing better to do, or after a while in any case. */
export function whenIdle(work: () => void, atLatest = 4000): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: atLatest });
  else setTimeout(work, atLatest / 3);
}
