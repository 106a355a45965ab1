import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { paths, tabs } from './paths.ts';

export type User = OutputOf<Contract['session']['info']>;

interface CameFrom {
  /** The page from which someone was sent to login. */
  returnTo: string | null;
  /** The chair whose code someone scanned before logging in. */
  deviceId: string | null;
}

const startPages: readonly string[] = [paths.login, paths.loginAlias, paths.error];

/** Only a page of this app may be returned to, and not one that leads back to login. */
function pageOfOurs(href: string | null): string | null {
  if (!href?.startsWith('/')) return null;
  const url = new URL(href, 'http://app.invalid');
  const known = Object.values<string>(paths).includes(url.pathname) && !startPages.includes(url.pathname);
  return known && url.host === 'app.invalid' ? `${url.pathname}${url.search}` : null;
}

export const errorPage = (errType: string, errMsg = '') =>
  `${paths.error}?${new URLSearchParams(errMsg ? { errType, errMsg } : { errType })}`;

function firstPage(user: User, deviceId: string | null): string {
  if (user.role === 'consumer') {
    return deviceId ? `${paths.quickStart}?${new URLSearchParams({ deviceId })}` : paths.quickStart;
  }
  const tab = tabs.find((name) => user.permissions.includes(name));
  return tab ? paths[tab] : errorPage('forbidden');
}

/** Where someone goes who has just logged in, or who opens the app being logged in. */
export const landingPage = (user: User, { returnTo, deviceId }: CameFrom): string =>
  pageOfOurs(returnTo) ?? firstPage(user, deviceId);
