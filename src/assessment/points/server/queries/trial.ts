import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { ItemRecord } from './posting.ts';

/** The items of one set, published or not. */
export async function itemsOfSet(db: Db, setId: string): Promise<ItemRecord[]> {
  const { rows } = await sql<ItemRecord>`
    select i.id, s.id as "setId", s.org_code as "orgCode", s.from_on::text as "fromOn", s.base, i.code, i.dimension, i.name,
           i.minus, i.value, i.source, i.cap_day as "capDay", i.cap_month as "capMonth", i.cap_year as "capYear", i.once,
           i.classes, i.floor, i.months
      from point_set s join point_item i on i.set_id = s.id where s.id = ${setId} order by i.sort, i.id`.execute(db);
  return rows;
}

/** Members of a scope whose year is counted, with what it gave under the set that held at its end; exempt ones stand apart. */
export async function listCountedPeople(db: Db, scope: Scope, year: number, limit: number) {
  const { rows } = await sql<{
    id: string;
    name: string;
    orgName: string;
    base: number;
    plus: number;
    minus: number;
  }>`
    select m.id, m.name, o.name as "orgName", s.plus, s.minus, coalesce((
             select t.base from point_set t where t.state = 1 and starts_with(m.org_code, t.org_code) and t.from_on <= make_date(${year}, 12, 31)
              order by length(t.org_code) desc, t.from_on desc, t.id desc limit 1), 0) as base
      from point_score s join member m on m.id = s.member_id and m.deleted_at is null join organisation o on o.id = m.org_id
     where s.year = ${year} and ${within(scope, 'm.org_code')}
       and not exists (select from point_exempt e where e.member_id = m.id and e.year = ${year} and e.ended_at is null)
     order by m.org_code, m.id limit ${limit}`.execute(db);
  return rows;
}
