import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

interface Place {
  jobType: number;
  grade: number | null;
  className: string;
  jobClass: number | null;
  titleLevel: number | null;
}

export interface TestPersonRecord extends Place {
  id: string;
  memberId: string;
  name: string;
  orgName: string;
  identity: number;
  record: number;
  attempts: number;
  startedAt: Date | null;
  handedAt: Date | null;
  leaves: number;
  score: number | null;
  total: number | null;
  passed: boolean | null;
  hasSheet: boolean;
}

/** Whoever left the roster since is listed as they stand: without a place. */
const PLACE = sql`coalesce(k.job_type, 0)::int as "jobType", k.grade::int as grade, coalesce(k.class_name, '') as "className",
  k.job_class::int as "jobClass", k.title_level::int as "titleLevel"`;
const RECORD = sql`(case when t.state is not null then t.state when now() > e.closes_at then 4 else 0 end)`;
const FROM = sql`exam_person x join exam e on e.id = x.exam_id join member m on m.id = x.member_id and m.deleted_at is null
  join organisation o on o.id = m.org_id left join college_person k on k.member_id = m.id
  left join lateral (select a.* from exam_attempt a where a.person_id = x.id order by a.number desc limit 1) as t on true
  left join exam_attempt c on c.id = x.counted_id and e.results_at is not null`;

export interface TestPersonFilter {
  record: number | null;
  grade: number | null;
  className: string | null;
  identity: number | null;
  name: string | null;
}

/** A page of an exam's people of the scope by class, with how many stand how. */
export async function pageOfPeople(
  db: Db,
  scope: Scope,
  examId: string,
  of: TestPersonFilter,
  limit: number,
  offset: number,
) {
  const named = sql`x.exam_id = ${examId} and ${peopleWithin(scope, 'm')} and (${of.name}::text is null or ${textHolds(sql`m.name`, of.name)})
    and (${of.grade}::int is null or k.grade = ${of.grade}) and (${of.className}::text is null or k.class_name = ${of.className})
    and (${of.identity}::int is null or college_identity(m.person_category) = ${of.identity})`;
  const [rows, counts] = await Promise.all([
    sql<TestPersonRecord>`
      select x.id, x.member_id as "memberId", m.name, o.name as "orgName", college_identity(m.person_category)::int as identity,
             ${PLACE}, ${RECORD}::int as record, (select count(*)::int from exam_attempt a where a.person_id = x.id) as attempts,
             t.started_at as "startedAt", t.handed_at as "handedAt", coalesce(t.leaves, 0)::int as leaves, c.score, c.total,
             c.score * 100 >= c.total * e.pass_percent as passed, coalesce(c.state = 3, false) as "hasSheet"
        from ${FROM} where ${named} and (${of.record}::int is null or ${RECORD} = ${of.record})
       order by k.job_type desc nulls last, k.grade, k.class_name, m.org_code, m.sort, x.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ record: number; n: number }>`
      select ${RECORD}::int as record, count(*)::int as n from ${FROM} where ${named} group by 1`.execute(db),
  ]);
  const records = Object.fromEntries(counts.rows.map(({ record, n }) => [String(record), n]));
  const all = counts.rows.reduce((sum, { n }) => sum + n, 0);
  return { rows: rows.rows, records, total: of.record === null ? all : (records[String(of.record)] ?? 0) };
}

export interface SheetRecord extends Place {
  attemptId: string;
  name: string;
  orgName: string;
  score: number;
  total: number;
  passed: boolean;
  number: number;
  startedAt: Date;
  handedAt: Date;
  handedBy: string;
  leaves: number;
}

/** The attempt that counts of one of an exam's people, once its results are published. */
export async function findSheet(
  db: Db,
  scope: Scope,
  examId: string,
  personId: string,
): Promise<SheetRecord | undefined> {
  const { rows } = await sql<SheetRecord>`
    select c.id as "attemptId", m.name, o.name as "orgName", ${PLACE}, c.score, c.total,
           c.score * 100 >= c.total * e.pass_percent as passed, c.number::int as number, c.started_at as "startedAt",
           c.handed_at as "handedAt", c.handed_by as "handedBy", c.leaves
      from ${FROM} where x.exam_id = ${examId} and x.id = ${personId} and ${peopleWithin(scope, 'm')} and c.state = 3`.execute(
    db,
  );
  return rows[0];
}

export interface SheetAnswer {
  seq: number;
  section: string;
  kind: number;
  stem: string;
  rich: string;
  options: string[];
  key: string[];
  explanation: string;
  answer: string[];
  points: number;
  score: number;
  comment: string;
}

/** The questions of an attempt as they were asked, with what was answered. */
export async function answersOf(db: Db, attemptId: string): Promise<SheetAnswer[]> {
  const { rows } = await sql<SheetAnswer>`
    select w.seq, w.section, v.kind::int as kind, v.stem, v.rich, v.options, v.key, v.explanation, w.answer, coalesce(w.points, 0) as points,
           w.score, w.comment
      from exam_answer w join question_version v on v.question_id = w.question_id and v.number = w.number
     where w.attempt_id = ${attemptId} order by w.seq`.execute(db);
  return rows;
}
