import { isOwed, stateOf, type Unit } from './rules.duty.ts';

/** Somebody who leads a committee, with what was done in a year. */
export interface LeaderYear extends Unit {
  /** The days between which this person was its secretary; null: was not. */
  secretary: { since: string; until: string | null } | null;
  /** Lectures given. */
  lectures: number;
  /** Meetings of the own branch at which one was due, and came. */
  due: number;
  present: number;
}

/** ■ 达标, ◆ 待开 while the year runs, ● 缺 once it is over, 免; `none`: not owed. */
export type LeaderState = 'ok' | 'due' | 'missing' | 'exempt' | 'none';

/** Of the organisation's cell: which year, whether it is owed there at all, whether it was waived. */
export interface LeaderCell {
  year: number;
  today: string;
  isOwed: boolean;
  exempt: boolean;
}

/** One leader's part of a cell: owed from the first full year in office on, until the year in which it ended. */
function stateIn(span: Omit<Unit, 'id'> | null, did: number, cell: LeaderCell): LeaderState {
  const period = String(cell.year);
  if (span === null || !cell.isOwed || !isOwed(period, span.since, span.until ?? null)) return 'none';
  const state = stateOf(period, { required: 1, held: did, exempt: cell.exempt }, cell.today);
  return state === 'later' ? 'none' : state;
}

/** 党课 of a secretary: one a year. */
export const lectureState = ({ secretary, lectures }: LeaderYear, cell: LeaderCell): LeaderState =>
  stateIn(secretary, lectures, cell);

/** 双重组织生活: at least once at the own branch; no branch has asked for them yet: it is to come, or lacked. */
export const dualState = (leader: LeaderYear, cell: LeaderCell): LeaderState => stateIn(leader, leader.present, cell);
