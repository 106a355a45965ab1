import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { api } from '../../platform/api.ts';
import { hasCode } from '../../platform/api-error.ts';
import { encrypt } from '../../platform/encrypt.ts';

/** The new session's token, and what of the first screen a server could send along with it. */
export type LoggedIn = Pick<OutputOf<Contract['session']['login']>, 'accessToken' | 'user' | 'home'>;
type PublicKey = Awaited<ReturnType<typeof api.session.publicKey>>;

// The server changes its key from time to time, so a key is not kept for long.
const freshFor = 120_000;

let held: { key: Promise<PublicKey>; since: number } | null = null;

function publicKey(now = Date.now()): Promise<PublicKey> {
  if (held && now - held.since < freshFor) return held.key;
  const key = api.session.publicKey();
  held = { key, since: now };
  key.catch(() => {
    held = null;
  });
  return key;
}

/** Asks for the key while someone is still typing, so that the login need not wait for it. */
export const fetchKeyAhead = () => void publicKey().catch(() => {});

async function tryLogin(account: string, password: string): Promise<LoggedIn> {
  const { keyId, publicKey: pem } = await publicKey();
  return api.session.login({ account, keyId, password: await encrypt(password, pem), withHome: true });
}

/** A key that the server dropped in the meantime is replaced, once. */
export async function passwordLogin(account: string, password: string): Promise<LoggedIn> {
  const heldBefore = held !== null;
  try {
    return await tryLogin(account, password);
  } catch (error) {
    if (!heldBefore || !hasCode(error, 400)) throw error;
    held = null;
    return tryLogin(account, password);
  }
}
