import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListRow } from './ListTable.tsx';

/**
 * To which filter the shown rows belong: after a change of the filter the old rows stay until the new ones have arrived.
 * @param arrived the rows of `filter` are there
 * @returns `isOther`: the shown rows are not those of `filter`; `key` changes when the filter changes, and again when its rows
 *   arrive
 */
export function useShownFilter(filter: string, arrived: boolean): { isOther: boolean; key: string } {
  const shown = useRef(filter);
  if (arrived) shown.current = filter;
  return { isOther: shown.current !== filter, key: JSON.stringify([filter, shown.current]) };
}

/**
 * Which rows are selected, over pages: they stay while pages turn and go when the filter changes, and when its rows come.
 * `all` means every row of the filter, whether it was seen or not.
 */
export function useSelection<Row extends ListRow>(rows: readonly Row[], filter: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const [all, setAll] = useState(false);
  const last = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => {
    setChosen(new Map());
    setAll(false);
  }, [filter]);
  const ids = useMemo(() => new Set(all ? rows.map((row) => row.id) : chosen.keys()), [all, rows, chosen]);

  return {
    ids: ids as ReadonlySet<string>,
    all,
    count: (total: number) => (all ? total : chosen.size),
    chosen: (total: number) => ({ rows: [...chosen.values()], all, count: all ? total : chosen.size }),
    /** Selects or drops a row; with `range`, all rows from the last one pressed get this one's new state. */
    toggle: (id: string, range: boolean) => {
      const next = new Map(all ? rows.map((row) => [row.id, row]) : chosen);
      const on = !next.has(id);
      const from = range && last.current ? rows.findIndex((row) => row.id === last.current) : -1;
      const to = rows.findIndex((row) => row.id === id);
      const span = from < 0 ? rows.slice(to, to + 1) : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      for (const row of span) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      last.current = id;
      setAll(false);
      setChosen(next);
    },
    togglePage: (on: boolean) => {
      const next = new Map(all ? [] : chosen);
      for (const row of rows) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      setAll(false);
      setChosen(next);
    },
    selectAll: () => setAll(true),
    clear: () => {
      setAll(false);
      setChosen(new Map());
    },
  };
}
