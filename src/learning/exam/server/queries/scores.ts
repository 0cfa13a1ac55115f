import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { isInOfficeScope } from './bank.ts';
import { EXAM, EXAM_FROM, type ExamRecord } from './exam.ts';

/** Published exams of the scope by name; `lock` keeps them for this transaction. */
export async function examsNamed(db: Db, scope: Scope, titles: readonly string[], lock: boolean) {
  const { rows } = await sql<ExamRecord>`select ${EXAM} from ${EXAM_FROM}
    where e.title = any(${titles}::text[]) and e.state = 1 and e.deleted_at is null and ${isInOfficeScope(scope, 'e.org_code')}
    order by e.id ${lock ? sql`for update of e` : sql``}`.execute(db);
  return Map.groupBy(rows, ({ title }) => title);
}

export interface Sitter {
  personId: string;
  attempts: number;
  /** The score on paper that stands, in half points; null: none does. */
  paper: number | null;
}

/** Those of some people who are on an exam's list, by their id. */
export async function sittersOf(db: Db, examId: string, memberIds: readonly string[]): Promise<Map<string, Sitter>> {
  const { rows } = await sql<Sitter & { memberId: string }>`
    select x.member_id as "memberId", x.id as "personId",
           (select count(*)::int from exam_attempt a where a.person_id = x.id) as attempts,
           (select a.score from exam_attempt a where a.person_id = x.id and a.handed_by = 'paper' order by a.number desc limit 1) as paper
      from exam_person x where x.exam_id = ${examId} and x.member_id = any(${memberIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ memberId, ...one }) => [memberId, one]));
}

/** Writes scores on paper, in half points, as attempts that are marked and count. */
export async function addScores(
  db: Db,
  exam: ExamRecord,
  all: readonly { personId: string; score: number }[],
  batchId: string,
): Promise<void> {
  await sql`
    with made as (
      insert into exam_attempt (exam_id, person_id, number, state, device, started_at, deadline, handed_at, handed_by, total, score, batch_id)
      select ${exam.id}, p.id, 1, 3, 'paper', d.at, d.at, d.at, 'paper', ${exam.total}, p.score, ${batchId}
        from jsonb_to_recordset(${JSON.stringify(all.map(({ personId, score }) => ({ id: personId, score })))}::jsonb) as p(id bigint, score int)
        cross join (select least(now(), ${exam.closesAt}::timestamptz) as at) as d
      returning id, person_id)
    update exam_person x set counted_id = made.id from made where made.person_id = x.id`.execute(db);
}

/** Takes back what a sheet wrote to exams of the scope that have not published results; answers whose exam it was. */
export async function removeScores(db: Db, scope: Scope, batchId: string) {
  const { rows } = await sql<{ examId: string; personId: string; title: string; orgCode: string }>`
    delete from exam_attempt t using exam e
     where t.batch_id = ${batchId} and e.id = t.exam_id and e.results_at is null and ${isInOfficeScope(scope, 'e.org_code')}
    returning e.id as "examId", t.person_id as "personId", e.title, e.org_code as "orgCode"`.execute(db);
  await sql`update exam_person set counted_id = null
             where id = any(${rows.map(({ personId }) => personId)}::bigint[])`.execute(db);
  return rows;
}

/** Whoever passed, with the attempt that counts: Beijing's days, scores in half points. */
export interface Passed {
  personId: string;
  from: string;
  day: string;
  score: number;
  total: number;
}

/** Who has passed an exam by the attempt that counts. */
export async function passedPeople(db: Db, examId: string): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    select x.member_id as "personId", (c.handed_at at time zone 'Asia/Shanghai')::date::text as day,
           (least(c.started_at, c.handed_at) at time zone 'Asia/Shanghai')::date::text as "from", c.score, c.total
      from exam_person x join exam e on e.id = x.exam_id join exam_attempt c on c.id = x.counted_id
     where x.exam_id = ${examId} and c.score * 100 >= c.total * e.pass_percent`.execute(db);
  return rows;
}
