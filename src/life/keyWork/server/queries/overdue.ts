import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/database/db.ts';
import { within } from '#platform/server/database/scope.ts';
import { countAmong } from '#platform/server/sums/ruleChecks.ts';

/** Parts of the scope that owe something whose day is over. */
const overdue = (ctx: Ctx) => sql`
  key_work_part p join key_work_item i on i.id = p.item_id and i.state = 'running' and i.deleted_at is null
  join organisation o on o.id = p.org_id
 where p.state in ('open', 'returned') and p.next_due < ${dbToday} and ${within(ctx.scope, 'p.org_code')}`;

/** How many there are. */
export async function overdueCount(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${overdue(ctx)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** How many there are below each of some organisations, as `keyWorkOverdue`. */
export const overdueBelow = (ctx: Ctx, codes: readonly string[]) =>
  countAmong(ctx, codes, 'keyWorkOverdue', 'p.org_code', overdue(ctx));

/** A page of them, the latest first. */
export async function overdueParts(ctx: Ctx, limit: number, offset: number) {
  const { rows } = await sql<{ id: string; title: string; orgName: string; days: number }>`
    select p.id, i.title, o.name as "orgName", (${dbToday} - p.next_due)::int as days
      from ${overdue(ctx)} order by p.next_due, p.org_code, p.id limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

/** Organisations of the scope that have some, in the order of the tree, and how many. */
export async function overdueOrgs(ctx: Ctx, limit: number) {
  const { rows } = await sql<{ orgId: string; n: number }>`
    select p.org_id as "orgId", count(*)::int as n from ${overdue(ctx)} group by p.org_id order by min(p.org_code) limit ${limit}`.execute(
    ctx.db,
  );
  return rows;
}
