import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiProblem } from './problem.js';
import { session } from './session-state.js';

/**
 * What the page has read. Changes come as events (`live.ts`), so nothing is read again by age; what is shown stays while it is
 * read again, and a failure leaves it.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSignOut }),
  mutationCache: new MutationCache({ onError: noteSignOut }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // Whether the server is there is asked in one place, the event stream.
      networkMode: 'always',
      retry: (count, error) => count < 2 && isApiProblem(error) && error.status === 429,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

function noteSignOut(error: unknown): void {
  if (isApiProblem(error) && error.isSignedOut) session.set('signed-out');
}
