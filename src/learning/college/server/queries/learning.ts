import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';

/** Whether an audience (`of`, a jsonb column) leaves room for students of a grade. */
export const forGrade = (of: string, grade: number | null) => {
  const kept = sql.ref(of);
  return sql<boolean>`(${grade}::int is null or (${kept}->'jobTypes' = '[]' or ${kept}->'jobTypes' @> '2')
    and (${kept}->'grades' = '[]' or ${kept}->'grades' @> to_jsonb(${grade}::int)))`;
};

/** What figures are told by, as id and name of a group; rows: `k` of the roster, `m` of the register, `t` the course or exam. */
const GROUPS: Readonly<
  Record<string, { id: RawBuilder<unknown>; name: RawBuilder<unknown>; only: RawBuilder<unknown> }>
> = {
  class: {
    id: sql`coalesce(k.grade::text || ':' || k.class_name, 'staff')`,
    name: sql`case when k.job_type = 1 then '教职工' else (array['往届', '一年级', '二年级', '三年级'])[k.grade + 1]
      || case when k.class_name = '' then '' else ' ' || k.class_name end end`,
    only: sql`true`,
  },
  identity: {
    id: sql`college_identity(m.person_category)::text`,
    name: sql`case college_identity(m.person_category) when 2 then '党员' when 13 then '发展对象' when 12 then '积极分子' else '申请人' end`,
    only: sql`true`,
  },
  title: {
    id: sql`k.job_class || ':' || coalesce(k.title_level, 9)`,
    name: sql`(array['在岗', '外聘'])[k.job_class] || ' ' || coalesce((array['正高', '副高', '中级', '初级'])[k.title_level], '无职称')`,
    only: sql`k.job_type = 1`,
  },
  course: { id: sql`t.id::text`, name: sql`t.title`, only: sql`true` },
  test: { id: sql`t.id::text`, name: sql`t.title`, only: sql`true` },
};

export interface NumberFilter {
  by: string;
  term: string | null;
  grade: number | null;
}

export interface CourseNumbersRecord {
  id: string;
  name: string;
  people: number;
  places: number;
  begun: number;
  finished: number;
  late: number;
  minutes: number;
}

const RECORDED = sql`count(distinct x.member_id)::int as people, count(*)::int as places, count(x.begun_at)::int as begun,
  count(x.finished_at)::int as finished,
  (count(*) filter (where x.finished_at is null and t.ends_on < (now() at time zone 'Asia/Shanghai')::date))::int as late,
  coalesce(sum(t.minutes) filter (where x.finished_at is not null), 0)::int as minutes`;

/** Figures of the college's published courses: a page of groups, and all together; people and courses of the scope. */
export async function courseNumbers(db: Db, scope: Scope, of: NumberFilter, limit: number, offset: number) {
  const group = GROUPS[of.by] ?? GROUPS.class;
  if (!group) throw new Error('no such group');
  const from = sql`from course t join course_person x on x.course_id = t.id
    join member m on m.id = x.member_id and m.deleted_at is null join college_person k on k.member_id = m.id
    where t.audience = 'college' and t.state > 0 and t.deleted_at is null and ${peopleWithin(scope, 'm')}
      and (${of.term}::text is null or t.term = ${of.term}) and (${of.grade}::int is null or k.grade = ${of.grade}) and ${group.only}`;
  const grouped = sql`select ${group.id} as id, max(${group.name}) as name, ${RECORDED} ${from} group by 1`;
  const [rows, total, all] = await Promise.all([
    sql<CourseNumbersRecord>`${grouped} order by min((k.grade = 0)::int), min(k.grade), 1 limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from (${grouped}) as g`.execute(db),
    sql<CourseNumbersRecord>`select 'all' as id, '合计' as name, ${RECORDED} ${from}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0, all: all.rows[0] };
}

export interface TestNumbersRecord {
  id: string;
  name: string;
  people: number;
  sat: number;
  absent: number;
  marked: number;
  passed: number;
  mean: number;
}

const SCORED = sql`c.score is not null and t.results_at is not null`;
const SAT = sql`count(*)::int as people, count(c.id)::int as sat,
  (count(*) filter (where c.id is null and now() > t.closes_at))::int as absent, (count(*) filter (where ${SCORED}))::int as marked,
  (count(*) filter (where ${SCORED} and c.score * 100 >= c.total * t.pass_percent))::int as passed,
  coalesce(round(avg(c.score * 100.0 / nullif(c.total, 0)) filter (where ${SCORED}), 1), 0)::float8 as mean`;

/** Figures of the college's published exams that have begun: a page of groups, and all together. Scores once they are published. */
export async function testNumbers(db: Db, scope: Scope, of: NumberFilter, limit: number, offset: number) {
  const group = GROUPS[of.by] ?? GROUPS.test;
  if (!group) throw new Error('no such group');
  const from = sql`from exam t join exam_person x on x.exam_id = t.id
    join member m on m.id = x.member_id and m.deleted_at is null join college_person k on k.member_id = m.id
    left join lateral (select a.id, a.score, a.total from exam_attempt a where a.person_id = x.id
      order by a.id = x.counted_id desc nulls last, a.number desc limit 1) as c on true
    where t.audience = 'college' and t.state = 1 and t.opens_at <= now() and t.deleted_at is null and ${within(scope, 't.org_code')}
      and ${peopleWithin(scope, 'm')} and (${of.term}::text is null or t.term = ${of.term})
      and (${of.grade}::int is null or k.grade = ${of.grade}) and ${group.only}`;
  const grouped = sql`select ${group.id} as id, max(${group.name}) as name, ${SAT} ${from} group by 1`;
  const latest = of.by === 'test' ? sql`max(t.opens_at) desc,` : sql``;
  const [rows, total, all] = await Promise.all([
    sql<TestNumbersRecord>`${grouped} order by ${latest} min(k.grade), 1 limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${grouped}) as g`.execute(db),
    sql<TestNumbersRecord>`select 'all' as id, '合计' as name, ${SAT} ${from}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0, all: all.rows[0] };
}

/** Somebody's own place on the roster, and the terms that have something for them. */
export async function ownPlace(db: Db, memberId: string) {
  const { rows } = await sql<{
    jobType: number;
    number: string;
    grade: number | null;
    className: string;
    jobClass: number | null;
    titleLevel: number | null;
    suspended: number;
    identity: number;
  }>`select k.job_type::int as "jobType", k.number, k.grade::int as grade, k.class_name as "className", k.job_class::int as "jobClass",
            k.title_level::int as "titleLevel", k.suspended::int as suspended, college_identity(m.person_category)::int as identity
       from college_person k join member m on m.id = k.member_id where k.member_id = ${memberId} and m.deleted_at is null`.execute(
    db,
  );
  const terms = await sql<{ term: string }>`
    select distinct term from (
      select c.term from course_person x join course c on c.id = x.course_id where x.member_id = ${memberId} and c.audience = 'college'
      union all
      select e.term from exam_person x join exam e on e.id = x.exam_id where x.member_id = ${memberId} and e.audience = 'college'
    ) as t order by term desc limit 30`.execute(db);
  return { place: rows[0], terms: terms.rows.map(({ term }) => term) };
}

export interface OwnTestRecord {
  id: string;
  title: string;
  term: string;
  opensAt: Date;
  closesAt: Date;
  minutes: number;
  phase: number;
  record: number;
  score: number | null;
  total: number;
  passed: boolean | null;
}

/** The college's exams on whose lists somebody is, the latest first. */
export async function ownTests(db: Db, memberId: string): Promise<OwnTestRecord[]> {
  const { rows } = await sql<OwnTestRecord>`
    select e.id, e.title, e.term, e.opens_at as "opensAt", e.closes_at as "closesAt", e.minutes,
           (case when now() < e.opens_at then 0 when now() <= e.closes_at then 1 else 2 end)::int as phase,
           (case when l.state is not null then l.state when now() > e.closes_at then 4 else 0 end)::int as record,
           case when e.results_at is not null then c.score end as score, coalesce(c.total, 0)::int as total,
           case when e.results_at is not null then c.score * 100 >= c.total * e.pass_percent end as passed
      from exam_person x join exam e on e.id = x.exam_id and e.audience = 'college' and e.state = 1 and e.deleted_at is null
      left join lateral (select state from exam_attempt a where a.person_id = x.id order by a.number desc limit 1) as l on true
      left join exam_attempt c on c.id = x.counted_id
     where x.member_id = ${memberId} order by e.opens_at desc, e.id desc limit 50`.execute(db);
  return rows;
}
