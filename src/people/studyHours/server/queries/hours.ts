import { type RawBuilder, sql } from 'kysely';
import { BASE_TYPES, type Duty, NEW_SECRETARY_MONTHS, SECRETARY, type Source } from '#people/studyHours/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** The duty of a year: of the latest row up to it, else of the first. */
export async function dutyOf(db: Db, year: number): Promise<Duty> {
  const { rows } = await sql<Duty>`
    select class_minutes as "classMinutes", member_hours as "memberHours", leader_hours as "leaderHours",
           leader_central as "leaderCentral", clause
      from learning_duty order by from_year <= ${year} desc, abs(from_year - ${year}) limit 1`.execute(db);
  const [duty] = rows;
  if (!duty) throw new Error('learning_duty holds no row');
  return duty;
}

/** Who owes hours: members in good standing, probationary ones too. */
export const OWES = sql`m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1`;
const BASE = sql`${[...BASE_TYPES]}::int[]`;

/** Who leads a base organisation now, with the posts, and since when whoever is 书记 for the first time: everybody, or one person. */
const leaders = (whom: RawBuilder<unknown>) => sql`
  select p.member_id, string_agg(distinct p.post, '、') as posts,
         min(t.elected_on) filter (where p.post = ${SECRETARY} and not exists (
           select from org_post b join org_term bt on bt.id = b.term_id
            where b.member_id = p.member_id and b.post = ${SECRETARY} and bt.elected_on < t.elected_on)) as secretary_since
    from org_post p join org_term t on t.id = p.term_id and t.is_current
    join organisation o on o.id = p.org_id and o.deleted_at is null and o.type = any(${BASE})
   where ${whom} group by 1`;

/** The day as of which a year is judged: today, or its last once it is over. */
export const dayOf = (year: number, now: string) => (year < Number(now.slice(0, 4)) ? `${year}-12-31` : now);

export interface HoursFilter {
  state: 'met' | 'behind' | null;
  who: 'leader' | 'secretary' | 'fresh' | null;
  keyWords: string | null;
}

export interface PersonRecord {
  id: string;
  name: string;
  orgId: string;
  orgName: string;
  orgCode: string;
  sort: number;
  posts: string;
  category: number;
  minutes: number;
  central: number;
  secretarySince: string | null;
  secretaryDue: string | null;
  admittedOn: string | null;
  convertedOn: string | null;
  centralDays: string[];
}

const YEAR = (year: number) => sql`left join learning_year y on y.member_id = m.id and y.year = ${year}`;
export const FROM = (year: number) =>
  sql`member m left join (${leaders(sql`p.member_id is not null`)}) as lead on lead.member_id = m.id ${YEAR(year)}`;
/** The same where few people are read: each one's posts are looked up alone. */
const FROM_EACH = (year: number) =>
  sql`member m left join lateral (${leaders(sql`p.member_id = m.id`)}) as lead on true ${YEAR(year)}`;
export const MET = (duty: Duty) => sql<boolean>`(case when lead.member_id is null
  then coalesce(y.minutes, 0) >= ${duty.memberHours * duty.classMinutes}::int
  else coalesce(y.minutes, 0) >= ${duty.leaderHours * duty.classMinutes}::int
       and coalesce(y.central, 0) >= ${duty.leaderCentral}::int end)`;
const DUE = sql`(lead.secretary_since + make_interval(months => ${sql.lit(NEW_SECRETARY_MONTHS)}))::date`;

const COLUMNS = (day: string) => sql`m.id, m.name, m.org_id as "orgId", m.org_code as "orgCode", m.sort,
  (select name from organisation o where o.id = m.org_id) as "orgName",
  coalesce(lead.posts, '') as posts, m.person_category as category, coalesce(y.minutes, 0) as minutes, coalesce(y.central, 0) as central,
  lead.secretary_since as "secretarySince", ${DUE} as "secretaryDue", m.admission_date as "admittedOn",
  m.conversion_date as "convertedOn",
  coalesce((select array_agg(h.day::text) from learning_hour h
             where h.member_id = m.id and h.central and not h.gone and h.day <= ${day}), '{}') as "centralDays"`;

/** Who is new: elected 书记 no more than six months before the year's day, in probation, or a year after it. */
const WHO = (day: string) => ({
  leader: sql`lead.member_id is not null`,
  secretary: sql`lead.secretary_since between ${day}::date - make_interval(months => ${sql.lit(NEW_SECRETARY_MONTHS)}) and ${day}::date`,
  fresh: sql`(m.person_category = 2 or m.conversion_date between ${day}::date - interval '1 year' and ${day}::date)`,
});

/** Everybody of a scope who owes hours, by what the list is filtered by. */
function asked(scope: Scope, duty: Duty, day: string, filter: HoursFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [OWES, within(scope, 'm.org_code')];
  if (filter.state) parts.push(filter.state === 'met' ? MET(duty) : sql`not ${MET(duty)}`);
  if (filter.who) parts.push(WHO(day)[filter.who]);
  if (filter.keyWords) parts.push(textHolds(sql`m.name`, filter.keyWords));
  return sql.join(parts, sql` and `);
}

/** A page of people in the order of the tree. */
export async function pageOfHours(
  db: Db,
  scope: Scope,
  year: number,
  duty: Duty,
  day: string,
  filter: HoursFilter,
  limit: number,
  offset: number,
): Promise<PersonRecord[]> {
  const { rows } = await sql<PersonRecord>`
    select ${COLUMNS(day)} from ${filter.who ? FROM(year) : FROM_EACH(year)} where ${asked(scope, duty, day, filter)}
     order by m.org_code, m.sort, m.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many people a list with such filters holds. */
export async function countHours(db: Db, scope: Scope, year: number, duty: Duty, day: string, filter: HoursFilter) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${FROM(year)} where ${asked(scope, duty, day, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The same page by page for an export: those after one. */
export async function hoursAfter(
  db: Db,
  scope: Scope,
  year: number,
  duty: Duty,
  day: string,
  filter: HoursFilter,
  after: PersonRecord | null,
  limit: number,
): Promise<PersonRecord[]> {
  const where = asked(scope, duty, day, filter);
  const later = after ? sql`and (m.org_code, m.sort, m.id) > (${after.orgCode}, ${after.sort}, ${after.id})` : sql``;
  const { rows } = await sql<PersonRecord>`select ${COLUMNS(day)} from ${FROM(year)} where ${where} ${later}
    order by m.org_code, m.sort, m.id limit ${limit}`.execute(db);
  return rows;
}

/** Somebody of the table of people with the year's sums; undefined: none there. `owes`: a member who owes hours. */
export async function personOf(db: Db, where: RawBuilder<unknown>, year: number, day: string) {
  const { rows } = await sql<PersonRecord & { owes: boolean }>`
    select ${COLUMNS(day)}, ${OWES} as owes from ${FROM(year)} where m.deleted_at is null and ${where}`.execute(db);
  return rows[0];
}

/** What stands of a person's year by source. */
export async function sourcesOf(db: Db, memberId: string, year: number) {
  const { rows } = await sql<{ source: Source; minutes: number; times: number }>`
    select source, sum(minutes)::int as minutes, count(*)::int as times from learning_hour
     where member_id = ${memberId} and year = ${year} and not gone group by 1`.execute(db);
  return rows;
}

export interface LineRecord {
  id: string;
  day: string;
  source: Source;
  title: string;
  link: string;
  minutes: number;
  central: boolean;
  why: string;
  bookedAt: Date;
}

/** A page of the ledger of a person's year, the latest day first. */
export async function pageOfLines(
  db: Db,
  memberId: string,
  year: number,
  source: Source | null,
  limit: number,
  offset: number,
) {
  const where = sql`l.member_id = ${memberId} and l.year = ${year} ${source ? sql`and h.source = ${source}` : sql``}`;
  const from = sql`learning_line l join learning_hour h on h.id = l.hour_id`;
  const [page, total] = await Promise.all([
    sql<LineRecord>`
      select l.id, h.day, h.source, h.title, h.link, l.minutes, h.central, l.why, l.booked_at as "bookedAt"
        from ${from} where ${where} order by h.day desc, l.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
