import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/database/db.ts';
import { within } from '#platform/server/database/scope.ts';
import { countAmong } from '#platform/server/sums/ruleChecks.ts';
import { HEARD } from './heard.ts';
import { DUE, OVERDUE } from './list.ts';

/** What is found of outflows: no contact when it was due, or nothing heard of the person for six months. */
export type Silence = 'floatingContact' | 'floatingLost';

const found = (code: Silence) =>
  code === 'floatingLost'
    ? sql`(f.status in (2, 3) and m.is_lost_contact
        and (${HEARD} + interval '6 months')::date <= ${dbToday})`
    : OVERDUE;

const from = (ctx: Ctx, code: Silence) => sql`
  mobile_outflow f join member m on m.id = f.member_id join organisation o on o.id = f.org_id
   where ${within(ctx.scope, 'f.org_code')} and m.deleted_at is null and ${found(code)}`;

/** How many of the scope there are of both. */
export async function silentCounts(ctx: Ctx): Promise<Record<Silence, number>> {
  const { rows } = await sql<Record<Silence, number>>`
    select count(*) filter (where ${found('floatingContact')})::int as "floatingContact",
           count(*) filter (where ${found('floatingLost')})::int as "floatingLost"
      from mobile_outflow f join member m on m.id = f.member_id
     where ${within(ctx.scope, 'f.org_code')} and m.deleted_at is null`.execute(ctx.db);
  return rows[0] ?? { floatingContact: 0, floatingLost: 0 };
}

/** How many of one there are below each of some organisations, by the code of the organisation. */
export const silentBelow = (ctx: Ctx, code: Silence, codes: readonly string[]) =>
  countAmong(
    ctx,
    codes,
    code,
    'f.org_code',
    sql`mobile_outflow f join member m on m.id = f.member_id
     where ${within(ctx.scope, 'f.org_code')} and m.deleted_at is null and ${found(code)}`,
  );

/** An outflow that nobody has kept in touch with. */
export interface SilentOutflow {
  id: string;
  name: string;
  orgName: string;
  /** The day by which the contact was due. */
  dueOn: string;
  /** The day of the last contact; null: none yet. */
  lastOn: string | null;
}

/** A page of those of the scope, the longest due first. */
export async function silentOutflows(ctx: Ctx, code: Silence, limit: number, offset: number): Promise<SilentOutflow[]> {
  const { rows } = await sql<SilentOutflow>`
    select f.id, m.name, o.name as "orgName", ${DUE} as "dueOn", f.last_contact_on as "lastOn" from ${from(ctx, code)}
     order by ${DUE}, f.id limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

/** Organisations of the scope that have some, and how many. */
export async function silentOrgs(ctx: Ctx, code: Silence, limit: number): Promise<{ orgId: string; n: number }[]> {
  const { rows } = await sql<{ orgId: string; n: number }>`
    select f.org_id as "orgId", count(*)::int as n from ${from(ctx, code)}
     group by f.org_id order by f.org_id limit ${limit}`.execute(ctx.db);
  return rows;
}
