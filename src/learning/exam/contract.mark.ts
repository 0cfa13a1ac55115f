import { z } from 'zod';
import { data, done, endpoint, id, optional, required, text } from '#platform/contract.ts';
import { followExam, getExam, listExams } from './contract.exam.ts';

export const markOverview = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/mark/{id}',
  summary: '阅卷：要人工批阅的题和进度，待复核的申请',
  access: 'exam:mark',
  scope: 'org',
  targets: { id: 'exam' },
  input: z.object({ id }),
  reply: data(
    z.object({
      id: z.string(),
      title: z.string(),
      orgName: z.string(),
      handedIn: z.number(),
      waiting: z.number(),
      resultsAt: z.string().nullable(),
      /** 双评: points that two may lie apart; null: one marker. */
      doubleGap: z.number().nullable(),
      questions: z.array(
        z.object({
          questionId: z.string(),
          kind: z.number(),
          stem: z.string(),
          rich: z.string(),
          key: z.array(z.string()),
          explanation: z.string(),
          score: z.number(),
          marked: z.number(),
          all: z.number(),
          own: z.number(),
          /** By the session's account. */
          mine: z.number(),
          /** That it may still mark. */
          left: z.number(),
        }),
      ),
      appeals: z.array(
        z.object({
          id: z.string(),
          reason: z.string(),
          askedAt: z.string(),
          score: z.number(),
          total: z.number(),
          onPaper: z.boolean(),
          state: z.number(),
          opinion: z.string(),
          answers: z.array(
            z.object({
              id: z.string(),
              seq: z.number(),
              kind: z.number(),
              stem: z.string(),
              /** In the order in which they stood on this paper; key and answer count by it. */
              options: z.array(z.string()),
              key: z.array(z.string()),
              answer: z.array(z.string()),
              points: z.number(),
              score: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type Marking = z.infer<(typeof markOverview)['reply']['schema']>;

export const nextAnswer = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/mark/next',
  summary: '下一份要批阅的答案，不带姓名；本人的答卷不会分到',
  access: 'exam:mark',
  scope: 'org',
  targets: { id: 'exam' },
  input: z.object({ id, questionId: id }),
  reply: data(
    z.object({
      left: z.number(),
      answer: z.object({ id: z.string(), text: z.array(z.string()), score: z.number() }).nullable(),
    }),
  ),
});

export const markAnswer = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/mark',
  summary: '批阅一份答案，分值到半分',
  access: 'exam:mark',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '阅卷',
  idempotent: true,
  input: z.object({
    id,
    answerId: id,
    /** In half points. */
    points: z.int('请填写得分').min(0, '得分不能小于0'),
    comment: text(200, '评语').default(''),
  }),
  reply: data(z.object({ left: z.number() })),
  stale: () => [markOverview, getExam, listExams, followExam],
});

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/appeal/decide',
  summary: '处理复核：维持原分，或逐题改分，写明意见',
  access: 'exam:mark',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '处理成绩复核',
  idempotent: true,
  input: z.object({
    id,
    appealId: id,
    opinion: required(500, '复核意见'),
    changes: z
      .array(z.object({ answerId: id, points: z.int('请填写得分').min(0, '得分不能小于0') }))
      .max(300, '题数太多')
      .default([]),
    /** Of a paper that was sat on paper, its new score in half points. */
    score: optional(z.int('请填写得分').min(0, '得分不能小于0')),
  }),
  reply: data(z.object({ score: z.number() })),
  stale: () => [markOverview, followExam],
});

export const regrade = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/regrade',
  summary: '更正答案或作废试题并重新判分；预览只说谁的分会变，不写入',
  access: 'exam:mark',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '重新判分',
  asks: {},
  subject: ['id:exam'],
  idempotent: true,
  input: z.object({
    id,
    questionId: id,
    /** The right key; left out where the question is void: everybody gets its score. */
    key: z.array(text(1000, '答案')).max(20, '答案最多20个').default([]),
    isVoid: z.boolean().default(false),
    preview: z.boolean().default(true),
    reason: text(200, '原因').default(''),
  }),
  reply: data(
    z.object({
      answers: z.number(),
      changed: z.number(),
      passing: z.number(),
      failing: z.number(),
      written: z.boolean(),
    }),
  ),
  stale: () => [markOverview, followExam, analysePaper],
});

const itemFigures = z.object({
  questionId: z.string(),
  seq: z.number(),
  kind: z.number(),
  stem: z.string(),
  options: z.array(z.string()),
  key: z.array(z.string()),
  score: z.number(),
  n: z.number(),
  difficulty: z.number(),
  discrimination: z.number().nullable(),
  shares: z.record(z.string(), z.number()),
  blank: z.number(),
  verdict: z.string(),
  toMend: z.string(),
});
export type AnalysedItem = z.infer<typeof itemFigures>;

export const analysePaper = endpoint({
  method: 'GET',
  path: '/api/zhjy/paper/analysis',
  summary: '试卷分析：难度、区分度、各选项比例、分数分布、各组织成绩',
  access: 'exam:write',
  scope: 'org',
  targets: { centerId: 'exam' },
  input: z.object({ centerId: id, paperId: id }),
  reply: data(
    z.object({
      examId: z.string(),
      title: z.string(),
      paperName: z.string(),
      total: z.number(),
      people: z.number(),
      papers: z.number(),
      enough: z.boolean(),
      passed: z.number(),
      mean: z.number(),
      highest: z.number(),
      lowest: z.number(),
      /** Mean seconds from start to hand-in. */
      seconds: z.number(),
      bars: z.array(z.number()),
      orgs: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          people: z.number(),
          sat: z.number(),
          passed: z.number(),
          mean: z.number(),
        }),
      ),
      items: z.array(itemFigures),
    }),
  ),
});
export type Analysis = z.infer<(typeof analysePaper)['reply']['schema']>;

export const returnQuestion = endpoint({
  method: 'POST',
  path: '/api/zhjy/paper/analysis/return',
  summary: '把分析不合格的试题退回题库待修订，带着分析的数字',
  access: 'exam:write',
  scope: 'org',
  targets: { centerId: 'exam' },
  audit: '试题退回待修订',
  input: z.object({ centerId: id, questionId: id }),
  reply: done,
  stale: () => [analysePaper],
});
