/** What a need is: a small wish that costs little, help by hands, or a project of several people. */
export const NEED_KINDS = { 1: '微心愿', 2: '求助', 3: '服务项目' } as const;
export type NeedKind = keyof typeof NEED_KINDS;
/** A small wish costs no more, in yuan. No money passes through the platform. */
export const MOST_YUAN = 200;

export const NEED = {
  waiting: 0,
  open: 1,
  taken: 2,
  going: 3,
  done: 4,
  ended: 5,
  returned: 6,
  withdrawn: 7,
} as const;
export type NeedState = (typeof NEED)[keyof typeof NEED];
export const NEED_STATES: Readonly<Record<NeedState, string>> = {
  0: '待受理',
  1: '已上架',
  2: '已认领',
  3: '办理中',
  4: '待评价',
  5: '已办结',
  6: '退回',
  7: '撤销',
};

/** The views of the workers' list; 待回访 and 超期 cut across the states. */
export const NEED_VIEWS = {
  waiting: '待受理',
  open: '已上架',
  taken: '已认领',
  going: '办理中',
  done: '待评价',
  talk: '待回访',
  ended: '已办结',
  returned: '退回',
  withdrawn: '撤销',
} as const;
export type NeedView = keyof typeof NEED_VIEWS;

/** Days after which nobody having looked at a need is the superior's matter. */
export const ANSWER_DAYS = 7;
/** Days without a step after which a need that was taken goes back. */
export const STEP_DAYS = 3;
/** Hours that a group or a unit has to take what was sent to it. */
export const SENT_HOURS = 24;
/** Days after the end of a need until whose it was is erased. */
export const SEALED_DAYS = 90;
/** Days for which the resident alone gives stars; then the place may. */
export const RATE_DAYS = 7;
/** So few stars open a talk. */
export const TALK_STARS = 2;

/** Signs of the code by which a resident follows a need; none that are mistaken for others. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const FOLLOW_LENGTH = 10;

/** A code of ten signs. @param random a whole number from zero up to, not including, its argument */
export const makeFollowCode = (random: (below: number) => number): string =>
  Array.from({ length: FOLLOW_LENGTH }, () => SIGNS[random(SIGNS.length)]).join('');

/** What somebody typed as a code, in the form in which it was handed out. */
export const keptFollowCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
export const isFollowCode = (code: string): boolean =>
  code.length === FOLLOW_LENGTH && [...code].every((sign) => SIGNS.includes(sign));

/** The steps that a state may be followed by. */
const NEXT: Readonly<Record<NeedState, readonly NeedState[]>> = {
  0: [NEED.open, NEED.returned, NEED.withdrawn],
  1: [NEED.taken, NEED.returned, NEED.withdrawn],
  2: [NEED.going, NEED.open, NEED.withdrawn],
  3: [NEED.done, NEED.open],
  4: [NEED.ended, NEED.going],
  5: [],
  6: [],
  7: [],
};
export const mayFollow = (from: NeedState, to: NeedState): boolean => NEXT[from].includes(to);

/** Kilometres between two points on the earth, by the great circle; null where one is not known. */
export function distanceOf(
  a: { lng: number | null; lat: number | null },
  b: { lng: number | null; lat: number | null },
): number | null {
  if (a.lng === null || a.lat === null || b.lng === null || b.lat === null) return null;
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const half =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2;
  return Math.round(2 * 6371 * Math.asin(Math.sqrt(half)) * 10) / 10;
}
