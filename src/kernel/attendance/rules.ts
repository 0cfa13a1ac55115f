/** Seconds that a code for signing in holds; the one before it is taken as well. */
export const CODE_SECONDS = 30;
/** Minutes before the beginning from which on people sign in. */
export const OPENS_BEFORE = 60;

export const ATTENDANCE = { 0: '未到', 1: '已到', 2: '请假', 3: '缺席' } as const;
export type AttendanceState = keyof typeof ATTENDANCE;
export const LEAVE_KINDS = { 1: '因病因事', 2: '无故' } as const;
export const WAYS = { '': '', scan: '扫码', proxy: '代签', list: '名单登记' } as const;
export type Way = keyof typeof WAYS;

/** Somebody on the roll of an occasion, as far as it decides about 应到 and votes. */
export interface RollPerson {
  /** 1 full member, 2 probationary. */
  category: number;
  /** 党籍状态; 1 is in good standing. */
  status: number;
  /** 留党察看 runs. */
  watched: boolean;
}

/**
 * Whether somebody is due and has a vote (domain 1.4): full members in good standing vote; probationary members attend;
 * under 留党察看 one attends without a vote; 停止党籍 and what lies beyond it is not due.
 */
export function dueOf({ category, status, watched }: RollPerson): { due: boolean; votes: boolean; why: string } {
  if (status !== 1) return { due: false, votes: false, why: '停止党籍' };
  if (watched) return { due: true, votes: false, why: '留党察看期间没有表决权' };
  if (category === 2) return { due: true, votes: false, why: '预备党员没有表决权' };
  return { due: true, votes: true, why: '' };
}

/** What is counted of a sheet. */
export interface Tally {
  /** 应到 and 实到. */
  due: number;
  present: number;
  /** Of these, with a vote. */
  voters: number;
  votersPresent: number;
  leave: number;
  absent: number;
  /** Nothing is known of them yet. */
  open: number;
  guests: number;
}

/** The counts of a sheet. */
export function tallyOf(people: readonly { due: boolean; votes: boolean; guest: boolean; state: number }[]): Tally {
  const due = people.filter((one) => one.due && !one.guest);
  const of = (state: number) => due.filter((one) => one.state === state).length;
  const voters = due.filter(({ votes }) => votes);
  return {
    due: due.length,
    present: of(1),
    voters: voters.length,
    votersPresent: voters.filter(({ state }) => state === 1).length,
    leave: of(2),
    absent: of(3),
    open: of(0),
    guests: people.filter(({ guest }) => guest).length,
  };
}
