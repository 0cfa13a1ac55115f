import { COURSES } from '#learning/course/rules.course.ts';
import { hoursOf } from '#people/studyHours/rules.ts';
import { issueCertificates, withdrawCertificates } from '#people/studyHours/server/certificates.ts';
import { dutyOf } from '#people/studyHours/server/index.ts';
import { type Db, todayOf } from '#platform/server/database/db.ts';
import * as queries from '../queries/certify.ts';
import { evidenceOf } from './evidence.ts';

/** What a course that grants certificates says on them; undefined: it grants none. */
async function certifying(db: Db, courseId: string) {
  const row = await queries.certifiedCourse(db, courseId);
  if (!row) return undefined;
  const grant = {
    orgId: row.orgId,
    source: 'course' as const,
    evidence: evidenceOf(courseId),
    link: COURSES.followed(courseId),
    by: row.by,
  };
  return { ...row, grant };
}

/** Issues the certificates of a course that grants them to those who finished it. @param memberIds these alone; null: everybody */
export async function certifyFinished(db: Db, courseId: string, memberIds: readonly string[] | null): Promise<void> {
  const course = await certifying(db, courseId);
  if (!course) return;
  const { classMinutes } = await dutyOf(db, Number((await todayOf(db)).slice(0, 4)));
  const rows = await queries.finishedPeople(db, courseId, memberIds);
  const hours = Math.round(hoursOf(course.minutes, classMinutes) * 10);
  const facts = { title: course.title, hours, central: 0, score: null, total: null };
  await issueCertificates(
    db,
    course.grant,
    rows.map((one) => ({ ...one, ...facts })),
  );
}

/** Takes the certificates of people away who have not finished a course after all. */
export async function removeCertificates(
  db: Db,
  courseId: string,
  persons: readonly string[],
  why: string,
): Promise<void> {
  const course = await certifying(db, courseId);
  if (course) await withdrawCertificates(db, course.grant, why, persons);
}
