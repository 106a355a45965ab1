import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentTexts } from '../../../platform/language-store.ts';
import { readSystemInfo, type SystemInfo } from '../../../platform/system-info.ts';
import { whenIdle } from '../../../platform/when-idle.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { queryStorage } from '../../data/query-storage.ts';
import { prefetchDictionary } from '../dictionary/index.ts';
import { expireSession, token } from './session.ts';
import { lastRole } from './stored.ts';

export type User = OutputOf<Contract['session']['info']>;

/** The account's display name. A mobile number is shown only masked, as in the name. */
export const accountName = ({ account, name }: User): string => (account.startsWith('+') ? name : account);

const emptyInfoDelayMs = 1200;

/** The account of the session. It does not change while the token stays the same. */
const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: () => api.session.info(),
  meta: { persist: true },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

const systemInfoQuery = queryOptions({
  queryKey: ['systemInfo'],
  queryFn: readSystemInfo,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The phone and its browser, as they were read after the login. */
export const useSystemInfo = (): SystemInfo | undefined => useQuery(systemInfoQuery).data;

/** The account; defined on every page behind a token, since the router waits for it. */
export const useUser = (): User | undefined => useQuery({ ...userQuery, enabled: token() !== null }).data;

function prefetchSessionData(language: string): void {
  prefetchDictionary(language);
  void queryClient.prefetchQuery(systemInfoQuery);
}

/**
 * Loads the account, and prefetches the dictionary and the system info. If the account is cached, a screen is about to
 * render, so the prefetch waits until the browser is idle.
 */
export async function loadSession(language: string): Promise<User> {
  if (queryClient.getQueryData(userQuery.queryKey)) whenIdle(() => prefetchSessionData(language));
  else prefetchSessionData(language);
  return requireUser(await queryClient.ensureQueryData(userQuery));
}

/** Stores the account that came with the login answer. */
export const setUser = (user: User) => queryStorage.put(userQuery.queryKey, rememberRole(user));

/** Fetches the account even if it is cached, because it may have changed since the last visit. */
export const refreshUser = () => void queryClient.fetchQuery(userQuery).then(requireUser, () => undefined);

/** A server may answer with nothing if a session has ended. */
const requireUser = (user: User | null): User | Promise<never> =>
  user?.id ? rememberRole(user) : expireSession(currentTexts().common.loginExpired, emptyInfoDelayMs);

/** For the login page, which opens on the side of the last visit. */
function rememberRole(user: User): User {
  lastRole.set(user.role);
  return user;
}
