import { z } from 'zod';
import { data, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { activityFacts } from './contract.ts';

/** An activity as whoever may take part meets it. */
export const ownActivity = activityFacts.extend({
  /** 1 已通过 and so on; null: not signed up. */
  mine: z.number().nullable(),
  mineName: z.string(),
  myReason: z.string(),
  signedAt: z.string().nullable(),
  leftAt: z.string().nullable(),
  leftName: z.string(),
  /** What of the own hours is cut because others cover it, in words. */
  overlap: z.string(),
  myHours: z.number().nullable(),
  myHoursName: z.string(),
  /** Who waits for a seat. */
  queued: z.number(),
  /** The own place in the waiting list, from 1. */
  queuePlace: z.number().nullable(),
  /** Until when a free seat is kept for the person. */
  offeredUntil: z.string().nullable(),
  /** The answer of the day before. */
  coming: z.number().nullable(),
  objection: z.string(),
  objectionName: z.string(),
  objectionNote: z.string(),
  /** Why one cannot sign up; empty where one can, or has. */
  whyNot: z.string(),
  can: z.object({
    signUp: z.boolean(),
    /** Signing up is for the waiting list. */
    queue: z.boolean(),
    cancel: z.boolean(),
    /** Take the offered seat, or leave it. */
    confirm: z.boolean(),
    /** Say whether one comes. */
    answer: z.boolean(),
    object: z.boolean(),
  }),
});
export type OwnActivity = z.infer<typeof ownActivity>;

export const OWN_VIEWS = { open: '可报名', mine: '我的活动' } as const;

export const openActivities = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/own/list',
  summary: '本人可以报名的志愿活动，或本人报过名的',
  access: 'volunteer:own',
  scope: 'own',
  input: z.object({
    ...page,
    view: z.enum(['open', 'mine'], '视图不正确').default('open'),
    keyWords: line(60, '活动名称').optional(),
  }),
  reply: rows(ownActivity),
});

export const openActivity = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/own/get',
  summary: '本人可以参加的一个志愿活动',
  access: 'volunteer:own',
  scope: 'own',
  input: z.object({ id }),
  reply: data(ownActivity),
});

export const ownHours = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/own/hours',
  summary: '本人的志愿服务时长、累计星级、今年的目标和年度星级、各年时长',
  access: 'volunteer:own',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      name: z.string(),
      hours: z.number(),
      times: z.number(),
      /** Hours before whoever audits them. */
      waiting: z.number(),
      stars: z.number(),
      starName: z.string(),
      next: z.object({ star: z.number(), lacks: z.number() }).nullable(),
      years: z.array(z.object({ year: z.number(), hours: z.number(), times: z.number() })),
      /** This year by the rules of the own organisation. */
      thisYear: z.object({
        year: z.number(),
        hours: z.number(),
        goal: z.number(),
        stars: z.number(),
        starName: z.string(),
        starHours: z.array(z.number()),
      }),
    }),
  ),
});

const stale = () => [openActivities, openActivity, ownHours];

export const signUp = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/own/signUp',
  summary: '报名参加志愿活动',
  access: 'volunteer:own',
  scope: 'own',
  audit: '报名志愿活动',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ state: z.number(), stateName: z.string() })),
  stale,
});

export const cancelSignUp = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/own/cancel',
  summary: '活动开始前取消本人的报名',
  access: 'volunteer:own',
  scope: 'own',
  audit: '取消志愿活动报名',
  idempotent: true,
  input: z.object({ id, reason: line(100, '原因').default('') }),
  reply: data(z.null()),
  stale,
});

export const answerOffer = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/own/confirm',
  summary: '候补有了名额：在时限内确认参加，或放弃',
  access: 'volunteer:own',
  scope: 'own',
  audit: '确认候补名额',
  idempotent: true,
  input: z.object({ id, take: z.boolean() }),
  reply: data(z.object({ state: z.number(), stateName: z.string() })),
  stale,
});

export const answerComing = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/own/coming',
  summary: '活动前一天答复能到或不能到；不能到的名额让给候补',
  access: 'volunteer:own',
  scope: 'own',
  audit: '答复能否到场',
  idempotent: true,
  input: z.object({ id, coming: z.boolean() }),
  reply: data(z.null()),
  stale,
});

export const objectAbsence = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/own/object',
  summary: '对本人的一次缺席提出申诉，由发布活动的组织审核',
  access: 'volunteer:own',
  scope: 'own',
  audit: '申诉活动缺席',
  idempotent: true,
  input: z.object({ id, reason: required(200, '申诉理由') }),
  reply: data(z.null()),
  stale,
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/own/sign',
  summary: '志愿活动扫码签到',
  access: 'volunteer:own',
  scope: 'own',
  audit: '志愿活动签到',
  idempotent: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ id, code: z.string().max(40, '签到码不正确') }),
  reply: data(
    z.object({
      title: z.string(),
      orgName: z.string(),
      at: z.string(),
      late: z.boolean(),
      leftAt: z.string().nullable(),
      /** Signed in before: whoever scans again may want to sign out. */
      isAgain: z.boolean(),
    }),
  ),
  stale,
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/own/signOut',
  summary: '志愿活动扫码签退；时长按在场时间计',
  access: 'volunteer:own',
  scope: 'own',
  audit: '志愿活动签退',
  idempotent: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ id, code: z.string().max(40, '签到码不正确') }),
  reply: data(z.object({ title: z.string(), orgName: z.string(), at: z.string(), leftAt: z.string() })),
  stale,
});
