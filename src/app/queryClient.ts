import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CODE } from '#platform/contract.ts';
import { ApiError } from '#platform/web/call/request.ts';

/**
 * The cache of what the server said. An answer is used again for 30 s; a failed read is not repeated by itself,
 * since the client has told the user why, and the page offers 重试. Without a network calls fail at once: a write that
 * waited for it would be sent behind the back of somebody who was told to send it again. Reads come back with the network.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // What has been deleted, or left the scope, is not shown any longer because it was read before.
    onError: (error, query) => {
      if (error instanceof ApiError && error.code === CODE.notFound && query.state.data !== undefined)
        query.setState({ data: undefined, status: 'error', error });
    },
  }),
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
