import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../ui/tokens.css';
import '../ui/base.css';
import { homeQuery } from '../features/revenue/home.queries.ts';
import type { LoggedIn } from '../features/session/public-key.ts';
import { makeFormat } from '../platform/format.ts';
import { language } from '../platform/language.ts';
import { keepAppOffline } from '../platform/offline.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { landingOf } from './gate.ts';
import { keepFigures, putFigures, restoreFigures } from './kept-figures.ts';
import { LanguageProvider } from './language-provider.tsx';
import { paths } from './paths.ts';
import { queryClient } from './query-client.ts';
import { rehearse } from './rehearsal.tsx';
import { router } from './router.tsx';
import { knowUser, refreshUser, token, watchSession } from './session.ts';
import { startTexts } from './texts.ts';

/** Does ahead of time, bit by bit while nothing else is going on, what the first screen will need to be ready. */
export function warmUp(): void {
  const format = makeFormat(language());
  const matchHome = () => router.matchRoutes(router.buildLocation({ to: paths.home }));
  const steps = [() => format.time(new Date()), () => format.number(0), () => format.change(0), matchHome, rehearse];
  for (const step of steps) whenIdle(() => void step());
}

const leadHome: readonly string[] = [paths.login, paths.loginAlias, paths.home];

/** How one comes from the login page. */
interface Entrance extends Partial<LoggedIn> {
  /** The first page of the app stands where the login page was. */
  onShown(): void;
}

/** Asks for what the first page will need while the page itself is still being prepared; what came with the login is there. */
function fetchAhead({ user, home }: Partial<LoggedIn>): void {
  if (!token()) return;
  if (user) knowUser(user);
  else refreshUser();
  if (home) putFigures(homeQuery().queryKey, home);
  else if (leadHome.includes(location.pathname)) void queryClient.prefetchQuery(homeQuery());
}

/** Runs the app in this document. */
export async function startApp(container: HTMLElement, entrance?: Entrance): Promise<void> {
  restoreFigures(token());
  keepFigures(token);
  // The login page has given the client its messages; without it they come with the texts.
  if (entrance) fetchAhead(entrance);
  await startTexts(language());
  watchSession();
  if (!entrance) fetchAhead({});
  if (entrance) {
    // Known already, the way need not lead over the login page's address.
    if (entrance.user) router.history.replace(landingOf(entrance.user));
    await router.load();
  }
  show(container);
  entrance?.onShown();
  keepAppOffline();
}

/** In one go, so that no frame is spent on a page that is neither the login page nor the app. */
function show(container: HTMLElement): void {
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
