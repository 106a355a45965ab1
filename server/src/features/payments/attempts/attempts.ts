import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';
import type { Db } from '../../../platform/db.ts';
import { fail } from '../../../platform/error.ts';
import type { Payments } from '../environment.ts';
import {
  AlreadyPaid,
  Misconfigured,
  type PaymentProvider,
  type Prepaid,
  type PrepayRequest,
  Refused,
  type Way,
} from '../providers/provider.ts';
import { type Occasion, offered } from './attempts.rules.ts';
import * as sql from './attempts.sql.ts';
import { attemptNumber } from './numbers.ts';

/** The payer and their browser, for the provider and for the return. */
export type Payer = PrepayRequest['payer'] & {
  language: Language;
  /** The origin that the payer's browser is on. */
  origin: string;
};

/** What is paid for. */
export interface Purchase {
  orderId: number;
  description: string;
  /** Return paths: after paying, and after cancelling. */
  returnTo: string;
  backTo: string;
}

export interface NewAttempt {
  orderId: number;
  provider: string;
  amount: number;
  currency: Currency;
  /** Payment should be impossible from then on. */
  until: Date;
}

export const providerOf = (
  { providers }: { providers: readonly PaymentProvider[] },
  name: string,
): PaymentProvider | undefined => providers.find((provider) => provider.name === name);

/** Whether a provider can be used there. */
export const isOffered = ({ providers }: Payments, name: string, occasion: Occasion): boolean =>
  offered(providers, occasion).some((each) => each.name === name);

/** Opens the first attempt of an order, in the transaction that places it. */
export const openFirstAttempt = (db: Db, payments: Payments, asked: NewAttempt, now: Date): Promise<void> =>
  openAttempt(db, payments, { ...asked, attempt: 1 }, now);

async function openAttempt(
  db: Db,
  { timing, installation }: Payments,
  { orderId, attempt, ...terms }: NewAttempt & { attempt: number },
  now: Date,
): Promise<void> {
  const number = attemptNumber(await installation(), orderId, attempt);
  const query_at = new Date(now.getTime() + timing.queryAfterMs);
  await sql.insertAttempt(db, { order_id: orderId, attempt, number, ...terms, created_at: now, query_at });
}

/**
 * Ensures an attempt that this payer can use, for an order whose lock the caller holds: the open one, or a new one if
 * the provider or the browser has changed. Two are never open at once: returns the attempts that must first be closed
 * at their provider; those in `closed` already are.
 */
export async function prepareAttempt(
  db: Db,
  payments: Payments,
  { asked, payer, closed }: { asked: NewAttempt; payer: Payer; closed: readonly sql.AttemptRow[] },
  now: Date,
): Promise<readonly sql.AttemptRow[]> {
  const open = await sql.openAttemptsOf(db, asked.orderId);
  const usable = open.find((each) => !each.closing && each.provider === asked.provider && fits(each, payer));
  if (usable) {
    await sql.payAgain(db, usable.id);
    return [];
  }
  const toClose = open.filter((each) => !closed.some(({ id }) => id === each.id));
  if (toClose.length > 0) {
    const taken = await takeToClose(db, payments, asked.orderId, now);
    if (taken.length < toClose.length) throw fail('unavailable');
    return taken;
  }
  const { last } = await sql.lastAttempt.one(db, asked.orderId);
  if (last >= mostAttempts) throw fail('paymentFailed');
  await openAttempt(db, payments, { ...asked, attempt: last + 1 }, now);
  return [];
}

/** Attempts that nobody is closing: one caller at a time closes them, and the next one only later. */
function takeToClose(db: Db, { timing: { queryAfterMs } }: Payments, orderId: number, now: Date) {
  const next = now.getTime() + queryAfterMs; // a query at `time` makes the next one due at `time + queryAfterMs`
  const askedBefore = next - Math.min(askAgainMs, queryAfterMs);
  return sql.takeToClose(db, orderId, new Date(askedBefore), new Date(next));
}

/** The provider at which an order can be paid now, if any. */
export const openWay = async (db: Db, orderId: number): Promise<string | undefined> =>
  (await sql.openAttemptOf.maybe(db, orderId))?.provider;

/** Per order. A guest who changes the way to pay more often places another order. */
export const mostAttempts = 6;

const fits = ({ request }: sql.AttemptRow, { browser, walletUser }: Payer): boolean =>
  !request || (request.payer.browser === browser && request.payer.walletUser === walletUser);

/** The order no longer awaits a payment: its open attempts are closed at the provider in the next round. */
export const closeAttempts = (db: Db, orderId: number, now: Date): Promise<unknown> =>
  sql.markClosing(db, orderId, now);

/** The provider is not queried about one order more often, however often its payer returns. */
export const askAgainMs = 10_000;

/** Records the payer's return from the provider, which is queried in the next round. False for a repeated return. */
export const payerReturned = async ({ pool, clock }: Payments, orderId: number): Promise<boolean> =>
  (await sql.markReturned(pool, orderId, clock(), askAgainMs)).length > 0;

/**
 * How the payer can pay now. Undefined if the provider answers that it was paid already; the notice may still follow.
 * The provider is asked only when it is the payer's turn: `turn` returns the seconds left. Without an open attempt the
 * order is over, as its status says, or a concurrent request is about to open another one.
 */
export async function payOf(
  deps: Payments,
  purchase: Purchase,
  payer: Payer,
  turn: () => Promise<number>,
): Promise<Paying | { waitSeconds: number } | undefined> {
  const current = () => sql.openAttemptOf.maybe(deps.pool, purchase.orderId);
  const before = await current();
  const stored = before && storedWay(deps, before);
  if (stored) return stored;
  const waitSeconds = before ? await turn() : 0;
  if (waitSeconds > 0) return { waitSeconds };
  const attempt = await current();
  if (!attempt) throw fail('unavailable');
  try {
    return await deps.prepaying(String(attempt.id), () => payWith(deps, attempt, purchase, payer));
  } catch (error) {
    const now = await current();
    if (!now) throw fail('unavailable');
    if (now.id === attempt.id && !storedWay(deps, now)) throw error;
    return payOf(deps, purchase, payer, turn); // a concurrent request got further, perhaps with another provider
  }
}

interface Paying {
  way: Way;
  until: Date;
}

/** The provider's answer, while it is valid. */
const storedWay = ({ clock }: Payments, attempt: sql.AttemptRow): Paying | undefined =>
  attempt.way && attempt.way_until && attempt.way_until > clock()
    ? { way: attempt.way, until: attempt.way_until }
    : undefined;

/** Returns the stored answer of the provider while it is valid, and asks the provider for a new one otherwise. */
async function payWith(
  deps: Payments,
  attempt: sql.AttemptRow,
  purchase: Purchase,
  payer: Payer,
): Promise<Paying | undefined> {
  const provider = providerOf(deps, attempt.provider);
  if (!provider) throw fail('paymentFailed');
  const stored = storedWay(deps, attempt);
  if (stored) return stored;
  const request = attempt.request ?? (await keepRequest(deps, attempt, purchase, payer));
  const prepaid = await prepay(deps, provider, attempt, request);
  if (!prepaid) return undefined;
  const { ref, way, wayUntil, until } = prepaid;
  const kept = await sql.keepPrepaid.maybe(deps.pool, attempt.id, ref ?? null, JSON.stringify(way), wayUntil, until);
  if (!kept) throw fail('unavailable'); // settled or abandoned meanwhile
  return { way, until: wayUntil };
}

/** The payer cannot fix a provider that fails or refuses; the log has the reason. */
async function prepay(
  { pool, clock, log }: Payments,
  provider: PaymentProvider,
  { id, order_id: orderId }: sql.AttemptRow,
  request: sql.KeptRequest,
): Promise<Prepaid | undefined> {
  try {
    return await provider.prepay({ ...request, until: new Date(request.until) });
  } catch (error) {
    if (error instanceof AlreadyPaid) {
      await sql.queryPaid(pool, id, error.ref ?? null, clock());
      return undefined;
    }
    log.error({ err: error, orderId, provider: provider.name }, 'a payment could not be opened at its provider');
    const isFinal = error instanceof Refused || error instanceof Misconfigured;
    throw fail(isFinal ? 'paymentFailed' : 'unavailable');
  }
}

/** Stored before it is sent, so that a repeat sends the same request. */
async function keepRequest(deps: Payments, attempt: sql.AttemptRow, purchase: Purchase, payer: Payer) {
  const { language, origin, ip, browser, walletUser } = payer;
  const request: sql.KeptRequest = {
    key: attempt.number,
    amount: attempt.amount,
    currency: attempt.currency,
    description: purchase.description,
    language,
    payer: { ip, browser, ...(walletUser !== undefined && { walletUser }) },
    returnUrl: `${origin}${purchase.returnTo}`,
    cancelUrl: `${origin}${purchase.backTo}`,
    noticeUrl: deps.noticeUrl(attempt.provider),
    until: attempt.until.toISOString(),
  };
  const kept = await sql.keepRequest.maybe(deps.pool, attempt.id, JSON.stringify(request));
  if (!kept) throw fail('unavailable'); // settled or abandoned meanwhile
  return kept.request;
}
