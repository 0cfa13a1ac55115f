/** A line of a sheet with what is wrong in its cells. */
export interface BadRow {
  rowNo: number;
  /** What stands at its left instead of the number. */
  head?: string;
  /** Texts by column. */
  cells: Readonly<Record<string, string>>;
  errors: readonly { field: string; text: string; suggestions: readonly string[]; isHint?: boolean }[];
  /** Columns whose cell nobody types here. */
  locked?: ReadonlySet<string>;
}
export interface GridColumn {
  field: string;
  label: string;
  /** CSS pixels; 大字 scales them. */
  width?: number;
  /** Finds what may stand in the column's cells by what is typed there; one function as long as its answers are the same. */
  search?: (words: string) => Promise<readonly string[]>;
  /** All that may stand in the column's cells, offered as soon as one is entered. */
  offers?: readonly string[];
  /** The upper line of the head; neighbours with the same one stand below it together. */
  group?: string;
  isNumber?: boolean;
  /** What stands behind the name in the head: a unit. */
  note?: string;
  /** The cell is not typed but opened. */
  opens?: { shown: (text: string) => string; run: (rowNo: number) => void };
}
/** How a grid is filled in or picked from, instead of being fixed. */
export interface GridWay {
  /** Above the heads of the rows. */
  rowHead: string;
  /** CSS pixels of these. */
  headWidth?: number;
  type?: (rowNo: number, field: string, text: string) => void;
  paste?: (at: CellAt, cells: readonly (readonly string[])[]) => void;
  /** Takes a row out. */
  remove?: (rowNo: number) => void;
  /** A cell is clicked; without typing. */
  pick?: (rowNo: number, field: string) => void;
  /** Cells that are marked, as `3:name`, each with what its mark says. */
  marks?: ReadonlyMap<string, string>;
}
/** What was typed and is not yet saved: texts by field by row number. */
export type Drafts = Readonly<Record<number, Readonly<Record<string, string>>>>;
export interface CellAt {
  rowNo: number;
  field: string;
}

/** The text of a cell now: as typed, else as read. */
export const cellText = (row: BadRow, drafts: Drafts, field: string) =>
  drafts[row.rowNo]?.[field] ?? row.cells[field] ?? '';

/** The cells in which something is wrong and nothing was typed yet, in reading order. */
export function openCells(rows: readonly BadRow[], fields: readonly string[], drafts: Drafts): CellAt[] {
  return rows.flatMap((row) =>
    fields
      .filter((field) => row.errors.some((error) => error.field === field) && drafts[row.rowNo]?.[field] === undefined)
      .map((field) => ({ rowNo: row.rowNo, field })),
  );
}

/** The nearest cell with something wrong after (`step` 1) or before (-1) a place; undefined at the end of the page. */
export function nextUnfixedCell(
  rows: readonly BadRow[],
  fields: readonly string[],
  drafts: Drafts,
  from: CellAt,
  step: 1 | -1,
): CellAt | undefined {
  const place = (cell: CellAt) =>
    rows.findIndex(({ rowNo }) => rowNo === cell.rowNo) * fields.length + fields.indexOf(cell.field);
  const here = place(from);
  const cells = openCells(rows, fields, drafts).filter((cell) => (place(cell) - here) * step > 0);
  return step > 0 ? cells[0] : cells.at(-1);
}

/** The next cell that can be typed in after (`step` 1) or before (-1) a place, in reading order. */
export function nextEditableCell(
  rows: readonly BadRow[],
  fields: readonly string[],
  from: CellAt,
  step: 1 | -1,
): CellAt | undefined {
  const start = rows.findIndex(({ rowNo }) => rowNo === from.rowNo) * fields.length + fields.indexOf(from.field);
  for (let at = start + step; at >= 0 && at < rows.length * fields.length; at += step) {
    const row = rows[Math.floor(at / fields.length)];
    const field = fields[at % fields.length];
    if (row && field && !row.locked?.has(field)) return { rowNo: row.rowNo, field };
  }
  return undefined;
}

/** The upper line of heads: each group with its columns; a column without a group is one by itself. */
export function groupsOf(columns: readonly GridColumn[]): { group: string; columns: GridColumn[] }[] {
  const groups: { group: string; columns: GridColumn[] }[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last && column.group && last.group === column.group) last.columns.push(column);
    else groups.push({ group: column.group ?? '', columns: [column] });
  }
  return groups;
}

/** The drafts with one cell changed. A text that equals the sheet's own is no draft. */
export function withText(drafts: Drafts, row: BadRow, field: string, text: string): Drafts {
  const { [field]: _old, ...others } = drafts[row.rowNo] ?? {};
  const cells = text === (row.cells[field] ?? '') ? others : { ...others, [field]: text };
  const { [row.rowNo]: _row, ...rest } = drafts;
  return Object.keys(cells).length > 0 ? { ...rest, [row.rowNo]: cells } : rest;
}

/** The drafts without what was sent and saved; what was typed meanwhile stays. */
export function unsavedDrafts(drafts: Drafts, sent: Drafts): Drafts {
  const rows = Object.entries(drafts).map(([rowNo, cells]) => {
    const saved = sent[Number(rowNo)] ?? {};
    return [rowNo, Object.fromEntries(Object.entries(cells).filter(([field, text]) => saved[field] !== text))] as const;
  });
  return Object.fromEntries(rows.filter(([, cells]) => Object.keys(cells).length > 0));
}

/** The cells of a spreadsheet's clipboard text: lines, and tabs between cells. */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));

/** The drafts after a paste with its upper left corner at a cell; what reaches beyond the page is left out. */
export function withPaste(
  drafts: Drafts,
  rows: readonly BadRow[],
  fields: readonly string[],
  at: CellAt,
  cells: readonly (readonly string[])[],
): { drafts: Drafts; count: number } {
  const top = rows.findIndex(({ rowNo }) => rowNo === at.rowNo);
  const left = fields.indexOf(at.field);
  let next = drafts;
  let count = 0;
  cells.forEach((line, down) => {
    const row = rows[top + down];
    line.forEach((text, right) => {
      const field = fields[left + right];
      if (!row || !field || row.locked?.has(field)) return;
      next = withText(next, row, field, text);
      count++;
    });
  });
  return { drafts: next, count };
}
