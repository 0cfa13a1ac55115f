import { z } from 'zod';
import { data, done, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { getIntegrity, listFaults } from './contract.quality.ts';
import { getMember, listMembers, viewCounts } from './contract.ts';

/** By what two records are alike, the surest first. */
export const LIKENESSES = { card: '身份证号', name: '姓名和出生日期', phone: '手机号' } as const;
/** What was decided of a pair. */
export const PAIR_STATES = { open: '待处理', different: '不是同一人', merged: '已合并' } as const;

const likeness = z.enum(Object.keys(LIKENESSES) as [keyof typeof LIKENESSES], '相同之处不正确');
const pairState = z.enum(Object.keys(PAIR_STATES) as [keyof typeof PAIR_STATES], '状态不正确');

/** One of two records; of one that lies out of the scope nothing is said but that it is there. */
const pairSide = z.object({
  visible: z.boolean(),
  id: z.string(),
  name: z.string(),
  idCardNo: z.string(),
  birthDate: z.string(),
  phonenumber: z.string(),
  orgName: z.string(),
  /** It lies in the recycle bin. */
  deleted: z.boolean(),
});

const pairRow = z.object({
  id: z.string(),
  by: z.array(likeness),
  state: pairState,
  stateName: z.string(),
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  a: pairSide,
  b: pairSide,
  /** The organisation to be asked where one side is out of the scope; else empty. */
  ask: z.string(),
  can: z.object({ compare: z.boolean(), decide: z.boolean() }),
});
export type PairRow = z.infer<typeof pairRow>;
export type PairSide = z.infer<typeof pairSide>;

export const listPairs = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/duplicate/listPage',
  summary: '疑似重复的人员：两人一行，至少一人在管理范围内',
  access: 'member:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    by: likeness.optional(),
    state: pairState.default('open'),
  }),
  reply: rows(pairRow, {
    /** When this organisation was last gone through; null: never. */
    scannedAt: z.string().nullable(),
    scanning: z.boolean(),
    can: z.object({ scan: z.boolean() }),
  }),
});

export const scanPairs = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/duplicate/scan',
  summary: '在本组织范围内查找重复人员（后台任务）',
  access: 'member:merge',
  scope: 'org',
  audit: '查找重复人员',
  idempotent: true,
  rate: { hits: 30, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(z.object({ jobId: z.string() })),
  stale: () => [listPairs],
});

/** A field of both records side by side, in words; personal values as masks, which may look the same and differ. */
const comparedField = z.object({
  field: z.string(),
  label: z.string(),
  a: z.string(),
  b: z.string(),
  differs: z.boolean(),
});
export type ComparedField = z.infer<typeof comparedField>;

const comparedSide = pairSide.extend({
  version: z.number(),
  completeness: z.number(),
  createName: z.string(),
  createDate: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
  /** What hangs on the record, in words with its number: 家庭成员 3条. */
  hangs: z.array(z.object({ label: z.string(), count: z.number() })),
});
export type ComparedSide = z.infer<typeof comparedSide>;

const pairDetail = z.object({
  id: z.string(),
  by: z.array(likeness),
  state: pairState,
  stateName: z.string(),
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  a: comparedSide,
  b: comparedSide,
  fields: z.array(comparedField),
  /** The side that is proposed to be kept: the fuller record, of two alike the older one. */
  keep: z.enum(['a', 'b']),
  /** The merge that stands; `obstacles` says, each in a sentence, why it cannot be undone any more. */
  merge: z
    .object({
      id: z.string(),
      keptId: z.string(),
      mergedBy: z.string(),
      mergedAt: z.string(),
      reason: z.string(),
      moved: z.array(z.object({ label: z.string(), count: z.number() })),
      obstacles: z.array(z.string()),
    })
    .nullable(),
  can: z.object({ merge: z.boolean(), decide: z.boolean(), undo: z.boolean() }),
});
export type PairDetail = z.infer<typeof pairDetail>;

export const getPair = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/duplicate/{id}',
  summary: '两份人员信息对照',
  access: 'member:read',
  scope: 'org',
  targets: { id: 'pair' },
  input: z.object({ id }),
  reply: data(pairDetail),
});

const version = z.coerce.number<string | number>('缺少版本').int().min(1);

export const mergePair = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/duplicate/merge',
  summary: '合并两份人员信息：保留一份，另一份进入回收站',
  access: 'member:merge',
  scope: 'org',
  targets: { id: 'pair' },
  subject: ['id:pair'],
  audit: '合并人员',
  idempotent: true,
  pii: true,
  input: z.object({
    id,
    keep: z.enum(['a', 'b'], '请选择保留哪一份'),
    /** The fields, by wire name, that are taken from the other record. */
    fields: z.array(z.string().max(40)).max(60).default([]),
    /** As they were compared. */
    versionA: version,
    versionB: version,
    reason: required(200, '合并原因'),
  }),
  reply: data(z.object({ mergeId: z.string(), keptId: z.string() })),
  stale: () => [listPairs, getPair, listMembers, viewCounts, getMember, getIntegrity, listFaults],
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/duplicate/undo',
  summary: '撤销合并：两份人员信息回到合并以前',
  access: 'member:merge',
  scope: 'org',
  targets: { id: 'pair' },
  subject: ['id:pair'],
  audit: '撤销合并人员',
  idempotent: true,
  pii: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [listPairs, getPair, listMembers, viewCounts, getMember, getIntegrity, listFaults],
});

export const decidePair = endpoint({
  method: 'PUT',
  path: '/api/dyxx/member/duplicate',
  summary: '认定两份信息不是同一人，或收回这一认定',
  access: 'member:merge',
  scope: 'org',
  targets: { id: 'pair' },
  subject: ['id:pair'],
  audit: '认定重复人员',
  idempotent: true,
  input: z.object({
    id,
    /** False takes the verdict back. */
    different: z.boolean('请选择是否同一人'),
    reason: line(200, '理由').default(''),
  }),
  reply: done,
  stale: () => [listPairs, getPair, getIntegrity, listFaults],
});
