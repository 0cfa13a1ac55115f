import { createHash } from 'node:crypto';
import type { FileReply } from '../../contract.ts';
import { MOST_LINES, type RecordBatch, type RecordImportCalls } from '../../recordImport.ts';
import type { SheetColumn } from '../../recordSheet.ts';
import { auditAct } from '../audit.ts';
import { type Binding, bind } from '../bind.ts';
import type { Ctx } from '../context.ts';
import { badInput, notFound, refuse } from '../errors.ts';
import { saveFile } from '../files.ts';
import { readTable } from '../spreadsheet/read.ts';
import { receiveSheet } from '../spreadsheet/receive.ts';
import { type Line, openLines, openSheet, sealLines } from '../spreadsheet/sealed.ts';
import { XLSX_MIME, xlsx } from '../spreadsheet/write.ts';
import * as queries from './importQueries.ts';

const DAYS_KEPT = 30;
const SHOWN_FAULTS = 200;
const EXPIRED = '导入的文件已过期，请重新上传';
const MISSING = '导入记录不存在';

/** A line of a sheet and what became of it. */
export interface CheckedLine {
  line: Line;
  /** Whom it is about, as it says. */
  name: string;
  /** Sentences that begin with the column they speak of. */
  faults: readonly string[];
  /** `same`: stands in the database, or further up in the sheet, just so. */
  state: 'new' | 'same' | 'bad';
}

/** An import that writes, or wrote: its id and its file's name. */
export interface SheetBatch {
  id: string;
  fileName: string;
}

/** One sort of sheet: what its columns are, and how its lines are checked, written and taken back. */
export interface SheetKind {
  kind: string;
  label: string;
  /** Of the template; a star stands at what must be filled. */
  heads: readonly string[];
  /** The columns by which a head is known to whoever looks for it. */
  known: readonly string[];
  /** What each head means. */
  read(heads: readonly string[]): SheetColumn[];
  /** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
  lacking(columns: readonly SheetColumn[]): string;
  /**
   * Checks all lines of a sheet; `lock` holds whatever is written to until the transaction ends.
   * `write` writes the new lines, with their rows in the log.
   */
  check(
    ctx: Ctx,
    columns: readonly SheetColumn[],
    lines: readonly Line[],
    lock: boolean,
  ): Promise<{ lines: CheckedLine[]; write: (batch: SheetBatch) => Promise<void> }>;
  /** Puts into the recycle bin what an import wrote and nobody has changed since; answers of how many lines. */
  undo(ctx: Ctx, batch: SheetBatch): Promise<number>;
}

/** The sheets of one contract. */
export interface Sheets {
  /** Stands before the kind in the table of imports: `record` makes `record.family`. */
  prefix: string;
  /** The kind of the sealed sheets among the stored files; nobody downloads them. */
  fileKind: string;
  kinds: readonly SheetKind[];
}

/** The calls of an import, bound. */
export function bindSheets(sheets: Sheets, calls: RecordImportCalls): Binding[] {
  return [
    bind(calls.template, (_ctx, { kind }) => template(sheets, kind)),
    bind(calls.upload, (ctx) => upload(ctx, sheets)),
    bind(calls.check, (ctx, { id }) => readCheck(ctx, sheets, id)),
    bind(calls.write, (ctx, { id }) => write(ctx, sheets, id)),
    bind(calls.undo, (ctx, { id }) => undo(ctx, sheets, id)),
    bind(calls.list, async (ctx, { pageNum, pageSize }) => {
      const { db, scope, session } = ctx;
      const offset = (pageNum - 1) * pageSize;
      const page = await queries.listBatches(db, scope, session.accountId, sheets.prefix, pageSize, offset);
      return { rows: page.rows.map((row) => toBatch(sheets, row)), total: page.total };
    }),
    bind(calls.faultFile, (ctx, { id }) => faultFile(ctx, sheets, id)),
  ];
}

function kindOf({ kinds, prefix }: Sheets, stored: string): SheetKind {
  const kind = kinds.find((one) => `${prefix}.${one.kind}` === stored);
  if (!kind) throw notFound(MISSING);
  return kind;
}

function toBatch(sheets: Sheets, row: queries.RecordBatchRow): RecordBatch {
  const { kind, label } = kindOf(sheets, row.kind);
  return {
    id: row.id,
    fileName: row.file_name,
    kind,
    kindName: label,
    state: row.state,
    createTime: row.created_at.toISOString(),
    total: row.total,
    written: row.written,
    bad: row.bad,
    same: row.skipped,
  };
}

async function own(ctx: Ctx, { prefix }: Sheets, id: string, lock = false): Promise<queries.RecordBatchRow> {
  const batch = await queries.findBatch(ctx.db, ctx.scope, ctx.session.accountId, prefix, id, lock);
  if (!batch) throw notFound(MISSING);
  return batch;
}

const widthOf = (head: string) => Math.max(12, head.length * 2 + 4);

/** A sheet with the heads of a tab alone. */
async function template(sheets: Sheets, kind: string): Promise<FileReply> {
  const { label, heads } = kindOf(sheets, `${sheets.prefix}.${kind}`);
  const columns = heads.map((head) => ({ head, width: widthOf(head) }));
  return { name: `${label}导入模板.xlsx`, mime: XLSX_MIME, body: await bytesOf(xlsx(label, columns, [])) };
}

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/** Takes a sheet of one tab and keeps its lines sealed; nothing is written to any record. */
async function upload(ctx: Ctx, { kinds, prefix, fileKind }: Sheets): Promise<{ id: string }> {
  const { bytes, fileName, texts } = await receiveSheet(ctx);
  const kind = kinds.find((one) => one.kind === texts.kind);
  if (!kind) throw badInput({ kind: '请选择导入的内容' });
  const { head, rows } = await openSheet(readTable(bytes), {
    // Two of its cells are known.
    isHead: (cells) => kind.read(cells).filter(({ field }) => field !== null).length >= 2,
    heads: kind.known,
  });
  const mapping = kind.read(head);
  const lacking = kind.lacking(mapping);
  if (lacking) throw badInput({ file: lacking });
  const fileHash = createHash('sha256').update(bytes).digest();
  const lines: Line[] = [];
  for await (const line of rows) {
    lines.push(line);
    if (lines.length > MOST_LINES) throw badInput({ file: `一次最多导入${MOST_LINES}行，请分成几个表格` });
  }
  if (lines.length === 0) throw badInput({ file: '表头下面没有数据' });
  const { session } = ctx;
  const fileId = await saveFile(
    ctx.services,
    ctx.db,
    {
      kind: fileKind,
      rowId: null,
      orgCode: session.orgCode,
      accountId: session.accountId,
      name: fileName,
      mime: 'application/octet-stream',
      days: DAYS_KEPT,
    },
    sealLines(ctx.services, fileHash.toString('hex'), lines, () => {}),
  );
  const id = await queries.insertBatch(ctx.db, {
    kind: `${prefix}.${kind.kind}`,
    orgId: session.orgId,
    orgCode: session.orgCode,
    accountId: session.accountId,
    fileName,
    fileHash,
    fileId,
    mapping,
    total: lines.length,
  });
  await auditAct(ctx, session, '上传导入文件', { type: 'batch', id, name: fileName, orgCode: session.orgCode });
  return { id };
}

/** Checks all lines of a sheet against what is there. */
async function check(ctx: Ctx, kind: SheetKind, batch: queries.RecordBatchRow, lock: boolean) {
  if (!batch.file_id) throw refuse(EXPIRED);
  const lines: Line[] = [];
  for await (const frame of openLines(ctx.services, batch.file_id, batch.file_hash.toString('hex'))) {
    lines.push(...frame);
  }
  return kind.check(ctx, batch.mapping, lines, lock);
}

const countsOf = (lines: readonly CheckedLine[]) => {
  const count = (state: CheckedLine['state']) => lines.filter((line) => line.state === state).length;
  return { written: count('new'), bad: count('bad'), same: count('same') };
};

/** How a sheet stands: while nothing is written, `written` is how many lines would be. */
async function readCheck(ctx: Ctx, sheets: Sheets, id: string) {
  const batch = await own(ctx, sheets, id);
  const answer = {
    ...toBatch(sheets, batch),
    unknown: batch.mapping.filter(({ field, head }) => field === null && head !== '').map(({ head }) => head),
    faults: [],
  };
  if (batch.state !== 'uploaded') return answer;
  const { lines } = await check(ctx, kindOf(sheets, batch.kind), batch, false);
  const faults = lines.filter(({ state }) => state === 'bad').slice(0, SHOWN_FAULTS);
  return {
    ...answer,
    ...countsOf(lines),
    faults: faults.map(({ line, name, faults: reasons }) => ({ rowNo: line.rowNo, name, reasons: [...reasons] })),
  };
}

/** Writes the good lines. */
async function write(ctx: Ctx, sheets: Sheets, id: string) {
  const batch = await own(ctx, sheets, id, true);
  if (batch.state !== 'uploaded') throw refuse('这个表格已经导入过，请看导入记录');
  const checked = await check(ctx, kindOf(sheets, batch.kind), batch, true);
  const counts = countsOf(checked.lines);
  if (counts.written === 0) throw refuse('没有可以写入的行');
  await checked.write({ id: batch.id, fileName: batch.file_name });
  await queries.settleBatch(ctx.db, batch.id, 'done', counts);
  return counts;
}

/** Takes back what a sheet wrote, but for what somebody has changed since. */
async function undo(ctx: Ctx, sheets: Sheets, id: string) {
  const batch = await own(ctx, sheets, id, true);
  if (batch.state !== 'done') throw refuse('这次导入现在不能撤销');
  const removed = await kindOf(sheets, batch.kind).undo(ctx, { id: batch.id, fileName: batch.file_name });
  const kept = batch.written - removed;
  await queries.settleBatch(ctx.db, batch.id, 'undone', { written: kept, bad: batch.bad, same: batch.skipped });
  return { removed, kept };
}

/** The lines that cannot be written as a sheet: the original columns and the reasons at the end. */
async function faultFile(ctx: Ctx, sheets: Sheets, id: string): Promise<FileReply> {
  const batch = await own(ctx, sheets, id);
  const { lines } = await check(ctx, kindOf(sheets, batch.kind), batch, false);
  const columns = batch.mapping.map(({ head }) => ({ head, width: widthOf(head) }));
  const bad = lines.filter(({ state }) => state === 'bad');
  const sheet = xlsx(
    '有误的行',
    [...columns, { head: '原因', width: 60 }],
    bad.map(({ line, faults }) => [...columns.map((_, index) => line.cells[index] ?? ''), faults.join('；')]),
  );
  const base = batch.file_name.replace(/\.[^.]*$/, '');
  return { name: `${base}-有误的行.xlsx`, mime: XLSX_MIME, body: await bytesOf(sheet) };
}
