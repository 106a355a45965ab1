import type { Db } from '../../platform/db.ts';
import { randomToken, sha256 } from '../session/index.ts';
import { brokerHashOf } from './broker-hash.ts';
import { credentialsChanged } from './channels.ts';
import { setSecret } from './credentials.sql.ts';

/** What a chair logs in to the broker with. Only hashes of the secret are stored. */
export interface Credentials {
  deviceId: string;
  secret: string;
  /** The secret as an outside broker stores it. */
  brokerHash: string;
}

/** What an outside broker is told about a chair; null: it may not log in any more. */
export type BrokerEntry = Pick<Credentials, 'deviceId'> & { brokerHash: string | null };

/** Hands credentials over before the commit: if that fails, nothing is changed. */
export type Deliver = (entries: BrokerEntry[]) => Promise<unknown>;

export const secretHashOf = (secret: string): string => sha256(secret).toString('hex');

export async function makeCredentials(deviceId: string): Promise<Credentials> {
  const secret = randomToken();
  return { deviceId, secret, brokerHash: await brokerHashOf(secret) };
}

/** Takes effect at once: a connection with the old secret is ended. */
export async function replaceSecret(db: Db, deviceId: string): Promise<Credentials> {
  const credentials = await makeCredentials(deviceId);
  await setSecret(db, deviceId, secretHashOf(credentials.secret), credentials.brokerHash);
  await credentialsChanged.publish(db, [{ deviceId }]);
  return credentials;
}
