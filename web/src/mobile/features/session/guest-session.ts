import { errors } from '@recline/contract/errors';
import { endsSession } from '../../../platform/answer.ts';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { config } from '../../../platform/config.ts';
import { api } from '../../data/api.ts';
import { storedToken } from '../../data/token.ts';
import { lastRole, walletToken, withoutNumber } from './stored.ts';

/**
 * Opens a session if there is none, because paying needs no login. The server remembers a guest who paid without
 * scripts.
 */
export async function ensureSession(): Promise<void> {
  if (storedToken.get()) return;
  keepGuest((await api.session.guest()).accessToken);
}

/** Takes over the session of the browser's cookie if this phone has no token and that session is live. */
export async function resumeSession(): Promise<void> {
  if (storedToken.get() || config.baseUrl !== '') return;
  try {
    keepGuest((await api.session.guest({ existing: true }, { quiet: true })).accessToken);
  } catch (error) {
    if (!hasCode(error, errors.notFound.code)) throw error;
  }
}

function keepGuest(accessToken: string): void {
  storedToken.set(accessToken);
  lastRole.set('consumer');
  withoutNumber.set('yes');
}

/** Whether the wallet in which the page is open has identified its user, for this session. */
export function isConfirmedByWallet(): boolean {
  const token = storedToken.get();
  return token !== null && walletToken.get() === token;
}

/** A login by the wallet. A guest without a number is still remembered as one. */
export function keepWalletSession(accessToken: string): void {
  if (storedToken.get() === null) withoutNumber.set('yes');
  storedToken.set(accessToken);
  walletToken.set(accessToken);
  lastRole.set('consumer');
}

/**
 * The session of this phone has ended. A known user can log in; otherwise the next attempt continues as a new guest.
 */
export class SessionLost extends Error {}

/** Does the work with a session, opening one if there is none. An ended one is dropped with a message. */
export async function withSession<T>(work: () => Promise<T>): Promise<T> {
  await ensureSession();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !endsSession(error)) throw error;
    storedToken.remove();
    throw new SessionLost(error.message);
  }
}

/** A login by SMS on a page that stays open. The wallet's confirmation is kept. */
export function keepNumberSession(accessToken: string): void {
  if (isConfirmedByWallet()) walletToken.set(accessToken);
  storedToken.set(accessToken);
  lastRole.set('consumer');
  withoutNumber.remove();
}
