import { type Admin, refuse } from '../../../platform/admin.ts';
import type { Db } from '../../../platform/db.ts';
import { record } from '../../audit/index.ts';
import { recordRefunds } from '../ledger.ts';
import * as sql from './admin.sql.ts';

/** How staff close a refund that failed. */
export type RefundClosing = 'paid by hand' | 'not paid';

/** A refund that waits for staff; any other is refused. */
export async function refundForStaff(db: Db, id: number): Promise<sql.StaffRefund> {
  const refund = await sql.find.maybe(db, id);
  if (!refund || refund.closed_at !== null || refund.state !== 'failed') throw refuse('refundNotFailed', { id });
  return refund;
}

/**
 * Closes a failed refund, in the transaction that holds the lock of its order. Paid by hand, it is in the ledger like
 * any other refund, by `hand` in place of the provider.
 */
export async function closeRefund(
  db: Db,
  { clock, actor }: Pick<Admin, 'clock' | 'actor'>,
  id: number,
  closing: { as: RefundClosing; reason: string },
): Promise<sql.StaffRefund> {
  await sql.lock.one(db, id);
  const before = await refundForStaff(db, id);
  const at = clock();
  const byHand = closing.as === 'paid by hand';
  const after = await sql.close.one(db, id, byHand ? 'done' : 'failed', at, actor, closing.reason);
  if (byHand) {
    const { order_id: orderId, attempt_id: attemptId, amount, currency } = before;
    await recordRefunds(db, [{ refundId: id, orderId, attemptId, provider: 'hand', amount, currency, at }]);
  }
  await record(db, actor, 'payments refund close', `refund ${id}`, before, { ...after, as: closing.as });
  return after;
}
