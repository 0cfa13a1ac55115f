import { z } from 'zod';
import { attachedFiles, decisionInput, rowVersion, urgeReply, versionReply } from '#house/givenCalls.ts';
import { count, data, date, EXPORT_RATE, endpoint, file, id, required, text } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { figureFilter, getPart, getReport, listFigures, listFinished, listMine, listParts } from './contract.read.ts';
import { itemCalls } from './nouns/item.ts';
import { MAX_ORGS } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    keyWorkPart: true;
    keyWorkReport: true;
  }
}

const changed = () => [
  itemCalls.list,
  itemCalls.get,
  itemCalls.history,
  listParts,
  listMine,
  listFinished,
  getPart,
  getReport,
  listFigures,
];
const percent = count.pipe(z.int().min(0, '进度从0到100').max(100, '进度从0到100'));

/** What is common to acts of whoever set an item. */
const ofItem = {
  access: 'keyWork:set',
  scope: 'org',
  targets: { id: 'noun:keyWorkItem' },
  idempotent: true,
  stale: changed,
} as const;
/** What is common to acts on a part. */
const ofPart = { scope: 'org', targets: { id: 'keyWorkPart' }, idempotent: true, stale: changed } as const;

export const setOrgs = endpoint({
  ...ofItem,
  method: 'PUT',
  path: '/api/zdgz/item/orgs',
  summary: '定责任单位：草稿以这次选的为准，下达后只能增加',
  targets: { id: 'noun:keyWorkItem', orgIds: 'org[]' },
  audit: '定重点工作责任单位',
  asks: {},
  input: z.object({ ...rowVersion, orgIds: z.array(id).max(MAX_ORGS, `最多${MAX_ORGS}个责任单位`) }),
  reply: data(z.object({ version: z.number(), added: z.number() })),
});

export const setFiles = endpoint({
  ...ofItem,
  method: 'PUT',
  path: '/api/zdgz/item/files',
  summary: '定重点工作的附件',
  audit: '定重点工作附件',
  input: z.object({ ...rowVersion, files: attachedFiles }),
  reply: versionReply,
});

export const issueItem = endpoint({
  ...ofItem,
  method: 'POST',
  path: '/api/zdgz/item/issue',
  summary: '下达重点工作，通知各责任单位',
  audit: '下达重点工作',
  asks: {},
  input: z.object(rowVersion),
  reply: versionReply,
});

export const endItem = endpoint({
  ...ofItem,
  method: 'POST',
  path: '/api/zdgz/item/end',
  summary: '结束重点工作：没有完成的不再办理，已报送的保留',
  audit: '结束重点工作',
  input: z.object({ ...rowVersion, reason: required(200, '结束原因') }),
  reply: versionReply,
});

export const withdrawItem = endpoint({
  ...ofItem,
  method: 'POST',
  path: '/api/zdgz/item/withdraw',
  summary: '撤销重点工作：布置有误，各责任单位不再办理',
  audit: '撤销重点工作',
  input: z.object({ ...rowVersion, reason: required(200, '撤销原因') }),
  reply: versionReply,
});

export const extendItem = endpoint({
  ...ofItem,
  method: 'POST',
  path: '/api/zdgz/item/extend',
  summary: '延长截止日期，没有完成的责任单位一并延长',
  audit: '延长重点工作期限',
  input: z.object({ ...rowVersion, endsOn: date, reason: required(200, '延期原因') }),
  reply: versionReply,
});

export const urgeItem = endpoint({
  ...ofItem,
  method: 'POST',
  path: '/api/zdgz/item/urge',
  summary: '催办还没有报送的责任单位，两小时内不重复',
  audit: '催办重点工作',
  asks: {},
  input: z.object({ id }),
  reply: urgeReply,
});

export const printItem = endpoint({
  method: 'POST',
  path: '/api/zdgz/item/print',
  summary: '打印重点工作完成情况表：答一份PDF',
  access: 'keyWork:read',
  scope: 'org',
  targets: { id: 'noun:keyWorkItem' },
  audit: '打印重点工作完成情况表',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});

export const reportPart = endpoint({
  ...ofPart,
  method: 'POST',
  path: '/api/zdgz/part/report',
  summary: '报送进展：一期一次，也可以在各期之间补充',
  access: 'keyWork:report',
  audit: '报送重点工作进展',
  input: z.object({
    ...rowVersion,
    /** The period that it answers; left out: between periods. */
    periodId: id.optional(),
    content: text(2000, '进展情况').refine((value) => value.length > 0, '请输入进展情况'),
    percent,
    files: attachedFiles,
  }),
  reply: data(z.object({ version: z.number(), reportId: z.string() })),
});

export const finishPart = endpoint({
  ...ofPart,
  method: 'POST',
  path: '/api/zdgz/part/finish',
  summary: '报送完成情况，由布置的党组织验收',
  access: 'keyWork:report',
  audit: '报送重点工作完成情况',
  input: z.object({
    ...rowVersion,
    content: text(2000, '完成情况').refine((value) => value.length > 0, '请输入完成情况'),
    files: attachedFiles,
  }),
  reply: data(z.object({ version: z.number(), decider: z.string() })),
});

export const recallPart = endpoint({
  ...ofPart,
  method: 'POST',
  path: '/api/zdgz/part/recall',
  summary: '验收前撤回完成情况',
  access: 'keyWork:report',
  audit: '撤回重点工作完成情况',
  input: z.object({ id }),
  reply: versionReply,
});

export const decidePart = endpoint({
  ...ofPart,
  method: 'POST',
  path: '/api/zdgz/part/decide',
  summary: '验收完成情况：通过，或退回并写明原因',
  access: 'keyWork:set',
  audit: '验收重点工作',
  input: decisionInput,
  reply: versionReply,
});

export const exportFigures = endpoint({
  method: 'POST',
  path: '/api/zdgz/figures/export',
  summary: '导出重点工作报表（Excel）',
  access: 'keyWork:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出重点工作报表',
  rate: EXPORT_RATE,
  input: z.object(figureFilter),
  reply: file,
});

export const printFigures = endpoint({
  method: 'POST',
  path: '/api/zdgz/figures/print',
  summary: '打印重点工作报表：答一份PDF',
  access: 'keyWork:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '打印重点工作报表',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object(figureFilter),
  reply: paperReply,
});
