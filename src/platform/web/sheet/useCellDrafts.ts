import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useUnsaved } from '../unsaved.ts';
import type { Drafts } from './grid.ts';

/** What was typed and not saved, kept in this window's memory alone while the user is on another page. */
export function useCellDrafts(batchId: string) {
  const client = useQueryClient();
  const key = useMemo(() => ['typed import cells', batchId], [batchId]);
  const [drafts, setDrafts] = useState<Drafts>(() => client.getQueryData<Drafts>(key) ?? {});
  const change = useCallback(
    (next: (now: Drafts) => Drafts) => {
      const drafts = next(client.getQueryData<Drafts>(key) ?? {});
      client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData(key, drafts);
      setDrafts(drafts);
    },
    [client, key],
  );
  const typed = Object.keys(drafts).map(Number);
  useUnsaved(typed.length > 0 ? '改好的导入行' : null);
  return { drafts, change, typed };
}

export type CellDrafts = ReturnType<typeof useCellDrafts>;
