import { sql } from 'kysely';
import type { TaskState } from '#life/tasks/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { todosOpened } from '#platform/server/inbox/todos.ts';

export interface ResolutionRecord {
  id: string;
  text: string;
  personName: string;
  dueOn: string;
  evidence: string;
  doneOn: string | null;
  doneBy: string;
  taskId: string | null;
  taskState: TaskState | null;
}

/** What a meeting of the scope agreed, with the tasks that were made of it; those in the bin are none. */
export async function resolutionsOf(db: Db, meetingId: string): Promise<ResolutionRecord[]> {
  const { rows } = await sql<ResolutionRecord>`
    select r.id, r.text, r.person_name as "personName", r.due_on::text as "dueOn", r.evidence, r.done_on::text as "doneOn",
           r.done_by as "doneBy", t.id as "taskId", t.state as "taskState"
      from life_resolution r left join office_task t on t.id = r.task_id and t.deleted_at is null
     where r.meeting_id = ${meetingId} order by r.due_on, r.id`.execute(db);
  return rows;
}

export async function insertResolution(
  db: Db,
  one: { meetingId: string; text: string; personId: string | null; personName: string; dueOn: string; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into life_resolution (meeting_id, text, person_id, person_name, due_on, created_by)
    values (${one.meetingId}, ${one.text}, ${one.personId}, ${one.personName}, ${one.dueOn}, ${one.by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

export const settleResolution = (db: Db, id: string, one: { doneOn: string; evidence: string; by: string }) =>
  sql`update life_resolution set done_on = ${one.doneOn}, evidence = ${one.evidence}, done_by = ${one.by}
       where id = ${id}`.execute(db);

export const deleteResolution = (db: Db, id: string) => sql`delete from life_resolution where id = ${id}`.execute(db);

export const linkTask = (db: Db, id: string, taskId: string) =>
  sql`update life_resolution set task_id = ${taskId} where id = ${id}`.execute(db);

/** Whether an organisation has others directly below it, to whom a task may go. */
export async function hasBelow(db: Db, orgId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from organisation where parent_id = ${orgId} and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

export type OwnResolutionRecord = Pick<
  ResolutionRecord,
  'id' | 'text' | 'dueOn' | 'evidence' | 'doneOn' | 'taskState'
> & { meetingTitle: string; orgName: string; heldOn: string };

/** What is somebody's to do: what is open, and what was done within the year. */
export async function ownResolutions(db: Db, memberId: string): Promise<OwnResolutionRecord[]> {
  const { rows } = await sql<OwnResolutionRecord>`
    select r.id, r.text, r.due_on::text as "dueOn", r.evidence, r.done_on::text as "doneOn", t.state as "taskState",
           m.title as "meetingTitle", o.name as "orgName", m.held_on::text as "heldOn"
      from life_resolution r join life_meeting m on m.id = r.meeting_id and m.cancelled_at is null
      join organisation o on o.id = m.org_id and o.deleted_at is null
      left join office_task t on t.id = r.task_id and t.deleted_at is null
     where r.person_id = ${memberId} and coalesce(r.done_on, ${dbToday}) >= date_trunc('year', ${dbToday})
     order by r.done_on is not null, r.due_on, r.id limit 50`.execute(db);
  return rows;
}

/** Opens a to-do of what was agreed for the person who does it, in the role in which they read their own; no account: none. */
export const openOwnTodo = (
  db: Db,
  of: { memberId: string; module: string; title: string; detail: string; path: string; dueOn: string; subject: string },
) =>
  todosOpened(sql`
      select g.role_id, g.org_id, g.org_code, g.account_id, ${of.module}, ${of.title}, ${of.detail}, '查看', ${of.path},
             ${of.dueOn}::date, ${of.subject}
        from usable_grant g where g.member_id = ${of.memberId} order by g.base <> 'own', g.id limit 1`).execute(db);

/** The accounts of a person. */
export async function accountsOf(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from account where member_id = ${memberId} and enabled`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
