import { isOwed, type PeopleSums, stateOf } from './rules.duty.ts';

/** The days between which somebody led, or was its secretary; `until` the day from which on not any more, null: goes on. */
interface Span {
  since: string;
  until: string | null;
}

/** Somebody who leads a committee, with what was done in a year. */
export interface LeaderYear extends Span {
  id: string;
  /** The days between which this person was its secretary; null: was not. */
  secretary: Span | null;
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
function stateIn(span: Span | null, did: number, cell: LeaderCell): LeaderState {
  const period = String(cell.year);
  if (span === null || !cell.isOwed || !isOwed(period, span.since, span.until)) return 'none';
  const state = stateOf(period, { required: 1, held: did, exempt: cell.exempt }, cell.today);
  return state === 'later' ? 'none' : state;
}

/** 党课 of a secretary: one a year. */
export const lectureState = ({ secretary, lectures }: LeaderYear, cell: LeaderCell): LeaderState =>
  stateIn(secretary, lectures, cell);

/** 双重组织生活: at least once at the own branch; no branch has asked for them yet: it is to come, or lacked. */
export const dualState = (leader: LeaderYear, cell: LeaderCell): LeaderState => stateIn(leader, leader.present, cell);

/** What the leaders of one organisation owe in a year, and how many of them did it. */
export function sumLeaders(leaders: readonly LeaderYear[], year: number): Pick<PeopleSums, 11 | 13> {
  const owes = (span: Span | null) => span !== null && isOwed(String(year), span.since, span.until);
  const secretaries = leaders.filter(({ secretary }) => owes(secretary));
  const bound = leaders.filter(owes);
  return {
    11: { required: secretaries.length, held: secretaries.filter(({ lectures }) => lectures > 0).length },
    13: { required: bound.length, held: bound.filter(({ present }) => present > 0).length },
  };
}
