import type * as contract from '#life/orgLife/contract.duty.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { silent, syncSilentBranchTodos } from '../queries/duty.ts';
import { termsOf } from '../queries/terms.ts';

const WORKER = 3;

/** 静默支部: a to-do at each branch that held nothing for so long, and at the organisation above, until something is held. */
export const syncSilentTodos = ({ db }: Services): Promise<void> =>
  transact(db, async (tx) =>
    syncSilentBranchTodos(tx, {
      types: BRANCH_TYPES,
      days: (await termsOf(tx)).silentDays,
      roleId: WORKER,
      module: '组织生活',
      branch: '/affairs/event?tab=year&orgId=',
      above: '/affairs/event?tab=silent',
    }),
  );

/** The silent branches of the scope. */
export async function list(
  ctx: Ctx,
  { pageNum, pageSize }: ParsedOf<typeof contract.listSilent>,
): Promise<ReplyOf<typeof contract.listSilent>> {
  const { silentDays: days } = await termsOf(ctx.db);
  const found = await silent(ctx.db, ctx.scope, BRANCH_TYPES, days, pageSize, (pageNum - 1) * pageSize);
  return {
    rows: found.map(({ id, name, parent, last }) => ({ id, name, parent: parent ?? '', lastOn: last })),
    total: found[0]?.total ?? 0,
    days,
  };
}
