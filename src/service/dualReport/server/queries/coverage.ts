import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Coverage, Lack, LackingRow } from '#service/dualReport/contract.coverage.ts';
import { UNIT_NATURES } from '../../rules.ts';
import { receivesReports } from './report.ts';

/**
 * Who of a scope has to report by the rules: `id, org_id, org_code, name, reported, waiting, exempt, lack, due_on`. Who reported is not
 * exempt. Who only counts takes none of the last two, which look further and are left out by the database where nobody asks for them.
 */
export type Expected = (scope: Scope) => RawBuilder<unknown>;

/** The organisations of a scope that receive, or lie below one that does: its own people live where it is. */
const settled = (scope: Scope) => sql`
  receiver as materialized (select o.code from organisation o where ${receivesReports()}),
  settled as materialized (
    select distinct o.id from organisation o
     cross join lateral generate_series(4, length(o.code), 4) as cut
      join receiver r on r.code = left(o.code, cut)
     where ${within(scope, 'o.code')})`;

/** A member `m` in work who is at home: on the roll, not away as a floating member. The index `member_serving`. */
const AT_HOME = sql<boolean>`(m.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)
  and m.occupation is not null and not m.is_floating)`;

/** The rule `u` of the organisation names a member `m` by post and age. */
const NAMED = sql<boolean>`(m.occupation = any(u.occupations)
  and (u.youngest is null or m.birth_date is null or m.birth_date <= ${dbToday} - make_interval(years => u.youngest))
  and (u.eldest is null or m.birth_date is null or m.birth_date > ${dbToday} - make_interval(years => u.eldest + 1)))`;

/** Members in work of a scope whom the rules name, but of communities themselves. */
export const expectedMembers: Expected = (scope) => sql`
  with ${settled(scope)},
  ruled as materialized (
    select o.id, u.occupations, u.youngest, u.eldest, u.report_days, u.from_on from organisation o
     cross join lateral (select r.* from sbd_rule r where r.from_on <= ${dbToday} and starts_with(o.code, r.org_code)
                          order by length(r.org_code) desc, r.from_on desc limit 1) u
     where ${within(scope, 'o.code')} and not exists (select from settled s where s.id = o.id))
  select e.*, not e.reported and exists (select from sbd_exemption x where x.member_id = e.id and x.ended_on is null
                                            and (x.until_on is null or x.until_on >= ${dbToday})) as exempt
    from (
      select m.id, m.org_id, m.org_code, m.name, m.occupation,
             exists (select from sbd_report r where r.member_id = m.id and r.status = 1) as reported,
             exists (select from sbd_report r where r.member_id = m.id and r.status = 0) as waiting,
             case (select r.status from sbd_report r where r.member_id = m.id order by r.status = 0 desc, r.id desc limit 1)
               when 0 then 'waiting' when 2 then 'returned' else 'none' end as lack,
             greatest(coalesce(m.joined_branch_on, m.admission_date, (m.created_at at time zone 'Asia/Shanghai')::date), u.from_on)
               + u.report_days::int as due_on
        from ruled u join member m on m.org_id = u.id
       where ${within(scope, 'm.org_code')} and ${AT_HOME} and ${NAMED}) e`;

/** Organisations of a scope that have a unit of their own other than a community, town or street. */
export const expectedOrgs: Expected = (scope) => sql`
  with ${settled(scope)}
  select o.id, o.id as org_id, o.code as org_code, o.name, u.name as unit,
         exists (select from sbd_pair p where p.org_id = o.id and p.status = 1) as reported,
         exists (select from sbd_pair p where p.org_id = o.id and p.status = 0) as waiting,
         false as exempt, null::date as due_on,
         case (select p.status from sbd_pair p where p.org_id = o.id order by p.status = 0 desc, p.id desc limit 1)
           when 0 then 'waiting' when 2 then 'returned' else 'none' end as lack
    from organisation o
    join lateral (select u.name from unit u where u.org_id = o.id and u.deleted_at is null
                     and u.nature = any(${[...UNIT_NATURES]}::text[]) order by u.id limit 1) u on true
   where ${within(scope, 'o.code')} and o.deleted_at is null and o.type not in (28, 29)
     and not exists (select from settled s where s.id = o.id)`;

/** The figures of an organisation, of those directly below it, or of itself where nothing is below or some stand at itself. */
export async function coverageOf(
  db: Db,
  scope: Scope,
  code: string,
  expected: Expected,
): Promise<Pick<Coverage, 'orgName' | 'total' | 'below' | 'today'>> {
  const below = code.length + 4;
  const { rows } = await sql<Coverage['below'][number]>`
    with counted as (
      select left(e.org_code, ${below}::int) as place, count(*) filter (where not e.exempt)::int as expected, count(*) filter (where e.reported)::int as reported,
             count(*) filter (where e.exempt)::int as exempt,
             count(*) filter (where e.waiting and not e.reported and not e.exempt)::int as waiting
        from (${expected(scope)}) e group by 1)
    select o.id::text as id, o.name, o.code = ${code} or not exists (select from organisation c where c.parent_id = o.id and c.deleted_at is null) as "isLeaf",
           coalesce(n.expected, 0) as expected, coalesce(n.reported, 0) as reported, coalesce(n.exempt, 0) as exempt,
           coalesce(n.waiting, 0) as waiting
      from organisation o left join counted n on n.place = o.code
     where ${within(scope, 'o.code')} and o.deleted_at is null and o.type <> 28
       and (o.parent_id = (select id from organisation where code = ${code}) or o.code = ${code} and n.place is not null)
     order by o.code <> ${code}, o.sort, o.id`.execute(db);
  const here = await sql<{ name: string; today: string }>`
    select name, ${dbToday} as today from organisation where code = ${code}`.execute(db);
  const total = rows.reduce(
    (sum, row) => ({
      expected: sum.expected + row.expected,
      reported: sum.reported + row.reported,
      exempt: sum.exempt + row.exempt,
      waiting: sum.waiting + row.waiting,
    }),
    { expected: 0, reported: 0, exempt: 0, waiting: 0 },
  );
  const { name: orgName = '', today = '' } = here.rows[0] ?? {};
  return { orgName, today, total, below: rows };
}

const PLACES = 50;

/** To which communities the expected members of a scope have reported. */
export async function memberPlaces(db: Db, scope: Scope): Promise<Coverage['places']> {
  const { rows } = await sql<Coverage['places'][number]>`
    select o.id, o.name, count(*)::int as n from sbd_report r join member m on m.id = r.member_id join organisation o on o.id = r.org_id
     where r.status = 1 and m.deleted_at is null and ${within(scope, 'm.org_code')}
     group by o.id, o.name order by n desc, o.id limit ${PLACES}`.execute(db);
  return rows;
}

/** To which communities the organisations of a scope have reported. */
export async function orgPlaces(db: Db, scope: Scope): Promise<Coverage['places']> {
  const { rows } = await sql<Coverage['places'][number]>`
    select o.id, o.name, count(*)::int as n from sbd_pair p join organisation o on o.id = p.community_id
     where p.status = 1 and ${within(scope, 'p.org_code')}
     group by o.id, o.name order by n desc, o.id limit ${PLACES}`.execute(db);
  return rows;
}

/** How many organisations and people have reported to the communities of a scope. */
export async function cameTo(db: Db, scope: Scope): Promise<{ organisations: number; people: number }> {
  const { rows } = await sql<{ organisations: number; people: number }>`
    select (select count(distinct p.org_id)::int from sbd_pair p join organisation c on c.id = p.community_id
             where p.status = 1 and ${within(scope, 'c.code')}) as organisations,
           (select count(*)::int from sbd_report r join member m on m.id = r.member_id and m.deleted_at is null
             where r.status = 1 and ${within(scope, 'r.org_code')}) as people`.execute(db);
  return rows[0] ?? { organisations: 0, people: 0 };
}

export interface LackingFilter {
  lack: Lack | null;
  name: string;
}

type LackingRecord = Omit<LackingRow, 'lackName' | 'note' | 'can'> & {
  lack: Lack;
  occupation: number | null;
  unit: string;
};

/** A page of those who have not reported and have to, or of those who are let off (`exempt`), in the order of the tree. */
export async function pageOfLacking(
  db: Db,
  scope: Scope,
  kind: 'member' | 'org',
  { lack, name }: LackingFilter,
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [sql`not e.reported and e.exempt = ${lack === 'exempt'}`];
  if (lack !== null && lack !== 'exempt') parts.push(sql`e.lack = ${lack}`);
  if (name) parts.push(textHolds(sql`e.name`, name));
  const where = sql.join(parts, sql` and `);
  const from =
    kind === 'member'
      ? sql`(${expectedMembers(scope)}) e join organisation h on h.id = e.org_id`
      : sql`(${expectedOrgs(scope)}) e join organisation o on o.id = e.id left join organisation h on h.id = o.parent_id`;
  const more = kind === 'member' ? sql`e.occupation, '' as unit` : sql`null::smallint as occupation, e.unit`;
  const [page, total] = await Promise.all([
    sql<LackingRecord>`
      select p.*, coalesce(p.due::text, '') as "dueOn", coalesce(p.lack <> 'waiting' and p.due < ${dbToday}, false) as "isLate",
             coalesce(g.urged_on::text, '') as "urgedOn", coalesce(x.reason || case when x.until_on is null then '' else '，至' || x.until_on end, '') as exemption
        from (select e.id, e.name, e.org_code, coalesce(h.name, '') as "homeName", case when e.exempt then 'exempt' else e.lack end as lack,
                     case when e.exempt then null else e.due_on end as due, ${more} from ${from} where ${where}
               order by e.org_code, e.id limit ${limit} offset ${offset}) p
        left join sbd_urge g on ${kind === 'member'} and g.member_id = p.id
        left join sbd_exemption x on ${kind === 'member'} and x.member_id = p.id and x.ended_on is null
       order by p.org_code, p.id`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
