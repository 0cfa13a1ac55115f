import { z } from 'zod';
import { idCardNumber, mobile } from '#people/member/contract.ts';
import { count, data, date, endpoint, id, line, month, optional, personName } from '#platform/contract.ts';
import { verifyCodeInput } from '#platform/text/verifyCode.ts';
import { deskCounts, getTransfer, listTransfers } from './contract.ts';
import { arrivalFaults } from './rules/arrival.ts';
import { type Kind, OUTSIDE_KINDS } from './rules.ts';

export const findOutside = endpoint({
  method: 'GET',
  path: '/api/zzgx/outside/find',
  summary: '按名称查找系统外党委通讯录',
  access: 'relation:read',
  scope: 'none',
  silent: true,
  rate: { hits: 600, seconds: 3600, by: 'account' },
  input: z.object({ name: line(80, '党委名称').default('') }),
  reply: data(z.array(z.object({ id: z.string(), name: z.string(), address: z.string(), phone: z.string() }))),
});
export type Outside = z.infer<typeof findOutside.reply.schema>[number];

const maybe = <S extends z.ZodType>(schema: S) => optional(schema).default(null);
/** Encrypted by SM2 as every number that travels. */
const encrypted = z.string('请输入身份证号').min(1, '请输入身份证号').max(4096, '身份证号不正确');
const by = z.enum(['paper', 'code'], '请选择凭什么转入');

/** The number as it is typed, for the page; it travels encrypted. */
export const typedIdCard = idCardNumber;

/** The fields of 办理转入, each by itself; `arrivalFaults` asks what goes together. */
export const arrivalForm = z.object({
  orgId: id,
  by,
  name: personName(30),
  idCardNo: encrypted,
  receivedOn: date,
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
    .min(1, '请上传介绍信扫描件')
    .max(5, '最多5个附件'),
  code: maybe(verifyCodeInput),
  kind: maybe(z.enum(OUTSIDE_KINDS as [Kind], '请选择转接类型')),
  outsideName: line(80, '党委全称').default(''),
  outsideBranch: line(80, '原所在党支部').default(''),
  outsideAddress: line(80, '党委地址').default(''),
  outsidePhone: line(20, '党委电话').default(''),
  letterNo: line(40, '介绍信编号').default(''),
  issuedOn: maybe(date),
  days: maybe(count.pipe(z.int().min(1, '有效期至少1天').max(90, '有效期最多90天'))),
  paidTo: maybe(month),
  nation: maybe(z.string().regex(/^\d{2}$/, '请选择民族')),
  personCategory: maybe(
    z.coerce.number<string | number>('请选择人员类别').refine((v) => v === 1 || v === 2, '请选择人员类别'),
  ),
  admissionDate: maybe(date),
  conversionDate: maybe(date),
  phonenumber: maybe(mobile),
  /** Whoever saves knows of somebody of the same name, birthday and phone, and this is another person. */
  isAnother: z.boolean('是否另一人不正确').default(false),
});

export const checkArrival = endpoint({
  method: 'POST',
  path: '/api/zzgx/arrival/check',
  summary: '转入前核对：这个身份证号能否凭介绍信转入，不写入',
  access: 'relation:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  pii: true,
  silent: true,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ orgId: id, idCardNo: encrypted, code: maybe(verifyCodeInput) }),
  reply: data(
    z.object({
      state: z.enum(['unknown', 'back', 'letter', 'refused']),
      text: z.string(),
      /** The field that the sentence belongs to; empty: none. */
      field: z.string(),
    }),
  ),
});

export const acceptArrival = endpoint({
  method: 'POST',
  path: '/api/zzgx/arrival',
  summary: '办理转入：接收党委凭纸质介绍信或本平台介绍信核验码，把人员编入党支部',
  access: 'relation:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '办理组织关系转入',
  asks: 'page',
  idempotent: true,
  pii: true,
  input: arrivalForm.superRefine((value, ctx) => {
    for (const [field, message] of Object.entries(arrivalFaults(value)))
      ctx.addIssue({ code: 'custom', path: [field], message });
  }),
  reply: data(z.object({ id: z.string(), memberId: z.string(), isBack: z.boolean() })),
  stale: () => [listTransfers, deskCounts, getTransfer, findOutside],
});

export const sendReceipt = endpoint({
  method: 'POST',
  path: '/api/zzgx/arrival/receipt',
  summary: '登记寄回的回执（扫描件）：凭纸质介绍信转入的，回执寄出即完成',
  access: 'relation:approve',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '登记寄回的回执',
  idempotent: true,
  input: z.object({
    id,
    version: z.int('版本不正确'),
    sentOn: date,
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
      .min(1, '请上传回执扫描件')
      .max(5, '最多5个附件'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listTransfers, deskCounts, getTransfer],
});
