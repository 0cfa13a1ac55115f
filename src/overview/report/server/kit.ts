import type { PeriodKind, Span, Unit } from '#overview/report/rules.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import type { CellKind } from '#platform/server/spreadsheet/cells.ts';

/** An organisation that numbers stand at. */
export interface Place {
  id: string;
  code: string;
  name: string;
}

/** What a report is asked: an organisation with all below it, and a period where the report has one. */
export interface Question {
  db: Db;
  services: Services;
  org: Place;
  /** Within the asker's own scope; of a list it may be the organisation itself alone. */
  scope: Scope;
  /** The asker's own scope: what may be told of people beyond `scope`. The same for a number and its list, however deep it is opened. */
  sight: Scope;
  /** Directly below the organisation, in the order of the tree; none: it is a branch. */
  children: readonly (Place & { opens: boolean })[];
  /** Of a report without periods, the present year. */
  span: Span;
  /** `YYYY-MM-DD` by the database's clock. */
  today: string;
  /** The 31 December on which ages are counted; null: today. */
  ageDay: string | null;
}

/** Numbers by column; null: nothing is known. */
export type Numbers = Readonly<Record<string, number | null>>;

/** What was counted, by the code of a child, or of the organisation itself for what stands directly at it. */
export interface Counted {
  byCode: ReadonlyMap<string, Numbers>;
  /** Where the sum is not that of the rows. */
  total?: Numbers;
}

export interface Column {
  key: string;
  title: string;
  unit: Unit;
  /** Columns of one head stand together. */
  group?: string;
  /** A head over several groups. */
  over?: string;
  /** A number that somebody has to see to. */
  isLate?: true;
  /** Drawn from the other numbers of its row, in the row of sums too. */
  of?(row: Numbers): number | null;
  /** The existing list with exactly these rows, of an organisation with all below it. */
  href?(orgId: string, span: Span, ageDay: string | null): string;
  /** The report's own list names whoever is counted; `sum`: of the sum alone. */
  listed?: true | 'sum';
}

export interface ListedRow {
  id: string;
  cells: string[];
  href: string | null;
}

/** The report's own list: who or what is behind its numbers. */
export interface List {
  /** Widths in pixels. */
  columns: readonly { key: string; title: string; width?: number; kind?: CellKind }[];
  unit: Unit;
  /** What its rows are called together; left out: the column's title with 名单. */
  title?: string;
  /** The column that is listed unless another one is chosen. */
  first: string;
  page(
    question: Question,
    column: string,
    limit: number,
    offset: number,
  ): Promise<{ rows: ListedRow[]; total: number }>;
  /**
   * All rows for a file, so many at a time, each portion after the last row of the one before: nobody is left out or named twice while
   * others are added. Left out: the list is short, and its pages are read.
   */
  chunks?(question: Question, column: string, size: number): AsyncIterable<ListedRow[]>;
}

/** Portions that are read one after another, each after the last record of the one before. */
export async function* readAfter<Row>(
  size: number,
  read: (after: Row | null) => Promise<Row[]>,
  rowOf: (row: Row) => ListedRow,
) {
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await read(after);
    yield rows.map(rowOf);
    after = rows.at(-1) ?? null;
    if (rows.length < size) return;
  }
}

/** A report, declared once: page, call, workbook and paper follow from it (`service.ts`, `web/ReportPage.tsx`). */
export interface Report {
  key: string;
  /** What is counted and by which rule, with its article. */
  words: readonly string[];
  /** What it may be asked for; left out: it counts as of now. */
  periods?: readonly PeriodKind[];
  /** The day that it tells of for good; left out: it is counted anew each time. */
  asOf?: string;
  /** Of what keeps organisations of another day: the one that is asked for, what lies below it, and the period; undefined: it was not there. */
  places?(orgId: string): Promise<Pick<Question, 'org' | 'scope' | 'children' | 'span'> | undefined>;
  /** It counts ages, which may be asked for on 31 December of a year, too. */
  byAge?: true;
  columns: readonly Column[];
  /** Groups of columns whose sums are drawn as well. */
  charts?: readonly string[];
  count(question: Question): Promise<Counted>;
  list?: List;
  /** Lists of some columns that name something else than `list` does. */
  lists?: readonly ColumnList[];
}

/** A list of some columns alone. */
export interface ColumnList extends List {
  of: readonly string[];
}

/** Units of lists whose rows are people by name. */
const NAMING: readonly Unit[] = ['people', 'persons', 'cases'];
/** Whether a list names people: whoever may not read them sees the number alone. */
export const namesPeople = ({ unit }: List): boolean => NAMING.includes(unit);

/** The list behind a column. */
export const listOf = ({ list, lists }: Pick<Report, 'list' | 'lists'>, column: string): List | undefined =>
  lists?.find(({ of }) => of.includes(column)) ?? list;

/** Length of the part of a code that names a child of the organisation. */
export const childLength = ({ org }: Pick<Question, 'org'>): number => org.code.length + 4;

/** Rows of `place` and numbers, as statements answer them, by their place. */
export function indexByPlace<Row extends { place: string }>(rows: readonly Row[]): Counted {
  return { byCode: new Map(rows.map(({ place, ...numbers }) => [place, numbers as unknown as Numbers])) };
}

/** The numbers of a row with those that are drawn from others. */
const filled = (columns: readonly Column[], numbers: Numbers): Numbers =>
  Object.fromEntries(columns.map(({ key, of }) => [key, of ? of(numbers) : (numbers[key] ?? null)]));

/** A row of the table; `place` null: what stands below the organisation and in none that is left. */
export interface Line {
  place: (Place & { opens: boolean }) | null;
  isOwn: boolean;
  numbers: Numbers;
}

/**
 * The lines of a report in the order of the tree, and their sum: a child that has nothing stands with zeros, what stands
 * directly at the organisation is a line of its own where there is any.
 */
export function linesOf(report: Report, { org, children }: Question, { byCode, total }: Counted) {
  const zeros: Numbers = Object.fromEntries(report.columns.map(({ key }) => [key, 0]));
  const numbersAt = (code: string) => filled(report.columns, byCode.get(code) ?? zeros);
  const lines: Line[] = children.map((place) => ({ place, isOwn: false, numbers: numbersAt(place.code) }));
  const own = byCode.get(org.code);
  if (children.length === 0 || (own && Object.values(own).some((n) => n)))
    lines.push({ place: { ...org, opens: false }, isOwn: true, numbers: numbersAt(org.code) });
  const known = new Set([org.code, ...children.map(({ code }) => code)]);
  const gone = [...byCode].filter(([code]) => !known.has(code)).map(([, numbers]) => numbers);
  if (gone.some((numbers) => Object.values(numbers).some((n) => n)))
    lines.push({ place: null, isOwn: false, numbers: filled(report.columns, sumOf(report, gone)) });
  const sum = total ?? sumOf(report, [...byCode.values()]);
  return { lines, total: filled(report.columns, sum) };
}

function sumOf(report: Report, rows: readonly Numbers[]): Numbers {
  const add = (key: string) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0);
  return Object.fromEntries(report.columns.filter(({ of }) => !of).map(({ key }) => [key, add(key)]));
}
