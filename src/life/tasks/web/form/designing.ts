import type { CellRef, Design, FormColumn, LockedCell } from '../../rules.form.ts';

/** The next id with a letter that nothing of the design bears: ids stay when the design is copied to another year. */
export function nextId(design: Design, letter: 'c' | 'r' | 's'): string {
  const all = [...design.columns, ...design.rows, ...design.sums].map(({ id }) => id);
  const most = all.filter((id) => id.startsWith(letter)).reduce((max, id) => Math.max(max, Number(id.slice(1))), 0);
  return `${letter}${most + 1}`;
}

export const newColumn = (design: Design): FormColumn => ({
  id: nextId(design, 'c'),
  name: `第${design.columns.length + 1}列`,
  group: '',
  type: 'number',
  decimals: 0,
  unit: '',
  choices: [],
  dict: '',
  required: false,
  min: '',
  max: '',
  level: 'block',
  sentence: '',
  source: '',
});

const same = (a: CellRef, b: CellRef) => a.row === b.row && a.col === b.col;

/** The design without a column: what referred to it goes too. */
export const withoutColumn = (design: Design, id: string): Design => ({
  ...design,
  columns: design.columns.filter((column) => column.id !== id),
  locked: design.locked.filter(({ col }) => col !== id),
  sums: design.sums.filter(({ target, parts }) => ![target, ...parts].some(({ col }) => col === id)),
});

export const withoutRow = (design: Design, id: string): Design => ({
  ...design,
  rows: design.rows.filter((row) => row.id !== id),
  locked: design.locked.filter(({ row }) => row !== id),
  sums: design.sums.filter(({ target, parts }) => ![target, ...parts].some(({ row }) => row === id)),
});

/** The design with one thing one place to the left (-1) or right. */
export function moveBy<T extends { id: string }>(list: readonly T[], id: string, by: 1 | -1): T[] {
  const at = list.findIndex((one) => one.id === id);
  const to = at + by;
  const next = [...list];
  const one = next[at];
  const other = next[to];
  if (!one || !other) return next;
  next[at] = other;
  next[to] = one;
  return next;
}

export const lockedAt = (design: Design, cell: CellRef): LockedCell | undefined =>
  design.locked.find((one) => same(one, cell));

/** The design with a cell locked anew, or open again (`null`). */
export const withLocked = (design: Design, cell: CellRef, locked: Omit<LockedCell, 'row' | 'col'> | null): Design => ({
  ...design,
  locked: [...design.locked.filter((one) => !same(one, cell)), ...(locked ? [{ ...cell, ...locked }] : [])],
});
