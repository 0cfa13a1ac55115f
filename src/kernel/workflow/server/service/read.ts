import { URGE_HOURS } from '#house/urging.ts';
import type * as contract from '#kernel/workflow/contract.ts';
import type { Way } from '#kernel/workflow/rules.definition.ts';
import { returnTargets } from '#kernel/workflow/rules.engine.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { findFile } from '#platform/server/files/fileRights.ts';
import * as queries from '../queries/instance.ts';
import { standingsOf } from '../queries/standing.ts';
import { copiesOf, eventsOf, type TaskRecord, tasksOf } from '../queries/task.ts';
import { subjectOf } from '../subjects.ts';
import { OBSTACLES } from './lock.ts';
import { wayOf } from './run.ts';
import { tasksAskedBy } from './signer.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;
const kindName = (kind: string) => subjectOf(kind)?.label ?? kind;

/** One view of what the session has to do with approvals. */
export async function listInstances(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listInstances>,
): Promise<ReplyOf<typeof contract.listInstances>> {
  const { db, session } = ctx;
  const filter = {
    title: input.title || null,
    kind: input.kind || null,
    state: input.state ?? null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  };
  const [{ rows, total }, todo] = await Promise.all([
    queries.listInstances(db, session, input.view, filter),
    queries.countTodo(db, session),
  ]);
  return {
    todo,
    total,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      kindName: kindName(row.kind),
      title: row.title,
      processName: row.process_name,
      initiator: row.initiator,
      orgName: row.org_name,
      state: row.state,
      nodeName: row.node_name,
      waitingFor: row.waiting_for,
      startedAt: row.started_at.toISOString(),
      endedAt: iso(row.ended_at),
      taskId: row.task_id,
      arrivedAt: row.arrived_at.toISOString(),
      dueAt: iso(row.due_at),
      isOverdue: row.is_overdue,
    })),
  };
}

const taskView = (task: TaskRecord): contract.TaskView => ({
  id: task.id,
  nodeId: task.node_id,
  nodeName: task.node_name,
  state: task.state,
  who: task.account_name ?? task.role_name,
  orgName: task.org_name,
  decidedBy: task.decider ?? '',
  behalfOf: task.principal ?? '',
  decidedAt: iso(task.decided_at),
  opinion: task.opinion,
  openedAt: (task.opened_at ?? task.created_at).toISOString(),
  dueAt: iso(task.due_at),
  isOverdue: task.is_overdue,
  isAdded: task.parent_id !== null,
});

/** Each step of the way with the tasks of its last opening, and whether it lies behind, at, or before the matter. */
function wayView(
  instance: queries.InstanceRecord,
  way: Way,
  tasks: readonly TaskRecord[],
): contract.InstanceDetail['way'] {
  const indexOf = (nodeId: string | null | undefined) => way.steps.findIndex(({ id }) => id === nodeId);
  const last = tasks.filter(({ counts }) => counts).at(-1)?.node_id;
  const at = {
    running: indexOf(instance.node_id),
    returned: indexOf(instance.resume_at),
    approved: way.steps.length,
    rejected: indexOf(last),
    withdrawn: indexOf(last),
  }[instance.state];
  return way.steps.map((step, index) => {
    const round = Math.max(0, ...tasks.filter(({ node_id }) => node_id === step.id).map((task) => task.round));
    const here = tasks.filter((task) => task.node_id === step.id && task.round === round);
    const isCurrent = index === at && (instance.state === 'running' || instance.state === 'rejected');
    return {
      nodeId: step.id,
      kind: step.kind,
      name: step.name,
      mode: step.kind === 'approver' ? step.mode : 'any',
      state: index < at ? 'done' : isCurrent ? 'current' : 'ahead',
      tasks: here.map(taskView),
    };
  });
}

async function filesOf(ctx: Ctx, ids: readonly string[]) {
  const files = await Promise.all(ids.map((id) => findFile(ctx, id)));
  return files.flatMap((file) => (file ? [{ id: file.id, name: file.name, mime: file.mime, size: file.size }] : []));
}

/** One matter of the session's with all that its page shows, and what the session may do with it. */
export async function getInstance(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getInstance>> {
  const { db, session } = ctx;
  const row = await queries.findInstance(db, session, id);
  if (!row) throw notFound();
  const [tasks, events, copies, standings] = await Promise.all([
    tasksOf(db, id),
    eventsOf(db, id),
    copiesOf(db, id),
    standingsOf(db, session, id),
  ]);
  const subject = subjectOf(row.kind);
  const view = (await subject?.view(ctx, row.subject_id)) ?? { lines: [], text: '', files: [], checks: [] };
  const way = wayOf(row, row.facts);
  const open = tasks.filter(({ state }) => state === 'open');
  const own = standings.filter(({ state }) => state === 'open');
  const free = own.find(({ obstacle }) => obstacle === null);
  const obstacle = free ? null : (own[0]?.obstacle ?? null);
  const task = open.find((one) => one.id === free?.taskId);
  // One that waits for a signer whom its holder asked along, and not for its turn.
  const asking = standings
    .filter((one) => one.state === 'waiting' && one.obstacle === null)
    .map(({ taskId }) => ({ taskId, asked: tasksAskedBy(tasks, taskId) }))
    .find(({ asked }) => asked.length > 0);
  const isMine = row.account_id === session.accountId;
  const underWay = row.state === 'running' || row.state === 'returned';
  const urgeAfter = row.urged_at === null ? null : new Date(row.urged_at.getTime() + URGE_HOURS * 3_600_000);
  return {
    id,
    kind: row.kind,
    kindName: kindName(row.kind),
    title: row.title,
    processName: row.process_name,
    processNumber: row.number,
    initiator: row.initiator,
    orgName: row.org_name,
    state: row.state,
    nodeName: way.steps.find((step) => step.id === row.node_id)?.name ?? '',
    waitingFor: open.map((one) => one.account_name ?? `${one.org_name}（${one.role_name}）`),
    startedAt: row.started_at.toISOString(),
    endedAt: iso(row.ended_at),
    taskId: task?.id ?? null,
    arrivedAt: (task?.opened_at ?? row.started_at).toISOString(),
    dueAt: iso(task?.due_at ?? null),
    isOverdue: task?.is_overdue ?? false,
    url: subject?.url(row.subject_id) ?? '',
    lines: view.lines,
    text: view.text,
    files: await filesOf(ctx, view.files),
    checks: view.checks,
    way: wayView(row, way, tasks),
    history: events.map((event) => ({
      at: event.at.toISOString(),
      kind: event.kind,
      actor: event.actor ?? '',
      behalfOf: event.principal ?? '',
      nodeName: event.node_name,
      detail: event.detail,
    })),
    returnTo: task ? returnTargets(way, task.node_id).map((step) => ({ nodeId: step.id, name: step.name })) : [],
    obstacle: obstacle === null ? '' : OBSTACLES[obstacle],
    asking: asking
      ? { taskId: asking.taskId, names: asking.asked.map(({ account_name }) => account_name ?? '') }
      : null,
    copies,
    can: {
      decide: task !== undefined,
      addSign: task !== undefined,
      handOver: task !== undefined && free?.behalfOf === null,
      recall: asking !== undefined,
      withdraw: isMine && underWay,
      urge: isMine && row.state === 'running',
      resubmit: isMine && row.state === 'returned',
    },
    urgeAfter: isMine && row.state === 'running' ? iso(urgeAfter) : null,
    version: row.version,
  };
}
