import type * as contract from '#modules/office/contract.ts';
import { PREVIEWED } from '#modules/office/contract.ts';
import { circlesOf, MANY_OPEN } from '#modules/office/rules.ts';
import { ORG_TYPES } from '#modules/org/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/db.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { workerScope } from '#platform/server/scope.ts';
import { workCalendar } from '#platform/server/workCalendar.ts';
import { isHoliday, isWorkday } from '#platform/workdays.ts';
import { findPart } from '../queries/parts.ts';
import * as queries from '../queries/publish.ts';
import * as taskQueries from '../queries/tasks.ts';
import { NO_TASK, notify } from './common.ts';
import { previewOf } from './forms.ts';
import { hold } from './tasks.ts';

export const PUBLISH_JOB = 'office.publish';
/** Organisations of one transaction. */
const CHUNK = 500;

const named = (names: readonly string[], n: number) => `${names.join('、')}${n > names.length ? '等' : ''}`;

/** A task that the own organisation gave. */
async function ownTask(ctx: Ctx, id: string): Promise<taskQueries.TaskRecord> {
  const row = await taskQueries.findTask(ctx.db, ctx.scope, ctx.session.orgId, id);
  if (!row) throw notFound(NO_TASK);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有发布任务的组织可以办理');
  return row;
}

/** What publishing a draft would do, and what is amiss with it. Writes nothing. */
export async function preview(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.previewTask>,
): Promise<ReplyOf<typeof contract.previewTask>> {
  const row = await ownTask(ctx, id);
  const circles = circlesOf(row);
  const [total, orgs, amiss, parent, calendar] = await Promise.all([
    queries.countMeant(ctx.db, ctx.scope, row.orgId, row.audience),
    queries.meantAfter(ctx.db, ctx.scope, row.orgId, row.audience, '', PREVIEWED),
    queries.amissOf(ctx.db, ctx.scope, row.orgId, row.audience, MANY_OPEN),
    row.parentPartId ? findPart(ctx.db, ctx.scope, row.parentPartId) : undefined,
    workCalendar(ctx.db),
  ]);
  const today = await todayOf(ctx);
  const days = circles.map(({ dueOn }) => dueOn);
  const holidays = days.filter((day) => isHoliday(day, calendar));
  const weekends = days.filter((day) => !isWorkday(day, calendar) && !isHoliday(day, calendar));
  const over = circles.filter(({ dueOn }) => dueOn < today);
  const faults: string[] = [];
  if (total === 0) faults.push('没有符合条件的下级组织，请修改发给谁');
  if (over.length === circles.length) faults.push('各期的截止日期都已经过去，请修改日期');
  if (parent && row.endsOn > parent.dueOn) faults.push(`截止日期不能晚于上级任务的${parent.dueOn}`);
  const warnings: string[] = [];
  let quote: { can: number; done: string[] } = { can: 0, done: [] };
  if (row.kind === 3) {
    const grid = await previewOf(ctx, row, total);
    quote = grid.quote;
    faults.push(...grid.faults);
    warnings.push(...grid.warnings);
  }
  if (over.length > 0 && over.length < circles.length)
    warnings.push(`${over.length}期的截止日期已经过去，一发布就逾期`);
  if (amiss.silent > 0)
    warnings.push(`${amiss.silent}个组织没有党务工作者账号，收不到提醒：${named(amiss.silentNames, amiss.silent)}`);
  if (holidays.length > 0) warnings.push(`截止日期在放假期间：${named(holidays.slice(0, 3), holidays.length)}`);
  if (weekends.length > 0) warnings.push(`截止日期在周末：${named(weekends.slice(0, 3), weekends.length)}`);
  if (amiss.loaded > 0)
    warnings.push(
      `${amiss.loaded}个组织手上没办结的任务已超过${MANY_OPEN}项：${named(amiss.loadedNames, amiss.loaded)}`,
    );
  return {
    total,
    orgs: orgs.map(({ id: orgId, name, type }) => ({
      id: orgId,
      name,
      typeName: ORG_TYPES[type as keyof typeof ORG_TYPES] ?? '',
    })),
    circles: circles.map(({ label, startsOn, dueOn }) => ({ label, startsOn, dueOn })),
    quote,
    warnings,
    faults,
  };
}

const todayOf = (ctx: Ctx) => queries.today(ctx.db);

/** Queues the publishing of a draft. */
export async function publish(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.publishTask>,
): Promise<ReplyOf<typeof contract.publishTask>> {
  const row = await hold(ctx, id, version);
  if (row.state !== 0) throw conflict('这项任务已经发布');
  const { total, faults } = await preview(ctx, { id });
  if (faults[0]) throw refuse(faults[0]);
  await taskQueries.setState(ctx.db, id, 1, ctx.session.accountName);
  const title = `发布任务：${row.title}`;
  const jobId = await enqueue(ctx, { kind: PUBLISH_JOB, title, right: 'task:give', input: { taskId: id, total } });
  ctx.audit({
    type: 'officeTask',
    id,
    name: row.title,
    orgCode: row.orgCode,
    changes: { state: [0, 1], targets: [null, total] },
  });
  return { jobId, total };
}

/** How far the publishing is. */
export async function progress(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.publishingProgress>,
): Promise<ReplyOf<typeof contract.publishingProgress>> {
  const row = await ownTask(ctx, id);
  const done = await queries.countServed(ctx.db, id);
  if (row.state === 0) return { total: 0, done: 0, failed: 0, state: 0, message: '任务还没有发布' };
  if (row.state > 1) return { total: row.targets, done, failed: 0, state: row.state, message: `已下发给${done}个组织` };
  const job = await queries.publishingJob(ctx.db, PUBLISH_JOB, id);
  const total = Math.max(done, job?.total ?? 0);
  const failed = job?.failed ? total - done : 0;
  const message = failed > 0 ? (job?.message ?? '') : `正在下发，已完成${done}个组织`;
  return { total, done, failed, state: row.state, message };
}

/** Gives the parts out, a few hundred organisations at a time; taken up again it finds what is out already and goes on. */
export async function runPublishing({
  services,
  input,
  orgCode,
  accountId,
  progress: say,
}: RunningJob): Promise<JobResult> {
  const { db } = services;
  const id = String(input.taskId);
  const scope = workerScope(orgCode);
  const giver = await queries.giverOf(db, id);
  const row = giver && (await taskQueries.findTask(db, scope, giver, id));
  if (!row || !giver) throw notFound(NO_TASK);
  const total = await queries.countMeant(db, scope, giver, row.audience);
  await queries.insertCircles(db, id, circlesOf(row));
  let done = 0;
  for (let after = ''; ; ) {
    await say(done, total, '正在下发');
    const orgs = await queries.meantAfter(db, scope, giver, row.audience, after, CHUNK);
    const last = orgs.at(-1);
    if (!last) break;
    await transact(db, (tx) =>
      queries.insertParts(
        tx,
        id,
        orgs.map((org) => org.id),
        false,
      ),
    );
    done += orgs.length;
    after = last.code;
  }
  const by = await queries.accountName(db, accountId);
  // Said once: in the transaction in which the task goes out.
  await transact(db, async (tx) => {
    if (!(await queries.markPublished(tx, id, by))) return;
    await queries.tendTodos(tx, id);
    const accounts = (await queries.workersBehind(tx, id, null)).filter((account) => account !== accountId);
    if (accounts.length > 0)
      await notify(tx, giver, by, `新任务：${row.title}`, `${row.orgName}布置，请接收`, accounts);
  });
  return { message: `已下发给${done}个组织`, result: { orgs: done } };
}

/** Hourly: to-dos of cycles that begin, reminders before the end, tasks of which nothing is open any more. */
export async function tend(services: Pick<RunningJob, 'services'>['services']): Promise<void> {
  await transact(services.db, async (tx) => {
    await queries.endFinished(tx);
    await queries.tendTodos(tx, null);
    await queries.tendLate(tx);
  });
  await transact(services.db, async (tx) => {
    for (const { taskId, circleId, title, label, orgId, left } of await queries.circlesEnding(tx)) {
      await queries.markReminded(tx, circleId, left);
      const accounts = await queries.workersBehind(tx, taskId, circleId);
      const name = `${title}${label && `（${label}）`}`;
      if (accounts.length > 0)
        await notify(
          tx,
          orgId,
          '系统',
          `${left === 1 ? '明天前' : '三天内'}截止：${name}`,
          '还没有上报，请抓紧办理',
          accounts,
        );
    }
  });
}
