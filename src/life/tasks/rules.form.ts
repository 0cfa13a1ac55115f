import { formulaFault } from '#platform/reading/cells.ts';
import { dayFault, parseTypedDay } from '#platform/reading/days.ts';
import { readNumber } from '#platform/reading/numbers.ts';

/** The kinds of columns that a grid can have. */
export const COLUMN_TYPES = {
  text: '文本',
  number: '数字',
  money: '金额',
  date: '日期',
  choice: '选项',
  person: '人员',
  org: '组织',
  flag: '是/否',
  file: '附件',
} as const;
export type ColumnType = keyof typeof COLUMN_TYPES;

export const LEVELS = { block: '不能上报', warn: '提醒' } as const;
export type Level = keyof typeof LEVELS;

/** What the platform fills in of itself. */
export const SOURCES = {
  orgName: '组织名称',
  secretary: '书记姓名',
  members: '党员总数',
  full: '正式党员数',
  probationary: '预备党员数',
  women: '女党员数',
  developing: '发展对象数',
  activists: '入党积极分子数',
  applicants: '入党申请人数',
  units: '关联单位数',
  meetings: '本年组织生活次数',
} as const;
export type Source = keyof typeof SOURCES;
const WORDS: readonly Source[] = ['orgName', 'secretary'];
/** Whether a column may hold what the platform knows: names stand in text, counts in numbers. */
export const isSourceOfType = (source: Source, type: ColumnType): boolean =>
  WORDS.includes(source) ? type === 'text' : type === 'number';

export const MAX_COLUMNS = 60;
export const MAX_ROWS = 300;
export const MAX_CELLS = 9000;
export const MAX_DECIMALS = 4;
/** Digits before the point: what all organisations of a city together hold stays exact. */
export const MAX_DIGITS = 12;
const TEXT = 500;

export interface FormColumn {
  id: string;
  name: string;
  /** The upper line of the head; neighbours with the same one stand below it together. */
  group: string;
  type: ColumnType;
  decimals: number;
  unit: string;
  choices: string[];
  /** A dictionary's code instead of own choices. */
  dict: string;
  required: boolean;
  min: string;
  max: string;
  /** How heavy a breach of required or range is, and the sentence that is said instead of the usual one. */
  level: Level;
  sentence: string;
  /** Of free rows: filled by the platform in each row. */
  source: Source | '';
}
export interface FormRow {
  id: string;
  name: string;
}
export interface CellRef {
  /** A row's id; `*`: each row for itself. */
  row: string;
  col: string;
}
/** A cell of fixed rows that nobody types: it holds a text, or what the platform knows; empty: it is crossed out. */
export interface LockedCell extends CellRef {
  value: string;
  source: Source | '';
}
/** 合计: the target is the sum of the parts. */
export interface SumRule {
  id: string;
  target: CellRef;
  parts: CellRef[];
  level: Level;
  sentence: string;
}
export interface Design {
  /** Whoever fills in adds the rows. */
  free: boolean;
  rows: FormRow[];
  columns: FormColumn[];
  locked: LockedCell[];
  sums: SumRule[];
}
/** A row as it is filled in: its id is that of the fixed row, or its number among the free ones. */
export interface FilledRow {
  id: string;
  cells: Record<string, string>;
}
export interface Fault {
  row: string;
  col: string;
  text: string;
  level: Level;
}
export interface Returned extends CellRef {
  reason: string;
}

/** How a sum comes about: where a grid is designed, filled in and summed. */
export const SUM_WORDS = '汇总把各填报单位报的数相加：每个单位只填本级的数，不含下级。';

export const EMPTY_DESIGN: Design = { free: false, rows: [], columns: [], locked: [], sums: [] };
export const cellKey = (row: string, col: string) => `${row}:${col}`;
export const isNumeric = ({ type }: Pick<FormColumn, 'type'>): boolean => type === 'number' || type === 'money';
/** Decimals of a column: money is counted in fen. */
export const decimalsOf = ({ type, decimals }: Pick<FormColumn, 'type' | 'decimals'>): number =>
  type === 'money' ? 2 : decimals;
export const unitOf = ({ type, unit }: Pick<FormColumn, 'type' | 'unit'>): string =>
  type === 'money' ? unit || '元' : unit;

/**
 * A decimal number as an integer of its smallest unit: 12.5 with two decimals is 1250. No float ever holds it.
 * @returns undefined where it is no number, or has more decimals or digits than may be
 */
export function toScaledInteger(text: string, decimals: number, unit = ''): bigint | undefined {
  const read = readNumber(text, decimals, unit);
  return 'value' in read && String(read.value).replace('-', '').length - decimals <= MAX_DIGITS
    ? read.value
    : undefined;
}

/** Such an integer as a decimal number: 1250 with two decimals is 12.50. */
export function fromScaledInteger(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const sign = value < 0n ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const YES = ['是', '有', 'Y', 'y', '√', '1', 'true', 'TRUE'];
const NO = ['否', '无', 'N', 'n', '×', '0', 'false', 'FALSE'];

/** A cell's text as it is kept, or what is wrong with it. @param choices of a column of choices */
export function readCell(
  column: FormColumn,
  typed: string,
  choices: readonly string[],
): { text: string; fault?: string } {
  const text = typed.trim();
  if (text === '') return { text };
  const failed = formulaFault(text);
  if (failed) return { text, fault: failed };
  switch (column.type) {
    case 'number':
    case 'money': {
      const decimals = decimalsOf(column);
      const read = readNumber(text, decimals, unitOf(column));
      if (!('value' in read)) return { text, fault: read.fault };
      const kept = fromScaledInteger(read.value, decimals);
      return toScaledInteger(kept, decimals) === undefined ? { text, fault: '数字太大' } : { text: kept };
    }
    case 'date': {
      const day = parseTypedDay(text);
      const fault = dayFault(day);
      return fault || day < '1900' ? { text, fault: fault || '日期不能早于1900年' } : { text: day };
    }
    case 'choice':
      return choices.includes(text)
        ? { text }
        : { text, fault: `应为${choices.slice(0, 6).join('、')}${choices.length > 6 ? '等' : ''}之一` };
    case 'flag':
      if (YES.includes(text)) return { text: '是' };
      return NO.includes(text) ? { text: '否' } : { text, fault: '应填写“是”或“否”' };
    default:
      return text.length > TEXT ? { text, fault: `最多${TEXT}个字` } : { text };
  }
}

/** The rows that a design begins with: its fixed ones with what stands in their locked cells, or none. */
export function startRows(design: Design, known: Readonly<Partial<Record<Source, string>>>): FilledRow[] {
  if (design.free) return [];
  return design.rows.map(({ id }) => ({ id, cells: lockedCells(design, id, known) }));
}

/** Nothing was filled in: no cell that whoever fills in could have typed holds anything. Such a grid says less than 零报告. */
export function isEmpty(design: Design, rows: readonly FilledRow[]): boolean {
  const locked = lockedCellKeys(design, rows);
  if (!design.free && countTypedCells(design) === 0) return false;
  return rows.every(({ id, cells }) =>
    design.columns.every((column) => (cells[column.id] ?? '') === '' || locked.has(cellKey(id, column.id))),
  );
}

/** What the locked cells of a row hold. */
export function lockedCells(design: Design, row: string, known: Readonly<Partial<Record<Source, string>>>) {
  const cells: Record<string, string> = {};
  if (design.free) {
    for (const { id, source } of design.columns) if (source) cells[id] = known[source] ?? '';
    return cells;
  }
  for (const one of design.locked)
    if (one.row === row) cells[one.col] = one.source ? (known[one.source] ?? '') : one.value;
  return cells;
}

/** Keys of the cells that nobody types. */
export function lockedCellKeys(design: Design, rows: readonly { id: string }[]): Set<string> {
  if (!design.free) return new Set(design.locked.map(({ row, col }) => cellKey(row, col)));
  const columns = design.columns.filter(({ source }) => source !== '');
  return new Set(rows.flatMap(({ id }) => columns.map((column) => cellKey(id, column.id))));
}

/** A column that arrives filled from another collection, with the rows in which it does. */
export interface Quoted {
  columnId: string;
  rowIds: readonly string[];
}

/**
 * Cells that somebody types: what a grid costs whoever fills it in; of free rows those of one row. What the platform fills
 * and what is taken over from another collection is not typed.
 */
export function countTypedCells(design: Design, quoted: readonly Quoted[] = []): number {
  if (design.free) return design.columns.filter(({ source }) => source === '').length;
  const given = lockedCellKeys(design, design.rows);
  const columns = new Set(design.columns.map(({ id }) => id));
  const rows = new Set(design.rows.map(({ id }) => id));
  for (const { columnId, rowIds } of quoted)
    for (const id of rowIds) if (columns.has(columnId) && rows.has(id)) given.add(cellKey(id, columnId));
  return design.rows.length * design.columns.length - given.size;
}

export interface Slot extends CellRef {
  decimals: number;
}

/** The cells that are summed over organisations, in the order in which they are kept; of free rows a column's total. */
export function slotsOf(design: Design): Slot[] {
  const columns = design.columns.filter(isNumeric);
  const rows = design.free ? ['*'] : design.rows.map(({ id }) => id);
  return rows.flatMap((row) => columns.map((column) => ({ row, col: column.id, decimals: decimalsOf(column) })));
}

/** What a filling brings to each of these; null: nothing stands there. */
export function sumsOf(design: Design, rows: readonly FilledRow[]): (bigint | null)[] {
  return slotsOf(design).map(({ row, col, decimals }) => {
    const found = rows
      .filter(({ id }) => row === '*' || id === row)
      .map(({ cells }) => toScaledInteger(cells[col] ?? '', decimals))
      .filter((value) => value !== undefined);
    return found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0n);
  });
}

/** Cells that are returned, and the totals that they add to: who corrects a part has to correct its sum as well. */
export function withTotals(design: Design, cells: readonly Returned[]): Returned[] {
  const all = new Map(cells.map((cell) => [cellKey(cell.row, cell.col), cell]));
  // What is added here may itself be a part of another total: the map grows while it is walked.
  for (const { row, col } of all.values()) {
    for (const { target, parts } of design.sums) {
      if (!parts.some((part) => part.col === col && (part.row === '*' || part.row === row))) continue;
      const total = { row: target.row === '*' ? row : target.row, col: target.col };
      const key = cellKey(total.row, total.col);
      if (!all.has(key)) all.set(key, { ...total, reason: '合计随之更正' });
    }
  }
  return [...all.values()];
}

/** Whether a value is more than half away from last time. */
export function isFarOff(now: bigint | null, before: bigint | null): boolean {
  if (now === null || before === null || now === before) return false;
  const size = (value: bigint) => (value < 0n ? -value : value);
  return size(now - before) * 2n > size(before);
}
