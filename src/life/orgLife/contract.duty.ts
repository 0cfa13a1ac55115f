import { z } from 'zod';
import { data, done, endpoint, id, page, rows, text, yearFrom } from '#platform/contract.ts';
import { DUTY_TYPES, type DutyType, MEETING_TYPES, type MeetingType } from './rules.ts';

export const meetingType = z.coerce
  .number<string | number>('请选择会议类型')
  .refine((value): value is MeetingType => value in MEETING_TYPES, '请选择会议类型');
/** A type of meeting, or a duty of people. */
export const dutyType = z.coerce
  .number<string | number>('请选择应开项目')
  .refine((value): value is DutyType => value in DUTY_TYPES, '请选择应开项目');
const period = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2])|Q[1-4])?$/, '期间格式应为 2026-03、2026Q1 或 2026');
export const year = yearFrom(2018);
const state = z.enum(['ok', 'due', 'missing', 'exempt', 'later', 'none']);
const counts = z.object({ ok: z.number(), due: z.number(), missing: z.number(), exempt: z.number() });
export type CellCounts = z.infer<typeof counts>;

const owed = z.object({
  /** `orgId-type-period`. */
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  type: z.number(),
  typeName: z.string(),
  period: z.string(),
  periodText: z.string(),
  state,
  stateName: z.string(),
  required: z.number(),
  held: z.number(),
  /** The last day of the period. */
  lastDay: z.string(),
  /** A superior has closed the quarter in which it ends. */
  locked: z.boolean(),
  can: z.object({ add: z.boolean(), exempt: z.boolean() }),
});

/** With what is on its way to meet it: announced, drafted, or held and not submitted yet. */
const awaited = owed.extend({
  planned: z.array(
    z.object({ id: z.string(), title: z.string(), heldOn: z.string(), stateName: z.string(), href: z.string() }),
  ),
});
export type OwedRow = z.infer<typeof awaited>;

const place = { orgId: id.optional() };

export const dutyOverview = endpoint({
  method: 'GET',
  path: '/api/zzsh/duty/overview',
  summary: '组织生活：本期各类会议的达标情况，和接下来该开的',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object(place),
  reply: data(
    z.object({
      today: z.string(),
      orgId: z.string(),
      orgName: z.string(),
      /** The types that are owed now, each in its running period. */
      strip: z.array(
        z.object({
          type: z.number(),
          typeName: z.string(),
          period: z.string(),
          periodText: z.string(),
          ...counts.shape,
        }),
      ),
      /** What lacks or is due next, the earliest first. */
      next: z.array(awaited),
      /** How many branches are looked at. */
      branches: z.number(),
      can: z.object({ add: z.boolean() }),
    }),
  ),
});

export const dutyMatrix = endpoint({
  method: 'GET',
  path: '/api/zzsh/duty/matrix',
  summary: '组织生活：下级组织各期的达标情况',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...place, year: year.optional(), type: dutyType.default(1) }),
  reply: data(
    z.object({
      org: z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable() }),
      year: z.number(),
      years: z.array(z.number()),
      clause: z.string(),
      periods: z.array(z.object({ period: z.string(), label: z.string() })),
      rows: z.array(
        z.object({
          orgId: z.string(),
          name: z.string(),
          /** It owes this itself, and nobody below it: its cells are of one organisation and open its year. */
          isBranch: z.boolean(),
          cells: z.array(z.object({ period: z.string(), ...counts.shape, total: z.number() })),
        }),
      ),
    }),
  ),
});

export const dutyYear = endpoint({
  method: 'GET',
  path: '/api/zzsh/duty/year',
  summary: '一个组织一年的组织生活：应开、已开、免开',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...place, year: year.optional() }),
  reply: data(
    z.object({
      org: z.object({ id: z.string(), name: z.string() }),
      year: z.number(),
      years: z.array(z.number()),
      today: z.string(),
      /** Quarters of the year that a superior has closed, in words. */
      locks: z.array(z.object({ id: z.string(), text: z.string() })),
      lines: z.array(
        z.object({
          type: z.number(),
          typeName: z.string(),
          clause: z.string(),
          cells: z.array(
            z.object({
              ...owed.shape,
              meetings: z.array(z.object({ id: z.string(), title: z.string(), heldOn: z.string(), href: z.string() })),
              /** 免开; null: not waived. */
              exemption: z.object({ id: z.string(), reason: z.string(), by: z.string() }).nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const listOwed = endpoint({
  method: 'GET',
  path: '/api/zzsh/duty/listPage',
  summary: '应开清单：哪个组织哪一期哪类会议，达标、待开、缺、免开',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...place,
    year: year.optional(),
    type: dutyType.optional(),
    period: period.optional(),
    state: z.enum(['ok', 'due', 'missing', 'exempt'], '状态不正确').optional(),
  }),
  reply: rows(awaited, { today: z.string() }),
});

export const exemptDuty = endpoint({
  method: 'POST',
  path: '/api/zzsh/duty/exempt',
  summary: '免开：由上级免去一个组织一期的一类会议，须说明原因',
  access: 'event:review',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '免开组织生活',
  idempotent: true,
  input: z.object({
    orgId: id,
    type: dutyType,
    period,
    reason: text(200, '免开原因').refine((value) => value.length > 0, '请输入免开原因'),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [dutyOverview, dutyMatrix, dutyYear, listOwed],
});

export const endExemption = endpoint({
  method: 'POST',
  path: '/api/zzsh/duty/endExemption',
  summary: '取消免开',
  access: 'event:review',
  scope: 'org',
  targets: { id: 'lifeExemption' },
  audit: '取消免开组织生活',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [dutyOverview, dutyMatrix, dutyYear, listOwed],
});

const silentRow = z.object({
  id: z.string(),
  name: z.string(),
  parent: z.string(),
  /** The day of its last meeting; null: it never held one. */
  lastOn: z.string().nullable(),
});
export type SilentRow = z.infer<typeof silentRow>;

export const listSilent = endpoint({
  method: 'GET',
  path: '/api/zzsh/duty/silent',
  summary: '静默支部：超过期限没有开展任何组织生活的党支部，最久的在前',
  access: 'event:read',
  scope: 'org',
  input: z.object({ ...page }),
  /** `days`: after how many a branch counts as silent. */
  reply: rows(silentRow, { days: z.number() }),
});
