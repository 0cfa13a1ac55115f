import { useMemo } from 'react';
import { type ColumnChoice, NARROWEST, WIDEST } from '#platform/lists/listCalls.ts';
import type { Column } from './columns.ts';
import type { Table } from './tableMemory.ts';

/** 18 px text beside 13 px. */
const LARGER = 1.36;

/** A list's columns as the user arranged them, and the acts to arrange them. `onReset` resets what else was changed. */
export function useColumns<Row>(table: Table, columns: readonly Column<Row>[], large: boolean, onReset: () => void) {
  const choice = large ? table.memory.largeColumns : table.memory.columns;
  const keep = (next: ColumnChoice, soon = false) =>
    table.keep(large ? { largeColumns: next } : { columns: next }, soon);
  const arranged = useMemo(() => {
    const order = choice?.order ?? [];
    // A column that is newer than what was stored keeps its place from the page.
    const rank = (column: Column<Row>) => {
      const at = order.indexOf(column.key);
      return at >= 0 ? at : columns.indexOf(column);
    };
    return [...columns].sort((a, b) => rank(a) - rank(b));
  }, [columns, choice?.order]);
  const hidden =
    choice?.hidden ??
    columns.filter((column) => column.startsHidden || (large && column.notLarge)).map((column) => column.key);
  const current: ColumnChoice = {
    order: arranged.map((column) => column.key),
    hidden: [...hidden],
    widths: choice?.widths ?? {},
  };
  const shown = useMemo(
    () => arranged.filter((column) => column.always || !hidden.includes(column.key)),
    [arranged, hidden],
  );
  return {
    arranged,
    shown,
    /** Something of the list is not as it comes. */
    changed: Object.keys(table.memory).length > 0,
    isShown: (column: Column<Row>) => shown.includes(column),
    widthOf: (column: Column<Row>) => current.widths[column.key] ?? Math.round(column.width * (large ? LARGER : 1)),
    toggle: (column: Column<Row>) =>
      keep({
        ...current,
        hidden: hidden.includes(column.key) ? hidden.filter((k) => k !== column.key) : [...hidden, column.key],
      }),
    /** Moves a column by one place, -1 to the left. */
    move: (column: Column<Row>, by: -1 | 1) => {
      const order = [...current.order];
      const at = order.indexOf(column.key);
      const to = at + by;
      if (to < 0 || to >= order.length) return;
      order.splice(at, 1);
      order.splice(to, 0, column.key);
      keep({ ...current, order });
    },
    /** From the first resize on, widths are exact pixels: `measured` holds what the other columns have at that moment. */
    exact: Object.keys(current.widths).length > 0,
    resize: (column: Column<Row>, width: number, measured: Readonly<Record<string, number>>) => {
      const widths = { ...measured, ...current.widths, [column.key]: width };
      const within = (pixels: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, pixels)));
      const kept = Object.fromEntries(Object.entries(widths).map(([key, pixels]) => [key, within(pixels)]));
      keep({ ...current, widths: kept }, true);
    },
    reset: () => {
      table.reset();
      onReset();
    },
  };
}
