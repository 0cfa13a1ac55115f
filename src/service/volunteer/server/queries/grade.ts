import { type RawBuilder, sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import type { GradeSide, GradeView } from '#service/volunteer/contract.grade.ts';
import { FIRST_YEAR, type Grade } from '#service/volunteer/rules.grade.ts';
import { MODULE } from '../todos.ts';

/** People by their reports, or units by their pairs. */
export type Graded = 'person' | 'unit';

export interface GradeRecord {
  id: string;
  name: string;
  homeName: string;
  homeId: string;
  memberId: string | null;
  orgId: string;
  orgCode: string;
  orgName: string;
  minutes: number;
  absences: number;
  grade: Grade | null;
  word: string;
  gradedOn: string | null;
  gradedName: string;
}

const yearAt = (year: number) => sql`make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'Asia/Shanghai')`;

/** A report or pair `r` lived at the end of a year, or lives in it now. */
const livedIn = (year: RawBuilder<unknown>) => sql<boolean>`(r.decided_on < make_date(${year} + 1, 1, 1)
  and (r.status = 1 or (r.status = 3 and r.ended_on >= make_date(${year} + 1, 1, 1))))`;

/** Reports or pairs `r` with their place `o`, whom it is about, and the grade `g` of a year. */
const fromOf = (of: Graded, year: RawBuilder<unknown>) =>
  of === 'person'
    ? sql`sbd_report r join organisation o on o.id = r.org_id and o.deleted_at is null join member m on m.id = r.member_id
          join organisation h on h.id = m.org_id left join service_grade g on g.report_id = r.id and g.year = ${year}`
    : sql`sbd_pair r join organisation o on o.id = r.community_id and o.deleted_at is null join organisation h on h.id = r.org_id
          left join service_grade g on g.pair_id = r.id and g.year = ${year}`;

/** What a place counts of a year: minutes and absences of a person there, or of a unit by its slips. */
const columnsOf = (of: Graded, year: number) =>
  of === 'person'
    ? sql`m.name, h.name as "homeName", m.id as "memberId",
          coalesce((select sum(e.minutes) from service_entry e join service_activity a on a.id = e.activity_id
                     where e.member_id = r.member_id and a.org_id = r.org_id
                       and e.posted_on >= make_date(${year}::int, 1, 1) and e.posted_on < make_date(${year}::int + 1, 1, 1)), 0)::int as minutes,
          (select count(*)::int from service_signup s join service_activity a on a.id = s.activity_id
            where s.member_id = r.member_id and s.state = 5 and a.org_id = r.org_id
              and a.starts_at >= ${yearAt(year)} and a.starts_at < ${yearAt(year + 1)}) as absences`
    : sql`h.name, '' as "homeName", null::bigint as "memberId",
          coalesce((select sum(f.minutes) from service_feedback f where f.org_id = r.community_id and f.unit_id = r.org_id and f.year = ${year}::int), 0)::int as minutes,
          coalesce((select sum(f.absences) from service_feedback f where f.org_id = r.community_id and f.unit_id = r.org_id and f.year = ${year}::int), 0)::int as absences`;

/** What the scope meets at the place's end, at the other, or at either; nobody without office. */
function seen(scope: Scope, of: Graded, side: GradeSide | null): RawBuilder<boolean> {
  if (scope.memberId !== null) return sql<boolean>`false`;
  const came = within(scope, 'o.code');
  const went = within(scope, of === 'person' ? 'm.org_code' : 'r.org_code');
  if (side === 'in') return came;
  return side === 'out' ? went : sql<boolean>`(${came} or ${went})`;
}

export interface GradeFilter {
  view: GradeView;
  side: GradeSide | null;
  year: number;
  name: string;
}

const ofView = (view: GradeView): { of: Graded; isDone: boolean } => ({
  of: view === 'personTodo' || view === 'personDone' ? 'person' : 'unit',
  isDone: view === 'personDone' || view === 'unitDone',
});

function matching(scope: Scope, of: Graded, { side, year, name }: GradeFilter) {
  const parts = [seen(scope, of, side), livedIn(sql`${year}::int`)];
  if (name) parts.push(textHolds(of === 'person' ? sql`m.name` : sql`h.name`, name));
  return sql`${fromOf(of, sql`${year}::int`)} where ${sql.join(parts, sql` and `)}`;
}

/** A page of those of a view, in the order of the places; and how many each view has. */
export async function pageOfGrades(db: Db, scope: Scope, filter: GradeFilter, limit: number, offset: number) {
  const { of, isDone } = ofView(filter.view);
  const counted = (one: Graded) => sql<{ todo: number; done: number }>`
    select count(*) filter (where g.id is null)::int as todo, count(g.id)::int as done from ${matching(scope, one, filter)}`;
  const [page, units, people] = await Promise.all([
    sql<GradeRecord>`
      select r.id, ${columnsOf(of, filter.year)}, h.id as "homeId", o.id as "orgId", o.code as "orgCode", o.name as "orgName", g.grade,
             coalesce(g.word, '') as word, g.graded_on::text as "gradedOn", coalesce(g.graded_name, '') as "gradedName"
        from ${matching(scope, of, filter)} and ${isDone ? sql`g.id is not null` : sql`g.id is null`}
       order by o.code, h.code, r.id limit ${limit} offset ${offset}`.execute(db),
    counted('unit').execute(db),
    counted('person').execute(db),
  ]);
  const counts: Record<GradeView, number> = {
    unitTodo: units.rows[0]?.todo ?? 0,
    unitDone: units.rows[0]?.done ?? 0,
    personTodo: people.rows[0]?.todo ?? 0,
    personDone: people.rows[0]?.done ?? 0,
  };
  return { rows: page.rows, total: counts[filter.view], counts };
}

/** Some reports or pairs of the year that the scope meets at either end, held. */
export async function lockGraded(db: Db, scope: Scope, of: Graded, year: number, ids: readonly string[]) {
  const { rows } = await sql<GradeRecord>`
    select r.id, ${columnsOf(of, year)}, h.id as "homeId", o.id as "orgId", o.code as "orgCode", o.name as "orgName", g.grade,
           coalesce(g.word, '') as word, g.graded_on::text as "gradedOn", coalesce(g.graded_name, '') as "gradedName"
      from ${fromOf(of, sql`${year}::int`)} where r.id = any(${ids}::bigint[]) and ${seen(scope, of, null)}
     order by r.id for no key update of r`.execute(db);
  return rows;
}

/** Which of some reports or pairs lived in the year. */
export async function livedOf(db: Db, of: Graded, year: number, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${of === 'person' ? sql`sbd_report` : sql`sbd_pair`} r
     where r.id = any(${ids}::bigint[]) and ${livedIn(sql`${year}::int`)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Writes a grade for some; what was said before is replaced. */
export function writeGrades(
  db: Db,
  of: Graded,
  ids: readonly string[],
  { year, grade, word, by }: { year: number; grade: Grade; word: string; by: string },
) {
  const column = of === 'person' ? sql`report_id` : sql`pair_id`;
  return sql`
    insert into service_grade (${column}, year, grade, word, graded_on, graded_name)
    select id, ${year}::int, ${grade}::int, ${word}::text, ${dbToday}, ${by}::text from unnest(${ids}::bigint[]) as id
    on conflict (${column}, year) where ${column} is not null do update
      set grade = excluded.grade, word = excluded.word, graded_on = excluded.graded_on, graded_name = excluded.graded_name`.execute(
    db,
  );
}

/** Places `o` with those who have no grade of a year: `org_id, org_code, name, units, people`. */
export const ungraded = (year: RawBuilder<unknown>) => sql`
  select o.id as org_id, o.code as org_code, o.name, sum(x.unit)::int as units, sum(1 - x.unit)::int as people
    from (select r.community_id as place_id, 1 as unit from sbd_pair r
           where ${livedIn(year)} and not exists (select from service_grade g where g.pair_id = r.id and g.year = ${year})
          union all
          select r.org_id, 0 from sbd_report r
           where ${livedIn(year)} and not exists (select from service_grade g where g.report_id = r.id and g.year = ${year})) x
    join organisation o on o.id = x.place_id and o.deleted_at is null
   group by o.id, o.code, o.name`;

/** The year before the current one, where it has grades at all; of others nobody is late. */
export const LATE_YEAR = sql`nullif(greatest(extract(year from ${dbToday})::int - 1, ${FIRST_YEAR}::int - 1), ${FIRST_YEAR}::int - 1)`;

/** Keeps the places' to-dos in step: one in December, and for the year before until it is done. @param year that is graded now */
export const keepGradeTodos = (db: Db, year: number) =>
  reconcileTodos(db, {
    roleId: ROLE.worker,
    module: MODULE,
    act: '评定',
    kept: ['serviceGrade'],
    wanted:
      year < FIRST_YEAR
        ? sql`select null::bigint as org_id, '' as org_code, '' as title, '' as detail, '' as url, null::date as due_on, '' as subject where false`
        : sql`
      select u.org_id, u.org_code, '评定' || ${year}::int || '年双报到年度等次' as title, '待评单位' || u.units || '个、党员' || u.people || '名' as detail,
             '/service/grade?view=' || case when u.units > 0 then 'unitTodo' else 'personTodo' end || '&side=in' as url,
             make_date(${year}::int, 12, 31) as due_on, 'serviceGrade:' || u.org_id || '-' || ${year}::int as subject
        from (${ungraded(sql`${year}::int`)}) u`,
  });
