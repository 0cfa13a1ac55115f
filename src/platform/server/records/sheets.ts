import { createHash } from 'node:crypto';
import type { FileReply } from '../../contract.ts';
import { MOST_LINES, type RecordBatch, type RecordImportCalls } from '../../records/recordImport.ts';
import { columnKey, faultWords, type SheetColumn, type SheetFault } from '../../records/recordSheet.ts';
import type { Ctx } from '../context.ts';
import { badInput, notFound, refuse } from '../errors.ts';
import { saveFile } from '../files/files.ts';
import { type Binding, bind } from '../http/bind.ts';
import { auditAct } from '../log/audit.ts';
import { decryptLines, encryptLines, type Line, openSheet, SHEET_DAYS } from '../spreadsheet/encrypted.ts';
import { readTable } from '../spreadsheet/read.ts';
import { type ReceivedSheet, withSheet } from '../spreadsheet/receive.ts';
import { bytesOf, type TemplateColumn, template } from '../spreadsheet/template.ts';
import { XLSX_MIME, xlsx } from '../spreadsheet/write.ts';
import { insertBatch } from './batches.ts';
import * as queries from './importQueries.ts';

const EXPIRED = '导入的文件已过期，请重新上传';
const MISSING = '导入记录不存在';

/** A line of a sheet and what became of it. */
export interface CheckedLine {
  line: Line;
  /** Whom it is about, as it says. */
  name: string;
  faults: readonly SheetFault[];
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
  /**
   * Nobody enters about oneself what one gains by (a score, hours): the act as its refusal names it, which such a line has as its
   * fault. null: the lines state facts, and others decide upon them.
   */
  decides: string | null;
  /** The columns of the template; a star stands at what must be filled. */
  template(ctx: Ctx): Promise<readonly TemplateColumn[]>;
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
  /** Puts into the recycle bin what an import wrote and nobody has changed since; answers of how many lines, and of which it did not. */
  undo(ctx: Ctx, batch: SheetBatch): Promise<number | TakenBack>;
}

/** What taking an import back did. */
export interface TakenBack {
  removed: number;
  /** Lines that stay, each with its reason. */
  left: readonly queries.LeftRow[];
}

/** The sheets of one contract. */
export interface Sheets {
  /** Stands before the kind in the table of imports: `record` makes `record.family`. */
  prefix: string;
  /** The kind of the encrypted sheets among the stored files; nobody downloads them. */
  fileKind: string;
  kinds: readonly SheetKind[];
}

/** The calls of an import, bound. @param confirm asks whoever writes or takes back for the own password, where the calls take one */
export function bindSheets(
  sheets: Sheets,
  calls: RecordImportCalls,
  confirm?: (ctx: Ctx, input: { password?: string | undefined }) => Promise<void>,
): Binding[] {
  return [
    bind(calls.template, (ctx, { kind }) => templateOf(ctx, sheets, kind)),
    bind(calls.upload, (ctx) => upload(ctx, sheets)),
    bind(calls.check, (ctx, { id }) => readCheck(ctx, sheets, id)),
    bind(calls.badRows, (ctx, { id, pageNum, pageSize }) => badRows(ctx, sheets, id, pageNum, pageSize)),
    bind(calls.fix, (ctx, { id, rows }) => fix(ctx, sheets, id, rows)),
    bind(calls.write, (ctx, { id }) => write(ctx, sheets, id), confirm),
    bind(calls.undo, (ctx, { id }) => undo(ctx, sheets, id), confirm),
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

/** A sheet with the heads of a tab, its choices, and a sample line. */
async function templateOf(ctx: Ctx, sheets: Sheets, kind: string): Promise<FileReply> {
  const { label, template: columns } = kindOf(sheets, `${sheets.prefix}.${kind}`);
  return {
    name: `${label}导入模板.xlsx`,
    mime: XLSX_MIME,
    body: await bytesOf(template(label, await columns(ctx))),
  };
}

/** Takes a sheet of one tab and keeps its lines encrypted; nothing is written to any record. */
const upload = (ctx: Ctx, sheets: Sheets): Promise<{ id: string }> =>
  withSheet(ctx, (sheet) => keepSheet(ctx, sheets, sheet));

async function keepSheet(
  ctx: Ctx,
  { kinds, prefix, fileKind }: Sheets,
  { bytes, fileName, texts }: ReceivedSheet,
): Promise<{ id: string }> {
  const kind = kinds.find((one) => one.kind === texts.kind);
  if (!kind) throw badInput({ kind: '请选择导入的内容' });
  // Two of its cells are known.
  const isHead = (cells: readonly string[]) => kind.read(cells).filter(({ field }) => field !== null).length >= 2;
  return openSheet(readTable(bytes), { isHead, heads: kind.known }, async ({ head, rows }) => {
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
    const fileId = await keepLines(ctx, fileKind, fileName, fileHash, lines);
    const id = await insertBatch(ctx.db, {
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
  });
}

/** Keeps the lines of a sheet as a encrypted file; answers its id. */
function keepLines(ctx: Ctx, kind: string, name: string, fileHash: Buffer, lines: readonly Line[]): Promise<string> {
  const { orgCode, accountId } = ctx.session;
  const facts = { kind, rowId: null, orgCode, accountId, name, mime: 'application/octet-stream', days: SHEET_DAYS };
  return saveFile(
    ctx.services,
    ctx.db,
    facts,
    encryptLines(ctx.services, fileHash.toString('hex'), lines, () => {}),
  );
}

/** The lines of a sheet as they stand now; none once the file has expired. */
async function linesOf(ctx: Ctx, batch: queries.RecordBatchRow): Promise<Line[]> {
  const lines: Line[] = [];
  if (!batch.file_id) return lines;
  for await (const frame of decryptLines(ctx.services, batch.file_id, batch.file_hash.toString('hex'))) {
    lines.push(...frame);
  }
  return lines;
}

/** Checks the lines that have not been written against what is there. */
async function check(
  ctx: Ctx,
  sheets: Sheets,
  batch: queries.RecordBatchRow,
  { lock = false, lines }: { lock?: boolean; lines?: readonly Line[] } = {},
) {
  const written = new Set(batch.written_rows);
  const open = (lines ?? (await linesOf(ctx, batch))).filter(({ rowNo }) => !written.has(rowNo));
  return kindOf(sheets, batch.kind).check(ctx, batch.mapping, open, lock);
}

const of = (state: CheckedLine['state'], lines: readonly CheckedLine[]) => lines.filter((line) => line.state === state);

/** How a sheet stands. */
async function readCheck(ctx: Ctx, sheets: Sheets, id: string) {
  const batch = await own(ctx, sheets, id);
  const answer = {
    ...toBatch(sheets, batch),
    unknown: batch.mapping.filter(({ field, head }) => field === null && head !== '').map(({ head }) => head),
    columns: readColumns(batch),
    ready: 0,
    kept: batch.file_id !== null,
    left: batch.left_rows,
  };
  if (batch.state === 'uploaded' && !answer.kept) throw refuse(EXPIRED);
  if (batch.state === 'undone' || !answer.kept) return answer;
  const { lines } = await check(ctx, sheets, batch);
  return { ...answer, ready: of('new', lines).length, bad: of('bad', lines).length, same: of('same', lines).length };
}

const readColumns = ({ mapping }: queries.RecordBatchRow) =>
  mapping.flatMap(({ head, field, owner }) => (field === null ? [] : [{ key: columnKey({ field, owner }), head }]));

/** The lines that cannot be written, a page of them, each fault at its column. */
async function badRows(ctx: Ctx, sheets: Sheets, id: string, pageNum: number, pageSize: number) {
  const batch = await own(ctx, sheets, id);
  if (batch.state === 'undone') return { rows: [], total: 0 };
  const bad = of('bad', (await check(ctx, sheets, batch)).lines);
  const first = readColumns(batch)[0]?.key ?? '';
  const keys = new Set(readColumns(batch).map(({ key }) => key));
  const rows = bad.slice((pageNum - 1) * pageSize, pageNum * pageSize).map(({ line, faults }) => ({
    rowNo: line.rowNo,
    cells: Object.fromEntries(
      batch.mapping.flatMap(({ field, owner }, at) =>
        field === null ? [] : [[columnKey({ field, owner }), line.cells[at] ?? '']],
      ),
    ),
    // What the sheet has no column for is told at the first.
    errors: faults.map((fault) =>
      keys.has(fault.column)
        ? { field: fault.column, text: fault.text, suggestions: [...fault.suggestions] }
        : { field: first, text: faultWords(fault), suggestions: [] },
    ),
  }));
  return { rows, total: bad.length };
}

/** Writes fixed cells into the kept sheet and checks it again; nothing is written to any record. */
async function fix(
  ctx: Ctx,
  sheets: Sheets,
  id: string,
  rows: readonly { rowNo: number; cells: Readonly<Record<string, string>> }[],
) {
  const batch = await own(ctx, sheets, id, true);
  if (batch.state === 'undone') throw refuse('这次导入已撤销，请重新上传');
  if (!batch.file_id) throw refuse(EXPIRED);
  const lines = await linesOf(ctx, batch);
  const written = new Set(batch.written_rows);
  const place = new Map(
    batch.mapping.flatMap(({ field, owner }, at) => (field === null ? [] : [[columnKey({ field, owner }), at]])),
  );
  // What was written elsewhere meanwhile is changed in the record alone; the others are saved.
  const open = rows.filter(({ rowNo }) => !written.has(rowNo));
  for (const { rowNo, cells } of open) {
    const line = lines.find((one) => one.rowNo === rowNo);
    if (!line) throw notFound('表格里没有这一行');
    for (const [key, text] of Object.entries(cells)) {
      const at = place.get(key);
      if (at === undefined) throw badInput({ rows: '表格里没有这一列' });
      while (line.cells.length <= at) line.cells.push('');
      line.cells[at] = text;
    }
  }
  const bad = of('bad', (await check(ctx, sheets, batch, { lines })).lines);
  const fileId = await keepLines(ctx, sheets.fileKind, batch.file_name, batch.file_hash, lines);
  await queries.replaceLines(ctx.db, id, fileId, bad.length);
  await queries.expireFile(ctx.db, batch.file_id);
  const sent = new Set(open.map(({ rowNo }) => rowNo));
  const still = bad.filter(({ line }) => sent.has(line.rowNo)).length;
  return { good: sent.size - still, bad: still, gone: rows.length - open.length };
}

/** Writes the good lines; what is fixed afterwards may be written by another call. */
async function write(ctx: Ctx, sheets: Sheets, id: string) {
  const batch = await own(ctx, sheets, id, true);
  if (batch.state === 'undone') throw refuse('这次导入已撤销，请重新上传');
  if (!batch.file_id) throw refuse(EXPIRED);
  const checked = await check(ctx, sheets, batch, { lock: true });
  const fresh = of('new', checked.lines);
  const counts = { bad: of('bad', checked.lines).length, same: of('same', checked.lines).length };
  if (fresh.length === 0) throw refuse('没有可以写入的行');
  await checked.write({ id: batch.id, fileName: batch.file_name });
  await queries.settleWritten(
    ctx.db,
    batch.id,
    fresh.map(({ line }) => line.rowNo),
    counts,
  );
  return { written: fresh.length, ...counts };
}

/** Takes back what a sheet wrote, but for what somebody has changed since. Where every line had to stay, it can be tried again. */
async function undo(ctx: Ctx, sheets: Sheets, id: string) {
  const batch = await own(ctx, sheets, id, true);
  if (batch.state !== 'done') throw refuse('这次导入现在不能撤销');
  const done = await kindOf(sheets, batch.kind).undo(ctx, { id: batch.id, fileName: batch.file_name });
  const { removed, left } = typeof done === 'number' ? { removed: done, left: [] } : done;
  const kept = batch.written - removed;
  if (removed === 0 && left.length > 0) await queries.setLeft(ctx.db, batch.id, left);
  else await queries.settleUndone(ctx.db, batch.id, kept, left);
  return { removed, kept };
}

/** The lines that cannot be written as a sheet: the original columns and the reasons at the end. */
async function faultFile(ctx: Ctx, sheets: Sheets, id: string): Promise<FileReply> {
  const batch = await own(ctx, sheets, id);
  if (!batch.file_id) throw refuse(EXPIRED);
  const { lines } = await check(ctx, sheets, batch);
  const columns = batch.mapping.map(({ head }) => ({ head, width: widthOf(head) }));
  const sheet = xlsx(
    '有误的行',
    [...columns, { head: '原因', width: 60 }],
    of('bad', lines).map(({ line, faults }) => [
      ...columns.map((_, index) => line.cells[index] ?? ''),
      faults.map(faultWords).join('；'),
    ]),
  );
  const base = batch.file_name.replace(/\.[^.]*$/, '');
  return { name: `${base}-有误的行.xlsx`, mime: XLSX_MIME, body: await bytesOf(sheet) };
}
