import { OPENS_BEFORE } from '#kernel/attendance/rules.ts';
import { currentCode, isCodeValid } from '#kernel/attendance/server/codes.ts';
import * as attendance from '#kernel/attendance/server/index.ts';
import type * as contract from '#learning/college/contract.signing.ts';
import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/school.ts';
import { findOwnLesson } from '../queries/signing.ts';
import { lockRow, logClass } from './school.ts';

const NO_LESSON = '没有找到这次课，可能已删除';

type Learner = { memberId: string; name: string };

/** The attendance sheet of a lesson with the learners of now: made where there is none, else whoever joined is put on it. */
export async function lessonSheet(
  db: Db,
  { orgId, orgCode }: { orgId: string; orgCode: string },
  lesson: { id: string; startsAt: Date },
  learners: readonly Learner[],
): Promise<attendance.Sheet> {
  const made = await attendance.sheetOf(db, queries.LESSON, lesson.id, true);
  if (made) {
    for (const person of learners) await attendance.addPerson(db, made.id, person);
    return made;
  }
  await attendance.freezeSheet(
    db,
    { kind: queries.LESSON, subjectId: lesson.id, orgId, orgCode, startsAt: lesson.startsAt },
    learners.map(({ memberId, name }) => ({ memberId, name, due: true, votes: false, why: '' })),
  );
  const sheet = await attendance.sheetOf(db, queries.LESSON, lesson.id, true);
  if (!sheet) throw new Error('no sheet after it was made');
  return sheet;
}

/** A lesson of a class that the session organises. */
async function lessonOf(ctx: Ctx, { id, lessonId }: { id: string; lessonId: string }) {
  const row = await lockRow(ctx, id);
  const lesson = (await queries.lessonsOf(ctx.db, id)).find((one) => one.id === lessonId);
  if (!lesson) throw refuse(NO_LESSON);
  return { row, lesson };
}

/** Opens the signing in of a lesson, from an hour before it until its end; again, nothing changes. */
export async function open(
  ctx: Ctx,
  input: ParsedOf<typeof contract.openSigning>,
): Promise<ReplyOf<typeof contract.openSigning>> {
  const { row, lesson } = await lessonOf(ctx, input);
  if (row.state !== 2) throw refuse('开班以后才能签到');
  if (lesson.isMarked) throw refuse('这次课已登记出勤，要改请用“更正出勤”');
  const minutes = (lesson.startsAt.getTime() - Date.now()) / 60_000;
  if (minutes > OPENS_BEFORE) throw refuse(`开课前${OPENS_BEFORE}分钟起可以签到`);
  if (lesson.endsAt.getTime() < Date.now()) throw refuse('这次课已经结束，请直接登记出勤');
  const learners = await queries.learnersOf(ctx.db, row.id);
  if (learners.length === 0) throw refuse('这个班还没有学员');
  await lessonSheet(ctx.db, row, lesson, learners);
  if (!lesson.isSigning) logClass(ctx, row, { signing: [null, lesson.title] });
  return { due: learners.length };
}

/** The code of the half minute, and how many have signed in. */
export async function code(
  ctx: Ctx,
  input: ParsedOf<typeof contract.lessonCode>,
): Promise<ReplyOf<typeof contract.lessonCode>> {
  const { row, lesson } = await lessonOf(ctx, input);
  const sheet = await attendance.sheetOf(ctx.db, queries.LESSON, lesson.id);
  if (!sheet || sheet.closedAt) throw refuse('这次课没有开始签到，或已登记出勤');
  return { ...currentCode(sheet.secret, sheet.now), due: row.learners, present: lesson.present };
}

/** Signs the session's person in by the code on the screen; once. */
export async function sign(
  ctx: Ctx,
  { lessonId, code }: ParsedOf<typeof contract.signLesson>,
): Promise<ReplyOf<typeof contract.signLesson>> {
  const memberId = ownMemberId(ctx);
  const found = await findOwnLesson(ctx.db, memberId, lessonId);
  const sheet = found && (await attendance.sheetOf(ctx.db, queries.LESSON, lessonId));
  if (!found || !sheet) throw notFound('没有找到这次课，或您不是这个班的学员');
  if (sheet.closedAt || found.endsAt.getTime() < sheet.now * 1000) throw refuse('这次课已经结束签到，请找班主任登记');
  if (!isCodeValid(sheet.secret, code, sheet.now)) throw badInput({ code: '签到码已经失效，请重新扫码' });
  await attendance.addPerson(ctx.db, sheet.id, { memberId, name: found.name });
  await attendance.signPerson(ctx.db, sheet.id, memberId, 'scan');
  const person = await attendance.personOf(ctx.db, sheet.id, memberId);
  logClass(
    ctx,
    { id: found.classId, title: found.title, orgCode: found.orgCode },
    { attendance: [null, found.lesson] },
  );
  const at = person?.signedAt ?? new Date(sheet.now * 1000);
  return { title: found.title, lesson: found.lesson, late: person?.late ?? false, at: at.toISOString() };
}
