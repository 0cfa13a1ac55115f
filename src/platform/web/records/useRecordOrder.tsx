import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RecordOrder, RecordRow, RecordType } from '#platform/records/records.ts';
import { call } from '../call/api.ts';
import { emit } from '../call/events.ts';
import { markStale } from '../call/hooks.ts';
import { useRowOrder } from '../list/rowOrder.tsx';

/** The rows as they go while nobody has ordered them: the newest day first, then what was added last. */
const byDay = (sort: RecordType, rows: readonly RecordRow[]) =>
  rows
    .map(({ id, ...row }) => ({ id, day: String((sort.order && row[sort.order]) ?? '') }))
    .sort((a, b) => b.day.localeCompare(a.day, 'en') || (BigInt(b.id) > BigInt(a.id) ? 1 : -1))
    .map(({ id }) => id);

/** Puts the rows of a tab into order by hand, and back into that of their days. */
export function useRecordOrder(endpoint: RecordOrder, sort: RecordType, ownerId: string, rows: readonly RecordRow[]) {
  const client = useQueryClient();
  const ids = rows.map(({ id }) => id);
  // What stands, as far as this page knows: an undoing may come after the rows were read again, or before.
  const currentIds = useRef(ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows, or the same in another order, were read
  useEffect(() => {
    currentIds.current = ids;
  }, [ids.join()]);

  /** Writes an order; none means that of the days. What somebody else did meanwhile is read anew. */
  const write = async (wanted: readonly string[]) => {
    try {
      await call(endpoint, { ownerId, kind: sort.kind, from: currentIds.current, ids: [...wanted] });
      currentIds.current = wanted.length > 0 ? [...wanted] : byDay(sort, rows);
    } finally {
      markStale(client, endpoint);
    }
  };
  const order = useRowOrder(ids, (id, after) => {
    const others = currentIds.current.filter((one) => one !== id);
    others.splice(after === null ? 0 : others.indexOf(after) + 1, 0, id);
    return write(others);
  });
  const reset = async () => {
    const stood = currentIds.current;
    try {
      await write([]);
      emit('undoable', { text: '已恢复默认顺序', act: '撤销', key: 'order', run: () => write(stood).catch(() => {}) });
    } catch {
      // The client has shown why; the rows stay as they are.
    }
  };
  return { ...order, reset, isOwn: byDay(sort, rows).join() !== ids.join() };
}
