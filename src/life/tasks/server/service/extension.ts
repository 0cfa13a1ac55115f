import type * as contract from '#life/tasks/contract.part.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import type { TodoAct } from '#platform/server/module.ts';
import { parentDue } from '../queries/deadlines.ts';
import { findPart } from '../queries/parts.ts';
import { syncTodos } from '../queries/publish.ts';
import { extensionSubject, notifyAccounts } from './common.ts';
import { accountsOf, lockRow, nameOf, receiversOf, savePart } from './parts.ts';

/** Asks for a later day. */
export async function extend(ctx: Ctx, input: ParsedOf<typeof contract.askExtension>, scope?: Scope) {
  const row = await lockRow(ctx, input.id, input.version, 'extend', '这件任务现在不能申请延期', scope);
  if (input.until <= row.dueOn) throw badInput({ until: `应晚于现在的截止日期${row.dueOn}` });
  if (input.until < (await todayOf(ctx.db))) throw badInput({ until: '不能早于今天' });
  const { until, reason } = input;
  const version = await savePart(ctx, row, {
    act: '申请延期',
    text: `到${until}：${reason}`,
    change: { asked: { until, reason } },
  });
  await syncWaitingTodos(ctx.db, ctx.services.modules, ['officeExtension']);
  await notifyAccounts(
    ctx,
    `${row.orgName}申请延期：${nameOf(row)}`,
    `到${until}：${reason}`,
    await accountsOf(ctx, row.giverId),
  );
  return { version };
}

/** Grants a later day or not. */
export async function decideExtension(ctx: Ctx, input: ParsedOf<typeof contract.decideExtension>) {
  const row = await lockRow(ctx, input.id, input.version, 'decideExtension', '没有待审批的延期申请');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '不同意请写明理由' });
  const until = row.askedUntil ?? row.dueOn;
  const parent = input.agree ? await parentDue(ctx.db, row.taskId) : undefined;
  if (parent && until > parent) throw refuse(`截止日期不能晚于上级任务的${parent}，请先向上级申请延期`);
  const version = await savePart(ctx, row, {
    act: input.agree ? '同意延期' : '不同意延期',
    text: [input.agree ? `到${until}` : '', input.opinion].filter(Boolean).join('：'),
    change: { asked: null, ...(input.agree ? { dueOn: until } : {}) },
  });
  await syncTodos(ctx.db, row.taskId, [row.id]);
  await closeTodos(ctx.db, [extensionSubject(row.id)]);
  const title = `${input.agree ? `已同意延期到${until}` : '没有同意延期'}：${nameOf(row)}`;
  await notifyAccounts(ctx, title, input.opinion, await receiversOf(ctx, row));
  return { version };
}

/** Grants a later day or not, for one of several, as it stands (今日). */
export const decideTogether =
  (agree: boolean): TodoAct =>
  async (ctx, id, opinion) => {
    const held = await findPart(ctx.db, ctx.scope, id, true);
    return decideExtension(ctx, { id, version: held?.version ?? 0, agree, opinion });
  };
