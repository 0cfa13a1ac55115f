import { z } from 'zod';
import { count, data, done, endpoint, id, page, required, rows, text } from '#platform/contract.ts';

const ownRow = z.object({
  id: z.string(),
  title: z.string(),
  orgName: z.string(),
  opensAt: z.string(),
  closesAt: z.string(),
  minutes: z.number(),
  total: z.number(),
  phase: z.number(),
  record: z.number(),
  /** Attempts that are left. */
  left: z.number(),
  /** Known once results are out. */
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
});
export type OwnExamRow = z.infer<typeof ownRow>;

export const ownExams = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/own/listPage',
  summary: '我的考试',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ ...page }),
  reply: rows(ownRow),
});

export const ownExam = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/own/{id}',
  summary: '我的一场考试：规则和我的各次答卷',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ id }),
  reply: data(
    ownRow.extend({
      now: z.string(),
      remark: z.string(),
      questions: z.number(),
      passPercent: z.number(),
      counts: z.string(),
      lateMinutes: z.number().nullable(),
      earlyMinutes: z.number(),
      leaveLimit: z.number(),
      leaveHandsIn: z.boolean(),
      extraMinutes: z.number(),
      /** Why it cannot be begun now; empty: it can. */
      closed: z.string(),
      resultsAt: z.string().nullable(),
      attempts: z.array(
        z.object({
          id: z.string(),
          number: z.number(),
          state: z.number(),
          startedAt: z.string(),
          handedAt: z.string().nullable(),
          handedBy: z.string(),
          /** Known once results are out. */
          score: z.number().nullable(),
          counted: z.boolean(),
          appeal: z.object({ state: z.number(), opinion: z.string() }).nullable(),
        }),
      ),
    }),
  ),
});
export type OwnExam = z.infer<(typeof ownExam)['reply']['schema']>;

const device = z.string().regex(/^[0-9A-Za-z-]{8,64}$/, '设备标识不正确');
const sitQuestion = z.object({
  seq: z.number(),
  section: z.string(),
  kind: z.number(),
  stem: z.string(),
  rich: z.string(),
  /** In the order in which this person sees them. */
  options: z.array(z.object({ place: z.string(), text: z.string() })),
  blanks: z.number(),
  score: z.number(),
  answer: z.array(z.string()),
  /** The number of the packet that was saved last. */
  saved: z.number(),
});
export type SitQuestion = z.infer<typeof sitQuestion>;

export const startExam = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/start',
  summary: '开始或继续考试：答固定下来的试卷；别的设备正在答时先问是否接管',
  access: 'dj:zhjy',
  scope: 'own',
  audit: '进入考试',
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({ id, device, takeOver: z.boolean().default(false) }),
  reply: data(
    z.object({
      /** Another device writes; nothing is told until it is taken over. */
      elsewhere: z.boolean(),
      attemptId: z.string(),
      now: z.string(),
      deadline: z.string(),
      startedAt: z.string(),
      leaves: z.number(),
      questions: z.array(sitQuestion),
    }),
  ),
  stale: () => [ownExams, ownExam],
});

const packet = z.object({
  seq: z.int().min(1, '题号不正确').max(1000, '题号不正确'),
  /** Counts up with every change of the answer; an older packet never wins. */
  number: z.int().min(1, '序号不正确').max(1_000_000_000, '序号不正确'),
  answer: z.array(text(4000, '答案')).max(20, '答案最多20项'),
});
export type Packet = z.infer<typeof packet>;
const packets = z.array(packet).max(300, '一次最多保存300题');

export const saveAnswers = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/save',
  summary: '保存答案：每题带序号，旧的不会盖过新的',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  input: z.object({ attemptId: id, device, answers: packets }),
  reply: data(
    z.object({
      now: z.string(),
      deadline: z.string(),
      /** `seq` to the number that stands now. */
      saved: z.record(z.string(), z.number()),
    }),
  ),
});

export const handIn = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/handIn',
  summary: '交卷',
  access: 'dj:zhjy',
  scope: 'own',
  audit: '交卷',
  input: z.object({ attemptId: id, device, answers: packets.default([]) }),
  reply: data(z.object({ handedAt: z.string() })),
  stale: () => [ownExams, ownExam],
});

export const leavePage = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/leave',
  summary: '记一次离开考试页面；超过次数的提醒或交卷',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  input: z.object({ attemptId: id, device }),
  reply: data(z.object({ leaves: z.number(), handedIn: z.boolean() })),
  stale: () => [ownExams, ownExam],
});

export const ownResult = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/result/{attemptId}',
  summary: '成绩公布后我的答卷：得分，按考试的规定带答案和解析',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ attemptId: id }),
  reply: data(
    z.object({
      title: z.string(),
      score: z.number(),
      total: z.number(),
      passed: z.boolean(),
      withAnswers: z.boolean(),
      questions: z.array(
        sitQuestion.omit({ saved: true, blanks: true }).extend({
          points: z.number(),
          /** Empty where the exam shows scores alone. */
          key: z.array(z.string()),
          explanation: z.string(),
          comment: z.string(),
        }),
      ),
    }),
  ),
});

export const askAppeal = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/appeal',
  summary: '申请复核成绩',
  access: 'dj:zhjy',
  scope: 'own',
  audit: '申请复核成绩',
  idempotent: true,
  input: z.object({ attemptId: id, reason: required(500, '复核理由') }),
  reply: done,
  stale: () => [ownExam],
});

const wrongRow = z.object({
  /** Of the question. */
  id: z.string(),
  kind: z.number(),
  stem: z.string(),
  rich: z.string(),
  options: z.array(z.string()),
  key: z.array(z.string()),
  explanation: z.string(),
  /** As it was answered last. */
  answer: z.array(z.string()),
  times: z.number(),
  examTitle: z.string(),
  answeredAt: z.string(),
});
export type WrongRow = z.infer<typeof wrongRow>;

export const ownWrong = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/wrong/listPage',
  summary: '错题本：公布了答案的考试里，本人最近一次没有答对的题',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ ...page, kind: count.pipe(z.int().min(1, '题型不正确').max(5, '题型不正确')).optional() }),
  reply: rows(wrongRow),
});
