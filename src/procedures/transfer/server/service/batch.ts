import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { runRefusable } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/transfer/contract.batch.ts';
import { isWorker } from './lock.ts';
import { start } from './start.ts';

/** Hands one transfer in for each line, each by itself: what stands against one is its outcome and stops no other. */
export async function startBatch(
  ctx: Ctx,
  { rows, reason }: ParsedOf<typeof contract.startBatch>,
): Promise<ReplyOf<typeof contract.startBatch>> {
  if (!isWorker(ctx)) throw refuse('毕业生批量转出由党组织办理，本人请用“申请转接”');
  if (new Set(rows.map(({ memberId }) => memberId)).size < rows.length) throw refuse('同一名党员只能出现一次');
  const made = new Map<string, { id: string | null; note: string }>();
  // In one order, so that two sheets with the same people do not wait for each other.
  for (const row of rows.toSorted((a, b) => Number(a.memberId) - Number(b.memberId))) {
    let id: string | null = null;
    const note = await runRefusable(ctx.db, async () => {
      const { memberId, outsideName, outsideBranch } = row;
      const target = { kind: 'graduate' as const, outsideName, outsideBranch };
      const { ids } = await start(ctx, { memberIds: [memberId], ...target, reason, submit: true });
      id = ids[0] ?? null;
    });
    made.set(row.memberId, note ? { id: null, note } : { id, note: '' });
  }
  return { rows: rows.map(({ memberId }) => ({ memberId, ...(made.get(memberId) ?? { id: null, note: '' }) })) };
}
