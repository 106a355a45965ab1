import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Log } from '../../platform/log.ts';
import * as sql from './attempts.sql.ts';
import { attemptNumber, installationOf } from './numbers.ts';
import {
  AlreadyPaid,
  Misconfigured,
  type PaymentProvider,
  type Prepaid,
  type PrepayRequest,
  Refused,
  type Way,
} from './port.ts';

export interface AttemptDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  timing: { queryAfterMs: number };
  /** Where a provider sends its notices. */
  noticeUrl(provider: string): string;
}

/** Who pays, and from where: for the provider, and for the way back from it. */
export type Payer = PrepayRequest['payer'] & {
  language: Language;
  /** The origin that the payer's browser is on. */
  origin: string;
};

/** What is paid for. */
export interface Purchase {
  orderId: number;
  description: string;
  /** Where the payer comes back to, and where after giving up; paths. */
  returnTo: string;
  backTo: string;
}

export interface NewAttempt {
  orderId: number;
  provider: string;
  amount: number;
  currency: Currency;
  /** From then on nobody should be able to pay. */
  until: Date;
}

export const providerOf = ({ providers }: Pick<AttemptDeps, 'providers'>, name: string): PaymentProvider | undefined =>
  providers.find((provider) => provider.name === name);

type OpeningDeps = Pick<AttemptDeps, 'timing'>;

/** Opens the first attempt of each order, in the transaction that places the orders. */
export const openFirstAttempts = (db: Db, deps: OpeningDeps, asked: readonly NewAttempt[], now: Date): Promise<void> =>
  insertAttempts(
    db,
    deps,
    asked.map((each) => ({ ...each, attempt: 1 })),
    now,
  );

async function insertAttempts(
  db: Db,
  { timing }: OpeningDeps,
  asked: readonly (NewAttempt & { attempt: number })[],
  now: Date,
): Promise<void> {
  if (asked.length === 0) return;
  const installation = await installationOf(db);
  const query_at = new Date(now.getTime() + timing.queryAfterMs);
  const opened = asked.map(({ orderId, attempt, ...terms }) => {
    const number = attemptNumber(installation, orderId, attempt);
    return { order_id: orderId, attempt, number, ...terms, created_at: now, query_at };
  });
  await sql.insertAttempts(db, opened);
}

/**
 * An attempt that this payer can use now, for an order whose lock the caller holds: the open one, or a new one if the
 * provider or the browser has changed. An attempt that is replaced is closed; if it is paid first, its money counts.
 */
export async function prepareAttempt(
  db: Db,
  deps: OpeningDeps,
  asked: NewAttempt,
  payer: Payer,
  now: Date,
): Promise<void> {
  const open = await sql.openAttemptOf.maybe(db, asked.orderId);
  if (open && open.provider === asked.provider && fits(open, payer)) return;
  if (open) await sql.markClosing(db, [asked.orderId], now);
  const { last } = await sql.lastAttempt.one(db, asked.orderId);
  await insertAttempts(db, deps, [{ ...asked, attempt: last + 1 }], now);
}

const fits = ({ request }: sql.AttemptRow, { browser, wechatOpenid }: Payer): boolean =>
  !request || (request.payer.browser === browser && request.payer.wechatOpenid === wechatOpenid);

/** The order no longer awaits a payment: its open attempts are closed at the provider in the next round. */
export const abandonAttempts = (db: Db, orderIds: readonly number[], now: Date): Promise<unknown> =>
  sql.markClosing(db, [...orderIds], now);

/** How the payer can pay now. Undefined if the provider answers that it was paid already; the notice may still come. */
export async function payOf(deps: AttemptDeps, purchase: Purchase, payer: Payer): Promise<Paying | undefined> {
  const current = () => sql.openAttemptOf.maybe(deps.pool, purchase.orderId);
  const attempt = await current();
  if (!attempt) throw fail('paymentFailed');
  try {
    return await payWith(deps, attempt, purchase, payer);
  } catch (error) {
    const now = await current();
    if (!now || now.id === attempt.id) throw error;
    return payOf(deps, purchase, payer); // the payer has changed the provider or the browser meanwhile
  }
}

interface Paying {
  way: Way;
  until: Date;
}

/** Returns the stored answer of the provider while it is valid, and asks the provider for a new one otherwise. */
async function payWith(
  deps: AttemptDeps,
  attempt: sql.AttemptRow,
  purchase: Purchase,
  payer: Payer,
): Promise<Paying | undefined> {
  const provider = providerOf(deps, attempt.provider);
  if (!provider) throw fail('paymentFailed');
  if (attempt.way && attempt.way_until && attempt.way_until > deps.clock())
    return { way: attempt.way, until: attempt.way_until };
  const request = attempt.request ?? (await keepRequest(deps, attempt, purchase, payer));
  const prepaid = await prepay(deps, provider, attempt, request);
  if (!prepaid) return undefined;
  const { ref, way, wayUntil, until } = prepaid;
  const kept = await sql.keepPrepaid.maybe(deps.pool, attempt.id, ref ?? null, JSON.stringify(way), wayUntil, until);
  if (!kept) throw fail('paymentFailed'); // settled or abandoned meanwhile
  return { way, until: wayUntil };
}

/** The payer can do nothing about a provider that fails or refuses: the log says why. */
async function prepay(
  { pool, clock, log }: AttemptDeps,
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

/** Stored before it is sent: whoever repeats it sends the same. */
async function keepRequest(deps: AttemptDeps, attempt: sql.AttemptRow, purchase: Purchase, payer: Payer) {
  const { language, origin, ip, browser, wechatOpenid } = payer;
  const request: sql.KeptRequest = {
    key: attempt.number,
    amount: attempt.amount,
    currency: attempt.currency,
    description: purchase.description,
    language,
    payer: { ip, browser, ...(wechatOpenid !== undefined && { wechatOpenid }) },
    returnUrl: `${origin}${purchase.returnTo}`,
    cancelUrl: `${origin}${purchase.backTo}`,
    noticeUrl: deps.noticeUrl(attempt.provider),
    until: attempt.until.toISOString(),
  };
  const kept = await sql.keepRequest.maybe(deps.pool, attempt.id, JSON.stringify(request));
  if (!kept) throw fail('paymentFailed'); // settled or abandoned meanwhile
  return kept.request;
}
