import { ROLE } from '#kernel/session/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import * as queries from '../queries/request.ts';
import { type HeldRequest, lockRequests, type Part, reopenRequest, setDecision } from '../queries/requestHandover.ts';
import { NOTICE_TYPE, openDecisionTodo, requestSubject } from './request.ts';

interface Org {
  id: string;
  code: string;
  name: string;
}

/**
 * Gives what waits of account requests to the organisation that takes another one's place, or brings some back, within the
 * caller's transaction. An office of an organisation that is no more is not given to anybody: those who asked for it are
 * told to ask anew. Whoever asked or was to decide is followed by the successor.
 * @param ids null: all that wait; else those that went before and come back
 * @returns the ids of those that went
 */
export async function handOverRequests(
  ctx: Ctx,
  part: Part,
  from: Org,
  to: Org,
  ids: readonly string[] | null,
  reason: string,
): Promise<string[]> {
  const rows = await lockRequests(ctx.db, from.id, part, ids);
  for (const row of rows) {
    if (part !== 'office') await place(ctx, row, part, to, ids !== null, reason);
    else if (ids === null) await turnDown(ctx, row, from, to, reason);
    else await reopen(ctx, row, reason);
  }
  return rows.map(({ id }) => id);
}

/** Who asks or decides changes; the to-do goes to the new place. */
async function place(ctx: Ctx, row: HeldRequest, part: Part, to: Org, isBack: boolean, reason: string) {
  const asking = part === 'asking' ? to : { id: row.askingOrgId, name: row.askingOrgName };
  // What was asked of an organisation that comes back is asked of it again, although those below it follow later.
  const decider =
    part === 'deciding' && isBack
      ? { ...to, roleId: ROLE.worker }
      : await queries.deciderOf(ctx.db, asking.id, row.requestedBy);
  await setDecision(ctx.db, row.id, asking.id, decider.id);
  if (row.state !== 'pending') return;
  await closeTodos(ctx.db, [requestSubject(row.id)]);
  await openDecisionTodo(ctx.db, { ...row, askingOrgName: asking.name }, decider);
  const changes: Record<string, [string, string]> =
    part === 'asking' ? { asking: [row.askingOrgName, to.name] } : { decider: [row.deciderName, decider.name] };
  ctx.audit({ type: 'request', id: row.id, name: row.name, orgCode: to.code, changes, reason });
}

async function turnDown(ctx: Ctx, row: HeldRequest, from: Org, to: Org, reason: string) {
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  const decision = `${reason}，${from.name}不再设置，请按${to.name}重新申请`;
  await queries.closeRequest(ctx.db, row.id, { state: 'returned', by, decision });
  await closeTodos(ctx.db, [requestSubject(row.id)]);
  await notify(ctx, row, '已退回', decision);
  ctx.audit({
    type: 'request',
    id: row.id,
    name: row.name,
    orgCode: from.code,
    reason: decision,
    changes: { state: ['pending', 'returned'] },
  });
}

async function reopen(ctx: Ctx, row: HeldRequest, reason: string) {
  await reopenRequest(ctx.db, row.id);
  const decider = await queries.deciderOf(ctx.db, row.askingOrgId, row.requestedBy);
  await setDecision(ctx.db, row.id, row.askingOrgId, decider.id);
  await openDecisionTodo(ctx.db, row, decider);
  await notify(ctx, row, '恢复待审批', `${reason}，由${decider.name}审批。`);
  const changes: Record<string, [string, string]> = { state: ['returned', 'pending'] };
  ctx.audit({ type: 'request', id: row.id, name: row.name, orgCode: decider.code, changes, reason });
}

const notify = (ctx: Ctx, row: HeldRequest, word: string, remark: string) =>
  sendNotice(ctx.db, {
    type: NOTICE_TYPE,
    title: `${row.name}的党务工作者账号申请${word}`,
    remark,
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    accountIds: [row.requestedBy],
  });
