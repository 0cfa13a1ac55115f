import { z } from 'zod';
import {
  binReason,
  count,
  data,
  date,
  done,
  EXPORT_RATE,
  endpoint,
  id,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { historyField, orgIntegrity } from './contract.history.ts';
import { EXPORT_RANGES, type ExportRange } from './contract.records.ts';
import { getOrg, listOrgs } from './contract.ts';
import { EXTENSION_STATES, type ExtensionState, METHODS, PHASES, type Phase, POSTS } from './rules.office.ts';

const people = (label: string) => optional(count.pipe(z.int().min(1, `${label}应大于0`).max(999_999, `${label}太大`)));

const post = z.object({
  /** Empty: somebody of the term whose record was destroyed since. */
  memberId: z.union([id, z.literal('')], '编号不正确'),
  post: z.enum(POSTS, '请选择党内职务'),
  votes: optional(count.pipe(z.int().min(0, '得票不能为负').max(999_999, '得票太多'))).default(null),
});

/** Fields of the form that are single values; the leading members stand beside them. */
export const termFields = z.object({
  number: optional(count.pipe(z.int().min(1, '届次从 1 开始').max(99, '届次太大'))),
  electedOn: date,
  method: z.enum(METHODS, '请选择产生方式'),
  entitled: people('应到会人数'),
  present: people('实到会人数'),
  remark: text(500, '备注'),
});
const posts = z.array(post, '请登记班子成员').max(60, '班子成员最多60人');

export const termRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  number: z.number(),
  electedOn: z.string(),
  years: z.number().nullable(),
  method: z.string(),
  /** By when the next election is due: election and length of the term by rule. */
  nextElectionOn: z.string().nullable(),
  phase: z.custom<Phase>((value) => String(value) in PHASES),
  isCurrent: z.boolean(),
  secretaryName: z.string(),
  teamNumber: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type TermRow = z.infer<typeof termRow>;

const due = z.enum(['overdue', 'month1', 'month3', 'month6'], '换届时间不正确');

export const listTerms = endpoint({
  method: 'GET',
  path: '/api/zzxx/office/list',
  summary: '届次列表：所选组织的全部届次，或其下各组织的本届',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
    name: line(60, '名称').optional(),
    phase: due.optional(),
  }),
  reply: rows(termRow),
});

const termDetail = termRow.extend({
  entitled: z.number().nullable(),
  present: z.number().nullable(),
  remark: z.string(),
  posts: z.array(
    z.object({
      id: z.string(),
      memberId: z.string().nullable(),
      name: z.string(),
      post: z.string(),
      votes: z.number().nullable(),
    }),
  ),
  /** The last day by election and length alone. */
  endsByRule: z.string().nullable(),
  /** 届期延长 asked for, the newest first. */
  extensions: z.array(
    z.object({
      id: z.string(),
      until: z.string(),
      reason: z.string(),
      state: z.custom<ExtensionState>((value) => String(value) in EXTENSION_STATES),
      files: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })),
      askedBy: z.string(),
      askedAt: z.string(),
      decidedBy: z.string(),
      decidedAt: z.string().nullable(),
      opinion: z.string(),
    }),
  ),
  canExtend: z.boolean(),
  canDecide: z.boolean(),
  canWithdraw: z.boolean(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type TermDetail = z.infer<typeof termDetail>;

export const getTerm = endpoint({
  method: 'GET',
  path: '/api/zzxx/office/{id}',
  summary: '届次详情',
  access: 'org:read',
  scope: 'org',
  targets: { id: 'term' },
  input: z.object({ id }),
  reply: data(termDetail),
});

/** Our own call beside those of the specification: the form needs people to choose from. */
export const termCandidates = endpoint({
  method: 'POST',
  path: '/api/zzxx/office/candidates',
  summary: '可任班子成员的正式党员：按姓名或拼音首字母查找，最多20人',
  access: 'org:write',
  scope: 'org',
  targets: { orgId: 'org' },
  silent: true,
  input: z.object({ orgId: id, name: line(20, '姓名').default('') }),
  reply: data(z.array(z.object({ memberId: z.string(), name: z.string(), orgName: z.string(), post: z.string() }))),
});

const changed = () => [listTerms, getTerm, getOrg, listOrgs, orgIntegrity, historyField];

export const createTerm = endpoint({
  method: 'POST',
  path: '/api/zzxx/office',
  summary: '登记一届班子；任期年限和下次换届日期由服务器按规定计算',
  access: 'org:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '登记届次',
  idempotent: true,
  input: termFields.partial({ number: true, entitled: true, present: true, remark: true }).extend({ orgId: id, posts }),
  reply: data(z.object({ id: z.string(), nextElectionOn: z.string().nullable() })),
  stale: changed,
});

export const updateTerm = endpoint({
  method: 'PUT',
  path: '/api/zzxx/office',
  summary: '修改届次；只传改动的字段，班子成员整体替换',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'term' },
  audit: '修改届次',
  idempotent: true,
  input: termFields.partial().extend({
    id,
    version: z.coerce.number<string | number>('缺少版本').int('版本不正确').min(1, '版本不正确'),
    posts: posts.optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const removeTerm = endpoint({
  method: 'DELETE',
  path: '/api/zzxx/office',
  summary: '删除届次到回收站',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'term' },
  audit: '删除届次',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: changed,
});

/** Which terms are exported. */
export const EXPORTED_TERMS = { current: '本届', every: '本届和往届' } as const;
type ExportedTerms = keyof typeof EXPORTED_TERMS;

export const exportTerms = endpoint({
  method: 'POST',
  path: '/api/zzxx/office/export',
  summary: '导出届次和班子成员，每名班子成员一行（后台任务，带水印）',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出届次',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    orgId: id,
    range: z.enum(Object.keys(EXPORT_RANGES) as [ExportRange, ...ExportRange[]], '范围不正确').default('all'),
    terms: z.enum(Object.keys(EXPORTED_TERMS) as [ExportedTerms, ...ExportedTerms[]], '届次不正确').default('current'),
    name: line(60, '名称').optional(),
    phase: due.optional(),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
