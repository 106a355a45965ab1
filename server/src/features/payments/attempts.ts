import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';
import type { Db, Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import * as sql from './attempts.sql.ts';
import { attemptNumber, installationOf } from './numbers.ts';
import type { Pay, PaymentProvider, PrepayRequest } from './port.ts';

export interface AttemptDeps {
  pool: Pool;
  providers: readonly PaymentProvider[];
  timing: { queryAfterMs: number };
}

/** The payer's language and origin, for the way back from the provider. */
export interface Payer {
  language: Language;
  origin: string;
}

interface NewAttempt {
  orderId: number;
  provider: string;
  amount: number;
  currency: Currency;
}

export const providerOf = ({ providers }: Pick<AttemptDeps, 'providers'>, name: string): PaymentProvider | undefined =>
  providers.find((provider) => provider.name === name);

/** Opens an order's next attempt, in the transaction that places the order. */
export async function openAttempt(
  db: Db,
  { timing }: Pick<AttemptDeps, 'timing'>,
  asked: NewAttempt,
  now: Date,
): Promise<void> {
  const { orderId, provider, amount, currency } = asked;
  const { last } = await sql.lastAttempt.one(db, orderId);
  const number = attemptNumber(await installationOf(db), orderId, last + 1);
  const queryAt = new Date(now.getTime() + timing.queryAfterMs);
  await sql.insertAttempt(db, orderId, last + 1, number, provider, amount, currency, now, queryAt);
}

/** The order no longer awaits a payment: its open attempts are closed at the provider in the next round. */
export const abandonAttempts = (db: Db, orderIds: readonly number[], now: Date): Promise<unknown> =>
  sql.markClosing(db, [...orderIds], now);

/** How the payer pays: the provider's earlier answer, or a new request to it. */
export async function payOf(
  deps: AttemptDeps,
  orderId: number,
  payer: Payer & Pick<PrepayRequest, 'returnTo' | 'backTo'>,
): Promise<Pay> {
  const attempt = await sql.openAttemptOf.maybe(deps.pool, orderId);
  if (!attempt) throw fail('paymentFailed');
  if (attempt.pay) return attempt.pay;
  const provider = providerOf(deps, attempt.provider);
  if (!provider) throw fail('paymentFailed');
  const { number, amount, currency } = attempt;
  const pay = await provider.prepay({ number, amount, currency, ...payer });
  const kept = await sql.keepPay.maybe(deps.pool, attempt.id, JSON.stringify(pay));
  if (!kept) throw fail('paymentFailed'); // settled or abandoned meanwhile
  return kept.pay;
}
