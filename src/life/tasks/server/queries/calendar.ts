import { sql } from 'kysely';
import { MOST_ENTRIES } from '#life/tasks/contract.taskList.ts';
import type { PartView, TaskView } from '#life/tasks/contract.ts';
import type { PartState } from '#life/tasks/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { isInPartView, type Receiver } from './parts.ts';
import { isLate } from './tasks.ts';

interface Due {
  day: string;
  taskId: string;
  circleId: string;
  title: string;
  circle: string;
  isOverdue: boolean;
}

/** Own parts whose last day lies in the month that begins on `first`. */
export async function partsDue(
  db: Db,
  who: Receiver,
  view: PartView,
  first: string,
): Promise<(Due & { state: PartState })[]> {
  const { rows } = await sql<Due & { state: PartState }>`
    select p.due_on::text as day, p.task_id as "taskId", p.circle_id as "circleId", t.title, c.label as circle, p.state,
           ${isLate} and t.state = 2 as "isOverdue"
      from office_part p join office_task t on t.id = p.task_id and t.state in (2, 3)
      join office_circle c on c.id = p.circle_id
     where ${isInPartView(who, view)} and p.state <> 5 and (c.starts_on <= ${dbToday} or p.state > 0)
       and p.due_on >= ${first}::date and p.due_on < ${first}::date + interval '1 month'
     order by p.due_on, p.id limit ${MOST_ENTRIES}`.execute(db);
  return rows;
}

/** Cycles of tasks that the own organisation gave, or those below gave, by their last day, with what is open within the scope. */
export async function circlesDue(
  db: Db,
  scope: Scope,
  orgId: string,
  view: TaskView,
  first: string,
): Promise<(Due & { open: number; reported: number })[]> {
  const { rows } = await sql<Due & { open: number; reported: number }>`
    select c.due_on::text as day, t.id as "taskId", c.id as "circleId", t.title, c.label as circle, s.open, s.reported,
           t.state = 2 and s.open > 0 and c.due_on < ${dbToday} as "isOverdue"
      from office_task t join office_circle c on c.task_id = t.id
      left join lateral (
        select count(*) filter (where p.state in (0, 1, 3))::int as open, count(*) filter (where p.state = 2)::int as reported
          from office_part p where p.circle_id = c.id and ${within(scope, 'p.org_code')}) s on true
     where ${within(scope, 't.org_code')} and t.deleted_at is null and t.state in (2, 3)
       and t.org_id ${view === 'given' ? sql`=` : sql`<>`} ${orgId}
       and c.due_on >= ${first}::date and c.due_on < ${first}::date + interval '1 month'
     order by c.due_on, c.id limit ${MOST_ENTRIES}`.execute(db);
  return rows;
}
