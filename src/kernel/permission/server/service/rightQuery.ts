import { type exportRights, SOURCES, type whoMay } from '#kernel/permission/contract.rights.ts';
import { groupOf } from '#kernel/permission/rules.rights.ts';
import type { RightGroup } from '#platform/acts/rights.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import { markOfJob } from '#platform/server/export/exportMark.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { findPlace } from '../queries/orgLimits.ts';
import { rightNames, type SourceRow } from '../queries/rightHolders.ts';
import * as queries from '../queries/rightQuery.ts';

export const RIGHTS_JOB = 'permission.rightsExport';
const GRANTS_A_CHUNK = 200;
const DAYS_KEPT = 7;

/** 固定查询: who may use a right at an organisation (the session's own without one), by what and since when. */
export async function who(ctx: Ctx, input: ParsedOf<typeof whoMay>): Promise<ReplyOf<typeof whoMay>> {
  const place = await findPlace(ctx.db, ctx.scope, input.orgId ?? ctx.session.orgId);
  if (!place) throw notFound();
  const names = await rightNames(ctx.db);
  if (!names.has(input.key)) throw badInput({ key: '请选择权限' });
  const { rows, total } = await queries.whoMay(ctx.db, ctx.scope, {
    orgCode: place.code,
    key: input.key,
    name: input.name ?? '',
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return {
    total,
    key: input.key,
    orgName: place.name,
    rows: rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      memberId: row.member_id,
      userName: row.account_name,
      loginName: row.login_mask,
      roleName: row.role_name,
      orgId: row.org_id,
      orgName: row.org_name,
      sources: row.sources,
    })),
  };
}

interface SheetInput {
  org: { id: string; code: string; name: string };
  keys: string[];
  purpose: string;
  by: { name: string; org: string };
}

/** Queues the sheet of who may do what where and since when; answers the job's id. */
export async function exportSheet(ctx: Ctx, input: ParsedOf<typeof exportRights>): Promise<{ jobId: string }> {
  const place = await findPlace(ctx.db, ctx.scope, input.orgId ?? ctx.session.orgId);
  if (!place) throw notFound();
  const names = await rightNames(ctx.db);
  if (input.keys.some((key) => !names.has(key))) throw badInput({ keys: '所选权限不存在' });
  const sheet: SheetInput = {
    org: { id: place.id, code: place.code, name: place.name },
    keys: input.keys,
    purpose: input.purpose,
    by: { name: ctx.session.accountName, org: ctx.session.orgName },
  };
  const jobId = await enqueue(ctx, {
    kind: RIGHTS_JOB,
    title: '导出权限一览',
    right: 'right:export',
    input: { ...sheet },
  });
  ctx.audit({ type: 'job', id: jobId, name: `权限一览：${place.name}`, orgCode: place.code, reason: input.purpose });
  return { jobId };
}

const COLUMNS = [
  { head: '姓名', width: 12 },
  { head: '登录账号', width: 22 },
  { head: '角色', width: 16 },
  { head: '所在组织', width: 32 },
  { head: '权限类别', width: 14 },
  { head: '权限', width: 22 },
  { head: '来源', width: 26 },
  { head: '自何时起', width: 18, kind: 'time' as const },
  { head: '授予人', width: 14 },
];

/** Writes the sheet grant by grant; stops where its user cancels it or loses the right. */
export async function runSheet(job: RunningJob): Promise<JobResult> {
  const { services, orgCode, accountId } = job;
  const groups = services.modules.flatMap(({ rights = [] }) => rights);
  if (accountId === null) throw new Error('a sheet of rights belongs to an account');
  const input = job.input as unknown as SheetInput;
  // The organisation may have been moved since: only what still lies in the session's scope is written.
  const range = narrowScope(workerScope(orgCode), input.org.code);
  if (!range) throw notFound();
  const total = await queries.countGrants(services.db, range);
  const mark = await markOfJob(job, { title: '权限一览', by: input.by, purpose: input.purpose });
  let lines = 0;

  async function* rows() {
    let done = 0;
    let after: queries.SheetPlace | null = null;
    do {
      await job.progress(done, total, '正在导出');
      const chunk: Awaited<ReturnType<typeof queries.sheetChunk>> = await queries.sheetChunk(
        services.db,
        range as NonNullable<typeof range>,
        input.keys,
        after,
        GRANTS_A_CHUNK,
      );
      for (const row of chunk.rows) yield line(groups, row);
      lines += chunk.rows.length;
      done = Math.min(total, done + GRANTS_A_CHUNK);
      after = chunk.next;
    } while (after);
  }

  const fileId = await saveFile(
    services,
    services.db,
    {
      kind: RIGHTS_JOB,
      rowId: job.id,
      orgCode,
      accountId,
      name: `权限一览-${mark.at.slice(0, 10)}.xlsx`,
      mime: XLSX_MIME,
      days: DAYS_KEPT,
    },
    xlsx('权限一览', COLUMNS, rows(), mark),
  );
  return { message: `已导出${lines}条权限`, result: { rows: lines }, fileId };
}

/** One right of one person; the source that has stood longest says since when. */
function line(groups: readonly RightGroup[], row: queries.SheetRow): string[] {
  const first = row.sources[0];
  return [
    row.account_name,
    row.login_mask,
    row.role_name,
    row.org_name,
    groupOf(groups, row.permission_key),
    row.permission_name,
    row.sources.map(sourceText).join('、'),
    first ? chinaTime(first.since) : '',
    first?.by || '系统预置',
  ];
}

const sourceText = ({ source, name }: SourceRow) => (name ? `${SOURCES[source]}：${name}` : SOURCES[source]);

const TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
});
const chinaTime = (iso: string) => TIME.format(new Date(iso));
