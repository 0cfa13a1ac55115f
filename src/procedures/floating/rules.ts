import { REGIONS } from '#platform/places/regions.ts';
import { addMonths } from '#platform/time/days.ts';

/** Statuses of an outflow (domain 3.3): who is floating is in 2 or 3. */
export const OUT = { waiting: 1, out: 2, received: 3, back: 4, moved: 5 } as const;
export type OutStatus = (typeof OUT)[keyof typeof OUT];
export const OUT_STATES: Readonly<Record<OutStatus, string>> = {
  1: '待确认',
  2: '已流出',
  3: '已纳入流入地',
  4: '已返回',
  5: '已转组织关系',
};
/** Statuses of an inflow. */
export const IN = { waiting: 1, received: 2, left: 3, returned: 4 } as const;
export type InStatus = (typeof IN)[keyof typeof IN];
export const IN_STATES: Readonly<Record<InStatus, string>> = { 1: '待确认', 2: '已接收', 3: '已离开', 4: '退回' };

/** Where each status may lead; everything else is refused by the database's own rows. */
export const OUT_ARROWS: Readonly<Record<OutStatus, readonly OutStatus[]>> = {
  1: [2],
  2: [3, 4, 5],
  3: [2, 4, 5],
  4: [],
  5: [],
};
export const IN_ARROWS: Readonly<Record<InStatus, readonly InStatus[]>> = { 1: [2, 3, 4], 2: [3, 4], 3: [], 4: [] };

export const isFloatingIn = (status: number) => status === OUT.out || status === OUT.received;

export const RANGES = { 1: '省内', 2: '跨省', 3: '境外' } as const;
export type Range = keyof typeof RANGES;
/** Dictionary 0052. */
export const REASONS = { 1: '务工经商', 2: '求学', 3: '随居', 4: '自主择业', 5: '离退休异地居住', 9: '其他' } as const;
export type Reason = keyof typeof REASONS;
export const TRADES = {
  1: '制造业',
  2: '建筑业',
  3: '批发零售',
  4: '住宿餐饮',
  5: '交通运输和快递',
  6: '信息技术',
  7: '居民服务',
  8: '教育培训',
  9: '医疗卫生',
  10: '农林牧渔',
  11: '在校学习',
  12: '离退休或未就业',
  99: '其他',
} as const;
export type Trade = keyof typeof TRADES;
export const WAYS = { 1: '电话', 2: '微信', 3: '见面', 4: '家属亲友', 5: '单位或流入地', 6: '上门走访' } as const;
export type Way = keyof typeof WAYS;
export const TOPICS = { 1: '情况正常', 2: '工作居住有变化', 3: '有困难', 4: '即将返回', 5: '其他' } as const;
export type Topic = keyof typeof TOPICS;
export const CERTIFICATES = { given: '已发放', returned: '已交回', lost: '已遗失' } as const;

/** Months away from which on somebody is floating (党员教育管理工作条例第三十二条). */
export const FLOATING_MONTHS = 6;
/** For how many floating members one contact person may be named where no organisation above has set it. */
export const MOST_CONTACTS = 5;

/** Said where an absence is shorter than six months. */
export const TOO_SHORT = '外出不满6个月的不登记流动，组织关系不变，可开具党员证明信';

/** The day on which six months of an absence are over; month ends clamp (08-31 → 02-28). */
export const sixMonthsAfter = (startedOn: string): string => addMonths(startedOn, FLOATING_MONTHS);

/**
 * Why an absence does not count as floating: six months are neither over today nor planned; empty where it does.
 * @param plannedTo null: no return is planned
 */
export function reasonTooShort(startedOn: string, plannedTo: string | null, today: string): string {
  const from = sixMonthsAfter(startedOn);
  if (from <= today || (plannedTo !== null && plannedTo >= from)) return '';
  return plannedTo === null ? `外出到${from}满6个月，请填写预计返回日期，或到期再登记` : TOO_SHORT;
}

/** The page that a 报到码 leads to. */
export const reportPath = (code: string): string => `/report-in/${code}`;

/** Months between two contacts: one, of who studies abroad six (第二十四条, domain 3.3). */
export const contactMonths = ({ range, reason }: { range: number; reason: number }): number =>
  range === 3 && reason === 2 ? 6 : 1;

/** By which day the next contact is due: so many months after the last one, at first after the registration. */
export const contactDue = (lastOn: string, months = 1): string => addMonths(lastOn, months);

/** The region of GB/T 2260 that a place begins with, the narrowest; undefined where none does. */
export function regionOf(place: string) {
  return REGIONS.filter(({ full }) => place.startsWith(full)).sort((a, b) => b.full.length - a.full.length)[0];
}
