/** What a leader owes in a year besides the meetings of the own organisation, with the clause. */
export const LEADER_CLAUSE = {
  lecture:
    '《中国共产党支部工作条例（试行）》第十六条：党员领导干部应当定期为基层党员讲党课，党委（党组）书记每年至少讲1次党课',
  dual: '《中国共产党党员教育管理工作条例》第十六条：党员领导干部应当参加所在党支部的组织生活，执行双重组织生活制度',
} as const;

/** Organisations whose leaders owe it: those that hold a 民主生活会. */
export const LEADER_TYPES: readonly number[] = [10, 20, 21, 30];

export interface LeaderYear {
  isSecretary: boolean;
  /** Lectures given. */
  lectures: number;
  /** Meetings of the own branch at which one was due, and came. */
  due: number;
  present: number;
}

/** ■ 达标, ◆ 待开 while the year runs, ● 缺 once it is over; `none`: not owed. */
export type LeaderState = 'ok' | 'due' | 'missing' | 'none';
const open = (isOver: boolean): LeaderState => (isOver ? 'missing' : 'due');

/** 党课 of a secretary: one a year. */
export const lectureState = ({ isSecretary, lectures }: LeaderYear, isOver: boolean): LeaderState =>
  isSecretary ? (lectures > 0 ? 'ok' : open(isOver)) : 'none';

/** 双重组织生活: at least once at the own branch; no branch has asked for them yet: it is to come, or lacked. */
export const dualState = ({ present }: LeaderYear, isOver: boolean): LeaderState => (present > 0 ? 'ok' : open(isOver));
