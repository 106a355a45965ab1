import type { InputOf, OutputOf } from '@recline/contract/call';
import type { Price, starting } from '@recline/contract/starting';
import { type Db, transaction } from '../../../platform/db.ts';
import { type AppError, fail } from '../../../platform/error.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requireWithin } from '../../../platform/rate-limit.ts';
import type { Orders } from '../environment.ts';
import { countIfWrong, couponTries } from './limits.ts';
import { availability, type CouponInput, quote, requireChair } from './start.rules.ts';
import { chairById, couponNamed, type PriceRow, pricesOfGroup, type StartFacts, startFacts } from './start.sql.ts';

/** Queries before a start. */
type Reading = Pick<Orders, 'requestPool' | 'clock'>;

/** The id of the order on a chair, for those who may see it; null if the chair is free. */
export async function deviceStatus({ requestPool }: Reading, caller: Caller, deviceId: string): Promise<string | null> {
  const chair = requireChair(caller, await chairById.maybe(requestPool, deviceId));
  const found = availability(chair, caller);
  if (typeof found === 'string') throw fail(found);
  return 'orderId' in found ? String(found.orderId) : null;
}

/** The chair's price list, as the JSON string that the contract requires. */
export async function priceGroup({ requestPool }: Reading, deviceId: string): Promise<string> {
  const chair = await chairById.maybe(requestPool, deviceId);
  if (!chair) throw fail('unknownDevice');
  const rows = await pricesOfGroup(requestPool, chair.price_group_id);
  if (rows.length === 0) throw fail('noPriceList');
  return JSON.stringify(rows.map(toPrice));
}

export const toPrice = ({ id, ...price }: PriceRow): Price => ({ priceId: String(id), ...price });

type QuoteInput = InputOf<(typeof starting)['quote']>;
type Quote = OutputOf<(typeof starting)['quote']>;

/**
 * The net price of each package that a coupon is valid for. Applies the rules of a start, except that the chair need
 * not be free yet.
 */
export async function quoteOf(
  { requestPool, clock }: Reading,
  caller: Caller,
  input: QuoteInput,
  address: string,
): Promise<Quote> {
  const now = clock();
  const given = await withKind(requestPool, input);
  const numbers = couponTries(caller, given, address);
  const quoted = await transaction(requestPool, async (db) => {
    await requireWithin(db, numbers, now);
    const { deviceId, couponNo = null, cashCouponNo = null } = given;
    const question = { accountId: caller.accountId, requestId: null, deviceId, priceId: null, couponNo, cashCouponNo };
    const facts = await startFacts(db, question, now);
    const { price_group_id } = requireChair(caller, facts.chair ?? undefined);
    const answer = quotesFor(caller, given, facts, await pricesOfGroup(db, price_group_id), now);
    if ('refusal' in answer) await countIfWrong(db, numbers, answer.refusal, now);
    return answer;
  });
  if ('refusal' in quoted) throw quoted.refusal;
  return { ...quoted, ...(input.coupon !== undefined && { isCash: given.cashCouponNo !== undefined }) };
}

async function withKind(db: Db, { coupon, ...input }: QuoteInput): Promise<Omit<QuoteInput, 'coupon'>> {
  return coupon === undefined ? input : { ...input, ...(await couponNamed(db, coupon)) };
}

/** A coupon that is valid for no package is refused with the reason for the first. */
function quotesFor(
  caller: Caller,
  input: CouponInput,
  facts: StartFacts,
  prices: readonly PriceRow[],
  now: Date,
): Quote | { refusal: AppError } {
  const chair = requireChair(caller, facts.chair ?? undefined);
  const [first] = prices;
  if (!first) throw fail('noPriceList');
  const quotes = prices.map((price) => ({ price, ...quote(caller, input, facts, { chair, price }, now) }));
  const rows = quotes.flatMap((each) =>
    'amount' in each ? [{ priceId: String(each.price.id), amount: each.amount }] : [],
  );
  const [refused] = quotes;
  if (rows.length === 0 && refused && 'refusal' in refused) return { refusal: refused.refusal };
  return { currency: first.currency, rows };
}
