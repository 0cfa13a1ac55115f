import { disableOfMember } from '#kernel/permission/server/service/accountState.ts';
import { addToLedger, lockMember } from '#people/member/server/index.ts';
import { movePerson } from '#people/member/server/service/move.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/transfer/contract.ts';
import type { Hop } from '#procedures/transfer/rules.ts';
import { assertFileMoves, endDuesOf, endFloatingOf, moveFileOf } from '../neighbours.ts';
import { peopleOf } from '../queries/people.ts';
import { lineOf } from '../queries/places.ts';
import type { HopRecord, TransferRecord } from '../queries/transfer.ts';
import * as writes from '../queries/write.ts';
import { applyMoveConsequences } from './consequences.ts';
import { fileReceipt, isWorker, lockRow, logTransfer, notifyPersonAndOrg } from './lock.ts';

const NORMAL = 1;
const GONE = 5;

/** Why the session cannot undo a completed transfer; empty: it can. */
export function obstacleToUndo(ctx: Ctx, transfer: TransferRecord, hops: readonly HopRecord[]): string {
  if (transfer.status !== 5 && transfer.status !== 6) return '只有已完成的转接可以撤销';
  if (transfer.undoneById !== null) return '这件转接已经撤销过';
  if (transfer.undoesId !== null) return '这是撤销时转回的记录，请重新办理转接';
  const by = hops.findLast(({ decides, orgId }) => decides && orgId !== null);
  if (!isWorker(ctx) || !ctx.may('relation:approve') || by?.orgId !== ctx.session.orgId)
    return `由办结的${by?.orgName ?? '党委'}撤销`;
  return transfer.memberId === ctx.session.memberId ? '本人的组织关系转接由他人办理' : '';
}

/**
 * Takes a completed transfer back: another one the other way round, which names it. Neither the first one nor what
 * followed from it is rubbed out.
 */
export async function undo(
  ctx: Ctx,
  input: ParsedOf<typeof contract.undoTransfer>,
): Promise<ReplyOf<typeof contract.undoTransfer>> {
  const { transfer, hops } = await lockRow(ctx, input.id, input.version);
  const why = obstacleToUndo(ctx, transfer, hops);
  if (why) throw refuse(why);
  const { memberId, fromOrgId } = transfer;
  if (memberId === null) throw refuse('这件转接没有登记人员');
  const row = await lockMember(ctx.db, wholeScope, memberId);
  const isBack =
    transfer.toOrgId === null
      ? row?.membership_status === GONE
      : row?.org_id === transfer.toOrgId && row.membership_status === NORMAL;
  if (!row || !isBack) throw refuse('该党员之后又有变动，不能撤销，请按现在的情况重新办理');
  const [person] = await peopleOf(ctx.db, wholeScope, [memberId]);
  assertFileMoves(row.name, person?.step ?? null);
  const home = fromOrgId === null ? null : (await lineOf(ctx.db, fromOrgId)).at(-1);
  if (home === undefined) throw refuse('原党支部已撤销，不能转回');
  if (transfer.status === 5) await fileReceipt(ctx, transfer, '转入已撤销，不再寄回执');
  const left = transfer.toOrgId === null ? null : ((await lineOf(ctx.db, transfer.toOrgId)).at(-1) ?? null);
  const { accountId, accountName: name } = ctx.session;
  const id = await writeUnique(
    () =>
      writes.insertTransfer(ctx.db, {
        memberId,
        kind: transfer.kind,
        fromOrgId: transfer.toOrgId,
        toOrgId: fromOrgId,
        outsideName: transfer.outsideName,
        outsideBranch: transfer.outsideBranch,
        reason: input.reason,
        appliedBy: accountId,
        appliedName: name,
        byPerson: false,
        undoesId: transfer.id,
      }),
    () => refuse('该党员已有一件转接没有办结，请先办结或撤销'),
  );
  const back = hops.toReversed().map(
    ({ orgId, orgCode, orgName, role, decides }): Hop => ({
      orgId,
      orgCode,
      orgName,
      decides,
      role: role === 'send' ? 'receive' : role === 'receive' ? 'send' : role,
    }),
  );
  await writes.writeHops(ctx.db, id, back);
  for (const [at] of back.entries())
    await writes.setHop(ctx.db, id, at + 1, 'passed', { accountId, name, opinion: input.reason });
  const by = { accountId, name };
  const words = `撤销组织关系转接：${input.reason}`;
  const ledger = { memberId, happenedOn: row.today, by: name, transferId: id };
  const isMember = row.person_category <= 2;
  const whole = transfer.kind === 'wholeOrg';
  if (home === null) {
    // Came from outside by mistake: as much gone again as before, the record stays with those who have left.
    await endFloatingOf(ctx.db, memberId, row.today, { id: accountId, name });
    await disableOfMember(ctx, memberId, row.org_code, '组织关系转入已撤销');
    await movePerson(ctx, row, null, { membershipStatus: GONE, partyPost: '' }, words);
    await endDuesOf(ctx.db, memberId, row.today.slice(0, 7));
    if (left) {
      const settled = { transferId: id, memberId, category: row.person_category, from: left, to: null };
      await applyMoveConsequences(ctx.db, {
        ...settled,
        outside: transfer.outsideName,
        letterNo: '',
        whole,
        on: row.today,
        by,
      });
    }
  } else {
    if (left) await moveFileOf(ctx.db, memberId, { from: left, to: home, by: name });
    await movePerson(ctx, row, home.id, { membershipStatus: NORMAL, joinedBranchOn: row.today }, words);
    if (isMember && left === null)
      await addToLedger(ctx.db, {
        ...ledger,
        orgId: home.id,
        orgCode: home.code,
        sign: 1,
        way: whole ? 'transferredInWhole' : 'transferredIn',
      });
    else {
      const settled = { transferId: id, memberId, category: row.person_category, from: left, to: home };
      await applyMoveConsequences(ctx.db, {
        ...settled,
        outside: transfer.outsideName,
        letterNo: '',
        whole,
        on: row.today,
        by,
      });
    }
  }
  const note = `撤销${transfer.completedOn ?? row.today}完成的转接：${input.reason}`;
  await writes.addEvent(ctx.db, {
    transferId: id,
    act: 'undo',
    before: null,
    after: 6,
    orgName: ctx.session.orgName,
    operator: name,
    accountId,
    note,
  });
  await writes.saveStanding(ctx.db, id, { status: 6, atSeq: 0, completedOn: row.today, submitted: true });
  await writes.noteUndone(ctx.db, transfer.id, id);
  await writes.addEvent(ctx.db, {
    transferId: transfer.id,
    act: 'undone',
    before: 6,
    after: 6,
    orgName: ctx.session.orgName,
    operator: name,
    accountId,
    note: input.reason,
  });
  await notifyPersonAndOrg(
    ctx,
    memberId,
    fromOrgId ?? transfer.toOrgId,
    `${transfer.name}的组织关系转接已撤销`,
    home === null
      ? `由${transfer.fromName}的转入已撤销。${input.reason}`
      : `组织关系已回到${transfer.fromName}。${input.reason}`,
  );
  logTransfer(ctx, transfer, 6, 6, input.reason);
  return { id };
}
