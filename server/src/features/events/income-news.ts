import { limits } from '@recline/contract/limits';

/**
 * Announces outlets whose income has changed, many together: each at once, then at most once in `everyMs`, and always
 * after its last change.
 */
export function makeIncomeNews(
  tell: (outletIds: ReadonlySet<number>) => void,
  { everyMs, roundMs } = { everyMs: limits.revenueSeconds * 1000, roundMs: 1_000 },
) {
  const waiting = new Set<number>();
  const toldAt = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  function round(): void {
    const now = performance.now();
    for (const [outletId, at] of toldAt) if (now - at >= everyMs) toldAt.delete(outletId);
    const due = new Set([...waiting].filter((outletId) => !toldAt.has(outletId)));
    for (const outletId of due) {
      waiting.delete(outletId);
      toldAt.set(outletId, now);
    }
    if (due.size > 0) tell(due);
    timer = waiting.size > 0 ? setTimeout(round, roundMs) : undefined;
  }
  return {
    changed(outletIds: Iterable<number>): void {
      for (const outletId of outletIds) waiting.add(outletId);
      if (!timer) round();
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
