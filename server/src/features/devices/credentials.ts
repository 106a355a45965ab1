import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { refuse } from '../../platform/admin.ts';
import type { Db } from '../../platform/db.ts';
import { randomToken, sha256 } from '../session/index.ts';
import { credentialsChanged } from './channels.ts';
import { brokerEntries, setSecret } from './credentials.sql.ts';

/** A chair's login at the broker. Only hashes of the secret are stored. */
export interface Credentials {
  deviceId: string;
  secret: string;
  /** The secret as an outside broker stores it. */
  brokerHash: string;
}

/** A chair's entry at an outside broker; null removes it, so that the chair can no longer log in. */
export type BrokerEntry = Pick<Credentials, 'deviceId'> & { brokerHash: string | null };

/** Hands credentials over before the commit: if that fails, nothing is changed. */
export type Deliver = (entries: BrokerEntry[]) => Promise<unknown>;

export const secretHashOf = (secret: string): string => sha256(secret).toString('hex');

/** As many as `mosquitto_passwd` uses. A secret of 256 random bits needs no more. */
const iterations = 101;

/**
 * Hashes a secret as `mosquitto_passwd` does. It is stored beside our own hash, so that a move to an outside broker
 * needs no new secrets.
 */
export async function brokerHashOf(secret: string | Buffer, salt = randomBytes(12)): Promise<string> {
  const hash = await promisify(pbkdf2)(secret, salt, iterations, 64, 'sha512');
  return `$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

export async function makeCredentials(deviceId: string): Promise<Credentials> {
  const secret = randomToken();
  return { deviceId, secret, brokerHash: await brokerHashOf(secret) };
}

/** Takes effect at once: a connection with the old secret is closed. */
export async function replaceSecret(db: Db, deviceId: string): Promise<Credentials> {
  const credentials = await makeCredentials(deviceId);
  await setSecret(db, deviceId, secretHashOf(credentials.secret), credentials.brokerHash);
  await credentialsChanged.publish(db, [{ deviceId }]);
  return credentials;
}

/** A chair's entry at an outside broker. Secrets from before these hashes were stored have none. */
export async function brokerEntryOf(db: Db, deviceId: string): Promise<BrokerEntry> {
  const [entry] = await brokerEntries(db, null, deviceId);
  if (!entry?.broker_hash) throw refuse('brokerHashMissing', { deviceId });
  return { deviceId, brokerHash: entry.broker_hash };
}

/** The entries of all chairs in service, and the chairs that have none yet. */
export async function exportBrokerEntries(db: Db, outletId: number | null) {
  const rows = await brokerEntries(db, outletId, null);
  return {
    entries: rows.flatMap(({ id, broker_hash }): BrokerEntry[] =>
      broker_hash === null ? [] : [{ deviceId: id, brokerHash: broker_hash }],
    ),
    missing: rows.flatMap(({ id, broker_hash }) => (broker_hash === null ? [id] : [])),
  };
}
