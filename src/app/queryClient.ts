import { QueryClient } from '@tanstack/react-query';

/**
 * The cache of what the server said. An answer is used again for 30 s; a failed read is not repeated by itself,
 * since the client has told the user why, and the page offers 重试. Without a network calls fail at once: a write that
 * waited for it would be sent behind the back of somebody who was told to send it again. Reads come back with the network.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
