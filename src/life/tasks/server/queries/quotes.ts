import { sql } from 'kysely';
import type { FilledRow } from '#life/tasks/rules.form.ts';
import type { Quote } from '#life/tasks/rules.quote.ts';
import type { Db } from '#platform/server/database/db.ts';

/** Takes columns over from other tasks; what was taken over before is let go. */
export async function writeQuotes(
  db: Db,
  taskId: string,
  quotes: readonly (Quote & { fromTaskId: string })[],
  by: string,
): Promise<void> {
  await sql`delete from office_quote where task_id = ${taskId}`.execute(db);
  for (const one of quotes)
    await sql`insert into office_quote (task_id, column_id, from_task_id, from_column_id, rows, created_by)
      values (${taskId}, ${one.columnId}, ${one.fromTaskId}, ${one.fromColumnId}, ${JSON.stringify(one.rows)}::jsonb, ${by})`.execute(
      db,
    );
}

/** The columns that a task has taken over, with the rows in which they arrive filled. */
export async function quotedColumns(db: Db, taskId: string) {
  const { rows } = await sql<{ columnId: string; title: string; rowIds: string[] }>`
    select q.column_id as "columnId", t.title, array(select jsonb_object_keys(q.rows)) as "rowIds" from office_quote q join office_task t on t.id = q.from_task_id
     where q.task_id = ${taskId} order by q.column_id`.execute(db);
  return rows;
}

export type QuotedFill = Quote & { title: string; filledOn: string; filled: FilledRow[] };

/** What an organisation itself handed in last for the tasks that a task takes columns from; nothing of any other organisation. */
export async function listQuotedFills(db: Db, taskId: string, orgId: string): Promise<QuotedFill[]> {
  const { rows } = await sql<QuotedFill>`
    select q.column_id as "columnId", q.from_column_id as "fromColumnId", q.rows, t.title,
           (last.filed_at at time zone 'Asia/Shanghai')::date::text as "filledOn", last.rows as filled
      from office_quote q join office_task t on t.id = q.from_task_id
     cross join lateral (
       select n.rows, n.filed_at from office_part p join office_circle c on c.id = p.circle_id
         join office_filing n on n.part_id = p.id
        where p.task_id = q.from_task_id and p.org_id = ${orgId} and p.state in (2, 4)
        order by c.seq desc, n.no desc limit 1) last
     where q.task_id = ${taskId} order by q.column_id`.execute(db);
  return rows;
}
