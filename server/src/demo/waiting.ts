import type { Db } from '../platform/db.ts';
import * as sql from './demo.sql.ts';

/**
 * Refunds one payment of yesterday at the sandbox itself, as an operator could in a provider's portal. Our books do not
 * know it: the next bill shows a difference, and a refund of that order is refused, because nothing is left of its
 * payment.
 */
export async function prepareRefusedRefund(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now);
  yesterday.setUTCHours(0, 0, 0, 0);
  await sql.refundAtSandbox(db, new Date(yesterday.getTime() - 24 * 3600_000), yesterday);
}

/** The order whose refund the sandbox will refuse; undefined once it was asked for. */
export async function refusedRefund(db: Db): Promise<{ orderId: string; place: string } | undefined> {
  const found = await sql.refundedAtSandbox.maybe(db);
  return found && { orderId: String(found.order_id), place: found.outlet_name };
}
