import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { count, data, done, endpoint, id, page, required, rows, text } from '#platform/contract.ts';
import { ANNUAL_KEYS, CONFIRM_STATES, type ConfirmState } from './rules.annual.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    annualRound: true;
    annualFreeze: true;
  }
}

const table = z.enum(ANNUAL_KEYS, '没有这张表');
const state = z.enum(Object.keys(CONFIRM_STATES) as [ConfirmState, ...ConfirmState[]]);

const freeze = z.object({
  id: z.string(),
  number: z.number(),
  /** The day that it tells of. */
  closing: z.string(),
  year: z.number(),
  /** Empty: it is still being written. */
  frozenAt: z.string(),
  frozenBy: z.string(),
  note: z.string(),
  /** Empty: it stands. */
  thawedAt: z.string(),
  thawedBy: z.string(),
  thawReason: z.string(),
});
export type FreezeRow = z.infer<typeof freeze>;

const round = z.object({
  id: z.string(),
  year: z.number(),
  orgName: z.string(),
  /** The own organisation gathers it. */
  isTop: z.boolean(),
  openedAt: z.string(),
  openedBy: z.string(),
});

export const listAnnual = endpoint({
  method: 'GET',
  path: '/api/sjbb/annual/list',
  summary: '年报：本组织参加的各年度，和可以发起的年度',
  access: 'report:read',
  scope: 'org',
  silent: true,
  input: z.object({}),
  reply: data(
    z.object({
      rounds: z.array(round.extend({ freezes: z.array(freeze) })),
      /** Years that may be begun; empty: none, or not by this role. */
      years: z.array(z.number()),
    }),
  ),
});

const confirmLine = z.object({
  orgId: z.string(),
  name: z.string(),
  state,
  /** Why a check that is not right may stand. */
  note: z.string(),
  confirmedAt: z.string(),
  confirmedBy: z.string(),
  returnedBy: z.string(),
  returnReason: z.string(),
  /** Of those below it that confirm as well: how many, and how many have. */
  below: z.number(),
  belowDone: z.number(),
  can: z.object({ giveBack: z.boolean() }),
});
export type ConfirmLine = z.infer<typeof confirmLine>;

export const getAnnual = endpoint({
  method: 'GET',
  path: '/api/sjbb/annual/{id}',
  summary: '一个年度的年报：本级和直接下级确认到哪里，冻结过几次',
  access: 'report:read',
  scope: 'org',
  targets: { id: 'annualRound' },
  input: z.object({ id }),
  reply: data(
    round.extend({
      /** What the own organisation has confirmed; null: it confirms nothing. */
      own: confirmLine.omit({ can: true, below: true, belowDone: true, orgId: true, name: true }).nullable(),
      children: z.array(confirmLine),
      freezes: z.array(freeze),
      can: z.object({ confirm: z.boolean(), freeze: z.boolean(), thaw: z.boolean(), withdraw: z.boolean() }),
      /** Why it may not be done by now, though it is the own part; empty: nothing is in the way. */
      obstacle: z.string(),
    }),
  ),
});

const check = z.object({
  text: z.string(),
  n: z.number(),
  isRight: z.boolean(),
  /** Where those are whom it names; null: nowhere. */
  href: z.string().nullable(),
});
export type AnnualCheck = z.infer<typeof check>;

export const annualChecks = endpoint({
  method: 'GET',
  path: '/api/sjbb/annual/checks',
  summary: '年报核对：本组织这一年现在的数，哪些对不上，确认后有没有再变',
  access: 'report:read',
  scope: 'org',
  targets: { id: 'annualRound' },
  input: z.object({ id }),
  reply: data(
    z.object({
      /** Members at the beginning, those who came and left, and at the end. */
      before: z.number(),
      more: z.number(),
      less: z.number(),
      after: z.number(),
      checks: z.array(check),
      /** The numbers are no more those that were confirmed. */
      changed: z.boolean(),
    }),
  ),
});

const changed = () => [listAnnual, getAnnual, annualChecks];

export const openAnnual = endpoint({
  method: 'POST',
  path: '/api/sjbb/annual',
  summary: '发起一个年度的年报：下两级逐级确认，全部确认后冻结',
  access: 'report:freeze',
  scope: 'org',
  audit: '发起年报',
  idempotent: true,
  asks: {},
  input: z.object({ year: count.pipe(z.int().min(2000).max(2099)) }),
  /** `gaveWay`: who below had begun the year, which is now part of this one. */
  reply: data(z.object({ id: z.string(), gaveWay: z.array(z.string()) })),
  stale: changed,
});

export const withdrawAnnual = endpoint({
  method: 'POST',
  path: '/api/sjbb/annual/withdraw',
  summary: '撤回本组织发起、还没有冻结过的年报，已确认的一并作废',
  access: 'report:freeze',
  scope: 'org',
  targets: { id: 'annualRound' },
  audit: '撤回年报',
  idempotent: true,
  asks: {},
  input: z.object({ id }),
  reply: done,
  stale: changed,
});

export const confirmAnnual = endpoint({
  method: 'POST',
  path: '/api/sjbb/annual/confirm',
  summary: '确认本组织的年报；有核对不符的要说明原因',
  access: 'report:confirm',
  scope: 'org',
  targets: { id: 'annualRound' },
  audit: '确认年报',
  idempotent: true,
  input: z.object({ id, note: text(200, '说明').default('') }),
  reply: done,
  stale: changed,
});

export const returnAnnual = endpoint({
  method: 'POST',
  path: '/api/sjbb/annual/return',
  summary: '退回直接下级的年报确认',
  access: 'report:confirm',
  scope: 'org',
  targets: { id: 'annualRound', orgId: 'org' },
  audit: '退回年报确认',
  idempotent: true,
  input: z.object({ id, orgId: id, reason: required(200, '退回原因') }),
  reply: done,
  stale: changed,
});

export const freezeAnnual = endpoint({
  method: 'POST',
  path: '/api/sjbb/annual/freeze',
  summary: '冻结年报：留下当时的数字、组织和名单（后台任务）',
  access: 'report:freeze',
  scope: 'org',
  targets: { id: 'annualRound' },
  audit: '冻结年报',
  /** `note`: why numbers are frozen that have changed since they were confirmed. */
  input: z.object({ id, note: text(200, '说明').default(''), password: encryptedPassword }),
  reply: data(z.object({ jobId: z.string() })),
  stale: changed,
});

export const thawAnnual = endpoint({
  method: 'POST',
  path: '/api/sjbb/annual/thaw',
  summary: '解冻年报，核对本人密码；冻结过的留作对照',
  access: 'report:freeze',
  scope: 'org',
  targets: { id: 'annualRound' },
  audit: '解冻年报',
  input: z.object({ id, reason: required(200, '解冻原因'), password: encryptedPassword }),
  reply: done,
  stale: changed,
});

/** A frozen table beside another one, or beside what is counted now. */
const compared = {
  id,
  /** Another freeze; left out: now. */
  with: id.optional(),
  orgId: id.optional(),
};
/** How somebody is in one of two numbers alone. */
export const SIDES = { came: '新进', left: '离开', into: '转入本栏', out: '转出本栏' } as const;
export type Side = keyof typeof SIDES;

const comparedLine = z.object({
  key: z.string(),
  title: z.string(),
  group: z.string(),
  old: z.number(),
  new: z.number(),
  came: z.number(),
  left: z.number(),
  into: z.number(),
  out: z.number(),
});
export type ComparedLine = z.infer<typeof comparedLine>;

export const compareAnnual = endpoint({
  method: 'GET',
  path: '/api/sjbb/annual/compare',
  summary: '对比：冻结的党员基本情况与另一次冻结或现在，差数分成进、出和在两栏之间变化的',
  access: 'report:read',
  scope: 'org',
  targets: { id: 'annualFreeze', with: 'annualFreeze', orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object(compared),
  reply: data(
    z.object({
      org: z.object({ id: z.string(), name: z.string() }),
      /** What stands on both sides, in words. */
      old: z.string(),
      new: z.string(),
      lines: z.array(comparedLine),
      /** The freezes that it may be compared with, in words. */
      others: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
});

const comparedPerson = z.object({
  id: z.string(),
  name: z.string(),
  side: z.enum(Object.keys(SIDES) as [Side, ...Side[]]),
  orgOld: z.string(),
  orgNew: z.string(),
  /** The events of the ledger in between, in words; empty: none, the record itself was changed. */
  events: z.string(),
  href: z.string().nullable(),
});
export type ComparedPerson = z.infer<typeof comparedPerson>;

export const comparePeople = endpoint({
  method: 'GET',
  path: '/api/sjbb/annual/compare/people',
  summary: '对比中一个差数的名单和其间的变动',
  access: 'report:read',
  scope: 'org',
  targets: { id: 'annualFreeze', with: 'annualFreeze', orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...compared, column: z.string().regex(/^[\w.+-]{1,40}$/, '没有这一栏') }),
  reply: rows(comparedPerson),
});

export { table as annualTable };
