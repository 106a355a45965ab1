import { limits } from '@recline/contract/limits';

/** Tells of an outlet's income at once, then again at most once in `everyMs`, always after the last change. */
export function makeIncomeNews(tell: (outletId: number) => void, everyMs = limits.revenueSeconds * 1000) {
  /** Outlets that were told of lately; true where their income has changed since. */
  const recent = new Map<number, { changed: boolean; timer: NodeJS.Timeout }>();
  function tellNow(outletId: number): void {
    tell(outletId);
    const timer = setTimeout(() => {
      const changed = recent.get(outletId)?.changed;
      recent.delete(outletId);
      if (changed) tellNow(outletId);
    }, everyMs);
    recent.set(outletId, { changed: false, timer });
  }
  return {
    changed(outletId: number): void {
      const told = recent.get(outletId);
      if (told) told.changed = true;
      else tellNow(outletId);
    },
    stop(): void {
      for (const { timer } of recent.values()) clearTimeout(timer);
      recent.clear();
    },
  };
}
