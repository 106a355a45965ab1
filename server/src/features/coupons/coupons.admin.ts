import { type Admin, change, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { findOutlet } from '../outlets/index.ts';
import { type CouponValue, makeNumbers, requireConsistent, requireFuture } from './coupons.rules.ts';
import * as sql from './coupons.sql.ts';

const toCoupon = (row: sql.CouponRow) => ({
  couponNo: row.no,
  property: row.property,
  percentOff: row.percent_off,
  amountOff: row.amount_off,
  currency: row.currency,
  outletId: row.outlet_id === null ? null : String(row.outlet_id),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  voidedAt: row.voided_at,
  usedByOrderId: row.order_id === null ? null : String(row.order_id),
});
export type Coupon = ReturnType<typeof toCoupon>;

export interface CouponBatch extends CouponValue {
  /** The only outlet at which they are valid; null: all. */
  outletId: number | null;
  expiresAt: Date;
  count: number;
}

/** Hands the numbers over before the commit: if that fails, none is issued. */
export type DeliverNumbers = (numbers: string[]) => Promise<unknown>;

export async function findCoupon(db: Db, number: string): Promise<Coupon> {
  const row = await sql.lockCoupon.maybe(db, number);
  if (!row) throw refuse('couponNotFound', { number });
  return toCoupon(row);
}

/** Issues coupons that are valid for one start each. */
export const issueCoupons = (
  admin: Admin,
  { count, outletId, expiresAt, ...worth }: CouponBatch,
  deliver: DeliverNumbers,
) =>
  change(admin, async (db) => {
    requireConsistent(worth);
    requireFuture(expiresAt, admin.clock());
    if (outletId !== null) await findOutlet(db, outletId);
    const { property, percentOff = null, amountOff = null, currency = null } = worth;
    const numbers = makeNumbers(count);
    await sql.insertCoupons(db, numbers, property, percentOff, amountOff, currency, outletId, expiresAt);
    const issued = { ...worth, outletId: outletId === null ? null : String(outletId), expiresAt };
    await record(db, admin.actor, 'coupon issue', `${count} coupon${count === 1 ? '' : 's'}`, null, issued);
    await deliver(numbers);
    return { ...issued, numbers };
  });

export const voidCoupon = (admin: Admin, number: string): Promise<Coupon> =>
  transaction(admin.pool, async (db) => {
    const before = await findCoupon(db, number);
    if (before.usedByOrderId) throw refuse('couponUsed', { number, orderId: before.usedByOrderId });
    if (before.voidedAt) throw refuse('couponVoid', { number });
    await sql.voidCoupon(db, number, admin.clock());
    const after = await findCoupon(db, number);
    await record(db, admin.actor, 'coupon void', `coupon ${number}`, before, after);
    return after;
  });
