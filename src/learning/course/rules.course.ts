/** What a chapter is made of. */
export const CHAPTER_KINDS = {
  video: '视频',
  document: '文档',
  exam: '考试',
  link: '链接',
  live: '集中学习',
} as const;
export type ChapterKind = keyof typeof CHAPTER_KINDS;

/** What finishes a chapter of each kind, as learners read it. */
export const DONE_BY: Readonly<Record<ChapterKind, string>> = {
  video: '看完规定的比例',
  document: '读够规定的时间',
  exam: '成绩公布并及格',
  link: '打开并确认学完',
  live: '由组织者登记到课',
};

export const STATES = { 0: '草稿', 1: '已发布', 2: '已下架' } as const;
export const AUDIENCES = {
  below: '本组织及下级',
  orgs: '指定组织',
  people: '指定人员',
  groups: '课程中心分组',
} as const;
export type Audience = keyof typeof AUDIENCES;
/** Whom a course can be for, besides: the people of a college, chosen in its own room. */
export type AnyAudience = Audience | 'college';

/** How somebody stands in a course. */
export const RECORDS = { 0: '未开始', 1: '学习中', 2: '已完成', 3: '逾期' } as const;

export const MAX_CHAPTERS = 60;
/** People of one course. */
export const MOST_PEOPLE = 100_000;

/** Addresses of the courses. */
export const COURSES = {
  mine: '/partyMember/learning',
  home: '/education/course',
  form: '/education/course/add/index',
  follow: '/education/course/follow/index',
  followed: (id: string) => `/education/course/follow/index?id=${id}`,
  learn: (id: string) => `/education/course/learn/${id}`,
} as const;

/** Whether a chapter's place is open: in a course with a fixed order, the must-do chapters before it are finished. */
export function isOpen(
  chapters: readonly { isMust: boolean; isDone: boolean }[],
  at: number,
  inOrder: boolean,
): boolean {
  return !inOrder || chapters.slice(0, at).every(({ isMust, isDone }) => isDone || !isMust);
}

/** Whole per cent of the must-do chapters that are finished; rounded down, so that 100 means all of them. */
export const percentOf = (done: number, musts: number): number =>
  musts === 0 ? 0 : Math.floor((Math.min(done, musts) * 100) / musts);

/** An address that a chapter may lead to: https or http, nothing else. */
export function isWebAddress(text: string): boolean {
  try {
    return ['https:', 'http:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}
