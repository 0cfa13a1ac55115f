import type * as contract from '#life/tasks/contract.ownPart.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import * as queries from '../queries/parts.ts';
import { partOfPerson } from '../queries/people.ts';
import { NO_PART } from './common.ts';
import { extend } from './extension.ts';
import { detailOf, isOwn, partFacts, receive, report, speak, withdraw } from './parts.ts';

/** A part of the session's own person, wherever its organisation stands; any other reads as not there. */
async function mustBeOwn(ctx: Ctx, id: string | undefined): Promise<queries.PartRecord> {
  const found = id && (await queries.findPart(ctx.db, wholeScope, id));
  if (!found || !isOwn(ctx, found)) throw notFound(NO_PART);
  return found;
}

/** What was given to the session's person. */
export async function parts(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOwnParts>,
): Promise<ReplyOf<typeof contract.listOwnParts>> {
  const filter = {
    view: 'own' as const,
    state: input.state ?? null,
    overdue: input.overdue ?? false,
    words: input.keyWords || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfParts(ctx.db, ctx.session, filter, input.pageSize, offset);
  return { rows: page.rows.map(partFacts), total: page.total };
}

/** The own part of a cycle. */
export async function part(
  ctx: Ctx,
  { taskId, circleId }: ParsedOf<typeof contract.getOwnPart>,
): Promise<ReplyOf<typeof contract.getOwnPart>> {
  const { memberId } = ctx.session;
  return detailOf(
    ctx,
    await mustBeOwn(ctx, memberId ? await partOfPerson(ctx.db, memberId, taskId, circleId) : undefined),
  );
}

/** The acts are those of every receiver, on the own part alone. */
export async function receiveOwn(ctx: Ctx, input: ParsedOf<typeof contract.receiveOwnPart>) {
  await mustBeOwn(ctx, input.id);
  return receive(ctx, input, wholeScope);
}

export async function reportOwn(ctx: Ctx, input: ParsedOf<typeof contract.reportOwnPart>) {
  await mustBeOwn(ctx, input.id);
  return report(ctx, { ...input, proofs: [] }, wholeScope);
}

export async function withdrawOwn(ctx: Ctx, input: ParsedOf<typeof contract.withdrawOwnPart>) {
  await mustBeOwn(ctx, input.id);
  return withdraw(ctx, input, wholeScope);
}

export async function extendOwn(ctx: Ctx, input: ParsedOf<typeof contract.askOwnExtension>) {
  await mustBeOwn(ctx, input.id);
  return extend(ctx, input, wholeScope);
}

export async function speakOwn(ctx: Ctx, input: ParsedOf<typeof contract.sayOwn>): Promise<null> {
  await mustBeOwn(ctx, input.id);
  return speak(ctx, input, wholeScope);
}
