import type { Clock } from './clock.ts';

const windowMs = 60_000;
const maxKeys = 10_000;

/**
 * Rate-limits repeated log lines, per key and in total, per minute. The next line that is logged says how many were
 * left out.
 */
export function makeLogLimit(clock: Clock, { perKey, inAll }: { perKey: number; inAll: number }) {
  let since = 0;
  let total = 0;
  let leftOut = 0;
  const counts = new Map<string, number>();

  return function admit(key: string): { leftOut: number } | undefined {
    const now = clock().getTime();
    if (now - since >= windowMs || counts.size >= maxKeys) {
      [since, total] = [now, 0];
      counts.clear();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > perKey || total >= inAll) {
      leftOut += 1;
      return undefined;
    }
    total += 1;
    const told = { leftOut };
    leftOut = 0;
    return told;
  };
}
