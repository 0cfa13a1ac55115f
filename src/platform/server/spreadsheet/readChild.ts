// A process of its own, with little memory and no right to write: reads a table from stdin and
// writes its rows to stdout, one JSON array of texts a line. A refusal is exit code 3 and a sentence on stderr.
import { inflateRawSync } from 'node:zlib';
import * as XLSX from '@e965/xlsx';

const UNZIPPED = 200 * 1024 * 1024;
const ENTRIES = 2000;
const COLUMNS = 100;
const ROWS = 200_000;

class Refused extends Error {}

function readAll(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    process.stdin.on('data', (chunk: Buffer) => chunks.push(chunk));
    process.stdin.on('end', () => resolve(Buffer.concat(chunks)));
    process.stdin.on('error', reject);
  });
}

/** An archive's contents are unpacked once to be measured: what its directory declares may be a lie. */
function measure(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1 || end + 22 > bytes.length) throw new Refused('文件已损坏，不能打开');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > ENTRIES) throw new Refused('文件内容过多，不能导入');
  let left = UNZIPPED;
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new Refused('文件已损坏，不能打开');
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const declared = bytes.readUInt32LE(at + 24);
    const local = bytes.readUInt32LE(at + 42);
    if (declared > left) throw new Refused('文件展开后过大，请分成几个文件导入');
    if (local + 30 > bytes.length) throw new Refused('文件已损坏，不能打开');
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (method === 8) left -= inflated(bytes.subarray(start, start + packed), declared);
    else left -= packed;
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

function inflated(packed: Buffer, declared: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(declared, 1) }).length;
  } catch (error) {
    const tooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Refused(tooLarge ? '文件展开后过大，请分成几个文件导入' : '文件已损坏，不能打开');
  }
}

function open(bytes: Buffer, bookFiles: boolean): XLSX.WorkBook {
  const settings = {
    bookFiles,
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    sheetRows: ROWS + 2,
  } as const;
  const zipped = bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  const compound = bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  if (zipped) measure(bytes);
  if (zipped || compound) return XLSX.read(bytes, { ...settings, type: 'buffer' });
  if (bytes.subarray(0, 8192).includes(0)) throw new Refused('只能导入 xlsx、xls 或 csv 文件');
  // Everything in a csv is text: as a number an id card would lose its last digits.
  return XLSX.read(decode(bytes), { ...settings, type: 'string', raw: true });
}

/** UTF-8 where it is that, else the Chinese code page that spreadsheets write. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** What neither a form accepts nor the database holds; a line break within a cell becomes a gap. */
const CONTROL = /[\u0000-\u001f\u007f\ufffe\uffff]+/g;

/** A cell as the text that a person reads in it; a number without exponent, a day as `YYYY-MM-DD`. */
function textOf(cell: XLSX.CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null) return '';
  if (cell.t === 'n' && typeof cell.v === 'number') {
    if (typeof cell.z === 'string' && XLSX.SSF.is_date(cell.z)) return XLSX.SSF.format('yyyy-mm-dd', cell.v);
    if (Number.isInteger(cell.v)) return Math.abs(cell.v) < 1e15 ? String(cell.v) : asShown(cell.v);
    return String(cell.v);
  }
  if (cell.t === 'b') return cell.v ? '是' : '否';
  if (cell.t === 'e') return '';
  return String(cell.v).toWellFormed().replace(CONTROL, ' ').trim();
}

/** A number of more than fifteen digits as a spreadsheet shows it: the others are lost, and no zeros stand for them. */
const asShown = (value: number) => value.toExponential(14).toUpperCase();

async function write(line: string): Promise<void> {
  if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

type Cells = (XLSX.CellObject | undefined)[][];
const cellsOf = (sheet: XLSX.WorkSheet | undefined): Cells =>
  (sheet as { '!data'?: Cells } | undefined)?.['!data'] ?? [];

const NUMBER_OF_EXPORT = /(?<![0-9A-Z])[0-9A-Z]{4}-[0-9A-Z]{4}(?![0-9A-Z])/g;
/** The names of styles and what is printed around a sheet: they hold the number of an export where its cells were cut or copied. */
function around(bytes: Buffer, book: XLSX.WorkBook): string[] {
  if (bytes[0] !== 0x50) return [...new Set(bytes.toString('latin1').match(NUMBER_OF_EXPORT) ?? [])];
  const files = (book as { files?: Record<string, { content: Uint8Array | string }> }).files ?? {};
  return Object.entries(files).flatMap(([name, { content }]) => {
    if (!/\.xml$/.test(name)) return [];
    const text = typeof content === 'string' ? content : Buffer.from(content).toString();
    if (/styles\.xml$/.test(name)) return text.match(/<(?:\w+:)?cellStyle [^>]*/g) ?? [];
    return /worksheets\//.test(name) ? (text.match(/<(?:\w+:)?oddFooter>[^<]*/g) ?? []) : [];
  });
}

/** Names, properties and every sheet, the hidden ones too. */
async function writeWhole(bytes: Buffer, book: XLSX.WorkBook): Promise<void> {
  await write(`${JSON.stringify(around(bytes, book))}\n`);
  const told = [...book.SheetNames, ...Object.values({ ...book.Props, ...book.Custprops })];
  await write(`${JSON.stringify(told.filter((value) => typeof value === 'string'))}\n`);
  for (const name of book.SheetNames) {
    for (const row of cellsOf(book.Sheets[name])) await write(`${JSON.stringify(Array.from(row ?? [], textOf))}\n`);
  }
}

async function main(): Promise<void> {
  const whole = process.argv[2] === 'whole';
  const bytes = await readAll();
  const book = open(bytes, whole);
  if (whole) return writeWhole(bytes, book);
  const visible = book.SheetNames.filter((_name, index) => !book.Workbook?.Sheets?.[index]?.Hidden);
  const sheet = visible.map((name) => book.Sheets[name]).find((candidate) => candidate?.['!ref']);
  const cells = cellsOf(sheet);
  if (cells.length === 0) throw new Refused('表格是空的');
  if (cells.length > ROWS + 1) throw new Refused('表格超过20万行，请分成几个文件导入');
  for (let index = 0; index < cells.length; index++) {
    const row = Array.from(cells[index] ?? [], textOf);
    while (row.length > 0 && row.at(-1) === '') row.pop();
    if (row.length > COLUMNS) throw new Refused('表格超过100列，请删去不需要的列');
    await write(`${JSON.stringify(row)}\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof Refused ? error.message : '文件已损坏或不是表格，不能打开');
  process.exitCode = 3;
});
