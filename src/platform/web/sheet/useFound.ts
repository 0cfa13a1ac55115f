import { useEffect, useState } from 'react';
import type { GridColumn } from './grid.ts';

/** Milliseconds after the last key before it is asked. */
const REST = 250;

/** The values that a column's search finds for the text of the active cell. Nothing is searched unless `wanted`. */
export function useFound(search: GridColumn['search'], text: string, wanted: boolean) {
  const words = text.trim();
  const [answer, setAnswer] = useState<{ words: string; found: readonly string[]; failed: boolean } | null>(null);
  const asks = search !== undefined && wanted && words !== '';
  useEffect(() => {
    if (!asks || !search) return;
    let left = false;
    const timer = setTimeout(() => {
      search(words).then(
        (found) => left || setAnswer({ words, found, failed: false }),
        () => left || setAnswer({ words, found: [], failed: true }),
      );
    }, REST);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [asks, search, words]);
  const known = answer?.words === words ? answer : null;
  const state = !asks ? 'idle' : known === null ? 'finding' : known.failed ? 'failed' : 'found';
  return { found: known?.found ?? [], state } as const;
}
