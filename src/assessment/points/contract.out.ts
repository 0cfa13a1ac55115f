import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, file, id, yearFrom } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { PERIOD } from './rules.ts';

const sheetInput = z.object({ orgId: id, period: z.string().regex(PERIOD, '期间不正确') });

export const printScoreSheet = endpoint({
  method: 'POST',
  path: '/api/dykh/points/sheet/print',
  summary: '打印亮分表，带签名栏',
  access: 'points:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '打印亮分表',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: sheetInput,
  reply: paperReply,
});

export const exportScoreSheet = endpoint({
  method: 'POST',
  path: '/api/dykh/points/sheet/export',
  summary: '导出亮分表',
  access: 'points:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出亮分表',
  rate: EXPORT_RATE,
  input: sheetInput,
  reply: file,
});

/** People that one trial counts. */
export const TRIED = 3000;
/** Of those who rise or fall, so many are named. */
export const TRIED_NAMED = 20;

const moved = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  /** Hundredths. */
  before: z.number(),
  after: z.number(),
  placeBefore: z.number(),
  placeAfter: z.number(),
});

/** Writes nothing: what a set would have given for the evidence of a year, beside what was given. */
export const trySet = endpoint({
  method: 'GET',
  path: '/api/dykh/points/set/try',
  summary: '试算：这套办法用在一年的依据上，谁升谁降',
  access: 'points:rules',
  scope: 'org',
  targets: { id: 'pointSet' },
  rate: { hits: 30, seconds: 3600, by: 'account' },
  atOnce: 2,
  input: z.object({ id, year: yearFrom(2018) }),
  reply: data(
    z.object({
      year: z.number(),
      people: z.number(),
      /** More people than are counted at once: those first in the tree were. */
      isCut: z.boolean(),
      meanBefore: z.number(),
      meanAfter: z.number(),
      up: z.number(),
      down: z.number(),
      same: z.number(),
      rises: z.array(moved),
      falls: z.array(moved),
      /** What each item of the set gives to all together, and how much its caps cut. */
      items: z.array(z.object({ name: z.string(), facts: z.number(), given: z.number(), cut: z.number() })),
    }),
  ),
});
export type Trial = z.infer<typeof trySet.reply.schema>;
