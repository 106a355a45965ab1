/** What a guest who stops early gets back: nothing, or the share of the time that is left. */
export type StopRefund = 'none' | 'unused';

interface PaidTime {
  startedAt: number;
  endsAt: number;
  amount: number;
  /** What was not refunded before. */
  left: number;
}

/** The share of an amount for the time that is left at a moment, rounded down to the minor unit. */
export function unusedShare({ startedAt, endsAt, amount, left }: PaidTime, at: number): number {
  const whole = endsAt - startedAt;
  const unused = Math.min(whole, Math.max(0, endsAt - at));
  return whole > 0 ? Math.min(left, Math.floor((amount * unused) / whole)) : 0;
}
