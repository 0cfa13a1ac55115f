import { workCalendar } from '#house/server/workCalendar.ts';
import type * as contract from '#life/tasks/contract.ts';
import { PREVIEWED } from '#life/tasks/contract.ts';
import { circlesOf, isToPeople, MANY_OPEN, receiverUnit } from '#life/tasks/rules.ts';
import { ORG_TYPES } from '#people/org/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { allowSeconds, type Db, todayOf, transact } from '#platform/server/database/db.ts';
import { type Scope, workerScope } from '#platform/server/database/scope.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { isHoliday, isWorkday } from '#platform/time/workdays.ts';
import { accountsAt, addEntries, findPart } from '../queries/parts.ts';
import * as people from '../queries/people.ts';
import * as queries from '../queries/publish.ts';
import * as taskQueries from '../queries/tasks.ts';
import { NO_TASK, notify, type ToldBy } from './common.ts';
import { previewOf } from './forms.ts';
import { lockRow } from './tasks.ts';

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
  const toPeople = isToPeople(row.audience.mode);
  const [total, receivers, amiss, parent, calendar] = await Promise.all([
    countMeant(ctx.db, ctx.scope, row),
    toPeople ? people.meantPeople(ctx.db, row.orgCode, row.audience, PREVIEWED) : firstOrgs(ctx, row),
    toPeople
      ? people.amissOfPeople(ctx.db, row.orgCode, row.audience, MANY_OPEN)
      : queries.amissOf(ctx.db, ctx.scope, row.orgId, row.audience, MANY_OPEN),
    row.parentPartId ? findPart(ctx.db, ctx.scope, row.parentPartId) : undefined,
    workCalendar(ctx.db),
  ]);
  const today = await todayOf(ctx.db);
  const days = circles.map(({ dueOn }) => dueOn);
  const holidays = days.filter((day) => isHoliday(day, calendar));
  const weekends = days.filter((day) => !isWorkday(day, calendar) && !isHoliday(day, calendar));
  const over = circles.filter(({ dueOn }) => dueOn < today);
  const faults: string[] = [];
  if (row.isTemplate) faults.push('这是模板，请用它新建任务再发布');
  if (total === 0)
    faults.push(toPeople ? '所选的人都没有账号，收不到任务，请修改发给谁' : '没有符合条件的下级组织，请修改发给谁');
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
    warnings.push(
      toPeople
        ? `${amiss.silent}人没有账号，不会下发给他们：${named(amiss.silentNames, amiss.silent)}`
        : `${amiss.silent}个组织没有党务工作者账号，收不到提醒：${named(amiss.silentNames, amiss.silent)}`,
    );
  if (holidays.length > 0) warnings.push(`截止日期在放假期间：${named(holidays.slice(0, 3), holidays.length)}`);
  if (weekends.length > 0) warnings.push(`截止日期在周末：${named(weekends.slice(0, 3), weekends.length)}`);
  if (amiss.loaded > 0)
    warnings.push(
      `${amiss.loaded}${receiverUnit(row.audience.mode)}手上没办结的任务已超过${MANY_OPEN}项：${named(amiss.loadedNames, amiss.loaded)}`,
    );
  return {
    total,
    orgs: receivers.map((one) => ({
      id: one.id,
      name: one.name,
      typeName: 'type' in one ? (ORG_TYPES[one.type as keyof typeof ORG_TYPES] ?? '') : one.orgName,
    })),
    circles: circles.map(({ label, startsOn, dueOn }) => ({ label, startsOn, dueOn })),
    quote,
    warnings,
    faults,
  };
}

const countMeant = (db: Db, scope: Scope, { orgId, orgCode, audience }: taskQueries.TaskRecord) =>
  isToPeople(audience.mode)
    ? people.countMeantPeople(db, orgCode, audience)
    : queries.countAudience(db, scope, orgId, audience);
const firstOrgs = (ctx: Ctx, { orgId, audience }: taskQueries.TaskRecord) =>
  queries.meantAfter(ctx.db, ctx.scope, orgId, audience, '', PREVIEWED);

/** Queues the publishing of a draft. */
export async function publish(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.publishTask>,
): Promise<ReplyOf<typeof contract.publishTask>> {
  const row = await lockRow(ctx, id, version);
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
  const unit = receiverUnit(row.audience.mode);
  if (row.state > 1)
    return { total: row.targets, done, failed: 0, state: row.state, message: `已下发给${done}${unit}` };
  const job = await queries.publishingJob(ctx.db, PUBLISH_JOB, id);
  const total = Math.max(done, job?.total ?? 0);
  const failed = job?.failed ? total - done : 0;
  const message = failed > 0 ? (job?.message ?? '') : `正在下发，已完成${done}${unit}`;
  return { total, done, failed, state: row.state, message };
}

/** Gives the parts out, a few hundred receivers at a time; taken up again it finds what is out already and goes on. */
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
  const total = await countMeant(db, scope, row);
  await queries.insertCircles(db, id, circlesOf(row));
  let done = 0;
  for (let after = ''; ; ) {
    await say(done, total, '正在下发');
    const some = await nextMeant(db, scope, row, after);
    if (some.ids.length === 0) break;
    await transact(db, (tx) =>
      isToPeople(row.audience.mode)
        ? people.insertPersonParts(tx, id, some.ids, false)
        : queries.insertParts(tx, id, some.ids, false),
    );
    done += some.ids.length;
    after = some.last;
  }
  const by = await queries.accountName(db, accountId);
  // Said once: in the transaction in which the task goes out.
  await transact(db, async (tx) => {
    // A city's to-dos and notices are one statement each; on a busy machine they outlast the time of a call's statement.
    await allowSeconds(tx, 600);
    if (!(await queries.markPublished(tx, id, by))) return;
    await queries.syncTodos(tx, id);
    const accountIds = (await queries.workersBehind(tx, id, null)).filter((account) => account !== accountId);
    const words = { title: `新任务：${row.title}`, remark: `${row.orgName}布置，请接收` };
    await notify(tx, [{ ...words, orgId: giver, createdBy: by, accountIds }]);
  });
  return { message: `已下发给${done}${receiverUnit(row.audience.mode)}`, result: { orgs: done } };
}

/** The next receivers after a place, and the place of the last of them. */
async function nextMeant(db: Db, scope: Scope, { orgId, orgCode, audience }: taskQueries.TaskRecord, after: string) {
  if (isToPeople(audience.mode)) {
    const ids = await people.meantPeopleAfter(db, orgCode, audience, after, CHUNK);
    return { ids, last: ids.at(-1) ?? after };
  }
  const orgs = await queries.meantAfter(db, scope, orgId, audience, after, CHUNK);
  return { ids: orgs.map(({ id }) => id), last: orgs.at(-1)?.code ?? after };
}

const goneText = (person: string) => `${person}已不在本级管理范围，不再办理`;

/** Parts of people who are gone are nobody's any more: void, with the giver told. */
async function letGo(tx: Db): Promise<void> {
  const gone = await people.voidOfGone(tx);
  const givers = new Set(gone.map(({ giverId }) => giverId));
  const workers = Map.groupBy(await accountsAt(tx, [...givers]), ({ orgId }) => orgId);
  const notices: ToldBy[] = [];
  for (const [person, parts] of Map.groupBy(gone, ({ person }) => person)) {
    const ids = parts.map(({ id }) => id);
    await addEntries(tx, ids, { act: '作废', text: goneText(person), orgName: '', by: '系统' });
  }
  for (const [taskId, parts] of Map.groupBy(gone, ({ taskId }) => taskId)) {
    const ids = parts.map(({ id }) => id);
    await queries.syncTodos(tx, taskId, ids);
  }
  for (const { title, giverId, person } of gone) {
    const accountIds = (workers.get(giverId) ?? []).map(({ accountId }) => accountId);
    notices.push({
      orgId: giverId,
      createdBy: '系统',
      title: `免办一件：${title}`,
      remark: goneText(person),
      accountIds,
    });
  }
  await notify(tx, notices);
}

/** Hourly: to-dos of cycles that begin, reminders before the end, tasks of which nothing is open any more. */
export async function maintainTasks(services: Pick<RunningJob, 'services'>['services']): Promise<void> {
  await transact(services.db, async (tx) => {
    await letGo(tx);
    await queries.endFinished(tx);
    await queries.tendLate(tx);
  });
  for (const id of await queries.runningTasks(services.db))
    await transact(services.db, async (tx) => {
      await allowSeconds(tx, 600);
      await queries.syncTodos(tx, id);
    });
  await transact(services.db, async (tx) => {
    const notices: ToldBy[] = [];
    for (const { taskId, circleId, title, label, orgId, left } of await queries.remindEnding(tx)) {
      notices.push({
        orgId,
        createdBy: '系统',
        title: `${left === 1 ? '明天前' : '三天内'}截止：${title}${label && `（${label}）`}`,
        remark: '还没有上报，请抓紧办理',
        accountIds: await queries.workersBehind(tx, taskId, circleId),
      });
    }
    await notify(tx, notices);
  });
}
