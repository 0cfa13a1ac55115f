import { z } from 'zod';
import { count, data, endpoint, id, line, page, rows } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { ENDINGS, STEP_STATES } from './rules/path.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    developmentFile: true;
    developmentMeeting: true;
    developmentCorrection: true;
    developmentHandover: true;
    developmentPrinter: true;
    developmentBatch: true;
  }
}

/** Stages of the specification: 5 applicant, 4 activist, 3 development target, 2 probationary. */
export const STAGES = { 5: '入党申请人', 4: '入党积极分子', 3: '发展对象', 2: '预备党员' } as const;
/** 可办, 将到期, 超期, 退回, 停滞90天, and what waits for the session's own decision. */
export const FILE_VIEWS = {
  ready: '可办',
  week: '本周到期',
  soon: '将到期',
  overdue: '超期',
  returned: '退回',
  stalled: '停滞90天',
  decide: '待我审批',
  ended: '已结束',
} as const;
export type FileView = keyof typeof FILE_VIEWS;

/** Who was accepted as 预备党员 this year, and of them. */
export const ACCEPTED = {
  total: '合计',
  women: '女',
  minority: '少数民族',
  young: '35岁及以下',
  college: '大专及以上',
} as const;
export type Accepted = keyof typeof ACCEPTED;

const stepState = z.enum(Object.keys(STEP_STATES) as [keyof typeof STEP_STATES]);
export const stepNo = count.pipe(z.int().min(1, '步骤不正确').max(25, '步骤不正确'));
export const stage = count.pipe(z.int().min(2, '阶段不正确').max(5, '阶段不正确'));

const fileRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  genderName: z.string(),
  age: z.number().nullable(),
  orgId: z.string(),
  orgName: z.string(),
  category: z.number(),
  categoryName: z.string(),
  appliedOn: z.string().nullable(),
  step: z.number(),
  stepName: z.string(),
  stepState,
  /** What is to be done next, as a sentence. */
  nextAct: z.string(),
  earliestOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  /** Days to the last day; negative: overdue. */
  daysLeft: z.number().nullable(),
  isSupplement: z.boolean(),
  ending: z.enum(Object.keys(ENDINGS) as [keyof typeof ENDINGS]).nullable(),
  endedOn: z.string().nullable(),
  /** 终止培养 was asked for and waits for whoever decides; no step is done meanwhile. */
  isEnding: z.boolean(),
  /** In lists: a 更正 waits for the session's decision. */
  correctionWaits: z.boolean(),
  version: z.number(),
});
export type FileRow = z.infer<typeof fileRow>;

const filter = {
  orgId: id.optional(),
  searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
  stage: stage.optional(),
  name: line(30, '姓名').optional(),
  view: z.enum(Object.keys(FILE_VIEWS) as [FileView], '视图不正确').optional(),
  memberId: id.optional(),
  step: stepNo.optional(),
  /** Of a phase of the path, for the board. */
  phase: count.pipe(z.int().min(1, '阶段不正确').max(5, '阶段不正确')).optional(),
  /** People behind a number of this year's new members; files that ended are among them. */
  accepted: z.enum(Object.keys(ACCEPTED) as [Accepted], '本年接收的分类不正确').optional(),
};

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/fzdy/file/listPage',
  summary: '发展档案列表：本组织及下级的；本人只看自己的',
  access: 'recruit:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['name'],
  input: z.object({ ...page, ...filter }),
  reply: rows(fileRow),
});

export const overview = endpoint({
  method: 'GET',
  path: '/api/fzdy/file/overview',
  summary: '发展党员概览：各阶段人数、可办、本周到期、将到期、超期、退回、停滞，本年接收的预备党员',
  access: 'recruit:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(
    z.object({
      /** Running files by stage. */
      stages: z.array(z.object({ stage: z.number(), label: z.string(), count: z.number() })),
      /** Running files by view. */
      views: z.array(
        z.object({
          view: z.string(),
          label: z.string(),
          count: z.number(),
          /** The same by stage: each opens the list of those. */
          stages: z.array(z.object({ stage: z.number(), count: z.number() })),
        }),
      ),
      /** Of whom was accepted this year (branch meeting). */
      year: z.number(),
      accepted: z.object({
        total: z.number(),
        women: z.number(),
        minority: z.number(),
        young: z.number(),
        college: z.number(),
      }),
      /** This year's plan of the organisation; null: none was handed down. */
      plan: z.number().nullable(),
      /** Overdue files by the organisation at whose desk they are. */
      desks: z.array(z.object({ orgId: z.string(), orgName: z.string(), count: z.number() })),
    }),
  ),
});

const finding = z.object({
  code: z.string(),
  title: z.string(),
  ok: z.boolean(),
  level: z.enum(['block', 'warn']),
  evidence: z.string(),
  clause: z.string(),
  no: z.number(),
  earliest: z.string().nullable(),
  /** Kept so far, and nothing of it has been done yet. */
  open: z.literal(true).optional(),
});

/** With the organisation at whose desk it is mended. */
const told = finding.extend({ desk: z.string() });

const fact = z.object({ name: z.string(), label: z.string(), value: z.string() });
const paper = z.object({
  no: z.number(),
  kind: z.string(),
  label: z.string(),
  required: z.boolean(),
  state: z.enum(['missing', 'pending', 'passed', 'returned']),
  note: z.string(),
  handedBy: z.string(),
  handedAt: z.string().nullable(),
  reviewedBy: z.string(),
  files: z.array(uploadedFile),
  can: z.object({ hand: z.boolean(), review: z.boolean() }),
});
export type Paper = z.infer<typeof paper>;

const vote = z.object({
  meetingId: z.string(),
  stage: z.number(),
  heldOn: z.string(),
  proposal: z.enum(['agree', 'convert', 'extend', 'revoke']),
  months: z.number().nullable(),
  due: z.number(),
  present: z.number(),
  yes: z.number(),
  no: z.number(),
  abstain: z.number(),
  spoilt: z.number(),
  writtenYes: z.number(),
  writtenNo: z.number(),
  /** The general meeting voted; else the committee decided and nothing was counted. */
  isVoted: z.boolean(),
  passed: z.boolean(),
});

const step = z.object({
  no: z.number(),
  state: stepState,
  handledOn: z.string().nullable(),
  decidedOn: z.string().nullable(),
  /** In words, for reading. */
  facts: z.array(fact),
  /** As the form holds them; people as their ids. */
  values: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.array(z.object({ id: z.string(), name: z.string() })), z.null()]),
  ),
  opinion: z.string(),
  ruleVersion: z.string().nullable(),
  warnings: z.array(finding),
  lateReason: z.string(),
  submittedBy: z.string(),
  /** The approval process that it runs on before the committee decides; null: none. */
  process: z.enum(['running', 'returned']).nullable(),
  recordedAt: z.string().nullable(),
  /** 补登: days after it happened; 0 where it was recorded in time. */
  lateDays: z.number(),
  approver: z.string(),
  /** The 党总支 that discusses it before the approver decides; empty where none stands between. */
  general: z.string(),
  generalOn: z.string().nullable(),
  generalOpinion: z.string(),
  decidedBy: z.string(),
  meeting: z.string(),
  /** Of the committee that decided; null: not written down. */
  present: z.number().nullable(),
  yes: z.number().nullable(),
  decision: z.string(),
  returnNote: z.string(),
  /** When the person took note of how it came out. */
  knownAt: z.string().nullable(),
  can: z.object({
    submit: z.boolean(),
    withdraw: z.boolean(),
    opine: z.boolean(),
    decide: z.boolean(),
    correct: z.boolean(),
  }),
});
export type Step = z.infer<typeof step>;

const fileDetail = fileRow.extend({
  birthDate: z.string().nullable(),
  nationName: z.string(),
  educationName: z.string(),
  workUnit: z.string(),
  position: z.string(),
  idCardNo: z.string(),
  paperUntil: z.number(),
  probationUntil: z.string().nullable(),
  extensionMonths: z.number().nullable(),
  endedFor: z.string(),
  openedAt: z.string(),
  today: z.string(),
  /** 流动人员: the political review asks the organisations of both places. */
  isMigrant: z.boolean(),
  /** What the site set of the rules (`rules/days.ts`). */
  settings: z.object({
    switchDay: z.string(),
    inclusive: z.boolean(),
    lateDays: z.number(),
    thoughtMonths: z.number(),
  }),
  /** 同意 of step 8 by 2026 was given: 公示, then listing. */
  isConsented: z.boolean(),
  contacts: z.string(),
  introducers: z.string(),
  steps: z.array(step),
  papers: z.array(paper),
  /** Of every rule asked so far, faults first. Empty for the person. */
  findings: z.array(told),
  notes: z.array(
    z.object({
      id: z.string(),
      /** `gap`: why there was no 考察 in the half-year of that day, and what was done. */
      kind: z.enum(['inspection', 'thought', 'gap']),
      day: z.string(),
      content: z.string(),
      createdBy: z.string(),
      recordedOn: z.string().nullable(),
    }),
  ),
  votes: z.array(vote),
  publicity: z
    .object({
      id: z.string(),
      code: z.string(),
      startsOn: z.string(),
      endsOn: z.string(),
      result: z.enum(['none', 'checked', 'blocking']).nullable(),
      resultNote: z.string(),
    })
    .nullable(),
  /** The branch has a 支委会; else its general meeting decides in its place. */
  hasCommittee: z.boolean(),
  /** Who approves; empty where nobody above may. */
  approver: z.string(),
  /** 终止培养 that was asked for and waits; null: none, or it is the person who reads. */
  endingAsked: z
    .object({
      /** Of the request; null: it runs on a process. */
      id: z.string().nullable(),
      day: z.string(),
      reason: z.string(),
      askedBy: z.string(),
      /** With whom it waits. */
      waitsFor: z.string(),
      can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
    })
    .nullable(),
  isOwn: z.boolean(),
  can: z.object({
    write: z.boolean(),
    note: z.boolean(),
    /** The own file has steps that the person has not taken note of. */
    know: z.boolean(),
    /** 重新申请: a new file beside this one, which ended. */
    again: z.boolean(),
    end: z.boolean(),
    publicity: z.boolean(),
  }),
});
export type FileDetail = z.infer<typeof fileDetail>;
export type Finding = z.infer<typeof told>;

export const getFile = endpoint({
  method: 'GET',
  path: '/api/fzdy/file/{id}',
  summary: '一份发展档案：二十五步、材料、规则核对；本人看自己的，不含意见和票数',
  access: 'recruit:read',
  scope: 'org',
  targets: { id: 'developmentFile' },
  input: z.object({ id }),
  reply: data(fileDetail),
});
