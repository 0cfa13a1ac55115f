import type { ClientBase } from 'pg';

/** The branch whose wall the visitor opens first. */
const OWN = '渡口第一党支部';

/** Awards that walls show: name by dictionary 0081, years ago, who gave it. */
const AWARDS: readonly (readonly [name: string, yearsAgo: number, by: string])[] = [
  ['11', 1, '峡州市委'],
  ['12', 2, '临峡区委'],
  ['11', 3, '江南街道党工委'],
  ['19', 5, '临峡区委组织部'],
];

/** 表彰 of some branches: all four of the visitor's, one of each seventh other. */
export async function writeAwards(client: ClientBase, today: string): Promise<void> {
  const year = Number(today.slice(0, 4));
  for (const [at, [name, ago, by]] of AWARDS.entries()) {
    const on = `${year - ago}-06-28`;
    await client.query(
      `insert into sub_record (kind, org_id, title, ordered_by, fields, created_by, updated_by)
       select 'reward', o.id, $1::text, $2::text,
              jsonb_build_object('type', '1', 'name', $1::text, 'approvedOn', $2::text, 'approvedBy', $3::text), $3, $3
         from organisation o
        where o.deleted_at is null and o.type = 46
          and (o.name like '%' || $4::text or ($5::int = 0 and o.id % 7 = 3))
          and (o.founded_on is null or o.founded_on < $2::date)`,
      [name, on, by, OWN, at],
    );
  }
}
