import type * as contract from '#life/tasks/contract.part.ts';
import type * as more from '#life/tasks/contract.partMore.ts';
import { MOST_ACCEPTED } from '#life/tasks/contract.partMore.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { recordPartEvidence, withdrawPartEvidence } from '../queries/evidence.ts';
import { openWhole } from '../queries/forms.ts';
import { listPassableReports } from '../queries/partMore.ts';
import * as queries from '../queries/parts.ts';
import { accountsOfParts } from '../queries/people.ts';
import { syncTodos } from '../queries/publish.ts';
import { isGiver, NO_PART, notifyAccounts, notifyEach } from './common.ts';
import { canOf, DONE, lockRow, nameOf, receiversOf, savePart, saveParts, syncPartTodos, targetState } from './parts.ts';
import { lockRow as holdTask, requireRunning } from './tasks.ts';

/** Accepts or returns what was handed in, many at once; what is not handed in any more is left and counted. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideParts>,
): Promise<ReplyOf<typeof contract.decideParts>> {
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请写明退回的原因' });
  const parts = await queries.lockParts(ctx.db, ctx.scope, input.ids);
  if (parts.length < input.ids.length) throw notFound(NO_PART);
  if (parts.some(({ giverId }) => !isGiver(ctx, giverId))) throw refuse('只有发布任务的组织可以验收');
  const due = parts.filter((one) => canOf(ctx, one).decide);
  if (due.length === 0) throw refuse(DONE);
  const by = ctx.session.accountName;
  await saveParts(ctx, due, {
    act: input.agree ? '验收通过' : '退回',
    text: input.opinion,
    change: { state: targetState(input.agree ? 'accept' : 'refuse'), decided: { by, opinion: input.opinion } },
  });
  const ids = due.map(({ id }) => id);
  if (input.agree) await recordPartEvidence(ctx.db, ids);
  else {
    const receivers = Map.groupBy(await accountsOfParts(ctx.db, ids), ({ partId }) => partId);
    const notices = due.map((one) => ({
      title: `退回重办：${nameOf(one)}`,
      remark: input.opinion,
      accountIds: (receivers.get(one.id) ?? []).map(({ accountId }) => accountId),
    }));
    await notifyEach(ctx, notices);
    await openWhole(ctx.db, ids);
  }
  for (const [taskId, some] of Map.groupBy(due, (one) => one.taskId))
    await syncPartTodos(
      ctx,
      taskId,
      some.map(({ id }) => id),
    );
  const last = due.at(-1);
  const next = last ? await queries.nextWaiting(ctx.db, last.taskId, last.orgCode) : null;
  return { decided: due.length, skipped: parts.length - due.length, next };
}

/** Accepts what waits of a task and has nothing to remark on by the rules; what carries a warning stays to be looked at. */
export async function acceptPassing(
  ctx: Ctx,
  { id }: ParsedOf<typeof more.acceptPassing>,
): Promise<ReplyOf<typeof more.acceptPassing>> {
  const task = await holdTask(ctx, id);
  requireRunning(task);
  const { ids, passed, held } = await listPassableReports(ctx.db, ctx.scope, id, MOST_ACCEPTED);
  if (ids.length === 0) throw refuse(held > 0 ? `待验收的${held}件填表都有提醒，请逐件看过再验收` : '没有待验收的');
  const { decided } = await decide(ctx, { ids, agree: true, opinion: '' });
  return { decided, held, left: passed - ids.length };
}

/** Asks again for what was accepted. */
export async function reopen(ctx: Ctx, input: ParsedOf<typeof contract.reopenPart>) {
  const row = await lockRow(ctx, input.id, input.version, 'reopen', '这件任务没有完成，不用重开');
  const decided = { by: ctx.session.accountName, opinion: input.reason };
  await withdrawPartEvidence(ctx.db, [row.id]);
  await openWhole(ctx.db, [row.id]);
  const version = await savePart(ctx, row, {
    act: '重开',
    text: input.reason,
    change: { state: targetState('reopen'), decided },
  });
  await syncTodos(ctx.db, row.taskId, [row.id]);
  await notifyAccounts(ctx, `重新办理：${nameOf(row)}`, input.reason, await receiversOf(ctx, row));
  return { version };
}

/** Lets one organisation off one cycle. */
export async function makeVoid(ctx: Ctx, input: ParsedOf<typeof contract.voidPart>) {
  const row = await lockRow(ctx, input.id, input.version, 'void', '已完成的不能作废，可以重开');
  const version = await savePart(ctx, row, {
    act: '作废',
    text: input.reason,
    change: { state: targetState('void'), asked: null },
  });
  await syncPartTodos(ctx, row.taskId, [row.id]);
  await notifyAccounts(ctx, `不用再办理：${nameOf(row)}`, input.reason, await receiversOf(ctx, row));
  return { version };
}
