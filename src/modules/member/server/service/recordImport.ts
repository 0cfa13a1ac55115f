import { createHash } from 'node:crypto';
import { type DictNames, dictionaryNames } from '#modules/dictionary/server/names.ts';
import type { FileReply, ParsedOf } from '#platform/contract.ts';
import { MOST_RECORDS, type RecordSort, type RecordValues } from '#platform/records.ts';
import { auditAct } from '#platform/server/audit.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { saveFile } from '#platform/server/files.ts';
import { changesOf, placed } from '#platform/server/records/bind.ts';
import { recordsOfAll } from '#platform/server/records/queries.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { type listRecordImports, MOST_LINES, type RecordBatch } from '../../contract.recordImport.ts';
import { ALL_RECORDS } from '../../contract.records.ts';
import { lackingHeads, type ReadLine, readHeads, readLine, templateHeads } from '../../rules/recordSheet.ts';
import * as queries from '../queries/recordImport.ts';
import { receiveSheet } from '../receiveSheet.ts';
import { idCardIndex } from '../rowMapper.ts';
import { type Line, openLines, openSheet, sealLines } from '../sheetFile.ts';

/** The kind of the sealed sheets among the stored files; nobody downloads them. */
const SHEET_FILE = 'member.recordImport';
const DAYS_KEPT = 30;
const SHOWN_FAULTS = 200;
const EXPIRED = '导入的文件已过期，请重新上传';

const sortOf = (kind: string): RecordSort => {
  const sort = ALL_RECORDS.find((one) => `record.${one.kind}` === kind);
  if (!sort) throw notFound('导入记录不存在');
  return sort;
};

function toBatch(row: queries.RecordBatchRow): RecordBatch {
  const sort = sortOf(row.kind);
  return {
    id: row.id,
    fileName: row.file_name,
    kind: sort.kind,
    kindName: sort.label,
    state: row.state,
    createTime: row.created_at.toISOString(),
    total: row.total,
    written: row.written,
    bad: row.bad,
    same: row.skipped,
  };
}

async function own(ctx: Ctx, id: string, lock = false): Promise<queries.RecordBatchRow> {
  const batch = await queries.findBatch(ctx.db, ctx.scope, ctx.session.accountId, id, lock);
  if (!batch) throw notFound('导入记录不存在');
  return batch;
}

/** A sheet with the heads of a tab alone. */
export async function recordTemplate(kind: string): Promise<FileReply> {
  const sort = sortOf(`record.${kind}`);
  const columns = templateHeads(sort).map((head) => ({ head, width: Math.max(12, head.length * 2 + 4) }));
  return { name: `${sort.label}导入模板.xlsx`, mime: XLSX_MIME, body: await bytesOf(xlsx(sort.label, columns, [])) };
}

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/** Takes a sheet of one tab and keeps its lines sealed; nothing is written to any record. */
export async function uploadRecords(ctx: Ctx): Promise<{ id: string }> {
  const { bytes, fileName, texts } = await receiveSheet(ctx);
  const sort = ALL_RECORDS.find(({ kind }) => kind === texts.kind);
  if (!sort) throw badInput({ kind: '请选择导入的内容' });
  const { head, rows } = await openSheet(readTable(bytes));
  const mapping = readHeads(sort, head);
  const lacking = lackingHeads(sort, mapping);
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
      kind: SHEET_FILE,
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
    kind: `record.${sort.kind}`,
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

interface Checked extends ReadLine {
  line: Line;
  owner: queries.SheetOwner | undefined;
  /** `same`: stands in the database, or further up in the sheet, just so. */
  state: 'new' | 'same' | 'bad';
}

/** The fields that a sheet may bring, as one text: rows are the same where these are. */
const likeness = (sort: RecordSort, values: RecordValues) =>
  JSON.stringify(sort.fields.filter(({ made }) => !made).map(({ name }) => values[name] ?? null));

const plainName = (name: string) => name.replace(/\s/g, '').replace(/^(中国共产党|中共)/, '');

/** Checks all lines of a sheet against the records; `lock` holds the people, for writing. */
async function check(
  ctx: Ctx,
  batch: queries.RecordBatchRow,
  sort: RecordSort,
  names: DictNames,
  lock: boolean,
): Promise<Checked[]> {
  if (!batch.file_id) throw refuse(EXPIRED);
  const today = await queries.today(ctx.db);
  const look = { entries: (code: string) => names.entries(code), today };
  const read: (ReadLine & { line: Line; index: string })[] = [];
  for await (const frame of openLines(ctx.services, batch.file_id, batch.file_hash.toString('hex'))) {
    for (const line of frame) {
      const one = readLine(sort, batch.mapping, line.cells, look);
      const index = one.idCard === null ? '' : idCardIndex(ctx.vault, one.idCard).toString('hex');
      read.push({ ...one, line, index });
    }
  }
  const indexes = [...new Set(read.map(({ index }) => index))].filter((index) => index !== '');
  const found = await queries.ownersOf(
    ctx.db,
    ctx.scope,
    indexes.map((index) => Buffer.from(index, 'hex')),
    lock,
  );
  const owners = new Map(found.map((owner) => [owner.index.toString('hex'), owner]));
  const rows = await recordsOfAll(
    ctx.db,
    sort,
    found.map(({ id }) => id),
  );
  const known = new Map(found.map(({ id }) => [id, new Set<string>()]));
  const count = new Map<string, number>();
  for (const { ownerId, fields } of rows) {
    known.get(ownerId)?.add(likeness(sort, fields));
    count.set(ownerId, (count.get(ownerId) ?? 0) + 1);
  }
  return read.map((one) => {
    const owner = owners.get(one.index);
    const faults = [...one.faults, ...ownerFaults(one, owner)];
    if (faults.length > 0 || !owner) return { ...one, owner, faults, state: 'bad' };
    const mine = known.get(owner.id);
    if (mine?.has(likeness(sort, one.values))) return { ...one, owner, faults, state: 'same' };
    const full = fullness(sort, count.get(owner.id) ?? 0);
    if (full) return { ...one, owner, faults: [full], state: 'bad' };
    mine?.add(likeness(sort, one.values));
    count.set(owner.id, (count.get(owner.id) ?? 0) + 1);
    return { ...one, owner, faults, state: 'new' };
  });
}

function fullness(sort: RecordSort, count: number): string {
  if (sort.one) return count > 0 ? `已登记${sort.label}，内容不同，请到档案里修改` : '';
  return count >= MOST_RECORDS ? `${sort.label}最多登记${MOST_RECORDS}条` : '';
}

/** Whether the line speaks of whom its id card says; a person outside the scope is not there. */
function ownerFaults({ idCard, name, orgName }: ReadLine, owner: queries.SheetOwner | undefined): string[] {
  if (idCard === null) return [];
  if (!owner) return ['身份证号：您管理的范围内没有这个身份证号的人员'];
  const faults: string[] = [];
  if (name !== '' && name.replace(/\s/g, '') !== owner.name.replace(/\s/g, '')) {
    faults.push(`人员姓名：与登记的“${owner.name}”不一致`);
  }
  if (orgName !== '' && plainName(orgName) !== plainName(owner.orgName)) {
    faults.push(`所在党支部：该人员登记在“${owner.orgName}”`);
  }
  return faults;
}

const countsOf = (lines: readonly Checked[]) => {
  const count = (state: Checked['state']) => lines.filter((line) => line.state === state).length;
  return { written: count('new'), bad: count('bad'), same: count('same') };
};

/** How a sheet stands: while nothing is written, `written` is how many lines would be. */
export async function checkRecords(ctx: Ctx, id: string) {
  const batch = await own(ctx, id);
  const answer = {
    ...toBatch(batch),
    unknown: batch.mapping.filter(({ field, head }) => field === null && head !== '').map(({ head }) => head),
    faults: [],
  };
  if (batch.state !== 'uploaded') return answer;
  const lines = await check(ctx, batch, sortOf(batch.kind), await dictionaryNames(ctx.services), false);
  const faults = lines.filter(({ state }) => state === 'bad').slice(0, SHOWN_FAULTS);
  return {
    ...answer,
    ...countsOf(lines),
    faults: faults.map(({ line, name, faults: reasons }) => ({ rowNo: line.rowNo, name, reasons })),
  };
}

/** Writes the good lines, each with its row in its person's history. */
export async function writeRecords(ctx: Ctx, id: string) {
  const batch = await own(ctx, id, true);
  if (batch.state !== 'uploaded') throw refuse('这个表格已经导入过，请看导入记录');
  const sort = sortOf(batch.kind);
  const names = await dictionaryNames(ctx.services);
  const lines = await check(ctx, batch, sort, names, true);
  const fresh = lines.flatMap(({ owner, values, state }) => (owner && state === 'new' ? [{ owner, values }] : []));
  if (fresh.length === 0) throw refuse('没有可以写入的行');
  const rows = fresh.map(({ owner, values }) => ({ memberId: owner.id, ...placed(sort, values, names) }));
  const ids = await queries.insertRows(ctx.db, sort, batch.id, rows, ctx.session.accountName);
  const counts = countsOf(lines);
  await queries.settleBatch(ctx.db, batch.id, 'done', counts);
  const reason = `导入 ${batch.file_name}`;
  for (const [at, { owner, values }] of fresh.entries()) {
    const { id, name, orgCode } = owner;
    const changes = changesOf(sort, {}, values, names);
    ctx.audit({ type: 'member', id, name, orgCode, reason, record: ids[at] ?? '', changes });
  }
  return counts;
}

/** Takes back what a sheet wrote, but for what somebody has changed since. */
export async function undoRecords(ctx: Ctx, id: string) {
  const batch = await own(ctx, id, true);
  if (batch.state !== 'done') throw refuse('这次导入现在不能撤销');
  const sort = sortOf(batch.kind);
  const names = await dictionaryNames(ctx.services);
  const removed = await queries.binWritten(ctx.db, ctx.scope, batch.id, ctx.session.accountName);
  const kept = batch.written - removed.length;
  await queries.settleBatch(ctx.db, batch.id, 'undone', { written: kept, bad: batch.bad, same: batch.skipped });
  const reason = `撤销导入 ${batch.file_name}`;
  for (const { id: record, memberId, name, orgCode, fields } of removed) {
    const changes = changesOf(sort, fields, {}, names);
    ctx.audit({ type: 'member', id: memberId, name, orgCode, reason, record, changes });
  }
  return { removed: removed.length, kept };
}

export async function listImports(ctx: Ctx, { pageNum, pageSize }: ParsedOf<typeof listRecordImports>) {
  const offset = (pageNum - 1) * pageSize;
  const page = await queries.listBatches(ctx.db, ctx.scope, ctx.session.accountId, pageSize, offset);
  return { rows: page.rows.map(toBatch), total: page.total };
}

/** The lines that cannot be written as a sheet: the original columns and the reasons at the end. */
export async function faultFile(ctx: Ctx, id: string): Promise<FileReply> {
  const batch = await own(ctx, id);
  const lines = await check(ctx, batch, sortOf(batch.kind), await dictionaryNames(ctx.services), false);
  const columns = batch.mapping.map(({ head }) => ({ head, width: Math.max(12, head.length * 2 + 4) }));
  const bad = lines.filter(({ state }) => state === 'bad');
  const sheet = xlsx(
    '有误的行',
    [...columns, { head: '原因', width: 60 }],
    bad.map(({ line, faults }) => [...columns.map((_, index) => line.cells[index] ?? ''), faults.join('；')]),
  );
  const base = batch.file_name.replace(/\.[^.]*$/, '');
  return { name: `${base}-有误的行.xlsx`, mime: XLSX_MIME, body: await bytesOf(sheet) };
}
