import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { initLanguage, type TextScope } from '../../platform/language-store.ts';
import { LanguageProvider } from '../app/language-provider.tsx';

/** Waits as long as a busy machine may need. */
export const until = (look: () => boolean | Promise<boolean>) => vi.waitUntil(look, { timeout: 60_000 });

interface Surroundings {
  texts?: TextScope;
  wrap?(content: ReactNode): ReactNode;
}

/** Mounts a hook in the page, as the app does, with a query cache. `now` reads its latest result. */
export async function mountHook<T>(
  useHook: () => T,
  { texts = 'chairPage', wrap = (content) => content }: Surroundings = {},
): Promise<{ now(): T; client: QueryClient; unmount(): void }> {
  await initLanguage('zh_CN', texts);
  const client = new QueryClient();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const returned = { last: undefined as T | undefined };
  const Probe = () => {
    returned.last = useHook();
    return null;
  };
  const unmount = () => {
    root.unmount();
    container.remove();
  };
  root.render(
    <StrictMode>
      <LanguageProvider>
        <QueryClientProvider client={client}>{wrap(<Probe />)}</QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  );
  await until(() => returned.last !== undefined);
  onTestFinished(unmount);
  return { now: () => returned.last as T, client, unmount };
}

/** Mounts a component in the page. Returns its query cache. */
export async function mount(
  component: () => ReactNode,
  { texts = 'all', wrap = (content) => content }: Surroundings = {},
): Promise<{ client: QueryClient; unmount(): void }> {
  const Component = component;
  const shown = (probe: ReactNode) =>
    wrap(
      <>
        {probe}
        <Component />
      </>,
    );
  return mountHook(() => true, { texts, wrap: shown });
}

/** A router to `wrap` what is mounted, at a page that was opened from another. */
export async function inRouter(
  page = '/page',
): Promise<{ history: RouterHistory; wrap(content: ReactNode): ReactNode }> {
  const history = createMemoryHistory({ initialEntries: ['/before', page] });
  const content: { shown: ReactNode } = { shown: null };
  const routeTree = createRootRoute({ component: () => content.shown, notFoundComponent: () => content.shown });
  const router = createRouter({ routeTree, history });
  await router.load();
  const wrap = (shown: ReactNode) => {
    content.shown = shown;
    // The type of the app's own routes differs.
    return <RouterProvider router={router as never} />;
  };
  return { history, wrap };
}

type Answer = { code: number; message?: string; data?: unknown };

/**
 * Answers the page's calls instead of a server; an answer that throws is lost. Returns the calls, such as `POST /pay`.
 * A form is passed on with its fields.
 */
export function answerCalls(answer: (path: string, form: URLSearchParams) => Answer | Promise<Answer>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(url, location.href);
    asked.push(`${method} ${pathname}`);
    const { code, message = '', data = null } = await answer(pathname, new URLSearchParams(String(body ?? '')));
    return new Response(JSON.stringify({ code, message, data }), {
      status: code === 200 || code > 999 ? 200 : code,
      headers: { 'content-type': 'application/json' },
    });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

/** Prevents the app from leaving the test's page. Returns the addresses that it would have opened. */
export function stayOnPage(): string[] {
  const left: string[] = [];
  const stay = (event: NavigateEvent) => {
    event.preventDefault();
    const { pathname, search } = new URL(event.destination.url);
    left.push(`${pathname}${search}`);
  };
  navigation.addEventListener('navigate', stay);
  onTestFinished(() => navigation.removeEventListener('navigate', stay));
  return left;
}
