import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { hasCode } from '../../../platform/api-error.ts';
import { encrypt } from '../../../platform/encrypt.ts';
import { whenIdle } from '../../../platform/when-idle.ts';
import { api } from '../../data/api.ts';

/** The token of the new session, with the data of the first screen if the server sends it. */
export type LoggedIn = Pick<OutputOf<Contract['session']['login']>, 'accessToken' | 'user' | 'home'>;
type PublicKey = Awaited<ReturnType<typeof api.session.publicKey>>;

// The server rotates its key.
const maxKeyAgeMs = 120_000;

let cached: { key: Promise<PublicKey>; since: number } | null = null;

function publicKey(now = Date.now()): Promise<PublicKey> {
  if (cached && now - cached.since < maxKeyAgeMs) return cached.key;
  const key = api.session.publicKey();
  cached = { key, since: now };
  key.catch(() => {
    cached = null;
  });
  return key;
}

/**
 * Fetches the key while the user types, so that the login does not wait for it, but not before the tap into the field
 * is handled.
 */
export const prefetchPublicKey = () => whenIdle(() => void publicKey().catch(() => {}), 500);

async function tryLogin(account: string, password: string): Promise<LoggedIn> {
  const { keyId, publicKey: pem } = await publicKey();
  return api.session.login({ account, keyId, password: await encrypt(password, pem), withHome: true });
}

/** Retries once with a new key if the server has dropped the cached one. */
export async function passwordLogin(account: string, password: string): Promise<LoggedIn> {
  const wasCached = cached !== null;
  try {
    return await tryLogin(account, password);
  } catch (error) {
    if (!wasCached || !hasCode(error, 400)) throw error;
    cached = null;
    return tryLogin(account, password);
  }
}
