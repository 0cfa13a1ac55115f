import { sumTraining } from '#people/studyHours/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import type * as contract from '#procedures/recruitment/contract.training.ts';
import { dayDone } from '#procedures/recruitment/rules/path.ts';
import { findFile } from '../queries/file.ts';
import { loadWholeFile, MISSING } from './wholeFile.ts';

/**
 * What the ledger of hours and the certificates know of 集中培训 since the person became 发展对象; a proposal, which the branch
 * takes over or not.
 */
export async function trainingProposal(
  ctx: Ctx,
  { fileId }: ParsedOf<typeof contract.proposeTraining>,
): Promise<ReplyOf<typeof contract.proposeTraining>> {
  const file = await findFile(ctx.db, ctx.scope, fileId);
  if (!file) throw notFound(MISSING);
  const { path } = await loadWholeFile(ctx, file);
  const from = dayDone(path, 8) ?? dayDone(path, 7) ?? dayDone(path, 3) ?? file.appliedOn ?? file.today;
  const { hours, days, lastOn, certificates } = await sumTraining(ctx.db, file.memberId, from, file.today);
  const ends = [lastOn, ...certificates.map(({ endsOn }) => endsOn)].flatMap((day) => day ?? []).sort();
  return { from, hours, days, endsOn: ends.at(-1) ?? null, certificates };
}
