/** What a guest who stops early gets back: nothing, or the share of the time that is left. */
export type StopRefund = 'none' | 'unused';
/** What is refunded when a chair's fault ends an order early. */
export type FaultRefund = 'none' | 'unused' | 'whole';

interface PaidTime {
  startedAt: number;
  endsAt: number;
  amount: number;
}

/** The share of an amount for the time that is left at a moment, rounded down to the minor unit. */
export function unusedShare({ startedAt, endsAt, amount }: PaidTime, at: number): number {
  const whole = endsAt - startedAt;
  const unused = Math.min(whole, Math.max(0, endsAt - at));
  return whole > 0 ? Math.floor((amount * unused) / whole) : 0;
}
