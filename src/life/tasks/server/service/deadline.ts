import type * as contract from '#life/tasks/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import * as queries from '../queries/deadlines.ts';
import { addEntries } from '../queries/parts.ts';
import { accountsOfParts } from '../queries/people.ts';
import { syncTodos } from '../queries/publish.ts';
import { circlesOfTask, touchTask } from '../queries/tasks.ts';
import { notifyAccounts, notifyEach, type Told } from './common.ts';
import { lockRow, requireRunning } from './tasks.ts';

/** The act that a history names. */
const ACT = '调整截止日期';

/**
 * Moves the last day of a cycle for everybody who has not handed in; everybody in it is told, and each part keeps it in its
 * history. What was split off ends no later: its days come along.
 */
export async function moveDeadline(
  ctx: Ctx,
  input: ParsedOf<typeof contract.moveDeadline>,
): Promise<ReplyOf<typeof contract.moveDeadline>> {
  const { dueOn, reason } = input;
  const row = await lockRow(ctx, input.id, input.version);
  requireRunning(row);
  const circle = (await circlesOfTask(ctx.db, ctx.scope, row.id)).find(({ id }) => id === input.circleId);
  if (!circle) throw notFound('没有这一期');
  if (dueOn < circle.startsOn) throw badInput({ dueOn: `不能早于本期开始的${circle.startsOn}` });
  if (dueOn === circle.dueOn) throw badInput({ dueOn: '与原来的截止日期相同' });
  const parent = await queries.parentDue(ctx.db, row.id);
  if (parent && dueOn > parent) throw badInput({ dueOn: `截止日期不能晚于上级任务的${parent}` });
  const { accountName: by, orgName } = ctx.session;
  const moved = await queries.moveDue(ctx.db, circle, dueOn);
  await addEntries(ctx.db, moved, { act: ACT, text: `到${dueOn}：${reason}`, orgName, by });
  await queries.followCircle(ctx.db, [row.id]);
  const version = await touchTask(ctx.db, row.id, by);
  await syncTodos(ctx.db, row.id);
  const name = `${row.title}${circle.label && `（${circle.label}）`}`;
  await notifyAccounts(
    ctx,
    `截止日期调整为${dueOn}：${name}`,
    reason,
    await queries.accountsOfCircle(ctx.db, circle.id),
  );
  if (dueOn < circle.dueOn) await bringAlong(ctx, circle.id, dueOn, reason);
  ctx.audit({
    type: 'officeTask',
    id: row.id,
    name,
    orgCode: row.orgCode,
    reason,
    changes: { dueOn: [circle.dueOn, dueOn] },
  });
  return { version };
}

/** Days of what was split off come no later than the new one. */
async function bringAlong(ctx: Ctx, circleId: string, dueOn: string, reason: string): Promise<void> {
  const { accountName: by, orgName } = ctx.session;
  const capped = await queries.capBelow(ctx.db, circleId, dueOn);
  await queries.followCircle(
    ctx.db,
    capped.map(({ taskId }) => taskId),
  );
  const text = `上级任务提前到${dueOn}：${reason}`;
  const notices: Told[] = [];
  for (const { taskId, title, parts } of capped) {
    await addEntries(ctx.db, parts, { act: ACT, text, orgName, by });
    await syncTodos(ctx.db, taskId);
    const accountIds = (await accountsOfParts(ctx.db, parts)).map(({ accountId }) => accountId);
    notices.push({ title: `截止日期调整为${dueOn}：${title}`, remark: text, accountIds });
  }
  await notifyEach(ctx, notices);
}
