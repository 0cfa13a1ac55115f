import { z } from 'zod';
import { data, endpoint, id, ids, line, page, required, rows } from '#platform/contract.ts';

/** What the list shows: units or people, with or without a grade of the year. */
export const GRADE_VIEWS = {
  unitTodo: '待评单位',
  personTodo: '待评党员',
  unitDone: '已评单位',
  personDone: '已评党员',
} as const;
export type GradeView = keyof typeof GRADE_VIEWS;
export const GRADE_SIDES = { in: '报到本地', out: '本组织的' } as const;
export type GradeSide = keyof typeof GRADE_SIDES;

export const gradeRow = z.object({
  /** Of the report, or of the pair. */
  id: z.string(),
  name: z.string(),
  /** Where the person belongs; of a unit empty. */
  homeName: z.string(),
  orgName: z.string(),
  hours: z.number(),
  absences: z.number(),
  grade: z.number().nullable(),
  gradeName: z.string(),
  word: z.string(),
  gradedOn: z.string().nullable(),
  gradedName: z.string(),
  can: z.object({ grade: z.boolean() }),
});
export type GradeRow = z.infer<typeof gradeRow>;

export const listGrades = endpoint({
  method: 'GET',
  path: '/api/sbd/grade/list',
  summary: '年度评价：报到的单位和党员，好、较好、一般、差',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    orgId: id.optional(),
    view: z.enum(['unitTodo', 'personTodo', 'unitDone', 'personDone', ''], '视图不正确').optional(),
    side: z.enum(['in', 'out', ''], '方向不正确').optional(),
    year: z.union([z.literal(''), z.string('年度不正确').regex(/^20\d\d$/, '年度不正确')]).optional(),
    keyWords: line(40, '名称').optional(),
  }),
  reply: rows(gradeRow, {
    year: z.number(),
    years: z.array(z.number()),
    isOpen: z.boolean(),
    counts: z.record(z.string(), z.number()),
  }),
});

const said = {
  ids,
  year: z.int('年度不正确'),
  grade: z.coerce
    .number<string | number>('请选择等次')
    .pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], '请选择等次')),
  word: required(100, '评语'),
};
/** What is written in the dialog. */
export const gradeForm = z.object({ grade: said.grade, word: said.word });

export const gradeMembers = endpoint({
  method: 'POST',
  path: '/api/sbd/grade/members',
  summary: '社区评定报到党员的年度等次：好、较好、一般、差，写评语；当年12月起',
  access: 'volunteer:audit',
  scope: 'org',
  targets: { ids: 'sbdReport[]' },
  subject: ['ids:sbdReport'],
  audit: '评定党员年度等次',
  asks: 'page',
  idempotent: true,
  input: z.object(said),
  reply: data(z.object({ graded: z.number() })),
  stale: () => [listGrades],
});

export const gradeUnits = endpoint({
  method: 'POST',
  path: '/api/sbd/grade/units',
  summary: '社区评定报到单位的年度等次：好、较好、一般、差，写评语；当年12月起',
  access: 'volunteer:audit',
  scope: 'org',
  targets: { ids: 'sbdPair[]' },
  audit: '评定单位年度等次',
  asks: 'page',
  idempotent: true,
  input: z.object(said),
  reply: data(z.object({ graded: z.number() })),
  stale: () => [listGrades],
});
