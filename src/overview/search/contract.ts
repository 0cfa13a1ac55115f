import { z } from 'zod';
import { data, endpoint, id, required } from '#platform/contract.ts';

/** What is searched on the server, in the order in which it is shown. */
export const SEARCH_KINDS = {
  member: '人员',
  org: '组织',
  unit: '单位',
  notice: '通知',
  announcement: '公告',
  news: '资讯',
  document: '知识',
  task: '任务',
  workMeeting: '工作会议',
  help: '帮助',
} as const;
export type SearchKind = keyof typeof SEARCH_KINDS;
const kind = z.enum(Object.keys(SEARCH_KINDS) as [SearchKind, ...SearchKind[]], '类别不正确');

/** How many of each kind are answered at most. */
export const HITS = 6;
/** Of how many choices the page keeps track. */
export const RECENT = 12;

const hit = z.object({
  kind,
  id: z.string(),
  title: z.string(),
  /** Where it belongs, what it is; nothing personal beyond the lists. */
  detail: z.string(),
  /** From and to which character of the title the words are met; null where they are met elsewhere. */
  mark: z.tuple([z.number(), z.number()]).nullable(),
});
export type Hit = z.infer<typeof hit>;

export const searchAll = endpoint({
  method: 'POST',
  path: '/api/search/all',
  summary: '全局查找人员、组织、单位、通知、公告、资讯、知识库文档、任务、工作会议和帮助',
  access: 'session',
  scope: 'org',
  silent: true,
  // Names, whole id cards and phone numbers are typed here.
  pii: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({
    /** Part of a name, pinyin, initials, or a whole id card or phone number. */
    words: required(40, '查找内容'),
  }),
  reply: data(z.array(z.object({ kind, hits: z.array(hit), more: z.boolean() }))),
});

/** Ids are looked up within the scope as a search is: what is not there any more, or not for this role, is left out. */
export const searchRecent = endpoint({
  method: 'POST',
  path: '/api/search/recent',
  summary: '最近打开过的人员、组织等，只含现在仍可查看的',
  access: 'session',
  scope: 'org',
  silent: true,
  pii: true,
  input: z.object({ items: z.array(z.object({ kind, id })).max(RECENT, `最多${RECENT}项`) }),
  reply: data(z.array(hit)),
});
