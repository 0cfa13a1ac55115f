/** States of a vote of which screens tell: open, over, sealed. */
const VOTE_STATES: readonly number[] = [1, 2, 3];
/** States of a meeting: announced, held, submitted, archived. */
const LIFE_STATES: readonly number[] = [1, 2, 3, 5];
/** 组织生活会, 民主生活会, 民主评议: what is said there is not for a hall. */
const CLOSED_TYPES: readonly number[] = [6, 7, 8];

export const mayShowVote = ({ state }: { state: number }): boolean => VOTE_STATES.includes(state);

export const mayShowLife = ({ state, type, cancelled }: { state: number; type: number; cancelled: boolean }): boolean =>
  !cancelled && LIFE_STATES.includes(state) && !CLOSED_TYPES.includes(type);

interface Vote {
  state: number;
  kind: 'agree' | 'choose';
  voters: number;
  cast: number;
  /** `YYYY-MM-DD HH:mm`. */
  ends: string;
  result: { valid: boolean; passed: readonly boolean[] } | null;
}

/** What a screen says of a vote: numbers alone, and what was decided; no name and no choice. */
export function voteWords({ state, kind, voters, cast, ends, result }: Vote): string {
  const turnout = `应投${voters}人，已投${cast}人`;
  if (state === 1 || result === null) return `${turnout}，${ends}截止`;
  if (!result.valid) return `${turnout}，参加人数不够，投票无效`;
  const passed = result.passed.filter(Boolean).length;
  const rest = result.passed.length - passed;
  return kind === 'choose'
    ? `${turnout}，选出${passed}人`
    : `${turnout}，通过${passed}项${rest > 0 ? `，未通过${rest}项` : ''}`;
}

/** What a screen says of a meeting. @param from, to `HH:mm` */
export function meetingText(of: {
  held: boolean;
  from: string;
  to: string;
  due: number | null;
  present: number | null;
}): string {
  if (!of.held) return `${of.from}开始，${of.to}结束`;
  return of.due === null ? '' : `应到${of.due}人，实到${of.present ?? 0}人`;
}
