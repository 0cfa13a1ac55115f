import { sql } from 'kysely';
import type { TaskState } from '#modules/office/rules.ts';
import type { Db } from '#platform/server/db.ts';

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
