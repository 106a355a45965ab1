import { expect, it } from 'vitest';
import type { Admin } from '../../platform/admin.ts';
import { useServer } from '../../testing/server.ts';
import type { Outlet } from '../../testing/world.ts';
import { listEntries } from '../audit/index.ts';
import {
  couponBatches,
  findCashCoupon,
  findCoupon,
  issueAtCounter,
  issueCashCoupons,
  issueCoupons,
  voidCashCoupon,
  voidCoupon,
  voidIssuedAtCounter,
} from './index.ts';

const server = useServer();
const now = new Date();
const later = new Date(now.getTime() + 3600_000);

const admin = (): Admin => ({ pool: server().pool, clock: () => now, actor: 'mei' });
const handOver = async () => {};

const discounts = (outletId: number | null, count = 2) =>
  issueCoupons(admin(), { property: 'discount', percentOff: 20, outletId, expiresAt: later, count }, handOver);
const cash = ({ id: outletId }: Outlet, count = 2) =>
  issueCashCoupons(admin(), { outletId, amount: 1500, expiresAt: later, count }, handOver);

/** An order that bears the numbers; its history does not matter here. */
async function useIn(outlet: Outlet, { coupon = null, cashCoupon = null }: Record<string, string | null>) {
  const { deviceId } = await server().world.device(outlet);
  const { orderId } = await server().world.order(deviceId);
  await server().pool.query(
    `UPDATE orders SET coupon_no = $2, coupon_property = CASE WHEN $2::text IS NOT NULL THEN 'discount' END,
       cash_coupon_no = $3 WHERE id = $1`,
    [orderId, coupon, cashCoupon],
  );
  return orderId;
}

const newest = async () => (await listEntries(server().pool, { limit: 1 }))[0];

it('coupons are issued as requested, each with its own number', async () => {
  const outlet = await server().world.outlet();
  const { numbers } = await discounts(outlet.id);
  expect(new Set(numbers).size).toBe(2);
  for (const number of numbers) {
    expect(number).toMatch(/^[1-9]\d{13}$/);
    expect(await findCoupon(server().pool, number)).toMatchObject({
      couponNo: number,
      property: 'discount',
      percentOff: 20,
      amountOff: null,
      currency: null,
      outletId: outlet.outletId,
      expiresAt: later,
      voidedAt: null,
      usedByOrderId: null,
    });
  }
  expect(await newest()).toMatchObject({ target: '2 coupons', after: { outletId: outlet.outletId } });
  const worth = { property: 'amount_off' as const, amountOff: 300, currency: 'RM' as const };
  const everywhere = await issueCoupons(admin(), { ...worth, outletId: null, expiresAt: later, count: 1 }, handOver);
  expect(await findCoupon(server().pool, everywhere.numbers[0] ?? '')).toMatchObject({ ...worth, outletId: null });
  expect(await newest()).toMatchObject({ actor: 'mei', action: 'coupon issue', target: '1 coupon' });
  expect((await newest())?.after).toMatchObject({ ...worth, outletId: null });
});

it('cash coupons are of their outlet and in its currency', async () => {
  const outlet = await server().world.outlet({ currency: 'RM' });
  const { numbers } = await cash(outlet);
  for (const cashCouponNo of numbers)
    expect(await findCashCoupon(server().pool, cashCouponNo)).toMatchObject({
      cashCouponNo,
      outletId: outlet.outletId,
      amount: 1500,
      currency: 'RM',
      issuedBy: null,
      usedByOrderId: null,
    });
  expect(await newest()).toMatchObject({ action: 'cash-coupon issue', target: '2 cash coupons' });
});

it('none is issued where the numbers cannot be handed over, for an unknown outlet, or with an end in the past', async () => {
  const outlet = await server().world.outlet();
  const fail = () => Promise.reject(new Error('disk full'));
  const batch = { outletId: outlet.id, amount: 1, expiresAt: later, count: 1 };
  const free = { property: 'free' as const, outletId: outlet.id, expiresAt: later, count: 1 };
  const unknown = { outletId: 999_999_999 };
  await expect(issueCoupons(admin(), free, fail)).rejects.toThrow('disk full');
  await expect(issueCashCoupons(admin(), batch, fail)).rejects.toThrow('disk full');
  await expect(issueCoupons(admin(), { ...free, ...unknown }, handOver)).rejects.toThrow('outletNotFound');
  await expect(issueCashCoupons(admin(), { ...batch, ...unknown }, handOver)).rejects.toThrow('outletNotFound');
  await expect(issueCoupons(admin(), { ...free, expiresAt: now }, handOver)).rejects.toThrow('expiryInPast');
  await expect(issueCashCoupons(admin(), { ...batch, expiresAt: now }, handOver)).rejects.toThrow('expiryInPast');
  await expect(issueCoupons(admin(), { ...free, percentOff: 5 }, handOver)).rejects.toThrow('couponPercentMismatch');
  const issued = 'SELECT no FROM coupons WHERE outlet_id = $1 UNION SELECT no FROM cash_coupons WHERE outlet_id = $1';
  expect((await server().pool.query(issued, [outlet.id])).rows).toEqual([]);
});

it('a coupon is voided once, with the time, and no other is', async () => {
  const { numbers } = await discounts(null);
  const [number = '', other = ''] = numbers;
  expect(await voidCoupon(admin(), number)).toMatchObject({ couponNo: number, voidedAt: now });
  expect(await newest()).toMatchObject({
    action: 'coupon void',
    target: `coupon ${number}`,
    before: { voidedAt: null },
    after: { voidedAt: now.toISOString() },
  });
  expect(await findCoupon(server().pool, other)).toMatchObject({ voidedAt: null });
  await expect(voidCoupon(admin(), number)).rejects.toMatchObject({ problem: 'couponVoid', params: { number } });
  await expect(voidCoupon(admin(), '1')).rejects.toMatchObject({ problem: 'couponNotFound', params: { number: '1' } });
});

it('a cash coupon is voided once, with the time, and no other is', async () => {
  const { numbers } = await cash(await server().world.outlet());
  const [number = '', other = ''] = numbers;
  expect(await voidCashCoupon(admin(), number)).toMatchObject({ cashCouponNo: number, voidedAt: now });
  expect(await newest()).toMatchObject({
    action: 'cash-coupon void',
    target: `cash coupon ${number}`,
    before: { voidedAt: null },
    after: { voidedAt: now.toISOString() },
  });
  expect(await findCashCoupon(server().pool, other)).toMatchObject({ voidedAt: null });
  await expect(voidCashCoupon(admin(), number)).rejects.toMatchObject({
    problem: 'cashCouponVoid',
    params: { number },
  });
  const unknown = { problem: 'cashCouponNotFound', params: { number: '1' } };
  await expect(voidCashCoupon(admin(), '1')).rejects.toMatchObject(unknown);
});

it('a coupon used by an order cannot be voided, and the error names the order', async () => {
  const outlet = await server().world.outlet();
  const [coupon = '', unused = ''] = (await discounts(null)).numbers;
  const [cashCoupon = ''] = (await cash(outlet)).numbers;
  const orderId = await useIn(outlet, { coupon, cashCoupon });
  await expect(voidCoupon(admin(), coupon)).rejects.toMatchObject({
    problem: 'couponUsed',
    params: { number: coupon, orderId },
  });
  await expect(voidCashCoupon(admin(), cashCoupon)).rejects.toMatchObject({
    problem: 'cashCouponUsed',
    params: { number: cashCoupon, orderId },
  });
  expect(await findCoupon(server().pool, coupon)).toMatchObject({ usedByOrderId: orderId, voidedAt: null });
  expect(await findCashCoupon(server().pool, cashCoupon)).toMatchObject({ usedByOrderId: orderId, voidedAt: null });
  expect(await findCoupon(server().pool, unused)).toMatchObject({ usedByOrderId: null });
});

it('coupons that were issued together are listed with their use, the newest first, at most as many as asked for', async () => {
  const outlet = await server().world.outlet();
  await discounts(outlet.id, 1);
  const [used = '', voided = ''] = (await discounts(outlet.id, 4)).numbers;
  await useIn(outlet, { coupon: used });
  await voidCoupon(admin(), voided);
  const [newestBatch, olderBatch, ...more] = await couponBatches(server().pool, 2);
  expect(newestBatch).toMatchObject({ outlet_id: outlet.id, percent_off: 20, issued: 4, used: 1, voided: 1 });
  expect(olderBatch).toMatchObject({ outlet_id: outlet.id, issued: 1, used: 0, voided: 0 });
  expect(more).toEqual([]);
});

it('a cash coupon of the counter is voided with its start; one sold before stays valid', async () => {
  const outlet = await server().world.outlet();
  const manager = await server().world.manager([outlet]);
  const [sold = ''] = (await cash(outlet)).numbers;
  const of = (no: string) => ({
    no,
    outletId: outlet.id,
    amount: 1500,
    currency: 'CNY' as const,
    issuedBy: manager.accountId,
    createdAt: now,
    expiresAt: later,
  });
  await issueAtCounter(server().pool, of('AT-COUNTER-1'));
  await issueAtCounter(server().pool, of('AT-COUNTER-2'));
  for (const no of [sold, 'AT-COUNTER-1']) await voidIssuedAtCounter(server().pool, no, now);
  await voidIssuedAtCounter(server().pool, 'AT-COUNTER-1', later);
  const voidedAt = async (no: string) => (await findCashCoupon(server().pool, no)).voidedAt;
  expect(await voidedAt('AT-COUNTER-1')).toEqual(now);
  expect(await voidedAt('AT-COUNTER-2')).toBeNull();
  expect(await voidedAt(sold)).toBeNull();
  expect(await findCashCoupon(server().pool, 'AT-COUNTER-2')).toMatchObject({ issuedBy: manager.account });
});
