import { z } from 'zod';
import { endpoint, id } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { year } from './contract.duty.ts';

const RATE = { hits: 300, seconds: 3600, by: 'account' } as const;

export const printRecord = endpoint({
  method: 'POST',
  path: '/api/zzsh/print/record',
  summary: '打印会议记录：一次会议一份，未召开的印出空白记录页供手写',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '打印会议记录',
  atOnce: 4,
  rate: RATE,
  input: z.object({ id }),
  reply: paperReply,
});

export const printSignSheet = endpoint({
  method: 'POST',
  path: '/api/zzsh/print/sign',
  summary: '打印会议签到表：应到名单，会前签名，会后印出到会情况',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '打印会议签到表',
  atOnce: 4,
  rate: RATE,
  input: z.object({ id }),
  reply: paperReply,
});

export const printYear = endpoint({
  method: 'POST',
  path: '/api/zzsh/print/year',
  summary: '打印一个组织一年的组织生活记录：封面、应开情况、目录和各次会议',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '打印年度组织生活记录',
  atOnce: 2,
  rate: RATE,
  input: z.object({ orgId: id, year }),
  reply: paperReply,
});

export const printAppraisal = endpoint({
  method: 'POST',
  path: '/api/zzsh/print/appraisal',
  summary: '打印民主评议党员登记表：每名评定等次的党员一页，也可只印一人',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '打印民主评议登记表',
  atOnce: 2,
  rate: RATE,
  input: z.object({ id, memberId: id.optional() }),
  reply: paperReply,
});

export const printAppraisalSummary = endpoint({
  method: 'POST',
  path: '/api/zzsh/print/appraisalSummary',
  summary: '打印民主评议党员汇总表：测评、等次和人数',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '打印民主评议汇总表',
  atOnce: 2,
  rate: RATE,
  input: z.object({ id }),
  reply: paperReply,
});
