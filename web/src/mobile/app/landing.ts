import { pages, pageUrl } from '@recline/contract/pages';
import type { User } from '../features/session/index.ts';
import { tabs } from './tabs.ts';

interface LoginContext {
  /** The page that sent the user to login. */
  returnTo: string | null;
  /** The chair whose code was scanned before the login. */
  deviceId: string | null;
}

const notReturnedTo: readonly string[] = [pages.login, pages.loginAlias, pages.error, pages.wallet];

/** Allows only pages of this app, except those that lead back to login. */
function safeReturnPage(href: string | null): string | null {
  if (!href?.startsWith('/')) return null;
  const url = new URL(href, 'http://app.invalid');
  const known = Object.values<string>(pages).includes(url.pathname) && !notReturnedTo.includes(url.pathname);
  return known && url.host === 'app.invalid' ? `${url.pathname}${url.search}` : null;
}

export const errorPageUrl = (errType: string) => pageUrl(pages.error, { errType });

function firstPage(user: User, deviceId: string | null): string {
  if (user.role === 'consumer') return deviceId ? pageUrl(pages.index, { deviceId }) : pages.quickStart;
  const tab = tabs.find((name) => user.permissions.includes(name));
  return pages[tab ?? 'user'];
}

/** The page to open after login, or when a logged-in user opens the app. */
export const landingPage = (user: User, { returnTo, deviceId }: LoginContext): string =>
  safeReturnPage(returnTo) ?? firstPage(user, deviceId);
