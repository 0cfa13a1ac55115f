import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  endpoint,
  id,
  line,
  optional,
  page,
  required,
  rows,
} from '#platform/contract.ts';

const paperRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  name: z.string(),
  type: z.number(),
  eachOwn: z.boolean(),
  /** In half points. */
  total: z.number(),
  questions: z.number(),
  exams: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type PaperRow = z.infer<typeof paperRow>;

export const listPapers = endpoint({
  method: 'GET',
  path: '/api/zhjy/paper/listPage',
  summary: '试卷列表：本组织及下级的试卷',
  access: 'exam:write',
  scope: 'org',
  input: z.object({
    ...page,
    type: count.pipe(z.int().min(0, '组卷方式不正确').max(1, '组卷方式不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(paperRow),
});

export const getPaper = endpoint({
  method: 'GET',
  path: '/api/zhjy/paper/{id}',
  summary: '一份试卷：手工组卷的试题，或自动组卷的规则',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'examPaper' },
  input: z.object({ id }),
  reply: data(
    paperRow.extend({
      halfRight: z.boolean(),
      items: z.array(
        z.object({
          section: z.string(),
          questionId: z.string(),
          score: z.number(),
          kind: z.number(),
          stem: z.string(),
          options: z.array(z.string()),
          key: z.array(z.string()),
          difficulty: z.number(),
        }),
      ),
      rules: z.array(
        z.object({
          libId: z.string(),
          libName: z.string(),
          kind: z.number(),
          difficulty: z.number().nullable(),
          amount: z.number(),
          score: z.number(),
          there: z.number(),
        }),
      ),
    }),
  ),
});
export type PaperDetail = z.infer<(typeof getPaper)['reply']['schema']>;

const score = z.int('请填写分值').min(1, '分值应大于0').max(400, '每题最多200分');
export const paperFields = {
  name: required(60, '试卷名称'),
  type: z.int().min(0, '请选择组卷方式').max(1, '请选择组卷方式'),
  /** Drawn for each anew. */
  eachOwn: z.boolean().default(false),
  /** 多选 in part gets half. */
  halfRight: z.boolean().default(false),
  /** By hand; scores in half points. */
  items: z
    .array(z.object({ section: required(40, '大题名称'), questionId: id, score }))
    .max(300, '一份试卷最多300道题')
    .default([]),
  /** Drawn. */
  rules: z
    .array(
      z.object({
        libId: id,
        kind: z.int().min(1, '请选择题型').max(5, '请选择题型'),
        difficulty: optional(z.int().min(1, '难度应为1到5').max(5, '难度应为1到5')),
        amount: z.int('请填写题数').min(1, '题数应大于0').max(200, '一条规则最多200道'),
        score,
      }),
    )
    .max(30, '规则最多30条')
    .default([]),
};
export const paperForm = z.object(paperFields);

export const createPaper = endpoint({
  method: 'POST',
  path: '/api/zhjy/paper',
  summary: '新增试卷；自动组卷的当场证明抽得出来',
  access: 'exam:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '新增试卷',
  idempotent: true,
  input: paperForm.extend({ orgId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listPapers],
});

export const updatePaper = endpoint({
  method: 'PUT',
  path: '/api/zhjy/paper',
  summary: '修改试卷；已发布的考试用的仍是发布时的试卷',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'examPaper' },
  audit: '修改试卷',
  idempotent: true,
  input: paperForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listPapers, getPaper],
});

export const removePaper = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/paper',
  summary: '删除没有考试使用的试卷',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'examPaper' },
  audit: '删除试卷',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listPapers, getPaper],
});
