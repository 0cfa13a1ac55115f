import { z } from 'zod';
import { data, date, EXPORT_RATE, endpoint, id, line, page, required, rows, yearFrom } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { AT_ONCE, CERTIFICATE_SOURCES, type CertificateSource } from './rules.certificate.ts';

const source = z.enum(
  Object.keys(CERTIFICATE_SOURCES) as [CertificateSource, ...CertificateSource[]],
  '取得方式不正确',
);
/** Most people that certificates are issued to at once. */
export const MOST_ISSUED = 2000;
export const CERTIFICATE_STATES = { valid: '有效', void: '已作废' } as const;

export const certificateRow = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  branch: z.string(),
  title: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  /** Class hours and points, to one tenth; null: the paper names none. */
  hours: z.number().nullable(),
  central: z.number(),
  score: z.number().nullable(),
  source,
  sourceName: z.string(),
  evidence: z.string(),
  /** Where the learning is seen; empty: nowhere for this reader. */
  link: z.string(),
  issuer: z.string(),
  issuedOn: z.string(),
  issuedBy: z.string(),
  isVoid: z.boolean(),
  voidReason: z.string(),
  voidedBy: z.string(),
  printed: z.number(),
  printedBy: z.string(),
  printedAt: z.string().nullable(),
  can: z.object({ void: z.boolean() }),
});
export type CertificateRow = z.infer<typeof certificateRow>;

const filter = {
  year: yearFrom(2018).optional(),
  state: z.enum(Object.keys(CERTIFICATE_STATES) as [keyof typeof CERTIFICATE_STATES], '状态不正确').optional(),
  source: source.optional(),
  /** What was issued together. */
  evidence: line(60, '批次').optional(),
  keyWords: line(60, '姓名、培训名称或编号').optional(),
};

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/zhjy/certificate/listPage',
  summary: '学习证明：本组织及下级出具的，和本组织党员取得的',
  access: 'hours:read',
  scope: 'org',
  personal: ['keyWords'],
  input: z.object({ ...page, ...filter }),
  reply: rows(certificateRow),
});

export const ownCertificates = endpoint({
  method: 'GET',
  path: '/api/zhjy/certificate/own',
  summary: '本人的学习证明',
  access: 'hours:own',
  scope: 'own',
  input: z.object({}),
  reply: rows(certificateRow),
});

const setting = {
  prefix: line(12, '编号字头').default(''),
  issuer: line(40, '落款').default(''),
  wording: line(30, '结论用语').default(''),
};

export const getCertificateSetting = endpoint({
  method: 'GET',
  path: '/api/zhjy/certificate/setting',
  summary: '本组织学习证明的字头、落款和用语，及下一个编号',
  access: 'certificate:write',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      prefix: z.string(),
      issuer: z.string(),
      wording: z.string(),
      version: z.number(),
      /** What stands where nothing is set. */
      shown: z.object({ prefix: z.string(), issuer: z.string(), wording: z.string() }),
      nextNumber: z.string(),
    }),
  ),
});
export type CertificateSetting = z.infer<typeof getCertificateSetting.reply.schema>;
export const settingForm = z.object(setting);

export const saveCertificateSetting = endpoint({
  method: 'PUT',
  path: '/api/zhjy/certificate/setting',
  summary: '设置本组织学习证明的字头、落款和用语；已出具的不变',
  access: 'certificate:write',
  scope: 'org',
  audit: '设置学习证明',
  idempotent: true,
  input: z.object({ ...setting, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [getCertificateSetting],
});

const people = z.array(id).min(1, '请选择人员').max(MOST_ISSUED, `一次最多${MOST_ISSUED}人`);
const tenth = (value: number) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9;
const figure = (label: string, most: number) =>
  z.coerce
    .number<string | number>(`${label}应为数字`)
    .min(0, `${label}不能小于0`)
    .max(most, `${label}最多${most}`)
    .refine(tenth, `${label}最多一位小数`);

export const earnedHours = endpoint({
  method: 'POST',
  path: '/api/zhjy/certificate/earned',
  summary: '一些人在一段时间内的学时，按学时台账，供出具证明前核对',
  access: 'certificate:write',
  scope: 'org',
  targets: { memberIds: 'member[]' },
  input: z.object({ memberIds: people, startsOn: date, endsOn: date }),
  reply: rows(
    z.object({
      id: z.string(),
      name: z.string(),
      orgName: z.string(),
      hours: z.number(),
      central: z.number(),
    }),
  ),
});

export const BASES = { ledger: '按各人学时台账', same: '统一填写' } as const;
export const issueFields = {
  title: required(40, '培训名称'),
  startsOn: date,
  endsOn: date,
  basis: z.enum(Object.keys(BASES) as [keyof typeof BASES], '请选择学时的来源').default('ledger'),
  hours: figure('学时', 1000).default(0),
  central: figure('集中培训学时', 1000).default(0),
  /** Out of a hundred; empty: without a test. */
  score: z.preprocess((value) => (value === '' ? undefined : value), figure('测试成绩', 100).optional()),
};

export const issueCertificate = endpoint({
  method: 'POST',
  path: '/api/zhjy/certificate',
  summary: '出具学习证明：一个人或一批人，编号按出具组织和年度连续',
  access: 'certificate:write',
  scope: 'org',
  targets: { memberIds: 'member[]' },
  audit: '出具学习证明',
  subject: ['memberIds'],
  idempotent: true,
  input: z.object({ ...issueFields, memberIds: people }),
  reply: data(z.object({ evidence: z.string(), issued: z.number(), first: z.string(), last: z.string() })),
  stale: () => [listCertificates, getCertificateSetting],
});

const ids = z.array(id).min(1, '请选择学习证明');

export const voidCertificates = endpoint({
  method: 'POST',
  path: '/api/zhjy/certificate/void',
  summary: '作废学习证明，写明原因；编号不再使用，核验时显示已作废',
  access: 'certificate:write',
  scope: 'org',
  targets: { ids: 'certificate[]' },
  audit: '作废学习证明',
  idempotent: true,
  input: z.object({ ids: ids.max(200, '一次最多200份'), reason: required(200, '作废原因') }),
  reply: data(z.object({ voided: z.number() })),
  stale: () => [listCertificates],
});

export const printCertificates = endpoint({
  method: 'POST',
  path: '/api/zhjy/certificate/print',
  summary: '打印学习证明，合为一个PDF；打印次数留痕',
  access: 'hours:read',
  scope: 'org',
  targets: { ids: 'certificate[]' },
  audit: '打印学习证明',
  input: z.object({ ids: ids.max(AT_ONCE, `一次最多${AT_ONCE}份`), preview: z.boolean().default(false) }),
  reply: paperReply,
  stale: () => [listCertificates],
});

export const printOwnCertificate = endpoint({
  method: 'POST',
  path: '/api/zhjy/certificate/own/print',
  summary: '打印本人的一份学习证明',
  access: 'hours:own',
  scope: 'own',
  audit: '打印本人学习证明',
  input: z.object({ id }),
  reply: paperReply,
  stale: () => [ownCertificates],
});

export const printAllCertificates = endpoint({
  method: 'POST',
  path: '/api/zhjy/certificate/printAll',
  summary: '把筛选出的有效学习证明合为一个PDF（后台任务）',
  access: 'hours:read',
  scope: 'org',
  audit: '批量打印学习证明',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...filter, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

export const exportCertificates = endpoint({
  method: 'POST',
  path: '/api/zhjy/certificate/export',
  summary: '导出学习证明台账（后台任务，带水印）',
  access: 'hours:read',
  scope: 'org',
  audit: '导出学习证明',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...filter, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
