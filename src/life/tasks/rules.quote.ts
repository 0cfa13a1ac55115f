import { cellKey, type Design, decimalsOf, type FilledRow, lockedCellKeys } from './rules.form.ts';

/** A column that is taken over, and which of the rows there stands for which here. */
export interface Quote {
  columnId: string;
  fromColumnId: string;
  rows: Record<string, string>;
}

const same = (a: string, b: string) => a.replace(/\s/g, '') === b.replace(/\s/g, '');

/**
 * How a column of a grid is taken over from another grid: one of the same name and kind, row for row by their names. Free
 * rows have no name, and files stay where they are.
 * @returns undefined where it cannot be
 */
export function quoteOf(design: Design, columnId: string, source: Design): Quote | undefined {
  const column = design.columns.find(({ id }) => id === columnId);
  if (!column || column.type === 'file' || design.free || source.free) return undefined;
  const from = source.columns.find(
    (one) => same(one.name, column.name) && one.type === column.type && decimalsOf(one) <= decimalsOf(column),
  );
  if (!from) return undefined;
  const rows = design.rows.flatMap(({ id, name }) => {
    const there = source.rows.find((row) => same(row.name, name));
    return there ? [[id, there.id] as const] : [];
  });
  return rows.length === 0 ? undefined : { columnId, fromColumnId: from.id, rows: Object.fromEntries(rows) };
}

/** Rows with what was taken over in the cells that somebody would type; what stands there already stays. */
export function withQuotes(
  design: Design,
  rows: readonly FilledRow[],
  quotes: readonly (Quote & { filled: readonly FilledRow[] })[],
): FilledRow[] {
  const locked = lockedCellKeys(design, rows);
  return rows.map(({ id, cells }) => {
    const taken = quotes.flatMap((quote) => {
      const value = quote.filled.find((row) => row.id === quote.rows[id])?.cells[quote.fromColumnId] ?? '';
      const open = !locked.has(cellKey(id, quote.columnId)) && (cells[quote.columnId] ?? '') === '';
      return value !== '' && open ? [[quote.columnId, value] as const] : [];
    });
    return { id, cells: { ...cells, ...Object.fromEntries(taken) } };
  });
}
