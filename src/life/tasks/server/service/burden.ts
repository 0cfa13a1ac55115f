import type * as contract from '#life/tasks/contract.burden.ts';
import { BURDEN_ROWS } from '#life/tasks/contract.burden.ts';
import { MANY_OPEN } from '#life/tasks/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { listLoads, loadByMonth } from '../queries/burden.ts';

type Month = { month: number; parts: number; cells: number };
const year12 = (found: readonly Month[] | null) =>
  Array.from({ length: 12 }, (_, at) => {
    const one = found?.find(({ month }) => month === at + 1);
    return { parts: one?.parts ?? 0, cells: one?.cells ?? 0 };
  });

/** Who loads the organisations of the scope with how much, month by month, and who is loaded most. */
export async function getBurden(
  ctx: Ctx,
  { year }: ParsedOf<typeof contract.officeBurden>,
): Promise<ReplyOf<typeof contract.officeBurden>> {
  const whole = await loadByMonth(ctx.db, ctx.scope, year, MANY_OPEN);
  const givers = await listLoads(ctx.db, ctx.scope, year, 'giver_id', BURDEN_ROWS);
  const receivers = await listLoads(ctx.db, ctx.scope, year, 'org_id', BURDEN_ROWS);
  return {
    year,
    orgs: whole?.orgs ?? 0,
    open: whole?.open ?? 0,
    loaded: whole?.loaded ?? 0,
    months: year12(whole?.months ?? null),
    givers: givers.map(({ months, open: _open, ...one }) => ({ ...one, months: year12(months) })),
    receivers: receivers.map(({ months, tasks: _tasks, orgs: _orgs, ...one }) => ({ ...one, months: year12(months) })),
  };
}
