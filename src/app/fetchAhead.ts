import { loadPalette } from '#kernel/shell/web/search/SearchBox.tsx';
import { listTables } from '#platform/lists/listCalls.ts';
import { call } from '#platform/web/call/api.ts';
import { keyOf } from '#platform/web/call/hooks.ts';
import { may, type Session } from '#platform/web/session/session.ts';
import { webModules } from '#rooms/web.ts';
import { queryClient } from './queryClient.ts';

/** Milliseconds that the first page gets for itself. */
const REST = 1500;

const idle = () =>
  new Promise<void>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, 100);
  });

/** Whether the browser is told to spare its line; of today's, Chromium says so. */
const sparesLine = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Loads the code of the pages that the session most likely opens next, one at a time while the page has nothing to do: the
 * first visit then costs no round trip. Nothing is loaded where the line is to be spared. Answers what stops it.
 */
export function fetchAhead(session: Session): () => void {
  if (sparesLine()) return () => {};
  let stopped = false;
  const timer = setTimeout(async () => {
    await idle();
    // Ctrl+K must find it there.
    if (!stopped) await loadPalette().catch(() => {});
    // Lists wait for it: in which order, and how many rows a page.
    void queryClient.prefetchQuery({
      queryKey: keyOf(listTables, {}),
      queryFn: ({ signal }) => call(listTables, {}, { signal, quiet: true }),
      staleTime: Number.POSITIVE_INFINITY,
    });
    for (const { likely, permission, load } of webModules.flatMap(({ routes }) => routes)) {
      if (!likely || (permission && !may(session, permission, 'any'))) continue;
      await idle();
      if (stopped) return;
      // A page that cannot be fetched now says so when it is opened.
      await load().catch(() => {});
    }
  }, REST);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
