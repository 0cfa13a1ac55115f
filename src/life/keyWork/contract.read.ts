import { z } from 'zod';
import { DECISIONS } from '#house/givenCalls.ts';
import { data, endpoint, id, line, page, rows, yearFrom } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import {
  FREQUENCIES,
  type Frequency,
  ITEM_STATES,
  type ItemState,
  KINDS,
  type Kind,
  PART_STATE_NAMES,
  STANDING_NAMES,
} from './rules.ts';

const frequency = z.enum(Object.keys(FREQUENCIES) as [Frequency, ...Frequency[]]);
const kind = z.enum(Object.keys(KINDS) as [Kind, ...Kind[]], '类别不正确');
const itemState = z.enum(Object.keys(ITEM_STATES) as [ItemState, ...ItemState[]]);
const standing = z.enum(STANDING_NAMES);
/** A standing, or what cuts across them: `done` both ways of it, `returned` those that came back once. */
const asked = z.enum([...STANDING_NAMES, 'done', 'returned'], '情况不正确');
const year = yearFrom(2000, '年度');

const partRow = z.object({
  id: z.string(),
  itemId: z.string(),
  title: z.string(),
  kind,
  leader: z.string(),
  frequency,
  /** The organisation that set it. */
  setterName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.enum(PART_STATE_NAMES),
  standing,
  percent: z.number(),
  /** What is owed next (`nextDueText`) with its last day, and the days left; negative: late. */
  owed: z.string(),
  dueOn: z.string().nullable(),
  daysLeft: z.number().nullable(),
  finishedOn: z.string().nullable(),
  /** How often the completion came back. */
  returns: z.number(),
  /** Periods of progress that are over, and how many of them were reported late or not at all. */
  periods: z.number(),
  missed: z.number(),
  version: z.number(),
  can: z.object({ report: z.boolean(), recall: z.boolean(), decide: z.boolean() }),
});
export type PartRow = z.infer<typeof partRow>;

/** What lists of parts and the figures are asked by. */
export const partFilter = {
  /** This organisation and those below it. */
  orgId: id.optional(),
  /** This organisation alone. */
  unitId: id.optional(),
  itemId: id.optional(),
  title: line(60, '名称').optional(),
  kind: kind.optional(),
  year: year.optional(),
  standing: asked.optional(),
};

/** Three lists of parts, alike but for what they hold. */
const ofParts = {
  method: 'GET',
  access: 'keyWork:read',
  scope: 'org',
  chosenOrg: 'orgId',
  reply: rows(partRow),
} as const;
const targets = { orgId: 'org', unitId: 'org', itemId: 'noun:keyWorkItem' } as const;
const input = z.object({ ...page, ...partFilter });

export const listParts = endpoint({
  ...ofParts,
  path: '/api/zdgz/part/listPage',
  summary: '责任单位的重点工作，管理范围内的',
  targets,
  input,
});

export const listMine = endpoint({
  ...ofParts,
  path: '/api/zdgz/part/mine/listPage',
  summary: '给本组织布置的重点工作，先到期的在前',
  targets,
  input,
});

export const listFinished = endpoint({
  ...ofParts,
  path: '/api/zdgz/part/finished/listPage',
  summary: '已完成的重点工作，管理范围内的',
  targets,
  input,
});

const reportRow = z.object({
  id: z.string(),
  isFinal: z.boolean(),
  /** The period's label; empty: between periods. */
  label: z.string(),
  content: z.string(),
  percent: z.number(),
  files: z.number(),
  isLate: z.boolean(),
  reportedAt: z.string(),
  reportedBy: z.string(),
  decision: z.enum(['', ...DECISIONS]),
  opinion: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string(),
});
export type ReportRow = z.infer<typeof reportRow>;

const partDetail = partRow.extend({
  content: z.string(),
  measures: z.string(),
  files: z.array(uploadedFile),
  itemState,
  reason: z.string(),
  opinion: z.string(),
  askedByName: z.string(),
  /** Where the completion waits, while it does. */
  deciderName: z.string(),
  /** Why the session may not decide; empty where it may or nothing waits. */
  obstacle: z.string(),
  /** It is the part of the session's own organisation. */
  isOwn: z.boolean(),
  schedule: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      startsOn: z.string(),
      dueOn: z.string(),
      isFinal: z.boolean(),
      /** The report that answers it; null: none yet. */
      reportId: z.string().nullable(),
      isLate: z.boolean(),
    }),
  ),
  reports: z.array(reportRow),
});
export type PartDetail = z.infer<typeof partDetail>;

export const getPart = endpoint({
  method: 'GET',
  path: '/api/zdgz/part/{id}',
  summary: '一个责任单位的一项重点工作，含各期报送',
  access: 'keyWork:read',
  scope: 'org',
  targets: { id: 'keyWorkPart' },
  input: z.object({ id }),
  reply: data(partDetail),
});

export const getReport = endpoint({
  method: 'GET',
  path: '/api/zdgz/report/{id}',
  summary: '一次报送的资料',
  access: 'keyWork:read',
  scope: 'org',
  targets: { id: 'keyWorkReport' },
  input: z.object({ id }),
  reply: data(
    reportRow.extend({ files: z.array(uploadedFile), partId: z.string(), title: z.string(), orgName: z.string() }),
  ),
});

const figureRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Beside the name: who set the item, or where the organisation stands. */
  note: z.string(),
  parts: z.number(),
  onTime: z.number(),
  doneLate: z.number(),
  asked: z.number(),
  late: z.number(),
  open: z.number(),
  returned: z.number(),
  /** Periods of progress that are over, and those reported late or not at all. */
  periods: z.number(),
  missed: z.number(),
});
export type FigureRow = z.infer<typeof figureRow>;

export const figureFilter = {
  by: z.enum(['item', 'org'], '统计方式不正确').default('item'),
  orgId: id.optional(),
  title: line(60, '名称').optional(),
  kind: kind.optional(),
  year: year.optional(),
};

export const listFigures = endpoint({
  method: 'GET',
  path: '/api/zdgz/figures/listPage',
  summary: '重点工作报表：按事项或按责任单位，多少按期完成、逾期、退回过',
  access: 'keyWork:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...figureFilter }),
  reply: rows(figureRow, { sum: figureRow }),
});
