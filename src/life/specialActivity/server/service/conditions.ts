import { Readable } from 'node:stream';
import type { listConditions } from '#life/specialActivity/contract.read.ts';
import type * as contract from '#life/specialActivity/contract.ts';
import { PART_STANDINGS } from '#life/specialActivity/rules.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { chosenScope, narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { placesOf } from '../queries/activities.ts';
import { type ConditionFilter, pageOfConditions } from '../queries/facts.ts';
import { isActivityVisible, NO_ACTIVITY } from './common.ts';

/** Rows of one sheet. */
const MOST = 5000;

type Asked = ParsedOf<typeof contract.exportConditions>;

/** What is asked for is the session's to see. */
async function filterOf(ctx: Ctx, input: Asked): Promise<ConditionFilter> {
  if (input.activityId && !(await isActivityVisible(ctx, input.activityId))) throw notFound(NO_ACTIVITY);
  return {
    activityId: input.activityId ?? null,
    title: input.title || null,
    standing: input.standing ?? null,
    year: input.year ?? null,
  };
}

/** Below an organisation that was chosen the parts of others are left out, whoever started the activity. */
const starterOf = (ctx: Ctx, { orgId }: Asked) => (orgId ? null : ctx.session.orgId);

/** A page of 附件情况. */
export async function list(ctx: Ctx, input: ParsedOf<typeof listConditions>): Promise<ReplyOf<typeof listConditions>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total, sum } = await pageOfConditions(
    ctx.db,
    chosenScope(ctx, input.orgId),
    starterOf(ctx, input),
    await filterOf(ctx, input),
    input.pageSize,
    offset,
  );
  return { rows: rows.map((row) => ({ ...row, urgedAt: row.urgedAt?.toISOString() ?? null })), total, sum };
}

/** A write reads the organisation itself: it is not brought along with the session. */
async function writtenPlace(ctx: Ctx, orgId: string | undefined): Promise<Scope> {
  if (!orgId) return ctx.scope;
  const [org] = await placesOf(ctx.db, ctx.scope, [orgId]);
  const scope = org && narrowScope(ctx.scope, org.code);
  if (!scope) throw notFound('组织不存在');
  return scope;
}

/** 附件情况 as a workbook. */
export async function sheet(ctx: Ctx, input: Asked): Promise<FileReply> {
  const scope = await writtenPlace(ctx, input.orgId);
  const filter = await filterOf(ctx, input);
  const { rows, total } = await pageOfConditions(ctx.db, scope, starterOf(ctx, input), filter, MOST, 0);
  if (total > MOST) throw refuse(`共${total}行，一次最多${MOST}行，请先筛选`);
  if (total === 0) throw refuse('没有可以导出的附件情况');
  const title = '专项活动附件情况';
  const mark = await markOfDownload(ctx, title);
  ctx.audit({ type: 'specialActivity', name: `${rows.length}行`, orgCode: scope.from });
  const numbers = ['应交', '已通过', '待审核', '逾期'].map((head) => ({ head, width: 10, kind: 'whole' as const }));
  return {
    name: `${title}${await todayOf(ctx.db)}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '附件情况',
        [
          { head: '专项活动', width: 36 },
          { head: '参加组织', width: 36 },
          { head: '情况', width: 12 },
          ...numbers,
          { head: '缺少的附件', width: 40 },
          { head: '参加党员', width: 10, kind: 'whole' },
          { head: '证书', width: 10, kind: 'whole' },
        ],
        rows.map((row) => [
          row.title,
          row.orgName,
          PART_STANDINGS[row.standing],
          String(row.required),
          String(row.accepted),
          String(row.asked),
          String(row.late),
          row.missing.join('、'),
          String(row.people),
          String(row.certificates),
        ]),
        mark,
      ),
    ),
  };
}
