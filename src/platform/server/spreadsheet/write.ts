import { shownCode } from '../export/exportCode.ts';
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

/** What leads from an exported file back to its export. */
export interface SheetMark {
  /** The number of the export (exportCode.ts). */
  code: string;
  /** Who exported what, from where and for which purpose. */
  line: string;
}

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

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
 */
export function xlsx(
  title: string,
  columns: readonly SheetColumn[],
  rows: Rows,
  mark: SheetMark | null = null,
  further: readonly FurtherSheet[] = [],
): AsyncGenerator<Buffer> {
  return zip(parts(title, columns, rows, mark, further));
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
      yield part({ name: sheetName(title, mark, sheets.length + 1) }, sheet(columns, some(), mark));
    } while (!next.done);
  } finally {
    // A reader that leaves early leaves the rows as well.
    if (!next.done) await each.return?.();
  }
  for (const one of further) yield part({ name: one.name }, sheet(one.columns, one.rows, null));
  const lists = listsOf(columns);
  if (lists.length > 0) yield part({ name: LISTS, hidden: true }, sheet([], across(lists), null));
  yield { name: 'xl/workbook.xml', content: [workbook(sheets)] };
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets.length)] };
  yield { name: '[Content_Types].xml', content: [contentTypes(sheets.length)] };
}

/** One text for each sheet, by its number from 1. */
const forEachSheet = (sheets: number, text: (n: number) => string) =>
  Array.from({ length: sheets }, (_, index) => text(index + 1)).join('');

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
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
/** Cell formats by their place: none, head, text, text that looks like a formula, watermark, then those of the kinds. */
const HEAD_STYLE = 1;
const TEXT_STYLE = 2;
const QUOTED_STYLE = 3;
const MARK_STYLE = 4;
const KIND_STYLES = { day: 5, time: 6, whole: 7, percent: 8, number: 10 } as const;
const SECONDS_STYLE = 9;
/** Of a share that is not whole, and of a sum to the hundredth. */
const TENTHS_STYLE = 11;
const CENTS_STYLE = 12;
/** What a column's texts may be beside texts. */
export type CellKind = keyof typeof KIND_STYLES;

/** Format 49 is text. Cells of an export stand on a named style of its number, which spreadsheet programs keep with them. */
const styles = (mark: SheetMark | null) => {
  const based = mark ? 1 : 0;
  const xf = (format: number, more = '') => `<xf numFmtId="${format}" xfId="${based}" applyNumberFormat="1"${more}/>`;
  const named = mark ? `<cellStyle name="${shownCode(mark.code)}" xfId="1"/>` : '';
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="167" formatCode="0.0%"/></numFmts><fonts count="3"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font><font><sz val="10"/><color rgb="FF8C8C8C"/><name val="宋体"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF5E9E1"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="${1 + based}"><xf/>${mark ? '<xf/>' : ''}</cellStyleXfs><cellXfs count="13"><xf/>${xf(49, ' fontId="1" fillId="2" applyFont="1" applyFill="1"')}${xf(49)}${xf(49, ' quotePrefix="1"')}${xf(49, ' fontId="2" applyFont="1"')}${xf(164)}${xf(165)}${xf(1)}${xf(9)}${xf(166)}${xf(0)}${xf(167)}${xf(2)}</cellXfs><cellStyles count="${1 + based}"><cellStyle name="Normal" xfId="0" builtinId="0"/>${named}</cellStyles></styleSheet>`;
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Most texts hold none of these. */
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff&<>"]/;
/** Text as XML holds it; characters that XML cannot hold are left out. */
const escaped = (text: string) => (UNFIT.test(text) ? replaced(text) : text);
const replaced = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (c) => ESCAPES[c] ?? c);

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
const workbook = (sheets: readonly Named[]) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
    .map(
      ({ name, hidden }, at) =>
        `<sheet name="${escaped(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
    )
    .join('')}</sheets></workbook>`;

const LIKE_FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const cell = (text: string, style: number) =>
  text === '' ? '<c/>' : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/;
/** The day before the first of a spreadsheet's count; right from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;

/** The number that a text of a kind is in a spreadsheet; null where it is none. */
function numberOf(text: string, kind: CellKind): number | null {
  if (kind === 'whole') return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
  if (kind === 'percent')
    return /^\d{1,3}(\.\d)?%$/.test(text) ? Math.round(Number(text.slice(0, -1)) * 10) / 1000 : null;
  // No more digits than a spreadsheet keeps: what is longer stays as it was written.
  if (kind === 'number')
    return /^-?(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,3})?$/.test(text) ? Number(text.replaceAll(',', '')) : null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = (DAY.exec(text) ?? [])
    .slice(1)
    .map((one) => Number(one ?? 0));
  if (year === undefined || month === undefined || day === undefined) return null;
  const count = (Date.UTC(year, month - 1, day, hour, minute, second) - DAY_ZERO) / 86_400_000;
  return count >= FIRST_DAY ? count : null;
}

function styleOf(text: string, kind: CellKind): number {
  if (kind === 'time' && text.length > 16) return SECONDS_STYLE;
  if (kind === 'percent' && text.includes('.')) return TENTHS_STYLE;
  if (kind === 'number' && /\.\d\d$/.test(text)) return CENTS_STYLE;
  return KIND_STYLES[kind];
}

function bodyCell(text: string, kind: CellKind | undefined): string {
  if (text !== '' && kind) {
    const value = numberOf(text, kind);
    const style = styleOf(text, kind);
    if (value !== null) return `<c s="${style}"><v>${value}</v></c>`;
  }
  return cell(text, LIKE_FORMULA.test(text) ? QUOTED_STYLE : TEXT_STYLE);
}

/** The hidden sheet with what is offered in cells. */
const LISTS = '选项';
const listsOf = (columns: readonly SheetColumn[]) => columns.flatMap(({ options }) => (options ? [options] : []));
/** Lists side by side, as rows. */
const across = (lists: readonly (readonly string[])[]) =>
  Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, row) =>
    lists.map((list) => list[row] ?? ''),
  );
/** A, B, … Z, AA: the letters of a column by its place from 0. */
const lettersOf = (at: number): string =>
  (at >= 26 ? lettersOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

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
  // In a footer & begins a command, so it is doubled; 255 characters at most.
  if (mark !== null)
    yield `<headerFooter><oddFooter>&amp;L${escaped(mark.line.replaceAll('&', '&&').slice(0, 200))}</oddFooter></headerFooter>`;
  yield '</worksheet>';
}
