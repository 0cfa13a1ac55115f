import { z } from 'zod';
import { count, data, done, endpoint, flag, id, line, numberLine } from '#platform/contract.ts';
import { kind } from './contract.catalogue.ts';
import { listFeedback, words } from './contract.feedback.ts';
import { getAffair, listAffairs } from './contract.ts';

const board = z.object({
  orgName: z.string(),
  /** What is published is read by its code without signing in. */
  shows: z.boolean(),
  /** Residents give opinions there. */
  hears: z.boolean(),
  /** Path of the board while it is on. */
  path: z.string(),
  version: z.number(),
});
export type Board = z.infer<typeof board>;

export const getBoard = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/board',
  summary: '一个组织的公开栏：是否开通扫码查看和居民提意见',
  access: 'open:write',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(board),
});

export const saveBoard = endpoint({
  method: 'PUT',
  path: '/api/zzxx/open/board',
  summary: '开通或关闭公开栏、居民提意见',
  access: 'open:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '设置公开栏',
  idempotent: true,
  input: z.object({ orgId: id, version: count, shows: flag, hears: flag }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [getBoard, getAffair],
});

/** The opaque code of a document, or of a board. */
const token = z.string().max(64, '地址不正确');

export const publicBoard = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/public/board/{token}',
  summary: '公开栏：扫码看一个组织公开期内的事项，不登录',
  access: 'public',
  scope: 'none',
  rate: { hits: 60, seconds: 60, by: 'ip' },
  input: z.object({ token }),
  reply: data(
    z.object({
      orgName: z.string(),
      rows: z.array(
        z.object({
          token: z.string(),
          /** In whose name it stands: another than the board's where that was dissolved. */
          orgName: z.string(),
          kind,
          itemName: z.string(),
          period: z.string(),
          title: z.string(),
          shownFrom: z.string(),
          shownUntil: z.string(),
        }),
      ),
      /** Older ones are published as well. */
      hasMore: z.boolean(),
    }),
  ),
});

export const publicAffair = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/public/{token}',
  summary: '公开页：扫码看公开期内的事项和公布的答复，不登录',
  access: 'public',
  scope: 'none',
  rate: { hits: 60, seconds: 60, by: 'ip' },
  input: z.object({ token }),
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
      /** The board of the organisation. */
      board: z.string(),
      /** Opinions are taken here. */
      hears: z.boolean(),
      /** Opinions of residents that are published with their answers; no names. */
      said: z.array(
        z.object({ content: z.string(), createDate: z.string(), reply: z.string(), replyDate: z.string().nullable() }),
      ),
    }),
  ),
});

const proof = z.string().max(2000, '图形验证码不正确或已过期').default('');
/** What a resident writes; name and phone may be left out. */
export const residentForm = z.object({
  content: words('意见'),
  name: line(20, '称呼').default(''),
  phone: numberLine('联系电话')
    .regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})?$/, '请输入正确的手机号或带区号的固定电话')
    .default(''),
});

export const residentFeedback = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/public/feedback',
  summary: '居民在公开页上提意见，不登录；须带图形验证',
  access: 'public',
  scope: 'none',
  audit: '居民对公开事项提意见',
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'ip' },
  input: residentForm.extend({ token, uuid: proof, code: proof, proof, ticket: proof, randstr: proof }),
  reply: done,
  stale: () => [listFeedback, getAffair, listAffairs],
});
