import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { within } from '#platform/server/database/scope.ts';
import { countAmong } from '#platform/server/sums/ruleChecks.ts';
import { SETTLE_DAYS } from '#service/volunteer/rules.ts';
import { dayOf } from './activity.ts';
import { LATE_FEEDBACK } from './feedback.ts';
import { LATE_YEAR, ungraded } from './grade.ts';
import { LATE_HOURS } from './hours.ts';

/** What is found: hours that nobody has decided, activities that are over and that nobody has ended, slips that nobody has signed. */
export type Breach = 'serviceHoursLate' | 'serviceUnsettled' | 'serviceFeedbackLate' | 'serviceGradeLate';

const found = (ctx: Ctx, code: Breach) => {
  if (code === 'serviceGradeLate') {
    // One for a place with whoever has no grade of the year before.
    return sql`(select u.org_id as id, u.org_id, u.org_code, u.name as title,
                       '单位' || u.units || '个、党员' || u.people || '名' as day, 0 as state
                  from (${ungraded(LATE_YEAR)}) u where ${within(ctx.scope, 'u.org_code')}) f`;
  }
  if (code === 'serviceFeedbackLate') {
    // Of the place until it has signed, then of the unit.
    return sql`(select f.id, w.id as org_id, w.code as org_code, u.name || f.year || '年第' || f.quarter || '季度反馈单' as title,
                       coalesce(f.signed_on, f.drafted_on)::text as day, f.state
                  from service_feedback f join organisation u on u.id = f.unit_id
                  join organisation w on w.id = case f.state when 0 then f.org_id else f.unit_id end
                 where w.deleted_at is null and ${within(ctx.scope, 'w.code')} and ${LATE_FEEDBACK}) f`;
  }
  const late =
    code === 'serviceHoursLate'
      ? LATE_HOURS
      : sql`(a.state = 1 and a.ends_at < now() - make_interval(days => ${SETTLE_DAYS}::int))`;
  const day = code === 'serviceHoursLate' ? dayOf('a.hours_asked_at') : dayOf('a.ends_at');
  return sql`(select a.id, a.org_id, a.org_code, a.title, ${day}::text as day, 0 as state from service_activity a
               where a.deleted_at is null and ${within(ctx.scope, 'a.org_code')} and ${late}) f`;
};

/** How many of the scope there are of one. */
export async function countBreaches(ctx: Ctx, code: Breach): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${found(ctx, code)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** How many of one there are below each of some organisations, by the code of the organisation. */
export const breachesBelow = (ctx: Ctx, code: Breach, codes: readonly string[]) =>
  countAmong(ctx, codes, code, 'f.org_code', found(ctx, code));

/** A page of one of them, in the order of the tree. */
export async function pageOfBreaches(ctx: Ctx, code: Breach, limit: number, offset: number) {
  const { rows } = await sql<{ id: string; title: string; orgName: string; day: string; state: number }>`
    select f.id, f.title, o.name as "orgName", f.day, f.state from ${found(ctx, code)} join organisation o on o.id = f.org_id
     order by f.org_code, f.id limit ${limit} offset ${offset}`.execute(ctx.db);
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
