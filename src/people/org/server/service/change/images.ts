import type { Ctx } from '#platform/server/context.ts';
import { allBelongings } from '../../belongings.ts';
import {
  type Altered,
  type Image,
  imageOf,
  listUntouchedRows,
  restoreImages,
  saveImages,
  TODOS,
} from '../../queries/changeImages.ts';
import type { Step } from './plan.ts';

const altered = (): readonly Altered[] => [TODOS, ...allBelongings().flatMap(({ alters }) => alters ?? [])];

/** The organisations whose rows steps touch in their place. */
const touchedBy = (steps: readonly Step[]) => [
  ...new Set(
    steps.flatMap((step) => ('from' in step ? [step.from.id, step.to.id] : step.do === 'revoke' ? [step.org.id] : [])),
  ),
];

/** Runs the body and notes what it altered in rows of the steps' organisations, for the way back. */
export async function recordAlterations<T>(
  ctx: Ctx,
  changeId: string,
  steps: readonly Step[],
  body: () => Promise<T>,
): Promise<T> {
  const orgIds = touchedBy(steps).filter((id) => id !== '');
  const before: [Altered, Image][] = [];
  for (const one of altered()) before.push([one, await imageOf(ctx.db, one, orgIds)]);
  const result = await body();
  for (const [one, image] of before) await saveImages(ctx.db, changeId, one, image);
  return result;
}

/** Runs the body, which takes a document back, and then puts what the document altered as it was, but for what somebody has altered since. */
export async function restoreAlterations<T>(ctx: Ctx, changeId: string, body: () => Promise<T>): Promise<T> {
  const ours: [Altered, string[]][] = [];
  for (const one of altered()) {
    const ids = await listUntouchedRows(ctx.db, changeId, one);
    if (ids.length > 0) ours.push([one, ids]);
  }
  const result = await body();
  for (const [one, ids] of ours) await restoreImages(ctx.db, changeId, one, ids);
  const ids = new Map(ours.map(([{ table }, rows]) => [table as string, rows as readonly string[]]));
  for (const kind of allBelongings())
    if (kind.alters?.some(({ table }) => ids.has(table))) await kind.woken?.(ctx, ids);
  return result;
}
