import type { InputOf, OutputOf } from '@recline/contract/call';
import type { starting } from '@recline/contract/starting';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { tooMany } from '../../platform/rate-limit.ts';
import * as rules from './placing.rules.ts';
import * as sql from './placing.sql.ts';

interface QuoteDeps {
  pool: Pool;
  clock: Clock;
}

type Quote = OutputOf<(typeof starting)['quote']>;

/**
 * What is left to pay with a coupon, for each package that it is good for. By the rules of placing, except that the
 * chair need not be free: that is decided when it is started. `couponWait`: seconds until a number may be tried again.
 */
export async function quoteOf(
  { pool, clock }: QuoteDeps,
  caller: Caller,
  input: InputOf<(typeof starting)['quote']>,
  couponWait: number,
): Promise<Quote> {
  if (couponWait > 0) throw tooMany(couponWait);
  const now = clock();
  const facts = await factsOf(pool, caller, input, now);
  const chair = rules.requireChair(caller, facts.chair ?? undefined);
  const prices = await sql.pricesOfGroup(pool, chair.price_group_id);
  const [first] = prices;
  if (!first) throw fail('noPriceList');
  const quotes = prices.map((price) => ({ price, ...rules.quote(caller, input, facts, { chair, price }, now) }));
  const rows = quotes.flatMap((each) =>
    'amount' in each ? [{ priceId: String(each.price.id), amount: each.amount }] : [],
  );
  const [refused] = quotes;
  if (rows.length === 0 && refused && 'refusal' in refused) throw refused.refusal;
  return { currency: first.currency, rows };
}

async function factsOf(pool: Pool, { accountId }: Caller, input: InputOf<(typeof starting)['quote']>, now: Date) {
  const { deviceId, couponNo = null, cashCouponNo = null } = input;
  const question: sql.FactsQuestion = { accountId, requestId: null, deviceId, priceId: null, couponNo, cashCouponNo };
  return sql.placingFacts.one(pool, JSON.stringify([question]), now);
}
