import { z } from 'zod';
import { data, endpoint, id, page, required, rows } from '#platform/contract.ts';
import { historyField, orgIntegrity } from './contract.history.ts';
import { getOrg, listOrgs, orgTree } from './contract.ts';

/** What the timeline is narrowed to: 大事 are the events by their own day, 操作 what somebody did in the platform. */
export const TIMELINE_PARTS = { fact: '大事记', act: '操作记录' } as const;
export type TimelinePart = keyof typeof TIMELINE_PARTS;

const change = z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() });

export const timelineEntry = z.object({
  id: z.string(),
  part: z.enum(['fact', 'act']),
  /** A time of the platform, or the day of an event (`YYYY-MM-DD`). */
  at: z.string(),
  title: z.string(),
  detail: z.string(),
  who: z.string(),
  reason: z.string(),
  changes: z.array(change),
  /** The version that the act left, where it is past and can be gone back to. */
  version: z.number().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const orgTimeline = endpoint({
  method: 'GET',
  path: '/api/zzxx/org/timeline',
  summary: '党组织的时间线：成立、换届、奖惩、考核和历次操作，新的在前',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ ...page, orgId: id, part: z.enum(['fact', 'act'], '内容不正确').optional() }),
  reply: rows(timelineEntry),
});

const version = (text: string) => z.coerce.number<string | number>(text).int('版本不正确').min(1, '版本不正确');

export const earlierOrg = endpoint({
  method: 'GET',
  path: '/api/zzxx/org/earlier',
  summary: '党组织早先的状态与现在的差别，以及不能回到的原因',
  access: 'org:write',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id, to: version('缺少要回到的版本') }),
  reply: data(
    z.object({
      /** The present version; going back is asked for against it. */
      version: z.number(),
      /** `before` as it is now, `after` as it would be. */
      changes: z.array(change),
      /** Why it cannot be gone back to; empty where it can, as far as is known beforehand. */
      refusal: z.string(),
    }),
  ),
});

export const goBackOrg = endpoint({
  method: 'POST',
  path: '/api/zzxx/org/goBack',
  summary: '把党组织的各项信息回到早先的状态，成为新的版本；与现行规则或后来的变更矛盾时不能回到',
  access: 'org:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '回到早先的状态',
  idempotent: true,
  input: z.object({
    orgId: id,
    to: version('缺少要回到的版本'),
    version: version('缺少版本'),
    reason: required(200, '原因'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [orgTree, listOrgs, getOrg, orgIntegrity, historyField, orgTimeline, earlierOrg],
});
