import { z } from 'zod';
import { examDetail, examFields, examRow } from '#learning/exam/contract.exam.ts';
import { count, data, endpoint, id, line, page, rows } from '#platform/contract.ts';
import { by, collegeAudience, listFilter, term } from './contract.course.ts';
import { oneOf } from './contract.student.ts';
import { GRADES, IDENTITIES } from './rules.ts';

const row = examRow.extend({ term: z.string(), audienceText: z.string() });
export type TestRow = z.infer<typeof row>;
const phase = count.pipe(z.int().min(0, '阶段不正确').max(2, '阶段不正确'));

export const listTests = endpoint({
  method: 'GET',
  path: '/api/sxzy/test/listPage',
  summary: '学院的考试：按学期、年级、阶段',
  access: 'dj:sxzy:*',
  scope: 'org',
  input: z.object({ ...listFilter, phase: phase.optional() }),
  reply: rows(row),
});

const detail = examDetail.extend({ term: z.string(), audienceText: z.string(), college: collegeAudience });
export type TestDetail = z.infer<typeof detail>;

export const getTest = endpoint({
  method: 'GET',
  path: '/api/sxzy/test/{id}',
  summary: '学院的一场考试，带学期和考试对象',
  access: 'dj:sxzy:*',
  scope: 'org',
  targets: { id: 'collegeTest' },
  input: z.object({ id }),
  reply: data(detail),
});

const {
  audience: _a,
  orgIds: _o,
  memberIds: _m,
  groupIds: _g,
  queryId: _q,
  makeUpOf: _u,
  onlyMembers: _b,
  ...plain
} = examFields;
export const plainTestFields = plain;
const fields = { ...plain, term, college: collegeAudience };

export const createTest = endpoint({
  method: 'POST',
  path: '/api/sxzy/test',
  summary: '新建学院考试草稿',
  access: 'exam:write',
  scope: 'org',
  targets: { orgId: 'org', paperId: 'examPaper' },
  audit: '新建学院考试',
  idempotent: true,
  input: z.object({ ...fields, orgId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTests],
});

export const updateTest = endpoint({
  method: 'PUT',
  path: '/api/sxzy/test',
  summary: '修改学院考试草稿',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'collegeTest', paperId: 'examPaper' },
  audit: '修改学院考试',
  idempotent: true,
  input: z.object({ ...fields, id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listTests, getTest],
});

const person = z.object({
  /** Of the place on the exam's list. */
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  place: z.string(),
  identity: z.number(),
  /** 0 待考, 1 考试中, 2 待阅卷, 3 已完成, 4 缺席. */
  record: z.number(),
  attempts: z.number(),
  startedAt: z.string().nullable(),
  handedAt: z.string().nullable(),
  leaves: z.number(),
  /** In half points, once the results are published. */
  score: z.number().nullable(),
  total: z.number().nullable(),
  passed: z.boolean().nullable(),
  /** Its answers can be read: handed in, marked and published. */
  hasSheet: z.boolean(),
});
export type TestPerson = z.infer<typeof person>;

export const testPeople = endpoint({
  method: 'GET',
  path: '/api/sxzy/test/people',
  summary: '考试详情：考生的班级或职务、状态和成绩',
  access: 'dj:sxzy:*',
  scope: 'org',
  targets: { id: 'collegeTest' },
  input: z.object({
    ...page,
    id,
    record: count.pipe(z.int().min(0, '状态不正确').max(4, '状态不正确')).optional(),
    grade: oneOf(GRADES, '年级不正确').optional(),
    className: line(40, '班级').optional(),
    identity: oneOf(IDENTITIES, '政治面貌不正确').optional(),
    name: line(30, '姓名').optional(),
  }),
  personal: ['name'],
  reply: rows(person, { records: z.record(z.string(), z.number()) }),
});

export const testSheet = endpoint({
  method: 'GET',
  path: '/api/sxzy/test/sheet',
  summary: '答卷详情：成绩公布之后，一名考生计分的那份答卷',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'collegeTest' },
  input: z.object({ id, personId: id }),
  reply: data(
    z.object({
      examId: z.string(),
      title: z.string(),
      name: z.string(),
      place: z.string(),
      orgName: z.string(),
      score: z.number(),
      total: z.number(),
      passed: z.boolean(),
      number: z.number(),
      startedAt: z.string(),
      handedAt: z.string(),
      handedBy: z.string(),
      leaves: z.number(),
      questions: z.array(
        z.object({
          seq: z.number(),
          section: z.string(),
          kind: z.number(),
          stem: z.string(),
          rich: z.string(),
          options: z.array(z.string()),
          key: z.array(z.string()),
          explanation: z.string(),
          answer: z.array(z.string()),
          points: z.number(),
          score: z.number(),
          comment: z.string(),
        }),
      ),
    }),
  ),
});
export type TestSheet = z.infer<(typeof testSheet)['reply']['schema']>;

export const TEST_BY = { test: '按考试', class: '按班级', identity: '按政治面貌', title: '按教职工职称' } as const;
const numbers = z.object({
  id: z.string(),
  name: z.string(),
  /** Places on the lists of exams that are over or run. */
  people: z.number(),
  sat: z.number(),
  absent: z.number(),
  /** With results published. */
  marked: z.number(),
  passed: z.number(),
  passPercent: z.number(),
  /** Mean of what was reached, per cent of the full score. */
  mean: z.number(),
});
export type TestNumbers = z.infer<typeof numbers>;

export const testNumbers = endpoint({
  method: 'GET',
  path: '/api/sxzy/test/numbers',
  summary: '考试统计：各场考试、班级、政治面貌或职称的参考率、及格率、平均得分率',
  access: 'dj:sxzy:*',
  scope: 'org',
  input: z.object({ ...page, by: by(TEST_BY).default('test'), term: term.optional(), grade: listFilter.grade }),
  reply: rows(numbers, { all: numbers }),
});
