import { disableOfMember } from '#kernel/permission/server/service/accountState.ts';
import { lockMember } from '#people/member/server/index.ts';
import { movePerson } from '#people/member/server/service/move.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { letterNumber } from '#procedures/transfer/rules/letter.ts';
import type { Status } from '#procedures/transfer/rules.ts';
import { assertFileMoves, endDuesOf, endFloatingOf, moveFileOf } from '../neighbours.ts';
import { peopleOf } from '../queries/people.ts';
import { lineOf } from '../queries/places.ts';
import type { TransferRecord } from '../queries/transfer.ts';
import { subjectsOf } from '../todos.ts';
import { applyMoveConsequences } from './consequences.ts';
import { notifyPersonAndOrg } from './lock.ts';

/** Dictionary 0003: 正常, 已转出. */
const NORMAL = 1;
const GONE = 5;
const JOINED = 2;

async function end(ctx: Ctx, orgId: string | null) {
  const place = orgId === null ? undefined : (await lineOf(ctx.db, orgId)).at(-1);
  return place ? { id: place.id, code: place.code, name: place.name } : null;
}

/**
 * Status 5: the person stands in the receiving branch, or has left to an organisation outside, with everything that
 * follows, in the caller's transaction.
 * @returns the words of what ended with it, for the history
 */
export async function completeTransfer(ctx: Ctx, transfer: TransferRecord): Promise<string> {
  const { memberId } = transfer;
  if (memberId === null) throw refuse('这件转接还没有登记人员');
  // Neither end's scope holds both; what may be done was decided hop by hop.
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  await endFloatingOf(ctx.db, memberId, transfer.today, by);
  const row = await lockMember(ctx.db, wholeScope, memberId);
  if (!row) throw refuse('该人员已被删除，不能转接');
  if (row.org_id !== transfer.fromOrgId) throw refuse('该党员已不在转出党支部，请退回核实');
  if (row.membership_status !== NORMAL) throw refuse('该党员的党籍状态不是正常，不能转接');
  const [person] = await peopleOf(ctx.db, wholeScope, [memberId]);
  assertFileMoves(row.name, person?.step ?? null);
  const from = await end(ctx, transfer.fromOrgId);
  const to = await end(ctx, transfer.toOrgId);
  if (transfer.toOrgId !== null && !to) throw refuse('接收党支部已撤销，请退回后另选');
  const { today } = row;
  if (from && to) await moveFileOf(ctx.db, memberId, { from, to, by: by.name });
  const why = `组织关系转接：${transfer.fromName} → ${transfer.toName}`;
  const isMember = row.person_category <= 2;
  if (to)
    await movePerson(ctx, row, to.id, isMember ? { joinType: JOINED, joinedBranchOn: today, partyPost: '' } : {}, why);
  else {
    await disableOfMember(ctx, memberId, row.org_code, '组织关系已转出');
    await movePerson(ctx, row, null, { membershipStatus: GONE, partyPost: '' }, why);
    await endDuesOf(ctx.db, memberId, today.slice(0, 7));
  }
  const posts = await applyMoveConsequences(ctx.db, {
    transferId: transfer.id,
    memberId,
    category: row.person_category,
    from,
    to,
    outside: transfer.outsideName,
    letterNo: numberOf(transfer),
    whole: transfer.kind === 'wholeOrg',
    on: today,
    by: { accountId: ctx.session.accountId, name: ctx.session.accountName },
  });
  await closeTodos(ctx.db, subjectsOf(transfer.id));
  const remark = to
    ? `组织关系已由${transfer.fromName}转入${transfer.toName}。`
    : `组织关系已转出至${transfer.toName}。`;
  await notifyPersonAndOrg(ctx, memberId, transfer.fromOrgId, `${transfer.name}的组织关系已转接`, remark);
  return posts.length > 0 ? `随转接免去：${posts.join('、')}` : '';
}

/** The number of the letter that holds, as it reads; empty without one. */
export const numberOf = ({ prefix, year, serial }: TransferRecord): string =>
  prefix !== null && year !== null && serial !== null ? letterNumber({ prefix, year, serial }) : '';

export const DONE: Status = 6;
