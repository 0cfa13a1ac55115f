import { periodName } from './rules.ts';

/** What `updateVolunteerOrganSignStatus` calls the states of a slip. */
export const SIGNS = { 0: '未签收', 1: '已签收', 2: '回执已收' } as const;
export type Sign = keyof typeof SIGNS;

/** Days after which a slip that nobody has signed, or received, is late. */
export const FEEDBACK_DAYS = 15;

/** Why a slip cannot take a step; empty where it can: the place signs first, then the unit receives, each once. */
export function whyNotSigning(from: Sign, to: Sign): string {
  if (to === 0) return '签收后不能退回';
  if (from >= to) return to === 1 ? '已经签收，请刷新后再看' : '已经接收，请刷新后再看';
  return to === from + 1 ? '' : '社区签收以后，单位才能接收';
}

/** The mean of stars, to a tenth; empty where there is none. */
export const meanStars = (sum: number, count: number): string => (count === 0 ? '' : (sum / count).toFixed(1));

/** The last eight quarters before the one that runs, the last first, as choices. @param now in milliseconds */
export function lastPeriods(now: number): { value: string; label: string }[] {
  const today = new Date(now + 8 * 3_600_000);
  const at = today.getUTCFullYear() * 4 + Math.floor(today.getUTCMonth() / 3);
  return Array.from({ length: 8 }, (_, back) => {
    const one = at - 1 - back;
    const value = `${Math.floor(one / 4)}-${(one % 4) + 1}`;
    return { value, label: periodName(value) };
  });
}
