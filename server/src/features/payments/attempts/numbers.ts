import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../platform/db.ts';
import { secret } from '../../../platform/secrets.ts';
import type { Payments } from '../environment.ts';

/**
 * The installation's part of every number at a provider: generated once and stored, so that two installations of one
 * merchant never use the same number. Providers take `[A-Za-z0-9_]`, 6 to 32 characters.
 */
export const installationFrom = (seed: string): string => createHash('sha256').update(seed).digest('hex').slice(0, 6);

export const installationOf = async (db: Db): Promise<string> => installationFrom(await secret(db, 'installation'));

const tokenLength = 8;
const base = 36;

/** Random, so that the payment number cannot be guessed from the order. */
const makeToken = (): string => Array.from({ length: tokenLength }, () => randomInt(base).toString(base)).join('');

/** A new number of an attempt; 32 characters with an order of 12 digits and an attempt of three. */
export const attemptNumber = (installation: string, orderId: number, attempt: number): string =>
  `${installation}_${orderId}_${attempt}_${makeToken()}`;

/** Whether a number looks like one of this installation. */
export const hasOurPrefix = (installation: string, number: string): boolean => number.startsWith(`${installation}_`);

/** The prefix of a refund's number, before its id. */
export const refundPrefix = (installation: string): string => `${installation}_r`;

export const refundNumber = (installation: string, refundId: number): string =>
  `${refundPrefix(installation)}${refundId}`;

/** The id in a refund's number, if it is one of this installation. */
export function refundIdOf(installation: string, number: string): number | undefined {
  const prefix = refundPrefix(installation);
  const id = number.startsWith(prefix) ? number.slice(prefix.length) : '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

type KeyKeeper = Pick<Payments, 'returnSecret'>;

/**
 * A key that grants one kind of access to an order without a token. It is derived from a secret of the installation, so
 * nothing has to be stored.
 */
const keyOf = async ({ returnSecret }: KeyKeeper, what: 'order' | 'receipt', orderId: number): Promise<string> =>
  createHmac('sha256', await returnSecret())
    .update(`${what} ${orderId}`)
    .digest('base64url')
    .slice(0, 27);

async function isKeyOf(keeper: KeyKeeper, what: 'order' | 'receipt', orderId: number, given: string): Promise<boolean> {
  const [known, candidate] = [Buffer.from(await keyOf(keeper, what, orderId)), Buffer.from(given)];
  return known.length === candidate.length && timingSafeEqual(known, candidate);
}

/** In the address to which a payer comes back: shows that one order, for payers who come back in another browser. */
export const returnKeyOf = (keeper: KeyKeeper, orderId: number) => keyOf(keeper, 'order', orderId);
export const isReturnKeyOf = (keeper: KeyKeeper, orderId: number, given: string) =>
  isKeyOf(keeper, 'order', orderId, given);

/** In the address of a receipt's PDF, which people pass on: it does not show the order. */
export const receiptKeyOf = (keeper: KeyKeeper, orderId: number) => keyOf(keeper, 'receipt', orderId);
export const isReceiptKeyOf = (keeper: KeyKeeper, orderId: number, given: string) =>
  isKeyOf(keeper, 'receipt', orderId, given);
