import { useEffect, useState } from 'react';
import { call } from '#platform/web/api.ts';
import { beatReading } from '../contract.document.ts';

const EVERY_S = 15;

/** Tells the server that a document is open, then every 15 seconds that it is still read; answers the seconds counted so far. */
export function useReading(id: string, before: number): number {
  const [seconds, setSeconds] = useState(before);
  useEffect(() => {
    const stop = new AbortController();
    // A lost beat loses its seconds; reading goes on.
    const beat = (more: number) =>
      call(beatReading, { id, seconds: more }, { quiet: true, signal: stop.signal })
        .then((answer) => setSeconds(answer.seconds))
        .catch(() => {});
    void beat(0);
    const timer = setInterval(() => {
      if (!document.hidden) void beat(EVERY_S);
    }, EVERY_S * 1000);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [id]);
  return seconds;
}
