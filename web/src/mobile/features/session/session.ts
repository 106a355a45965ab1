import { pages } from '@recline/contract/pages';
import { endsSession } from '../../../platform/answer.ts';
import type { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../platform/toast.ts';
import { api, onApiError } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { queryStorage } from '../../data/query-storage.ts';
import { storedToken } from '../../data/token.ts';
import { nextNotice, returnTo } from './stored.ts';

const expiredDelayMs = 1000;
const logoutTimeoutMs = 1500;

let leaving = false;

export const token = () => storedToken.get();

/** Never resolves: the document is being replaced. */
const untilUnload = () => new Promise<never>(() => {});

/** Clears the token and all cached data of the account, and loads the login page. */
function clearSession(): void {
  storedToken.remove();
  queryStorage.clear();
  queryClient.clear();
  location.replace(pages.login);
}

export async function logout(): Promise<void> {
  leaving = true;
  returnTo.remove();
  // Logging out must not depend on the network: the token is cleared here in any case.
  const timeout = new Promise((resolve) => setTimeout(resolve, logoutTimeoutMs));
  await Promise.race([api.session.logout().catch(() => null), timeout]);
  clearSession();
}

/** Sends the user to the login page; after login the app returns to `href`. */
export function sendToLogin(href: string, notice?: string): Promise<never> {
  returnTo.set(href);
  if (notice) nextNotice.set(notice);
  clearSession();
  return untilUnload();
}

const currentHref = () => `${location.pathname}${location.search}`;

/** However many calls fail together, the message is shown once and the session ended once. */
export function expireSession(message: string, delayMs: number): Promise<never> {
  if (!leaving) {
    leaving = true;
    toast(message);
    setTimeout(() => void sendToLogin(currentHref(), message), delayMs);
  }
  return untilUnload();
}

function handleApiError(error: ApiError): void {
  if (leaving) return;
  if (endsSession(error)) void expireSession(error.message, expiredDelayMs);
  else if (error.kind === 'notLoggedIn') {
    leaving = true;
    void sendToLogin(currentHref(), error.message);
  } else if (error.kind !== 'answer') toast(error.message);
}

/** Follows a logout or a change of account in another tab, also on a page restored from history. */
export function watchSession(): void {
  onApiError(handleApiError);
  const initial = token();
  const check = () => {
    if (initial !== null && token() !== initial) location.replace(pages.login);
  };
  window.addEventListener('storage', check);
  window.addEventListener('pageshow', check);
}
