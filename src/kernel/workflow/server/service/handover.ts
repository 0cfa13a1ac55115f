import type { Db } from '#platform/server/database/db.ts';
import { moveTodos } from '#platform/server/inbox/todos.ts';
import * as queries from '../queries/handover.ts';
import { insertEvent } from '../queries/task.ts';
import { returnedSubject, taskSubject } from './notify.ts';

/** An organisation as the history of a matter names it. */
interface Named extends queries.Successor {
  name: string;
}

/**
 * Gives the matters under way that an organisation raised to the one that takes its place, or brings some of them back,
 * within the caller's transaction; each tells so in its history.
 * @param ids null: all that are under way
 * @returns the ids of those that went
 */
export async function handOverMatters(
  db: Db,
  from: Named,
  to: Named,
  ids: readonly string[] | null,
  reason: string,
): Promise<string[]> {
  const went = await queries.moveInstances(db, from.id, to, ids);
  const live = went.filter(({ isUnderWay }) => isUnderWay);
  await moveTodos(
    db,
    from.id,
    to,
    live.map(({ id }) => returnedSubject(id)),
  );
  for (const { id } of live) {
    const detail = `${reason}，发起组织由${from.name}变为${to.name}`;
    await insertEvent(db, { instanceId: id, kind: 'handedOver', by: null, detail });
  }
  return went.map(({ id }) => id);
}

/**
 * The same for what others' matters ask of the organisation. Where nobody decides at the new one, `workflow.orphans` takes
 * the tasks further up; deputies of offices that ended have no to-do any more.
 */
export async function handOverTasks(
  db: Db,
  from: Named,
  to: Named,
  ids: readonly string[] | null,
  reason: string,
): Promise<string[]> {
  const went = await queries.moveTasks(db, from.id, to, ids);
  const tasks = went.map(({ id }) => id);
  await moveTodos(db, from.id, to, tasks.map(taskSubject));
  await queries.closeDeputies(db, from.id, tasks);
  for (const { instanceId, nodeName } of went) {
    const detail = `${reason}，由${from.name}转交${to.name}`;
    await insertEvent(db, { instanceId, kind: 'handedOver', by: null, nodeName, detail });
  }
  return tasks;
}
