import { sql } from 'kysely';
import type { Answered } from '#learning/exam/rules.analysis.ts';
import type { Db } from '#platform/server/database/db.ts';

/** Somebody whom an exam is for; scores in half points. */
export interface Sat {
  id: string;
  orgId: string;
  orgName: string;
  score: number | null;
  total: number;
  seconds: number | null;
}

/** The people of an exam with the attempt that counts. */
export async function peopleOf(db: Db, examId: string): Promise<Sat[]> {
  const { rows } = await sql<Sat>`
    select x.id, o.id as "orgId", o.name as "orgName", c.score, coalesce(c.total, 0) as total,
           case when c.handed_by <> 'paper' then extract(epoch from c.handed_at - c.started_at)::int end as seconds
      from exam_person x join member m on m.id = x.member_id join organisation o on o.id = m.org_id
      left join exam_attempt c on c.id = x.counted_id where x.exam_id = ${examId} order by o.code, x.id`.execute(db);
  return rows;
}

/** An answer with its question. */
export interface CountedAnswer extends Answered {
  seq: number;
  stem: string;
  options: string[];
  key: string[];
  toMend: string;
}

/** The answers of the attempts that count. */
export async function countedAnswers(db: Db, examId: string): Promise<CountedAnswer[]> {
  const { rows } = await sql<CountedAnswer>`
    select w.attempt_id as attempt, w.question_id as "questionId", v.kind::int as kind, w.answer, w.points, w.score,
           coalesce(i.seq, w.seq) as seq, v.stem, v.options, v.key, q.to_mend as "toMend"
      from exam_person x join exam_attempt c on c.id = x.counted_id join exam_answer w on w.attempt_id = c.id
      join question_version v on v.question_id = w.question_id and v.number = w.number join question q on q.id = w.question_id
      left join exam_item i on i.exam_id = x.exam_id and i.question_id = w.question_id
     where x.exam_id = ${examId}`.execute(db);
  return rows;
}

/** Sends a question back to its bank with what is to be fixed. */
export async function sendBack(db: Db, questionId: string, figures: string): Promise<void> {
  await sql`update question set to_mend = ${figures}, version = version + 1 where id = ${questionId}`.execute(db);
}
