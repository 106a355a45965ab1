import { keys, local } from '../../platform/storage.ts';

/** Kept across tabs: a wallet may come back in another one than it was opened from. */
export function keepPayment(orderId: string, payUrl: string): void {
  local.set(keys.payment, JSON.stringify({ orderId, payUrl }));
}

/** Where this order is paid, if it was begun on this phone. */
export function payUrlOf(orderId: string): string | null {
  const kept = JSON.parse(local.get(keys.payment) ?? 'null') as { orderId: string; payUrl: string } | null;
  return kept?.orderId === orderId ? kept.payUrl : null;
}
