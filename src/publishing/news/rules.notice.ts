/** What an announcement is: dictionary 0178. */
export const NOTICE_TYPES = { 1: '通知', 2: '公示' } as const;
export type NoticeType = keyof typeof NOTICE_TYPES;

/** Whom an announcement is for. */
export const NOTICE_AUDIENCES = { below: '本组织及下级', chosen: '指定组织', people: '指定人员' } as const;
export type NoticeAudience = keyof typeof NOTICE_AUDIENCES;

/** How an announcement stands with one person who is to know it. */
export const RECEIPTS = {
  confirmed: '已确认',
  read: '已读',
  told: '当面告知',
  unread: '未读',
  none: '无账号',
} as const;
export type Receipt = keyof typeof RECEIPTS;

/** Seconds that somebody has had an announcement before them, at its end, before it counts as read. */
export const READING_SECONDS = 5;
/** Minutes after which a running announcement looks for those who have come since. */
export const REACH_MINUTES = 15;
/** Days after its publishing during which an announcement without a last day still reaches those who come. */
export const REACH_DAYS = 180;
/** People and groups that are named one by one. */
export const MOST_PEOPLE = 500;
export const MOST_GROUPS = 20;

/** What narrows the audience of an announcement, as it is stored. */
export interface Reach {
  /** Types of organisations (dictionary 0001); empty: all. */
  types: number[];
  groupIds: string[];
  memberIds: string[];
  /** Kept conditions and the organisation that keeps them; null: none. */
  queryId: string | null;
  queryOrgId: string | null;
}

export const NO_REACH: Reach = { types: [], groupIds: [], memberIds: [], queryId: null, queryOrgId: null };

/** A stored audience with what older rows leave out. */
export const reachOf = (stored: Partial<Reach> | null): Reach => ({ ...NO_REACH, ...stored });
