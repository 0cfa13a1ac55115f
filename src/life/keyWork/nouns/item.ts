import { z } from 'zod';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { nounCalls } from '#platform/noun/calls.ts';
import { day, line, oneOf, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { getPart, getReport, listFigures, listFinished, listMine, listParts } from '../contract.read.ts';
import { dayFaults, FREQUENCIES, ITEM_STATES, type ItemState, KINDS } from '../rules.ts';

const STATE_NAMES = Object.keys(ITEM_STATES) as [ItemState, ...ItemState[]];

/** 重点工作, as an organisation sets it; who is responsible and what is attached stands beside it (contract.ts). */
export const item = noun({
  name: 'keyWorkItem',
  label: '重点工作',
  measure: '项',
  table: 'key_work_item',
  title: 'title',
  access: { read: 'keyWork:read', write: 'keyWork:set', remove: 'keyWork:set' },
  fields: {
    title: line('名称', { required: true, max: 60, wide: true }),
    orgId: organisation('布置组织'),
    kind: oneOf('类别', KINDS, { required: true }),
    leader: line('牵头领导', { required: true, max: 30 }),
    startsOn: day('开始日期', { required: true, future: true, sample: '2026-01-01' }),
    endsOn: day('截止日期', { required: true, future: true, sample: '2099-12-31' }),
    frequency: oneOf('报送频次', FREQUENCIES, { required: true, hint: '按月或按季报送进展，最后一期报完成情况' }),
    content: text('工作内容', { required: true, max: 2000 }),
    measures: text('措施和标准', { max: 2000, blank: true }),
  },
  sections: {
    工作要求: ['title', 'kind', 'leader', 'orgId', 'content', 'measures'],
    时间和报送: ['startsOn', 'endsOn', 'frequency'],
  },
  list: ['title', 'kind', 'orgId', 'leader', 'endsOn', 'frequency'],
  filters: ['kind', 'endsOn', 'frequency'],
  shown: {
    state: z.enum(STATE_NAMES),
    reason: z.string(),
    files: z.array(uploadedFile),
    issuedBy: z.string(),
    issuedOn: z.string().nullable(),
    /** Organisations that it was given to and that still have it, and how they stand. */
    parts: z.number(),
    done: z.number(),
    asked: z.number(),
    late: z.number(),
    orgs: z.array(z.object({ id: z.string(), name: z.string() })),
    own: z.object({ set: z.boolean(), issue: z.boolean(), run: z.boolean() }),
  },
  made: ['state', 'files', 'reason', 'issued_at', 'issued_by'],
  check: ({ startsOn, endsOn }): Record<string, string> => (startsOn && endsOn ? dayFaults({ startsOn, endsOn }) : {}),
});

export const itemCalls = nounCalls(item, {
  path: '/api/zdgz/item',
  ask: { state: z.enum(STATE_NAMES, '状态不正确').optional() },
  stale: () => [listParts, listMine, listFinished, getPart, getReport, listFigures],
});
