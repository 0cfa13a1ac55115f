import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { withoutReceipt } from './transfer.ts';

/** Puts transfers whose letter's last valid day is over to 已超期, with their line of history; answers them with the committees that issued the letters. */
export async function expireTransfers(db: Db) {
  const { rows } = await sql<{ id: string; name: string; orgId: string; orgCode: string }>`
    with over as (
      update relation_transfer t set status = 7, version = version + 1, moved_at = now()
        from relation_letter l
       where l.transfer_id = t.id and l.voided_at is null and t.status = 2 and l.valid_until < ${dbToday}
      returning t.id, t.member_id, l.org_id, l.org_code),
    noted as (
      insert into relation_event (transfer_id, act, before, after, operator, note)
      select id, 'expire', 2, 7, '系统', '介绍信超过有效期' from over)
    select o.id, coalesce(m.name, '') as name, o.org_id as "orgId", o.org_code as "orgCode"
      from over o left join member m on m.id = o.member_id`.execute(db);
  return rows;
}

/** Transfers whose letter went outside a month ago without a receipt, with the committees that issued them. */
export async function lettersWithoutReceipt(db: Db) {
  const { rows } = await sql<{ id: string; name: string; outside: string; orgId: string; orgCode: string }>`
    select t.id, coalesce(m.name, '') as name, t.outside_name as outside, l.org_id as "orgId", l.org_code as "orgCode"
      from relation_transfer t join relation_letter l on l.transfer_id = t.id and l.voided_at is null
      left join member m on m.id = t.member_id
     where ${withoutReceipt(sql`l.issued_on`)}`.execute(db);
  return rows;
}
