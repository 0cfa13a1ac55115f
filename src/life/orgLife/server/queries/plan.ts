import { sql } from 'kysely';
import { periodOf } from '#life/orgLife/rules.duty.ts';
import type { Db } from '#platform/server/database/db.ts';

/** One plan of an organisation at a time. */
export const lockPlan = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('life.plan', ${orgId}::bigint))`.execute(db);

/** What is planned or running of a year, by `type period group` in every length of period. */
export async function planned(db: Db, orgId: string, year: number): Promise<string[]> {
  const { rows } = await sql<{ type: number; alsoType: number | null; heldOn: string; groupId: string | null }>`
    select type, also_type as "alsoType", held_on as "heldOn", group_id as "groupId" from life_meeting
     where org_id = ${orgId} and cancelled_at is null
       and held_on between ${`${year}-01-01`} and ${`${year}-12-31`}`.execute(db);
  return rows.flatMap(({ type, alsoType, heldOn, groupId }) =>
    [type, alsoType].flatMap((one) =>
      one === null
        ? []
        : (['month', 'quarter', 'year'] as const).map((per) => `${one} ${periodOf(heldOn, per)} ${groupId ?? ''}`),
    ),
  );
}

/** The 党小组 of a branch. */
export async function groups(db: Db, orgId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from party_group where org_id = ${orgId} and deleted_at is null order by id`.execute(db);
  return rows;
}
