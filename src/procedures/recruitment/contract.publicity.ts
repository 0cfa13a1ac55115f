import { z } from 'zod';
import { data, done, endpoint, id, line, page, required, rows, text } from '#platform/contract.ts';
import { listMeetings } from './contract.meeting.ts';
import { getFile, listFiles, overview } from './contract.ts';

/** Where a 公示 stands: in its days, over and waiting for its end, ended. */
export const PUBLICITY_STATES = { running: '公示中', over: '期满待结束', ended: '已结束' } as const;
export type PublicityState = keyof typeof PUBLICITY_STATES;
export const PUBLICITY_RESULTS = {
  none: '无异议',
  checked: '有反映，查实不影响入党',
  blocking: '有影响入党的问题',
} as const;
export const CHECK_RESULTS = { checked: '查实不影响入党', blocking: '有影响入党的问题' } as const;

const publicityRow = z.object({
  id: z.string(),
  fileId: z.string(),
  category: z.number(),
  name: z.string(),
  orgName: z.string(),
  code: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.enum(Object.keys(PUBLICITY_STATES) as [PublicityState]),
  result: z.enum(['none', 'checked', 'blocking']).nullable(),
  resultNote: z.string(),
  /** How many said something; what they said the superior alone reads. */
  objections: z.number(),
  unchecked: z.number(),
  approver: z.string(),
  can: z.object({ check: z.boolean() }),
});
export type PublicityRow = z.infer<typeof publicityRow>;

export const listPublicity = endpoint({
  method: 'GET',
  path: '/api/fzdy/publicity/listPage',
  summary: '发展对象公示列表：公示中、期满待结束、已结束，收到的反映数',
  access: 'recruit:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['name'],
  input: z.object({
    ...page,
    orgId: id.optional(),
    name: line(30, '姓名').optional(),
    state: z.enum(Object.keys(PUBLICITY_STATES) as [PublicityState], '状态不正确').optional(),
  }),
  reply: rows(publicityRow),
});

const proof = z.string().max(2000, '图形验证码不正确或已过期').default('');
/** What somebody says about a 公示; how to reach them may be left out. */
export const objectionForm = z.object({
  content: text(1000, '反映的情况').refine((value) => value !== '', '请写明反映的情况'),
  contact: line(60, '联系方式').default(''),
});

export const sayObjection = endpoint({
  method: 'POST',
  path: '/api/fzdy/public/publicity/objection',
  summary: '公示期内反映情况（不登录）：密封送上级党组织，须带图形验证',
  access: 'public',
  scope: 'none',
  audit: '对公示反映情况',
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'ip' },
  input: objectionForm.extend({
    token: z.string().regex(/^[0-9a-f]{32}$/, '公示不存在或已结束'),
    uuid: proof,
    code: proof,
    proof,
    ticket: proof,
    randstr: proof,
  }),
  reply: done,
  stale: () => [listPublicity],
});

const objection = z.object({
  id: z.string(),
  content: z.string(),
  contact: z.string(),
  receivedAt: z.string(),
  result: z.enum(['', 'checked', 'blocking']),
  note: z.string(),
  handledBy: z.string(),
  handledAt: z.string().nullable(),
});
export type Objection = z.infer<typeof objection>;

export const readObjections = endpoint({
  method: 'POST',
  path: '/api/fzdy/publicity/objections',
  summary: '上级查看一次公示收到的反映，查看留痕',
  access: 'recruit:approve',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '查看公示反映情况',
  pii: true,
  input: z.object({ fileId: id }),
  reply: data(z.array(objection)),
});

export const checkObjection = endpoint({
  method: 'POST',
  path: '/api/fzdy/publicity/objection/check',
  summary: '上级核查一条反映：查实不影响入党，或有影响入党的问题',
  access: 'recruit:approve',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '核查公示反映情况',
  idempotent: true,
  input: z.object({
    fileId: id,
    id,
    result: z.enum(['checked', 'blocking'], '请选择核查结果'),
    note: required(300, '核查情况'),
  }),
  reply: done,
  stale: () => [listPublicity, readObjections, getFile, listFiles, overview, listMeetings],
});
