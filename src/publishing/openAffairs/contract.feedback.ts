import { z } from 'zod';
import { count, data, endpoint, flag, id, required, text } from '#platform/contract.ts';
import { getAffair, listAffairs } from './contract.ts';

const feedback = z.object({
  id: z.string(),
  /** Who said it; to others than the workers only on the own. Of residents what they wrote, mostly nothing. */
  name: z.string(),
  /** A resident who did not sign in. */
  isResident: z.boolean(),
  /** Of a resident who left one; masked. */
  phonenumber: z.string(),
  content: z.string(),
  createDate: z.string(),
  reply: z.string(),
  replyName: z.string(),
  replyDate: z.string().nullable(),
  /** Opinion and answer stand on the public page. */
  inPublic: z.boolean(),
  version: z.number(),
  isMine: z.boolean(),
});
export type Feedback = z.infer<typeof feedback>;

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/feedback/list',
  summary: '对一件公开事项的意见和答复；办理人看全部，其他人看自己的',
  access: 'open:read',
  scope: 'org',
  targets: { id: 'openAffair' },
  input: z.object({ id }),
  reply: data(z.array(feedback)),
});

const changed = () => [listFeedback, getAffair, listAffairs];
export const words = (label: string) => text(500, label).refine((value) => value !== '', `请输入${label}`);

export const giveFeedback = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/feedback',
  summary: '对公开中的事项提意见',
  access: 'open:read',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '对公开事项提意见',
  idempotent: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({ id, content: words('意见') }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const replyFeedback = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/feedback/reply',
  summary: '答复意见，或修改答复；提意见的党员收到通知，居民的可以连同答复登在公开页上',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openFeedback' },
  audit: '答复公开事项的意见',
  idempotent: true,
  input: z.object({ id, version: count, reply: words('答复'), inPublic: flag.default(false) }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const revealFeedbackPhone = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/feedback/phone',
  summary: '查看居民留下的电话（留痕）',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openFeedback' },
  audit: '查看居民电话',
  pii: true,
  rate: { hits: 200, seconds: 86400, by: 'account' },
  input: z.object({ id, reason: required(100, '查看原因') }),
  reply: data(z.object({ value: z.string() })),
});
