import { z } from 'zod';
import { data, done, endpoint, flag, id, line, page, rows } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { SHARED_PARTS } from './rules.share.ts';

const part = z.enum(SHARED_PARTS, '栏目不正确');

const offered = z.object({
  /** Of the offer, not of what is offered. */
  id: z.string(),
  part,
  title: z.string(),
  orgName: z.string(),
  /** ISO 8601. */
  sharedAt: z.string(),
  sharedBy: z.string(),
});

const offeredToUs = offered.extend({
  taken: z.boolean(),
  takenAt: z.string().nullable(),
  takenBy: z.string(),
});
export type OfferedRow = z.infer<typeof offeredToUs>;

const filter = { part: part.optional(), keyWords: line(60, '标题').optional() };

export const listOffered = endpoint({
  method: 'GET',
  path: '/api/terminal/share/listPage',
  summary: '共享给本组织的内容：上级提供的，本组织是否已展示',
  access: 'box:read',
  scope: 'org',
  input: z.object({ ...page, ...filter, taken: flag.optional() }),
  reply: rows(offeredToUs),
});

const ownOffer = offered.extend({ rowId: z.string(), takers: z.number(), can: z.object({ withdraw: z.boolean() }) });
export type OwnOffer = z.infer<typeof ownOffer>;

export const listOwnOffers = endpoint({
  method: 'GET',
  path: '/api/terminal/share/own/listPage',
  summary: '本组织及下级共享出去的内容，各有多少组织在展示',
  access: 'box:read',
  scope: 'org',
  input: z.object({ ...page, ...filter }),
  reply: rows(ownOffer),
});

const taker = z.object({ orgId: z.string(), orgName: z.string(), takenAt: z.string(), takenBy: z.string() });
export type Taker = z.infer<typeof taker>;

export const listTakers = endpoint({
  method: 'GET',
  path: '/api/terminal/share/takers/listPage',
  summary: '一项共享被哪些组织展示',
  access: 'box:read',
  scope: 'org',
  input: z.object({ ...page, id }),
  reply: rows(taker),
});

const detail = offeredToUs.extend({
  note: z.string(),
  text: z.string(),
  /** Cleaned HTML, or empty. */
  html: z.string(),
  files: z.array(uploadedFile),
});
export type OfferedDetail = z.infer<typeof detail>;

export const getOffered = endpoint({
  method: 'GET',
  path: '/api/terminal/share/{id}',
  summary: '一项共享给本组织的内容',
  access: 'box:read',
  scope: 'org',
  input: z.object({ id }),
  reply: data(detail),
});

export const offerOf = endpoint({
  method: 'GET',
  path: '/api/terminal/share/of',
  summary: '一项内容是否共享给下级',
  access: 'box:read',
  scope: 'org',
  silent: true,
  input: z.object({ part, rowId: id }),
  /** `id`: of the offer, null: it is not offered; `mayOffer`: there are organisations below. */
  reply: data(z.object({ id: z.string().nullable(), takers: z.number(), mayOffer: z.boolean() })),
});

const stale = () => [listOffered, listOwnOffers, listTakers, getOffered, offerOf];
const act = <const W extends string>(word: W, summary: string, audit: string) =>
  ({
    method: 'POST',
    path: `/api/terminal/share/${word}`,
    summary,
    access: 'box:write',
    scope: 'org',
    audit,
    idempotent: true,
    reply: done,
    stale,
  }) as const;

export const offer = endpoint({
  ...act('offer', '把已发布的内容共享给下级组织', '共享终端内容'),
  input: z.object({ part, rowId: id }),
});
export const withdrawOffer = endpoint({
  ...act('withdraw', '撤回共享：所有组织的屏幕不再展示', '撤回共享的终端内容'),
  input: z.object({ id }),
});
export const takeOffer = endpoint({
  ...act('take', '在本组织的屏幕上展示上级共享的内容', '展示共享的终端内容'),
  input: z.object({ id }),
});
export const dropOffer = endpoint({
  ...act('drop', '本组织的屏幕不再展示上级共享的内容', '取消展示共享的终端内容'),
  input: z.object({ id }),
});
