import { sql } from 'kysely';
import { rewar } from '#people/member/rules/records.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import type { PointSource } from '#platform/server/module.ts';

/** A trigger of the tab's rows writes both kinds with each change (migration 0991); those of before are written once, by one of them. */
const takeUp = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select give_rewards(coalesce(array_agg(id), '{}')) as n from sub_record where kind = 'rewar' and member_id is not null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** Awards, and discipline or disposal by the organisation, as tab 奖惩情况 has them. */
export const memberPointSources: readonly PointSource[] = [
  { code: 'rewarded', label: '受到表彰奖励', unit: '次', link: '/affairs/member', takeUp },
  { code: 'punished', label: '受到处分或组织处置', unit: '次', link: '/affairs/member', takeUp: async () => 0 },
];

/** Whether somebody has a measure of a type and a name (dictionaries 0042 and below) that has not ended. */
export async function hasRunning(db: Db, memberId: string, type: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from sub_record where member_id = ${memberId} and kind = ${rewar.kind} and deleted_at is null
       and fields->>'type' = ${type} and fields->>'name' = ${name}
       and coalesce(nullif(fields->>'endsOn', ''), '9999-12-31') >= ${dbToday}::text limit 1`.execute(db);
  return rows.length > 0;
}
