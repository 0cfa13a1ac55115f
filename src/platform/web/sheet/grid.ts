/** A line of a sheet that cannot be written, with what is wrong in its cells. */
export interface BadRow {
  rowNo: number;
  /** Texts by column. */
  cells: Readonly<Record<string, string>>;
  errors: readonly { field: string; text: string; suggestions: readonly string[] }[];
}
export interface GridColumn {
  field: string;
  label: string;
  /** CSS pixels; 大字 scales them. */
  width?: number;
  /** Finds what may stand in the column's cells by what is typed there; one function as long as its answers are the same. */
  search?: (words: string) => Promise<readonly string[]>;
}
/** What was typed and is not yet saved: texts by field by row number. */
export type Drafts = Readonly<Record<number, Readonly<Record<string, string>>>>;
export interface CellAt {
  rowNo: number;
  field: string;
}

/** The text of a cell as it stands now. */
export const textAt = (row: BadRow, drafts: Drafts, field: string) =>
  drafts[row.rowNo]?.[field] ?? row.cells[field] ?? '';

/** The cells in which something is wrong and nothing was typed yet, in reading order. */
export function openCells(rows: readonly BadRow[], fields: readonly string[], drafts: Drafts): CellAt[] {
  return rows.flatMap((row) =>
    fields
      .filter((field) => row.errors.some((error) => error.field === field) && drafts[row.rowNo]?.[field] === undefined)
      .map((field) => ({ rowNo: row.rowNo, field })),
  );
}

/** The nearest such cell after (`step` 1) or before (-1) a place; undefined at the end of the page. */
export function nextOpen(
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

/** The drafts with one cell changed; a text as the sheet has it is no draft. */
export function withText(drafts: Drafts, row: BadRow, field: string, text: string): Drafts {
  const { [field]: _old, ...others } = drafts[row.rowNo] ?? {};
  const cells = text === (row.cells[field] ?? '') ? others : { ...others, [field]: text };
  const { [row.rowNo]: _row, ...rest } = drafts;
  return Object.keys(cells).length > 0 ? { ...rest, [row.rowNo]: cells } : rest;
}

/** The drafts without what was sent and saved; what was typed meanwhile stays. */
export function withoutSaved(drafts: Drafts, sent: Drafts): Drafts {
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
      if (!row || !field) return;
      next = withText(next, row, field, text);
      count++;
    });
  });
  return { drafts: next, count };
}
