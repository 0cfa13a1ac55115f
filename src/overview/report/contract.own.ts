import { z } from 'zod';
import { count, data, done, endpoint, flag, id, optional, required, text } from '#platform/contract.ts';
import { getReport, listReport } from './contract.ts';
import { ownColumn, ownColumns, PEOPLE, type People } from './rules.own.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    ownReport: true;
  }
}

const people = z.enum(Object.keys(PEOPLE) as [People, ...People[]], '请选择统计范围');

const ownRow = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  /** Whose it is; those of organisations above are offered by them. */
  orgName: z.string(),
  isOwn: z.boolean(),
  isShared: z.boolean(),
  updatedAt: z.string(),
  updatedBy: z.string(),
});
export type OwnRow = z.infer<typeof ownRow>;

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/api/sjbb/own/list',
  summary: '自定义报表：本组织的和上级提供的',
  access: 'report:read',
  scope: 'org',
  silent: true,
  input: z.object({}),
  reply: data(z.object({ reports: z.array(ownRow), can: z.object({ design: z.boolean() }) })),
});

const ownDetail = ownRow.extend({
  people,
  version: z.number(),
  /** Empty where they cannot be read any more. */
  columns: z.array(ownColumn),
  /** Names of the labels in it, by `label:1`. */
  names: z.record(z.string(), z.string()),
  /** Why it cannot be counted as it stands; empty where it can. */
  fault: z.string(),
  can: z.object({ edit: z.boolean() }),
});
export type OwnDetail = z.infer<typeof ownDetail>;

export const getOwnReport = endpoint({
  method: 'GET',
  path: '/api/sjbb/own/{id}',
  summary: '一个自定义报表的设计',
  access: 'report:read',
  scope: 'org',
  targets: { id: 'ownReport' },
  input: z.object({ id }),
  reply: data(ownDetail),
});

const design = {
  title: required(30, '报表名称'),
  about: text(100, '说明').default(''),
  people,
  isShared: flag.default(false),
  columns: ownColumns,
};
/** What is typed into the page of a report. */
export const ownForm = z.object(design);

/** The conditions may hold a name, so that they travel in the body. */
export const previewOwnReport = endpoint({
  method: 'POST',
  path: '/api/sjbb/own/preview',
  summary: '试算自定义报表：各栏的人数和条件的中文',
  access: 'report:design',
  scope: 'org',
  silent: true,
  rate: { hits: 240, seconds: 60, by: 'account' },
  input: z.object({ people, columns: ownColumns }),
  reply: data(z.object({ columns: z.array(z.object({ value: z.number().nullable(), text: z.string() })) })),
});

const changed = () => [listOwnReports, getOwnReport, getReport, listReport];

export const saveOwnReport = endpoint({
  method: 'POST',
  path: '/api/sjbb/own',
  summary: '新增或修改自定义报表',
  access: 'report:design',
  scope: 'org',
  targets: { id: 'ownReport' },
  audit: '保存自定义报表',
  idempotent: true,
  input: z.object({
    ...design,
    /** The report that is changed; absent: a new one. */
    id: optional(id).default(null),
    version: count.pipe(z.int().min(1)).optional(),
  }),
  reply: data(z.object({ id: z.string(), version: z.number() })),
  stale: changed,
});

export const removeOwnReport = endpoint({
  method: 'DELETE',
  path: '/api/sjbb/own',
  summary: '删除自定义报表',
  access: 'report:design',
  scope: 'org',
  targets: { id: 'ownReport' },
  audit: '删除自定义报表',
  idempotent: true,
  input: z.object({ id }),
  inQuery: ['id'],
  reply: done,
  stale: changed,
});

export const restoreOwnReport = endpoint({
  method: 'POST',
  path: '/api/sjbb/own/restore',
  summary: '把刚删除的自定义报表放回去',
  access: 'report:design',
  scope: 'org',
  targets: { id: 'ownReport' },
  audit: '恢复自定义报表',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: changed,
});
