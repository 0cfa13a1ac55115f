import { zip } from './zip.ts';

export interface SheetColumn {
  head: string;
  /** In characters. */
  width: number;
}

export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What the last line of an export begins with; an import passes over such a line. */
export const WATERMARK_START = '导出人：';

/**
 * A workbook of one sheet as a stream. Every cell is text, so that an id card keeps its digits
 * and nothing that a user typed becomes a formula (OWASP ASVS 5.0, 1.2.10); text that looks
 * like one carries the quote prefix as well, which stays when it is edited and is no part of the value.
 * @param mark who exported what for which purpose: the last line, the printed footer, and the file's properties
 */
export function xlsx(
  title: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  mark: string | null = null,
): AsyncGenerator<Buffer> {
  return zip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [RELATIONS] },
    { name: 'docProps/core.xml', content: [properties(title, mark)] },
    { name: 'xl/workbook.xml', content: [workbook(title)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [WORKBOOK_RELATIONS] },
    { name: 'xl/styles.xml', content: [STYLES] },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, rows, mark) },
  ]);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;
const RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;
const WORKBOOK_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
/** Cell formats: 0 none, 1 head, 2 text, 3 text that looks like a formula, 4 watermark. Format 49 is text. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="3"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font><font><sz val="10"/><color rgb="FF8C8C8C"/><name val="宋体"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF5E9E1"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="2" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as XML holds it; characters that XML cannot hold are left out. */
const escaped = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (c) => ESCAPES[c] ?? c);

const properties = (title: string, mark: string | null) =>
  `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title><dc:description>${escaped(mark ?? '')}</dc:description></cp:coreProperties>`;

/** A sheet's name holds 31 characters and none of these. */
const sheetName = (title: string) => title.replace(/[[\]:*?/\\']/g, '').slice(0, 31) || '名册';
const workbook = (title: string) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const LIKE_FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const cell = (text: string, style: number) =>
  text === '' ? '<c/>' : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const ROWS_AT_ONCE = 200;

async function* sheet(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  mark: string | null,
): AsyncGenerator<string> {
  const widths = columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  yield `<row>${columns.map(({ head }) => cell(head, 1)).join('')}</row>`;
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(`<row>${row.map((text) => cell(text, LIKE_FORMULA.test(text) ? 3 : 2)).join('')}</row>`);
    if (lines.length === ROWS_AT_ONCE) {
      yield lines.join('');
      lines = [];
    }
  }
  yield lines.join('');
  yield mark === null ? '</sheetData>' : `<row>${cell(mark, 4)}</row></sheetData>`;
  // In a footer & begins a command, so it is doubled; 255 characters at most.
  if (mark !== null)
    yield `<headerFooter><oddFooter>&amp;L${escaped(mark.replaceAll('&', '&&').slice(0, 200))}</oddFooter></headerFooter>`;
  yield '</worksheet>';
}
