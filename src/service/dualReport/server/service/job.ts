import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, narrowScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import * as contract from '#service/dualReport/contract.job.ts';
import { POSTS, REPORT } from '#service/dualReport/rules.ts';
import * as queries from '../queries/job.ts';
import * as reports from '../queries/report.ts';
import { reportPath } from '../todos.ts';
import { NO_REPORT, postsText } from './read.ts';

/** 工作提醒 of dictionary 0178. */
const NOTICE = '5';
const CHANGED = '服务岗位已有变化，请核对后再操作';

const toRow = (row: queries.JobRecord, names: DictNames): contract.JobRow => ({
  ...row,
  kindName: contract.JOB_KINDS[row.kind],
  postName: row.kind === 2 ? contract.JOB_KINDS[2] : names.name(POSTS, row.post),
});

const logged = (
  ctx: Ctx,
  row: { id: string; name: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason = '',
) =>
  ctx.audit({
    type: 'sbdReport',
    id: row.id,
    name: row.name,
    orgCode: row.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });

async function find(ctx: Ctx, id: string, lock = false): Promise<reports.ReportRecord> {
  const row = await reports.findReport(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NO_REPORT);
  return row;
}

const mayAssign = (ctx: Ctx, row: reports.ReportRecord) =>
  ctx.may('sbd:write') &&
  inScope(ctx.scope, row.orgCode) &&
  row.status === REPORT.reported &&
  row.memberId !== ctx.session.memberId;

/** What somebody does at the place now, what the slip wishes, and where they work. */
export async function jobs(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getJobs>,
): Promise<ReplyOf<typeof contract.getJobs>> {
  const row = await find(ctx, id);
  const [running, office, names] = await Promise.all([
    queries.jobsOf(ctx.db, id),
    queries.officeOf(ctx.db, id),
    dictionaryNames(ctx.services),
  ]);
  const held = new Set(running.map(({ post }) => post));
  return {
    name: row.name,
    orgName: row.orgName,
    wanted: row.posts.filter((post) => !held.has(post)).map((value) => ({ value, label: names.name(POSTS, value) })),
    jobs: running.map((one) => toRow(one, names)),
    ...office,
    skills: row.skills,
    version: row.version,
    can: { assign: mayAssign(ctx, row), office: ctx.may('sbd:write') && row.status <= REPORT.reported },
  };
}

/** What somebody did there. */
export async function history(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listJobHistory>,
): Promise<ReplyOf<typeof contract.listJobHistory>> {
  const row = await find(ctx, input.id);
  const names = await dictionaryNames(ctx.services);
  const page = await queries.pageOfHistory(ctx.db, row.id, input.pageSize, (input.pageNum - 1) * input.pageSize);
  return { rows: page.rows.map((one) => toRow(one, names)), total: page.total };
}

/** Who chose a post alone and waits for the place. */
export async function selfChosen(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listSelfChosen>,
): Promise<ReplyOf<typeof contract.listSelfChosen>> {
  const scope = input.orgId === undefined ? ctx.scope : ctx.chosenOrg && narrowScope(ctx.scope, ctx.chosenOrg.code);
  if (!scope) throw notFound('没有这个党组织，或不在管理范围内');
  const names = await dictionaryNames(ctx.services);
  const page = await queries.pageOfSelfChosen(
    ctx.db,
    scope,
    input.keyWords ?? '',
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return {
    rows: page.rows.map(({ posts, ...row }) => ({ ...row, postNames: postsText(names, posts) })),
    total: page.total,
  };
}

/** The place gives a post, or a place in the emergency team; the person is told. */
export async function add(
  ctx: Ctx,
  { reportId, kind, post, fromOn, note }: ParsedOf<typeof contract.addJob>,
): Promise<{ id: string }> {
  const row = await find(ctx, reportId, true);
  if (!inScope(ctx.scope, row.orgCode)) throw refuse('由接收报到的社区安排岗位');
  if (row.status !== REPORT.reported) throw refuse('报到没有接受或已经结束，不能安排岗位');
  const names = await dictionaryNames(ctx.services);
  if (kind === 1 && !names.entries(POSTS).some(({ value }) => value === post))
    throw badInput({ post: '请选择服务岗位' });
  if (fromOn < (row.decidedOn ?? fromOn)) throw badInput({ fromOn: `不能早于报到日期（${row.decidedOn}）` });
  const name = kind === 1 ? names.name(POSTS, post) : contract.JOB_KINDS[2];
  const id = await writeUnique(
    () =>
      queries.insertJob(
        ctx.db,
        { reportId, kind, post: kind === 1 ? post : '', note, fromOn },
        ctx.session.accountName,
      ),
    () => badInput({ [kind === 1 ? 'post' : 'kind']: `${row.name}已在${name}` }),
  );
  const accountIds = (await reports.toldOf(ctx.db, row.memberId, row.homeId)).filter(
    (one) => one !== ctx.session.accountId,
  );
  if (accountIds.length > 0) {
    const { orgId, accountName: createdBy } = ctx.session;
    await sendNotice(ctx.db, {
      type: NOTICE,
      title: `${row.orgName}请${row.name}承担${name}`,
      remark: `${fromOn}起。${note}`,
      orgId,
      createdBy,
      accountIds,
      jumpUrl: reportPath(reportId),
    });
  }
  logged(ctx, row, { job: [null, `${name}，${fromOn}起`] });
  return { id };
}

async function lock(ctx: Ctx, id: string, version: number) {
  const job = await queries.lockJob(ctx.db, ctx.scope, id);
  if (!job) throw notFound('没有这条岗位记录，或不在管理范围内');
  if (job.memberId === ctx.session.memberId) throw refuse('本人的岗位由其他工作人员办理');
  if (job.version !== version) throw conflict(CHANGED, { current: { version: job.version } });
  return { job, row: await find(ctx, job.reportId) };
}

/** Corrects the days and words of a post; a last day ends it. */
export async function fix(ctx: Ctx, { id, version, fromOn, toOn, note, reason }: ParsedOf<typeof contract.fixJob>) {
  const { job, row } = await lock(ctx, id, version);
  if (toOn && toOn < fromOn) throw badInput({ toOn: '止日不能早于起日' });
  if (toOn && toOn > (await todayOf(ctx.db))) throw badInput({ toOn: '止日不能晚于今天' });
  if (toOn && reason === '' && job.endNote === '') throw badInput({ reason: '请写明结束原因' });
  const next = await writeUnique(
    () =>
      queries.updateJob(
        ctx.db,
        id,
        { fromOn, toOn: toOn ?? null, note, endNote: toOn ? reason || job.endNote : '' },
        ctx.session.accountName,
      ),
    () => badInput({ toOn: '这个岗位已另有一条进行中的记录' }),
  );
  logged(ctx, row, { job: [`${job.fromOn}至${job.toOn ?? '今'}`, `${fromOn}至${toOn ?? '今'}`] }, reason);
  return { version: next };
}

/** Takes somebody out of the emergency team; the history keeps it. */
export async function leave(
  ctx: Ctx,
  { id, version, reason }: ParsedOf<typeof contract.leaveEmergency>,
): Promise<null> {
  const { job, row } = await lock(ctx, id, version);
  if (job.kind !== 2 || job.toOn !== null) throw refuse('不在应急队里');
  const today = await todayOf(ctx.db);
  const toOn = [today, job.fromOn].toSorted().at(-1) ?? today;
  await queries.updateJob(
    ctx.db,
    id,
    { fromOn: job.fromOn, toOn, note: job.note, endNote: reason },
    ctx.session.accountName,
  );
  logged(ctx, row, { job: [contract.JOB_KINDS[2], '移出应急队'] }, reason);
  return null;
}

/** What the slip says of the work; never the roll. */
export async function setOffice(
  ctx: Ctx,
  { id, version, office, officePost, skills }: ParsedOf<typeof contract.setOffice>,
) {
  const row = await find(ctx, id, true);
  if (row.version !== version)
    throw conflict('这条报到已有变化，请核对后再操作', { current: { version: row.version } });
  if (row.status > REPORT.reported) throw refuse('报到已经结束，不能修改');
  const before = await queries.officeOf(ctx.db, id);
  const next = await reports.setReport(
    ctx.db,
    id,
    { office, office_post: officePost, skills },
    ctx.session.accountName,
  );
  logged(ctx, row, {
    office: [`${before.office} ${before.officePost}`.trim(), `${office} ${officePost}`.trim()],
    ...(row.skills === skills ? {} : { skills: [row.skills, skills] }),
  });
  return { version: next };
}
