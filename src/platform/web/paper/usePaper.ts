import { useEffect, useRef, useState } from 'react';
import type { PaperFile } from '../../papers/paper.ts';

/** A paper that is made when it is first shown, and made again when `key` changes. @param ask the call that makes it */
export function usePaper(ask: (signal: AbortSignal) => Promise<PaperFile>, key: string) {
  const [paper, setPaper] = useState<PaperFile | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, or another try, asks again
  useEffect(() => {
    const stop = new AbortController();
    setPaper(null);
    setError(null);
    asking.current(stop.signal).then(setPaper, (failed) => {
      if (!stop.signal.aborted) setError(failed as Error);
    });
    return () => stop.abort();
  }, [key, tries]);
  return { paper, error, retry: () => setTries(tries + 1) };
}
