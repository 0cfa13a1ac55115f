import { z } from 'zod';
import { endpoint, id } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';

export const WORK_PAPERS = { notice: '会议通知', sign: '签到表', minutes: '会议纪要' } as const;
export type WorkPaper = keyof typeof WORK_PAPERS;
export const printWorkMeeting = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsMeeting/print',
  summary: '打印会议通知、签到表、会议纪要',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeMeeting' },
  audit: '打印工作会议',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id, paper: z.enum(Object.keys(WORK_PAPERS) as [WorkPaper, ...WorkPaper[]], '请选择打印什么') }),
  reply: paperReply,
});
