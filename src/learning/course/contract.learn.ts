import { z } from 'zod';
import { data, done, endpoint, id, page, rows } from '#platform/contract.ts';
import { CHAPTER_KINDS, type ChapterKind } from './rules.course.ts';

const kind = z.enum(Object.keys(CHAPTER_KINDS) as [ChapterKind, ...ChapterKind[]], '章节类型不正确');

export const ownRow = z.object({
  id: z.string(),
  title: z.string(),
  intro: z.string(),
  orgName: z.string(),
  isRequired: z.boolean(),
  endsOn: z.string().nullable(),
  isLate: z.boolean(),
  hours: z.number(),
  chapters: z.number(),
  /** Must-do chapters finished, of so many. */
  done: z.number(),
  musts: z.number(),
  percent: z.number(),
  /** Whether the person is on the course's list; else it may be signed up for. */
  isJoined: z.boolean(),
  begunAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type OwnCourseRow = z.infer<typeof ownRow>;

export const ownCourses = endpoint({
  method: 'GET',
  path: '/api/zhjy/course/own/listPage',
  summary: '我的课程：要学的、学完的，和可以选修的',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ ...page, view: z.enum(['open', 'finished', 'offered'], '范围不正确').default('open') }),
  reply: rows(ownRow),
});

const ownChapter = z.object({
  id: z.string(),
  kind,
  title: z.string(),
  note: z.string(),
  isMust: z.boolean(),
  /** False: a chapter before it has to be finished first. */
  isOpen: z.boolean(),
  doneAt: z.string().nullable(),
  /** How far it has come and what is missing: 已看45%. */
  progress: z.string(),
  /** Where it is learnt; empty: nothing to open here. */
  link: z.string(),
  /** It was taken down, or is not for this person. */
  isGone: z.boolean(),
});
export type OwnChapter = z.infer<typeof ownChapter>;

const ownCourse = ownRow.extend({ inOrder: z.boolean(), isWithdrawn: z.boolean(), parts: z.array(ownChapter) });
export type OwnCourse = z.infer<typeof ownCourse>;

export const viewOwnCourse = endpoint({
  method: 'GET',
  path: '/api/zhjy/course/own/view',
  summary: '学习一门课程：各章学到哪里，下一章是哪一章',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ id }),
  reply: data(ownCourse),
});

export const enrolCourse = endpoint({
  method: 'POST',
  path: '/api/zhjy/course/own/enrol',
  summary: '选修一门课程，或退出没有学完的选修课',
  access: 'dj:zhjy',
  scope: 'own',
  audit: '选修课程',
  input: z.object({ id, isJoined: z.boolean() }),
  reply: done,
  stale: () => [ownCourses, viewOwnCourse],
});

export const openChapter = endpoint({
  method: 'POST',
  path: '/api/zhjy/course/own/open',
  summary: '打开一章：记下开始学习；链接的一章可以确认学完',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  input: z.object({ id, chapterId: id, isFinished: z.boolean().default(false) }),
  reply: done,
  stale: () => [ownCourses, viewOwnCourse],
});
