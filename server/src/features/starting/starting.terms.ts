import type { InputOf } from '@recline/contract/call';
import type { PayType } from '@recline/contract/dictionary';
import type { starting } from '@recline/contract/starting';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import * as rules from './starting.rules.ts';
import * as sql from './starting.sql.ts';

type ActivateInput = InputOf<(typeof starting)['activate']>;

export interface AgreedTerms extends rules.Terms {
  couponNo: string | null;
  couponProperty: sql.CouponRow['property'] | null;
}

/** Works out what an order costs this caller and how it is paid, or says why it cannot be. */
export function makeTerms(pool: Pool, clock: Clock, providers: readonly PayType[]) {
  return async (
    caller: Caller,
    input: ActivateInput,
    chair: sql.ChairRow,
    price: sql.PriceRow,
  ): Promise<AgreedTerms> => {
    if (caller.role === 'manager') return atTheCounter(input, price);
    if (input.payType === 'cash') return byCashCoupon(input, chair, price);
    if (input.cashCouponNo !== undefined) throw fail('badRequest', { field: 'cashCouponNo' });
    if (input.couponNo !== undefined) return byCoupon(input, input.couponNo, chair, price);
    if (input.payType === 'coupon') throw fail('badRequest', { field: 'couponNo' });
    return { ...online(input.payType, price.amount), couponNo: null, couponProperty: null };
  };

  function atTheCounter(input: ActivateInput, price: sql.PriceRow): AgreedTerms {
    if (input.payType !== 'cash') throw fail('badRequest', { field: 'payType' });
    if (input.couponNo !== undefined) throw fail('badRequest', { field: 'couponNo' });
    if (input.cashCouponNo !== undefined) throw fail('badRequest', { field: 'cashCouponNo' });
    return {
      type: 'cash_coupon',
      payType: 'cash',
      amount: price.amount,
      settlement: { how: 'counter' },
      couponNo: null,
      couponProperty: null,
    };
  }

  async function byCashCoupon(input: ActivateInput, chair: sql.ChairRow, price: sql.PriceRow): Promise<AgreedTerms> {
    if (input.couponNo !== undefined) throw fail('badRequest', { field: 'couponNo' });
    if (input.cashCouponNo === undefined) throw fail('badRequest', { field: 'cashCouponNo' });
    const coupon = await sql.cashCouponByNo.maybe(pool, input.cashCouponNo);
    const place = { outletId: chair.outlet_id, currency: price.currency };
    if (!coupon || !rules.cashCouponFits(coupon, place, price, clock())) throw fail('badCashCoupon');
    return {
      type: 'cash_coupon',
      payType: 'cash',
      amount: coupon.amount,
      settlement: { how: 'cash coupon', coupon },
      couponNo: null,
      couponProperty: null,
    };
  }

  async function byCoupon(
    input: ActivateInput,
    couponNo: string,
    chair: sql.ChairRow,
    price: sql.PriceRow,
  ): Promise<AgreedTerms> {
    const coupon = await sql.couponByNo.maybe(pool, couponNo);
    const place = { outletId: chair.outlet_id, currency: price.currency };
    if (!coupon || !rules.couponFits(coupon, place, clock())) throw fail('badCoupon');
    const amount = rules.discounted(price.amount, coupon);
    const used = { couponNo: coupon.no, couponProperty: coupon.property };
    if (amount > 0 && input.payType === 'coupon') throw fail('badRequest', { field: 'payType' });
    return { ...online(input.payType, amount), ...used };
  }

  /** What costs nothing needs no provider. */
  function online(payType: ActivateInput['payType'], amount: number): rules.Terms {
    if (amount === 0) return { type: 'online', payType: 'coupon', amount, settlement: { how: 'free' } };
    if (!providers.includes(payType)) throw fail('paymentFailed');
    return { type: 'online', payType, amount, settlement: { how: 'online', payType } };
  }
}
