import { z } from 'zod';
import { count, data, date, endpoint, fen, id, line, month, required } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { deskCounts, getTransfer, listTransfers } from './contract.ts';

const facts = z.object({
  name: z.string(),
  gender: z.string(),
  age: z.number().nullable(),
  nation: z.string(),
  category: z.string(),
  fromName: z.string(),
  toBranch: z.string(),
  address: z.string(),
  postcode: z.string(),
  officePhone: z.string(),
});

const letterRow = z.object({
  id: z.string(),
  number: z.string(),
  checkDigit: z.number(),
  issuedOn: z.string(),
  validUntil: z.string(),
  state: z.enum(['valid', 'expired', 'void', 'used']),
  stateName: z.string(),
  voidReason: z.string(),
  /** The number of the one that it replaces; empty: none. */
  replaces: z.string(),
  printed: z.number(),
  printedBy: z.string(),
  printedAt: z.string().nullable(),
});

const letterPage = z.object({
  transferId: z.string(),
  version: z.number(),
  name: z.string(),
  idCardNo: z.string(),
  phonenumber: z.string(),
  status: z.number(),
  statusName: z.string(),
  isOutside: z.boolean(),
  orgName: z.string(),
  prefix: z.string(),
  toName: z.string(),
  days: z.number(),
  mostDays: z.number(),
  paidTo: z.string().nullable(),
  /** Fen. */
  lastSum: z.number().nullable(),
  /** Dues are in the ledger here: they are not typed. */
  fromLedger: z.boolean(),
  receiptNo: z.string(),
  facts,
  /** The newest first; none before issue. */
  letters: z.array(letterRow),
  can: z.object({
    issue: z.boolean(),
    reissue: z.boolean(),
    print: z.boolean(),
    printFull: z.boolean(),
    receive: z.boolean(),
  }),
});
export type LetterPage = z.infer<typeof letterPage>;

export const getLetter = endpoint({
  method: 'GET',
  path: '/api/zzgx/letter/{id}',
  summary: '一件转接的介绍信：开具前的内容，或已开具的各份',
  access: 'relation:read',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  input: z.object({ id }),
  reply: data(letterPage),
});

const draft = {
  toName: required(80, '抬头').optional(),
  days: count.pipe(z.int().min(1, '有效期至少1天').max(90, '有效期最多90天')).optional(),
  paidTo: month.optional(),
  lastSum: fen.min(0, '金额不能为负').max(100_000_000, '金额过大').optional(),
  receiptNo: line(40, '党费收据号').optional(),
  address: line(80, '党委地址').optional(),
  postcode: z
    .string()
    .regex(/^(\d{6})?$/, '邮编为6位数字')
    .optional(),
  officePhone: line(20, '党委电话').optional(),
};

const changed = () => [getLetter, getTransfer, listTransfers, deskCounts];

export const issueTransferLetter = endpoint({
  method: 'POST',
  path: '/api/zzgx/letter/issue',
  summary: '核对后同意转出并开具介绍信；已超期的补开，注明原编号',
  access: 'relation:letter',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '开具组织关系介绍信',
  idempotent: true,
  input: z.object({ id, version: z.int('版本不正确'), ...draft }),
  reply: data(z.object({ version: z.number(), number: z.string() })),
  stale: changed,
});

export const printLetter = endpoint({
  method: 'POST',
  path: '/api/zzgx/letter/print',
  summary: '介绍信三联：预览，或打印（计入打印次数）；完整号码须有查看完整信息的权限',
  access: 'relation:read',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '打印组织关系介绍信',
  atOnce: 4,
  pii: true,
  rate: { hits: 200, seconds: 3600, by: 'account' },
  input: z.object({ id, preview: z.boolean().default(true), full: z.boolean().default(false) }),
  reply: paperReply,
  stale: () => [getLetter],
});

/** Letters of one PDF. */
export const MOST_PRINTED = 200;

export const printLetters = endpoint({
  method: 'POST',
  path: '/api/zzgx/letter/printMany',
  summary: '多人的介绍信合成一份PDF，按编号排列，各计一次打印',
  access: 'relation:letter',
  scope: 'org',
  targets: { ids: 'relationTransfer[]' },
  audit: '批量打印组织关系介绍信',
  atOnce: 2,
  pii: true,
  rate: { hits: 30, seconds: 3600, by: 'account' },
  input: z.object({
    ids: z
      .array(id)
      .min(1, '请选择要打印的转接')
      .max(MOST_PRINTED, `一次最多打印${MOST_PRINTED}份`)
      .refine((ids) => new Set(ids).size === ids.length, '同一件转接只打印一份'),
    full: z.boolean().default(false),
  }),
  reply: paperReply,
  stale: () => [getLetter],
});

export const fileReceipt = endpoint({
  method: 'POST',
  path: '/api/zzgx/letter/receipt',
  summary: '登记系统外接收党委的回执（扫描件），转出即完成',
  access: 'relation:letter',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '登记介绍信回执',
  asks: {},
  idempotent: true,
  input: z.object({
    id,
    version: z.int('版本不正确'),
    receivedOn: date,
    branch: required(80, '编入的党支部'),
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
      .min(1, '请上传回执扫描件')
      .max(5, '最多5个附件'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});
