import { limits } from '@recline/contract/limits';

/**
 * Announces a change of an outlet's income at once, then at most once in `everyMs`, and always after the last change.
 */
export function makeIncomeNews(tell: (outletId: number) => void, everyMs = limits.revenueSeconds * 1000) {
  /** Recently announced outlets; true where the income has changed since. */
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
