/** What an activity is part of: the service of members who have reported (双报到), or volunteering in general. */
export const KINDS = { 1: '双报到活动', 2: '志愿服务活动' } as const;
export type Kind = keyof typeof KINDS;

/** To whom an activity is open. */
export const AUDIENCES = { 1: '本地和报到党员', 2: '全体党员' } as const;

/** What is stored of an activity (domain 6.3); 2 进行中 follows from the clock. */
export const STATE = { draft: 0, published: 1, finished: 3, cancelled: 4 } as const;
export type ActivityState = (typeof STATE)[keyof typeof STATE];

/** Where an activity stands now. */
export const PHASES = {
  draft: '草稿',
  open: '报名中',
  closed: '报名截止',
  running: '进行中',
  over: '待结束',
  finished: '已结束',
  cancelled: '已取消',
} as const;
export type Phase = keyof typeof PHASES;

/** Where a stored activity stands at a moment; times in any one unit. */
export function phaseOf(
  { state, closesAt, startsAt, endsAt }: { state: ActivityState; closesAt: number; startsAt: number; endsAt: number },
  now: number,
): Phase {
  if (state === STATE.draft) return 'draft';
  if (state === STATE.cancelled) return 'cancelled';
  if (state === STATE.finished) return 'finished';
  if (now >= endsAt) return 'over';
  if (now >= startsAt) return 'running';
  return now < closesAt ? 'open' : 'closed';
}

/** Statuses of somebody at an activity. */
export const SIGNUP = { waiting: 0, accepted: 1, refused: 2, queued: 3, cancelled: 4, absent: 5 } as const;
export type SignupState = (typeof SIGNUP)[keyof typeof SIGNUP];
export const SIGNUP_STATES: Readonly<Record<SignupState, string>> = {
  0: '待审',
  1: '已通过',
  2: '未通过',
  3: '候补',
  4: '已取消',
  5: '缺席',
};

/** Answers of the day before. */
export const COMING = { 1: '能到', 2: '不能到' } as const;
/** What became of an objection to an absence. */
export const OBJECTION = { none: 0, waiting: 1, granted: 2, refused: 3 } as const;
export type ObjectionState = (typeof OBJECTION)[keyof typeof OBJECTION];
export const OBJECTIONS: Readonly<Record<ObjectionState, string>> = {
  0: '',
  1: '申诉待审',
  2: '申诉采纳',
  3: '申诉不采纳',
};

/** Hours for which a free seat is kept for whoever waits for it; on the last day before the activity fewer. */
export const OFFER_HOURS = { usual: 12, near: 2, nearFrom: 24 } as const;

export const WAYS = { '': '', scan: '扫码', proxy: '代签' } as const;
export type Way = keyof typeof WAYS;

/** How somebody left; 待核: nobody signed out, and the end of the activity stands for it. */
export const LEAVINGS = { '': '', scan: '扫码', proxy: '代签', closed: '待核' } as const;
export type Leaving = keyof typeof LEAVINGS;

/** A year, or a quarter of one, as a page's address has it: 2026, 2026-3. */
export const PERIOD = /^20\d\d(-[1-4])?$/;
/** In words: 2026年, 2026年第3季度. */
export const periodName = (period: string): string => {
  const [year, quarter] = period.split('-');
  return quarter ? `${year}年第${quarter}季度` : `${year}年`;
};

/** Most hours that one activity lasts; longer service is several activities. */
const MOST_HOURS = 12;

/** Hours of an activity, and of one person at it. */
export const HOURS = { none: 0, waiting: 1, granted: 2, returned: 3 } as const;
export type HoursState = (typeof HOURS)[keyof typeof HOURS];
export const HOURS_STATES: Readonly<Record<HoursState, string>> = { 0: '未报', 1: '待审', 2: '已认定', 3: '退回' };
export const OWN_HOURS: Readonly<Record<HoursState, string>> = { 0: '', 1: '待审', 2: '已认定', 3: '不认定' };

/** What entries of minutes do. */
export const ENTRIES = { 1: '计入', 2: '冲销' } as const;

/** Hours that nobody has decided for so many days are late. */
export const AUDIT_DAYS = 7;
/** An activity that is over and was not ended by its organiser for so many days. */
export const SETTLE_DAYS = 7;

/** Hours of service from which on somebody has one star to five: 《志愿服务记录办法》（民政部，2012年）. */
export const STARS = [100, 300, 600, 1000, 1500] as const;

/** How many stars so many hours make. */
export const starsOf = (hours: number): number => STARS.filter((from) => hours >= from).length;

/** How many stars of a year so many hours of it make. @param from hours from which on there is one star to five */
export const yearStarsOf = (hours: number, from: readonly number[]): number =>
  from.filter((least) => hours >= least).length;

/** Hours that lack for the next star, and which one; null: there is none above. */
export function nextStar(hours: number): { star: number; lacks: number } | null {
  const star = starsOf(hours) + 1;
  const from = STARS[star - 1];
  return from === undefined ? null : { star, lacks: Math.round((from - hours) * 10) / 10 };
}

const STAR_NAMES = ['', '一', '二', '三', '四', '五'] as const;
/** 三星级; the empty text below one star. */
export const starName = (stars: number): string => (stars > 0 ? `${STAR_NAMES[stars]}星级` : '');

/** Most hours that an activity is worth: it lasts no shorter, by the half hour. @param minutes that it lasts */
export const maxHours = (minutes: number): number => Math.min(24, Math.ceil(minutes / 30) / 2);

/** What is wrong with the times and hours of an activity, at their fields. Moments as `YYYY-MM-DD HH:mm`, which sort as text. */
export function timeFaults(of: {
  startsAt: string;
  endsAt: string;
  closesAt: string;
  hours: number;
}): Record<string, string> {
  const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+08:00`);
  if (of.endsAt <= of.startsAt) return { endsAt: '结束时间应晚于开始时间' };
  const minutes = (at(of.endsAt) - at(of.startsAt)) / 60_000;
  if (minutes > MOST_HOURS * 60) return { endsAt: `一次活动最长${MOST_HOURS}小时，更长的请分次发布` };
  if (of.closesAt > of.startsAt) return { closesAt: '报名截止不能晚于活动开始' };
  const most = maxHours(minutes);
  return of.hours > most ? { hours: `不能超过活动时长（${most}小时）` } : {};
}

/** Why somebody cannot sign up now; empty where it is possible. Where all seats are taken it is for the waiting list. */
export function whyNotSigning(of: { phase: Phase }): string {
  if (of.phase === 'draft') return '活动还没有发布';
  if (of.phase === 'cancelled') return '活动已取消';
  if (of.phase === 'open') return '';
  return of.phase === 'closed' ? '报名已截止' : '活动已开始，不能再报名';
}

/** Whether somebody who signs up now waits for a seat: none is free, or others wait before. */
export const isFull = (of: { taken: number; queued: number; quota: number }): boolean =>
  of.taken >= of.quota || of.queued > 0;
