import { z } from 'zod';
import { count, data, endpoint, id, ids, line, orgCode, page, required, rows, text } from '#platform/contract.ts';
import { KINDS, type Kind, OUTSIDE_KINDS, RETURN_REASONS, type ReturnReason } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    relationTransfer: true;
    relationGraduation: true;
  }
}

/** What the desk shows, as tabs. */
export const VIEWS = {
  todo: '待办',
  open: '未办结',
  soon: '即将办理',
  pocket: '口袋党员',
  out: '转出历史',
  in: '转入历史',
  mine: '审批记录',
} as const;
export type View = keyof typeof VIEWS;
/** Views that are the same for whoever looks: their numbers stand beside an organisation. */
export const OF_PLACES = ['open', 'soon', 'pocket', 'out', 'in'] as const satisfies readonly View[];
export type PlaceView = (typeof OF_PLACES)[number];
const view = z.enum(Object.keys(VIEWS) as [View], '视图不正确');
const kind = z.enum(Object.keys(KINDS) as [Kind], '请选择转接类型');

const transferRow = z.object({
  id: z.string(),
  memberId: z.string().nullable(),
  name: z.string(),
  genderName: z.string(),
  categoryName: z.string(),
  kind: z.string(),
  kindName: z.string(),
  status: z.number(),
  statusName: z.string(),
  fromName: z.string(),
  toName: z.string(),
  /** Whom it waits for; empty: nobody. */
  waitsFor: z.string(),
  letterNo: z.string(),
  /** Until when; null: no day. */
  dueOn: z.string().nullable(),
  /** Days to that day; negative: overdue. */
  daysLeft: z.number().nullable(),
  submittedOn: z.string().nullable(),
  completedOn: z.string().nullable(),
  onTheSpot: z.boolean(),
  version: z.number(),
});
export type TransferRow = z.infer<typeof transferRow>;

const filter = {
  view: view.default('todo'),
  /** Of an organisation and those below it. */
  orgId: id.optional(),
  /** The same by its code, for the number that was pressed (`workDetail`). */
  orgCode: orgCode.optional(),
  name: line(30, '姓名').optional(),
  kind: kind.optional(),
  status: count.pipe(z.int().min(0).max(9, '状态不正确')).optional(),
};

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/zzgx/transfer/listPage',
  summary: '组织关系转接：待办、未办结、即将办理、转出历史、转入历史、审批记录；本人只看自己的',
  access: 'relation:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['name'],
  input: z.object({ ...page, ...filter }),
  reply: rows(transferRow),
});

export const deskCounts = endpoint({
  method: 'GET',
  path: '/api/zzgx/desk',
  summary: '转接办理台各视图的件数',
  access: 'relation:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  silent: true,
  input: z.object({ orgId: id.optional(), orgCode: orgCode.optional() }),
  /** By view; `all` is 待办, the list's first tab. */
  reply: data(z.record(z.string(), z.number())),
});

const finding = z.object({
  code: z.string(),
  title: z.string(),
  ok: z.boolean(),
  level: z.enum(['block', 'warn']),
  evidence: z.string(),
  clause: z.string(),
  wayOut: z.string(),
});

export const hop = z.object({
  seq: z.number(),
  orgName: z.string(),
  role: z.enum(['send', 'relay', 'receive']),
  decides: z.boolean(),
  state: z.enum(['none', 'waiting', 'passed', 'returned']),
  /** Who is there: telephone and contact of the office. */
  contact: z.string(),
  phone: z.string(),
  /** ISO time since when it waits. */
  since: z.string().nullable(),
  days: z.number().nullable(),
  operator: z.string(),
  doneAt: z.string().nullable(),
  opinion: z.string(),
  urgedAt: z.string().nullable(),
  canUrge: z.boolean(),
});
export type HopRow = z.infer<typeof hop>;

const transferDetail = transferRow.extend({
  idCardNo: z.string(),
  phonenumber: z.string(),
  birthDate: z.string().nullable(),
  nationName: z.string(),
  admissionDate: z.string().nullable(),
  conversionDate: z.string().nullable(),
  workUnit: z.string(),
  outsideName: z.string(),
  outsideBranch: z.string(),
  toOrgId: z.string().nullable(),
  reason: z.string(),
  appliedName: z.string(),
  byPerson: z.boolean(),
  returnedFor: z.string(),
  isOwn: z.boolean(),
  /** A letter of this platform goes with it; one on paper has its number alone. */
  hasLetter: z.boolean(),
  /** The letter by which the person was taken in at the counter; null: there was none. */
  arrival: z
    .object({
      letterNo: z.string(),
      issuedOn: z.string(),
      validUntil: z.string(),
      receivedOn: z.string(),
      paidTo: z.string().nullable(),
      address: z.string(),
      phone: z.string(),
    })
    .nullable(),
  /** Scans of the letter that was brought, or of the receipt that came back. */
  scans: z.array(z.object({ id: z.string(), name: z.string(), size: z.number() })),
  findings: z.array(finding),
  hops: z.array(hop),
  events: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      act: z.string(),
      before: z.string(),
      after: z.string(),
      orgName: z.string(),
      operator: z.string(),
      note: z.string(),
    }),
  ),
  /** What comes next in the view, if anything does. */
  nextId: z.string().nullable(),
  today: z.string(),
  can: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    /** Agree or return at the hop where it waits. */
    decide: z.boolean(),
    withdraw: z.boolean(),
    cancel: z.boolean(),
    undo: z.boolean(),
    /** Enter the receipt that went back on paper. */
    sendReceipt: z.boolean(),
  }),
  /** What agreeing does now. */
  next: z.string(),
});
export type TransferDetail = z.infer<typeof transferDetail>;
export type TransferFinding = z.infer<typeof finding>;

export const getTransfer = endpoint({
  method: 'GET',
  path: '/api/zzgx/transfer/{id}',
  summary: '一件转接：人员、核对、路径、过程，以及能做什么',
  access: 'relation:read',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  input: z.object({ id, view: view.default('todo') }),
  reply: data(transferDetail),
});

const target = {
  kind,
  /** The branch, where it lies on this platform. */
  toOrgId: id.optional(),
  outsideName: line(80, '接收党委名称').default(''),
  outsideBranch: line(80, '接收党支部名称').default(''),
};

const oneEnd = (value: { kind: Kind; toOrgId?: string | undefined; outsideName: string }, ctx: z.RefinementCtx) => {
  const goesOut = value.toOrgId === undefined;
  if (!goesOut && OUTSIDE_KINDS.includes(value.kind))
    ctx.addIssue({ code: 'custom', path: ['kind'], message: '接收党支部在本系统内，请选“本系统内”' });
  if (goesOut && value.kind === 'withinBranchTree')
    ctx.addIssue({ code: 'custom', path: ['toOrgId'], message: '请选择接收党支部' });
  if (goesOut && value.outsideName === '' && value.kind !== 'withinBranchTree')
    ctx.addIssue({ code: 'custom', path: ['outsideName'], message: '请填写接收党委的全称' });
};

/** People of one 转出. */
export const MOST_TOGETHER = 200;
const people = ids.refine((list) => list.length <= MOST_TOGETHER, `一次最多转出${MOST_TOGETHER}人`);

export const checkTransfer = endpoint({
  method: 'POST',
  path: '/api/zzgx/transfer/check',
  summary: '转出前核对：路径和每个人的核对结果，不写入',
  access: 'relation:write',
  scope: 'org',
  targets: { memberIds: 'member[]' },
  silent: true,
  input: z
    .object({
      memberIds: people,
      ...target,
      /** The transfer that is being fixed: another one that is not over speaks against it. */
      own: id.optional(),
    })
    .superRefine(oneEnd),
  reply: data(
    z.object({
      hops: z.array(z.object({ orgName: z.string(), role: z.string(), decides: z.boolean() })),
      /** Why there is no way; empty: there is one. */
      fault: z.string(),
      people: z.array(
        z.object({
          memberId: z.string(),
          name: z.string(),
          orgName: z.string(),
          /** Why it cannot be submitted; empty: it can. */
          blocked: z.string(),
          /** With the page where it is put right; null: nothing to do, or none for the session. */
          findings: z.array(finding.extend({ mending: z.object({ label: z.string(), to: z.string() }).nullable() })),
        }),
      ),
    }),
  ),
});

const changed = () => [listTransfers, deskCounts, getTransfer];

export const startTransfer = endpoint({
  method: 'POST',
  path: '/api/zzgx/transfer',
  summary: '办理转出：一人或多人，同一去向，各成一件；本人申请时只办自己的',
  access: 'relation:write',
  scope: 'org',
  targets: { memberIds: 'member[]' },
  audit: '办理组织关系转出',
  idempotent: true,
  input: z
    .object({
      memberIds: people,
      ...target,
      reason: required(200, '转接原因'),
      /** False: kept as a draft. */
      submit: z.boolean('请选择保存或提交').default(true),
    })
    .superRefine(oneEnd),
  reply: data(z.object({ ids: z.array(z.string()) })),
  stale: changed,
});

export const editTransfer = endpoint({
  method: 'PUT',
  path: '/api/zzgx/transfer',
  summary: '修改草稿或被退回的转接，可同时提交',
  access: 'relation:write',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '修改组织关系转接',
  idempotent: true,
  input: z
    .object({
      id,
      version: z.int('版本不正确'),
      ...target,
      reason: required(200, '转接原因'),
      submit: z.boolean('请选择保存或提交').default(true),
    })
    .superRefine(oneEnd),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

const acted = data(z.object({ version: z.number(), status: z.number(), nextId: z.string().nullable() }));

export const decideTransfer = endpoint({
  method: 'POST',
  path: '/api/zzgx/transfer/decide',
  summary: '在当前一站办理：同意（支部为受理）或退回，退回须选原因并写明',
  access: 'relation:write',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '办理组织关系转接',
  asks: 'page',
  idempotent: true,
  input: z
    .object({
      id,
      version: z.int('版本不正确'),
      decision: z.enum(['agree', 'return'], '请选择同意或退回'),
      reason: z.enum(Object.keys(RETURN_REASONS) as [ReturnReason], '请选择退回原因').optional(),
      opinion: text(200, '意见').default(''),
      view: view.default('todo'),
    })
    .superRefine((value, ctx) => {
      if (value.decision !== 'return') return;
      if (!value.reason) ctx.addIssue({ code: 'custom', path: ['reason'], message: '请选择退回原因' });
      if (value.opinion === '') ctx.addIssue({ code: 'custom', path: ['opinion'], message: '请写明退回的具体问题' });
    }),
  reply: acted,
  stale: changed,
});

export const withdrawTransfer = endpoint({
  method: 'POST',
  path: '/api/zzgx/transfer/withdraw',
  summary: '撤回或撤销转接：待审核的回到草稿，转接中的在接收方办理前撤销，介绍信作废',
  access: 'relation:write',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '撤销组织关系转接',
  idempotent: true,
  input: z.object({ id, version: z.int('版本不正确'), reason: required(200, '原因') }),
  reply: acted,
  stale: changed,
});

export const undoTransfer = endpoint({
  method: 'POST',
  path: '/api/zzgx/transfer/undo',
  summary: '撤销已完成的转接：由办结的党委办理，另成一件转回，两件互相注明',
  access: 'relation:approve',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '撤销已完成的组织关系转接',
  asks: 'page',
  idempotent: true,
  input: z.object({ id, version: z.int('版本不正确'), reason: required(200, '撤销原因') }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const urgeTransfer = endpoint({
  method: 'POST',
  path: '/api/zzgx/transfer/urge',
  summary: '催办当前一站，两小时内一次',
  access: 'relation:read',
  scope: 'org',
  targets: { id: 'relationTransfer' },
  audit: '催办组织关系转接',
  input: z.object({ id }),
  reply: data(z.object({ sent: z.number(), orgName: z.string() })),
  stale: () => [getTransfer],
});
