import { z } from 'zod';
import { nounCalls } from '#platform/noun/calls.ts';
import { day, line, oneOf, organisation, text, whole } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { getDesign, getFill, getSum, listFills, listMine, listRounds } from '../contract.read.ts';
import { AIMS, PERIODS, rhythmFaults, TABLE_STATES, type TableState } from '../rules.ts';

const STATE_NAMES = Object.keys(TABLE_STATES) as [TableState, ...TableState[]];

/** 数据表, as an organisation gives it; its fields and checks stand beside it (contract.ts). */
export const table = noun({
  name: 'dataCentreTable',
  label: '数据表',
  measure: '张',
  table: 'data_centre_table',
  title: 'title',
  access: { read: 'dataCentre:read', write: 'dataCentre:design', remove: 'dataCentre:design' },
  fields: {
    title: line('名称', { required: true, max: 60, wide: true }),
    orgId: organisation('制表组织'),
    contact: line('联系人', { max: 60, blank: true, hint: '填报中有疑问找谁，可写姓名和电话' }),
    explanation: text('填报说明', { max: 2000, blank: true }),
    period: oneOf('填报周期', PERIODS, { required: true }),
    startsOn: day('开始日期', { required: true, future: true, sample: '2026-01-01', hint: '从这天所在的一期开始填报' }),
    dueOn: day('截止日期', { future: true, sample: '2099-12-31' }),
    dueDays: whole('期后天数', { max: 90, unit: '天', hint: '每期结束后几天内报；0是当期最后一天' }),
    remindDays: whole('提前提醒', { required: true, max: 90, unit: '天', sample: '7', hint: '截止前几天起列入待办' }),
    aim: oneOf('填报范围', AIMS, { required: true }),
  },
  sections: {
    基本信息: ['title', 'orgId', 'contact', 'explanation'],
    周期和范围: ['period', 'startsOn', 'dueOn', 'dueDays', 'remindDays', 'aim'],
  },
  list: ['title', 'orgId', 'period', 'aim'],
  filters: ['period'],
  shown: {
    state: z.enum(STATE_NAMES),
    reason: z.string(),
    publishedBy: z.string(),
    publishedOn: z.string().nullable(),
    /** The number of the newest version; 0: none is published. */
    number: z.number(),
    fields: z.number(),
    /** What is wrong with the design, in a sentence; empty: it can be published. */
    fault: z.string(),
    /** The design has changed since it was published. */
    isRevised: z.boolean(),
    /** Those chosen one by one. */
    orgs: z.array(z.object({ id: z.string(), name: z.string() })),
    parts: z.number(),
    /** Of all rounds, within the session's scope. */
    late: z.number(),
    /** Of the newest round, within the session's scope. */
    round: z
      .object({
        id: z.string(),
        label: z.string(),
        dueOn: z.string(),
        all: z.number(),
        handed: z.number(),
        asked: z.number(),
        /** The filling of the session's own organisation, where it has one. */
        own: z.object({ id: z.string(), state: z.string(), fill: z.boolean() }).nullable(),
      })
      .nullable(),
    own: z.object({ set: z.boolean(), design: z.boolean(), publish: z.boolean(), run: z.boolean() }),
  },
  made: ['org_ids', 'design', 'state', 'reason', 'published_at', 'published_by'],
  when: {
    dueOn: [({ period }) => period === 'once', '一次性的表才有截止日期'],
    dueDays: [({ period }) => period !== 'once', '一次性的表不用填期后天数'],
  },
  check: ({ period, startsOn, dueOn, dueDays }): Record<string, string> =>
    period && startsOn ? rhythmFaults({ period, startsOn, dueOn: dueOn ?? null, dueDays: dueDays ?? null }) : {},
});

export const tableCalls = nounCalls(table, {
  path: '/api/sjzx/table',
  ask: { state: z.enum(STATE_NAMES, '状态不正确').optional() },
  stale: () => [getDesign, listRounds, listFills, listMine, getFill, getSum],
});
