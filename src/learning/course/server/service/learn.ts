import type * as contract from '#learning/course/contract.learn.ts';
import { DONE_BY, isOpen, percentOf } from '#learning/course/rules.course.ts';
import { KNOWLEDGE, NEWEST } from '#learning/education/rules.knowledge.ts';
import { ADDRESSES } from '#learning/education/rules.ts';
import { RECORDS as EXAM_RECORDS } from '#learning/exam/rules.ts';
import { hoursOf } from '#people/studyHours/rules.ts';
import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/own.ts';
import { addChapterMark } from '../queries/person.ts';
import { classMinutesNow } from './courses.ts';
import { creditEarlierLearning } from './progress.ts';

const NO_COURSE = '没有找到这门课程';
const takePath = (id: string) => `/education/exam/take/${id}`;

/** One of the person's courses as it is shown. */
export const rowOf = (row: queries.OwnRecord, classMinutes: number) => ({
  id: row.id,
  title: row.title,
  intro: row.intro,
  orgName: row.orgName,
  isRequired: row.isRequired,
  endsOn: row.endsOn,
  isLate: row.isOver && row.personId !== null && row.finishedAt === null,
  hours: hoursOf(row.minutes, classMinutes),
  chapters: row.chapters,
  done: row.done,
  musts: row.musts,
  percent: row.finishedAt ? 100 : percentOf(row.done, row.musts),
  isJoined: row.personId !== null,
  begunAt: row.begunAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.ownCourses>,
): Promise<ReplyOf<typeof contract.ownCourses>> {
  const { memberId } = ctx.session;
  // An account without a person learns nothing here, and is told so by an empty list.
  if (memberId === null) return { rows: [], total: 0 };
  const offset = (input.pageNum - 1) * input.pageSize;
  const [found, classMinutes] = await Promise.all([
    queries.pageOfOwn(ctx.db, ctx.session, memberId, input.view, input.pageSize, offset),
    classMinutesNow(ctx.db),
  ]);
  return { rows: found.rows.map((row) => rowOf(row, classMinutes)), total: found.total };
}

/** How far a chapter has come, in words. */
function progressOf(row: queries.OwnChapterRecord): string {
  if (row.doneAt) return '';
  switch (row.kind) {
    case 'video':
      return row.videoPercent > 0 ? `已看${row.videoPercent}%` : '';
    case 'document': {
      const owed = Math.round(row.seconds / 60);
      const read = Math.floor(row.readSeconds / 60);
      return owed > 0 ? `需读${owed}分钟，已读${read}分钟` : '';
    }
    case 'exam':
      if (row.isGone) return '';
      return row.examRecord === null
        ? '您不在这场考试的考生名单里，请联系组织者'
        : (EXAM_RECORDS[row.examRecord as keyof typeof EXAM_RECORDS] ?? '');
    default:
      return '';
  }
}

function linkOf(row: queries.OwnChapterRecord): string {
  const source = row.sourceId ?? '';
  switch (row.kind) {
    case 'video':
      return ADDRESSES.view(source);
    case 'document':
      return KNOWLEDGE.browse(source, NEWEST);
    case 'exam':
      return row.examRecord === null ? '' : takePath(source);
    case 'link':
      return row.url;
    default:
      return '';
  }
}

async function find(ctx: Ctx, id: string) {
  const memberId = ownMemberId(ctx);
  const row = await queries.findOwn(ctx.db, ctx.session, memberId, id);
  if (!row) throw notFound(NO_COURSE);
  return { row, memberId };
}

async function chaptersOf(ctx: Ctx, row: queries.OwnRecord, memberId: string) {
  const chapters = await queries.ownChapters(ctx.db, ctx.session, row.id, memberId);
  const standing = chapters.map(({ isMust, doneAt }) => ({ isMust, isDone: doneAt !== null }));
  return chapters.map((one, at) => ({ ...one, isOpen: row.finishedAt !== null || isOpen(standing, at, row.inOrder) }));
}

/** One course as the session's person learns it; what was learnt meanwhile is taken up first. */
export async function view(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.viewOwnCourse>> {
  let { row, memberId } = await find(ctx, id);
  if (row.personId !== null && row.state === 1 && row.finishedAt === null) {
    const { id: courseId, title, minutes } = row;
    await transact(ctx.services.db, (tx) => creditEarlierLearning(tx, { id: courseId, title, minutes }, memberId));
    ({ row, memberId } = await find(ctx, id));
  }
  const joined = row.personId !== null;
  return {
    ...rowOf(row, await classMinutesNow(ctx.db)),
    inOrder: row.inOrder,
    isWithdrawn: row.state !== 1,
    parts: (await chaptersOf(ctx, row, memberId)).map((one) => ({
      id: one.id,
      kind: one.kind,
      title: one.title,
      note: one.note,
      isMust: one.isMust,
      isOpen: joined && one.isOpen,
      doneAt: one.doneAt?.toISOString() ?? null,
      progress: progressOf(one) || (one.doneAt ? '' : DONE_BY[one.kind]),
      link: joined && one.isOpen && !one.isGone ? linkOf(one) : '',
      isGone: one.isGone,
    })),
  };
}

/** Signs up for an offered course, or leaves one that was signed up for. */
export async function enrol(ctx: Ctx, { id, isJoined }: ParsedOf<typeof contract.enrolCourse>): Promise<null> {
  const { row, memberId } = await find(ctx, id);
  if (isJoined) {
    if (row.personId === null) await queries.enrol(ctx.db, id, memberId);
  } else {
    if (row.personId === null) return null;
    if (!row.isOwn) throw refuse('必修课程不能退出');
    if (row.finishedAt) throw refuse('已经学完的课程不能退出');
    await queries.leave(ctx.db, row.personId);
  }
  ctx.audit({ type: 'course', id, name: row.title, changes: { enrolled: [!isJoined, isJoined] } });
  return null;
}

/** Notes that somebody opened a chapter; a link is finished when the person says so. */
export async function open(ctx: Ctx, input: ParsedOf<typeof contract.openChapter>): Promise<null> {
  const { row, memberId } = await find(ctx, input.id);
  const chapter = (await chaptersOf(ctx, row, memberId)).find(({ id }) => id === input.chapterId);
  if (!chapter) throw refuse('没有找到这一章，课程可能已修改');
  if (row.personId === null) throw refuse('请先选修这门课程');
  if (row.state !== 1) throw refuse('课程已下架');
  if (!chapter.isOpen) throw refuse('请先学完前面的必学章节');
  await queries.begin(ctx.db, row.personId);
  if (!input.isFinished) return null;
  if (chapter.kind !== 'link') throw refuse('这一章由平台记录，不用确认');
  await addChapterMark(ctx.db, chapter.id, [row.personId], '');
  await creditEarlierLearning(ctx.db, row, memberId);
  return null;
}
