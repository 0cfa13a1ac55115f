import { sql } from 'kysely';
import { grantHours, withdrawHours } from '#modules/learning/server/ledger.ts';
import { dutyOf } from '#modules/learning/server/queries/hours.ts';
import type { Db } from '#platform/server/db.ts';
import type { ExamRecord } from '../queries/exam.ts';

/** The evidence of an exam's hours in the ledger. */
export const evidenceOf = (examId: string) => `exam:${examId}`;

/**
 * Brings the ledger to what an exam's published results say: whoever passed has its hours, whoever does not any more gets a
 * counter-entry. Before publication, and where it grants none, nothing happens.
 */
export async function syncHours(db: Db, exam: ExamRecord): Promise<void> {
  if (exam.halfHours === 0 || exam.resultsAt === null) return;
  const { rows } = await sql<{ personId: string; day: string }>`
    select x.member_id as "personId", (c.handed_at at time zone 'Asia/Shanghai')::date::text as day
      from exam_person x join exam e on e.id = x.exam_id join exam_attempt c on c.id = x.counted_id
     where x.exam_id = ${exam.id} and c.score * 100 >= c.total * e.pass_percent`.execute(db);
  const minutes = new Map<number, number>();
  for (const year of new Set(rows.map(({ day }) => Number(day.slice(0, 4)))))
    minutes.set(year, Math.round(((await dutyOf(db, year)).classMinutes * exam.halfHours) / 2));
  await grantHours(
    db,
    rows.map(({ personId, day }) => ({
      personId,
      day,
      source: 'exam',
      evidence: evidenceOf(exam.id),
      minutes: minutes.get(Number(day.slice(0, 4))) ?? 0,
      title: exam.title,
      link: `/education/exam/take/${exam.id}`,
    })),
  );
  const except = rows.map(({ personId }) => personId);
  await withdrawHours(db, { source: 'exam', evidence: evidenceOf(exam.id), why: '重新判分后不及格', except });
}
