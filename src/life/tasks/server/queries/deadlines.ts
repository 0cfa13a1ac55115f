import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { accountsBefore } from './people.ts';

/**
 * Moves the last day of a cycle and of its parts that are not handed in. A later day that somebody was granted already stays
 * where the new one is no earlier than the old.
 * @returns the parts that have another day now
 */
export async function moveDue(db: Db, circle: { id: string; dueOn: string }, dueOn: string): Promise<string[]> {
  await sql`update office_circle set due_on = ${dueOn}, reminded = 9 where id = ${circle.id}`.execute(db);
  const later = dueOn > circle.dueOn;
  const { rows } = await sql<{ id: string }>`
    update office_part set due_on = ${dueOn}, version = version + 1
     where circle_id = ${circle.id} and state in (0, 1, 3)
       and due_on ${later ? sql`<` : sql`<>`} ${dueOn}::date returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface Capped {
  taskId: string;
  title: string;
  parts: string[];
}

/**
 * What was split off the open parts of a cycle, however deep, ends no later than they do: later days are moved to it, or
 * to the first day of a cycle that begins after it.
 * @returns the tasks that have another day now, with their parts that do
 */
export async function capBelow(db: Db, circleId: string, dueOn: string): Promise<Capped[]> {
  const { rows } = await sql<Capped>`
    with recursive below as (
      select t.id from office_part p join office_task t on t.parent_part_id = p.id and t.state in (1, 2) and t.deleted_at is null
       where p.circle_id = ${circleId} and p.state in (0, 1, 3)
      union
      select t.id from below b join office_part p on p.task_id = b.id and p.state in (0, 1, 3)
        join office_task t on t.parent_part_id = p.id and t.state in (1, 2) and t.deleted_at is null
    ), circles as (
      update office_circle c set due_on = greatest(c.starts_on, ${dueOn}::date), reminded = 9
        from below where c.task_id = below.id and c.due_on > ${dueOn}::date returning c.task_id
    ), parts as (
      update office_part p set due_on = greatest(c.starts_on, ${dueOn}::date), version = p.version + 1
        from below, office_circle c
       where p.task_id = below.id and c.id = p.circle_id and p.state in (0, 1, 3)
         and p.due_on > greatest(c.starts_on, ${dueOn}::date)
      returning p.id, p.task_id)
    select t.id as "taskId", t.title, coalesce(array_agg(parts.id::text) filter (where parts.id is not null), '{}') as parts
      from office_task t left join parts on parts.task_id = t.id
     where t.id in (select task_id from circles union all select task_id from parts)
     group by t.id order by t.id`.execute(db);
  return rows;
}

/** The last day that lists and charts show of a task done once is that of its cycle. */
export const followCircle = (db: Db, taskIds: readonly string[]) =>
  sql`update office_task t set ends_on = c.due_on from office_circle c
       where c.task_id = t.id and t.frequency = 1 and t.id = any(${taskIds}::bigint[]) and t.ends_on <> c.due_on`.execute(
    db,
  );

/** The day of the part that a task was split of, as `2026-01-31`; undefined where it stands alone or that part is void. */
export async function parentDue(db: Db, taskId: string): Promise<string | undefined> {
  const { rows } = await sql<{ due: string }>`
    select p.due_on::text as due from office_task t join office_part p on p.id = t.parent_part_id and p.state <> 5
     where t.id = ${taskId}`.execute(db);
  return rows[0]?.due;
}

/** Accounts of whoever has a part in a cycle that is not void. */
export async function accountsOfCircle(db: Db, circleId: string): Promise<string[]> {
  const rows = await accountsBefore(db, sql`p.circle_id = ${circleId} and p.state <> 5`);
  return [...new Set(rows.map(({ accountId }) => accountId))];
}
