import { z } from 'zod';
import { data, endpoint, page, required, rows } from '#platform/contract.ts';

const figure = z.object({
  key: z.string(),
  label: z.string(),
  value: z.number(),
  unit: z.string(),
  href: z.string().nullable(),
  /** The same at the month ends before, oldest first; empty: none is known. */
  months: z.array(z.object({ day: z.string(), value: z.number() })).optional(),
});
const share = z.object({
  key: z.string(),
  label: z.string(),
  value: z.number(),
  href: z.string().nullable(),
  /** 发展党员: percent of those in the stage before who came on into this one within the last twelve ended months. */
  rate: z.number().optional(),
});

const figures = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: 'org:read',
    scope: 'org',
    silent: true,
    input: z.object({}),
    reply: data(z.object({ asOf: z.string(), figures: z.array(figure), charts: z.record(z.string(), z.array(share)) })),
  });

export const homeOrgs = figures('/api/firstPage/data/org', '首页：党组织数字');
export const homeMembers = figures('/api/firstPage/data/members', '首页：党员数字与构成');
export const homeRelation = figures('/api/firstPage/data/zzgx', '首页：组织关系与流动党员数字');
export const homeUnits = figures('/api/firstPage/data/unit', '首页：单位数字');

export const homeWarnings = endpoint({
  method: 'GET',
  path: '/api/party/personal/getCurrentOrganizationInfoWrokWaring',
  summary: '首页：当前组织的预警',
  access: 'org:read',
  scope: 'org',
  silent: true,
  input: z.object({}),
  reply: data(
    z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        detail: z.string(),
        count: z.number(),
        clause: z.string(),
        unit: z.string(),
        /** The list that holds them; null: they are asked for by `listBreaches`. */
        href: z.string().nullable(),
      }),
    ),
  ),
});

const breach = z.object({
  id: z.string(),
  title: z.string(),
  orgName: z.string(),
  detail: z.string(),
  href: z.string().nullable(),
});
export type Breach = z.infer<typeof breach>;

export const listBreaches = endpoint({
  method: 'GET',
  path: '/api/party/personal/breaches',
  summary: '首页：一项预警的名单，供没有自己列表的预警用',
  access: 'org:read',
  scope: 'org',
  input: z.object({ ...page, code: required(40, '预警') }),
  reply: rows(breach),
});

export const affairsCount = endpoint({
  method: 'GET',
  path: '/api/party/personal/getPartyAffairsCount',
  summary: '首页：待办与消息的数目',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.object({ overdue: z.number(), due: z.number(), open: z.number(), unread: z.number() })),
});

export const myProfile = endpoint({
  method: 'GET',
  path: '/api/party/personal/profile',
  summary: '党员首页：本人资料',
  access: 'session',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z
      .object({
        memberId: z.string(),
        name: z.string(),
        idCardNo: z.string(),
        genderName: z.string(),
        nationName: z.string(),
        birthDate: z.string().nullable(),
        educationName: z.string(),
        occupationName: z.string(),
        phonenumber: z.string(),
        /** A member, full or probationary; others are on their way into the party. */
        isMember: z.boolean(),
        personCategoryName: z.string(),
        membershipStatusName: z.string(),
        admissionDate: z.string().nullable(),
        conversionDate: z.string().nullable(),
        partyAgeMonths: z.number().nullable(),
        orgPath: z.array(z.string()),
        residence: z.string(),
        completeness: z.number(),
        missing: z.array(z.string()),
        secretaryName: z.string(),
        qrCode: z.string(),
      })
      .nullable(),
  ),
});
