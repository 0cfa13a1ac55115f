import { z } from 'zod';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { nounCalls } from '#platform/noun/calls.ts';
import { day, line, oneOf, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { listCertificates, listConditions, listMaterials, listOpen, openActivity } from '../contract.read.ts';
import { dayFaults, KINDS, STATE_NAMES } from '../rules.ts';

/** HTML of 20,000 words and their marks. */
const MOST_CONTENT = 200_000;

/** 专项活动, as a committee starts it; whom it is for, what is handed in and its files stand beside it (contract.ts). */
export const activity = noun({
  name: 'specialActivity',
  label: '专项活动',
  measure: '项',
  table: 'special_activity',
  title: 'title',
  access: { read: 'special:read', write: 'special:set', remove: 'special:set' },
  fields: {
    title: line('活动名称', { required: true, max: 60, wide: true }),
    orgId: organisation('组织单位'),
    kind: oneOf('活动类型', KINDS, { required: true }),
    startsOn: day('开始日期', { required: true, future: true, sample: '2026-01-01' }),
    endsOn: day('结束日期', { required: true, future: true, sample: '2099-12-31' }),
    content: text('活动说明', { required: true, max: MOST_CONTENT, rich: true }),
  },
  sections: {
    活动信息: ['title', 'orgId', 'kind', 'startsOn', 'endsOn'],
    活动说明: ['content'],
  },
  list: ['title', 'kind', 'orgId', 'startsOn', 'endsOn'],
  filters: ['kind', 'startsOn'],
  shown: {
    state: z.enum(STATE_NAMES),
    reason: z.string(),
    poster: z.string(),
    files: z.array(uploadedFile),
    publishedBy: z.string(),
    publishedOn: z.string().nullable(),
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        note: z.string(),
        dueOn: z.string(),
        required: z.boolean(),
      }),
    ),
    /** Organisations that it is for; how many have handed in all that is required, are late, and how many materials wait. */
    parts: z.number(),
    finished: z.number(),
    late: z.number(),
    asked: z.number(),
    certificates: z.number(),
    /** Who may still get one: finished organisations without, and people of finished ones without. */
    deserving: z.object({ orgs: z.number(), people: z.number() }),
    orgs: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The part of the session's own organisation; null: it is not for it. */
    ownPartId: z.string().nullable(),
    own: z.object({
      set: z.boolean(),
      publish: z.boolean(),
      run: z.boolean(),
      reopen: z.boolean(),
      certify: z.boolean(),
    }),
  },
  made: ['poster', 'files', 'state', 'reason', 'published_at', 'published_by', 'serial'],
  check: ({ startsOn, endsOn }): Record<string, string> => (startsOn && endsOn ? dayFaults({ startsOn, endsOn }) : {}),
});

export const activityCalls = nounCalls(activity, {
  path: '/api/zxhd/activity',
  ask: { state: z.enum(STATE_NAMES, '状态不正确').optional() },
  stale: () => [listOpen, openActivity, listMaterials, listConditions, listCertificates],
});
