import { followCertificates } from '#people/studyHours/server/certificates.ts';
import { dutyOf, grantHours, withdrawHours } from '#people/studyHours/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { ExamRecord } from '../queries/exam.ts';
import { type Passed, passedPeople } from '../queries/scores.ts';

/** The evidence of an exam's hours and certificates. */
export const evidenceOf = (examId: string) => `exam:${examId}`;
/** Where who passed sees the exam. */
const linkOf = (examId: string) => `/education/exam/take/${examId}`;

/**
 * Brings hours and certificates to what an exam's published results say: whoever passed has them, whoever does not any more gets
 * a counter-entry and a void paper; another score, another paper. Before publication nothing happens; run again it changes nothing.
 * @param by whose name stands on what is issued and withdrawn
 */
export async function followResults(db: Db, exam: ExamRecord, by: string): Promise<void> {
  if (exam.resultsAt === null || (exam.halfHours === 0 && !exam.certificate)) return;
  const rows = await passedPeople(db, exam.id);
  if (exam.halfHours > 0) await followHours(db, exam, rows);
  if (!exam.certificate) return;
  // The paper counts in tenths: five of half a point, five of half a class hour.
  const grant = {
    orgId: exam.orgId,
    source: 'exam' as const,
    evidence: evidenceOf(exam.id),
    link: linkOf(exam.id),
    by,
  };
  await followCertificates(
    db,
    grant,
    rows.map(({ personId, from, day, score, total }) => ({
      personId,
      title: exam.title,
      startsOn: from,
      endsOn: day,
      hours: exam.halfHours * 5,
      central: 0,
      score: score * 5,
      total: total * 5,
    })),
    '重新判分后成绩有变',
  );
}

async function followHours(db: Db, exam: ExamRecord, rows: readonly Passed[]): Promise<void> {
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
      link: linkOf(exam.id),
    })),
  );
  const except = rows.map(({ personId }) => personId);
  await withdrawHours(db, { source: 'exam', evidence: evidenceOf(exam.id), why: '重新判分后不及格', except });
}
