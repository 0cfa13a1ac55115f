import { beijingTime } from '#platform/time/days.ts';

/** How a 插播 stands: what was decided about it, and by the clock. */
export const INSERT_STANDINGS = {
  asked: '待发布',
  later: '未到时间',
  on: '播出中',
  over: '已结束',
  missed: '过时未发布',
  returned: '已退回',
  ended: '已撤回',
} as const;
export type InsertStanding = keyof typeof INSERT_STANDINGS;
export const INSERT_STANDING_NAMES = Object.keys(INSERT_STANDINGS) as [InsertStanding, ...InsertStanding[]];

export type InsertState = 'asked' | 'released' | 'returned' | 'ended';

/** Hours for which a 插播 may run: it is over within a day. */
export const INSERT_HOURS = 24;
/** Characters that are still read from the far end of a hall. */
export const INSERT_WORDS = 80;

/** How a 插播 stands at an instant. @param fromAt, toAt, now epoch milliseconds */
export function standingOf(
  { state, fromAt, toAt }: { state: InsertState; fromAt: number; toAt: number },
  now: number,
): InsertStanding {
  if (state === 'returned' || state === 'ended') return state;
  if (state === 'asked') return now < toAt ? 'asked' : 'missed';
  return now < fromAt ? 'later' : now < toAt ? 'on' : 'over';
}

/** Epoch milliseconds of a moment in Beijing, `YYYY-MM-DD HH:mm`. */
export const instantOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}:00+08:00`);

/**
 * What is amiss with the hours of a 插播, by field; empty where nothing is.
 * @param fromAt empty: as soon as it is released
 */
export function hoursFault(fromAt: string | null, toAt: string, now: number): Record<string, string> {
  const until = instantOf(toAt);
  if (until <= now) return { toAt: '结束时间已经过去' };
  const begins = fromAt === null ? now : instantOf(fromAt);
  if (begins >= until) return { toAt: '结束时间应晚于开始时间' };
  const latest = begins + INSERT_HOURS * 3_600_000;
  return until > latest ? { toAt: `插播最长${INSERT_HOURS}小时，最晚到${beijingTime(latest)}` } : {};
}
