import type { ApproverStep, Timeout } from '#kernel/workflow/contract.definition.ts';
import { pendingTaskIds } from '#kernel/workflow/rules.engine.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { logFault } from '#platform/server/log/log.ts';
import { type InstanceRecord, lockInstance } from '../queries/instance.ts';
import { dueTasks, findOrphanTasks, isOrphan, staleDeputies, type TaskPlace } from '../queries/standing.ts';
import { insertEvent, insertTask, markReminded, setTaskState, type TaskRecord, tasksOf } from '../queries/task.ts';
import { subjectOf } from '../subjects.ts';
import { closeSeats, listDecidersOf, matchDeputiesOf, NOTICE, notify, openSeat } from './notify.ts';
import { seatsOf } from './resolve.ts';
import { closePending, listBarredAccounts, roundTask, seatOf, sendBack, stepOf } from './run.ts';

/** So many tasks are looked up at a time. */
const AT_ONCE = 200;

/** A task under the lock of its matter, with all of that matter. */
interface Swept {
  instance: InstanceRecord;
  tasks: TaskRecord[];
  task: TaskRecord;
}

/**
 * Takes on every task that `find` answers, so many at once, each in a transaction of its own: one that fails is
 * left for the next time and keeps none of the others waiting. The log names the first of those.
 */
async function sweep(
  { db }: Pick<Services, 'db'>,
  atOnce: number,
  what: string,
  find: (after: string, most: number) => Promise<TaskPlace[]>,
  act: (tx: Db, swept: Swept) => Promise<void>,
): Promise<void> {
  const failed: { id: string; error: unknown }[] = [];
  let found: TaskPlace[] = [];
  do {
    found = await find(found.at(-1)?.id ?? '0', atOnce);
    for (const place of found) {
      await transact(db, async (tx) => {
        const instance = await lockInstance(tx, place.instance_id);
        const tasks = await tasksOf(tx, place.instance_id);
        const task = tasks.find(({ id }) => id === place.id);
        if (instance?.state === 'running' && task?.state === 'open') await act(tx, { instance, tasks, task });
      }).catch((error) => failed.push({ id: place.id, error }));
    }
  } while (found.length === atOnce);
  const [first] = failed;
  if (first) logFault(`${what}: ${failed.length} failed, the first is task ${first.id}`, first.error);
}

/** Acts on tasks whose time is over, once, whoever runs it: reminds, passes them on, or gives them back to whoever asked. */
export const sweepDue = (services: Pick<Services, 'db'>, atOnce = AT_ONCE): Promise<void> =>
  sweep(
    services,
    atOnce,
    'approval out of time',
    (after, most) => dueTasks(services.db, after, most),
    async (tx, swept) => {
      if (!(await markReminded(tx, swept.task.id))) return;
      const step = stepOf(swept.instance, swept.task);
      const why = '超过审批时限';
      const { timeout } = step ?? {};
      // Whoever it was passed on to is reminded: it goes no further than the process says.
      if (!step || timeout?.act !== 'passOn' || wasPassedOn(swept)) return remind(tx, swept);
      if (await giveBack(tx, swept, why)) return;
      if ((await passOn(tx, swept, step, timeout.to, why)) !== '') await remind(tx, swept);
    },
  );

/** Whether a task stands in the place of another one whose time was over. */
const wasPassedOn = ({ tasks, task }: Swept) =>
  task.parent_id === null &&
  tasks.some(
    (one) =>
      one.state === 'passed' &&
      one.round === task.round &&
      one.place === task.place &&
      one.due_at !== null &&
      one.due_at <= task.created_at,
  );

const LOST = '原审批人已不能办理审批';

/**
 * Takes on tasks that nobody can decide any more: those of a signer asked along go back to whoever asked, others to
 * whoever decides there now; where nobody at all may, the matter goes back to its initiator.
 */
export const sweepOrphans = (services: Pick<Services, 'db'>, atOnce = AT_ONCE): Promise<void> =>
  sweep(
    services,
    atOnce,
    'approval without approver',
    (after, most) => findOrphanTasks(services.db, after, most),
    async (tx, swept) => {
      const { instance, tasks, task } = swept;
      if (!(await isOrphan(tx, task.id))) return;
      if (await giveBack(tx, swept, LOST)) return;
      const step = stepOf(instance, task);
      const others = tasks.filter(({ id, round, state }) => id !== task.id && round === task.round && state === 'open');
      if (step?.mode === 'any' && others.length > 0) {
        await setTaskState(tx, [task.id], 'closed');
        await closeSeats(tx, [task.id]);
        return;
      }
      const remark = step ? await passOn(tx, swept, step, null, LOST) : '没有可以审批的人';
      if (remark === '') return;
      await closePending(tx, instance, tasks);
      const reason = `“${task.node_name}”${remark}`;
      await sendBack(tx, platform(instance), instance, { resumeAt: task.node_id, kind: 'stuck', reason });
    },
  );

/** Gives deputies the to-dos of what they may decide, and takes those whose delegation or office has ended. */
export const sweepDeputies = (services: Pick<Services, 'db'>, atOnce = AT_ONCE): Promise<void> =>
  sweep(
    services,
    atOnce,
    'to-dos of deputies',
    (after, most) => staleDeputies(services.db, after, most),
    (tx, { instance, task }) => matchDeputiesOf(tx, instance, [task]),
  );

const platform = ({ kind }: InstanceRecord) => ({ accountId: null, name: subjectOf(kind)?.label ?? '审批' });

/** Ends the task of a signer who was asked along: whoever asked decides without; answers whether it was such a task. */
async function giveBack(db: Db, { instance, tasks, task }: Swept, why: string): Promise<boolean> {
  const asker = tasks.find(({ id }) => id === task.parent_id);
  if (!asker) return false;
  await setTaskState(db, pendingTaskIds([roundTask(task)]), 'passed');
  await closeSeats(db, [task.id]);
  await openSeat(db, instance, asker.id, seatOf(asker), stepOf(instance, asker)?.timeout?.hours ?? null);
  await insertEvent(db, {
    instanceId: instance.id,
    kind: 'passed',
    by: null,
    nodeName: task.node_name,
    detail: `${why}，${task.account_name ?? task.role_name}不再审签，由${asker.account_name ?? asker.role_name}决定`,
  });
  return true;
}

/**
 * Opens a task in the place of another one; answers why nobody may take it, or the empty text.
 * @param to null: whoever the step names
 */
async function passOn(
  db: Db,
  { instance, tasks, task }: Swept,
  step: ApproverStep,
  to: Timeout['to'],
  why: string,
): Promise<string> {
  const barred = await listBarredAccounts(db, instance, task.node_id);
  // Nobody signs twice at one node.
  for (const one of tasks.filter(({ round }) => round === task.round)) {
    for (const who of [one.account_id, one.decided_by, one.behalf_of]) if (who !== null) barred.add(who);
  }
  const origin = { orgCode: instance.org_code, chosen: instance.chosen };
  // One takes the place of one: more would change how many must agree.
  const { seats, remark } = await seatsOf(db, { id: step.id, who: to ?? step.who, mode: 'any' }, origin, barred);
  const seat = seats.find(
    (one) =>
      one.accountId !== null || one.orgId !== task.org_id || one.roleId !== task.role_id || task.account_id !== null,
  );
  if (!seat) return seats.length === 0 ? remark : '没有可以审批的人';
  await setTaskState(db, [task.id], 'passed');
  await closeSeats(db, [task.id]);
  const id = await insertTask(db, {
    instanceId: instance.id,
    nodeId: task.node_id,
    nodeName: task.node_name,
    round: task.round,
    place: task.place,
    parentId: null,
    accountId: seat.accountId,
    roleId: seat.roleId,
    orgId: seat.orgId,
  });
  await openSeat(db, instance, id, seat, step.timeout?.hours ?? null);
  await insertEvent(db, {
    instanceId: instance.id,
    kind: 'passed',
    by: null,
    nodeName: task.node_name,
    detail: `${why}，由${task.account_name ?? task.role_name}转交${seat.orgName}${seat.name}`,
  });
  return '';
}

async function remind(db: Db, { instance, task }: Swept): Promise<void> {
  const title = `审批已超时：${instance.title}`;
  const remark = `${instance.initiator}发起，请尽快审批，可从待办进入。`;
  const notice = { type: NOTICE.reminder, title, remark, by: platform(instance) };
  const people = await listDecidersOf(db, [task.id]);
  // Whoever asked the signer along waits for them, and may take that back.
  if (task.asked_by !== null) people.push(task.asked_by);
  await notify(db, instance, notice, people);
  await insertEvent(db, { instanceId: instance.id, kind: 'reminded', by: null, nodeName: task.node_name });
}
