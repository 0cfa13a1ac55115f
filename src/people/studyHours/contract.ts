import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, line, page, required, rows, yearFrom } from '#platform/contract.ts';
import { SOURCES, type Source } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    certificate: true;
  }
}

const year = yearFrom(2018);
const source = z.enum(Object.keys(SOURCES) as [Source, ...Source[]], '来源不正确');

/** Whether a year's duty is fulfilled, and of whom. */
export const STATES = { met: '达标', behind: '未达标' } as const;
export const GROUPS = { leader: '书记和班子成员', secretary: '新任书记', fresh: '新党员' } as const;
const oneOf = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);

const need = z.object({ text: z.string(), late: z.boolean() });
/** One person's year; class hours to one tenth. */
const standing = {
  hours: z.number(),
  duty: z.number(),
  /** 集中培训 of the year, and how many are owed. */
  central: z.number(),
  centralDuty: z.number(),
  met: z.boolean(),
  needs: z.array(need),
};

export const hoursRow = z.object({
  id: z.string(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** Posts in base organisations; empty: none. */
  posts: z.string(),
  category: z.number(),
  ...standing,
});
export type HoursRow = z.infer<typeof hoursRow>;

const filter = {
  orgId: id.optional(),
  year: year.optional(),
  state: oneOf<keyof typeof STATES>(STATES, '达标情况不正确').optional(),
  who: oneOf<keyof typeof GROUPS>(GROUPS, '人员范围不正确').optional(),
  keyWords: line(20, '姓名').optional(),
};

const head = {
  year: z.number(),
  years: z.array(z.number()),
  org: z.object({ id: z.string(), name: z.string() }),
  /** Everybody who owes hours there, and who has them. */
  people: z.number(),
  met: z.number(),
  memberHours: z.number(),
  leaderHours: z.number(),
  clause: z.string(),
};

export const listHours = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/listPage',
  summary: '学时：每名党员一年的学时与应完成学时',
  access: 'hours:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({ ...page, ...filter }),
  reply: rows(hoursRow, head),
});

export const orgHoursRow = z.object({
  id: z.string(),
  name: z.string(),
  people: z.number(),
  met: z.number(),
  /** Per cent, rounded down; null: nobody owes hours. */
  rate: z.number().nullable(),
  mean: z.number(),
  hasBelow: z.boolean(),
});
export type OrgHoursRow = z.infer<typeof orgHoursRow>;

export const orgHours = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/orgs',
  summary: '学时：下级组织的达标率和人均学时',
  access: 'hours:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id.optional(), year: year.optional() }),
  reply: rows(orgHoursRow, head),
});

export const sheet = z.object({
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  posts: z.string(),
  /** A member who owes hours; others may have some. */
  owes: z.boolean(),
  year: z.number(),
  years: z.array(z.number()),
  ...standing,
  classMinutes: z.number(),
  clause: z.string(),
  sources: z.array(z.object({ source, name: z.string(), hours: z.number(), times: z.number() })),
});
export type Sheet = z.infer<typeof sheet>;

export const personHours = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/person',
  summary: '一个人一年的学时',
  access: 'hours:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ memberId: id, year: year.optional() }),
  reply: data(sheet),
});

export const ownHours = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/own',
  summary: '本人学时：已有、应完成、各来源',
  access: 'hours:own',
  scope: 'own',
  input: z.object({ year: year.optional() }),
  reply: data(sheet),
});

export const hourLine = z.object({
  id: z.string(),
  day: z.string(),
  source,
  sourceName: z.string(),
  title: z.string(),
  /** Where its evidence is seen; empty: nowhere for this reader. */
  link: z.string(),
  /** Signed: a counter-entry takes away. */
  minutes: z.number(),
  hours: z.number(),
  central: z.boolean(),
  why: z.string(),
  bookedAt: z.string(),
});
export type HourLine = z.infer<typeof hourLine>;

export const personLines = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/lines',
  summary: '学时台账：一个人一年的每一笔，含冲回',
  access: 'hours:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ ...page, memberId: id, year: year.optional(), source: source.optional() }),
  reply: rows(hourLine),
});

export const ownLines = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/ownLines',
  summary: '本人学时台账',
  access: 'hours:own',
  scope: 'own',
  input: z.object({ ...page, year: year.optional() }),
  reply: rows(hourLine),
});

export const exportHours = endpoint({
  method: 'POST',
  path: '/api/zhjy/hours/export',
  summary: '导出学时（后台任务，带水印）',
  access: 'hours:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出学时',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...filter, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
