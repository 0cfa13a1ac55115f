import { z } from 'zod';
import { count, data, date, endpoint, flag, id, line, page, required, rows } from '#platform/contract.ts';
import { DUE_NAMES, KIND_NAMES, RHYTHM_NAMES } from './rules.ts';

export const kind = z.enum(KIND_NAMES, '公开类别不正确');

const openItem = z.object({
  id: z.string(),
  kind,
  name: z.string(),
  rhythm: z.enum(RHYTHM_NAMES),
  /** Days after the end of a period within which it is to be published. */
  dueDays: z.number(),
  /** Periods that end before this day are owed by nobody. */
  startsOn: z.string(),
  active: z.boolean(),
  /** Affairs of the item within the scope. */
  used: z.number(),
  version: z.number(),
});
export type OpenItem = z.infer<typeof openItem>;

export const listItems = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/item/list',
  summary: '公开目录：各类公开项目、频次与期限',
  access: 'open:read',
  scope: 'org',
  input: z.object({ kind: kind.optional(), all: flag.default(false) }),
  reply: data(z.array(openItem)),
});

/** What an administrator writes of an item. */
export const itemForm = z.object({
  kind,
  name: required(40, '项目名称'),
  rhythm: z.enum(RHYTHM_NAMES, '请选择公开频次'),
  dueDays: count.pipe(z.int().min(1, '期限至少1天').max(180, '期限最多180天')),
  startsOn: date,
});

export const createItem = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/item',
  summary: '新增公开项目',
  access: 'open:catalogue',
  scope: 'none',
  audit: '新增公开项目',
  idempotent: true,
  input: itemForm,
  reply: data(z.object({ id: z.string() })),
  stale: () => [listItems, listDue],
});

export const updateItem = endpoint({
  method: 'PUT',
  path: '/api/zzxx/open/item',
  summary: '修改、停用或启用公开项目；只传改动的字段，类别不能改',
  access: 'open:catalogue',
  scope: 'none',
  targets: { id: 'openItem' },
  audit: '修改公开项目',
  idempotent: true,
  input: itemForm.omit({ kind: true }).partial().extend({ id, version: count, active: flag.optional() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listItems, listDue],
});

const dueRow = z.object({
  /** Organisation, item and period. */
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  kind,
  itemId: z.string(),
  itemName: z.string(),
  period: z.string(),
  dueOn: z.string(),
  state: z.enum(DUE_NAMES),
  /** The affair that answers it; null: there is none yet. */
  affairId: z.string().nullable(),
  firstShown: z.string().nullable(),
  can: z.object({ add: z.boolean() }),
});
export type DueRow = z.infer<typeof dueRow>;

export const listDue = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/due',
  summary: '应公开清单：各组织在所选月份应公开的项目，已公开、待公开或逾期',
  access: 'open:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
    /** `YYYY-MM`; this month unless told. */
    month: z
      .string()
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份格式应为 2026-01')
      .optional(),
    kind: kind.optional(),
    itemName: line(40, '项目名称').optional(),
    state: z.enum(DUE_NAMES, '状态不正确').optional(),
  }),
  reply: rows(dueRow, { counts: z.record(z.string(), z.number()), month: z.string() }),
});
