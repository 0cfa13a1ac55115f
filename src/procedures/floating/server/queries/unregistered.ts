import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';

/** Somebody who is away and stands in no outflow. */
export interface Away {
  memberId: string;
  name: string;
  orgId: string;
  orgCode: string;
  range: 1 | 2 | 3;
  region: string;
  since: string;
}

/** Who has been away for six months without an outflow. @param absences rows of `member_id, range, region, since` (a date), in any order */
export async function awayUnregistered(db: Db, absences: RawBuilder<unknown>, most: number): Promise<Away[]> {
  const { rows } = await sql<Away>`
    select distinct on (m.id) m.id::text as "memberId", m.name, m.org_id::text as "orgId", m.org_code as "orgCode", a.range,
           left(a.region, 60) as region, a.since::text as since
      from (${absences}) a join member m on m.id = a.member_id
     where a.since <= (${dbToday} - interval '6 months')::date
       and m.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)
       and not exists (select from mobile_outflow f where f.member_id = m.id
                        and ((f.status in (1, 2, 3) and f.dropped_on is null) or f.started_on >= a.since))
     order by m.id, a.since desc limit ${most}`.execute(db);
  return rows;
}

/** Who went abroad half a year ago by the record and has not returned: rows of `member_id, range, region, since`. */
export const ABSENCES_ABROAD = sql`select r.member_id, 3 as range, coalesce(r.fields ->> 'country', '') as region, (r.fields ->> 'leftAt')::date as since
    from sub_record r where r.kind = 'abroad' and r.deleted_at is null and coalesce(r.fields ->> 'returnedAt', '') = ''
     and r.fields ->> 'leftAt' <= (${dbToday} - interval '6 months')::date::text`;
