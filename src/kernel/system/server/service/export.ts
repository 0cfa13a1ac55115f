import { type exportIncident, type exportLogs, OUTCOMES } from '#kernel/system/contract.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfJob } from '#platform/server/export/exportMark.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { encryptedInJson, ofKind } from '#platform/server/secrecy/encryptedColumns.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import * as queries from '../queries/logs.ts';
import { logRow } from './logs.ts';

export const EXPORT_JOB = 'system.logExport';
const RIGHT = 'log:export';
const CHUNK = 2000;
const DAYS_KEPT = 7;
/** A sheet ends at 1,048,576 lines. */
const LONGEST = 1_000_000;
const ENCRYPTED_AT = 'job.system.logExport';

/** Where the filters of exports rest. */
export const encryptedFilters = encryptedInJson('job', 'input', 'filter', 'base64', () => ENCRYPTED_AT, {
  only: ofKind(EXPORT_JOB),
});

const COLUMNS = [
  { head: '编号', width: 10, kind: 'whole' as const },
  { head: '时间', width: 20, kind: 'time' as const },
  { head: '操作人', width: 12 },
  { head: '角色', width: 14 },
  { head: '组织', width: 28 },
  { head: '操作', width: 16 },
  { head: '对象', width: 20 },
  { head: '结果', width: 8 },
  { head: '原因', width: 30 },
  { head: '变更内容', width: 50 },
  { head: '来源地址', width: 16 },
  { head: '登录方式', width: 10 },
  { head: '设备', width: 20 },
  { head: '追踪号', width: 18 },
];

interface ExportInput {
  title: string;
  /** The filter, encrypted: it may hold names and addresses. */
  filter: string;
  purpose: string;
  by: { name: string; org: string };
}

async function queue(ctx: Ctx, title: string, filter: queries.LogFilter, purpose: string) {
  const input: ExportInput = {
    title,
    filter: ctx.vault.encrypt(ENCRYPTED_AT, JSON.stringify(filter)).toString('base64'),
    purpose,
    by: { name: ctx.session.accountName, org: ctx.session.orgName },
  };
  const jobId = await enqueue(ctx, { kind: EXPORT_JOB, title, right: RIGHT, input: { ...input } });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: purpose });
  return { jobId };
}

/** Queues an export of the filtered log; answers the job's id. */
export async function exportFiltered(ctx: Ctx, { purpose, ...filter }: ParsedOf<typeof exportLogs>) {
  return queue(ctx, filter.kind === 'logins' ? '导出登录日志' : '导出操作日志', filter, purpose);
}

/** Queues an export of everything that one account did, or that came from one address, in a window of minutes. */
export async function exportTouched(ctx: Ctx, input: ParsedOf<typeof exportIncident>) {
  const { purpose, ...filter } = input;
  if (input.accountId && !(await queries.accountKnown(ctx.db, ctx.scope, input.accountId))) {
    throw notFound('账号不存在');
  }
  return queue(ctx, '导出事件记录', filter, purpose);
}

/** Writes the log newest first, chunk by chunk; stops where its user cancels it or loses the right. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { services, orgCode, accountId } = job;
  const { db, vault } = services;
  if (accountId === null) throw new Error('an export belongs to an account');
  const input = job.input as unknown as ExportInput;
  const filter: queries.LogFilter = JSON.parse(vault.decrypt(ENCRYPTED_AT, Buffer.from(input.filter, 'base64')));
  const scope = workerScope(orgCode);
  const counted = await queries.countLogs(db, scope, filter, LONGEST);
  const total = Math.min(counted, LONGEST);
  const mark = await markOfJob(job, { title: input.title, by: input.by, purpose: input.purpose });
  let done = 0;

  async function* lines() {
    let beforeId: string | null = null;
    while (done < total) {
      await job.progress(done, total, '正在导出');
      const chunk: queries.LogRecord[] = await queries.logChunk(db, scope, filter, beforeId, CHUNK);
      for (const row of chunk) yield cells(row);
      done += chunk.length;
      beforeId = chunk.at(-1)?.id ?? null;
      if (chunk.length < CHUNK) return;
    }
  }

  const name = input.title.replace('导出', '');
  const fileId = await saveFile(
    services,
    db,
    {
      kind: EXPORT_JOB,
      rowId: job.id,
      orgCode,
      accountId,
      name: `${name}-${mark.at.slice(0, 10)}.xlsx`,
      mime: XLSX_MIME,
      days: DAYS_KEPT,
    },
    xlsx(name, COLUMNS, lines(), mark),
  );
  const message = counted > LONGEST ? `已导出最近${done}条，更早的请缩小时间范围` : `已导出${done}条`;
  return { message, result: { rows: done }, fileId };
}

const TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});

function cells(record: queries.LogRecord): string[] {
  const row = logRow(record);
  return [
    row.id,
    TIME.format(record.at),
    row.accountName,
    row.roleName,
    row.orgName,
    row.action,
    row.targetName,
    OUTCOMES[row.outcome],
    row.reason,
    row.changes.map(({ field, before, after }) => `${field}：${before || '空'} → ${after || '空'}`).join('；'),
    row.ip,
    row.way,
    row.device,
    row.traceId,
  ];
}
