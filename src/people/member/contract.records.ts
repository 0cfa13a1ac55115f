import { z } from 'zod';
import { data, type Endpoint, endpoint, flag, id, line, page, rows, text } from '#platform/contract.ts';
import {
  type RecordType,
  recordAddition,
  recordCalls,
  recordFiles,
  recordForm,
  recordOrder,
  recordRow,
} from '#platform/records/records.ts';
import { getMember, memberTimeline } from './contract.ts';
import { abroad, adof, diff, entering, extra, family, flre, inoff, repr, resume, rewar } from './rules/records.ts';

/** The tabs of a person's record that hold rows, in their order. */
export const MEMBER_RECORDS: readonly [RecordType, ...RecordType[]] = [
  entering,
  inoff,
  adof,
  resume,
  rewar,
  repr,
  family,
  abroad,
  diff,
  flre,
];

/** These and the one row of further facts. */
export const ALL_RECORDS: readonly RecordType[] = [extra, ...MEMBER_RECORDS];

const stale = () => [memberRecords, getMember, memberTimeline, listEntering];

const calls = (sort: RecordType) =>
  recordCalls(sort, {
    path: `/api/dyxx/${sort.kind}`,
    // The specification's own names for the page of flow records and for adding an entry.
    ...(sort === flre ? { listPath: '/api/dyxx/flre/flowRecode' } : {}),
    ...(sort === entering ? { addPath: '/api/dyxx/entering/add' } : {}),
    read: 'session',
    write: 'member:write',
    stale,
  });

/** The calls of each tab by its kind. */
export const RECORD_CALLS = Object.fromEntries(MEMBER_RECORDS.map((sort) => [sort.kind, calls(sort)]));

export const orderRecords = recordOrder(MEMBER_RECORDS, {
  path: '/api/dyxx/member/records/order',
  write: 'member:write',
  stale: () => [...stale(), ...Object.values(RECORD_CALLS).map(({ list }) => list)],
});

/** 家庭成员, several at once: they are entered in the table row by row. */
export const addFamily = recordAddition(family, {
  path: '/api/dyxx/family/rows',
  write: 'member:write',
  stale: () => [...stale(), ...Object.values(RECORD_CALLS).map(({ list }) => list)],
});

/** All tabs at once, so that a record opens with one call more than before. */
export const memberRecords = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/records/{id}',
  summary: '党员档案各分表的全部记录',
  access: 'session',
  scope: 'org',
  targets: { id: 'member' },
  input: z.object({ id }),
  reply: data(z.object(Object.fromEntries(ALL_RECORDS.map((sort) => [sort.kind, z.array(recordRow(sort))])))),
});

export const getExtra = endpoint({
  method: 'GET',
  path: '/api/dyxx/extra/memberId/{id}',
  summary: '党员补充信息；还没有登记时版本为 0',
  access: 'session',
  scope: 'org',
  targets: { id: 'member' },
  input: z.object({ id }),
  reply: data(recordRow(extra)),
});

export const updateExtra = endpoint({
  method: 'PUT',
  path: '/api/dyxx/extra',
  summary: '登记或修改党员补充信息：党员编号、版本与改动的字段',
  access: 'member:write',
  scope: 'org',
  targets: { id: 'member' },
  audit: '修改补充信息',
  idempotent: true,
  input: recordForm(extra)
    .partial()
    .extend({
      id,
      version: z.coerce.number<string | number>('缺少版本').int('版本不正确').min(0, '版本不正确'),
      files: recordFiles,
    }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [getExtra, ...stale()],
});

/** States of a registered entry, dictionary 0057. */
export const ENTERING_STATES = { '0': '待审核', '1': '审核通过', '2': '审核不通过' } as const;

export const listEntering = endpoint({
  method: 'GET',
  path: '/api/dyxx/entering/waiting',
  summary: '进入登记：本组织及下级登记的，按审核状态看，等待本人审核的在前',
  access: 'member:read',
  scope: 'org',
  personal: ['name'],
  input: z.object({
    ...page,
    name: line(40, '姓名').optional(),
    state: z.union([z.literal(''), z.enum(['0', '1', '2'], '审核状态不正确')]).optional(),
  }),
  reply: rows(
    z.object({
      id: z.string(),
      memberId: z.string(),
      name: z.string(),
      orgName: z.string(),
      joinTypeName: z.string(),
      joinedOn: z.string(),
      fromOrg: z.string(),
      state: z.enum(['0', '1', '2']),
      createName: z.string(),
      createDate: z.string(),
      auditor: z.string(),
      can: z.object({ audit: z.boolean() }),
    }),
    { toDecide: z.number() },
  ),
});

export const auditEntering = endpoint({
  method: 'POST',
  path: '/api/dyxx/entering/audit',
  summary: '审核进入登记；通过后写入主表的进入支部类型和日期',
  access: 'member:audit',
  scope: 'org',
  targets: { id: 'record' },
  audit: '审核进入登记',
  idempotent: true,
  input: z
    .object({ id, passed: flag, opinion: text(200, '审核意见').default('') })
    .refine(({ passed, opinion }) => passed || opinion !== '', { path: ['opinion'], message: '不通过的请写明原因' }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

/** An entry is reviewed or deleted, never rewritten: the specification has no call to edit one. */
const isOffered = (sort: RecordType, name: string) => sort !== entering || name !== 'edit';

/** The calls of sub-records that there are. */
export const OFFERED_CALLS: readonly Endpoint[] = MEMBER_RECORDS.flatMap((sort) =>
  Object.entries(RECORD_CALLS[sort.kind] ?? {}).flatMap(([name, call]) => (isOffered(sort, name) ? call : [])),
);
