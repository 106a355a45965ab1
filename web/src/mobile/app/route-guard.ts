import type { Permission } from '@recline/contract/call';
import { pages, pageUrl } from '@recline/contract/pages';
import { isIn, openStatuses } from '@recline/contract/values';
import { redirect } from '@tanstack/react-router';
import { language } from '../../platform/language.ts';
import { api } from '../data/api.ts';
import {
  lastRole,
  loadSession,
  resumeSession,
  returnTo,
  scannedChair,
  sendToLogin,
  token,
  type User,
} from '../features/session/index.ts';
import { errorPageUrl, landingPage } from './landing.ts';

interface Navigation {
  location: { pathname: string; href: string; search: Record<string, unknown> };
}

const publicPages: readonly string[] = [pages.login, pages.loginAlias, pages.index, pages.error, pages.home];

/** Pages that open without a token; any other redirects to login. */
const isPublic = (path: string) => publicPages.includes(path.length > 1 ? path.replace(/\/$/, '') : path);

/** Pages that also open without a token: an order by the key of its payer, a report about a chair. */
const opensByAddress = ({ pathname, search }: Navigation['location']): boolean =>
  ((pathname === pages.countdown || pathname === pages.receipt) && search.key !== undefined) ||
  (pathname === pages.feedback && search.deviceId !== undefined);

/** The guard of every route: requires a token unless the page is public, then the permission. */
export function guardRoute(permission?: Permission) {
  return async ({ location }: Navigation): Promise<void> => {
    if (!token()) {
      if (isPublic(location.pathname) || opensByAddress(location)) return;
      if (lastRole.get() !== 'manager') await resumeSession();
      if (!token()) await sendToLogin(location.href);
    }
    if (permission === undefined && isPublic(location.pathname)) return;
    const user = await loadSession(language());
    if (permission && !user.permissions.includes(permission))
      throw redirect({ href: errorPageUrl('forbidden'), replace: true });
  };
}

/** A page with its own document, which the browser loads. */
export function openDocument({ location: { href } }: Navigation): Promise<never> {
  location.replace(href);
  return new Promise(() => {});
}

/** The landing page of this account. The page to return to is used once. */
export function takeLandingPage(user: User): string {
  const page = returnTo.get();
  returnTo.remove();
  return landingPage(user, { returnTo: page, deviceId: scannedChair.get() });
}

/** The guest's order that runs or awaits payment. Without an answer the usual landing page opens. */
async function openOrderId(): Promise<string | null> {
  const { rows } = await api.orders.mine({ limit: 5 }, { quiet: true }).catch(() => ({ rows: [] }));
  return rows.find(({ status }) => isIn(openStatuses, status))?.orderId ?? null;
}

/** The login route inside the running app: with a token it redirects to the landing page, else it loads the login document. */
export async function openLanding(): Promise<never> {
  if (!token()) {
    location.replace(pages.login);
    return new Promise(() => {});
  }
  const user = await loadSession(language());
  const orderId = user.role === 'consumer' && returnTo.get() === null ? await openOrderId() : null;
  const href = orderId ? pageUrl(pages.countdown, { orderId }) : takeLandingPage(user);
  throw redirect({ href, replace: true });
}
