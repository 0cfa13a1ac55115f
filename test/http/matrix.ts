/** What a call is tried at in the walk of the access matrix. */
export interface Target {
  id: string;
  relation: string;
  allowed: boolean;
}

/**
 * Of what lies alike and is judged alike, the first and the last: the widest and the narrowest of the tree. Whoever lacks the
 * right is refused before the target is looked at: one of each relation shows it.
 */
export function sampled(targets: Target[], right: boolean): Target[] {
  if (!right)
    return [...Map.groupBy(targets, ({ relation }) => relation).values()].flatMap((group) => group.slice(0, 1));
  const alike = Map.groupBy(targets, ({ relation, allowed }) => `${relation} ${allowed}`);
  return [...alike.values()].flatMap((group) =>
    group.length > 2 ? [...group.slice(0, 1), ...group.slice(-1)] : group,
  );
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
