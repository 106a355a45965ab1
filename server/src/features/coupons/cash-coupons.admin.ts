import { type Admin, change, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { findOutlet } from '../outlets/index.ts';
import type { DeliverNumbers } from './coupons.admin.ts';
import { makeNumbers, requireFuture } from './coupons.rules.ts';
import * as sql from './coupons.sql.ts';

const toCashCoupon = (row: sql.CashCouponRow) => ({
  cashCouponNo: row.no,
  outletId: String(row.outlet_id),
  amount: row.amount,
  currency: row.currency,
  issuedBy: row.issued_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  voidedAt: row.voided_at,
  usedByOrderId: row.order_id === null ? null : String(row.order_id),
});
export type CashCoupon = ReturnType<typeof toCashCoupon>;

export interface CashCouponBatch {
  /** The outlet that sells them, and the only one at which they are valid. */
  outletId: number;
  /** In minor units of the outlet's currency. */
  amount: number;
  expiresAt: Date;
  count: number;
}

export async function findCashCoupon(db: Db, number: string): Promise<CashCoupon> {
  const row = await sql.lockCashCoupon.maybe(db, number);
  if (!row) throw refuse('cashCouponNotFound', { number });
  return toCashCoupon(row);
}

/** Issues coupons for an outlet to sell at its counter. */
export const issueCashCoupons = (admin: Admin, batch: CashCouponBatch, deliver: DeliverNumbers) =>
  change(admin, async (db) => {
    const { outletId, amount, expiresAt, count } = batch;
    requireFuture(expiresAt, admin.clock());
    const { currency } = await findOutlet(db, outletId);
    const numbers = makeNumbers(count);
    await sql.insertCashCoupons(db, numbers, outletId, amount, currency, expiresAt);
    const issued = { outletId: String(outletId), amount, currency, expiresAt };
    await record(db, admin.actor, 'cash-coupon issue', `${count} cash coupon${count === 1 ? '' : 's'}`, null, issued);
    await deliver(numbers);
    return { ...issued, numbers };
  });

export const voidCashCoupon = (admin: Admin, number: string): Promise<CashCoupon> =>
  transaction(admin.pool, async (db) => {
    const before = await findCashCoupon(db, number);
    if (before.usedByOrderId) throw refuse('cashCouponUsed', { number, orderId: before.usedByOrderId });
    if (before.voidedAt) throw refuse('cashCouponVoid', { number });
    await sql.voidCashCoupon(db, number, admin.clock());
    const after = await findCashCoupon(db, number);
    await record(db, admin.actor, 'cash-coupon void', `cash coupon ${number}`, before, after);
    return after;
  });
