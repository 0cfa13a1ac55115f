import { z } from 'zod';
import { data, done, endpoint, flag, id, line, page, required, rows, text } from '#platform/contract.ts';
import { type Definition, definition, type FormField, type Mode } from './contract.definition.ts';

/** 流程状态. */
export const PROCESS_STATES = { draft: '未发布', published: '已发布', retired: '已停用' } as const;
export type ProcessState = keyof typeof PROCESS_STATES;
const processState = z.enum(Object.keys(PROCESS_STATES) as [ProcessState, ...ProcessState[]], '请选择流程状态');

const field = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['number', 'money', 'choice', 'text', 'orgType']),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});

/** Values by a field's key: numbers and money (fen) as numbers, everything else as text. */
export const facts = z
  .record(z.string().max(40), z.union([z.number(), text(200, '内容'), z.null()]), '表单内容不正确')
  .refine((given) => Object.keys(given).length <= 50, '表单内容不正确');

/** Kinds of matters with what their forms give to conditions, and the roles that may be named. */
export const processChoices = endpoint({
  method: 'GET',
  path: '/api/workflow/choices',
  summary: '流程可用于哪些事项、事项的条件字段、可选的角色',
  access: 'workflow:design',
  scope: 'none',
  input: z.object({}),
  reply: data(
    z.object({
      kinds: z.array(z.object({ kind: z.string(), label: z.string(), fields: z.array(field) })),
      roles: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  ),
});

const processRow = z.object({
  id: z.string(),
  kind: z.string(),
  kindName: z.string(),
  name: z.string(),
  description: z.string(),
  orgId: z.string(),
  /** Its organisation: the process is for this one and all below it. */
  orgName: z.string(),
  state: processState,
  /** The published version; null where there is none. */
  number: z.number().nullable(),
  versions: z.number(),
  /** Matters under way, of all versions. */
  running: z.number(),
  /** The draft differs from what is published. */
  changed: z.boolean(),
  updatedAt: z.string(),
  updatedBy: z.string(),
  /** Of the draft: a save with an older one is refused. */
  version: z.number(),
  can: z.object({ edit: z.boolean(), publish: z.boolean(), retire: z.boolean() }),
});
export type ProcessRow = z.infer<typeof processRow>;

export const listProcesses = endpoint({
  method: 'GET',
  path: '/api/workflow/process/listPage',
  summary: '本组织及下级的审批流程，最近改动的在前',
  access: 'workflow:design',
  scope: 'org',
  input: z.object({
    ...page,
    name: line(40, '流程名称').optional(),
    kind: line(40, '事项类别').optional(),
    state: processState.optional(),
  }),
  reply: rows(processRow),
});

export const getProcess = endpoint({
  method: 'GET',
  path: '/api/workflow/process/get/{id}',
  summary: '审批流程的草稿与各版本',
  access: 'workflow:design',
  scope: 'org',
  targets: { id: 'process' },
  input: z.object({ id }),
  reply: data(
    processRow.extend({
      draft: definition,
      fields: z.array(field),
      /** Newest first. */
      history: z.array(
        z.object({
          number: z.number(),
          definition,
          note: z.string(),
          publishedAt: z.string(),
          publishedBy: z.string(),
          running: z.number(),
        }),
      ),
      /** Names of the people in draft and versions by account id, and whether they may decide today. */
      people: z.array(z.object({ accountId: z.string(), name: z.string(), orgName: z.string(), usable: z.boolean() })),
    }),
  ),
});
export type ProcessDetail = Omit<z.infer<typeof getProcess.reply.schema>, 'draft' | 'fields'> & {
  draft: Definition;
  fields: FormField[];
};

const name = required(40, '流程名称');
const description = text(200, '说明');
const afterWrite = () => [listProcesses, getProcess];

export const createProcess = endpoint({
  method: 'POST',
  path: '/api/workflow/process',
  summary: '新建审批流程：先是草稿，发布后才能使用',
  access: 'workflow:design',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '新建审批流程',
  idempotent: true,
  input: z.object({
    kind: required(40, '事项类别'),
    name,
    description: description.default(''),
    orgId: id,
    definition: definition.optional(),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listProcesses],
});

export const saveProcess = endpoint({
  method: 'PUT',
  path: '/api/workflow/process',
  summary: '保存流程的名称、说明与草稿；已发布的版本不受影响',
  access: 'workflow:design',
  scope: 'org',
  targets: { id: 'process' },
  audit: '修改审批流程',
  idempotent: true,
  input: z.object({
    id,
    version: z.int('版本不正确'),
    name: name.optional(),
    description: description.optional(),
    definition: definition.optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: afterWrite,
});

export const publishProcess = endpoint({
  method: 'POST',
  path: '/api/workflow/process/publish',
  summary: '把草稿发布为新版本；办理中的事项仍按原版本走完',
  access: 'workflow:design',
  scope: 'org',
  targets: { id: 'process' },
  audit: '发布审批流程',
  idempotent: true,
  input: z.object({ id, version: z.int('版本不正确'), note: line(100, '发布说明').default('') }),
  /** Faults are refused with body code 400 and `data.faults`: `{ nodeId, text }[]`. */
  reply: data(z.object({ number: z.number() })),
  stale: afterWrite,
});

export const retireProcess = endpoint({
  method: 'POST',
  path: '/api/workflow/process/retire',
  summary: '停用审批流程：不再受理新的事项，办理中的走完；再次发布即恢复',
  access: 'workflow:design',
  scope: 'org',
  targets: { id: 'process' },
  audit: '停用审批流程',
  idempotent: true,
  input: z.object({ id, reason: required(200, '停用原因') }),
  reply: done,
  stale: afterWrite,
});

export const wayStep = z.object({
  nodeId: z.string(),
  kind: z.enum(['approver', 'copy']),
  name: z.string(),
  mode: z.enum(['sequence', 'all', 'any'] satisfies Mode[]),
  /** Who would decide or be copied; one entry stands for all holders of a role where one of them is enough. */
  people: z.array(z.object({ accountId: z.string().nullable(), name: z.string(), orgName: z.string() })),
  /** So many people are named by the initiator; 0: none. */
  choose: z.number(),
  /** Why these instead of those whom the step names, or why nobody; empty: as drawn. */
  remark: z.string(),
});
export type WayStep = z.infer<typeof wayStep>;

export const tryProcess = endpoint({
  method: 'POST',
  path: '/api/workflow/process/try',
  summary: '试运行：某人发起这样一件事项会经过哪些节点、由谁审批；不产生任何记录',
  access: 'workflow:design',
  scope: 'org',
  targets: { accountId: 'account' },
  input: z.object({
    kind: required(40, '事项类别'),
    definition,
    /** The sample person, in a role within the own scope. */
    accountId: id,
    facts,
  }),
  reply: data(
    z.object({
      initiator: z.object({ name: z.string(), orgName: z.string() }),
      /** Nodes and branches that the way passes, for the tree. */
      lit: z.array(z.string()),
      steps: z.array(wayStep),
    }),
  ),
});

const person = z.object({
  accountId: z.string(),
  name: z.string(),
  roleName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
});
export type WorkflowPerson = z.infer<typeof person>;

export const listPeople = endpoint({
  method: 'POST',
  path: '/api/workflow/people',
  summary: '可以审批的人：本组织、其下级和上级组织中能办理审批的账号',
  access: 'workflow:use',
  scope: 'org',
  rate: { hits: 240, seconds: 60, by: 'account' },
  input: z.object({
    ...page,
    keyWords: line(40, '姓名').default(''),
    /** One's own account as well. */
    withMe: flag.default(false),
  }),
  reply: rows(person),
});
