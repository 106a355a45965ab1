import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { endsSession } from './answer.ts';
import { ApiError } from './api-error.ts';
import { toast } from './toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself shows the error, so no toast. */
    mutationMeta: { quiet?: boolean };
    /** `persist`: kept in local storage for times without a network; `silently`: the app does not say how old it is. */
    queryMeta: { persist?: boolean | 'silently' };
  }
}

/** Shows an error that no screen shows; network errors and ended sessions are handled elsewhere. */
function showError(error: Error): void {
  if (error instanceof ApiError && error.kind === 'answer' && !endsSession(error)) toast(error.message);
}

/** The API client retries GETs and detects a lost network, so Query does neither. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => query.state.data !== undefined && showError(error),
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => !mutation.meta?.quiet && showError(error),
  }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 15_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
