import { z } from 'zod';
import { attachedFiles, decisionInput, rowVersion, urgeReply, versionReply } from '#house/givenCalls.ts';
import { data, date, EXPORT_RATE, endpoint, file, flag, id, required, text } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import {
  conditionFilter,
  getMaterial,
  listCertificates,
  listConditions,
  listMaterials,
  listOpen,
  openActivity,
} from './contract.read.ts';
import { activityCalls } from './nouns/activity.ts';
import { MAX_ITEMS, MAX_ORGS, MAX_PEOPLE } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    specialOpen: true;
    specialPart: true;
    specialMaterial: true;
    specialCertificate: true;
  }
}

const changed = () => [
  activityCalls.list,
  activityCalls.get,
  activityCalls.history,
  listOpen,
  openActivity,
  listMaterials,
  getMaterial,
  listConditions,
  listCertificates,
];
const fileId = z.string().regex(/^[0-9a-f]{32}$/, '附件不正确');

/** What is common to acts of whoever started an activity. */
const ofActivity = {
  access: 'special:set',
  scope: 'org',
  targets: { id: 'noun:specialActivity' },
  idempotent: true,
  stale: changed,
} as const;
/** What is common to acts on a material. */
const ofMaterial = { scope: 'org', targets: { id: 'specialMaterial' }, idempotent: true, stale: changed } as const;

export const setOrgs = endpoint({
  ...ofActivity,
  method: 'PUT',
  path: '/api/zxhd/activity/orgs',
  summary: '定参加组织：草稿以这次选的为准，发布后只能增加',
  targets: { id: 'noun:specialActivity', orgIds: 'org[]' },
  audit: '定专项活动参加组织',
  asks: {},
  input: z.object({ ...rowVersion, orgIds: z.array(id).max(MAX_ORGS, `最多${MAX_ORGS}个参加组织`) }),
  reply: data(z.object({ version: z.number(), added: z.number() })),
});

export const setItems = endpoint({
  ...ofActivity,
  method: 'PUT',
  path: '/api/zxhd/activity/items',
  summary: '定附件资料目录：草稿的，以这次的为准',
  audit: '定专项活动附件目录',
  input: z.object({
    ...rowVersion,
    items: z
      .array(
        z.object({
          name: required(40, '资料名称'),
          note: text(200, '要求').default(''),
          dueOn: date,
          required: flag.default(true),
        }),
        '附件目录不正确',
      )
      .max(MAX_ITEMS, `最多${MAX_ITEMS}项`)
      .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, '资料名称重复'),
  }),
  reply: versionReply,
});

export const setFiles = endpoint({
  ...ofActivity,
  method: 'PUT',
  path: '/api/zxhd/activity/files',
  summary: '定专项活动的海报和活动资料',
  audit: '定专项活动资料',
  input: z.object({ ...rowVersion, poster: z.union([z.literal(''), fileId]).default(''), files: attachedFiles }),
  reply: versionReply,
});

export const publishActivity = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/api/zxhd/activity/publish',
  summary: '发布专项活动，通知各参加组织',
  audit: '发布专项活动',
  asks: {},
  input: z.object(rowVersion),
  reply: versionReply,
});

export const endActivity = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/api/zxhd/activity/end',
  summary: '结束专项活动：没有交的不再收，已交的保留',
  audit: '结束专项活动',
  asks: {},
  input: z.object({ ...rowVersion, reason: required(200, '结束原因') }),
  reply: versionReply,
});

export const reopenActivity = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/api/zxhd/activity/reopen',
  summary: '恢复已结束的专项活动，继续收附件资料',
  audit: '恢复专项活动',
  asks: {},
  input: z.object({ ...rowVersion, reason: required(200, '恢复原因') }),
  reply: versionReply,
});

export const withdrawActivity = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/api/zxhd/activity/withdraw',
  summary: '撤回专项活动：发布有误，各组织不再办理',
  audit: '撤回专项活动',
  asks: {},
  input: z.object({ ...rowVersion, reason: required(200, '撤回原因') }),
  reply: versionReply,
});

export const extendItem = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/api/zxhd/activity/extend',
  summary: '延长一项附件资料的截止日期',
  audit: '延长专项活动附件期限',
  asks: {},
  input: z.object({ ...rowVersion, itemId: id, dueOn: date, reason: required(200, '延期原因') }),
  reply: versionReply,
});

export const urgeActivity = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/api/zxhd/activity/urge',
  summary: '催办还没有上传的参加组织，两小时内不重复',
  audit: '催办专项活动附件',
  asks: {},
  input: z.object({ id }),
  reply: urgeReply,
});

export const setPeople = endpoint({
  method: 'PUT',
  path: '/api/zxhd/part/people',
  summary: '登记本组织参加活动的党员',
  access: 'special:report',
  scope: 'org',
  targets: { id: 'specialPart', memberIds: 'member[]' },
  audit: '登记参加专项活动的党员',
  idempotent: true,
  stale: changed,
  input: z.object({ ...rowVersion, memberIds: z.array(id).max(MAX_PEOPLE, `最多${MAX_PEOPLE}人`) }),
  reply: versionReply,
});

export const handIn = endpoint({
  ...ofMaterial,
  method: 'POST',
  path: '/api/zxhd/material/handIn',
  summary: '上传附件资料，由组织活动的党组织审核',
  access: 'special:report',
  audit: '上传专项活动附件',
  input: z.object({
    ...rowVersion,
    content: text(1000, '说明').default(''),
    files: attachedFiles.refine((list) => list.length > 0, '请上传附件'),
  }),
  reply: data(z.object({ version: z.number(), decider: z.string() })),
});

export const recallMaterial = endpoint({
  ...ofMaterial,
  method: 'POST',
  path: '/api/zxhd/material/recall',
  summary: '审核前撤回附件资料',
  access: 'special:report',
  audit: '撤回专项活动附件',
  input: z.object({ id }),
  reply: versionReply,
});

export const decideMaterial = endpoint({
  ...ofMaterial,
  method: 'POST',
  path: '/api/zxhd/material/decide',
  summary: '审核附件资料：通过，或退回并写明原因',
  access: 'special:set',
  audit: '审核专项活动附件',
  input: decisionInput,
  reply: versionReply,
});

export const exportConditions = endpoint({
  method: 'POST',
  path: '/api/zxhd/condition/export',
  summary: '导出附件情况（Excel）',
  access: 'special:read',
  scope: 'org',
  targets: { orgId: 'org', activityId: 'noun:specialActivity' },
  audit: '导出专项活动附件情况',
  rate: EXPORT_RATE,
  input: z.object(conditionFilter),
  reply: file,
});

export const issueCertificates = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/api/zxhd/certificate/issue',
  summary: '颁发证书：给附件资料交齐的组织和它们登记的党员，已有的不重复',
  audit: '颁发专项活动证书',
  asks: {},
  input: z.object(rowVersion),
  reply: data(z.object({ version: z.number(), orgs: z.number(), people: z.number() })),
});

export const revokeCertificate = endpoint({
  method: 'POST',
  path: '/api/zxhd/certificate/revoke',
  summary: '撤销一份证书，扫码核验即显示已撤销',
  access: 'special:set',
  scope: 'org',
  targets: { id: 'specialCertificate' },
  audit: '撤销专项活动证书',
  idempotent: true,
  stale: changed,
  input: z.object({ id, reason: required(200, '撤销原因') }),
  reply: data(z.null()),
});

export const printCertificate = endpoint({
  method: 'POST',
  path: '/api/zxhd/certificate/print',
  summary: '打印证书：答一份PDF，带核验码',
  access: 'special:own',
  scope: 'org',
  targets: { id: 'specialCertificate' },
  audit: '打印专项活动证书',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});
