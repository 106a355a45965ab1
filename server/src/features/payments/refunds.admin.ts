import type { Currency } from '@recline/contract/money';
import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, statement } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { recordRefunds } from './ledger.ts';

/** How staff close a refund that failed. */
export type RefundClosing = 'paid by hand' | 'not paid';

export interface StaffRefund {
  id: number;
  order_id: number | null;
  attempt_id: number | null;
  provider: string;
  amount: number;
  currency: Currency;
  surplus: boolean;
  state: string;
  reason: string;
  last_error: string | null;
  created_at: Date;
  closed_at: Date | null;
}
const columns =
  'id, order_id, attempt_id, provider, amount, currency, surplus, state, reason, last_error, created_at, closed_at';

/** Refunds that are not done, those that need staff first. */
export const listRefunds = statement<StaffRefund, []>(
  'refunds.list',
  `SELECT ${columns} FROM refunds WHERE state <> 'done' AND closed_at IS NULL ORDER BY state <> 'failed', id`,
);

const find = statement<StaffRefund, [number]>('refunds.find', `SELECT ${columns} FROM refunds WHERE id = $1`);
const lock = statement<StaffRefund, [number]>(
  'refunds.lock',
  `SELECT ${columns} FROM refunds WHERE id = $1 FOR UPDATE`,
);

const close = statement<StaffRefund, [number, 'done' | 'failed', Date, string, string]>(
  'refunds.close',
  `UPDATE refunds SET state = $2, done_at = CASE $2 WHEN 'done' THEN $3::timestamptz END, closed_at = $3, closed_by = $4,
     close_reason = $5 WHERE id = $1 RETURNING ${columns}`,
);

/** A refund that waits for staff; anything else is refused. */
export async function refundForStaff(db: Db, id: number): Promise<StaffRefund> {
  const refund = await find.maybe(db, id);
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
): Promise<StaffRefund> {
  await lock.one(db, id);
  const before = await refundForStaff(db, id);
  const at = clock();
  const byHand = closing.as === 'paid by hand';
  const after = await close.one(db, id, byHand ? 'done' : 'failed', at, actor, closing.reason);
  if (byHand) {
    const { order_id: orderId, attempt_id: attemptId, amount, currency } = before;
    await recordRefunds(db, [{ refundId: id, orderId, attemptId, provider: 'hand', amount, currency, at }]);
  }
  await record(db, actor, 'payments refund close', `refund ${id}`, before, { ...after, as: closing.as });
  return after;
}
