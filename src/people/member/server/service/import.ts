import { createHash } from 'node:crypto';
import { ANOTHER, IMPORT_FIELDS, isHead, matchColumns, REQUIRED_COLUMNS } from '#people/member/rules/importColumns.ts';
import { ERROR_LABELS, REWRITTEN } from '#people/member/rules/importRules.ts';
import { type FileReply, id as idSchema, type ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { auditAct } from '#platform/server/log/audit.ts';
import { insertBatch, rememberRewriting, startBatch } from '#platform/server/records/batches.ts';
import { encryptLines, openSheet, SHEET_DAYS } from '#platform/server/spreadsheet/encrypted.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type ReceivedSheet, withSheet } from '#platform/server/spreadsheet/receive.ts';
import { bytesOf } from '#platform/server/spreadsheet/template.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import type * as contract from '../../contract.import.ts';
import { importRows, openRow, type SheetRow } from '../importRows.ts';
import * as queries from '../queries/import.ts';
import { findHome } from '../queries/record.ts';
import { IMPORT_JOB, prepareImport } from './importRun.ts';

const LABELS = new Map(IMPORT_FIELDS.map(({ field, label }) => [field, label]));

function toBatch(batch: queries.BatchRecord): contract.ImportBatch {
  // A job that was cancelled or failed leaves its batch where it was: it may be started again.
  const stopped = batch.state === 'checking' && (batch.job_state === 'failed' || batch.job_state === 'cancelled');
  return {
    id: batch.id,
    fileName: batch.file_name,
    state: stopped ? 'failed' : batch.state,
    orgId: batch.org_id,
    orgName: batch.org_name,
    createTime: batch.created_at.toISOString(),
    total: batch.total,
    written: batch.written,
    bad: batch.bad,
    skipped: batch.skipped,
    updated: batch.updated,
    progress: batch.written + batch.bad + batch.skipped + batch.updated,
    message: batch.job_message ?? '',
    mapping: batch.mapping.map(({ head, field }) => ({ head, field, label: LABELS.get(field ?? '') ?? '不导入' })),
    rewrite: batch.rewrite,
    removed: batch.removed,
    restored: batch.restored,
    kept: batch.kept,
    can: {
      undo:
        !stopped &&
        (batch.state === 'fixing' || batch.state === 'done' || (batch.state === 'undone' && batch.kept > 0)),
    },
  };
}

/** A batch of the session's own account; not found is a foreign one. */
export async function requireOwnBatch(ctx: Ctx, id: string): Promise<queries.BatchRecord> {
  const batch = await queries.getBatch(ctx.db, ctx.scope, ctx.session.accountId, id);
  if (!batch) throw notFound('导入批次不存在');
  return batch;
}

/** The same, locked: one act on a batch at a time. */
export async function lockOwn(ctx: Ctx, id: string): Promise<queries.BatchRecord> {
  const batch = await queries.lockBatch(ctx.db, ctx.scope, ctx.session.accountId, id);
  if (!batch) throw notFound('导入批次不存在');
  return batch;
}

/** Takes a file, reads its head, matches the columns and keeps its lines encrypted until they are checked. */
export const uploadImport = (ctx: Ctx): Promise<contract.ImportBatch> =>
  withSheet(ctx, (sheet) => keepSheet(ctx, sheet));

async function keepSheet(ctx: Ctx, { bytes, fileName, texts }: ReceivedSheet): Promise<contract.ImportBatch> {
  const orgId = namedOrg(texts.orgId);
  const home = await findHome(ctx.db, ctx.scope, orgId ?? ctx.session.orgId);
  if (!home) throw notFound('所选党组织不存在');
  return openSheet(readTable(bytes), { isHead, heads: ['姓名', '身份证号'] }, async ({ head, rows }) => {
    const fileHash = createHash('sha256').update(bytes).digest();
    let total = 0;
    const lines = encryptLines(ctx.services, fileHash.toString('hex'), rows, (count) => {
      total = count;
    });
    const facts = {
      kind: IMPORT_JOB,
      rowId: null,
      orgCode: home.code,
      accountId: ctx.session.accountId,
      name: fileName,
    };
    const fileId = await saveFile(
      ctx.services,
      ctx.db,
      { ...facts, mime: 'application/octet-stream', days: SHEET_DAYS },
      lines,
    );
    if (total === 0) throw refuse('表头下面没有数据');
    const fields = matchColumns(head);
    const id = await insertBatch(ctx.db, {
      kind: 'member',
      orgId: home.id,
      orgCode: home.code,
      accountId: ctx.session.accountId,
      fileName,
      fileHash,
      fileId,
      mapping: head.map((text, index) => ({ head: text.slice(0, 60), field: fields[index] ?? null })),
      total,
    });
    await auditAct(ctx, ctx.session, '上传导入文件', { type: 'batch', id, name: fileName, orgCode: home.code });
    return toBatch(await requireOwnBatch(ctx, id));
  });
}

/** The organisation that the upload names; null where it names none. */
function namedOrg(text: string | undefined): string | null {
  if (!text) return null;
  const parsed = idSchema.safeParse(text);
  if (!parsed.success) throw badInput({ orgId: '组织编号不正确' });
  return parsed.data;
}

/** Queues the check of a batch by the columns as the user has matched them. */
export async function startImport(ctx: Ctx, input: ParsedOf<typeof contract.startImport>) {
  const batch = await lockOwn(ctx, input.id);
  if (toBatch(batch).state !== 'uploaded' && toBatch(batch).state !== 'failed') throw refuse('这批数据已经开始导入');
  if (!batch.file_id) throw refuse('导入的文件已过期，请重新上传');
  const fields = input.mapping.map(({ field }) => field).filter((field) => field !== null);
  const heads = batch.mapping.map(({ head }) => head);
  if (input.mapping.length !== heads.length || input.mapping.some(({ head }, index) => head !== heads[index])) {
    throw badInput({ mapping: '列与上传的文件不一致' });
  }
  const unknown = fields.find((field) => !LABELS.has(field));
  if (unknown !== undefined) throw badInput({ mapping: '有一列对应的字段不存在' });
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined) throw badInput({ mapping: `“${LABELS.get(twice)}”对应了两列` });
  const missing = REQUIRED_COLUMNS.find((field) => !fields.includes(field));
  if (missing !== undefined) throw badInput({ mapping: `缺少“${LABELS.get(missing)}”列` });
  const jobId = await enqueue(ctx, {
    kind: IMPORT_JOB,
    title: `导入党员：${batch.file_name}`,
    right: 'member:import',
    input: { batchId: batch.id, href: `/affairs/member/import/${batch.id}` },
  });
  await startBatch(ctx.db, batch.id, input.mapping, input.rewrite, jobId);
  ctx.audit({ type: 'batch', id: batch.id, name: batch.file_name, orgCode: batch.org_code });
  return { jobId };
}

export const getImport = async (ctx: Ctx, id: string) => toBatch(await requireOwnBatch(ctx, id));

export async function listImports(ctx: Ctx, input: { pageNum: number; pageSize: number }) {
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.listBatches(ctx.db, ctx.scope, ctx.session.accountId, input.pageSize, offset);
  return { rows: page.rows.map(toBatch), total: page.total };
}

const HINTS: Readonly<Record<string, string>> = {
  idCard: '不能自动改，请对照证件逐行改',
  idCardLength: '不能自动改，请对照证件逐行改',
  orgName: '从相近的名称里选择，或到组织信息里新建',
  phone: '多一位或少一位，请核对',
  duplicate: '核对是否同一人；已在册的可跳过',
  alike: '同名、同出生日期、同手机号：是另一人的选“另一人”，重复的跳过',
  mismatch: '身份证号与所填不一致，请核对',
};

/** The bad rows by kind, in the order in which they are best fixed. */
export async function importGroups(ctx: Ctx, id: string) {
  const batch = await requireOwnBatch(ctx, id);
  const groups = await queries.errorGroups(ctx.db, batch.id);
  const order = Object.keys(ERROR_LABELS);
  return groups
    .sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
    .map(({ code, n, fixable, from, to }) => ({
      code,
      label: ERROR_LABELS[code as keyof typeof ERROR_LABELS] ?? code,
      count: n,
      fix: from !== null && to !== null ? { from, to, count: fixable } : null,
      hint: HINTS[code] ?? (fixable > 0 ? '可一键改正' : '请逐行改'),
    }));
}

/** Bad rows with the texts of their fields; the account that uploaded them sees them in full. */
export async function importRowsPage(ctx: Ctx, input: ParsedOf<typeof contract.importRows>) {
  const batch = await requireOwnBatch(ctx, input.id);
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.badRows(ctx.db, batch.id, input.code || null, input.pageSize, offset);
  return {
    total: page.total,
    rows: page.rows.map((bad) => ({
      rowNo: bad.row_no,
      cells: openRow(ctx.services, batch.id, bad).cells,
      errors: bad.errors,
    })),
  };
}

/** The same, locked, with rows to fix. */
export async function lockFixing(ctx: Ctx, id: string): Promise<queries.BatchRecord> {
  const batch = await lockOwn(ctx, id);
  if (batch.state !== 'fixing') throw refuse('这批数据现在没有待修正的行');
  return batch;
}

async function write(ctx: Ctx, batch: queries.BatchRecord, rows: readonly SheetRow[]) {
  const against = await prepareImport(ctx.services, batch, ctx.session.accountName);
  const result = await importRows(ctx.services, ctx.db, against, rows, new Map(), true);
  await queries.recountBatch(ctx.db, batch.id);
  ctx.audit({
    type: 'batch',
    id: batch.id,
    name: batch.file_name,
    orgCode: batch.org_code,
    changes: { written: [0, result.written] },
  });
  return { written: result.written, bad: result.bad };
}

/** Checks fixed rows again and writes those that are good now; what was fixed or given up elsewhere meanwhile stays so. */
export async function fixImportRows(ctx: Ctx, input: ParsedOf<typeof contract.fixImportRows>) {
  const batch = await lockFixing(ctx, input.id);
  const unknown = input.rows
    .flatMap(({ cells }) => Object.keys(cells))
    .find((field) => !LABELS.has(field) && field !== ANOTHER.field);
  if (unknown !== undefined) throw badInput({ rows: '有一列对应的字段不存在' });
  const fixed = new Map(input.rows.map((row) => [row.rowNo, row.cells]));
  const bad = await queries.lockBadRows(ctx.db, batch.id, [...fixed.keys()]);
  const rows = bad.map((kept) => {
    const row = openRow(ctx.services, batch.id, kept);
    return { ...row, cells: { ...row.cells, ...fixed.get(row.rowNo) } };
  });
  return { ...(await write(ctx, batch, rows)), gone: fixed.size - rows.length };
}

const ROWS_AT_ONCE = 500;

/** Rewrites every cell of a group that has a rewriting, and writes the rows that are good then. */
export async function fixImportGroup(ctx: Ctx, id: string, code: string) {
  const batch = await lockFixing(ctx, id);
  const rowNos = await queries.fixableRows(ctx.db, batch.id, code);
  if (rowNos.length === 0) throw refuse('这一组不能一键改正');
  if (REWRITTEN.some((known) => known === code)) await rememberRewriting(ctx.db, batch.id, code);
  const sum = { written: 0, bad: 0 };
  for (let start = 0; start < rowNos.length; start += ROWS_AT_ONCE) {
    const bad = await queries.lockBadRows(ctx.db, batch.id, rowNos.slice(start, start + ROWS_AT_ONCE));
    const rows = bad.map((kept) => {
      const row = openRow(ctx.services, batch.id, kept);
      const cells = { ...row.cells };
      for (const error of kept.errors)
        if (error.code === code && error.fix !== undefined) cells[error.field] = error.fix;
      return { ...row, cells };
    });
    const part = await write(ctx, batch, rows);
    sum.written += part.written;
    sum.bad += part.bad;
  }
  return sum;
}

/** Gives up bad rows. */
export async function skipImportRows(ctx: Ctx, input: ParsedOf<typeof contract.skipImportRows>): Promise<null> {
  const batch = await lockFixing(ctx, input.id);
  if (!input.all && input.rowNos.length === 0) throw badInput({ rowNos: '请选择要跳过的行' });
  const skipped = await queries.skipRows(ctx.db, batch.id, input.all ? null : input.rowNos);
  await queries.recountBatch(ctx.db, batch.id);
  ctx.audit({
    type: 'batch',
    id: batch.id,
    name: batch.file_name,
    orgCode: batch.org_code,
    changes: { skipped: [0, skipped] },
  });
  return null;
}

/** The bad rows as a sheet: the original columns, fixed cells in place, and the reasons at the end. */
export async function importErrorFile(ctx: Ctx, id: string): Promise<FileReply> {
  const batch = await requireOwnBatch(ctx, id);
  const { rows } = await queries.badRows(ctx.db, batch.id, null, 1_000_000, 0);
  const columns = batch.mapping.map(({ head }) => ({ head, width: Math.max(12, head.length * 2 + 4) }));
  const lines = rows.map((bad) => {
    const row = openRow(ctx.services, batch.id, bad);
    const cells = batch.mapping.map(({ field }, index) => (field === null ? row.raw[index] : row.cells[field]) ?? '');
    return [
      ...cells,
      bad.errors.map((error) => `${LABELS.get(error.field) ?? ANOTHER.label}：${error.text}`).join('；'),
    ];
  });
  const sheet = xlsx('错误行', [...columns, { head: '原因', width: 60 }], lines);
  const base = batch.file_name.replace(/\.[^.]*$/, '');
  return { name: `${base}-错误行.xlsx`, mime: XLSX_MIME, body: await bytesOf(sheet) };
}
