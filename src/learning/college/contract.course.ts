import { z } from 'zod';
import { courseDetail, courseFields, courseRow } from '#learning/course/contract.course.ts';
import { ownRow } from '#learning/course/contract.learn.ts';
import { count, data, endpoint, id, line, page, rows } from '#platform/contract.ts';
import { oneOf } from './contract.student.ts';
import { GRADES, IDENTITIES, JOB_CLASSES, JOB_TYPES, TITLE_LEVELS } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    collegeBatch: true;
    collegePromotion: true;
    collegeCourse: true;
    collegeTest: true;
    schoolClass: true;
  }
}

export const term = z.string('请选择学期').regex(/^20\d\d-20\d\d-[12]$/, '请选择学期');
const list = (words: Readonly<Record<number, string>>, sentence: string) =>
  z.array(oneOf(words, sentence)).max(10, sentence).default([]);

/** Whom of the roster something is for. */
export const collegeAudience = z.object({
  jobTypes: list(JOB_TYPES, '人员类别不正确'),
  grades: list(GRADES, '年级不正确'),
  classes: z.array(line(40, '班级')).max(100, '一次最多指定100个班级').default([]),
  jobClasses: list(JOB_CLASSES, '在岗情况不正确'),
  titleLevels: list(TITLE_LEVELS, '职称不正确'),
  identities: list(IDENTITIES, '政治面貌不正确'),
  suspended: z.boolean().default(false),
});

const row = courseRow.extend({ term: z.string(), audienceText: z.string() });
export type CollegeCourseRow = z.infer<typeof row>;

/** Filters that courses and tests share. */
export const listFilter = {
  ...page,
  term: term.optional(),
  grade: oneOf(GRADES, '年级不正确').optional(),
  state: count.pipe(z.int().min(0, '状态不正确').max(2, '状态不正确')).optional(),
  keyWords: line(60, '关键字').optional(),
};

export const listCollegeCourses = endpoint({
  method: 'GET',
  path: '/api/sxzy/course/listPage',
  summary: '学院的课程：按学期、年级',
  access: 'dj:sxzy:*',
  scope: 'org',
  input: z.object(listFilter),
  reply: rows(row),
});

const detail = courseDetail.extend({ term: z.string(), audienceText: z.string(), college: collegeAudience });
export type CollegeCourse = z.infer<typeof detail>;

export const getCollegeCourse = endpoint({
  method: 'GET',
  path: '/api/sxzy/course/{id}',
  summary: '学院的一门课程，带学期和学习对象',
  access: 'dj:sxzy:*',
  scope: 'org',
  targets: { id: 'collegeCourse' },
  input: z.object({ id }),
  reply: data(detail),
});

const { audience: _a, orgIds: _o, memberIds: _m, groupIds: _g, onlyMembers: _b, ...plain } = courseFields;
export const collegeCourseFields = { ...plain, term, college: collegeAudience };
export const plainCourseFields = plain;

export const createCollegeCourse = endpoint({
  method: 'POST',
  path: '/api/sxzy/course',
  summary: '新增学院课程草稿',
  access: 'edu:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '新增学院课程',
  idempotent: true,
  input: z.object({ ...collegeCourseFields, orgId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listCollegeCourses],
});

export const updateCollegeCourse = endpoint({
  method: 'PUT',
  path: '/api/sxzy/course',
  summary: '修改没有发布或已下架的学院课程',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'collegeCourse' },
  audit: '修改学院课程',
  idempotent: true,
  input: z.object({ ...collegeCourseFields, id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listCollegeCourses, getCollegeCourse],
});

/** What figures are told by. */
export const COURSE_BY = { class: '按班级', identity: '按政治面貌', title: '按教职工职称', course: '按课程' } as const;
const by = <T extends Readonly<Record<string, string>>>(words: T) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]], '统计方式不正确');

const numbers = z.object({
  id: z.string(),
  name: z.string(),
  /** People, each once. */
  people: z.number(),
  /** Places on courses, and how many of them are begun and finished. */
  places: z.number(),
  begun: z.number(),
  finished: z.number(),
  late: z.number(),
  percent: z.number(),
  /** Class hours that finishing granted. */
  hours: z.number(),
});
export type CourseNumbers = z.infer<typeof numbers>;

export const courseNumbers = endpoint({
  method: 'GET',
  path: '/api/sxzy/course/numbers',
  summary: '学习统计：各班级、政治面貌、职称或课程的人数、完成率、学时',
  access: 'dj:sxzy:*',
  scope: 'org',
  input: z.object({ ...page, by: by(COURSE_BY).default('class'), term: term.optional(), grade: listFilter.grade }),
  reply: rows(numbers, { all: numbers }),
});

const place = z.object({
  jobType: z.number(),
  words: z.string(),
  number: z.string(),
  identity: z.number(),
  isSuspended: z.boolean(),
});

export const ownPlace = endpoint({
  method: 'GET',
  path: '/api/sxzy/learning/place',
  summary: '在线学习：本人在学院名册里的班级或职务，有课程的学期',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      place: place.nullable(),
      terms: z.array(z.string()),
      tests: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          term: z.string(),
          opensAt: z.string(),
          closesAt: z.string(),
          minutes: z.number(),
          phase: z.number(),
          record: z.number(),
          /** In half points, once the results are published. */
          score: z.number().nullable(),
          total: z.number(),
          passed: z.boolean().nullable(),
        }),
      ),
    }),
  ),
});
export type OwnPlace = z.infer<(typeof ownPlace)['reply']['schema']>;

const learnRow = ownRow.extend({ term: z.string() });
export type LearnRow = z.infer<typeof learnRow>;

export const ownCollegeCourses = endpoint({
  method: 'GET',
  path: '/api/sxzy/learning/listPage',
  summary: '在线学习：本人的学院课程，要学的、学完的和可以选修的',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({
    ...page,
    view: z.enum(['open', 'finished', 'offered'], '范围不正确').default('open'),
    term: term.optional(),
  }),
  reply: rows(learnRow),
});

export { by };
