import type { ErrorName } from '@recline/contract/errors';
import { limits } from '@recline/contract/limits';
import type { Currency } from '@recline/contract/money';
import { type AppError, fail } from '../../platform/error.ts';
import { tooMany } from '../../platform/rate-limit.ts';
import type { OrderToPlace } from './lifecycle.ts';
import type { CashCouponRow, ChairRow, CouponRow, PlacingFacts, PriceRow } from './placing.sql.ts';

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

/** Whether a chair can be started now. The owner of the order on it, and the outlet's manager, get that order. */
export function availability(chair: ChairRow, starter: Starter): Availability {
  if (chair.holder_id !== null) {
    const mayKnow = chair.holder_by === starter.accountId || starter.role === 'manager';
    return mayKnow ? { orderId: chair.holder_id } : 'deviceInUse';
  }
  return chair.online && chair.fault_code === null ? { free: true } : 'deviceUnavailable';
}

export interface CouponInput {
  couponNo?: string | undefined;
  cashCouponNo?: string | undefined;
}

export interface PlacingInput extends CouponInput {
  deviceId: string;
  priceId: string;
  payType: string;
  requestId: string;
  /** Seconds until the starter may try a coupon number again, after too many wrong ones. */
  couponWait?: number | undefined;
}

export type Placing =
  | { kind: 'repeat'; orderId: number }
  | { kind: 'refused'; error: AppError }
  | { kind: 'place'; toPlace: OrderToPlace; replaces: number | null };

export interface PlacingContext {
  now: Date;
  /** Whether chairs can be reached at all. */
  connected: boolean;
  /** Whether a provider takes that currency in the starter's browser. */
  isOffered(provider: string, currency: Currency): boolean;
  newCouponNo: () => string;
}

/** What becomes of a request to start a chair. */
export function decidePlacing(
  starter: Starter,
  input: PlacingInput,
  facts: PlacingFacts,
  context: PlacingContext,
): Placing {
  if (facts.repeat) return { kind: 'repeat', orderId: facts.repeat.id };
  try {
    if (isTooOften(starter, facts)) throw tooMany(60);
    if (input.couponWait) throw tooMany(input.couponWait);
    const { chair, price } = requireStartable(starter, facts, context);
    const terms = agreeOn(starter, input, facts, { chair, price }, context);
    return { kind: 'place', ...toPlace(starter, input, { chair, price }, terms, facts, context) };
  } catch (error) {
    if (isAppError(error)) return { kind: 'refused', error };
    throw error;
  }
}

const isTooOften = ({ role }: Starter, { recent }: PlacingFacts): boolean =>
  role === 'consumer' && recent >= limits.activationsPerMinute;

const isAppError = (error: unknown): error is AppError => error instanceof Error && 'problem' in error;

export interface Offer {
  chair: ChairRow;
  price: PriceRow;
}

function requireStartable(
  starter: Starter,
  { chair, price, has_prices }: PlacingFacts,
  { connected }: PlacingContext,
): Offer {
  if (!connected) throw fail('unavailable');
  const known = requireChair(starter, chair ?? undefined);
  const found = availability(known, starter);
  if (typeof found === 'string') throw fail(found);
  if ('orderId' in found) throw fail('deviceInUse');
  if (!price) throw has_prices ? fail('badRequest', { field: 'priceId' }) : fail('noPriceList');
  return { chair: known, price };
}

/** The chair, if it exists and this starter may start it. */
export function requireChair(starter: Starter, chair: ChairRow | undefined): ChairRow {
  if (!chair) throw fail('unknownDevice');
  if (!mayStartAt(starter, chair.outlet_id)) throw fail('wrongOutlet', { name: starter.name }, { name: starter.name });
  return chair;
}

/** What an order costs and how it is paid. */
export type Terms = { amount: number } & (
  | { how: 'counter' }
  | { how: 'cash coupon'; coupon: CashCouponRow }
  | { how: 'online'; provider: string; coupon: CouponRow | null }
  | { how: 'free'; coupon: CouponRow | null }
);

function agreeOn(
  starter: Starter,
  input: PlacingInput,
  facts: PlacingFacts,
  offer: Offer,
  { now, isOffered }: PlacingContext,
): Terms {
  if (starter.role === 'manager') return atCounter(input, offer);
  if (input.payType === 'cash') return byCashCoupon(input, facts, offer, now);
  refuse(input, 'cashCouponNo');
  const { coupon, amount } = withCoupon(input, facts, offer, now);
  if (amount === 0) return { how: 'free', amount, coupon };
  if (input.payType === 'coupon') throw fail('badRequest', { field: coupon ? 'payType' : 'couponNo' });
  if (!isOffered(input.payType, offer.price.currency)) throw fail('paymentFailed');
  return { how: 'online', amount, provider: input.payType, coupon };
}

function refuse(input: CouponInput, ...fields: ('couponNo' | 'cashCouponNo')[]): void {
  const given = fields.find((field) => input[field] !== undefined);
  if (given) throw fail('badRequest', { field: given });
}

function atCounter(input: PlacingInput, { price }: Offer): Terms {
  if (input.payType !== 'cash') throw fail('badRequest', { field: 'payType' });
  refuse(input, 'couponNo', 'cashCouponNo');
  return { how: 'counter', amount: price.amount };
}

/** A cash coupon pays for any package up to its amount; the order then costs that amount. */
function byCashCoupon(input: CouponInput, facts: CouponFacts, offer: Offer, now: Date): Terms {
  refuse(input, 'couponNo');
  if (input.cashCouponNo === undefined) throw fail('badRequest', { field: 'cashCouponNo' });
  const { cash_coupon: coupon } = facts;
  const place = placeOf(offer);
  if (!coupon || !isUsable(coupon, facts, now) || !cashCouponFits(coupon, place, offer.price))
    throw fail('badCashCoupon');
  return { how: 'cash coupon', amount: coupon.amount, coupon };
}

function couponOf(input: CouponInput, facts: CouponFacts, offer: Offer, now: Date): CouponRow | null {
  if (input.couponNo === undefined) return null;
  const { coupon } = facts;
  if (!coupon || !isUsable(coupon, facts, now) || !couponFits(coupon, placeOf(offer))) throw fail('badCoupon');
  return coupon;
}

function withCoupon(input: CouponInput, facts: CouponFacts, offer: Offer, now: Date) {
  const coupon = couponOf(input, facts, offer, now);
  return { coupon, amount: coupon ? discounted(offer.price.amount, coupon) : offer.price.amount };
}

export type CouponFacts = Pick<PlacingFacts, 'coupon' | 'cash_coupon' | 'unpaid_id'>;

/** What is left to pay for a package with a coupon, or with a cash coupon, which pays for all of it. */
export function quote(
  starter: Starter,
  input: CouponInput,
  facts: CouponFacts,
  offer: Offer,
  now: Date,
): { amount: number } | { refusal: AppError } {
  try {
    if (starter.role === 'manager') refuse(input, 'couponNo', 'cashCouponNo');
    if (input.cashCouponNo === undefined) return { amount: withCoupon(input, facts, offer, now).amount };
    byCashCoupon(input, facts, offer, now);
    return { amount: 0 };
  } catch (error) {
    if (isAppError(error)) return { refusal: error };
    throw error;
  }
}

interface Place {
  outletId: number;
  currency: Currency;
}
const placeOf = ({ chair, price }: Offer): Place => ({ outletId: chair.outlet_id, currency: price.currency });

/** Not void, not expired, and used by no order but the caller's own unpaid one, which the new order replaces. */
export function isUsable(
  coupon: Pick<CouponRow, 'voided_at' | 'expires_at' | 'used_by'>,
  { unpaid_id }: Pick<PlacingFacts, 'unpaid_id'>,
  now: Date,
): boolean {
  if (coupon.voided_at !== null || new Date(coupon.expires_at) <= now) return false;
  return coupon.used_by === null || coupon.used_by === unpaid_id;
}

export const couponFits = (coupon: Pick<CouponRow, 'outlet_id' | 'currency'>, { outletId, currency }: Place): boolean =>
  (coupon.outlet_id === null || coupon.outlet_id === outletId) &&
  (coupon.currency === null || coupon.currency === currency);

export const cashCouponFits = (
  coupon: Pick<CashCouponRow, 'outlet_id' | 'currency' | 'amount'>,
  place: Place,
  price: Pick<PriceRow, 'amount'>,
): boolean =>
  coupon.outlet_id === place.outletId && coupon.currency === place.currency && coupon.amount >= price.amount;

/** What is left to pay of a price: half a minor unit is rounded up, and nothing goes below zero. */
export function discounted(amount: number, coupon: Pick<CouponRow, 'property' | 'percent_off' | 'amount_off'>): number {
  if (coupon.property === 'free') return 0;
  if (coupon.property === 'discount') return Math.floor((amount * (100 - (coupon.percent_off ?? 0)) + 50) / 100);
  return Math.max(0, amount - (coupon.amount_off ?? 0));
}

const couponDays = 365;

function toPlace(
  starter: Starter,
  { requestId }: PlacingInput,
  { chair, price }: Offer,
  terms: Terms,
  { unpaid_id }: PlacingFacts,
  { now, newCouponNo }: Pick<PlacingContext, 'now' | 'newCouponNo'>,
): { toPlace: OrderToPlace; replaces: number | null } {
  const coupon = 'coupon' in terms && terms.how !== 'cash coupon' ? terms.coupon : null;
  const cashCouponNo = terms.how === 'counter' ? newCouponNo() : terms.how === 'cash coupon' ? terms.coupon.no : null;
  const order: OrderToPlace['order'] = {
    type: cashCouponNo === null ? 'online' : 'cash_coupon',
    status: terms.how === 'online' ? 'pending' : 'starting',
    pay_type: cashCouponNo !== null ? 'cash' : terms.how === 'online' ? terms.provider : 'coupon',
    device_id: chair.id,
    outlet_id: chair.outlet_id,
    placed_by: starter.accountId,
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
  const counter =
    terms.how === 'counter' && cashCouponNo !== null
      ? {
          cash: { provider: 'cash' as const, ref: cashCouponNo },
          couponUntil: new Date(now.getTime() + couponDays * 24 * 3600_000),
        }
      : {};
  return { toPlace: { order, ...counter }, replaces: unpaid_id };
}

/** The error for a request whose order has this status; undefined: no error. */
export function errorOf(status: string): Extract<ErrorName, 'deviceDidNotStart' | 'paymentFailed'> | undefined {
  if (status === 'failed') return 'deviceDidNotStart';
  return status === 'cancelled' ? 'paymentFailed' : undefined;
}
