import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { beatReading } from '../contract.document.ts';
import { BEAT_SECONDS } from '../rules.knowledge.ts';

const EVERY_S = 15;

interface Pages {
  count: number;
  read: number[];
}

/**
 * Tells the server that a document is open, then every 15 seconds that it is still read, with the pages of `version` that were
 * read in between; answers what was counted so far.
 */
export function useReading(id: string, version: number, before: { seconds: number; pagesRead: number }) {
  const [counted, setCounted] = useState(before);
  const [count, setCount] = useState(0);
  const due = useRef<Pages | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    // A lost beat loses its seconds, its pages go with the next; reading goes on.
    const beat = (seconds: number, signal?: AbortSignal) => {
      const pages = due.current;
      due.current = null;
      call(
        beatReading,
        {
          id,
          seconds,
          ...(pages && { pages: { version, count: pages.count, read: pages.read.slice(-BEAT_SECONDS) } }),
        },
        { quiet: true, ...(signal && { signal }) },
      )
        .then((answer) => {
          if (!stop.signal.aborted) setCounted(answer);
        })
        .catch(() => {
          if (pages) due.current = { count: pages.count, read: [...pages.read, ...(due.current?.read ?? [])] };
        });
    };
    beat(0, stop.signal);
    const timer = setInterval(() => {
      if (!document.hidden) beat(EVERY_S, stop.signal);
    }, EVERY_S * 1000);
    return () => {
      clearInterval(timer);
      stop.abort();
      // What was read since then is told when the page is left.
      if (due.current) beat(0);
    };
  }, [id, version]);
  const onRead = useCallback((page: number, of: number) => {
    setCount(of);
    const read = (due.current?.read ?? []).filter((one) => one !== page);
    due.current = { count: of, read: [...read, page] };
  }, []);
  return { ...counted, count, onRead };
}
