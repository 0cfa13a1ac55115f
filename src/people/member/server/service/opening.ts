import { obstacleToTouchAccount } from '#kernel/permission/server/service/accountState.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import type { Person } from '../../rules.ts';

/**
 * Why a change may not be written: it touches what opens the person's account (phone, id card), and the session may not act
 * upon that account. Empty where it may. Asked at every door by which a record is changed.
 */
export const obstacleToAccountChange = async (
  ctx: Ctx,
  memberId: string,
  before: Person,
  after: Person,
): Promise<string> =>
  before.phone === after.phone && before.idCard === after.idCard ? '' : obstacleToTouchAccount(ctx, memberId);

/** Refuses such a change, with its reason (body code 400). */
export async function refuseAccountChange(ctx: Ctx, memberId: string, before: Person, after: Person): Promise<void> {
  const why = await obstacleToAccountChange(ctx, memberId, before, after);
  if (why) throw refuse(why);
}
