import { writeExport } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#life/tasks/contract.taskList.ts';
import { LIST_VIEWS, type ListView } from '#life/tasks/contract.taskList.ts';
import type { PartView, TaskView } from '#life/tasks/contract.ts';
import {
  FREQUENCIES,
  isToPeople,
  KINDS,
  PART_ARROWS,
  PART_STATES,
  progressOf,
  TASK_STATES,
} from '#life/tasks/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type { SheetColumn } from '#platform/server/spreadsheet/write.ts';
import { circlesDue, partsDue } from '../queries/calendar.ts';
import { lockParts, pageOfParts } from '../queries/parts.ts';
import { syncTodos } from '../queries/publish.ts';
import { pageOfTasks } from '../queries/tasks.ts';
import { NO_PART } from './common.ts';
import { urge } from './home.ts';
import { canOf, saveParts } from './parts.ts';

export const LIST_EXPORT = 'office.tasksExport';
const isPartView = (view: ListView): view is PartView => view === 'received' || view === 'handled';

/** What is due in a month: own parts, or the cycles of tasks that were given. */
export async function calendar(
  ctx: Ctx,
  { view, month }: ParsedOf<typeof contract.taskCalendar>,
): Promise<ReplyOf<typeof contract.taskCalendar>> {
  if (isPartView(view)) {
    const rows = await partsDue(ctx.db, ctx.session, view, `${month}-01`);
    return rows.map(({ state, ...row }) => ({ ...row, words: PART_STATES[state], isDone: state === 2 || state === 4 }));
  }
  const rows = await circlesDue(ctx.db, ctx.scope, ctx.session.orgId, view, `${month}-01`);
  return rows.map(({ open, reported, ...row }) => ({
    ...row,
    words:
      [open > 0 ? `${open}件没有上报` : '', reported > 0 ? `${reported}件待验收` : ''].filter(Boolean).join('，') ||
      '都已办结',
    isDone: open + reported === 0,
  }));
}

/** Receives many parts of the own organisation; what was received meanwhile is left and counted. */
export async function receiveAll(
  ctx: Ctx,
  { ids }: ParsedOf<typeof contract.receiveParts>,
): Promise<ReplyOf<typeof contract.receiveParts>> {
  const parts = await lockParts(ctx.db, ctx.scope, ids);
  if (parts.length < new Set(ids).size) throw notFound(NO_PART);
  const due = parts.filter((one) => canOf(ctx, one).receive);
  if (due.length === 0) throw refuse('所选任务都已接收');
  await saveParts(ctx, due, { act: '接收', change: { state: PART_ARROWS.receive.to, received: true } });
  for (const [taskId, some] of Map.groupBy(due, (one) => one.taskId))
    await syncTodos(
      ctx.db,
      taskId,
      some.map(({ id }) => id),
    );
  return { received: due.length, skipped: parts.length - due.length };
}

/** Urges whoever is behind with any of some tasks. */
export async function urgeAll(
  ctx: Ctx,
  { ids }: ParsedOf<typeof contract.urgeTasks>,
): Promise<ReplyOf<typeof contract.urgeTasks>> {
  const missing = new Set<string>();
  let reminded = 0;
  for (const id of new Set(ids)) {
    const outcome = await urge(ctx, { id });
    reminded += outcome.reminded;
    for (const name of outcome.missing) missing.add(name);
  }
  return { tasks: new Set(ids).size, reminded, missing: [...missing] };
}

/** Queues the export of one of the four lists. */
export async function startExport(
  ctx: Ctx,
  { purpose, ...filter }: ParsedOf<typeof contract.exportTasks>,
): Promise<ReplyOf<typeof contract.exportTasks>> {
  const { accountName: name, orgName, orgId, orgCode, accountId, memberId } = ctx.session;
  const title = LIST_VIEWS[filter.view];
  const input = { ...filter, title, orgId, accountId, memberId, by: { name, org: orgName }, purpose };
  const jobId = await enqueue(ctx, { kind: LIST_EXPORT, title: `导出${title}`, right: 'task:read', input });
  ctx.audit({ type: 'job', id: jobId, name: `导出${title}`, orgCode, reason: purpose });
  return { jobId };
}

const TASK_SHEET: readonly SheetColumn[] = [
  { head: '任务', width: 40 },
  { head: '布置的组织', width: 30 },
  { head: '状态', width: 10 },
  { head: '办理方式', width: 12 },
  { head: '频次', width: 8 },
  { head: '开始日期', width: 12 },
  { head: '截止日期', width: 12 },
  { head: '承办', width: 10 },
  { head: '办理件', width: 10, kind: 'whole' },
  { head: '已完成', width: 10, kind: 'whole' },
  { head: '完成率', width: 10, kind: 'percent' },
  { head: '待验收', width: 10, kind: 'whole' },
  { head: '逾期', width: 10, kind: 'whole' },
];
const PART_SHEET: readonly SheetColumn[] = [
  { head: '任务', width: 40 },
  { head: '周期', width: 16 },
  { head: '布置的组织', width: 30 },
  { head: '办理方式', width: 12 },
  { head: '状态', width: 10 },
  { head: '截止日期', width: 12 },
  { head: '逾期', width: 10 },
  { head: '补报', width: 8 },
  { head: '经办人', width: 12 },
  { head: '退回原因', width: 30 },
];
const PAGE = 500;

interface Asked {
  view: ListView;
  state?: number;
  only?: 'reported' | 'overdue';
  keyWords?: string;
  title: string;
  orgId: string;
  accountId: string;
  memberId: string | null;
  by: { name: string; org: string };
  purpose: string;
}

/** Writes one of the four lists as a workbook. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const input = job.input as unknown as Asked;
  const { view, orgId, title, by, purpose } = input;
  const isParts = isPartView(view);
  return writeExport(job, {
    kind: LIST_EXPORT,
    title,
    unit: isParts ? '件' : '项',
    columns: isParts ? PART_SHEET : TASK_SHEET,
    rows: isParts ? partLines(job, input, view) : taskLines(job, input, view, orgId),
    by,
    purpose,
  });
}

async function* taskLines(job: RunningJob, { state, only, keyWords }: Asked, view: TaskView, orgId: string) {
  const scope = workerScope(job.orgCode);
  const filter = { view, state: state ?? null, only: only ?? null, words: keyWords || null };
  for (let offset = 0; ; offset += PAGE) {
    const { rows, total } = await pageOfTasks(job.services.db, scope, orgId, filter, PAGE, offset);
    for (const row of rows)
      yield [
        row.title,
        row.orgName,
        TASK_STATES[row.state],
        KINDS[row.kind],
        FREQUENCIES[row.frequency],
        row.startsOn,
        row.endsOn,
        `${row.targets}${isToPeople(row.audience.mode) ? '人' : ''}`,
        `${row.live}`,
        `${row.completed}`,
        `${Math.floor(progressOf(row.completed, row.live, row.partly) * 100)}%`,
        `${row.reported}`,
        `${row.state === 2 ? row.overdue : 0}`,
      ];
    await job.progress(Math.min(offset + rows.length, total), total, '正在导出');
    if (rows.length < PAGE) return;
  }
}

async function* partLines(
  job: RunningJob,
  { state, only, keyWords, orgId, accountId, memberId }: Asked,
  view: PartView,
) {
  const filter = { view, state: state ?? null, overdue: only === 'overdue', words: keyWords || null };
  for (let offset = 0; ; offset += PAGE) {
    const { rows, total } = await pageOfParts(job.services.db, { orgId, accountId, memberId }, filter, PAGE, offset);
    for (const row of rows)
      yield [
        row.title,
        row.circle,
        row.giverName,
        KINDS[row.kind],
        PART_STATES[row.state],
        row.dueOn,
        row.isOverdue && row.taskState === 2 ? `${-row.daysLeft}天` : '',
        row.isLate ? '是' : '',
        row.assignee,
        row.state === 3 ? row.opinion : '',
      ];
    await job.progress(Math.min(offset + rows.length, total), total, '正在导出');
    if (rows.length < PAGE) return;
  }
}
