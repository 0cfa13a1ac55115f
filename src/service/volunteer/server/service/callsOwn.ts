import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#service/volunteer/contract.call.ts';
import { CALL_ANSWERS, CALL_STATES } from '#service/volunteer/contract.call.ts';
import * as queries from '../queries/call.ts';

/** The calls to the session's person. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.ownCalls>,
): Promise<ReplyOf<typeof contract.ownCalls>> {
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfOwnCalls(ctx.db, ownMemberId(ctx), input.pageSize, skipped);
  return {
    rows: page.rows.map((row) => ({
      ...row,
      stateName: CALL_STATES[row.state],
      answerName: CALL_ANSWERS[row.answer],
      can: { answer: row.state === 1 && row.arrivedAt === null },
    })),
    total: page.total,
  };
}

/** Says whether the session's person comes; it may be said otherwise until the call ends or they have arrived. */
export async function answer(ctx: Ctx, { id, coming }: ParsedOf<typeof contract.answerCall>): Promise<null> {
  const row = await queries.answerCall(ctx.db, id, ownMemberId(ctx), coming ? 1 : 2);
  if (!row) throw notFound('没有叫到您的这次召集');
  if (row.state !== 1) throw refuse('召集已结束，不用再答复');
  if (row.arrived) throw refuse('已登记您到场，不用再答复');
  ctx.audit({
    type: 'serviceCall',
    id,
    name: row.title,
    orgCode: row.orgCode,
    changes: { answers: [null, `${row.name}：${CALL_ANSWERS[coming ? 1 : 2]}`] },
  });
  return null;
}
