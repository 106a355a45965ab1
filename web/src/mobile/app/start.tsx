import { loginPages, pages } from '@recline/contract/pages';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import '../../ui/tokens.css';
import '../../ui/reset.css';
import '../../ui/forced-colors.css';
import '../shell/shell.css';
import './page-failed.css';
import { makeFormat } from '../../platform/format.ts';
import { keepShownLanguage, language } from '../../platform/language.ts';
import { initLanguage } from '../../platform/language-store.ts';
import { queryClient } from '../data/query-client.ts';
import { queryStorage } from '../data/query-storage.ts';
import { homeQuery } from '../features/revenue/index.ts';
import { type LoggedIn, refreshUser, setUser, token, watchSession } from '../features/session/index.ts';
import { LanguageProvider } from './language-provider.tsx';
import { removeFailureNotice } from './page-failed.ts';
import { takeLandingPage } from './route-guard.ts';
import { makeRouter } from './router.tsx';
import { registerServiceWorker } from './service-worker.ts';

const pagesLeadingHome: readonly string[] = [...loginPages, pages.home];

/** Prefetches the data of the first page while its code is loading. Data from the login answer is used as it is. */
function prefetchFirstPage({ user, home }: Partial<LoggedIn>): void {
  if (!token()) return;
  if (user) setUser(user);
  else refreshUser();
  if (home) queryStorage.put(homeQuery().queryKey, home);
  else if (pagesLeadingHome.includes(location.pathname)) void queryClient.prefetchQuery(homeQuery());
}

let prepared: ReturnType<typeof makeRouter> | undefined;

/** Prepares what takes a slow phone 150 ms: the routes, and the first use of Intl. */
export function prepareApp(): void {
  prepared = makeRouter();
  makeFormat(language()).time(new Date());
}

/** Runs the app in this document; the login page passes on the data of the login answer. */
export async function startApp(mount: () => Root, fromLogin?: Partial<LoggedIn>): Promise<void> {
  const router = prepared ?? makeRouter();
  queryStorage.restore(token());
  queryStorage.persist(token);
  // The login page has set the client's messages; otherwise they come with the texts.
  if (fromLogin) prefetchFirstPage(fromLogin);
  await initLanguage(language(), 'core');
  keepShownLanguage(language());
  watchSession();
  if (!fromLogin) prefetchFirstPage({});
  if (fromLogin) {
    // If the account is known, the detour over the login route is not needed.
    if (fromLogin.user) router.history.replace(takeLandingPage(fromLogin.user));
    await router.load();
  }
  render(mount(), router);
  removeFailureNotice();
  registerServiceWorker('app');
}

/** Synchronously, so that no frame shows neither the login page nor the app. */
function render(root: Root, router: ReturnType<typeof makeRouter>): void {
  flushSync(() =>
    root.render(
      <StrictMode>
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageProvider>
      </StrictMode>,
    ),
  );
}
