import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { keepTable, listTables, type TableMemory } from '#platform/lists/listCalls.ts';
import { call } from '../call/api.ts';
import { on } from '../call/events.ts';
import { keyOf, useCall } from '../call/hooks.ts';

type Tables = readonly { page: string; memory: TableMemory }[];

/** Milliseconds that a column must rest: while it is dragged its width changes with every pixel. */
const REST = 400;
const NOTHING: TableMemory = {};
const ALL = keyOf(listTables, {});

const changed = new Map<string, TableMemory>();
let timer: ReturnType<typeof setTimeout> | undefined;
let sending = false;
/** Counts the sign-outs. */
let era = 0;

// The next user must not be given what this one changed last.
on('signedOut', () => {
  era++;
  changed.clear();
  clearTimeout(timer);
});

/** Sends what was changed, one list after the other, so that the last change of a list is what stays. */
async function send(): Promise<void> {
  if (sending) return;
  sending = true;
  for (const [page, memory] of changed) {
    changed.delete(page);
    // What could not be kept holds for this visit.
    await call(keepTable, { page, memory }, { quiet: true }).catch(() => {});
  }
  sending = false;
}

function keepAll(client: QueryClient, page: string, memory: TableMemory, soon = false) {
  const others = (client.getQueryData<Tables>(ALL) ?? []).filter((table) => table.page !== page);
  client.setQueryData<Tables>(ALL, [...others, { page, memory }]);
  // Deleted first: a list that waits already goes to the end of the queue.
  changed.delete(page);
  changed.set(page, memory);
  clearTimeout(timer);
  if (soon) timer = setTimeout(send, REST);
  else void send();
}

/** What the account changed of the list at `page`, kept on the server; read once a session for all lists. */
export function useTableMemory(page: string) {
  const client = useQueryClient();
  const { data, isPending } = useCall(listTables, {}, { quiet: true, staleTime: Number.POSITIVE_INFINITY });
  const stored = useMemo(() => data?.find((table) => table.page === page)?.memory ?? NOTHING, [data, page]);
  // The cache tells its readers a moment later; a tick that was set must not jump back meanwhile.
  const [own, setOwn] = useState<{ page: string; memory: TableMemory } | null>(null);
  const memory = own?.page === page ? own.memory : stored;
  /** Changes parts of the memory; a part that is undefined goes back to the list's own. `soon`: more of it is on its way. */
  const keep = useCallback(
    function keep(patch: { [Part in keyof TableMemory]: TableMemory[Part] | undefined }, soon = false) {
      const known = client.getQueryData<Tables>(ALL);
      const before = known?.find((table) => table.page === page)?.memory ?? NOTHING;
      const parts = Object.entries({ ...before, ...patch }).filter(([, part]) => part !== undefined);
      const next = Object.fromEntries(parts) as TableMemory;
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      setOwn({ page, memory: next });
      if (known) {
        keepAll(client, page, next, soon);
        return;
      }
      // What the account kept has not come: written over, it would be lost. If it does not come, the change holds for this visit.
      const mine = era;
      client.ensureQueryData({ queryKey: ALL, queryFn: () => call(listTables, {}, { quiet: true }) }).then(
        () => mine === era && keep(patch, soon),
        () => {},
      );
    },
    [client, page],
  );
  const reset = useCallback(() => {
    setOwn({ page, memory: NOTHING });
    keepAll(client, page, NOTHING);
  }, [client, page]);
  // Where it cannot be read, the lists are as they come.
  return { memory, ready: !isPending, keep, reset };
}

export type Table = ReturnType<typeof useTableMemory>;
