import { caseFault } from '#assessment/trinity/rules.case.ts';
import type { Ctx } from '#platform/server/context.ts';
import { caseOf } from '../queries/cases.ts';
import type { ScoreRecord } from '../queries/scores.ts';

/** What a material may become for the session, and the case that it has. */
export async function caseFor(ctx: Ctx, one: ScoreRecord) {
  const found = await caseOf(ctx.db, one.id);
  const isOpen = caseFault({ ...one, caseState: found?.state ?? null }) === '';
  const { orgId } = ctx.session;
  return {
    case: found ?? null,
    mayPropose: isOpen && orgId === one.orgId && ctx.may('trinity:report'),
    mayTake: isOpen && orgId === one.giverId && orgId !== one.orgId && ctx.may('trinity:review'),
  };
}
