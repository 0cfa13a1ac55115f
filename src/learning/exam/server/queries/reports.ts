import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Which exams: by whom they are held, and between which days they closed or close. */
export interface ExamsOf {
  /** Tests of a college alone, or none of them. */
  college: boolean;
  from: string;
  to: string;
}

/** Published exams `e` of a span, by the day on which they close. */
const exams = ({ college, from, to }: ExamsOf) => sql`
  e.state = 1 and e.deleted_at is null and (e.term <> '') = ${college}
  and (e.closes_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date`;

/** Who sat: an attempt of whom counts, or is at least handed in; scores only once the results are published. */
const SAT = sql`exists (select from exam_attempt a where a.person_id = x.id and a.state > 1)`;
/** Parts of those who were to sit: what a column counts and its list holds. */
const PARTS = {
  people: sql<boolean>`true`,
  sat: SAT as ReturnType<typeof sql<boolean>>,
  absent: sql<boolean>`(e.closed_at is not null and not ${SAT})`,
  marked: sql<boolean>`(e.results_at is not null and c.score is not null)`,
  passed: sql<boolean>`(e.results_at is not null and c.score * 100 >= c.total * e.pass_percent)`,
} as const;
export type ExamPart = keyof typeof PARTS;
const NUMBERS = sql.join(
  Object.entries(PARTS).map(([part, where]) => sql`count(*) filter (where ${where})::int as ${sql.ref(part)}`),
);
const FROM = sql`exam e join exam_person x on x.exam_id = e.id join member m on m.id = x.member_id and m.deleted_at is null
  left join exam_attempt c on c.id = x.counted_id`;

export interface ExamCounts {
  people: number;
  sat: number;
  absent: number;
  marked: number;
  passed: number;
}

/** Who was to sit exams, sat and passed, by the beginning of the code of the person's branch now. */
export async function examNumbers(db: Db, scope: Scope, length: number, of: ExamsOf) {
  const { rows } = await sql<ExamCounts & { place: string; exams: number }>`
    select left(m.org_code, ${length}::int) as place, count(distinct e.id)::int as exams, ${NUMBERS}
      from ${FROM} where ${exams(of)} and ${within(scope, 'm.org_code')} group by 1`.execute(db);
  return rows;
}

/** How many exams there are for people of a scope: one that several branches sit counts once. */
export async function countExams(db: Db, scope: Scope, of: ExamsOf): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct e.id)::int as n from ${FROM} where ${exams(of)} and ${within(scope, 'm.org_code')}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** The same exam by exam, the latest first; people of the scope alone. */
export async function pageOfExamNumbers(db: Db, scope: Scope, of: ExamsOf, limit: number, offset: number) {
  const where = sql`${exams(of)} and ${within(scope, 'm.org_code')}`;
  const { rows } = await sql<
    ExamCounts & { id: string; title: string; orgName: string; closesOn: string; isOut: boolean; total: number }
  >`
    select e.id::text as id, e.title, (select o.name from organisation o where o.id = e.org_id) as "orgName",
           (e.closes_at at time zone 'Asia/Shanghai')::date as "closesOn", e.results_at is not null as "isOut", ${NUMBERS},
           count(*) over ()::int as total
      from ${FROM} where ${where} group by e.id order by e.closes_at desc, e.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows, total: rows[0]?.total ?? (offset === 0 ? 0 : await countExams(db, scope, of)) };
}

/** The people behind a part of the numbers, a row for each exam, the latest first; a score only once the results are published. */
export async function pageOfExamPeople(
  db: Db,
  scope: Scope,
  of: ExamsOf,
  part: ExamPart,
  limit: number,
  offset: number,
) {
  const where = sql`${exams(of)} and ${within(scope, 'm.org_code')} and ${PARTS[part]}`;
  const [page, total] = await Promise.all([
    sql<{
      id: string;
      memberId: string;
      name: string;
      title: string;
      orgName: string;
      closesOn: string;
      isOut: boolean;
      sat: boolean;
      score: number | null;
      passed: boolean | null;
    }>`
      select x.id::text as id, m.id::text as "memberId", m.name, e.title, o.name as "orgName",
             (e.closes_at at time zone 'Asia/Shanghai')::date as "closesOn", e.results_at is not null as "isOut", ${SAT} as sat,
             case when e.results_at is not null then c.score * 100.0 / nullif(c.total, 0) end::float8 as score, ${PARTS.passed} as passed
        from ${FROM} join organisation o on o.id = m.org_id
       where ${where} order by e.closes_at desc, e.id desc, m.org_code, x.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
