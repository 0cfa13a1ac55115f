import { z } from 'zod';
import { data, date, done, endpoint, id, ids, line, page, required, rows, text } from '#platform/contract.ts';
import { hours as hoursOf } from './contract.hours.ts';
import { presence, signupRow } from './contract.signup.ts';
import { getActivity, listActivities } from './contract.ts';
import { KEEPER_VIEWS, type KeeperView } from './rules.keeper.ts';

export const keeperRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  phone: z.string(),
  homeName: z.string(),
  orgName: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  stateName: z.string(),
  note: z.string(),
  madeBy: z.string(),
  madeOn: z.string(),
  revokeReason: z.string(),
  /** Has an account to sign in with. */
  hasAccount: z.boolean(),
  can: z.object({ revoke: z.boolean() }),
});
export type KeeperRow = z.infer<typeof keeperRow>;

export const listKeepers = endpoint({
  method: 'GET',
  path: '/api/sbd/keeper/list',
  summary: '志愿活动的现场管理员，在任的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    orgId: id.optional(),
    view: z.enum(Object.keys(KEEPER_VIEWS) as [KeeperView, ...KeeperView[]], '视图不正确').optional(),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(keeperRow, { counts: z.record(z.string(), z.number()) }),
});

/** Who, from when to when, and what for. */
export const keeperForm = z.object({
  fromOn: date,
  toOn: date,
  note: required(60, '事由'),
});

const stale = () => [listKeepers];

export const addKeepers = endpoint({
  method: 'POST',
  path: '/api/sbd/keeper',
  summary: '指定本组织志愿活动的现场管理员：本组织管理范围内或报到到本地、有账号的党员，起止日期最长一年',
  access: 'volunteer:write',
  scope: 'org',
  targets: { memberIds: 'member[]' },
  audit: '指定现场管理员',
  idempotent: true,
  input: keeperForm.extend({ memberIds: ids }),
  reply: data(z.object({ added: z.number() })),
  stale,
});

export const revokeKeeper = endpoint({
  method: 'PUT',
  path: '/api/sbd/keeper/revoke',
  summary: '撤销现场管理员，写明原因；立即生效，本人收到通知',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceKeeper' },
  audit: '撤销现场管理员',
  idempotent: true,
  input: z.object({ id, reason: required(200, '撤销原因') }),
  reply: done,
  stale,
});

/** An activity as whoever keeps it on the spot meets it. */
const keptActivity = z.object({
  id: z.string(),
  title: z.string(),
  orgName: z.string(),
  place: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  phase: z.string(),
  hours: z.number(),
  taken: z.number(),
  came: z.number(),
  version: z.number(),
  can: z.object({ sign: z.boolean(), finish: z.boolean() }),
});
export type KeptActivity = z.infer<typeof keptActivity>;

export const keptActivities = endpoint({
  method: 'GET',
  path: '/api/sbd/keeper/own/list',
  summary: '本人今天作为现场管理员照看的志愿活动：要开始的、进行中的和没有结束的',
  access: 'volunteer:own',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      /** For which organisations, and until when. */
      places: z.array(z.object({ orgName: z.string(), toOn: z.string() })),
      activities: z.array(keptActivity),
    }),
  ),
});

/** Of a person nothing but name and branch: on the spot nobody needs more. */
const keptPerson = signupRow
  .pick({
    id: true,
    name: true,
    homeName: true,
    signedAt: true,
    wayName: true,
    late: true,
    leftAt: true,
    leftName: true,
  })
  .extend({
    isMe: z.boolean(),
  });
export type KeptPerson = z.infer<typeof keptPerson>;

export const keptPeople = endpoint({
  method: 'GET',
  path: '/api/sbd/keeper/own/people',
  summary: '本人照看的一个志愿活动和已通过报名的人',
  access: 'volunteer:own',
  scope: 'own',
  input: z.object({ id }),
  reply: data(z.object({ activity: keptActivity, people: z.array(keptPerson) })),
});

export const keptCode = endpoint({
  method: 'GET',
  path: '/api/sbd/keeper/own/code',
  summary: '本人照看的志愿活动的签到码，30秒一换',
  access: 'volunteer:own',
  scope: 'own',
  silent: true,
  input: z.object({ id }),
  reply: data(z.object({ code: z.string(), seconds: z.number(), came: z.number(), due: z.number() })),
});

const staleOwn = () => [keptActivities, keptPeople, listActivities, getActivity];

export const keptMark = endpoint({
  method: 'PUT',
  path: '/api/sbd/keeper/own/mark',
  summary: '现场管理员代签到场、离开，或更正为未到；本人的只能扫码',
  access: 'volunteer:own',
  scope: 'own',
  audit: '现场登记签到',
  idempotent: true,
  input: z.object({ id, ids, ...presence, reason: text(100, '原因').default('') }),
  reply: data(z.object({ done: z.number() })),
  stale: staleOwn,
});

export const keptFinish = endpoint({
  method: 'PUT',
  path: '/api/sbd/keeper/own/finish',
  summary: '现场管理员确认到场和时长（可以逐人减少），结束活动并报审；认定仍由组织审核',
  access: 'volunteer:own',
  scope: 'own',
  audit: '现场确认服务时长',
  idempotent: true,
  input: z.object({
    id,
    version: z.int('版本不正确'),
    changed: z
      .array(z.object({ id, hours: hoursOf, note: line(100, '减少原因').default('') }))
      .max(1000, '一次最多减少1000人')
      .default([]),
  }),
  reply: data(z.object({ reported: z.number() })),
  stale: staleOwn,
});
