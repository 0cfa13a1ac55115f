import { z } from 'zod';
import {
  data,
  date,
  endpoint,
  id,
  line,
  optional,
  page,
  personName,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { MOST_YUAN, NEED_KINDS, NEED_VIEWS, type NeedView } from './rules.need.ts';

const version = z.int('版本不正确');

export const needStep = z.object({ at: z.string(), words: z.string(), note: z.string(), byName: z.string() });

/** A need as whoever may work on it reads it; whose it is stays sealed. */
export const needRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  kind: z.number(),
  kindName: z.string(),
  state: z.number(),
  stateName: z.string(),
  sourceName: z.string(),
  title: z.string(),
  content: z.string(),
  amount: z.number().nullable(),
  post: z.string(),
  postName: z.string(),
  place: z.string(),
  byOn: z.string(),
  askedOn: z.string(),
  /** To whom it was sent; empty: to all, on the market. */
  sentTo: z.string(),
  takerName: z.string(),
  stars: z.number().nullable(),
  /** One of the own posts is what it asks for. */
  isSkilled: z.boolean(),
  /** Kilometres from the own community or organisation; null where a place is not known. */
  distance: z.number().nullable(),
  version: z.number(),
});
export type NeedRow = z.infer<typeof needRow>;

export const needDetail = needRow.extend({
  phoneMask: z.string(),
  outcome: z.string(),
  reason: z.string(),
  starsByName: z.string(),
  starsNote: z.string(),
  talkState: z.number(),
  talkNote: z.string(),
  steps: z.array(needStep),
  can: z.object({
    accept: z.boolean(),
    send: z.boolean(),
    giveBack: z.boolean(),
    withdraw: z.boolean(),
    take: z.boolean(),
    step: z.boolean(),
    finish: z.boolean(),
    release: z.boolean(),
    rate: z.boolean(),
    talk: z.boolean(),
    contact: z.boolean(),
  }),
});
export type NeedDetail = z.infer<typeof needDetail>;

/** What a need asks for, in the words of its form: a service post (dictionary 0090), which a resident calls 服务类别. */
const post = z.string('请选择服务类别').regex(/^[0-9A-Za-z]{1,10}$/, '请选择服务类别');

const kind = z.coerce
  .number<string | number>('请选择类型')
  .refine((value) => Object.hasOwn(NEED_KINDS, value), '请选择类型');

/** What anybody says of a need. */
export const needFields = z.object({
  kind,
  title: required(30, '标题'),
  content: text(500, '说明').refine((value) => value !== '', '请写明需要什么帮助'),
  amount: optional(
    z.coerce
      .number<string | number>('金额应为数字')
      .int('金额应为整数')
      .min(1, '金额至少1元')
      .max(MOST_YUAN, `微心愿不超过${MOST_YUAN}元`),
  ),
  post,
  place: required(60, '地点'),
  byOn: date,
  name: personName(30),
  phone: required(20, '电话').refine(
    (value) => /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/.test(value),
    '请输入手机号或带区号的电话',
  ),
});

/** What is wrong beyond the single fields. */
export const needFaults = (of: { kind: number; amount?: number | null | undefined }): Record<string, string> =>
  of.kind !== 1 && of.amount ? { amount: '只有微心愿写金额' } : {};

export const needForm = needFields.superRefine((value, ctx) => {
  for (const [field, message] of Object.entries(needFaults(value)))
    ctx.addIssue({ code: 'custom', path: [field], message });
});

export const listNeeds = endpoint({
  method: 'GET',
  path: '/api/sbd/need/list',
  summary: '需求清单：管理范围内的、派给本单位的和本单位认领的，待受理的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    view: z.enum(Object.keys(NEED_VIEWS) as [NeedView, ...NeedView[]], '视图不正确').optional(),
    kind: kind.optional(),
    keyWords: line(30, '标题').optional(),
  }),
  reply: rows(needRow, { counts: z.record(z.string(), z.number()), followPath: z.string() }),
});

export const getNeed = endpoint({
  method: 'GET',
  path: '/api/sbd/need',
  summary: '需求详情和办理经过',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceNeed' },
  input: z.object({ id }),
  reply: data(needDetail),
});

export const needTakers = endpoint({
  method: 'GET',
  path: '/api/sbd/need/takers',
  summary: '一件需求可以派给谁：本地的志愿者分组和报到到本地的单位，会做的排在前面',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceNeed' },
  input: z.object({ id }),
  reply: data(
    z.object({
      groups: z.array(z.object({ id: z.string(), name: z.string(), people: z.number(), skilled: z.number() })),
      units: z.array(
        z.object({ id: z.string(), name: z.string(), isSkilled: z.boolean(), distance: z.number().nullable() }),
      ),
    }),
  ),
});

const written = data(z.object({ state: z.number(), version: z.number() }));
export const staleNeeds = () => [listNeeds, getNeed];

export const addNeed = endpoint({
  method: 'POST',
  path: '/api/sbd/need',
  summary: '由工作人员登记居民的需求，直接上架；答复查询码',
  access: 'volunteer:write',
  scope: 'org',
  audit: '登记居民需求',
  pii: true,
  idempotent: true,
  input: needForm,
  reply: data(z.object({ id: z.string(), followCode: z.string() })),
  stale: staleNeeds,
});

/** What a place does with a need, as the wire numbers it: the state that follows. */
export const setNeed = endpoint({
  method: 'PUT',
  path: '/api/sbd/need/status',
  summary: '办理需求：1 受理上架（可以派给一个分组或单位），6 退回，7 撤销；退回和撤销写明原因',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceNeed', groupId: 'serviceGroup' },
  audit: '办理居民需求',
  idempotent: true,
  input: z.object({
    id,
    version,
    status: z.coerce
      .number<string | number>('状态不正确')
      .pipe(z.union([z.literal(1), z.literal(6), z.literal(7)], '状态不正确')),
    groupId: id.optional(),
    unitId: id.optional(),
    reason: text(200, '原因').default(''),
  }),
  reply: written,
  stale: staleNeeds,
});

/** What whoever took a need does with it. */
export const WORK = { take: '认领', step: '记录进展', finish: '办好', release: '退还' } as const;

export const workNeed = endpoint({
  method: 'PUT',
  path: '/api/sbd/need/work',
  summary: '以本组织名义：认领需求、记录进展、办好、退还（写明原因）',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceNeed' },
  audit: '认领办理需求',
  idempotent: true,
  input: z.object({
    id,
    act: z.enum(['take', 'step', 'finish', 'release'], '操作不正确'),
    note: text(200, '说明').default(''),
  }),
  reply: written,
  stale: staleNeeds,
});

export const rateNeed = endpoint({
  method: 'PUT',
  path: '/api/sbd/need/rate',
  summary: '居民没有评价的，由社区代为评价；一星、二星的随后回访',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceNeed' },
  audit: '评价居民需求',
  idempotent: true,
  input: z.object({
    id,
    stars: z.int('请选择星级').min(1, '请选择星级').max(5, '请选择星级'),
    note: text(200, '说明').default(''),
  }),
  reply: written,
  stale: staleNeeds,
});

export const talkNeed = endpoint({
  method: 'PUT',
  path: '/api/sbd/need/talk',
  summary: '登记对一星、二星评价的回访',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceNeed' },
  audit: '回访居民需求',
  idempotent: true,
  input: z.object({ id, note: required(200, '回访情况') }),
  reply: written,
  stale: staleNeeds,
});

export const needContact = endpoint({
  method: 'POST',
  path: '/api/sbd/need/contact',
  summary: '查看居民的姓名和电话：受理的社区和认领的单位；留痕',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceNeed' },
  audit: '查看需求联系人',
  pii: true,
  rate: { hits: 200, seconds: 86_400, by: 'account' },
  input: z.object({ id, reason: required(100, '查看原因') }),
  reply: data(z.object({ name: z.string(), phone: z.string() })),
});

export const needPoster = endpoint({
  method: 'POST',
  path: '/api/sbd/need/poster',
  summary: '打印本社区的需求码海报：答一份PDF',
  access: 'volunteer:read',
  scope: 'org',
  audit: '打印需求码海报',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: paperReply,
});

/** Whose needs a member sees. */
export const OWN_NEED_VIEWS = { open: '可认领', mine: '我认领的' } as const;

export const openNeeds = endpoint({
  method: 'GET',
  path: '/api/sbd/need/own/list',
  summary: '本人可以认领的需求，会做的、近的在前；或本人认领的',
  access: 'volunteer:own',
  scope: 'own',
  input: z.object({ ...page, view: z.enum(['open', 'mine'], '视图不正确').default('open') }),
  reply: rows(needDetail),
});

export const workOwnNeed = endpoint({
  method: 'PUT',
  path: '/api/sbd/need/own/work',
  summary: '本人认领需求、记录进展、办好、退还（写明原因）',
  access: 'volunteer:own',
  scope: 'own',
  audit: '本人认领办理需求',
  idempotent: true,
  input: z.object({
    id,
    act: z.enum(['take', 'step', 'finish', 'release'], '操作不正确'),
    note: text(200, '说明').default(''),
  }),
  reply: written,
  stale: () => [openNeeds],
});

export const ownNeedContact = endpoint({
  method: 'POST',
  path: '/api/sbd/need/own/contact',
  summary: '本人认领的需求的居民姓名和电话；留痕',
  access: 'volunteer:own',
  scope: 'own',
  audit: '查看认领需求的联系人',
  pii: true,
  rate: { hits: 60, seconds: 86_400, by: 'account' },
  input: z.object({ id }),
  reply: data(z.object({ name: z.string(), phone: z.string() })),
});
