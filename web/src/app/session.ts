import { queryOptions, useQuery } from '@tanstack/react-query';
import { endsSession } from '../platform/answer.ts';
import { api, onApiError } from '../platform/api.ts';
import type { ApiError } from '../platform/api-error.ts';
import { keys, local, tab } from '../platform/storage.ts';
import { readSystemInfo } from '../platform/system-info.ts';
import { useLanguage } from '../platform/text.tsx';
import { whenIdle } from '../platform/when-idle.ts';
import { toast } from '../ui/toast.ts';
import { forgetFigures, putFigures } from './kept-figures.ts';
import type { User } from './landing.ts';
import { paths } from './paths.ts';
import { queryClient } from './query-client.ts';
import { coreTexts } from './texts.ts';

const expiredDelay = 1000;
const emptyInfoDelay = 1200;

let leaving = false;

export const token = () => local.get(keys.token);

/** Who is logged in. It does not change while the token stays the same. */
const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: () => api.session.info(),
  meta: { keep: true },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

const systemInfoQuery = queryOptions({
  queryKey: ['systemInfo'],
  queryFn: readSystemInfo,
  staleTime: Number.POSITIVE_INFINITY,
});

const dictionaryQuery = (language: string) =>
  queryOptions({
    queryKey: ['dictionary', language],
    queryFn: () => api.dictionary.get(),
    meta: { keep: true },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The account; present on every page behind a token, since the router waits for it. */
export const useUser = (): User | undefined => useQuery({ ...userQuery, enabled: token() !== null }).data;

/** The labels of the server's fixed values: `labelOf('gear', order.gear)`. */
export function useLabels() {
  const { data } = useQuery(dictionaryQuery(useLanguage().language));
  return (list: keyof NonNullable<typeof data>, value: string): string =>
    data?.[list].find((entry) => entry.value === value)?.label ?? value;
}

/** The values of one list with their labels, in the server's order, to choose from. */
export function useOptions(list: keyof Awaited<ReturnType<typeof api.dictionary.get>>) {
  const { data } = useQuery(dictionaryQuery(useLanguage().language));
  return data?.[list] ?? [];
}

function fetchAround(language: string): void {
  void queryClient.prefetchQuery(dictionaryQuery(language));
  void queryClient.prefetchQuery(systemInfoQuery);
}

/**
 * Dictionary, user info and system info; the account is what one waits for. Where it is known already, a screen
 * is about to be drawn, and what no screen waits for comes after that.
 */
export async function dispatchLogin(language: string): Promise<User> {
  if (queryClient.getQueryData(userQuery.queryKey)) whenIdle(() => fetchAround(language));
  else fetchAround(language);
  return known(await queryClient.ensureQueryData(userQuery));
}

/** Who this is came together with the token. */
export const knowUser = (user: User) => putFigures(userQuery.queryKey, user);

/** Asks who this is, even where it is known from the last time: the account may have changed since. */
export const refreshUser = () => void queryClient.fetchQuery(userQuery).then(known, () => undefined);

/** A server may answer with nothing where a session is no longer good. */
const known = (user: User | null): User | Promise<never> =>
  user?.id ? user : expire(coreTexts().shell.loginExpired, emptyInfoDelay);

/** Forgets the account and everything fetched for it, and opens the login page anew. */
function leave(): void {
  local.remove(keys.token);
  forgetFigures();
  queryClient.clear();
  location.replace(paths.login);
}

export async function logout(): Promise<void> {
  leaving = true;
  tab.remove(keys.returnTo);
  // Leaving must not depend on the network: the token is forgotten here in any case.
  await Promise.race([api.session.logout().catch(() => null), new Promise((done) => setTimeout(done, 1500))]);
  leave();
}

/** To the login page, and after it back to the page of now. */
export function sendToLogin(href: string, notice?: string): Promise<never> {
  tab.set(keys.returnTo, href);
  if (notice) tab.set(keys.notice, notice);
  leave();
  return new Promise(() => {});
}

const here = () => `${location.pathname}${location.search}`;

/** However many calls fail together, the message is shown and the session ended once. */
function expire(message: string, delay: number): Promise<never> {
  if (!leaving) {
    leaving = true;
    toast(message);
    setTimeout(() => void sendToLogin(here()), delay);
  }
  return new Promise(() => {});
}

function actOn(error: ApiError): void {
  if (leaving) return;
  if (endsSession(error)) void expire(error.message, expiredDelay);
  else if (error.kind === 'notLoggedIn') {
    leaving = true;
    void sendToLogin(here(), error.message);
  } else if (error.kind !== 'answer') toast(error.message);
}

/** Another tab logging out or changing the account does so here too, as does a page restored from history. */
export function watchSession(): void {
  onApiError(actOn);
  const known = token();
  const check = () => {
    if (known !== null && token() !== known) location.replace(paths.login);
  };
  window.addEventListener('storage', check);
  window.addEventListener('pageshow', check);
}
