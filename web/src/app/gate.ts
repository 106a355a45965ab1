import type { Permission } from '@recline/contract/call';
import { redirect } from '@tanstack/react-router';
import { language } from '../platform/language.ts';
import { keys, local, tab } from '../platform/storage.ts';
import { errorPage, landingPage, type User } from './landing.ts';
import { isPublic } from './paths.ts';
import { dispatchLogin, sendToLogin, token } from './session.ts';

interface Opening {
  location: { pathname: string; href: string };
}

const mayOpen = (user: User, permission: Permission): boolean =>
  // An end user has no tabs, yet needs the account page to change the language or log out.
  user.permissions.includes(permission) || (permission === 'user' && user.role === 'consumer');

/** What stands before every page: a token unless the page is public, and the permission it asks for. */
export function gate(permission?: Permission) {
  return async ({ location }: Opening): Promise<void> => {
    if (!token()) {
      if (isPublic(location.pathname)) return;
      await sendToLogin(location.href);
    }
    if (permission === undefined && isPublic(location.pathname)) return;
    const user = await dispatchLogin(language());
    if (permission && !mayOpen(user, permission)) throw redirect({ href: errorPage('forbidden'), replace: true });
  };
}

/** Where this account goes from the login page; the page it was sent from is returned to once. */
export function landingOf(user: User): string {
  const returnTo = tab.get(keys.returnTo);
  tab.remove(keys.returnTo);
  return landingPage(user, { returnTo, deviceId: local.get(keys.device) });
}

/** The login page inside the running app: whoever has a token goes on, anyone else gets the login document. */
export async function openLanding(): Promise<never> {
  if (!token()) {
    location.replace('/');
    return new Promise(() => {});
  }
  const user = await dispatchLogin(language());
  throw redirect({ href: landingOf(user), replace: true });
}
