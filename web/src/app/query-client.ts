import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { endsSession } from '../platform/answer.ts';
import { ApiError } from '../platform/api-error.ts';
import { toast } from '../ui/toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself says what went wrong, so no toast. */
    mutationMeta: { quiet?: boolean };
    /** `keep`: kept on the phone, to be shown when there is no network. */
    queryMeta: { keep?: boolean | 'silently' };
  }
}

/** An answer that nothing else on the page will show; the rest is announced where it is handled. */
function announce(error: Error): void {
  if (error instanceof ApiError && error.kind === 'answer' && !endsSession(error)) toast(error.message);
}

/** The client already tries GETs again and knows when a network is gone, so Query does neither. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => query.state.data !== undefined && announce(error),
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => !mutation.meta?.quiet && announce(error),
  }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 15_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
