import { keys, local } from '../../platform/storage.ts';

/** Shared by all tabs: a wallet may return to another tab than it was opened from. */
export function storePayment(orderId: string, payUrl: string): void {
  local.set(keys.payment, JSON.stringify({ orderId, payUrl }));
}

/** The payment address of this order, if the payment was started on this phone. */
export function payUrlOf(orderId: string): string | null {
  const stored = JSON.parse(local.get(keys.payment) ?? 'null') as { orderId: string; payUrl: string } | null;
  return stored?.orderId === orderId ? stored.payUrl : null;
}
