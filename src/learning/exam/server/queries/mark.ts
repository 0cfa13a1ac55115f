import { sql } from 'kysely';
import type { Kind } from '#learning/exam/rules.ts';
import type { Db } from '#platform/server/database/db.ts';

/** Whether a person has sat one of some exams: what is graded anew there is their own matter. */
export async function hasSat(db: Db, examIds: readonly string[], memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from exam_person p join exam_attempt a on a.person_id = p.id
     where p.exam_id = any(${examIds}::bigint[]) and p.member_id = ${memberId} limit 1`.execute(db);
  return rows.length > 0;
}

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

/**
 * What attempts that were handed in come to: done where every answer has its points. Answers whether answers without points are
 * left. Scores on paper stay.
 */
export async function settle(db: Db, attemptIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ state: number; personId: string }>`
    update exam_attempt t set state = case when s.open = 0 then 3 else 2 end, score = case when s.open = 0 then s.points end
      from (select attempt_id, count(*) filter (where points is null) as open, sum(points)::int as points
              from exam_answer where attempt_id = any(${attemptIds}::bigint[]) group by attempt_id) as s
     where t.id = s.attempt_id and t.state > 1 and t.handed_by <> 'paper'
    returning t.state::int, t.person_id as "personId"`.execute(db);
  await sql`
    update exam_person x set counted_id = (
      select a.id from exam_attempt a where a.person_id = x.id and a.state = 3
       order by case when e.counts = 'best' then a.score else a.number end desc, a.number desc limit 1)
      from exam e where e.id = x.exam_id and x.id = any(${rows.map(({ personId }) => personId)}::bigint[])`.execute(db);
  return rows.some(({ state }) => state === 2);
}

/** Ends an attempt that runs; answers when it was handed in, or nothing where it was over already. */
export async function close(db: Db, attemptId: string, by: 'person' | 'leave'): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    update exam_attempt set state = 2, handed_at = least(clock_timestamp(), deadline), handed_by = ${by}
     where id = ${attemptId} and state = 1 returning handed_at as at`.execute(db);
  return rows[0]?.at;
}

/** Attempts of one exam that have been handed in and not been marked by the rules, locked; another process takes others. */
export async function nextToMarkByRules(db: Db, limit: number): Promise<{ id: string; examId: string }[]> {
  const { rows } = await sql<{ id: string; examId: string }>`
    with waiting as (select exam_id, id from exam_attempt
                      where state = 2 and marked_at is null and handed_by <> 'paper' order by exam_id, id limit ${limit} for update skip locked)
    select id, exam_id as "examId" from waiting where exam_id = (select min(exam_id) from waiting)`.execute(db);
  return rows;
}

/** The answers of attempts that have no points yet, with what the rules need to mark them. */
export async function unmarkedOf(db: Db, attemptIds: readonly string[]) {
  const { rows } = await sql<{ id: string; kind: Kind; key: string[]; answer: string[]; score: number }>`
    select w.id, v.kind::int as kind, v.key, w.answer, w.score
      from exam_answer w join question_version v on v.question_id = w.question_id and v.number = w.number
     where w.attempt_id = any(${attemptIds}::bigint[]) and w.points is null`.execute(db);
  return rows;
}

/** Notes that the rules have marked attempts. */
export const noteMarked = (db: Db, attemptIds: readonly string[]) =>
  sql`update exam_attempt set marked_at = now() where id = any(${attemptIds}::bigint[])`.execute(db);

/** Questions of an exam that people mark, with how far they are; the session's own paper is left out. */
export async function questionsToMark(db: Db, examId: string, memberId: string | null, accountId: string) {
  const { rows } = await sql<{
    questionId: string;
    kind: number;
    stem: string;
    rich: string;
    key: string[];
    explanation: string;
    score: number;
    marked: number;
    all: number;
    own: number;
    mine: number;
    left: number;
  }>`
    select w.question_id as "questionId", v.kind::int as kind, v.stem, v.rich, v.key, v.explanation, max(w.score) as score,
           count(*) filter (where w.points is not null)::int as marked, count(*)::int as all,
           count(*) filter (where w.points is null and x.member_id = ${memberId}::bigint)::int as own,
           count(*) filter (where g.points is not null)::int as mine,
           count(*) filter (where w.points is null and g.points is null and x.member_id is distinct from ${memberId}::bigint)::int as left
      from exam_answer w join exam_attempt t on t.id = w.attempt_id and t.state > 1 join exam_person x on x.id = t.person_id
      join question_version v on v.question_id = w.question_id and v.number = w.number
      left join exam_marking g on g.answer_id = w.id and g.account_id = ${accountId}
     where t.exam_id = ${examId} and v.kind = 5 group by 1, 2, 3, 4, 5, 6 order by w.question_id`.execute(db);
  return rows;
}

/**
 * The next answer to a question that needs this marker; never one of the person's own, nor one that this account has marked.
 * Which one differs by who asks; those that somebody has begun to mark come first.
 */
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
       and not exists (select from exam_marking g where g.answer_id = w.id and g.account_id = ${accountId})
     order by exists (select from exam_marking g where g.answer_id = w.id) desc, md5(w.id || ':' || ${accountId}::text)
     limit 1`.execute(db);
  return rows[0];
}

/** Notes what an account gave a locked answer; answers what all have given it, in their order, or nothing where it has marked before. */
export async function addMarking(
  db: Db,
  answerId: string,
  of: { accountId: string; points: number; comment: string },
): Promise<number[] | undefined> {
  const { rows: made } = await sql<{ id: string }>`
    insert into exam_marking (answer_id, account_id, points, comment)
    values (${answerId}, ${of.accountId}, ${of.points}, ${of.comment}) on conflict do nothing returning answer_id as id`.execute(
    db,
  );
  if (made.length === 0) return undefined;
  const { rows } = await sql<{ points: number }>`
    select points from exam_marking where answer_id = ${answerId} order by marked_at, account_id`.execute(db);
  return rows.map(({ points }) => points);
}

/** How many accounts may mark the exams of an organisation. */
export async function countMarkers(db: Db, orgCode: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct g.account_id)::int as n from usable_grant g
      join grant_right r on r.grant_id = g.id and r.permission_key in ('exam:mark', '*:*:*')
     where g.base = 'subtree' and ${orgCode} like g.org_code || '%'`.execute(db);
  return rows[0]?.n ?? 0;
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
  /** Sat on paper. */
  onPaper: boolean;
  state: number;
  opinion: string;
}

/** Appeals about an exam, the open ones first. */
export async function appealsOf(db: Db, examId: string): Promise<AppealRecord[]> {
  const { rows } = await sql<AppealRecord>`
    select p.id, p.attempt_id as "attemptId", x.member_id as "memberId", p.reason, p.asked_at as "askedAt",
           coalesce(t.score, 0) as score, t.total, t.handed_by = 'paper' as "onPaper", p.state::int, p.opinion
      from exam_appeal p join exam_attempt t on t.id = p.attempt_id join exam_person x on x.id = t.person_id
     where t.exam_id = ${examId} order by p.state, p.id limit 200`.execute(db);
  return rows;
}

/** Changes the score of an attempt on paper, which has no answers. */
export const writePaperScore = (db: Db, attemptId: string, score: number) =>
  sql`update exam_attempt set score = ${score} where id = ${attemptId} and handed_by = 'paper'`.execute(db);

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
  const { rows } = await sql<{
    kind: Kind;
    key: string[];
    number: number;
    stem: string;
    rich: string;
    options: string[];
  }>`
    select v.kind::int as kind, v.key, v.number, v.stem, v.rich, v.options from question_version v
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
    insert into question_version (question_id, number, kind, stem, rich, options, key, explanation, difficulty, used_at, written_by)
    select question_id, (select max(number) + 1 from question_version where question_id = ${questionId}), kind, stem, rich, options,
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
