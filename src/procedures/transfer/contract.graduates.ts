import { z } from 'zod';
import { data, date, endpoint, file, flag, id, line, page, required, rows } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { MOST_GRADUATES } from './contract.batch.ts';
import { deskCounts, getTransfer, listTransfers } from './contract.ts';

export { MOST_GRADUATES };

/** What became of a line; where it was handed in, the transfer says the rest. */
export const LINE_STATES = {
  due: '待提交',
  refused: '未能提交',
  bad: '不能识别',
  unplaced: '未落实去向',
  submitted: '已提交',
} as const;
export type LineState = keyof typeof LINE_STATES;
/** The same of a roll by which an organisation comes in: nothing is handed in, people are taken in. */
export const ROLL_STATES: Readonly<Record<LineState, string>> = {
  ...LINE_STATES,
  due: '待接收',
  refused: '未能接收',
  submitted: '已接收',
};

const counts = z.object({
  all: z.number(),
  due: z.number(),
  refused: z.number(),
  bad: z.number(),
  unplaced: z.number(),
  submitted: z.number(),
  /** Of those handed in: how many wait for the own committee's decision. */
  deciding: z.number(),
  /** Of those handed in: how many wait for the receipt of a committee outside. */
  receiving: z.number(),
  /** Of those handed in: how many have a letter that holds. */
  letters: z.number(),
  /** Of a document: how many the own committee has completed and may undo. */
  undoable: z.number(),
});

const sheetRow = z.object({
  id: z.string(),
  kind: z.enum(['graduate', 'wholeOrg', 'wholeIn']),
  fileName: z.string(),
  /** The number of the document by which a whole organisation leaves; empty: a sheet of graduates. */
  documentNo: z.string(),
  /** Of a document by which an organisation comes in: the committee outside. */
  outsideName: z.string(),
  /** The organisation that leaves by a document, or under which one comes in. */
  movedName: z.string(),
  orgName: z.string(),
  reason: z.string(),
  graduatedOn: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  counts,
  /** How far the job is that carries it out; null: none runs. */
  running: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  can: z.object({
    submit: z.boolean(),
    admit: z.boolean(),
    agree: z.boolean(),
    receive: z.boolean(),
    print: z.boolean(),
    undo: z.boolean(),
  }),
});
export type GraduationRow = z.infer<typeof sheetRow>;

const lineRow = z.object({
  /** The number of its row, for lists. */
  id: z.string(),
  rowNo: z.number(),
  name: z.string(),
  memberId: z.string().nullable(),
  outsideName: z.string(),
  outsideBranch: z.string(),
  state: z.enum(['due', 'refused', 'bad', 'unplaced', 'submitted']),
  stateName: z.string(),
  note: z.string(),
  transferId: z.string().nullable(),
  letterNo: z.string(),
  keepUntil: z.string().nullable(),
});
export type GraduateRow = z.infer<typeof lineRow>;

export const graduateTemplate = endpoint({
  method: 'POST',
  path: '/api/zzgx/graduate/template',
  summary: '下载毕业生批量转出的表：一个党组织的党员各一行，去向留空',
  access: 'relation:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: file,
});

/** What is said of a sheet beside its lines. */
export const graduationFields = z.object({ reason: required(200, '转接原因'), graduatedOn: date });

/** Multipart: `file` (xlsx, xls or csv), `reason`, `graduatedOn`. */
export const readGraduates = endpoint({
  method: 'POST',
  path: '/api/zzgx/graduate/read',
  summary: '读取毕业生去向表：逐行按编号、身份证号或姓名找到党员，不能识别的说明原因；还不提交',
  access: 'relation:approve',
  scope: 'org',
  audit: '读取毕业生去向表',
  upload: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(z.object({ id: z.string() })),
});

export const startWhole = endpoint({
  method: 'POST',
  path: '/api/zzgx/whole',
  summary: '整建制转出系统外：一份文件，一个党组织的全体党员列为名册；还不提交',
  access: 'relation:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '登记整建制转出',
  idempotent: true,
  input: z.object({
    orgId: id,
    documentNo: required(60, '文号'),
    issuedOn: date,
    outsideName: required(80, '接收党委名称'),
    outsideBranch: line(80, '接收党支部名称').default(''),
    reason: required(200, '转接原因'),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listGraduations],
});

export const wholeInTemplate = endpoint({
  method: 'POST',
  path: '/api/zzgx/wholeIn/template',
  summary: '下载整建制转入的名册模板',
  access: 'relation:approve',
  scope: 'org',
  input: z.object({}),
  reply: file,
});

/** What is said of a document by which an organisation comes in, beside its roll. */
export const wholeInFields = z.object({
  orgId: id,
  documentNo: required(60, '文号'),
  issuedOn: date,
  outsideName: required(80, '原上级党委全称'),
  reason: required(200, '转接原因'),
});

/** Multipart: `file` (the roll as xlsx, xls or csv) and the fields of `wholeInFields`. */
export const readWholeIn = endpoint({
  method: 'POST',
  path: '/api/zzgx/wholeIn/read',
  summary: '读取整建制转入的名册：一份文件，逐行核对身份证号和党籍；还不接收',
  access: 'relation:approve',
  scope: 'org',
  audit: '登记整建制转入',
  upload: true,
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(z.object({ id: z.string() })),
});

export const printRoll = endpoint({
  method: 'POST',
  path: '/api/zzgx/graduate/roll',
  summary: '一份去向表或整建制文件的名册（PDF）',
  access: 'relation:letter',
  scope: 'org',
  targets: { id: 'relationGraduation' },
  audit: '打印转接名册',
  input: z.object({ id }),
  reply: paperReply,
});

export const listGraduations = endpoint({
  method: 'GET',
  path: '/api/zzgx/graduate',
  summary: '毕业生去向表及各表办理到哪里',
  access: 'relation:approve',
  scope: 'org',
  targets: { id: 'relationGraduation' },
  input: z.object({ ...page, id: id.optional() }),
  reply: rows(sheetRow),
});

export const listGraduates = endpoint({
  method: 'GET',
  path: '/api/zzgx/graduate/{id}/lines',
  summary: '一份去向表的各行和结果',
  access: 'relation:approve',
  scope: 'org',
  targets: { id: 'relationGraduation' },
  input: z.object({ ...page, id, state: z.enum(['due', 'refused', 'bad', 'unplaced', 'submitted', '']).default('') }),
  reply: rows(lineRow),
});

export const runGraduates = endpoint({
  method: 'POST',
  path: '/api/zzgx/graduate/run',
  summary:
    '办理一份去向表或整建制文件（后台）：逐人提交、审批并开具介绍信、接收，或撤销已办结的；一人不符合不影响别人，取消后再办接着办',
  access: 'relation:approve',
  scope: 'org',
  targets: { id: 'relationGraduation' },
  audit: '办理毕业生批量转出',
  idempotent: true,
  input: z
    .object({
      id,
      act: z.enum(['submit', 'agree', 'admit', 'undo']),
      /** Why it is undone. */
      reason: line(200, '撤销原因').default(''),
    })
    .superRefine((value, ctx) => {
      if (value.act === 'undo' && value.reason === '')
        ctx.addIssue({ code: 'custom', path: ['reason'], message: '请填写撤销原因' });
    }),
  reply: data(z.object({ jobId: z.string() })),
  stale: () => [listGraduations, listGraduates, listTransfers, deskCounts, getTransfer],
});

export const receiveGraduates = endpoint({
  method: 'POST',
  path: '/api/zzgx/graduate/receipt',
  summary: '整建制转出的回执（一份，扫描件）：名册上等待回执的全部办结（后台）',
  access: 'relation:letter',
  scope: 'org',
  targets: { id: 'relationGraduation' },
  audit: '登记整建制转出回执',
  idempotent: true,
  input: z.object({
    id,
    receivedOn: date,
    branch: required(80, '编入的党支部'),
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
      .min(1, '请上传回执扫描件')
      .max(5, '最多5个附件'),
  }),
  reply: data(z.object({ jobId: z.string() })),
  stale: () => [listGraduations, listGraduates, listTransfers, deskCounts, getTransfer],
});

export const printGraduates = endpoint({
  method: 'POST',
  path: '/api/zzgx/graduate/letters',
  summary: '一份去向表已开具的介绍信全部打印（后台）：按编号每200份一个PDF，合成一个压缩文件',
  access: 'relation:letter',
  scope: 'org',
  targets: { id: 'relationGraduation' },
  audit: '打印毕业生介绍信',
  idempotent: true,
  input: z.object({ id, full: flag.default(false) }),
  reply: data(z.object({ jobId: z.string() })),
});
