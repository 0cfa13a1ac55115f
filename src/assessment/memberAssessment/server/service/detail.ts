import type * as contract from '#assessment/memberAssessment/contract.ts';
import { rewardPoints } from '#assessment/memberAssessment/rules.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import * as queries from '../queries/months.ts';
import { personOf } from './months.ts';

/** Who changed what of a person's month, from what to what. */
export async function changes(
  ctx: Ctx,
  input: ParsedOf<typeof contract.monthChanges>,
): Promise<ReplyOf<typeof contract.monthChanges>> {
  const person = await personOf(ctx, input.memberId, input.year);
  const rows = await queries.changesOf(ctx.db, person.id, input.year, input.month);
  return { name: person.name, changes: rows.map(({ madeAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString() })) };
}

/** Rewards and punishments of a year, as the record's own tab has them. */
export async function rewards(
  ctx: Ctx,
  input: ParsedOf<typeof contract.rewardPunish>,
): Promise<ReplyOf<typeof contract.rewardPunish>> {
  const person = await personOf(ctx, input.memberId, input.year);
  const [names, found] = await Promise.all([
    dictionaryNames(ctx.services),
    queries.rewardsOf(ctx.db, [person.id], input.year),
  ]);
  const rows = found.map((row) => ({
    id: row.id,
    typeName: names.name('0042', row.type),
    name: names.name('0043', row.name),
    levelName: names.name('0044', row.level),
    approvedOn: row.approvedOn,
    approvedBy: row.approvedBy,
    points: rewardPoints(row.type, row.name, row.level),
  }));
  const sum = (of: (points: number) => boolean) =>
    rows.reduce((all, { points }) => (of(points) ? all + points : all), 0);
  return { name: person.name, rows, rewards: sum((points) => points > 0), punish: -sum((points) => points < 0) };
}
