import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/database/db.ts';
import { within } from '#platform/server/database/scope.ts';
import { countAmong } from '#platform/server/sums/ruleChecks.ts';
import { receiverName } from './parts.ts';

/** Parts of the scope whose day is over and that were not handed in. */
const overdue = (ctx: Ctx) => sql`
  from office_part p join office_task t on t.id = p.task_id and t.state = 2 and t.deleted_at is null
  join office_circle c on c.id = p.circle_id join organisation o on o.id = p.org_id
  left join member m on m.id = p.person_id
 where p.state in (0, 1, 3) and p.due_on < ${dbToday} and ${within(ctx.scope, 'p.org_code')}`;

/** How many there are. */
export async function overdueCount(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${overdue(ctx)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** How many there are below each of some organisations, as `officeOverdue`: every part has a cycle and an organisation. */
export const overdueBelow = (ctx: Ctx, codes: readonly string[]) =>
  countAmong(
    ctx,
    codes,
    'officeOverdue',
    'p.org_code',
    sql`office_part p join office_task t on t.id = p.task_id and t.state = 2 and t.deleted_at is null
     where p.state in (0, 1, 3) and p.due_on < ${dbToday} and ${within(ctx.scope, 'p.org_code')}`,
  );

/** A part that is overdue. */
export interface OverduePart {
  id: string;
  taskId: string;
  circleId: string;
  /** The task's title, with the label of the cycle. */
  title: string;
  /** The organisation or the person whose part it is. */
  orgName: string;
  /** Days since the last one. */
  days: number;
  /** It is the part of the session's own organisation. */
  own: boolean;
}

/** A page of them, the latest first. */
export async function overdueParts(ctx: Ctx, limit: number, offset: number): Promise<OverduePart[]> {
  const { rows } = await sql<OverduePart>`
    select p.id, p.task_id as "taskId", p.circle_id as "circleId", t.title || case when c.label = '' then '' else '（' || c.label || '）' end as title,
           ${receiverName} as "orgName", (${dbToday} - p.due_on)::int as days, p.org_id = ${ctx.session.orgId} and p.person_id is null as own
      ${overdue(ctx)} order by p.due_on, p.org_code, p.id limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

/** Organisations of the scope that have some, in the order of the tree, and how many. */
export async function overdueOrgs(ctx: Ctx, limit: number): Promise<{ orgId: string; n: number }[]> {
  const { rows } = await sql<{ orgId: string; n: number }>`
    select p.org_id as "orgId", count(*)::int as n ${overdue(ctx)} group by p.org_id order by min(p.org_code) limit ${limit}`.execute(
    ctx.db,
  );
  return rows;
}
