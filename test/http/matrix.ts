/** What a call is tried at in the walk of the access matrix. */
export interface Target {
  id: string;
  relation: string;
  allowed: boolean;
}

/** `npm run soak` and who writes the matrix anew ask at more targets. */
export const WHOLE = Number(process.env.WALKS ?? 0) >= 1000 || process.env.UPDATE_MATRIX === '1';

/**
 * Where a call is tried. Of what lies alike and is judged alike, the first or the last in turn, the widest or the narrowest of the
 * tree; whole, both. Whoever lacks the right is refused before the target is looked at, at one place for all calls
 * (`dispatch.ts`): one relation of one input shows it, another with each turn; whole, every relation of each.
 * @param turn number of the call and of who calls, so that each call is tried at each place by somebody
 */
export function sampled(targets: Target[], right: boolean, turn: number): Target[] {
  if (!right) {
    const relations = [...Map.groupBy(targets, ({ relation }) => relation).values()].map(([first]) => first as Target);
    return WHOLE ? relations : relations.slice(turn % relations.length).slice(0, 1);
  }
  const alike = Map.groupBy(targets, ({ relation, allowed }) => `${relation} ${allowed}`);
  return [...alike.values()].flatMap((group) => {
    const ends = group.length > 1 ? [...group.slice(0, 1), ...group.slice(-1)] : group;
    return WHOLE ? ends : ends.slice(turn % ends.length).slice(0, 1);
  });
}

/**
 * Outcome of an answer; a refusal by a business rule (400, 600) counts as let through. The samples
 * are good inputs, or the targets out of scope would not read 404.
 */
export function outcome(answer: { status: number; code: number }): string {
  if (answer.status === 200 && Number.isNaN(answer.code)) return 'ok';
  if ([200, 400, 600, 0].includes(answer.code)) return 'ok';
  return String(answer.code);
}
