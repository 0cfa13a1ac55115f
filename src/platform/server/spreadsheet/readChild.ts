// A process of its own, with little memory and no right to write: reads a table from stdin and
// writes its rows to stdout, one JSON array of texts a line. A refusal is exit code 3 and a sentence on stderr.
import * as XLSX from '@e965/xlsx';
import { booleanText, CHINESE_FORMATS, cleanText, numberText } from './cellText.ts';
import { csvRows, decodeCsv } from './csv.ts';
import { DOCUMENT, documentParagraphs } from './documentText.ts';
import { LIMITS, Refused, TOO_LONG, XLS_TOO_LARGE } from './limits.ts';
import { rowsOf } from './sheetRows.ts';
import { partsOf } from './unzip.ts';
import { openWorkbook, readProperties } from './workbook.ts';

const WHOLE = process.argv[2] === 'whole';
const EMPTY = '表格是空的';
const NO_TABLE = '文件已损坏或不是表格，不能打开';

async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function write(row: readonly string[]): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(row)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

/** An xlsx is unpacked and read piece by piece: of what it unpacks to, a row is held at a time. */
async function readXlsx(bytes: Buffer): Promise<void> {
  const parts = partsOf(bytes);
  const book = await openWorkbook(parts);
  const budget = { signs: 0 };
  for (const { part } of book.sheets.filter(({ hidden }) => !hidden)) {
    let rows = 0;
    for await (const row of rowsOf(part, book, LIMITS, budget)) {
      await write(row);
      rows++;
    }
    if (rows > 0) return;
  }
  throw new Refused(EMPTY);
}

/** Of a docx its paragraphs; of a workbook names and properties, the rows of every sheet, the hidden ones too; the names of styles and what is printed around a sheet. */
async function readWholeXlsx(bytes: Buffer): Promise<void> {
  const parts = partsOf(bytes);
  if (parts.has(DOCUMENT)) {
    for await (const paragraph of documentParagraphs(parts)) await write([cleanText(paragraph)]);
    return;
  }
  const book = await openWorkbook(parts);
  await write([...book.sheets.map(({ name }) => name), ...(await readProperties(parts))]);
  const around = [...book.styles];
  const bounds = {
    columns: LIMITS.allColumns,
    rows: Number.POSITIVE_INFINITY,
    onFooter: (text: string) => around.push(text),
  };
  const budget = { signs: 0 };
  for (const { part } of book.sheets) for await (const row of rowsOf(part, book, bounds, budget)) await write(row);
  await write(around);
}

const startsWith = (bytes: Buffer, ...signature: number[]) =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature));

/** Rows of texts without trailing empty cells; empty rows behind the last filled one are left out. */
async function writeTable(rows: Iterable<string[]>): Promise<void> {
  let written = 0;
  let empty = 0;
  for (const row of rows) {
    while (row.length > 0 && row.at(-1) === '') row.pop();
    if (row.length > LIMITS.columns) throw new Refused('表格超过100列，请删去不需要的列');
    if (row.some((cell) => cell.length > LIMITS.cellSigns)) throw new Refused(TOO_LONG);
    if (row.length === 0) {
      empty++;
      continue;
    }
    if (written + empty > LIMITS.rows) throw new Refused('表格超过20万行，请分成几个文件导入');
    for (; empty > 0; empty--, written++) await write([]);
    await write(row);
    written++;
  }
  if (written === 0) throw new Refused(EMPTY);
}

function readCsv(bytes: Buffer): Iterable<string[]> {
  if (bytes.subarray(0, 8192).includes(0)) throw new Refused('只能导入 xlsx、xls 或 csv 文件');
  return csvRows(decodeCsv(bytes));
}

/** A cell of an xls as the text that a person reads in it. */
function textOf(cell: XLSX.CellObject | undefined, from1904: boolean): string {
  if (!cell || cell.v === undefined || cell.v === null) return '';
  if (cell.t === 'e') return cell.w ?? '#VALUE!';
  if (cell.t === 'n' && typeof cell.v === 'number') return numberText(cell.v, cell.z, from1904);
  if (cell.t === 'b') return booleanText(Boolean(cell.v));
  return cleanText(String(cell.v));
}

/** What is held whole: an xls, or the table of a page that bears the name of one. */
function open(bytes: Buffer): XLSX.WorkBook {
  if (bytes.length > LIMITS.xls) throw new Refused(XLS_TOO_LARGE);
  const settings = {
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    sheetRows: LIMITS.rows + 2,
  } as const;
  for (const [id, format] of Object.entries(CHINESE_FORMATS)) XLSX.SSF.load(format, Number(id));
  if (bytes[0] === 0xd0) return XLSX.read(bytes, { ...settings, type: 'buffer' });
  return XLSX.read([...decodeCsv(bytes)].join(''), { ...settings, type: 'string', raw: true });
}

type Cells = (XLSX.CellObject | undefined)[][];
const cellsOf = (sheet: XLSX.WorkSheet | undefined): Cells =>
  (sheet as { '!data'?: Cells } | undefined)?.['!data'] ?? [];

function* rowsOfOld(book: XLSX.WorkBook, sheet: XLSX.WorkSheet | undefined): Generator<string[]> {
  const from1904 = Boolean(book.Workbook?.WBProps?.date1904);
  for (const line of cellsOf(sheet)) yield Array.from(line ?? [], (cell) => textOf(cell, from1904));
}

/** The first filled sheet of an xls that is to be seen. */
function readXls(bytes: Buffer): Iterable<string[]> {
  const book = open(bytes);
  const visible = book.SheetNames.filter((_name, index) => !book.Workbook?.Sheets?.[index]?.Hidden);
  return rowsOfOld(
    book,
    visible.map((name) => book.Sheets[name]).find((candidate) => candidate?.['!ref']),
  );
}

const NUMBER_OF_EXPORT = /(?<![0-9A-Z])[0-9A-Z]{4}-[0-9A-Z]{4}(?![0-9A-Z])/g;

/** The same as of an xlsx; of the styles what looks like the number of an export. */
async function readWholeXls(bytes: Buffer): Promise<void> {
  const book = open(bytes);
  const texts = [...book.SheetNames, ...Object.values({ ...book.Props, ...book.Custprops })];
  await write(texts.filter((value) => typeof value === 'string'));
  for (const name of book.SheetNames) for (const row of rowsOfOld(book, book.Sheets[name])) await write(row);
  await write([...new Set(bytes.toString('latin1').match(NUMBER_OF_EXPORT) ?? [])]);
}

async function main(): Promise<void> {
  const bytes = await readAll();
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) return WHOLE ? readWholeXlsx(bytes) : readXlsx(bytes);
  const page = /^\ufeff?\s*</.test(bytes.toString('utf8', 0, 200));
  if (page || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return WHOLE ? readWholeXls(bytes) : writeTable(readXls(bytes));
  }
  if (!WHOLE) return writeTable(readCsv(bytes));
  for (const row of readCsv(bytes)) await write(row);
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof Refused ? error.message : NO_TABLE);
  process.exitCode = 3;
});
