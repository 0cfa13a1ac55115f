import { beijingTime } from '#platform/time/days.ts';

/** How many hours must pass before the same thing can be urged again, by anybody. */
export const URGE_HOURS = 2;

/** The sentence for somebody who urges again too early. @param at when it was urged last */
export const urgedRecently = (at: Date): string =>
  `${beijingTime(at)}已经催办过，${URGE_HOURS}小时内只能催一次，${beijingTime(at.getTime() + URGE_HOURS * 3_600_000).slice(11)}以后可以再催`;
