import { sql } from 'kysely';
import type { Kind } from '#modules/exam/rules.ts';
import type { Db } from '#platform/server/db.ts';

/** Writes the points of answers. @param by null: counted by the rules, not by a person */
export async function writePoints(
  db: Db,
  all: readonly { id: string; points: number | null }[],
  by: string | null = null,
): Promise<void> {
  if (all.length === 0) return;
  await sql`
    update exam_answer w set points = n.points, marked_by = coalesce(${by}::bigint, w.marked_by), marked_at = now()
      from (select (e->>'id')::bigint as id, (e->>'points')::int as points from jsonb_array_elements(${JSON.stringify(all)}::jsonb) as e) as n
     where w.id = n.id`.execute(db);
}

/** What an attempt that was handed in comes to: done where every answer has its points. Answers its state. */
export async function settle(db: Db, attemptId: string): Promise<number> {
  const { rows } = await sql<{ state: number; personId: string }>`
    update exam_attempt t set state = case when s.open = 0 then 3 else 2 end, score = case when s.open = 0 then s.points end
      from (select count(*) filter (where points is null) as open, sum(points)::int as points
              from exam_answer where attempt_id = ${attemptId}) as s
     where t.id = ${attemptId} and t.state > 1 returning t.state::int, t.person_id as "personId"`.execute(db);
  const [row] = rows;
  if (!row) return 0;
  await sql`
    update exam_person x set counted_id = (
      select a.id from exam_attempt a where a.person_id = x.id and a.state = 3
       order by case when e.counts = 'best' then a.score else a.number end desc, a.number desc limit 1)
      from exam e where e.id = x.exam_id and x.id = ${row.personId}`.execute(db);
  return row.state;
}

/** Ends an attempt that runs; false: it was over already. */
export async function close(db: Db, attemptId: string, by: 'person' | 'deadline' | 'leave'): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update exam_attempt set state = 2, handed_at = least(clock_timestamp(), deadline), handed_by = ${by}
     where id = ${attemptId} and state = 1 returning id`.execute(db);
  return rows.length > 0;
}

/** Questions of an exam that people mark, with how far they are; the session's own paper is left out. */
export async function questionsToMark(db: Db, examId: string, memberId: string | null) {
  const { rows } = await sql<{
    questionId: string;
    kind: number;
    stem: string;
    key: string[];
    explanation: string;
    score: number;
    marked: number;
    all: number;
    own: number;
  }>`
    select w.question_id as "questionId", v.kind::int as kind, v.stem, v.key, v.explanation, max(w.score) as score,
           count(*) filter (where w.points is not null)::int as marked, count(*)::int as all,
           count(*) filter (where w.points is null and x.member_id = ${memberId}::bigint)::int as own
      from exam_answer w join exam_attempt t on t.id = w.attempt_id and t.state > 1 join exam_person x on x.id = t.person_id
      join question_version v on v.question_id = w.question_id and v.number = w.number
     where t.exam_id = ${examId} and v.kind = 5 group by 1, 2, 3, 4, 5 order by w.question_id`.execute(db);
  return rows;
}

/** The next answer to a question that nobody has marked; never one of the person's own. Which one, differs by who asks. */
export async function nextToMark(
  db: Db,
  examId: string,
  questionId: string,
  memberId: string | null,
  accountId: string,
) {
  const { rows } = await sql<{ id: string; answer: string[]; score: number; left: number }>`
    select w.id, w.answer, w.score, count(*) over ()::int as left
      from exam_answer w join exam_attempt t on t.id = w.attempt_id and t.state = 2 join exam_person x on x.id = t.person_id
     where t.exam_id = ${examId} and w.question_id = ${questionId} and w.points is null
       and x.member_id is distinct from ${memberId}::bigint
     order by md5(w.id || ':' || ${accountId}::text) limit 1`.execute(db);
  return rows[0];
}

/** An answer of an exam, locked. */
export async function findAnswer(db: Db, examId: string, id: string) {
  const { rows } = await sql<{
    id: string;
    attemptId: string;
    memberId: string;
    score: number;
    points: number | null;
    kind: Kind;
  }>`
    select w.id, t.id as "attemptId", x.member_id as "memberId", w.score, w.points, v.kind::int as kind
      from exam_answer w join exam_attempt t on t.id = w.attempt_id and t.state > 1 join exam_person x on x.id = t.person_id
      join question_version v on v.question_id = w.question_id and v.number = w.number
     where w.id = ${id} and t.exam_id = ${examId} for update of w, t`.execute(db);
  return rows[0];
}

export const comment = (db: Db, id: string, text: string) =>
  sql`update exam_answer set comment = ${text} where id = ${id}`.execute(db);

/** Answers of an exam that people have to mark. */
export async function countOpen(db: Db, examId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from exam_answer w join exam_attempt t on t.id = w.attempt_id and t.state = 2
     where t.exam_id = ${examId} and w.points is null`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface AppealRecord {
  id: string;
  attemptId: string;
  memberId: string;
  reason: string;
  askedAt: Date;
  score: number;
  total: number;
  state: number;
  opinion: string;
}

/** Appeals about an exam, the open ones first. */
export async function appealsOf(db: Db, examId: string): Promise<AppealRecord[]> {
  const { rows } = await sql<AppealRecord>`
    select p.id, p.attempt_id as "attemptId", x.member_id as "memberId", p.reason, p.asked_at as "askedAt",
           coalesce(t.score, 0) as score, t.total, p.state::int, p.opinion
      from exam_appeal p join exam_attempt t on t.id = p.attempt_id join exam_person x on x.id = t.person_id
     where t.exam_id = ${examId} order by p.state, p.id limit 200`.execute(db);
  return rows;
}

export async function decide(db: Db, id: string, of: { state: number; opinion: string; by: string }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update exam_appeal set state = ${of.state}, opinion = ${of.opinion}, decided_by = ${of.by}, decided_at = now()
     where id = ${id} and state = 0 returning id`.execute(db);
  return rows.length > 0;
}

/** All answers to one question of an exam with the score of their papers. */
export async function answersTo(db: Db, examId: string, questionId: string) {
  const { rows } = await sql<{
    id: string;
    attemptId: string;
    answer: string[];
    points: number | null;
    score: number;
    sum: number | null;
    total: number;
  }>`
    select w.id, t.id as "attemptId", w.answer, w.points, w.score, t.score as sum, t.total
      from exam_answer w join exam_attempt t on t.id = w.attempt_id and t.state > 1
     where t.exam_id = ${examId} and w.question_id = ${questionId} order by w.id for update of w, t`.execute(db);
  return rows;
}

/** The version of a question that an exam asks. */
export async function askedVersion(db: Db, examId: string, questionId: string) {
  const { rows } = await sql<{ kind: Kind; key: string[]; number: number; stem: string; options: string[] }>`
    select v.kind::int as kind, v.key, v.number, v.stem, v.options from question_version v
     where v.question_id = ${questionId} and v.number = (
       select coalesce((select number from exam_item i where i.exam_id = ${examId} and i.question_id = ${questionId} limit 1),
                       (select w.number from exam_answer w join exam_attempt t on t.id = w.attempt_id
                         where t.exam_id = ${examId} and w.question_id = ${questionId} limit 1)))`.execute(db);
  return rows[0];
}

/** A version of a question with another key, which the exam asks from now on; the old one stays as it was. */
export async function correctKey(
  db: Db,
  examId: string,
  questionId: string,
  from: number,
  key: readonly string[],
  by: string,
) {
  const { rows } = await sql<{ number: number }>`
    insert into question_version (question_id, number, kind, stem, options, key, explanation, difficulty, used_at, written_by)
    select question_id, (select max(number) + 1 from question_version where question_id = ${questionId}), kind, stem, options,
           ${key}::text[], explanation, difficulty, now(), ${by}
      from question_version where question_id = ${questionId} and number = ${from} returning number`.execute(db);
  const number = rows[0]?.number ?? from;
  await sql`update question set number = ${number}, version = version + 1 where id = ${questionId}`.execute(db);
  await sql`update exam_item set number = ${number} where exam_id = ${examId} and question_id = ${questionId}`.execute(
    db,
  );
  await sql`update exam_answer w set number = ${number} from exam_attempt t
             where t.id = w.attempt_id and t.exam_id = ${examId} and w.question_id = ${questionId}`.execute(db);
}
