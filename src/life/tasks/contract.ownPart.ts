import { z } from 'zod';
import { count, data, endpoint, flag, id, line, page, rows } from '#platform/contract.ts';
import {
  askExtension,
  getPart,
  partDetail,
  partRow,
  receivePart,
  reportPart,
  say,
  withdrawPart,
} from './contract.part.ts';
import { listTasks } from './contract.ts';

const own = { access: 'task:own', scope: 'own' } as const;

/** What was given to the session's own person. */
export const listOwnParts = endpoint({
  ...own,
  method: 'GET',
  path: '/api/dwbg/own/affairsTask/part/listPage',
  summary: '布置给本人的任务',
  input: z.object({
    ...page,
    state: count.optional(),
    overdue: flag.optional(),
    keyWords: line(60, '任务名称').optional(),
  }),
  reply: rows(partRow),
});

export const getOwnPart = endpoint({
  ...own,
  method: 'GET',
  path: '/api/dwbg/own/affairsTask/part',
  summary: '布置给本人的一件：任务和周期',
  input: z.object({ taskId: id, circleId: id }),
  reply: data(partDetail),
});

const stale = () => [listOwnParts, getOwnPart, getPart, listTasks];
const act = { ...own, method: 'POST', idempotent: true, stale } as const;

export const receiveOwnPart = endpoint({
  ...act,
  path: '/api/dwbg/own/affairsTask/part/receive',
  summary: '本人接收任务',
  audit: '接收任务',
  input: receivePart.input,
  reply: receivePart.reply,
});

export const reportOwnPart = endpoint({
  ...act,
  path: '/api/dwbg/own/affairsTask/part/report',
  summary: '本人上报办理情况',
  audit: '上报任务',
  input: reportPart.input.omit({ proofs: true }),
  reply: reportPart.reply,
});

export const withdrawOwnPart = endpoint({
  ...act,
  path: '/api/dwbg/own/affairsTask/part/withdraw',
  summary: '本人撤回还没有验收的上报',
  audit: '撤回上报',
  input: withdrawPart.input,
  reply: withdrawPart.reply,
});

export const askOwnExtension = endpoint({
  ...act,
  path: '/api/dwbg/own/affairsTask/part/askExtension',
  summary: '本人申请延期',
  audit: '申请任务延期',
  input: askExtension.input,
  reply: askExtension.reply,
});

export const sayOwn = endpoint({
  ...act,
  path: '/api/dwbg/own/affairsTask/part/say',
  summary: '本人在办理件上留言',
  audit: '任务沟通',
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: say.input,
  reply: say.reply,
});
