import type { MeetingType } from './rules.ts';

/** The types that have a matter of their own: study, opinions by name, problems and their rectification. */
export const LIFE_TYPES: readonly MeetingType[] = [6, 7];
export const hasMatter = (type: number): boolean => LIFE_TYPES.includes(type as MeetingType);

export const STATEMENT_KINDS = { 1: '对照检查材料', 2: '自我批评', 3: '相互批评' } as const;
export type StatementKind = keyof typeof STATEMENT_KINDS;

/** The day by which the report or the plan of a meeting is due, `YYYY-MM-DD`. @param days after the meeting, below zero before it (`Terms`) */
export const reportDue = (heldOn: string, days: number): string =>
  new Date(Date.parse(`${heldOn}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Whether a rectification is done, late or running, by today. */
export function problemState(one: { dueOn: string; doneOn: string | null }, today: string): 'done' | 'late' | 'open' {
  if (one.doneOn !== null) return 'done';
  return one.dueOn < today ? 'late' : 'open';
}
export const PROBLEM_STATES = { done: '已销号', late: '已逾期', open: '整改中' } as const;

/** Somebody of a branch, as far as talks are concerned. */
export interface TalkPerson {
  id: string;
  name: string;
  /** Belongs to the present leadership. */
  leads: boolean;
}
export interface TalkPair {
  from: TalkPerson;
  to: TalkPerson;
}

/**
 * Who still owes whom a talk in a year (支部工作条例: at least one a year between committee members, between them and the
 * members, and between members): every pair of the leadership; every member with one of the leadership; every member with one
 * other member. A talk counts for both.
 */
export function missingTalks(people: readonly TalkPerson[], talks: readonly { fromId: string; toId: string }[]) {
  const met = new Map<string, Set<string>>(people.map(({ id }) => [id, new Set<string>()]));
  for (const { fromId, toId } of talks) {
    met.get(fromId)?.add(toId);
    met.get(toId)?.add(fromId);
  }
  const leaders = people.filter(({ leads }) => leads);
  const members = people.filter(({ leads }) => !leads);
  const pairs: TalkPair[] = leaders.flatMap((from, at) =>
    leaders.slice(at + 1).flatMap((to) => (met.get(from.id)?.has(to.id) ? [] : [{ from, to }])),
  );
  const withoutLeader =
    leaders.length === 0 ? [] : members.filter(({ id }) => !leaders.some((one) => met.get(id)?.has(one.id)));
  const withoutMember =
    members.length < 2
      ? []
      : members.filter(({ id }) => !members.some((one) => one.id !== id && met.get(id)?.has(one.id)));
  return { pairs, withoutLeader, withoutMember };
}
