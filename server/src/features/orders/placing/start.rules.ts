import type { OrderStatus } from '@recline/contract/dictionary';
import type { ErrorName } from '@recline/contract/errors';
import { limits } from '@recline/contract/limits';
import type { Currency } from '@recline/contract/money';
import { type AppError, fail } from '../../../platform/error.ts';
import { tooMany } from '../../../platform/rate-limit.ts';
import type { OrderState } from '../lifecycle/lifecycle.rules.ts';
import type { OrderToPlace } from '../lifecycle/lifecycle.service.ts';
import { type Choice, cashCouponProblem, couponProblem, discounted, placeOf } from './coupon.rules.ts';
import type { CashCouponRow, ChairRow, CouponRow, StartFacts } from './start.sql.ts';

/** Who starts a chair. */
export interface Starter {
  accountId: number;
  name: string;
  role: 'manager' | 'consumer';
  outletIds: readonly number[];
  boundOutletId: number | null;
}

/** A manager starts the chairs of its outlets; an end user who is bound to an outlet only that one's. */
export function mayStartAt(starter: Starter, outletId: number): boolean {
  if (starter.role === 'manager') return starter.outletIds.includes(outletId);
  return starter.boundOutletId === null || starter.boundOutletId === outletId;
}

export type Availability = { free: true } | { orderId: number } | 'deviceUnavailable' | 'deviceInUse';

/**
 * Whether a chair can be started now. The owner of the order on it, and the outlet's manager, are referred to that
 * order.
 */
export function availability(chair: ChairRow, starter: Starter): Availability {
  if (chair.holder_id !== null) {
    const mayKnow = chair.holder_by === starter.accountId || starter.role === 'manager';
    return mayKnow ? { orderId: chair.holder_id } : 'deviceInUse';
  }
  return chair.online && chair.fault_code === null && !chair.closed ? { free: true } : 'deviceUnavailable';
}

export interface CouponInput {
  couponNo?: string | undefined;
  cashCouponNo?: string | undefined;
}

export interface StartInput extends CouponInput {
  deviceId: string;
  priceId: string;
  payType: string;
  requestId: string;
}

export interface StartContext {
  now: Date;
  /** Whether the broker is connected, so that chairs can be reached. */
  connected: boolean;
  /** Whether a provider takes that currency in the starter's browser. */
  isOffered(provider: string, currency: Currency): boolean;
  newCouponNo: () => string;
}

/** Decides a request: the order to place, or the reason to refuse it. */
export function decideStart(
  starter: Starter,
  input: StartInput,
  facts: StartFacts,
  context: StartContext,
): { toPlace: OrderToPlace } | { refusal: AppError } {
  try {
    if (isTooOften(starter, facts)) throw tooMany(60);
    const choice = requireStartable(starter, facts, context);
    const terms = agreeOn(starter, input, facts, choice, context);
    return { toPlace: orderOf(starter, input, choice, terms, context) };
  } catch (error) {
    if (isAppError(error)) return { refusal: error };
    throw error;
  }
}

const isTooOften = ({ role }: Starter, { recent }: StartFacts): boolean =>
  role === 'consumer' && recent >= limits.startsPerMinute;

const isAppError = (error: unknown): error is AppError => error instanceof Error && 'problem' in error;

function requireStartable(
  starter: Starter,
  { chair, price, has_prices }: StartFacts,
  { connected }: StartContext,
): Choice {
  if (!connected) throw fail('unavailable');
  const known = requireChair(starter, chair ?? undefined);
  const found = availability(known, starter);
  if (typeof found === 'string') throw fail(found);
  if ('orderId' in found) throw fail('deviceInUse');
  if (!price) throw has_prices ? fail('badRequest', { field: 'priceId' }) : fail('noPriceList');
  return { chair: known, price };
}

/** The chair, if it exists and this account may start it. */
export function requireChair(starter: Starter, chair: ChairRow | undefined): ChairRow {
  if (!chair) throw fail('unknownDevice');
  if (!mayStartAt(starter, chair.outlet_id)) throw fail('wrongOutlet', { name: starter.name }, { name: starter.name });
  return chair;
}

/** The price of an order and how it is paid. */
export type Terms = { amount: number } & (
  | { how: 'counter' }
  | { how: 'cash coupon'; coupon: CashCouponRow }
  | { how: 'online'; provider: string; coupon: CouponRow | null }
  | { how: 'free'; coupon: CouponRow | null }
);

function agreeOn(
  starter: Starter,
  input: StartInput,
  facts: StartFacts,
  choice: Choice,
  { now, isOffered }: StartContext,
): Terms {
  if (starter.role === 'manager') return atCounter(input, choice);
  if (input.payType === 'cash') return byCashCoupon(input, facts, choice, now);
  refuse(input, 'cashCouponNo');
  const { coupon, amount } = withCoupon(input, facts, choice, now);
  if (amount === 0) return { how: 'free', amount, coupon };
  if (input.payType === 'coupon') throw fail('badRequest', { field: coupon ? 'payType' : 'couponNo' });
  if (!isOffered(input.payType, choice.price.currency)) throw fail('paymentFailed');
  return { how: 'online', amount, provider: input.payType, coupon };
}

function refuse(input: CouponInput, ...fields: ('couponNo' | 'cashCouponNo')[]): void {
  const given = fields.find((field) => input[field] !== undefined);
  if (given) throw fail('badRequest', { field: given });
}

function atCounter(input: StartInput, { price }: Choice): Terms {
  if (input.payType !== 'cash') throw fail('badRequest', { field: 'payType' });
  refuse(input, 'couponNo', 'cashCouponNo');
  return { how: 'counter', amount: price.amount };
}

/** A cash coupon pays for any package up to its amount; the order then costs that amount. */
function byCashCoupon(input: CouponInput, facts: CouponFacts, choice: Choice, now: Date): Terms {
  refuse(input, 'couponNo');
  if (input.cashCouponNo === undefined) throw fail('badRequest', { field: 'cashCouponNo' });
  const { cash_coupon: coupon, unpaid_id } = facts;
  if (!coupon) throw fail('badCashCoupon', { why: 'unknown' });
  const why = cashCouponProblem(coupon, placeOf(choice), choice.price, { unpaid_id, now });
  if (why) throw fail('badCashCoupon', { why });
  return { how: 'cash coupon', amount: coupon.amount, coupon };
}

function couponOf(input: CouponInput, facts: CouponFacts, choice: Choice, now: Date): CouponRow | null {
  if (input.couponNo === undefined) return null;
  const { coupon, unpaid_id } = facts;
  if (!coupon) throw fail('badCoupon', { why: 'unknown' });
  const why = couponProblem(coupon, placeOf(choice), { unpaid_id, now });
  if (why) throw fail('badCoupon', { why });
  return coupon;
}

function withCoupon(input: CouponInput, facts: CouponFacts, choice: Choice, now: Date) {
  const coupon = couponOf(input, facts, choice, now);
  return { coupon, amount: coupon ? discounted(choice.price.amount, coupon) : choice.price.amount };
}

export type CouponFacts = Pick<StartFacts, 'coupon' | 'cash_coupon' | 'unpaid_id'>;

/** The rest to pay for a package with a coupon, or with a cash coupon, which pays for all of it. */
export function quote(
  starter: Starter,
  input: CouponInput,
  facts: CouponFacts,
  choice: Choice,
  now: Date,
): { amount: number } | { refusal: AppError } {
  try {
    if (starter.role === 'manager') refuse(input, 'couponNo', 'cashCouponNo');
    if (input.cashCouponNo === undefined) return { amount: withCoupon(input, facts, choice, now).amount };
    byCashCoupon(input, facts, choice, now);
    return { amount: 0 };
  } catch (error) {
    if (isAppError(error)) return { refusal: error };
    throw error;
  }
}

const couponDays = 365;

function orderOf(
  { accountId }: Starter,
  { requestId }: StartInput,
  { chair, price }: Choice,
  terms: Terms,
  { now, newCouponNo }: StartContext,
): OrderToPlace {
  const coupon = 'coupon' in terms && terms.how !== 'cash coupon' ? terms.coupon : null;
  const cashCouponNo = terms.how === 'counter' ? newCouponNo() : terms.how === 'cash coupon' ? terms.coupon.no : null;
  const order: OrderToPlace['order'] = {
    type: cashCouponNo === null ? 'online' : 'cash_coupon',
    status: terms.how === 'online' ? 'pending' : 'starting',
    pay_type: cashCouponNo !== null ? 'cash' : terms.how === 'online' ? terms.provider : 'coupon',
    device_id: chair.id,
    outlet_id: chair.outlet_id,
    placed_by: accountId,
    request_id: requestId,
    gear: price.gear,
    minutes: price.minutes,
    list_amount: price.amount,
    amount: terms.amount,
    currency: price.currency,
    coupon_no: coupon?.no ?? null,
    coupon_property: coupon?.property ?? null,
    cash_coupon_no: cashCouponNo,
    created_at: now,
    started_at: null,
    ends_at: null,
    ended_at: null,
    overlapping: false,
  };
  return terms.how === 'counter' && cashCouponNo !== null ? paidAtCounter(order, cashCouponNo, now) : { order };
}

/** Records the cash, and issues the cash coupon for it with the order. */
function paidAtCounter(order: OrderToPlace['order'], no: string, now: Date): OrderToPlace {
  const { outlet_id: outletId, amount, currency, placed_by: issuedBy } = order;
  const expiresAt = new Date(now.getTime() + couponDays * 24 * 3600_000);
  const issued = { no, outletId, amount, currency, issuedBy, createdAt: now, expiresAt };
  return { order, cash: { provider: 'cash', ref: no }, issued };
}

type StartProblem = Extract<ErrorName, 'deviceDidNotStart' | 'paymentFailed'>;

/** The error for a request whose order has this status; undefined: no error. */
export function problemOf(status: OrderStatus): StartProblem | undefined {
  if (status === 'failed') return 'deviceDidNotStart';
  return status === 'cancelled' ? 'paymentFailed' : undefined;
}

const ofSame = ['device_id', 'gear', 'minutes', 'amount', 'currency', 'pay_type'] as const;

/** Whether an unpaid order equals the one to place, and can be paid instead. */
export const isForSame = (unpaid: OrderState, { order }: OrderToPlace): boolean =>
  order.coupon_no === null && ofSame.every((field) => unpaid[field] === order[field]);
