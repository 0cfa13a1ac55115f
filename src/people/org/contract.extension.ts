import { z } from 'zod';
import { data, date, done, endpoint, id, text } from '#platform/contract.ts';
import { historyField } from './contract.history.ts';
import { getTerm, listTerms } from './contract.office.ts';
import { getOrg, listOrgs } from './contract.ts';

const version = z.coerce.number<string | number>('缺少版本').int('版本不正确').min(1, '版本不正确');

/** The form of 届期延长. */
export const extensionForm = z.object({
  until: date,
  reason: text(500, '延期原因').refine((value) => value !== '', '请输入延期原因'),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
    .min(1, '请上传申请延期的请示或报告')
    .max(10, '最多10个附件')
    .refine((list) => new Set(list).size === list.length, '附件重复'),
});

const changed = () => [listTerms, getTerm, getOrg, listOrgs, historyField];

/** Our own call beside those of the specification: a term may end late with the superior's approval (TERM18). */
export const extendTerm = endpoint({
  method: 'POST',
  path: '/api/zzxx/office/extend',
  summary: '申请届期延长，由上级党组织审批',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'term' },
  audit: '申请届期延长',
  idempotent: true,
  input: extensionForm.extend({ id, version }),
  reply: data(z.object({ version: z.number(), deciderName: z.string() })),
  stale: changed,
});

export const decideExtension = endpoint({
  method: 'POST',
  path: '/api/zzxx/office/extend/decide',
  summary: '审批届期延长：同意后按新的日期提醒换届，退回须写明原因',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'term' },
  audit: '审批届期延长',
  idempotent: true,
  input: z.object({ id, version, agree: z.boolean('请选择同意或退回'), opinion: text(200, '审批意见').default('') }),
  reply: done,
  stale: changed,
});

export const withdrawExtension = endpoint({
  method: 'POST',
  path: '/api/zzxx/office/extend/withdraw',
  summary: '撤回自己提出、还没有审批的届期延长申请',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'term' },
  audit: '撤回届期延长',
  idempotent: true,
  input: z.object({ id, version }),
  reply: done,
  stale: changed,
});
