import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { toast } from './toast.ts';
import { unshownError } from './unshown-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself shows the error, so no toast. */
    mutationMeta: { quiet?: boolean };
    /** `persist`: kept in local storage for times without a network; `silently`: the app does not show its age. */
    queryMeta: { persist?: boolean | 'silently'; quiet?: boolean };
  }
}

// Query assumes a network at first, and would miss its return if the page was opened without one.
onlineManager.setOnline(navigator.onLine);

/** `unknown` is the message for an error that is not the server's. */
function showError(error: Error, unknown: string): void {
  const message = unshownError(error, unknown);
  if (message !== null) toast(message);
  if (!(error instanceof ApiError)) globalThis.reportError?.(error); // a defect of the app, shown in the console
}

/** The API client retries GETs and detects a lost network, so Query does neither. */
export const makeQueryClient = (unknown: () => string): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => query.state.data !== undefined && !query.meta?.quiet && showError(error, unknown()),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => !mutation.meta?.quiet && showError(error, unknown()),
    }),
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        // Off by default with `networkMode: 'always'`.
        refetchOnReconnect: true,
        staleTime: 15_000,
        gcTime: 10 * 60_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
