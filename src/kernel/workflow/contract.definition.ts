import { z } from 'zod';
import { id, line, required, text } from '#platform/contract.ts';

/** What a form gives to the conditions of branches, and how its values read. Money is whole fen. */
export interface FormField {
  key: string;
  label: string;
  kind: 'number' | 'money' | 'choice' | 'text' | 'orgType';
  /** Of a choice alone; types of organisations are dictionary 0001. */
  options?: readonly { value: string; label: string }[];
}

/** The values of an instance by the field's key; numbers and money are numbers, everything else text. */
export type Facts = Readonly<Record<string, number | string | null>>;

/** 审批方式. */
export const MODES = { sequence: '依次审批', all: '会签', any: '或签' } as const;
export type Mode = keyof typeof MODES;
export const MODE_HINTS: Readonly<Record<Mode, string>> = {
  sequence: '按顺序逐人审批',
  all: '须所有审批人同意',
  any: '一名审批人处理即可',
};

/** Comparisons by the kind of field that they fit. */
export const OPERATORS = {
  lt: '小于',
  le: '小于等于',
  gt: '大于',
  ge: '大于等于',
  eq: '等于',
  in: '属于',
  notIn: '不属于',
  is: '等于',
  contains: '包含',
} as const;
export type Operator = keyof typeof OPERATORS;
const NUMBERS: readonly Operator[] = ['lt', 'le', 'gt', 'ge', 'eq'];
export const OPERATORS_OF: Readonly<Record<FormField['kind'], readonly Operator[]>> = {
  number: NUMBERS,
  money: NUMBERS,
  choice: ['in', 'notIn'],
  orgType: ['in', 'notIn'],
  text: ['is', 'contains'],
};

/** Who decides or is copied: named people, whoever holds a role at an organisation, or those whom the initiator names. */
export type Who =
  | { kind: 'people'; accountIds: string[] }
  | { kind: 'role'; roleId: number; place: Place }
  | { kind: 'chosen'; most: number };
/** Seen from the initiator's organisation: itself, the one above it, or the one above it at a level of the tree (1: its root). */
export type Place = 'own' | 'superior' | number;

export interface Timeout {
  hours: number;
  /** `remind`: a notice to whoever is to decide; `passOn`: the task goes to somebody else. */
  act: 'remind' | 'passOn';
  /** Where `act` is `passOn`. */
  to: Exclude<Who, { kind: 'chosen' }> | null;
}

export interface ApproverStep {
  kind: 'approver';
  id: string;
  name: string;
  who: Who;
  mode: Mode;
  timeout: Timeout | null;
}
export interface CopyStep {
  kind: 'copy';
  id: string;
  name: string;
  who: Exclude<Who, { kind: 'chosen' }>;
}
export interface Condition {
  field: string;
  operator: Operator;
  /** A number (fen for money), the chosen values, or a text, as the field's kind has it. */
  value: number | string | string[];
}
export interface Branch {
  id: string;
  name: string;
  /** Taken where no other branch is; has no conditions. */
  isDefault: boolean;
  /** All must hold. */
  conditions: Condition[];
  steps: Step[];
}
/** The first branch from the left whose conditions hold is taken; afterwards the steps behind the branches follow. */
export interface BranchStep {
  kind: 'branches';
  id: string;
  branches: Branch[];
}
/** Ends the process before its last step; that it ends there needs no such step. */
export interface EndStep {
  kind: 'end';
  id: string;
}
export type Step = ApproverStep | CopyStep | BranchStep | EndStep;

/** A process as it is drawn: from the start, whose card is the definition itself, along the steps to the end. */
export interface Definition {
  steps: Step[];
  /** One person may decide at more than one node of the same matter. */
  sameSigner: boolean;
}

/** Branches may stand within branches so many times. */
export const MAX_DEPTH = 4;
/** Hours that a node's approvers may be given. */
export const MOST_HOURS = 720;
/** Steps and branches of a process in all. */
export const MAX_NODES = 100;
export const MAX_PEOPLE = 20;
export const DUPLICATE_APPROVER = '审批人重复，请重新选择';

// Whom the initiator names is kept by it: a name that every object has would be found where nobody is named.
const nodeId = z
  .string('节点编号不正确')
  .regex(/^[a-zA-Z0-9_-]{1,20}$/, '节点编号不正确')
  .refine((value) => !(value in {}), '节点编号不正确');
const nodeName = line(30, '节点名称');
const roleId = z.int('请选择角色').min(1, '请选择角色').max(32_000, '角色不正确');
const people = z.object({
  kind: z.literal('people'),
  accountIds: z
    .array(id, '请选择审批人')
    .max(MAX_PEOPLE, `最多选择${MAX_PEOPLE}人`)
    .refine((list) => new Set(list).size === list.length, DUPLICATE_APPROVER),
});
const role = z.object({
  kind: z.literal('role'),
  roleId,
  place: z.union(
    [z.enum(['own', 'superior']), z.int().min(1, '层级从 1 开始').max(12, '层级最多 12')],
    '请选择组织层级',
  ),
});
const chosen = z.object({
  kind: z.literal('chosen'),
  most: z.int('请输入人数').min(1, '至少 1 人').max(MAX_PEOPLE, `最多${MAX_PEOPLE}人`),
});
const fixed = z.discriminatedUnion('kind', [people, role], '请选择人员');
const timeout = z
  .object({
    hours: z.int('请输入整小时数').min(1, '至少 1 小时').max(MOST_HOURS, `最多 ${MOST_HOURS} 小时`),
    act: z.enum(['remind', 'passOn'], '请选择超时处理方式'),
    to: fixed.nullable(),
  })
  .refine(({ act, to }) => (act === 'passOn') === (to !== null), { path: ['to'], message: '请选择超时后转交的人' });

const approver = z.object({
  kind: z.literal('approver'),
  id: nodeId,
  name: nodeName,
  who: z.discriminatedUnion('kind', [people, role, chosen], '请选择审批人'),
  mode: z.enum(['sequence', 'all', 'any'], '请选择审批方式'),
  timeout: timeout.nullable(),
});
const copy = z.object({ kind: z.literal('copy'), id: nodeId, name: nodeName, who: fixed });
const end = z.object({ kind: z.literal('end'), id: nodeId });
const condition = z.object({
  field: z.string('请选择条件').max(40, '条件不正确'),
  operator: z.enum(Object.keys(OPERATORS) as [Operator, ...Operator[]], '请选择比较方式'),
  value: z.union([z.number(), text(100, '条件的值'), z.array(required(40, '条件的值')).max(50)], '请填写条件的值'),
});

// Written out to its depth: the document of all calls cannot show a schema that contains itself.
function stepsTo(depth: number): z.ZodType<Step[]> {
  const branches = z.object({
    kind: z.literal('branches'),
    id: nodeId,
    branches: z
      .array(
        z.object({
          id: nodeId,
          name: nodeName,
          isDefault: z.boolean(),
          conditions: z.array(condition, '请填写条件').max(10, '一个分支最多 10 个条件'),
          steps: depth > 0 ? stepsTo(depth - 1) : z.array(z.never()).max(0),
        }),
      )
      .max(10, '最多 10 个分支'),
  });
  const kinds = depth > 0 ? ([approver, copy, end, branches] as const) : ([approver, copy, end] as const);
  return z.array(z.discriminatedUnion('kind', kinds, '节点不正确')).max(50, '最多 50 个节点') as unknown as z.ZodType<
    Step[]
  >;
}

/** A definition may be a draft with faults; what keeps it from being published stands in `publishFaults`. */
export const definition = z.object({ steps: stepsTo(MAX_DEPTH), sameSigner: z.boolean() }, '流程不正确');

/** What a new process begins with: the start and the end. */
export const EMPTY_DEFINITION: Definition = { steps: [], sameSigner: false };
