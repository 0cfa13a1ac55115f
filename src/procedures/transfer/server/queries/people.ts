import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';

/** A person with all that speaks for or against a transfer, except the dues. */
export interface PersonRecord {
  id: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  category: number;
  status: number;
  isFloating: boolean;
  isLost: boolean;
  hasIdCard: boolean;
  nation: string;
  birthDate: string | null;
  gender: number;
  /** The running development file; null: none. */
  fileId: string | null;
  step: number | null;
  /** The transfer that is not over; null: none. */
  openId: string | null;
  punished: boolean;
  posts: string[];
  isAbroad: boolean;
}

/** People of the scope by their ids, held for this transaction where `lock`; who is not there is left out. */
export async function peopleOf(db: Db, scope: Scope, ids: readonly string[], lock = false): Promise<PersonRecord[]> {
  const { rows } = await sql<PersonRecord>`
    select m.id, m.name, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName", m.person_category as category,
           m.membership_status as status, m.is_floating as "isFloating", m.is_lost_contact as "isLost",
           m.id_card_index is not null as "hasIdCard", m.nation, m.birth_date as "birthDate", m.gender,
           (select f.step from development_file f where f.member_id = m.id and f.ended_on is null) as step,
           (select f.id from development_file f where f.member_id = m.id and f.ended_on is null) as "fileId",
           (select t.id from relation_transfer t where t.member_id = m.id and t.status in (0, 1, 2, 3, 4, 7, 8)) as "openId",
           exists (select from sub_record r where r.member_id = m.id and r.kind = 'rewar' and r.deleted_at is null
             and r.fields->>'name' = '24' and r.fields->>'approvedOn' <= ${dbToday}::text
             and coalesce(nullif(r.fields->>'endsOn', ''), '9999-12-31') > ${dbToday}::text) as punished,
           array(select po.name || p.post from org_post p join org_term t on t.id = p.term_id and t.is_current
                   join organisation po on po.id = p.org_id where p.member_id = m.id) as posts,
           exists (select from sub_record r where r.member_id = m.id and r.kind = 'abroad' and r.deleted_at is null
             and coalesce(r.fields->>'leftAt', '') <> '' and coalesce(r.fields->>'returnedAt', '') = '') as "isAbroad"
      from member m join organisation o on o.id = m.org_id
     where m.id = any(${ids}::bigint[]) and ${peopleWithin(scope, 'm')} and m.deleted_at is null
     order by m.id ${lock ? sql`for update of m` : sql``}`.execute(db);
  return rows;
}
