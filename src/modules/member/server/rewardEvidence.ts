import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
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
