import { type BadRow, withPaste } from '#platform/web/sheet/grid.ts';
import { cellKey, type Design, type FilledRow, MAX_ROWS } from '../../rules.form.ts';

/** The rows with one cell changed. */
export const withCell = (rows: readonly FilledRow[], row: string, col: string, text: string): FilledRow[] =>
  rows.map((one) => (one.id === row ? { id: row, cells: { ...one.cells, [col]: text } } : one));

/** The id of the next free row. */
export const nextId = (rows: readonly FilledRow[]): string =>
  String(rows.reduce((most, { id }) => Math.max(most, Number(id) || 0), 0) + 1);

/** The rows with some more at their end, empty but for what the platform knows. */
export function withRows(rows: readonly FilledRow[], n: number, known: Readonly<Record<string, string>>): FilledRow[] {
  const all = [...rows];
  for (let at = 0; at < n && all.length < MAX_ROWS; at++) all.push({ id: nextId(all), cells: { ...known } });
  return all;
}

/**
 * A block of a spreadsheet with its upper left corner at a cell: what falls on a locked cell is left out, free rows grow as the
 * block needs.
 * @returns the rows, and how many cells were taken over of how many
 */
export function pasteIntoGrid(
  design: Design,
  rows: readonly FilledRow[],
  locked: (rowId: string, col: string) => boolean,
  at: { index: number; col: string },
  cells: readonly (readonly string[])[],
  known: Readonly<Record<string, string>>,
): { rows: FilledRow[]; taken: number; of: number } {
  const more = design.free ? Math.max(0, at.index + cells.length - rows.length) : 0;
  const all = withRows(rows, more, known);
  const fields = design.columns.map(({ id }) => id);
  const sheet: BadRow[] = all.map(({ id, cells: own }, index) => ({
    rowNo: index + 1,
    cells: own,
    errors: [],
    locked: new Set(fields.filter((col) => locked(id, col))),
  }));
  const { drafts, count } = withPaste({}, sheet, fields, { rowNo: at.index + 1, field: at.col }, cells);
  return {
    rows: all.map((row, index) => {
      const own = drafts[index + 1];
      return own ? { id: row.id, cells: { ...row.cells, ...own } } : row;
    }),
    taken: count,
    of: cells.reduce((sum, line) => sum + line.length, 0),
  };
}

/** Last time's texts in the cells that are open and empty now. */
export function withPrevious(
  design: Design,
  rows: readonly FilledRow[],
  previous: readonly FilledRow[],
  locked: (rowId: string, col: string) => boolean,
): { rows: FilledRow[]; taken: number } {
  let taken = 0;
  const fields = design.columns.filter(({ type }) => type !== 'file').map(({ id }) => id);
  const base = design.free && rows.length === 0 ? previous.map(({ id }) => ({ id, cells: {} })) : rows;
  const filled = base.map(({ id, cells }) => {
    const old = previous.find((row) => row.id === id)?.cells ?? {};
    const now: Record<string, string> = { ...cells };
    for (const col of fields) {
      const text = old[col];
      if (!text || now[col] || locked(id, col)) continue;
      now[col] = text;
      taken++;
    }
    return { id, cells: now };
  });
  return { rows: filled, taken };
}

/** Whether a cell may be typed in: not locked, and, where single ones were returned, one of those. */
export const cellOpenTest =
  (locked: ReadonlySet<string>, returned: readonly { row: string; col: string }[]) =>
  (row: string, col: string): boolean => {
    const key = cellKey(row, col);
    if (locked.has(key)) return true;
    return returned.length > 0 && !returned.some((cell) => cellKey(cell.row, cell.col) === key);
  };
