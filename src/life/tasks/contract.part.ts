import { z } from 'zod';
import { count, data, date, endpoint, flag, id, ids, line, page, required, rows, text } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { MAX_PROOFS, proof, proofKey } from './contract.proof.ts';
import { getTask, listTasks, MAX_FILES, PART_VIEWS, type PartView, taskMatrix } from './contract.ts';

const TEXT = 4000;

const partFacts = {
  id: z.string(),
  taskId: z.string(),
  circleId: z.string(),
  title: z.string(),
  circle: z.string(),
  kind: z.number(),
  kindName: z.string(),
  giverName: z.string(),
  orgName: z.string(),
  startsOn: z.string(),
  dueOn: z.string(),
  /** Days to the last one; negative once it is over. */
  daysLeft: z.number(),
  state: z.number(),
  stateName: z.string(),
  isLate: z.boolean(),
  isOverdue: z.boolean(),
  assignee: z.string(),
  /** Given to one person, who answers it on the own page. */
  isPersonal: z.boolean(),
  /** 督办 by the giver. */
  isWatched: z.boolean(),
  version: z.number(),
};

export const partRow = z.object({ ...partFacts, opinion: z.string() });
export type PartRow = z.infer<typeof partRow>;

const partCan = z.object({
  receive: z.boolean(),
  report: z.boolean(),
  withdraw: z.boolean(),
  assign: z.boolean(),
  extend: z.boolean(),
  split: z.boolean(),
  handOver: z.boolean(),
  watch: z.boolean(),
  decide: z.boolean(),
  reopen: z.boolean(),
  void: z.boolean(),
  decideExtension: z.boolean(),
  say: z.boolean(),
});

export const partDetail = z.object({
  ...partFacts,
  orgId: z.string(),
  /** It was given to the session's own person. */
  isMine: z.boolean(),
  content: z.string(),
  taskFiles: z.array(uploadedFile),
  taskState: z.number(),
  nilAllowed: z.boolean(),
  report: z.string(),
  isNil: z.boolean(),
  files: z.array(uploadedFile),
  receivedAt: z.string().nullable(),
  reportedAt: z.string().nullable(),
  reportedBy: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string(),
  opinion: z.string(),
  askedUntil: z.string().nullable(),
  askedFor: z.string(),
  updateName: z.string(),
  /** What was handed on: tasks of this organisation below this part, and what has come back of them. */
  children: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      stateName: z.string(),
      live: z.number(),
      completed: z.number(),
      reports: z.array(z.object({ orgName: z.string(), circle: z.string(), report: z.string() })),
    }),
  ),
  /** Reports of the other organisations in this cycle, without their files; null: the task does not let them see each other. */
  others: z
    .array(
      z.object({
        orgName: z.string(),
        report: z.string(),
        isLate: z.boolean(),
        reportedAt: z.string().nullable(),
      }),
    )
    .nullable(),
  entries: z.array(
    z.object({
      id: z.string(),
      act: z.string(),
      text: z.string(),
      orgName: z.string(),
      madeBy: z.string(),
      madeAt: z.string(),
      files: z.array(uploadedFile),
    }),
  ),
  /** Of a part that a meeting answers: those that the own organisation holds for it already. */
  meetings: z.array(z.object({ title: z.string(), stateName: z.string(), path: z.string() })),
  /** What the giver asks for with 督办. */
  watchedFor: z.string(),
  /** How often the task was revised since it went out. */
  revisions: z.number(),
  /** Records of the house that the report names. */
  proofs: z.array(proof),
  can: partCan,
});
export type PartDetail = z.infer<typeof partDetail>;

export const listParts = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/part/listPage',
  summary: '办理件：我收到的、我办理的',
  access: 'task:read',
  scope: 'org',
  input: z.object({
    ...page,
    view: z.enum(Object.keys(PART_VIEWS) as [PartView, ...PartView[]], '视图不正确').default('received'),
    state: count.optional(),
    overdue: flag.optional(),
    keyWords: line(60, '任务名称').optional(),
  }),
  reply: rows(partRow),
});

export const getPart = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/part',
  summary: '一件办理件：编号，或者任务和周期（本组织的那一件）',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officePart' },
  input: z.object({ id: id.optional(), taskId: id.optional(), circleId: id.optional() }),
  reply: data(partDetail),
});

const stale = () => [listParts, getPart, listTasks, getTask, taskMatrix, officeHome];
const act = { access: 'task:answer', scope: 'org', idempotent: true } as const;
const give = { access: 'task:give', scope: 'org', idempotent: true } as const;
const versioned = { id, version: z.int() };
const changed = data(z.object({ version: z.number() }));

export const receivePart = endpoint({
  ...act,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/receive',
  summary: '接收办理件',
  targets: { id: 'officePart' },
  audit: '接收任务',
  input: z.object(versioned),
  reply: changed,
  stale,
});

/** What the form of a report holds. */
export const reportFields = {
  report: text(TEXT, '办理情况').default(''),
  isNil: flag.default(false),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
    .max(MAX_FILES, `附件最多${MAX_FILES}个`)
    .default([]),
  proofs: z.array(proofKey).max(MAX_PROOFS, `最多引用${MAX_PROOFS}条记录`).default([]),
};

export const reportPart = endpoint({
  ...act,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/report',
  summary: '上报办理情况；过了截止日期的标为补报',
  targets: { id: 'officePart' },
  audit: '上报任务',
  input: z.object({ ...versioned, ...reportFields }),
  reply: changed,
  stale,
});

export const withdrawPart = endpoint({
  ...act,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/withdraw',
  summary: '撤回还没有验收的上报',
  targets: { id: 'officePart' },
  audit: '撤回上报',
  input: z.object(versioned),
  reply: changed,
  stale,
});

export const partWorkers = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/part/workers',
  summary: '本组织可以指派的党务工作者',
  access: 'task:answer',
  scope: 'org',
  input: z.object({}),
  reply: data(z.array(z.object({ accountId: z.string(), name: z.string() }))),
});

export const assignPart = endpoint({
  ...act,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/assign',
  summary: '指派给本组织的一名党务工作者',
  targets: { id: 'officePart' },
  audit: '指派任务',
  input: z.object({ ...versioned, accountId: id }),
  reply: changed,
  stale,
});

export const askExtension = endpoint({
  ...act,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/askExtension',
  summary: '申请延期',
  targets: { id: 'officePart' },
  audit: '申请任务延期',
  input: z.object({ ...versioned, until: date, reason: required(200, '延期原因') }),
  reply: changed,
  stale,
});

export const decideExtension = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/decideExtension',
  summary: '同意或不同意延期',
  targets: { id: 'officePart' },
  audit: '审批任务延期',
  input: z.object({ ...versioned, agree: z.boolean('请选择同意或不同意'), opinion: text(200, '意见').default('') }),
  reply: changed,
  stale,
});

export const say = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/say',
  summary: '在办理件上留言，对方收到提醒',
  access: 'task:read',
  scope: 'org',
  idempotent: true,
  targets: { id: 'officePart' },
  audit: '任务沟通',
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({
    id,
    text: text(500, '留言').refine((value) => value !== '', '请输入留言'),
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
      .max(MAX_FILES, `附件最多${MAX_FILES}个`)
      .default([]),
  }),
  reply: data(z.null()),
  stale: () => [getPart],
});

export const decideParts = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/decide',
  summary: '验收或退回上报，可以一次多件',
  targets: { ids: 'officePart[]' },
  audit: '验收任务',
  input: z.object({ ids, agree: z.boolean('请选择通过或退回'), opinion: text(500, '意见').default('') }),
  /** `next`: the next part of the same task that waits, in the order of the tree; null: none. */
  reply: data(z.object({ decided: z.number(), skipped: z.number(), next: z.string().nullable() })),
  stale,
});

export const reopenPart = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/reopen',
  summary: '把已完成的办理件退回重办',
  targets: { id: 'officePart' },
  audit: '重开任务',
  input: z.object({ ...versioned, reason: required(200, '重开原因') }),
  reply: changed,
  stale,
});

export const voidPart = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/void',
  summary: '免去一个组织的一件办理件',
  targets: { id: 'officePart' },
  audit: '作废办理件',
  input: z.object({ ...versioned, reason: required(200, '作废原因') }),
  reply: changed,
  stale,
});

export const urgeTask = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsTask/urge',
  summary: '催办：只提醒没有上报的组织，两小时内不重复',
  targets: { id: 'officeTask' },
  audit: '任务催办',
  asks: {},
  input: z.object({ id }),
  reply: data(
    z.object({
      /** Organisations that are late or due, reminded ones of them, and those where nobody works. */
      due: z.number(),
      reminded: z.number(),
      /** Accounts that get an SMS as well; none where the site sends none. */
      sms: z.number(),
      recently: z.number(),
      missing: z.array(z.string()),
    }),
  ),
  stale: () => [getTask, taskMatrix],
});

const counted = z.object({ received: z.number(), working: z.number(), returned: z.number(), overdue: z.number() });

export const officeHome = endpoint({
  method: 'GET',
  path: '/api/dwbg/office',
  summary: '党务办公：我收到的、我发布的、待我验收、超期、下级谁晚了',
  access: 'task:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      own: counted,
      /** The next of the own parts, by their day. */
      next: z.array(partRow),
      given: z.object({ drafts: z.number(), running: z.number(), toCheck: z.number(), overdue: z.number() }),
      /** Of all below and itself, whoever gave it, as the home warns of it (`officeOverdue`). */
      overdueWithin: z.number(),
      /** Organisations below that are late with what this organisation gave them. */
      late: z.array(
        z.object({
          orgId: z.string(),
          orgName: z.string(),
          parts: z.number(),
          days: z.number(),
          partId: z.string(),
          taskId: z.string(),
        }),
      ),
      lateTotal: z.number(),
      /** Meetings of the next seven days that the organisation calls or is called to. */
      meetings: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          /** ISO 8601. */
          startsAt: z.string(),
          place: z.string(),
          orgName: z.string(),
          /** The own answer; null where the organisation called it. */
          answer: z.number().nullable(),
        }),
      ),
    }),
  ),
});
