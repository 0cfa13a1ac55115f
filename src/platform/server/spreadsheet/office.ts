import {
  type CellKind,
  cell,
  escaped,
  FRAMED_STYLES,
  footText,
  HEAD,
  LIKE_FORMULA,
  lettersOf,
  MAIN,
  MARK_STYLE,
  numberOf,
  OFFICE_STYLES,
  type SheetMark,
  SUM_STEP,
} from './cells.ts';
import type { Rows, SheetColumn } from './write.ts';

/** A cell of a head: where it begins, from 0, and how far it reaches. */
export interface HeadCell {
  text: string;
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** How a sheet stands that an office hands up (党内统计报表: 表名, 填报单位, 统计期间, 填表人和负责人). */
export interface Office {
  title: string;
  /** In one line below the title. */
  facts: string;
  /** The head with its merged cells, in as many lines. */
  heads: readonly HeadCell[];
  lines: number;
  /** The last row is the sum. */
  hasSum: boolean;
  /** Below the table: who signs, what is counted. */
  below: readonly string[];
}

/** Title and facts. */
const LINES_ABOVE = 2;
/** More columns than A4 holds in one go are printed on A3. */
const A4 = 9;
const A3 = 8;
/** Characters of 11 pt that a page holds from side to side. */
const FITS = { [A4]: 128, [A3]: 190 } as const;

const paperOf = (columns: readonly SheetColumn[]) =>
  columns.reduce((sum, { width }) => sum + width, 0) > FITS[A4] ? A3 : A4;

/** How many columns the first page holds: title and words are merged over these alone, so that no page cuts them. */
function fitting(columns: readonly SheetColumn[]): number {
  const room = FITS[paperOf(columns)];
  let [wide, n] = [0, 0];
  for (const { width } of columns) {
    wide += width;
    if (wide > room) break;
    n++;
  }
  return Math.max(1, n);
}

const at = (row: number, column: number) => `${lettersOf(column)}${row + 1}`;
const merge = (row: number, column: number, rows: number, columns: number) =>
  rows === 1 && columns === 1 ? [] : [`${at(row, column)}:${at(row + rows - 1, column + columns - 1)}`];

/** A cell of the table in its frame. @param step 0, and of the row of sums that of its styles */
function framed(text: string, kind: CellKind | undefined, step: number): string {
  const value = kind ? numberOf(text, kind) : null;
  const { percent, tenths, money, whole, unknown, quoted, text: plain } = FRAMED_STYLES;
  if (value !== null) {
    const style = kind === 'number' ? money : kind === 'percent' ? (text.includes('.') ? tenths : percent) : whole;
    return `<c s="${style + step}"><v>${value}</v></c>`;
  }
  if (text === '') return `<c s="${plain + step}"/>`;
  return cell(text, (kind ? unknown : LIKE_FORMULA.test(text) ? quoted : plain) + step);
}

/** The lines of a head: every cell has its frame, those that a merged one covers are empty. */
function headLines({ heads, lines }: Office, columns: number): string {
  const texts = new Map(heads.map(({ row, column, text }) => [`${row} ${column}`, text]));
  return Array.from({ length: lines }, (_, row) => {
    const cells = Array.from({ length: columns }, (_one, column) => {
      const text = texts.get(`${row} ${column}`);
      return text === undefined ? `<c s="${OFFICE_STYLES.head}"/>` : cell(text, OFFICE_STYLES.head);
    });
    return `<row ht="30" customHeight="1">${cells.join('')}</row>`;
  }).join('');
}

/**
 * A sheet as an office hands it up: title, organisation and period, heads of several lines merged, framed numbers, signatures. It is
 * printed upon A4, wide ones upon A3, crosswise; head and first column come again upon each page, and what does not fit goes on there.
 */
export async function* officeSheet(
  office: Office,
  columns: readonly SheetColumn[],
  rows: Rows,
  mark: SheetMark | null,
): AsyncGenerator<string> {
  const first = LINES_ABOVE + office.lines;
  const across = fitting(columns);
  const widths = columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`);
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="${first}" topLeftCell="${at(first, 1)}" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  yield `<row ht="34" customHeight="1">${cell(office.title, OFFICE_STYLES.title)}</row><row ht="20" customHeight="1">${cell(office.facts, OFFICE_STYLES.facts)}</row>`;
  yield headLines(office, columns.length);
  const merged = [
    ...merge(0, 0, 1, across),
    ...merge(1, 0, 1, across),
    ...office.heads.flatMap((one) => merge(LINES_ABOVE + one.row, one.column, one.rows, one.columns)),
  ];
  let row = first;
  const line = (texts: readonly string[], isSum: boolean) => {
    row++;
    const cells = texts.map((text, n) => framed(text, columns[n]?.kind, isSum ? SUM_STEP : 0));
    return `<row>${cells.join('')}</row>`;
  };
  let held: readonly string[] | null = null;
  for await (const texts of rows) {
    if (held) yield line(held, false);
    held = texts;
  }
  if (held) yield line(held, office.hasSum);
  for (const text of office.below) {
    merged.push(...merge(row++, 0, 1, across));
    yield `<row ht="${text.length > across * 8 ? 34 : 22}" customHeight="1">${cell(text, OFFICE_STYLES.below)}</row>`;
  }
  if (mark) yield `<row>${cell(mark.line, MARK_STYLE)}</row>`;
  yield `</sheetData>${merged.length > 0 ? `<mergeCells count="${merged.length}">${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''}`;
  yield `<printOptions horizontalCentered="1"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="${paperOf(columns)}" orientation="landscape" pageOrder="overThenDown"/>`;
  yield `<headerFooter><oddFooter>${mark ? `&amp;L${footText(mark)}` : ''}&amp;R第&amp;P页 共&amp;N页</oddFooter></headerFooter></worksheet>`;
}

/** What comes again upon each printed page of a sheet: the first column and the head. */
export function printedTitles({ lines }: Office, sheet: string): string {
  const name = `'${escaped(sheet.replaceAll("'", "''"))}'`;
  return `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">${name}!$A:$A,${name}!$${LINES_ABOVE + 1}:$${LINES_ABOVE + lines}</definedName></definedNames>`;
}
