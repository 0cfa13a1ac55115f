import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { HoursState, SignupState } from '#service/volunteer/rules.ts';
import { beijingMinute, countedIn } from './activity.ts';

export interface VolunteerRecord {
  id: string;
  name: string;
  phone: string;
  homeName: string;
  placeName: string;
  hours: number;
  times: number;
  lastOn: string | null;
}

const PERSON = sql`m.id, m.name, coalesce(m.phone_mask, '') as phone, h.name as "homeName", coalesce(c.name, '') as "placeName",
  coalesce(p.hours::float8, 0) as hours, coalesce(p.times, 0) as times, p.last_on as "lastOn"`;
const BESIDE = sql`join organisation h on h.id = m.org_id left join service_person p on p.member_id = m.id`;

/** A page of volunteers, most hours first: who has reported to the communities of the scope, or who of its own has hours. */
export async function pageOfVolunteers(
  db: Db,
  scope: Scope,
  side: 'in' | 'out',
  name: string,
  limit: number,
  offset: number,
) {
  const named = name === '' ? sql`` : sql`and ${textHolds(sql`m.name`, name)}`;
  const from =
    side === 'in'
      ? sql`sbd_report r join member m on m.id = r.member_id ${BESIDE} left join organisation c on c.id = r.org_id
          where r.status = 1 and ${within(scope, 'r.org_code')} and ${scope.memberId === null}`
      : sql`service_person s join member m on m.id = s.member_id ${BESIDE}
          left join sbd_report r on r.member_id = m.id and r.status = 1 left join organisation c on c.id = r.org_id
          where ${peopleWithin(scope, 'm')}`;
  const [page, total] = await Promise.all([
    sql<VolunteerRecord>`
      select ${PERSON} from ${from} and m.deleted_at is null ${named}
       order by coalesce(p.hours, 0) desc, m.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from} and m.deleted_at is null ${named}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** The scope reaches a person `m`: its own, one who has reported to its communities, or who was at its activities. */
const reaches = (scope: Scope) => sql<boolean>`(${scope.memberId === null} and (${peopleWithin(scope, 'm')}
  or exists (select from sbd_report x where x.member_id = m.id and x.status = 1 and ${within(scope, 'x.org_code')})
  or exists (select from service_signup x where x.member_id = m.id and ${within(scope, 'x.org_code')})))`;

/** A volunteer whom the scope reaches, with what the own report says. */
export async function findVolunteer(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<VolunteerRecord & { isOwn: boolean; posts: string[] | null; skills: string | null }>`
    select ${PERSON}, ${peopleWithin(scope, 'm')} as "isOwn", r.posts, r.skills
      from member m ${BESIDE} left join sbd_report r on r.member_id = m.id and r.status = 1
      left join organisation c on c.id = r.org_id
     where m.id = ${id} and m.deleted_at is null and ${reaches(scope)}`.execute(db);
  return rows[0];
}

/** A page of what a person took part in, the newest first; of one from elsewhere what lies in the scope alone. */
export async function pageOfParts(
  db: Db,
  scope: Scope,
  memberId: string,
  isOwn: boolean,
  limit: number,
  offset: number,
) {
  const where = sql`s.member_id = ${memberId} and a.deleted_at is null ${isOwn ? sql`` : sql`and ${within(scope, 's.org_code')}`}`;
  const [page, total] = await Promise.all([
    sql<{
      id: string;
      title: string;
      orgName: string;
      startsAt: string;
      state: SignupState;
      signedAt: string | null;
      hours: number | null;
      hoursState: HoursState;
      isHere: boolean;
    }>`
      select s.id, a.title, o.name as "orgName", ${beijingMinute('a.starts_at')} as "startsAt", s.state, ${beijingMinute('s.signed_at')} as "signedAt",
             s.hours::float8 as hours, s.hours_state as "hoursState", ${within(scope, 's.org_code')} as "isHere"
        from service_signup s join service_activity a on a.id = s.activity_id join organisation o on o.id = a.org_id
       where ${where} order by a.starts_at desc, s.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from service_signup s join service_activity a on a.id = s.activity_id where ${where}`.execute(
      db,
    ),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A page of the organisations that a person has to do with: the own branch, communities, pairs, groups; of one from elsewhere those of the scope. */
export async function pageOfOrgs(
  db: Db,
  scope: Scope,
  memberId: string,
  isOwn: boolean,
  limit: number,
  offset: number,
) {
  const here = (column: string) => (isOwn ? sql<boolean>`true` : within(scope, column));
  const { rows } = await sql<{
    id: string;
    name: string;
    kind: 'home' | 'report' | 'pair' | 'group';
    detail: string;
    state: number;
    since: string;
    total: number;
  }>`
    with related as (
      select 1 as sort, m.org_id, 'home' as kind, '' as detail, 1 as state, coalesce(m.joined_branch_on::text, '') as since
        from member m where m.id = ${memberId} and ${here('m.org_code')}
      union all
      select 2, r.org_id, 'report', '', r.status, (r.created_at at time zone 'Asia/Shanghai')::date::text
        from sbd_report r where r.member_id = ${memberId} and ${here('r.org_code')}
      union all
      select 3, p.other_id, 'pair', p.person_name, p.state, p.from_on::text
        from service_pair p where p.member_id = ${memberId} and ${here('p.org_code')}
      union all
      select 4, g.org_id, 'group', g.name, 1, '' from content_group_member x join content_group g on g.id = x.group_id and g.type = 6 and g.deleted_at is null
       where x.member_id = ${memberId} and ${here('g.org_code')})
    select o.id, o.name, r.kind, r.detail, r.state, r.since, count(*) over ()::int as total
      from related r join organisation o on o.id = r.org_id
     order by r.sort, r.since desc, o.code, r.detail limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

export interface Figures {
  activities: number;
  taken: number;
  came: number;
  hours: number;
}

/** Activities of a scope that were published and began in a year, each with its recognised hours: `org_code, post, taken, came, hours`. */
const ofPeriod = (scope: Scope, period: string) => sql`(
  select a.org_code, a.post, a.taken, a.came,
         coalesce((select round(sum(s.minutes) / 60.0, 2)::float8 from service_signup s where s.activity_id = a.id and s.hours_state = 2), 0) as hours
    from service_activity a
   where ${within(scope, 'a.org_code')} and ${countedIn(period)}) f`;
const SUMS = sql`count(*)::int as activities, sum(f.taken)::int as taken, sum(f.came)::int as came, sum(f.hours)::float8 as hours`;

/** The figures of a year or a quarter (`PERIOD`) by the organisations directly below one, and by posts. */
export async function countPeriod(db: Db, scope: Scope, code: string, period: string) {
  const below = code.length + 4;
  const [places, posts, here] = await Promise.all([
    sql<Figures & { id: string; name: string; isLeaf: boolean }>`
      with counted as (select left(f.org_code, ${below}::int) as place, ${SUMS} from ${ofPeriod(scope, period)} group by 1)
      select o.id::text as id, o.name, o.code = ${code} or not exists (select from organisation c where c.parent_id = o.id and c.deleted_at is null) as "isLeaf",
             n.activities, n.taken, n.came, n.hours
        from counted n join organisation o on o.code = n.place order by o.code`.execute(db),
    sql<{ post: string; activities: number; hours: number }>`
      select f.post, ${SUMS} from ${ofPeriod(scope, period)} group by 1 order by count(*) desc, f.post`.execute(db),
    sql<{ name: string; year: number }>`
      select name, extract(year from now() at time zone 'Asia/Shanghai')::int as year from organisation where code = ${code}`.execute(
      db,
    ),
  ]);
  return { below: places.rows, posts: posts.rows, orgName: here.rows[0]?.name ?? '', now: here.rows[0]?.year ?? 0 };
}
