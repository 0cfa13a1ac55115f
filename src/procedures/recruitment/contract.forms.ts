import { z } from 'zod';
import { count, data, done, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { getFile } from './contract.ts';

export const FORM_STATES = {
  stock: '在库',
  given: '已发放',
  voided: '作废',
  lost: '遗失',
  exchanged: '已换发',
} as const;
export type FormState = keyof typeof FORM_STATES;
/** What may become of a number, by where it stands. */
export const FORM_ACTS = { voided: '作废', lost: '遗失', exchanged: '换发' } as const;
/** Numbers of one range. */
export const MOST_FORMS = 5000;

const formRow = z.object({
  id: z.string(),
  number: z.string(),
  orgName: z.string(),
  state: z.enum(Object.keys(FORM_STATES) as [FormState]),
  name: z.string(),
  fileId: z.string().nullable(),
  category: z.number().nullable(),
  note: z.string(),
  changedBy: z.string(),
  changedAt: z.string(),
  can: z.object({ void: z.boolean(), lose: z.boolean(), exchange: z.boolean() }),
});
export type FormRow = z.infer<typeof formRow>;

export const listForms = endpoint({
  method: 'GET',
  path: '/api/fzdy/form/listPage',
  summary: '入党志愿书编号登记簿：在库、已发放、作废、遗失、换发',
  access: 'recruit:number',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    number: line(30, '编号').optional(),
    state: z.enum(Object.keys(FORM_STATES) as [FormState], '状态不正确').optional(),
  }),
  reply: rows(formRow),
});

const whole = (label: string) =>
  count.pipe(z.int(`${label}应为整数`).min(0, `${label}不正确`).max(99_999_999, `${label}过大`));
/** A range as it is printed on a packet: what stands before the counter, its width, its first and last. */
const range = {
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{0,20}$/, '编号前缀只能是字母、数字和短横'),
  width: count.pipe(z.int('位数应为整数').min(1, '位数不能小于1').max(8, '位数不能大于8')),
  from: whole('起始号'),
  to: whole('终止号'),
};
const counted = data(z.object({ count: z.number() }));

export const addForms = endpoint({
  method: 'POST',
  path: '/api/fzdy/form',
  summary: '登记领到的一段入党志愿书编号，每个编号只登记一次',
  access: 'recruit:number',
  scope: 'org',
  audit: '登记入党志愿书编号',
  idempotent: true,
  input: z.object(range),
  reply: counted,
  stale: () => [listForms],
});

export const handForms = endpoint({
  method: 'POST',
  path: '/api/fzdy/form/hand',
  summary: '把本级在库的一段编号下发给下级',
  access: 'recruit:number',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '下发入党志愿书编号',
  idempotent: true,
  input: z.object({ ...range, orgId: id }),
  reply: counted,
  stale: () => [listForms],
});

export const changeForm = endpoint({
  method: 'POST',
  path: '/api/fzdy/form/change',
  summary: '一个编号作废、遗失或换发；已发放的须同时换发新编号',
  access: 'recruit:number',
  scope: 'org',
  audit: '变更入党志愿书编号',
  idempotent: true,
  input: z.object({
    number: required(30, '编号'),
    act: z.enum(['voided', 'lost', 'exchanged'], '请选择办理事项'),
    /** The number that takes its place, of one that was given. */
    instead: line(30, '新编号').default(''),
    note: required(200, '原因'),
  }),
  reply: done,
  stale: () => [listForms, getFile],
});
