import { z } from 'zod';
import { count, data, date, endpoint, id, line, page, required, rows, text, yearFrom } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { CRITERIA, type Criterion } from './rules.weak.ts';

export const WEAK_FILES = 10;
const year = yearFrom(2000, '年度');
const written = (label: string, max: number) => text(max, label).refine((value) => value !== '', `请输入${label}`);
const criterion = z.object({ code: z.string(), label: z.string() });

const weakRow = z.object({
  id: z.string(),
  orgId: z.string(),
  name: z.string(),
  parentName: z.string(),
  year: z.number(),
  criteria: z.array(criterion),
  state: z.number(),
  stateName: z.string(),
  leader: z.string(),
  cadre: z.string(),
  dueOn: z.string().nullable(),
  isLate: z.boolean(),
  closedOn: z.string().nullable(),
});
export type WeakRow = z.infer<typeof weakRow>;

export const listWeak = endpoint({
  method: 'GET',
  path: '/api/jczc/weak/listPage',
  summary: '软弱涣散党组织：一年列入的和还没有销号的',
  access: 'colour:read',
  scope: 'org',
  input: z.object({
    ...page,
    year: year.optional(),
    state: count.pipe(z.int().max(4, '状态不正确')).optional(),
    keyWords: line(60, '组织名称').optional(),
  }),
  reply: rows(weakRow, {
    /** By state, whatever is filtered. */
    counts: z.array(z.number()),
    can: z.object({ list: z.boolean() }),
  }),
});

export const weakFile = endpoint({
  method: 'GET',
  path: '/api/jczc/weak/{id}',
  summary: '一份软弱涣散整顿档案',
  access: 'colour:read',
  scope: 'org',
  targets: { id: 'colour' },
  input: z.object({ id }),
  reply: data(
    weakRow.extend({
      problems: z.string(),
      measures: z.string(),
      files: z.array(uploadedFile),
      report: z.string(),
      reportedBy: z.string(),
      opinion: z.string(),
      decidedBy: z.string(),
      version: z.number(),
      steps: z.array(z.object({ id: z.string(), act: z.string(), text: z.string(), by: z.string(), at: z.string() })),
      can: z.object({
        start: z.boolean(),
        apply: z.boolean(),
        decide: z.boolean(),
        relapse: z.boolean(),
      }),
    }),
  ),
});
export type WeakFile = z.infer<typeof weakFile.reply.schema>;

/** Organisations that a criterion meets which the platform finds, and that are not listed; the most first. */
export const weakCandidates = endpoint({
  method: 'GET',
  path: '/api/jczc/weak/candidates',
  summary: '按条件排查：平台查到符合条件、还没有列入的组织',
  access: 'colour:manage',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.array(
      z.object({
        orgId: z.string(),
        name: z.string(),
        parentName: z.string(),
        criteria: z.array(criterion.extend({ detail: z.string() })),
      }),
    ),
  ),
});

const changed = () => [listWeak, weakFile, weakCandidates];
const manage = { access: 'colour:manage', scope: 'org', idempotent: true } as const;
const versioned = { id, version: count };
const moved = data(z.object({ version: z.number() }));

export const listAsWeak = endpoint({
  ...manage,
  method: 'POST',
  path: '/api/jczc/weak',
  summary: '列为软弱涣散党组织：原因和问题清单；不设名额',
  targets: { orgId: 'org' },
  audit: '列入软弱涣散',
  input: z.object({
    orgId: id,
    criteria: z
      .array(z.enum(Object.keys(CRITERIA) as [Criterion, ...Criterion[]], '列入原因不正确'))
      .min(1, '请选择列入原因')
      .max(8),
    problems: written('问题清单', 2000),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const startWeak = endpoint({
  ...manage,
  method: 'POST',
  path: '/api/jczc/weak/start',
  summary: '开始整顿：联系的县级领导、驻点干部、措施、期限和材料',
  targets: { id: 'colour' },
  asks: {},
  audit: '开始软弱涣散整顿',
  input: z.object({
    ...versioned,
    leader: required(40, '联系的县级领导'),
    cadre: required(40, '驻点干部'),
    measures: written('整顿措施', 2000),
    dueOn: date,
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
      .max(WEAK_FILES, `附件最多${WEAK_FILES}个`)
      .default([]),
  }),
  reply: moved,
  stale: changed,
});

export const applyWeak = endpoint({
  method: 'POST',
  path: '/api/jczc/weak/apply',
  summary: '整顿的组织报整顿情况，申请销号',
  access: 'colour:read',
  scope: 'org',
  idempotent: true,
  targets: { id: 'colour' },
  audit: '申请软弱涣散销号',
  input: z.object({ ...versioned, report: written('整顿情况', 2000) }),
  reply: moved,
  stale: changed,
});

export const decideWeak = endpoint({
  ...manage,
  method: 'POST',
  path: '/api/jczc/weak/decide',
  summary: '上级验收：销号或退回继续整顿，不能由申请的人办理',
  targets: { id: 'colour' },
  audit: '验收软弱涣散整顿',
  input: z.object({ ...versioned, agree: z.boolean('请选择销号或退回'), opinion: text(500, '意见').default('') }),
  reply: moved,
  stale: changed,
});

export const relapseWeak = endpoint({
  ...manage,
  method: 'POST',
  path: '/api/jczc/weak/relapse',
  summary: '已销号的又出现问题：记为反弹，重新整顿',
  targets: { id: 'colour' },
  audit: '软弱涣散反弹',
  input: z.object({ ...versioned, reason: written('反弹的情况', 500) }),
  reply: moved,
  stale: changed,
});

export const printWeak = endpoint({
  method: 'POST',
  path: '/api/jczc/weak/print',
  summary: '打印软弱涣散党组织整顿档案',
  access: 'colour:read',
  scope: 'org',
  targets: { id: 'colour' },
  audit: '打印整顿档案',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});
