import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Who is counted: members in good standing, probationary ones too. */
export const COUNTED = sql`m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1`;
const EXEMPT = (year: number) =>
  sql`(select x.reason from point_exempt x where x.member_id = m.id and x.year = ${year} and x.ended_at is null)`;

/** How many are counted of a scope, how many are exempt, and the mean of the others. */
export async function sumsOf(db: Db, scope: Scope, year: number, base: number) {
  const { rows } = await sql<{ counted: number; exempt: number; mean: string | null }>`
    select count(*) filter (where not x)::int as counted, count(*) filter (where x)::int as exempt,
           (avg(score) filter (where not x))::text as mean
      from (select e.id is not null as x, greatest(0, ${base}::int + coalesce(s.plus, 0) - coalesce(s.minus, 0)) as score
              from member m left join point_score s on s.member_id = m.id and s.year = ${year}
              left join point_exempt e on e.member_id = m.id and e.year = ${year} and e.ended_at is null
             where ${COUNTED} and ${within(scope, 'm.org_code')}) as people`.execute(db);
  return rows[0];
}

/** Sums by dimension of each person of an organisation's subtree: hundredths. */
export async function dimensionsOf(db: Db, scope: Scope, year: number, first: string, last: string) {
  const { rows } = await sql<{ memberId: string; dimension: string; given: number }>`
    select l.member_id as "memberId", l.dimension, sum(l.given)::int as given
      from member m join point_line l on l.member_id = m.id and l.year = ${year} and substr(l.day::text, 1, 7) between ${first} and ${last}
     where ${COUNTED} and ${within(scope, 'm.org_code')} group by 1, 2`.execute(db);
  return rows;
}

/** Everybody who is counted below a scope, in the order of the tree. */
export async function peopleOf(db: Db, scope: Scope, year: number, limit: number) {
  const { rows } = await sql<{
    id: string;
    name: string;
    orgId: string;
    orgCode: string;
    orgName: string;
    exempt: string;
  }>`
    select m.id, m.name, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName", coalesce(${EXEMPT(year)}, '') as exempt
      from member m join organisation o on o.id = m.org_id
     where ${COUNTED} and ${within(scope, 'm.org_code')} order by m.org_code, m.sort, m.id limit ${limit}`.execute(db);
  return rows;
}

/** One person of the scope; undefined: none, or not counted. */
export async function personOf(db: Db, where: RawBuilder<unknown>, year: number) {
  const { rows } = await sql<{
    id: string;
    name: string;
    orgId: string;
    orgCode: string;
    orgName: string;
    plus: number;
    minus: number;
    scored: boolean;
    exempt: string;
  }>`
    select m.id, m.name, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName", coalesce(s.plus, 0) as plus,
           coalesce(s.minus, 0) as minus, coalesce(${EXEMPT(year)}, '') as exempt,
           exists (select from point_line l where l.member_id = m.id and l.year = ${year}) as scored
      from member m join organisation o on o.id = m.org_id left join point_score s on s.member_id = m.id and s.year = ${year}
     where m.deleted_at is null and ${where}`.execute(db);
  return rows[0];
}

/** Used so far by item in a person's year, for what may still be earned. */
export async function usedOf(db: Db, memberId: string, year: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; given: number }>`
    select code, sum(given)::int as given from point_line where member_id = ${memberId} and year = ${year} group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ code, given }) => [code, given]));
}

export interface LineRecord {
  id: string;
  memberId: string;
  memberName: string;
  day: string;
  month: string;
  late: boolean;
  dimension: string;
  itemName: string;
  title: string;
  link: string;
  raw: number;
  given: number;
  why: string;
  gone: boolean;
  madeAt: Date;
  code: string;
  orgId: string;
  orgCode: string;
  enteredBy: string | null;
  /** It was written no more than so many days ago. */
  fresh: boolean;
  appealed: boolean;
}

export interface LineFilter {
  memberId: string | null;
  lineId?: string | null;
  year: number | null;
  dimension: string | null;
  less: boolean;
}

/** A page of lines of a scope by where the people stand now; the newest first. @param days within which a line is fresh */
export async function pageOfLines(
  db: Db,
  scope: Scope,
  filter: LineFilter,
  days: number,
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'm.org_code')];
  if (filter.memberId) parts.push(sql`l.member_id = ${filter.memberId}`);
  if (filter.lineId) parts.push(sql`l.id = ${filter.lineId}`);
  if (filter.year) parts.push(sql`l.year = ${filter.year}`);
  if (filter.dimension) parts.push(sql`l.dimension = ${filter.dimension}`);
  if (filter.less) parts.push(sql`abs(l.given) < abs(l.raw)`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<LineRecord>`
      select l.id, l.member_id as "memberId", m.name as "memberName", l.day, l.month, l.late, l.dimension, l.name as "itemName",
             coalesce(e.title, h.reason, a.text, '') as title, coalesce(e.link, '') as link, l.raw, l.given, l.why,
             coalesce(e.gone, h.state = 3, false) as gone, l.made_at as "madeAt", l.code, l.org_id as "orgId", l.org_code as "orgCode",
             h.entered_by as "enteredBy", (l.made_at at time zone 'Asia/Shanghai')::date >= ${dbToday} - ${days}::int as fresh,
             exists (select from point_appeal p where p.line_id = l.id and p.state = 1) as appealed
        from point_line l join member m on m.id = l.member_id left join point_evidence e on e.id = l.evidence_id
        left join point_hand h on h.id = l.hand_id left join point_appeal a on a.id = l.appeal_id
       where ${where} order by l.day desc, l.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{
      n: number;
    }>`select count(*)::int as n from point_line l join member m on m.id = l.member_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** The code of an organisation of a scope; undefined where it is none. */
export async function findOrgCode(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select code from organisation where id = ${id} and deleted_at is null and ${within(scope, 'code')}`.execute(db);
  return rows[0]?.code;
}

/** The organisation of a code, for who is asked next. */
export async function findOrgByCode(db: Db, code: string) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation where code = ${code} and deleted_at is null`.execute(db);
  return rows[0];
}
