import { loginPages, pages } from '@recline/contract/pages';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../ui/tokens.css';
import '../ui/base.css';
import { homeQuery } from '../features/revenue/index.ts';
import { type LoggedIn, refreshUser, setUser, token, watchSession } from '../features/session/index.ts';
import { makeFormat } from '../platform/format.ts';
import { language } from '../platform/language.ts';
import { initLanguage } from '../platform/language-store.ts';
import { queryClient } from '../platform/query-client.ts';
import { persistQueries, restoreQueries, setPersistedQuery } from '../platform/query-storage.ts';
import { registerServiceWorker } from '../platform/service-worker.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { LanguageProvider } from './language-provider.tsx';
import { rehearse } from './rehearsal.tsx';
import { takeLandingPage } from './route-guard.ts';
import { router } from './router.tsx';

/** Warms up what the first screen needs, one step per idle period. */
export function warmUp(): void {
  const format = makeFormat(language());
  const matchHome = () => router.matchRoutes(router.buildLocation({ to: pages.home }));
  const steps = [() => format.time(new Date()), () => format.number(0), () => format.change(0), matchHome, rehearse];
  for (const step of steps) whenIdle(() => void step());
}

const pagesLeadingHome: readonly string[] = [...loginPages, pages.home];

/** What the login page hands over when it starts the app. */
interface FromLogin extends Partial<LoggedIn> {
  /** Called once the first page of the app has replaced the login page. */
  onShown(): void;
}

/** Prefetches the data of the first page while its code is loading. What came with the login answer is used as it is. */
function prefetchFirstPage({ user, home }: Partial<LoggedIn>): void {
  if (!token()) return;
  if (user) setUser(user);
  else refreshUser();
  if (home) setPersistedQuery(homeQuery().queryKey, home);
  else if (pagesLeadingHome.includes(location.pathname)) void queryClient.prefetchQuery(homeQuery());
}

/** Runs the app in this document. */
export async function startApp(container: HTMLElement, fromLogin?: FromLogin): Promise<void> {
  restoreQueries(token());
  persistQueries(token);
  // The login page has set the client's messages; without it they come with the texts.
  if (fromLogin) prefetchFirstPage(fromLogin);
  await initLanguage(language());
  watchSession();
  if (!fromLogin) prefetchFirstPage({});
  if (fromLogin) {
    // With the account known, the detour over the login route is not needed.
    if (fromLogin.user) router.history.replace(takeLandingPage(fromLogin.user));
    await router.load();
  }
  render(container);
  fromLogin?.onShown();
  registerServiceWorker();
}

/** Synchronously, so that no frame shows neither the login page nor the app. */
function render(container: HTMLElement): void {
  const root = createRoot(container);
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
