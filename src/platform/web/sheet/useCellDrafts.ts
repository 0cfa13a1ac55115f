import { useCallback, useState } from 'react';
import { useKept } from '../kept/useKept.ts';
import type { Drafts } from './grid.ts';

/** What was typed into the cells of an import and not saved yet. */
export function useCellDrafts(batchId: string) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const change = useCallback((next: (now: Drafts) => Drafts) => setDrafts(next), []);
  const typed = Object.keys(drafts).map(Number);
  useKept({
    of: `import cells:${batchId}`,
    called: '改好的导入行',
    value: drafts,
    changed: typed.length > 0,
    restore: setDrafts,
  });
  return { drafts, change, typed };
}

export type CellDrafts = ReturnType<typeof useCellDrafts>;
