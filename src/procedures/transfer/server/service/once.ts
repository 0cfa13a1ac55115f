import type { Ctx } from '#platform/server/context.ts';

const read = new WeakMap<Ctx, Map<string, Promise<unknown>>>();

/**
 * What a transaction asks again for every person of a batch, read once: the line above a branch, how a committee issues letters.
 * Only for what the transaction itself does not change.
 */
export function readOnce<T>(ctx: Ctx, key: string, ask: () => Promise<T>): Promise<T> {
  const known = read.get(ctx) ?? new Map<string, Promise<unknown>>();
  read.set(ctx, known);
  const found = known.get(key) as Promise<T> | undefined;
  if (found) return found;
  const pendingAnswer = ask();
  known.set(key, pendingAnswer);
  pendingAnswer.catch(() => known.delete(key));
  return pendingAnswer;
}
