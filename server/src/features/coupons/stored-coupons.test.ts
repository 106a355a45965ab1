import { beforeEach, describe, expect, it } from 'vitest';
import { lockedBy, useRows } from '../../testing/rows.ts';
import type { Row } from '../../testing/sample-rows.ts';
import { issueAtCounter, voidIssuedAtCounter } from './counter-coupons.sql.ts';
import * as sql from './coupons.sql.ts';

/** How coupons are found by number, which order uses one, and which batch it belongs to. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE orders, coupons, cash_coupons CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
let orders = 100;
async function order(changed: Row): Promise<number> {
  orders += 1;
  await insert('orders', orders, { placed_by: null, request_id: null, ...changed });
  return orders;
}
const couponUse = (n: number) => ({ coupon_no: `C${n}`, coupon_property: 'free' });

describe('a coupon', () => {
  it('is found by its number, with the order that uses it, and locked', async () => {
    for (const n of [1, 2]) await insert('coupons', n);
    const user = await order(couponUse(1));
    await order({ ...couponUse(2), status: 'cancelled', started_at: null, ends_at: null });
    expect(await sql.lockCoupon.maybe(pool(), 'C1')).toMatchObject({ no: 'C1', order_id: user });
    expect(await sql.lockCoupon.maybe(pool(), 'C2')).toMatchObject({ no: 'C2', order_id: null });
    expect(await sql.lockCoupon.maybe(pool(), 'C3')).toBeUndefined();
    expect(await lockedBy(pool(), ['coupons', 'no'], (db) => sql.lockCoupon(db, 'C2'))).toEqual(['C2']);
  });

  it('is voided without touching others', async () => {
    for (const n of [1, 2]) await insert('coupons', n);
    await sql.voidCoupon(pool(), 'C1', now);
    expect((await sql.lockCoupon.maybe(pool(), 'C1'))?.voided_at).toEqual(now);
    expect((await sql.lockCoupon.maybe(pool(), 'C2'))?.voided_at).toBeNull();
  });

  it('is listed with its batch and how much of it was used, newest first', async () => {
    const batch = (n: number, seconds: number, changed: Row = {}) =>
      insert('coupons', n, { created_at: ago(seconds), ...changed });
    for (const n of [1, 2, 3]) await batch(n, 60);
    await batch(4, 60, { outlet_id: null });
    await batch(5, 10, { voided_at: now });
    await batch(6, 90);
    await order(couponUse(1));
    await order({ ...couponUse(2), status: 'failed', started_at: null, ends_at: null });
    const rows = (await sql.couponBatches(pool(), 10)).map(({ created_at, outlet_id, issued, used, voided }) => ({
      created_at,
      outlet_id,
      issued,
      used,
      voided,
    }));
    expect(rows[0]).toEqual({ created_at: ago(10), outlet_id: 1, issued: 1, used: 0, voided: 1 });
    expect(rows.slice(1, 3)).toEqual(
      expect.arrayContaining([
        { created_at: ago(60), outlet_id: 1, issued: 3, used: 1, voided: 0 },
        { created_at: ago(60), outlet_id: null, issued: 1, used: 0, voided: 0 },
      ]),
    );
    expect(rows[3]).toEqual({ created_at: ago(90), outlet_id: 1, issued: 1, used: 0, voided: 0 });
    expect((await sql.couponBatches(pool(), 1)).map(({ created_at }) => created_at)).toEqual([ago(10)]);
  });
});

describe('a cash coupon', () => {
  it('is found by its number, with the redeeming order and the issuer, and locked', async () => {
    await insert('cash_coupons', 1);
    await insert('cash_coupons', 2, { issued_by: null });
    const user = await order({ type: 'cash_coupon', pay_type: 'cash', cash_coupon_no: 'K1' });
    expect(await sql.lockCashCoupon.maybe(pool(), 'K1')).toMatchObject({ order_id: user, issued_by: 'account1' });
    expect(await sql.lockCashCoupon.maybe(pool(), 'K2')).toMatchObject({ order_id: null, issued_by: null });
    expect(await sql.lockCashCoupon.maybe(pool(), 'K3')).toBeUndefined();
    expect(await lockedBy(pool(), ['cash_coupons', 'no'], (db) => sql.lockCashCoupon(db, 'K2'))).toEqual(['K2']);
  });

  it('is voided without touching others: once if issued at the counter, never if sold before', async () => {
    const coupon = { outletId: 1, amount: 800, currency: 'CNY', createdAt: ago(9), expiresAt: now } as const;
    for (const no of ['K7', 'K8']) await issueAtCounter(pool(), { ...coupon, no, issuedBy: 1 });
    await sql.insertCashCoupons(pool(), ['K9'], 1, 800, 'CNY', now);
    const voidedAt = async (no: string) => (await sql.lockCashCoupon.maybe(pool(), no))?.voided_at;
    for (const no of ['K7', 'K9']) await voidIssuedAtCounter(pool(), no, ago(5));
    await voidIssuedAtCounter(pool(), 'K7', now);
    expect([await voidedAt('K7'), await voidedAt('K8'), await voidedAt('K9')]).toEqual([ago(5), null, null]);
    await sql.voidCashCoupon(pool(), 'K9', now);
    expect([await voidedAt('K8'), await voidedAt('K9')]).toEqual([null, now]);
    expect(await sql.lockCashCoupon.maybe(pool(), 'K8')).toMatchObject({
      outlet_id: 1,
      amount: 800,
      currency: 'CNY',
      created_at: ago(9),
      expires_at: now,
    });
  });

  it('is listed with the batch that was sold and how much of it was used, newest first', async () => {
    const batch = (n: number, seconds: number, changed: Row = {}) =>
      insert('cash_coupons', n, { created_at: ago(seconds), issued_by: null, ...changed });
    for (const n of [1, 2]) await batch(n, 60);
    await batch(3, 10, { voided_at: now });
    await batch(4, 60, { amount: 900 });
    await batch(5, 5, { issued_by: 1 });
    const redeem = (no: string, changed: Row = {}) =>
      order({ type: 'cash_coupon', pay_type: 'cash', cash_coupon_no: no, ...changed });
    await redeem('K1');
    await redeem('K2', { status: 'failed', started_at: null, ends_at: null });
    await redeem('K5');
    const terms = { outlet_id: 1, currency: 'CNY' };
    const rows = await sql.cashCouponBatches(pool(), 10);
    expect(rows[0]).toMatchObject({ ...terms, created_at: ago(10), amount: 100, issued: 1, used: 0, voided: 1 });
    expect(rows.slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...terms, created_at: ago(60), amount: 100, issued: 2, used: 1, voided: 0 }),
        expect.objectContaining({ ...terms, created_at: ago(60), amount: 900, issued: 1, used: 0, voided: 0 }),
      ]),
    );
    expect(rows).toHaveLength(3);
    expect((await sql.cashCouponBatches(pool(), 1)).map(({ created_at }) => created_at)).toEqual([ago(10)]);
  });
});
