import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** A quarter with what is done for it. */
export interface QuarterRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  address: string;
  lng: number | null;
  lat: number | null;
  households: number;
  cadres: string;
  reported: number;
  needs: number;
  ended: number;
  activities: number;
  hours: number;
  version: number;
}

/** What of a year a place whose words name a quarter `q` has: needs, those that ended, activities, hours that were recognised. */
const sumsOf = (year: number) => sql`join lateral (
    select count(*)::int as needs, (count(*) filter (where n.state = 5))::int as ended from service_need n
     where n.org_id = q.org_id and strpos(n.place, q.name) > 0 and n.created_at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Asia/Shanghai')
       and n.created_at < make_timestamptz(${year} + 1, 1, 1, 0, 0, 0, 'Asia/Shanghai')) nd on true
  join lateral (
    select count(*)::int as activities,
           coalesce(sum((select round(sum(s.minutes) / 60.0, 2) from service_signup s where s.activity_id = a.id and s.hours_state = 2)), 0)::float8 as hours
      from service_activity a
     where a.org_id = q.org_id and strpos(a.place, q.name) > 0 and a.state in (1, 3) and a.deleted_at is null
       and a.starts_at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Asia/Shanghai')
       and a.starts_at < make_timestamptz(${year} + 1, 1, 1, 0, 0, 0, 'Asia/Shanghai')) ac on true
  join lateral (select count(*)::int as reported from sbd_report r where r.org_id = q.org_id and r.status = 1 and r.quarter = q.name) rp on true`;

const seen = (scope: Scope) => sql<boolean>`(${within(scope, 'q.org_code')} and ${scope.memberId === null})`;
const FROM = sql`service_quarter q join organisation o on o.id = q.org_id and o.deleted_at is null`;
const QUARTER = sql`q.id, q.org_id as "orgId", q.org_code as "orgCode", o.name as "orgName", q.name, q.address, q.lng, q.lat, q.households,
  coalesce((select string_agg(m.name, '、' order by c.from_on, c.id) from service_quarter_cadre c join member m on m.id = c.member_id
             where c.quarter_id = q.id and c.to_on is null and m.deleted_at is null), '') as cadres,
  rp.reported, nd.needs, nd.ended, ac.activities, ac.hours, q.version`;

/** A page of the quarters of a scope with the sums of a year, in the order of the tree, and the sums of all of them. */
export async function pageOfQuarters(db: Db, scope: Scope, year: number, name: string, limit: number, offset: number) {
  const named = name === '' ? sql`` : sql`and ${textHolds(sql`q.name`, name)}`;
  const from = sql`${FROM} ${sumsOf(year)} where ${seen(scope)} ${named}`;
  const [page, all] = await Promise.all([
    sql<QuarterRecord>`select ${QUARTER} from ${from} order by q.org_code, q.name, q.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<
      { total: number } & Pick<QuarterRecord, 'households' | 'reported' | 'needs' | 'ended' | 'activities' | 'hours'>
    >`
      select count(*)::int as total, coalesce(sum(q.households), 0)::int as households, coalesce(sum(rp.reported), 0)::int as reported,
             coalesce(sum(nd.needs), 0)::int as needs, coalesce(sum(nd.ended), 0)::int as ended,
             coalesce(sum(ac.activities), 0)::int as activities, coalesce(sum(ac.hours), 0)::float8 as hours from ${from}`.execute(
      db,
    ),
  ]);
  const [found] = all.rows;
  if (!found) throw new Error('sums without a row');
  const { total, ...sums } = found;
  return { rows: page.rows, total, sums };
}

/** A quarter of the scope; `lock`: held. */
export async function findQuarter(db: Db, scope: Scope, id: string, lock = false) {
  const { rows } = await sql<
    Pick<QuarterRecord, 'id' | 'orgId' | 'orgCode' | 'orgName' | 'name' | 'households' | 'version'>
  >`
    select q.id, q.org_id as "orgId", q.org_code as "orgCode", o.name as "orgName", q.name, q.households, q.version
      from ${FROM} where q.id = ${id} and ${seen(scope)} ${lock ? sql`for no key update of q` : sql``}`.execute(db);
  return rows[0];
}

/** The quarters of one community, for whoever chooses where they live. */
export async function quartersAt(
  db: Db,
  scope: Scope,
  orgId: string,
): Promise<{ id: string; name: string; address: string }[]> {
  const { rows } = await sql<{ id: string; name: string; address: string }>`
    select q.id, q.name, q.address from ${FROM} where q.org_id = ${orgId} and ${seen(scope)} order by q.name, q.id`.execute(
    db,
  );
  return rows;
}

interface Fields {
  name: string;
  address: string;
  lng: number | null;
  lat: number | null;
  households: number;
}

/** Writes a new quarter; the unique index refuses a name twice. */
export async function insertQuarter(
  db: Db,
  org: { id: string; code: string },
  of: Fields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into service_quarter (org_id, org_code, name, address, lng, lat, households, created_by, updated_by)
    values (${org.id}, ${org.code}, ${of.name}, ${of.address}, ${of.lng}, ${of.lat}, ${of.households}, ${by}, ${by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Writes what a form says of one. */
export const updateQuarter = (db: Db, id: string, of: Fields, by: string) =>
  sql`update service_quarter set name = ${of.name}, address = ${of.address}, lng = ${of.lng}, lat = ${of.lat}, households = ${of.households},
           updated_at = now(), updated_by = ${by}, version = version + 1 where id = ${id}`.execute(db);

/** Who looks after a quarter, those of now first. */
export async function cadresOf(db: Db, quarterId: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    homeName: string;
    phone: string;
    fromOn: string;
    toOn: string | null;
  }>`
    select c.id, m.name, h.name as "homeName", coalesce(m.phone_mask, '') as phone, c.from_on as "fromOn", c.to_on as "toOn"
      from service_quarter_cadre c join member m on m.id = c.member_id join organisation h on h.id = m.org_id
     where c.quarter_id = ${quarterId} and m.deleted_at is null order by c.to_on is not null, c.from_on desc, c.id desc limit 100`.execute(
    db,
  );
  return rows;
}

/** Somebody of the scope, or who has reported to it, by name; undefined where neither. */
export async function findCadre(
  db: Db,
  scope: Scope,
  memberId: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, m.name from member m
     where m.id = ${memberId} and m.deleted_at is null and m.membership_status = 1
       and (${peopleWithin(scope, 'm')}
            or exists (select from sbd_report r where r.member_id = m.id and r.status = 1 and ${within(scope, 'r.org_code')}))`.execute(
    db,
  );
  return rows[0];
}

/** Writes that somebody looks after a quarter from a day on; the unique index refuses it twice at once. */
export async function insertCadre(
  db: Db,
  quarterId: string,
  memberId: string,
  fromOn: string,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into service_quarter_cadre (quarter_id, member_id, from_on, created_by) values (${quarterId}, ${memberId}, ${fromOn}, ${by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Ends it at a day; answers whose it was, and undefined where nothing runs. */
export async function endCadre(db: Db, quarterId: string, id: string, toOn: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update service_quarter_cadre c set to_on = greatest(${toOn}::date, c.from_on) from member m
     where c.id = ${id} and c.quarter_id = ${quarterId} and c.to_on is null and m.id = c.member_id returning m.name`.execute(
    db,
  );
  return rows[0]?.name;
}
