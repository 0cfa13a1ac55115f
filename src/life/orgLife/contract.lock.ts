import { z } from 'zod';
import { data, done, endpoint, id, required } from '#platform/contract.ts';
import { dutyOverview, dutyYear, listOwed, year } from './contract.duty.ts';

const quarter = z.string('请选择季度').regex(/^(20[1-9]\d|2100)Q[1-4]$/, '请选择季度');

export const listLocks = endpoint({
  method: 'GET',
  path: '/api/zzsh/lock/list',
  summary: '季度锁定：一年各季度的达标、缺开，由谁锁定，锁定和解锁的记录',
  access: 'event:read',
  scope: 'org',
  input: z.object({ year: year.optional() }),
  reply: data(
    z.object({
      year: z.number(),
      years: z.array(z.number()),
      orgName: z.string(),
      quarters: z.array(
        z.object({
          quarter: z.string(),
          text: z.string(),
          /** Duties whose period ends in the quarter, of the own organisation and all below. */
          ok: z.number(),
          missing: z.number(),
          /** Meetings of the quarter that wait for the superior. */
          toReview: z.number(),
          /** Who keeps it closed, for the own organisation or for those below it. */
          locks: z.array(
            z.object({
              id: z.string(),
              orgName: z.string(),
              at: z.string(),
              by: z.string(),
              can: z.object({ end: z.boolean() }),
            }),
          ),
          /** Locks that were taken back, the latest first. */
          ended: z.array(
            z.object({ id: z.string(), orgName: z.string(), at: z.string(), by: z.string(), reason: z.string() }),
          ),
          can: z.object({ lock: z.boolean() }),
        }),
      ),
      /** Why nothing can be locked here; empty where it can. */
      why: z.string(),
    }),
  ),
});
export type LockQuarter = z.infer<typeof listLocks.reply.schema>['quarters'][number];

const stale = () => [listLocks, dutyOverview, dutyYear, listOwed];

export const lockQuarter = endpoint({
  method: 'POST',
  path: '/api/zzsh/lock',
  summary: '锁定一个已结束的季度：下级不能再登记、修改和提交该季度的会议',
  access: 'event:review',
  scope: 'org',
  audit: '锁定组织生活季度',
  idempotent: true,
  input: z.object({ quarter }),
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const unlockQuarter = endpoint({
  method: 'POST',
  path: '/api/zzsh/lock/end',
  summary: '解锁一个季度，须说明原因',
  access: 'event:review',
  scope: 'org',
  targets: { id: 'lifeLock' },
  audit: '解锁组织生活季度',
  idempotent: true,
  input: z.object({ id, reason: required(200, '解锁原因') }),
  reply: done,
  stale,
});
