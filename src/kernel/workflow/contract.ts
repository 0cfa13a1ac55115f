import { z } from 'zod';
import { data, date, done, endpoint, id, line, page, required, rows, text } from '#platform/contract.ts';
import { MODES } from './contract.definition.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    process: true;
    instance: true;
    task: true;
    delegation: true;
  }
}

/** 事项状态. */
export const INSTANCE_STATES = {
  running: '审批中',
  returned: '已退回',
  approved: '已同意',
  rejected: '不同意',
  withdrawn: '已撤回',
} as const;
export type InstanceState = keyof typeof INSTANCE_STATES;
export const instanceState = z.enum(
  Object.keys(INSTANCE_STATES) as [InstanceState, ...InstanceState[]],
  '请选择事项状态',
);

/** 任务状态: `waiting` until the one before, or somebody asked along, has decided; `closed`: not needed any more. */
export const TASK_STATES = {
  waiting: '等待中',
  open: '待审批',
  agreed: '已同意',
  rejected: '不同意',
  returned: '已退回',
  passed: '已转交',
  closed: '无须处理',
} as const;
export type TaskState = keyof typeof TASK_STATES;

/** 审批决定. */
export const DECISIONS = { agree: '同意', return: '退回补正', reject: '不同意' } as const;
export type Decision = keyof typeof DECISIONS;

/** What happened to a matter. */
export const EVENTS = {
  started: '发起',
  agreed: '同意',
  rejected: '不同意',
  returned: '退回',
  resubmitted: '补正后重新提交',
  withdrawn: '撤回',
  urged: '催办',
  added: '请人审签',
  recalled: '收回加签',
  passed: '转交',
  handedOver: '随组织变更移交',
  reminded: '超时提醒',
  copied: '抄送',
  stuck: '无人可审批，退回发起人',
  finished: '审批结束',
} as const;
export type EventKind = keyof typeof EVENTS;

/** What somebody else has decided already. */
export const HANDLED = '已被处理';
/** The pages: the list 待我审批, the one where a matter is worked on, and the one where it is fixed. */
export const APPROVALS_PATH = '/affairs/approval';
export const workPath = (id: string) => `${APPROVALS_PATH}/matter/${id}`;
export const resubmitPath = (id: string) => `${APPROVALS_PATH}/mend/${id}`;

const taskView = z.object({
  id: z.string(),
  nodeId: z.string(),
  nodeName: z.string(),
  state: z.enum(Object.keys(TASK_STATES) as [TaskState, ...TaskState[]]),
  /** A name, or the role and organisation of which anybody may decide. */
  who: z.string(),
  orgName: z.string(),
  decidedBy: z.string(),
  /** The person for whom a deputy decided. */
  behalfOf: z.string(),
  decidedAt: z.string().nullable(),
  opinion: z.string(),
  openedAt: z.string(),
  dueAt: z.string().nullable(),
  isOverdue: z.boolean(),
  /** Asked along by another approver. */
  isAdded: z.boolean(),
});
export type TaskView = z.infer<typeof taskView>;

const instanceRow = z.object({
  id: z.string(),
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  processName: z.string(),
  initiator: z.string(),
  orgName: z.string(),
  state: instanceState,
  /** The node where it is; empty when it is over. */
  nodeName: z.string(),
  /** Who is to decide now. */
  waitingFor: z.array(z.string()),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The task that the reader may decide now; null: none. */
  taskId: z.string().nullable(),
  arrivedAt: z.string(),
  dueAt: z.string().nullable(),
  isOverdue: z.boolean(),
});
export type InstanceRow = z.infer<typeof instanceRow>;

/** What 今日 has of approvals, each a tab there. */
export const VIEWS = { todo: '待我审批', mine: '我发起的', copied: '抄送', done: '我审批过的' } as const;
export type View = keyof typeof VIEWS;

export const listInstances = endpoint({
  method: 'GET',
  path: '/api/workflow/listPage',
  summary: '审批：待我审批的按到达先后，我发起的、抄送、我审批过的新的在前',
  access: 'workflow:use',
  scope: 'own',
  input: z.object({
    ...page,
    view: z.enum(Object.keys(VIEWS) as [View, ...View[]], '视图不正确').default('todo'),
    title: line(60, '标题').optional(),
    kind: line(40, '事项类别').optional(),
    state: instanceState.optional(),
  }),
  reply: rows(instanceRow, { todo: z.number() }),
});

const person = z.object({ accountId: z.string(), name: z.string() });

export const getInstance = endpoint({
  method: 'GET',
  path: '/api/workflow/get/{id}',
  summary: '一件审批事项：内容、核对、全程与可做的决定；只有参与的人能看',
  access: 'workflow:use',
  scope: 'own',
  targets: { id: 'instance' },
  input: z.object({ id }),
  reply: data(
    instanceRow.extend({
      /** A page of the subject's own; empty: it has none. */
      url: z.string(),
      processNumber: z.number(),
      /** What the form says, in words. */
      lines: z.array(z.object({ label: z.string(), value: z.string() })),
      text: z.string(),
      files: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })),
      checks: z.array(z.object({ ok: z.boolean(), title: z.string(), detail: z.string(), basis: z.string() })),
      /** The whole way in order with what stands at each node. */
      way: z.array(
        z.object({
          nodeId: z.string(),
          kind: z.enum(['approver', 'copy']),
          name: z.string(),
          mode: z.enum(Object.keys(MODES) as [keyof typeof MODES, ...(keyof typeof MODES)[]]),
          state: z.enum(['done', 'current', 'ahead']),
          tasks: z.array(taskView),
        }),
      ),
      /** Newest last. */
      history: z.array(
        z.object({
          at: z.string(),
          kind: z.enum(Object.keys(EVENTS) as [EventKind, ...EventKind[]]),
          actor: z.string(),
          behalfOf: z.string(),
          nodeName: z.string(),
          detail: z.string(),
        }),
      ),
      /** Nodes that the matter may be sent back to, besides its initiator. */
      returnTo: z.array(z.object({ nodeId: z.string(), name: z.string() })),
      /** Why the reader may not decide although the task is theirs; empty: no obstacle. */
      obstacle: z.string(),
      /** The reader's task that waits for a signer asked along, and who that is; null: none. */
      asking: z.object({ taskId: z.string(), names: z.array(z.string()) }).nullable(),
      copies: z.array(person),
      can: z.object({
        decide: z.boolean(),
        addSign: z.boolean(),
        handOver: z.boolean(),
        recall: z.boolean(),
        withdraw: z.boolean(),
        urge: z.boolean(),
        resubmit: z.boolean(),
      }),
      /** When it may be urged again; null: now, or never. */
      urgeAfter: z.string().nullable(),
      version: z.number(),
    }),
  ),
});
export type InstanceDetail = z.infer<typeof getInstance.reply.schema>;

const opinion = text(500, '审批意见');
const afterAct = () => [listInstances, getInstance];

export const decideTask = endpoint({
  method: 'POST',
  path: '/api/workflow/decide',
  summary: '审批一项任务：同意、退回补正或不同意；已有人处理时告知“已被处理”',
  access: 'workflow:use',
  scope: 'own',
  targets: { taskId: 'task' },
  audit: '审批',
  asks: 'page',
  idempotent: true,
  input: z.object({
    taskId: id,
    decision: z.enum(Object.keys(DECISIONS) as [Decision, ...Decision[]], '请选择审批决定'),
    /** Required unless the decision is to agree. */
    opinion: opinion.default(''),
    /** With `return`: a node of `returnTo`; empty: the initiator. */
    returnTo: z.string().max(20, '节点不正确').default(''),
    /** With `return` to the initiator: after fixing it comes straight back to this node, unless its facts change. */
    straightBack: z.boolean().default(true),
  }),
  /** The state of the matter afterwards. */
  reply: data(z.object({ state: instanceState })),
  stale: afterAct,
});

export const addSigner = endpoint({
  method: 'POST',
  path: '/api/workflow/addSign',
  summary: '加签：先请另一人审签，其同意后回到自己',
  access: 'workflow:use',
  scope: 'own',
  targets: { taskId: 'task' },
  audit: '加签',
  idempotent: true,
  input: z.object({ taskId: id, accountId: id, note: opinion.default('') }),
  reply: done,
  stale: afterAct,
});

export const recallSigner = endpoint({
  method: 'POST',
  path: '/api/workflow/recallSign',
  summary: '收回加签：不再等加签人审签，由自己决定',
  access: 'workflow:use',
  scope: 'own',
  targets: { taskId: 'task' },
  audit: '收回加签',
  idempotent: true,
  /** The reader's task that waits. */
  input: z.object({ taskId: id }),
  reply: done,
  stale: afterAct,
});

export const handOverTask = endpoint({
  method: 'POST',
  path: '/api/workflow/handOver',
  summary: '转交：由另一人代替自己审批，自己不再审批；受托代办的不能转交',
  access: 'workflow:use',
  scope: 'own',
  targets: { taskId: 'task' },
  audit: '转交审批',
  idempotent: true,
  input: z.object({ taskId: id, accountId: id, note: required(500, '转交原因') }),
  reply: done,
  stale: afterAct,
});

export const withdrawInstance = endpoint({
  method: 'POST',
  path: '/api/workflow/withdraw',
  summary: '发起人撤回未办结的事项',
  access: 'workflow:use',
  scope: 'own',
  targets: { id: 'instance' },
  audit: '撤回审批事项',
  idempotent: true,
  input: z.object({ id, reason: required(200, '撤回原因') }),
  reply: done,
  stale: afterAct,
});

export const urgeInstance = endpoint({
  method: 'POST',
  path: '/api/workflow/urge',
  summary: '发起人催办：通知当前审批人，两小时一次',
  access: 'workflow:use',
  scope: 'own',
  targets: { id: 'instance' },
  audit: '催办审批事项',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ reached: z.number() })),
  stale: () => [getInstance],
});

const delegationRow = z.object({
  id: z.string(),
  fromName: z.string(),
  toName: z.string(),
  roleName: z.string(),
  orgName: z.string(),
  /** The last day, included. */
  until: z.string(),
  reason: z.string(),
  createdAt: z.string(),
  isActive: z.boolean(),
  /** I gave it; otherwise it was given to me. */
  isMine: z.boolean(),
  can: z.object({ end: z.boolean() }),
});
export type DelegationRow = z.infer<typeof delegationRow>;

export const listDelegations = endpoint({
  method: 'GET',
  path: '/api/workflow/delegation/listPage',
  summary: '我委托他人与他人委托我的审批，新的在前',
  access: 'workflow:use',
  scope: 'own',
  input: z.object({ ...page }),
  reply: rows(delegationRow),
});

export const createDelegation = endpoint({
  method: 'POST',
  path: '/api/workflow/delegation',
  summary: '委托他人在期限内代办当前角色的审批',
  access: 'workflow:use',
  scope: 'own',
  audit: '委托审批',
  idempotent: true,
  input: z.object({ accountId: id, until: date, reason: required(200, '委托原因') }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listDelegations],
});

export const endDelegation = endpoint({
  method: 'DELETE',
  path: '/api/workflow/delegation',
  summary: '提前结束本人给出的委托',
  access: 'workflow:use',
  scope: 'own',
  targets: { id: 'delegation' },
  audit: '结束审批委托',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [listDelegations],
});
