import { shownCode } from '../export/exportCode.ts';
import {
  bodyCell,
  type CellKind,
  cell,
  escaped,
  footText,
  HEAD,
  HEAD_STYLE,
  KIND_STYLES,
  lettersOf,
  MAIN,
  MARK_STYLE,
  type SheetMark,
  styles,
  TEXT_STYLE,
} from './cells.ts';
import { type Office, officeSheet, printedTitles } from './office.ts';
import { type ZipEntry, zip } from './zip.ts';

export interface SheetColumn {
  head: string;
  /** In characters. */
  width: number;
  /** What its texts are, where that is more than text: `2026-01-31`, `2026-01-31 08:30`, `12`, `1,234.5` (`number`), `95%`, `33.3%`. Texts that are none of it stay texts. */
  kind?: CellKind;
  /** Offered as a list in each cell; what else is typed there is warned about. */
  options?: readonly string[];
  /** Shown by spreadsheet programs beside a chosen cell of the column. */
  note?: string;
}

export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The beginning of the last line of an export; an import skips such a line. */
export const WATERMARK_START = '导出人：';
/** The beginning of the sample line of a template; an import skips it. */
export const SAMPLE_START = '示例：';

export type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/** A sheet holds 1,048,576 lines, head and mark among them; what is more goes on in a next one. */
const ROWS_A_SHEET = 1_000_000;

/** A sheet beside the first one, to be read. */
export interface FurtherSheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly string[])[];
}

/**
 * A workbook as a stream, with one sheet for each million rows. Cells are texts, so that an id card keeps its digits and nothing
 * typed becomes a formula (OWASP ASVS 5.0, 1.2.10), unless the column has another kind. A text that looks like a formula gets the
 * quote prefix, which stays when it is edited and is no part of the value. A cell holds nothing but its value, since formulas
 * compare every character.
 * @param mark its line becomes the last line, the printed footer and a property of the file; its code names the sheet and the style
 *   of every cell, and so is kept where cells are copied
 * @param further sheets after these
 * @param office the first sheets as an office hands them up: title, heads of several lines, signatures
 */
export function xlsx(
  title: string,
  columns: readonly SheetColumn[],
  rows: Rows,
  mark: SheetMark | null = null,
  further: readonly FurtherSheet[] = [],
  office: Office | null = null,
): AsyncGenerator<Buffer> {
  return zip(parts(title, columns, rows, mark, further, office));
}

/** A sheet's name, and whether it is one to be seen. */
interface Named {
  name: string;
  hidden?: boolean;
}

/** The files of a workbook; those that name its sheets come last, when their number is known. */
async function* parts(
  title: string,
  columns: readonly SheetColumn[],
  rows: Rows,
  mark: SheetMark | null,
  further: readonly FurtherSheet[],
  office: Office | null,
): AsyncGenerator<ZipEntry> {
  yield { name: '_rels/.rels', content: [RELATIONS] };
  yield { name: 'docProps/core.xml', content: [properties(title, mark?.line ?? '')] };
  yield { name: 'docProps/custom.xml', content: [customProperties(mark)] };
  yield { name: 'xl/styles.xml', content: [styles(mark)] };
  const each = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let next = await each.next();
  async function* some() {
    for (let n = 0; n < ROWS_A_SHEET && !next.done; n++) {
      yield next.value;
      next = await each.next();
    }
  }
  const sheets: Named[] = [];
  const part = (named: Named, content: ZipEntry['content']): ZipEntry => {
    sheets.push(named);
    return { name: `xl/worksheets/sheet${sheets.length}.xml`, content };
  };
  try {
    do {
      yield part(
        { name: sheetName(title, mark, sheets.length + 1) },
        office ? officeSheet(office, columns, some(), mark) : sheet(columns, some(), mark),
      );
    } while (!next.done);
  } finally {
    // A reader that leaves early leaves the rows as well.
    if (!next.done) await each.return?.();
  }
  for (const one of further) yield part({ name: one.name }, sheet(one.columns, one.rows, null));
  const lists = listsOf(columns);
  if (lists.length > 0) yield part({ name: LISTS, hidden: true }, sheet([], across(lists), null));
  yield {
    name: 'xl/workbook.xml',
    content: [workbook(sheets, office ? printedTitles(office, sheets[0]?.name ?? '') : '')],
  };
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets.length)] };
  yield { name: '[Content_Types].xml', content: [contentTypes(sheets.length)] };
}

/** One text for each sheet, by its number from 1. */
const forEachSheet = (sheets: number, text: (n: number) => string) =>
  Array.from({ length: sheets }, (_, index) => text(index + 1)).join('');

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const OFFICE_FILE = 'http://schemas.openxmlformats.org/officeDocument/2006';

const contentTypes = (sheets: number) =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>${forEachSheet(
    sheets,
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
  )}<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/></Types>`;
const RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId3" Type="${OFFICE}/custom-properties" Target="docProps/custom.xml"/></Relationships>`;
const workbookRelations = (sheets: number) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${forEachSheet(
    sheets,
    (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
const properties = (title: string, line: string) =>
  `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title><dc:description>${escaped(line)}</dc:description></cp:coreProperties>`;

const customProperties = (mark: SheetMark | null) =>
  `${HEAD}<Properties xmlns="${OFFICE_FILE}/custom-properties" xmlns:vt="${OFFICE_FILE}/docPropsVTypes">${
    mark
      ? `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="导出编号"><vt:lpwstr>${shownCode(mark.code)}</vt:lpwstr></property>`
      : ''
  }</Properties>`;

/** A sheet's name holds 31 characters and none of these. */
const sheetName = (title: string, mark: SheetMark | null, n: number) => {
  const end = `${n > 1 ? `（${n}）` : ''}${mark ? ` ${shownCode(mark.code)}` : ''}`;
  return (title.replace(/[[\]:*?/\\']/g, '') || '名册').slice(0, 31 - end.length) + end;
};
const workbook = (sheets: readonly Named[], names: string) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
    .map(
      ({ name, hidden }, at) =>
        `<sheet name="${escaped(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
    )
    .join('')}</sheets>${names}</workbook>`;

/** The hidden sheet with what is offered in cells. */
const LISTS = '选项';
const listsOf = (columns: readonly SheetColumn[]) => columns.flatMap(({ options }) => (options ? [options] : []));
/** Lists side by side, as rows. */
const across = (lists: readonly (readonly string[])[]) =>
  Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, row) =>
    lists.map((list) => list[row] ?? ''),
  );
/** Lines that offer lists and notes: as many as one sheet of people has at most in practice. */
const OFFERED_LINES = 5001;
/** What is offered and said in the cells below the head. */
function validations(columns: readonly SheetColumn[]): string {
  let list = 0;
  const each = columns.flatMap(({ head, options, note }, at) => {
    if (!options && !note) return [];
    const letters = lettersOf(at);
    const promptAttributes = note
      ? ` showInputMessage="1" promptTitle="${escaped(head.slice(0, 32))}" prompt="${escaped(note.slice(0, 255))}"`
      : '';
    const place = `sqref="${letters}2:${letters}${OFFERED_LINES}"`;
    if (!options) return [`<dataValidation allowBlank="1"${promptAttributes} ${place}/>`];
    const of = lettersOf(list++);
    return [
      `<dataValidation type="list" allowBlank="1" errorStyle="warning" showErrorMessage="1" error="不在选项里，导入时会请您改正"${promptAttributes} ${place}><formula1>${LISTS}!$${of}$1:$${of}$${options.length}</formula1></dataValidation>`,
    ];
  });
  return each.length > 0 ? `<dataValidations count="${each.length}">${each.join('')}</dataValidations>` : '';
}

const ROWS_AT_ONCE = 50;

async function* sheet(columns: readonly SheetColumn[], rows: Rows, mark: SheetMark | null): AsyncGenerator<string> {
  const kinds = columns.map(({ kind }) => kind);
  // What is typed below stays text as well: a spreadsheet makes nothing of it.
  const widths = columns.map(
    ({ width, kind }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${kind ? KIND_STYLES[kind] : TEXT_STYLE}" customWidth="1"/>`,
  );
  const cols = widths.length > 0 ? `<cols>${widths.join('')}</cols>` : '';
  const heads = columns.length > 0 ? `<row>${columns.map(({ head }) => cell(head, HEAD_STYLE)).join('')}</row>` : '';
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${cols}<sheetData>${heads}`;
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(`<row>${row.map((text, at) => bodyCell(text, kinds[at])).join('')}</row>`);
    if (lines.length === ROWS_AT_ONCE) {
      yield lines.join('');
      lines = [];
    }
  }
  yield lines.join('');
  yield mark === null ? '</sheetData>' : `<row>${cell(mark.line, MARK_STYLE)}</row></sheetData>`;
  yield validations(columns);
  if (mark !== null) yield `<headerFooter><oddFooter>&amp;L${footText(mark)}</oddFooter></headerFooter>`;
  yield '</worksheet>';
}
