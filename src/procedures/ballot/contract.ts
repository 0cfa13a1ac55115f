import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import {
  binReason,
  count,
  data,
  done,
  endpoint,
  id,
  line,
  moment,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { KINDS, type Kind, MAX_OPTIONS, VOTERS, type VotersAre } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    ballot: true;
  }
}

const one = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);

export const ballotFields = {
  title: required(60, '投票名称'),
  intro: text(1000, '说明').default(''),
  kind: one<Kind>(KINDS, '请选择投票方式').default('agree'),
  options: z.array(required(60, '选项')).min(1, '请填写要表决的事项或候选人').max(MAX_OPTIONS, `最多${MAX_OPTIONS}项`),
  seats: count.pipe(z.int().min(1, '应选人数至少1人').max(30, '应选人数最多30人')).default(1),
  votersAre: one<VotersAre>(VOTERS, '请选择投票人').default('branch'),
  memberIds: z.array(id).max(2000, '一次最多指定2000人').default([]),
  onPaper: z.boolean().default(false),
  endsAt: moment,
};

const can = z.object({
  edit: z.boolean(),
  remove: z.boolean(),
  open: z.boolean(),
  urge: z.boolean(),
  close: z.boolean(),
  tell: z.boolean(),
  seal: z.boolean(),
  void: z.boolean(),
});
export const ballotRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  title: z.string(),
  kind: one<Kind>(KINDS, '投票方式不正确'),
  onPaper: z.boolean(),
  endsAt: z.string(),
  state: z.number(),
  voters: z.number(),
  /** Slips taken and ballots handed in: numbers alone, nobody is named. */
  slips: z.number(),
  cast: z.number(),
  version: z.number(),
  can,
});
export type BallotRow = z.infer<typeof ballotRow>;

export const listBallots = endpoint({
  method: 'GET',
  path: '/api/zzsh/ballot/listPage',
  summary: '无记名投票：本组织及下级的投票',
  access: 'event:read',
  scope: 'org',
  input: z.object({
    ...page,
    state: count.pipe(z.int().min(0, '状态不正确').max(4, '状态不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(ballotRow),
});

const result = z.object({
  valid: z.boolean(),
  /** So few have voted that what was decided would tell what they voted. */
  withheld: z.boolean(),
  /** Of each option its sums, null where they would tell a person's vote; null: no single figure is told. */
  sums: z.array(z.array(z.number()).nullable()).nullable(),
  passed: z.array(z.boolean()),
  tied: z.array(z.boolean()),
});
const ballotDetail = ballotRow.extend({
  intro: z.string(),
  options: z.array(z.string()),
  seats: z.number(),
  votersAre: one<VotersAre>(VOTERS, '投票人不正确'),
  members: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The meeting at which it is held, whose 应到 with a vote are its voters. */
  meeting: z.object({ title: z.string(), href: z.string() }).nullable(),
  openedAt: z.string().nullable(),
  openedBy: z.string(),
  closedAt: z.string().nullable(),
  urgedAt: z.string().nullable(),
  /** Of those entitled so many have no account and vote nowhere but on paper. */
  withoutAccount: z.number(),
  result: result.nullable(),
  tellers: z.array(z.object({ name: z.string(), isOwn: z.boolean() })),
  seals: z.array(z.object({ name: z.string(), sealedAt: z.string(), isOwn: z.boolean() })),
  seal: z.string(),
  sealedAt: z.string().nullable(),
  voidReason: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type BallotDetail = z.infer<typeof ballotDetail>;

export const getBallot = endpoint({
  method: 'GET',
  path: '/api/zzsh/ballot/{id}',
  summary: '一次投票：人数、进度、结果',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'ballot' },
  input: z.object({ id }),
  reply: data(ballotDetail),
});

export const createBallot = endpoint({
  method: 'POST',
  path: '/api/zzsh/ballot',
  summary: '新增投票草稿',
  access: 'event:write',
  scope: 'org',
  targets: { orgId: 'org', memberIds: 'member[]' },
  audit: '新增投票',
  idempotent: true,
  input: z.object({ ...ballotFields, orgId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listBallots],
});

export const updateBallot = endpoint({
  method: 'PUT',
  path: '/api/zzsh/ballot',
  summary: '修改投票草稿',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'ballot', memberIds: 'member[]' },
  audit: '修改投票',
  idempotent: true,
  input: z.object({ ...ballotFields, id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listBallots, getBallot],
});

export const removeBallot = endpoint({
  method: 'DELETE',
  path: '/api/zzsh/ballot',
  summary: '删除投票草稿',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'ballot' },
  audit: '删除投票',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listBallots, getBallot],
});

const act = <const P extends string>(path: P, summary: string, audit: string) =>
  ({
    method: 'POST',
    path: `/api/zzsh/ballot/${path}`,
    summary,
    access: 'event:write',
    scope: 'org',
    targets: { id: 'ballot' },
    audit,
    idempotent: true,
    stale: () => [listBallots, getBallot],
  }) as const;

export const openBallot = endpoint({
  ...act('open', '开始投票：固定投票人、选项和截止时间，发通知', '开始投票'),
  asks: {},
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ voters: z.number() })),
});

export const urgeBallot = endpoint({
  ...act('urge', '催投：由系统提醒没有领票的人，谁也不显示是谁', '催促投票'),
  // Who has no slip yet is nobody's business.
  asks: 'page',
  input: z.object({ id }),
  reply: data(z.object({ people: z.number() })),
});

export const closeBallot = endpoint({
  ...act('close', '全部投完后提前结束', '结束投票'),
  input: z.object({ id }),
  reply: done,
});

export const enterSums = endpoint({
  ...act('teller', '计票人录入纸质选票的票数，两人一致才成立', '录入票数'),
  input: z.object({
    id,
    cast: count.pipe(z.int().min(0, '收回票数不能小于0').max(100_000, '收回票数太多')),
    sums: z.array(z.array(z.int().min(0, '票数不能小于0').max(100_000, '票数太多'))).max(MAX_OPTIONS),
  }),
  /** `differs`: the other teller counted otherwise. */
  reply: data(z.object({ differs: z.boolean(), isClosed: z.boolean() })),
});

export const sealBallot = endpoint({
  ...act('seal', '确认结果：两个人各用自己的密码确认后封存，不能再改', '封存投票结果'),
  input: z.object({ id, password: encryptedPassword }),
  reply: data(z.object({ isSealed: z.boolean() })),
});

export const voidBallot = endpoint({
  ...act('void', '作废没有封存的投票', '作废投票'),
  input: z.object({ id, reason: required(200, '作废原因') }),
  reply: done,
});

export const printBallot = endpoint({
  method: 'POST',
  path: '/api/zzsh/ballot/print',
  summary: '打印投票结果：票数、结果、确认人和校验码',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'ballot' },
  audit: '打印投票结果',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});

const ownRow = z.object({
  id: z.string(),
  title: z.string(),
  orgName: z.string(),
  onPaper: z.boolean(),
  endsAt: z.string(),
  state: z.number(),
  hasSlip: z.boolean(),
});
export type OwnBallotRow = z.infer<typeof ownRow>;

export const ownBallots = endpoint({
  method: 'GET',
  path: '/api/zzsh/ballot/own/listPage',
  summary: '我的投票',
  access: 'event:own',
  scope: 'own',
  input: z.object({ ...page }),
  reply: rows(ownRow),
});

const ownBallot = ownRow.extend({
  intro: z.string(),
  kind: one<Kind>(KINDS, '投票方式不正确'),
  options: z.array(z.string()),
  seats: z.number(),
  voters: z.number(),
  cast: z.number(),
  /** JWK of the key that signs slips, for the page that blinds them; null: it is not open. */
  publicKey: z.object({ n: z.string(), e: z.string() }).nullable(),
  result: result.nullable(),
});
export type OwnBallot = z.infer<typeof ownBallot>;

export const viewOwnBallot = endpoint({
  method: 'GET',
  path: '/api/zzsh/ballot/own/view',
  summary: '一次投票，供投票人',
  access: 'event:own',
  scope: 'own',
  input: z.object({ id }),
  reply: data(ownBallot),
});

const base64 = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), '选票编码不正确');

export const takeSlip = endpoint({
  method: 'POST',
  path: '/api/zzsh/ballot/own/slip',
  summary: '领票：每人一张，票面盲签名，平台不知道是哪一张',
  access: 'event:own',
  scope: 'own',
  audit: '领取选票',
  input: z.object({
    id,
    /** The blinded slip, 256 bytes in base64url; empty where the browser cannot blind. */
    blinded: z.union([z.literal(''), base64(256)], '选票编码不正确'),
  }),
  reply: data(
    z.object({
      /** The signature of the blinded slip; or, without blinding, a slip with its proof. */
      signed: z.string(),
      plain: z.object({ slip: z.string(), proof: z.string() }).nullable(),
    }),
  ),
  stale: () => [ownBallots],
});

export const castBallot = endpoint({
  method: 'POST',
  path: '/api/zzsh/ballot/cast',
  summary: '投票：凭票不凭身份，不带登录信息，不留日志',
  access: 'public',
  scope: 'none',
  anonymous: true,
  silent: true,
  rate: { hits: 600, seconds: 60, by: 'ip' },
  input: z.object({
    id,
    slip: base64(32),
    /** The signature of the slip (256 bytes), or the proof of one that was not blinded (32 bytes). */
    proof: z.union([base64(256), base64(32)], '选票编码不正确'),
    choice: z.array(z.int().min(0, '选票内容不正确').max(MAX_OPTIONS, '选票内容不正确')).max(MAX_OPTIONS),
  }),
  reply: done,
});
