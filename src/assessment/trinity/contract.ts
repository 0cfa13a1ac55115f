import { z } from 'zod';
import { numberOf, points } from '#assessment/orgAssessment/contract.ts';
import { METHODS, type Method, projectFaults } from '#assessment/orgAssessment/rules.ts';
import { rowVersion, urgeReply, versionReply } from '#house/givenCalls.ts';
import { count, data, date, endpoint, id, line, required, text, yearFrom } from '#platform/contract.ts';
import {
  ASSESS_KINDS,
  type AssessKind,
  INSPECTION_TIMES,
  type InspectionTime,
  SUBMIT_FREQUENCIES,
  type SubmitFrequency,
} from '#platform/time/periods.ts';
import { listOrgs, listUnits } from './contract.read.ts';
import { getScore, getUnit, listScores } from './contract.score.ts';
import { evaluationCalls } from './nouns/evaluation.ts';
import { gradeFault, MAX_ITEMS, MAX_PARTS, MAX_UNITS, WEIGHTS } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    trinityUnit: true;
    trinityScore: true;
    trinityCase: true;
  }
}

const changed = () => [
  evaluationCalls.list,
  evaluationCalls.get,
  evaluationCalls.history,
  listUnits,
  listOrgs,
  listScores,
  getUnit,
  getScore,
];

/** What is common to acts of whoever evaluates. */
const ofEvaluation = {
  access: 'trinity:set',
  scope: 'org',
  targets: { id: 'noun:trinityEvaluation' },
  idempotent: true,
  stale: changed,
} as const;

const WEIGHT = `系数从${WEIGHTS[0]}%到${WEIGHTS[1]}%`;

/** An item as it is written. */
export const itemInput = z.object({
  title: required(60, '指标名称'),
  standard: text(1000, '评分标准').default(''),
  kind: numberOf<AssessKind>(ASSESS_KINDS, '请选择类别'),
  points: points('满分', 1),
  method: numberOf<Method>(METHODS, '请选择评分方式'),
  checkCode: line(60, '核查项').default(''),
  breach: points('每处扣分').default(0),
  cap: points('扣分上限').default(0),
  submit: numberOf<SubmitFrequency>(SUBMIT_FREQUENCIES, '请选择报送频次'),
  inspection: numberOf<InspectionTime>(INSPECTION_TIMES, '请选择考评时间'),
});

/** What an item's fields contradict each other in, by field: as in the library of 组织考核. */
export const itemFaults = projectFaults;

export const setItems = endpoint({
  ...ofEvaluation,
  method: 'PUT',
  path: '/api/trinity/evaluation/items',
  summary: '定考评指标：板块和其中的指标，草稿的以这次的为准',
  audit: '定考评指标',
  input: z.object({
    ...rowVersion,
    parts: z
      .array(
        z.object({
          title: required(30, '板块名称'),
          items: z.array(itemInput, '指标不正确').max(MAX_ITEMS, `最多${MAX_ITEMS}项指标`),
        }),
        '板块不正确',
      )
      .max(MAX_PARTS, `最多${MAX_PARTS}个板块`)
      .refine((list) => new Set(list.map(({ title }) => title)).size === list.length, '板块名称重复'),
  }),
  reply: versionReply,
});

export const setGrades = endpoint({
  ...ofEvaluation,
  method: 'PUT',
  path: '/api/trinity/evaluation/grades',
  summary: '定考评等次：名称和起点分，结束前可以改',
  audit: '定考评等次',
  input: z.object({
    ...rowVersion,
    grades: z
      .array(z.object({ label: required(10, '等次名称'), from: points('起点分') }), '等次不正确')
      .min(2, '至少两个等次')
      .max(6, '最多六个等次')
      .superRefine((grades, say) => {
        const fault = gradeFault(grades);
        if (fault) say.addIssue({ code: 'custom', message: fault });
      }),
  }),
  reply: versionReply,
});

export const setReviewer = endpoint({
  ...ofEvaluation,
  method: 'PUT',
  path: '/api/trinity/evaluation/reviewer',
  summary: '定一个板块由哪个组织评审；空的由考评组织评审',
  targets: { id: 'noun:trinityEvaluation', reviewerId: 'org' },
  audit: '定考评评审组织',
  input: z.object({ ...rowVersion, partId: id, reviewerId: id.optional() }),
  reply: versionReply,
});

export const setUnits = endpoint({
  ...ofEvaluation,
  method: 'PUT',
  path: '/api/trinity/evaluation/units',
  summary: '设置考核单位：加入这些组织，或改它们的组别和系数',
  targets: { id: 'noun:trinityEvaluation', orgIds: 'org[]' },
  audit: '设置考核单位',
  input: z.object({
    ...rowVersion,
    orgIds: z.array(id, '请选择组织').min(1, '请选择组织').max(MAX_UNITS, `最多${MAX_UNITS}个考核单位`),
    group: required(30, '组别'),
    weight: count.pipe(z.int().min(WEIGHTS[0], WEIGHT).max(WEIGHTS[1], WEIGHT)).default(100),
  }),
  reply: data(z.object({ version: z.number(), added: z.number() })),
});

export const dropUnit = endpoint({
  ...ofEvaluation,
  method: 'POST',
  path: '/api/trinity/evaluation/units/remove',
  summary: '去掉一个考核单位；开始后报过资料的不能去掉',
  targets: { id: 'noun:trinityEvaluation', unitId: 'trinityUnit' },
  audit: '去掉考核单位',
  input: z.object({ ...rowVersion, unitId: id, reason: required(200, '原因') }),
  reply: versionReply,
});

export const copyEvaluation = endpoint({
  ...ofEvaluation,
  method: 'POST',
  path: '/api/trinity/evaluation/copy',
  summary: '复制一项考评：指标、等次、评审组织和考核单位，成为另一年的草稿',
  audit: '复制考评',
  input: z.object({
    id,
    name: required(60, '考评名称'),
    year: yearFrom(2000, '年度'),
  }),
  reply: data(z.object({ id: z.string() })),
});

export const openEvaluation = endpoint({
  ...ofEvaluation,
  method: 'POST',
  path: '/api/trinity/evaluation/open',
  summary: '开始考评，通知各考核单位',
  audit: '开始考评',
  asks: {},
  input: z.object(rowVersion),
  reply: versionReply,
});

export const extendEvaluation = endpoint({
  ...ofEvaluation,
  method: 'POST',
  path: '/api/trinity/evaluation/extend',
  summary: '延长考评的截止日期',
  audit: '延长考评期限',
  asks: {},
  input: z.object({ ...rowVersion, endsOn: date, reason: required(200, '延期原因') }),
  reply: versionReply,
});

export const urgeEvaluation = endpoint({
  ...ofEvaluation,
  method: 'POST',
  path: '/api/trinity/evaluation/urge',
  summary: '催办还没有报送的考核单位，两小时内不重复',
  audit: '催办考评资料',
  asks: {},
  input: z.object({ id }),
  reply: urgeReply,
});

export const closeEvaluation = endpoint({
  ...ofEvaluation,
  method: 'POST',
  path: '/api/trinity/evaluation/close',
  summary: '结束考评：得分、等次和名次定下来，没有报的计0分',
  audit: '结束考评',
  asks: {},
  input: z.object(rowVersion),
  reply: versionReply,
});
