import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router';
import { on } from '#platform/web/call/events.ts';
import { LoadingOverlay } from '#platform/web/shell/LoadingOverlay.tsx';
import { Notices } from '#platform/web/shell/Notices.tsx';
import { queryClient } from './queryClient.ts';
import { windowRouter } from './router.tsx';
import '#kernel/shell/web/frame/pages.css';
import '#platform/web/shell/shell.css';

/** Everything behind the login: the pages in their frame, and what may stand over each of them. */
export function App() {
  // What one user saw must not be there for the next, also where the login was opened by its address.
  useEffect(() => {
    const stop = on('signedOut', () => queryClient.clear());
    return () => {
      stop();
      queryClient.clear();
    };
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      {/* As a transition, a page would be drawn in slices of 5 ms between frames: twice the wait on a slow office PC. */}
      <RouterProvider router={windowRouter()} useTransitions={false} />
      <LoadingOverlay />
      <Notices />
    </QueryClientProvider>
  );
}
