import { QueryClient } from '@tanstack/react-query';

/**
 * The cache of what the server said. An answer is used again for 30 s; a failed read is not repeated by itself,
 * since the client has told the user why, and the page offers 重试.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
