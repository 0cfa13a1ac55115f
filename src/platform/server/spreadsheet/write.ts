import { shownCode, unseenCode } from '../exportCode.ts';
import { type ZipEntry, zip } from './zip.ts';

export interface SheetColumn {
  head: string;
  /** In characters. */
  width: number;
}

export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What the last line of an export begins with; an import passes over such a line. */
export const WATERMARK_START = '导出人：';

/** By what an exported file leads back to its export. */
export interface SheetMark {
  /** The number of the export (exportCode.ts). */
  code: string;
  /** Who exported what, from where and for which purpose. */
  line: string;
}

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/** A sheet holds 1,048,576 lines, head and mark among them; what is more goes on in a next one. */
const ROWS_A_SHEET = 1_000_000;

/**
 * A workbook as a stream, of one sheet for each million rows. Every cell is text, so that an id card keeps its digits
 * and nothing that a user typed becomes a formula (OWASP ASVS 5.0, 1.2.10); text that looks
 * like one carries the quote prefix as well, which stays when it is edited and is no part of the value.
 * @param mark its line is the last line, the printed footer, and stands in the file's properties; its code is part of the
 * sheet's name, and stands unseen in the head and in every longer text, so that a part of the file leads back as well
 */
export function xlsx(
  title: string,
  columns: readonly SheetColumn[],
  rows: Rows,
  mark: SheetMark | null = null,
): AsyncGenerator<Buffer> {
  return zip(parts(title, columns, rows, mark));
}

/** The files of a workbook; those that name its sheets come last, when their number is known. */
async function* parts(
  title: string,
  columns: readonly SheetColumn[],
  rows: Rows,
  mark: SheetMark | null,
): AsyncGenerator<ZipEntry> {
  yield { name: '_rels/.rels', content: [RELATIONS] };
  yield { name: 'docProps/core.xml', content: [properties(title, mark?.line ?? '')] };
  yield { name: 'docProps/custom.xml', content: [customProperties(mark)] };
  yield { name: 'xl/styles.xml', content: [STYLES] };
  const each = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let next = await each.next();
  async function* some() {
    for (let n = 0; n < ROWS_A_SHEET && !next.done; n++) {
      yield next.value;
      next = await each.next();
    }
  }
  let sheets = 0;
  try {
    do {
      sheets++;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(columns, some(), mark) };
    } while (!next.done);
  } finally {
    // A reader that leaves early leaves the rows as well.
    if (!next.done) await each.return?.();
  }
  yield { name: 'xl/workbook.xml', content: [workbook(title, mark, sheets)] };
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets)] };
  yield { name: '[Content_Types].xml', content: [contentTypes(sheets)] };
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
/** Cell formats: 0 none, 1 head, 2 text, 3 text that looks like a formula, 4 watermark. Format 49 is text. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="3"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font><font><sz val="10"/><color rgb="FF8C8C8C"/><name val="宋体"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF5E9E1"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="2" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

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
const workbook = (title: string, mark: SheetMark | null, sheets: number) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${forEachSheet(
    sheets,
    (n) => `<sheet name="${escaped(sheetName(title, mark, n))}" sheetId="${n}" r:id="rId${n}"/>`,
  )}</sheets></workbook>`;

const LIKE_FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const cell = (text: string, style: number, unseen = '') =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}${unseen}</t></is></c>`;

/**
 * Which texts bear a mark: six letters and more with a Chinese one among them, or masked. Short ones (names, words of a
 * dictionary) and codes (a unified social credit code) are what people count and look up by, and such formulas compare every
 * sign. A text bears it at each place or at none, so that filters list it once.
 */
const bears = (text: string) => text.length >= 6 && /[^\s!-)+-~]/.test(text);

const ROWS_AT_ONCE = 50;

async function* sheet(columns: readonly SheetColumn[], rows: Rows, mark: SheetMark | null): AsyncGenerator<string> {
  const unseen = mark ? unseenCode(mark.code) : '';
  const body = (text: string) => {
    if (LIKE_FORMULA.test(text)) return cell(text, 3);
    return cell(text, 2, bears(text) ? unseen : '');
  };
  const widths = columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  yield `<row>${columns.map(({ head }) => cell(head, 1, unseen)).join('')}</row>`;
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(`<row>${row.map(body).join('')}</row>`);
    if (lines.length === ROWS_AT_ONCE) {
      yield lines.join('');
      lines = [];
    }
  }
  yield lines.join('');
  yield mark === null ? '</sheetData>' : `<row>${cell(mark.line, 4)}</row></sheetData>`;
  // In a footer & begins a command, so it is doubled; 255 characters at most.
  if (mark !== null)
    yield `<headerFooter><oddFooter>&amp;L${escaped(mark.line.replaceAll('&', '&&').slice(0, 200))}</oddFooter></headerFooter>`;
  yield '</worksheet>';
}
