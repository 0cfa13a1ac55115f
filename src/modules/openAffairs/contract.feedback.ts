import { z } from 'zod';
import { count, data, endpoint, id, text } from '#platform/contract.ts';
import { kind } from './contract.catalogue.ts';
import { getAffair, listAffairs } from './contract.ts';

const feedback = z.object({
  id: z.string(),
  /** Who said it; to others than the workers only on the own. */
  name: z.string(),
  content: z.string(),
  createDate: z.string(),
  reply: z.string(),
  replyName: z.string(),
  replyDate: z.string().nullable(),
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
const words = (label: string) => text(500, label).refine((value) => value !== '', `请输入${label}`);

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
  summary: '答复意见，或修改答复；提意见的人收到通知',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openFeedback' },
  audit: '答复公开事项的意见',
  idempotent: true,
  input: z.object({ id, version: count, reply: words('答复') }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const publicAffair = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/public/{token}',
  summary: '公开页：扫码看公开期内的事项，不登录',
  access: 'public',
  scope: 'none',
  rate: { hits: 60, seconds: 60, by: 'ip' },
  input: z.object({ token: z.string().max(64, '地址不正确') }),
  reply: data(
    z.object({
      orgName: z.string(),
      kind,
      itemName: z.string(),
      period: z.string(),
      title: z.string(),
      /** Cleaned HTML, URL-encoded. */
      content: z.string(),
      shownFrom: z.string(),
      shownUntil: z.string(),
      note: z.string(),
      files: z.array(z.object({ name: z.string(), size: z.number(), url: z.string() })),
      /** Where the text's pictures are read, by file, for an hour. */
      pictures: z.record(z.string(), z.string()),
    }),
  ),
});

export const feedbackContract = [listFeedback, giveFeedback, replyFeedback, publicAffair] as const;
