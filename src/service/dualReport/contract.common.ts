import { z } from 'zod';
import { id } from '#platform/contract.ts';
import { MOST_POSTS } from './rules.ts';

/** Which end of a report lies in the scope: who came to its communities, or whose people they are. */
export const SIDES = { in: '报到本地', out: '本组织党员' } as const;
export type Side = keyof typeof SIDES;

/** One of the keys of some labels. */
export const oneOfLabels = <K extends string>(labels: Readonly<Record<K, string>>, sentence: string) =>
  z.enum(Object.keys(labels) as [K, ...K[]], sentence);

/** One value or several, as the query string gives them. */
export const oneOrMore = <S extends z.ZodType>(of: S) =>
  z.preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), of);

export const post = z.string('请选择服务岗位').regex(/^[0-9A-Za-z]{1,10}$/, '服务岗位不正确');

/** Service posts, each once. */
export const postList = oneOrMore(
  z
    .array(post, '请选择服务岗位')
    .min(1, '请至少选一个服务岗位')
    .max(MOST_POSTS, `服务岗位最多选${MOST_POSTS}个`)
    .transform((list) => [...new Set(list)]),
);

export const version = z.int('版本不正确');

/** The id of what a form chooses. @param sentence where nothing is chosen */
export const chosenId = (sentence: string) => z.string(sentence).regex(/^[1-9]\d{0,17}$/, sentence);

/** What narrows either list. */
export const reportFilters = {
  orgId: id.optional(),
  side: oneOfLabels(SIDES, '报到方向不正确').optional(),
  late: z.enum(['1', ''], '筛选不正确').optional(),
};

/** What either report answers of its state. */
const stands = {
  id: z.string(),
  /** The person's branch now; the organisation that reports. */
  homeName: z.string(),
  /** The community or street. */
  orgName: z.string(),
  status: z.number(),
  statusName: z.string(),
  postNames: z.string(),
  /** The day on which it was filed. */
  askedOn: z.string(),
  decidedOn: z.string().nullable(),
  endedOn: z.string().nullable(),
};

/** A row of either list. */
export const anyRow = z.object({
  ...stands,
  /** Days that it has waited; null where it does not wait. */
  waits: z.number().nullable(),
  isLate: z.boolean(),
  can: z.object({ decide: z.boolean() }),
});

/** What either list answers beside its rows. */
export const listSums = { counts: z.record(z.string(), z.number()), late: z.number() };

/** Either report as its two ends read it. */
export const anyDetail = z.object({
  ...stands,
  posts: z.array(z.string()),
  askedName: z.string(),
  decidedName: z.string(),
  /** Why it was returned. */
  reason: z.string(),
  endNote: z.string(),
  version: z.number(),
  can: z.object({
    decide: z.boolean(),
    /** Why the session may not decide; empty where it may or nothing waits. */
    whyNot: z.string(),
    edit: z.boolean(),
    withdraw: z.boolean(),
    urge: z.boolean(),
    end: z.boolean(),
    print: z.boolean(),
  }),
});
