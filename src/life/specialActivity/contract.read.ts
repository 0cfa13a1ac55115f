import { z } from 'zod';
import { DECISIONS } from '#house/givenCalls.ts';
import { data, endpoint, id, line, page, rows, yearFrom } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { KINDS, type Kind, MATERIAL_STATE_NAMES, PART_STANDING_NAMES, STANDING_NAMES, STATE_NAMES } from './rules.ts';

const kind = z.enum(Object.keys(KINDS) as [Kind, ...Kind[]], '活动类型不正确');
const state = z.enum(STATE_NAMES);
const year = yearFrom(2000, '年度');

const openRow = z.object({
  id: z.string(),
  title: z.string(),
  kind,
  orgName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state,
  /** The picture's file; empty: none. */
  poster: z.string(),
  files: z.number(),
});
export type OpenRow = z.infer<typeof openRow>;

export const listOpen = endpoint({
  method: 'GET',
  path: '/api/zxhd/open/listPage',
  summary: '本组织参加的专项活动，党员也能看',
  access: 'special:own',
  scope: 'org',
  input: z.object({ ...page, title: line(60, '活动名称').optional(), kind: kind.optional(), year: year.optional() }),
  reply: rows(openRow),
});

const openDetail = openRow.extend({
  content: z.string(),
  reason: z.string(),
  attachments: z.array(uploadedFile),
  publishedOn: z.string().nullable(),
  /** What the own organisation hands in; none where it is not among those that do. */
  items: z.array(
    z.object({
      id: z.string(),
      /** The material of the own organisation; null for whoever does not hand it in. */
      materialId: z.string().nullable(),
      name: z.string(),
      note: z.string(),
      dueOn: z.string(),
      required: z.boolean(),
      standing: z.enum(STANDING_NAMES).nullable(),
    }),
  ),
  /** The own organisation's part with who took part; null where it has none, or for people without office. */
  part: z
    .object({
      id: z.string(),
      version: z.number(),
      people: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
      canName: z.boolean(),
    })
    .nullable(),
  /** The session's person is named among who took part. */
  tookPart: z.boolean(),
  canManage: z.boolean(),
});
export type OpenDetail = z.infer<typeof openDetail>;

export const openActivity = endpoint({
  method: 'GET',
  path: '/api/zxhd/open/{id}',
  summary: '一项专项活动的说明和资料，党员也能看',
  access: 'special:own',
  scope: 'org',
  targets: { id: 'specialOpen' },
  input: z.object({ id }),
  reply: data(openDetail),
});

const materialRow = z.object({
  id: z.string(),
  activityId: z.string(),
  title: z.string(),
  /** The item's name. */
  name: z.string(),
  required: z.boolean(),
  orgId: z.string(),
  orgName: z.string(),
  setterName: z.string(),
  dueOn: z.string(),
  /** Days that are left; negative: late. */
  daysLeft: z.number(),
  state: z.enum(MATERIAL_STATE_NAMES),
  standing: z.enum(STANDING_NAMES),
  handedOn: z.string().nullable(),
  files: z.number(),
  returns: z.number(),
  version: z.number(),
  can: z.object({ handIn: z.boolean(), recall: z.boolean(), decide: z.boolean() }),
});
export type MaterialRow = z.infer<typeof materialRow>;

export const listMaterials = endpoint({
  method: 'GET',
  path: '/api/zxhd/material/listPage',
  summary: '附件资料：本组织要交的；按活动或参加组织查看时是管理范围内的',
  access: 'special:read',
  scope: 'org',
  targets: { activityId: 'noun:specialActivity', partId: 'specialPart' },
  input: z.object({
    ...page,
    activityId: id.optional(),
    partId: id.optional(),
    title: line(60, '名称').optional(),
    standing: z.enum([...STANDING_NAMES, 'returned'], '情况不正确').optional(),
    year: year.optional(),
  }),
  reply: rows(materialRow),
});

const handIn = z.object({
  id: z.string(),
  content: z.string(),
  files: z.array(uploadedFile),
  isLate: z.boolean(),
  handedAt: z.string(),
  handedBy: z.string(),
  decision: z.enum(DECISIONS),
  opinion: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string(),
});
export type HandIn = z.infer<typeof handIn>;

const materialDetail = materialRow.extend({
  note: z.string(),
  kind,
  activityState: state,
  reason: z.string(),
  opinion: z.string(),
  askedByName: z.string(),
  /** Where it waits, while it does. */
  deciderName: z.string(),
  /** Why the session may not decide; empty where it may or nothing waits. */
  obstacle: z.string(),
  /** Each time that it was handed in, the newest first. */
  handIns: z.array(handIn),
});
export type MaterialDetail = z.infer<typeof materialDetail>;

export const getMaterial = endpoint({
  method: 'GET',
  path: '/api/zxhd/material/{id}',
  summary: '一份附件资料，含历次上传',
  access: 'special:read',
  scope: 'org',
  targets: { id: 'specialMaterial' },
  input: z.object({ id }),
  reply: data(materialDetail),
});

const conditionRow = z.object({
  /** Of the part. */
  id: z.string(),
  activityId: z.string(),
  title: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** Required materials, and how many of them were accepted. */
  required: z.number(),
  accepted: z.number(),
  asked: z.number(),
  late: z.number(),
  /** Names of what is required and neither handed in nor accepted. */
  missing: z.array(z.string()),
  people: z.number(),
  certificates: z.number(),
  standing: z.enum(PART_STANDING_NAMES),
  urgedAt: z.string().nullable(),
});
export type ConditionRow = z.infer<typeof conditionRow>;

export const conditionFilter = {
  /** This organisation and those below it. */
  orgId: id.optional(),
  activityId: id.optional(),
  title: line(60, '名称').optional(),
  standing: z.enum(PART_STANDING_NAMES, '情况不正确').optional(),
  year: year.optional(),
};

export const listConditions = endpoint({
  method: 'GET',
  path: '/api/zxhd/condition/listPage',
  summary: '附件情况：各组织交了多少、缺什么、逾期没有',
  access: 'special:read',
  scope: 'org',
  targets: { orgId: 'org', activityId: 'noun:specialActivity' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...conditionFilter }),
  reply: rows(conditionRow, {
    sum: z.object({ parts: z.number(), finished: z.number(), late: z.number(), asked: z.number() }),
  }),
});

const certificateRow = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  name: z.string(),
  isPerson: z.boolean(),
  orgName: z.string(),
  issuer: z.string(),
  issuedOn: z.string(),
  isRevoked: z.boolean(),
  reason: z.string(),
  can: z.object({ revoke: z.boolean() }),
});
export type CertificateRow = z.infer<typeof certificateRow>;

export const VIEWS = { mine: '本人的', org: '本组织的', issued: '本组织颁发的' } as const;

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/zxhd/certificate/listPage',
  summary: '专项活动证书：本人的、本组织的，或本组织颁发的',
  access: 'special:own',
  scope: 'org',
  input: z.object({
    ...page,
    view: z.enum(Object.keys(VIEWS) as [keyof typeof VIEWS, ...(keyof typeof VIEWS)[]], '范围不正确').default('mine'),
    title: line(60, '名称').optional(),
  }),
  reply: rows(certificateRow),
});
