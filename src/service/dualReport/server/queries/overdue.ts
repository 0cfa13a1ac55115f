import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { within } from '#platform/server/database/scope.ts';
import { countAmong } from '#platform/server/sums/ruleChecks.ts';
import { expectedMembers } from './coverage.ts';
import { LATE_PAIR } from './pair.ts';
import { LATE } from './report.ts';

/** What is found: members in work without a report, and reports that nobody has decided for more than a week. */
export type Breach = 'sbdUnreported' | 'sbdWaiting';

/** Rows of one of them: `id, org_id, org_code, title, detail, href`, each at the organisation that has to act. */
const found = (ctx: Ctx, code: Breach) =>
  code === 'sbdUnreported'
    ? sql`(select e.id, e.org_id, e.org_code, e.name as title, e.lack as detail, 'member' as kind from (${expectedMembers(ctx.scope)}) e
            where not e.reported and not e.exempt) f`
    : sql`(select r.id, r.org_id, r.org_code, m.name as title, ((r.created_at at time zone 'Asia/Shanghai')::date)::text as detail, 'report' as kind
             from sbd_report r join member m on m.id = r.member_id and m.deleted_at is null
            where ${within(ctx.scope, 'r.org_code')} and ${LATE}
            union all
           select p.id, c.id, c.code, h.name, ((p.created_at at time zone 'Asia/Shanghai')::date)::text, 'pair'
             from sbd_pair p join organisation c on c.id = p.community_id join organisation h on h.id = p.org_id
            where ${within(ctx.scope, 'c.code')} and ${LATE_PAIR}) f`;

/** How many of the scope there are of one. */
export async function countBreaches(ctx: Ctx, code: Breach): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${found(ctx, code)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** How many of one there are below each of some organisations, by the code of the organisation. */
export const breachesBelow = (ctx: Ctx, code: Breach, codes: readonly string[]) =>
  countAmong(ctx, codes, code, 'f.org_code', found(ctx, code));

export interface BreachRow {
  id: string;
  title: string;
  orgName: string;
  detail: string;
  kind: 'member' | 'report' | 'pair';
}

/** A page of one of them, in the order of the tree. */
export async function pageOfBreaches(ctx: Ctx, code: Breach, limit: number, offset: number): Promise<BreachRow[]> {
  const { rows } = await sql<BreachRow>`
    select f.id, f.title, o.name as "orgName", f.detail, f.kind from ${found(ctx, code)} join organisation o on o.id = f.org_id
     order by f.org_code, f.kind, f.id limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

/** Organisations of the scope that have some, and how many. */
export async function lateOrgs(ctx: Ctx, code: Breach, limit: number): Promise<{ orgId: string; n: number }[]> {
  const { rows } = await sql<{ orgId: string; n: number }>`
    select f.org_id as "orgId", count(*)::int as n from ${found(ctx, code)} group by f.org_id order by f.org_id limit ${limit}`.execute(
    ctx.db,
  );
  return rows;
}
