import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db.ts';
import { secret } from '../../platform/secrets.ts';

/**
 * The installation's part of every number at a provider: made once and kept, so that two installations of one merchant
 * never use the same number. Providers take `[A-Za-z0-9_]`, 6 to 32 characters.
 */
export async function installationOf(db: Db): Promise<string> {
  const seed = await secret(db, 'installation');
  return createHash('sha256').update(seed).digest('hex').slice(0, 6);
}

export const attemptNumber = (installation: string, orderId: number, attempt: number): string =>
  `${installation}_${orderId}_${attempt}`;

export const refundNumber = (installation: string, refundId: number): string => `${installation}_r${refundId}`;

/** The id in a refund's number, if it is one of this installation. */
export function refundIdOf(installation: string, number: string): number | undefined {
  const prefix = `${installation}_r`;
  const id = number.startsWith(prefix) ? number.slice(prefix.length) : '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
