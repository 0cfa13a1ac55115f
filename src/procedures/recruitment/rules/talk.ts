/** Steps that begin with a talk that is arranged. */
export const TALKS = [2, 16] as const;

/** When a talk is: its day, the start `HH:MM` and its minutes. */
export interface TalkTime {
  day: string;
  starts: string;
  minutes: number;
}

/** How far a talk is settled. */
export interface TalkState {
  personAt: unknown;
  talkerAt: unknown;
  wishedAt: unknown;
  movedAt: unknown;
}

/** Whether a step begins with a talk that is arranged: 2 and 16. */
export const isTalk = (no: number): no is (typeof TALKS)[number] => TALKS.includes(no as 2);

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** When a talk ends, `HH:MM`; never past midnight. */
export function endOfTalk({ starts, minutes }: Pick<TalkTime, 'starts' | 'minutes'>): string {
  const end = Math.min(minuteOf(starts) + minutes, 24 * 60 - 1);
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
}

/** Whether two talks lie at the same time; one that begins when the other ends does not. */
export const talksOverlap = (a: TalkTime, b: TalkTime): boolean =>
  a.day === b.day && a.starts < endOfTalk(b) && b.starts < endOfTalk(a);

/** 待双方确认, 待本人确认, 待谈话人确认, 本人申请改期, 双方已确认. */
export function talkStateText(talk: TalkState): string {
  if (talk.wishedAt && !talk.movedAt && !talk.personAt && !talk.talkerAt) return '本人申请改期，待谈话人答复';
  if (talk.personAt && talk.talkerAt) return '双方已确认';
  if (talk.personAt) return '待谈话人确认';
  return talk.talkerAt ? '待本人确认' : '待双方确认';
}

/** Whether the person may ask for another time: once, and not after both agreed. */
export const mayWish = (talk: TalkState): boolean => !talk.wishedAt && !(talk.personAt && talk.talkerAt);

/** Whether the talker may move it: once, where the person asked and neither agreed since. */
export const mayMove = (talk: TalkState): boolean =>
  Boolean(talk.wishedAt) && !talk.movedAt && !talk.personAt && !talk.talkerAt;
