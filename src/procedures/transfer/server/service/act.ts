import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type { TodoAct } from '#platform/server/module.ts';
import type * as contract from '#procedures/transfer/contract.ts';
import { RETURN_REASONS, type Status, statusName } from '#procedures/transfer/rules.ts';
import { voidLetter } from '../queries/letter.ts';
import { findTransfer, type HopRecord, nextOf, type TransferRecord } from '../queries/transfer.ts';
import * as writes from '../queries/write.ts';
import { subjectsOf } from '../todos.ts';
import { completeTransfer } from './complete.ts';
import { recallLetter } from './exchangeOut.ts';
import { issueTransferLetter, type LetterDraft } from './issue.ts';
import {
  changeStatus,
  isWorker,
  lockRow,
  logTransfer,
  notifyPersonAndOrg,
  obstacleToAct,
  openHopTodo,
} from './lock.ts';

type Acted = ReplyOf<typeof contract.decideTransfer>;

/** Agrees or sends back at the hop where a transfer waits. Of two at once the second reads that it was handled. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideTransfer>): Promise<Acted> {
  const { transfer, hops } = await lockRow(ctx, input.id, input.version);
  const why = obstacleToAct(ctx, transfer, hops);
  if (why) throw refuse(why);
  const status =
    input.decision === 'return'
      ? await sendBack(ctx, transfer, input)
      : await passHop(ctx, transfer, hops, input.opinion);
  return answer(ctx, transfer, status, input.view);
}

/** Agrees to one of several, or gives it back with the reason, as it stands (今日). */
export const decideTogether =
  (decision: 'agree' | 'return'): TodoAct =>
  async (ctx, id, opinion) => {
    const held = await findTransfer(ctx.db, ctx.scope, id, true);
    return decide(ctx, { id, version: held?.version ?? 0, decision, reason: 'other', opinion, view: 'todo' });
  };

async function answer(
  ctx: Ctx,
  transfer: TransferRecord,
  { status, version }: { status: Status; version: number },
  view: ParsedOf<typeof contract.decideTransfer>['view'],
): Promise<Acted> {
  return { status, version, nextId: await nextOf(ctx.db, ctx.scope, ctx.session, view, transfer.id) };
}

/** Back to who handed it in, with a listed reason and words; a letter that was issued is void. */
export async function sendBack(
  ctx: Ctx,
  transfer: TransferRecord,
  input: Pick<ParsedOf<typeof contract.decideTransfer>, 'reason' | 'opinion'>,
) {
  const words = `${input.reason ? RETURN_REASONS[input.reason] : ''}：${input.opinion}`;
  const { accountId, accountName: name } = ctx.session;
  await writes.setHop(ctx.db, transfer.id, transfer.atSeq, 'returned', { accountId, name, opinion: words });
  await voidLetter(ctx.db, transfer.id, `被退回：${words}`);
  await changeStatus(ctx, transfer.id, 'return', transfer.status, 8, words);
  const version = await writes.saveStanding(ctx.db, transfer.id, {
    status: 8,
    atSeq: 0,
    returnedFor: words,
    dueOn: null,
  });
  await closeTodos(ctx.db, subjectsOf(transfer.id));
  await notifyPersonAndOrg(ctx, transfer.memberId, transfer.fromOrgId, `${transfer.name}的组织关系转接被退回`, words);
  logTransfer(ctx, transfer, transfer.status, 8, words);
  return { status: 8 as Status, version };
}

/** One station on: the committee issues the letter, relays pass on, the receiving branch takes the person in. */
export async function passHop(
  ctx: Ctx,
  transfer: TransferRecord,
  hops: readonly HopRecord[],
  opinion: string,
  draft: LetterDraft = {},
): Promise<{ status: Status; version: number }> {
  const { accountId, accountName: name } = ctx.session;
  const pass = (seq: number) => writes.setHop(ctx.db, transfer.id, seq, 'passed', { accountId, name, opinion });
  const at = hops[transfer.atSeq - 1];
  const next = hops[transfer.atSeq];
  if (!at) throw refuse('这件转接现在不等待办理');
  if (!next) await pass(at.seq);
  if (!next) return finish(ctx, transfer, 'accept', opinion, pass);
  let { status } = transfer;
  let dueOn = transfer.dueOn;
  if (status === 1 && at.decides) {
    if (transfer.category <= 2 && transfer.memberId !== null)
      dueOn = (await issueTransferLetter(ctx, transfer, hops, draft, null)).validUntil;
    await changeStatus(ctx, transfer.id, transfer.category <= 2 ? 'issue' : 'agree', 1, 2, opinion);
    status = 2;
    // A common committee decides once: what follows is the same act.
    if (next.role === 'receive' && !next.decides) {
      await pass(at.seq);
      await changeStatus(ctx, transfer.id, 'agree', 2, 3);
      await changeStatus(ctx, transfer.id, 'agree', 3, 4);
      return finish(ctx, { ...transfer, status: 4, dueOn }, 'agree', '', pass, next.seq);
    }
  }
  const after: Status = status === 3 ? 4 : next.role === 'receive' && next.orgId !== null && status === 2 ? 3 : status;
  // One passes on within the same status: from the branch to its committee, from relay to relay.
  if (after !== status || transfer.status === status)
    await changeStatus(ctx, transfer.id, 'agree', status, after, opinion);
  await writes.passOn(ctx.db, transfer.id, at.seq, next.seq, { accountId, name, opinion });
  const version = await writes.saveStanding(ctx.db, transfer.id, { status: after, atSeq: next.seq, dueOn });
  await openHopTodo(ctx, transfer, next, dueOn);
  logTransfer(ctx, transfer, transfer.status, after, opinion);
  return { status: after, version };
}

/** The last station: the person is moved, and between two committees of this platform the receipt goes by itself. */
async function finish(
  ctx: Ctx,
  transfer: TransferRecord,
  act: string,
  opinion: string,
  pass: (seq: number) => Promise<unknown>,
  further?: number,
): Promise<{ status: Status; version: number }> {
  if (further !== undefined) await pass(further);
  const ended = await completeTransfer(ctx, transfer);
  await changeStatus(ctx, transfer.id, act, 4, 5, [opinion, ended].filter(Boolean).join('；'));
  await changeStatus(ctx, transfer.id, 'receipt', 5, 6, '回执在系统内自动送达');
  const version = await writes.saveStanding(ctx.db, transfer.id, {
    status: 6,
    atSeq: 0,
    dueOn: null,
    completedOn: transfer.today,
  });
  logTransfer(ctx, transfer, transfer.status, 6, opinion);
  return { status: 6, version };
}

/**
 * Takes a transfer back: 1 to a draft, 2 and 3 to the end while no receiver has acted, drafts, expired and returned ones to
 * the end. A letter that was issued is void, with the reason.
 */
export async function withdraw(ctx: Ctx, input: ParsedOf<typeof contract.withdrawTransfer>): Promise<Acted> {
  const { transfer, hops } = await lockRow(ctx, input.id, input.version);
  const why = withdrawObstacle(ctx, transfer, hops);
  if (why) throw refuse(why);
  const after: Status = transfer.status === 1 ? 0 : 9;
  await writes.clearHops(ctx.db, transfer.id);
  await voidLetter(ctx.db, transfer.id, `转接撤销：${input.reason}`);
  await recallLetter(ctx, transfer.id, input.reason);
  await changeStatus(ctx, transfer.id, 'withdraw', transfer.status, after, input.reason);
  const version = await writes.saveStanding(ctx.db, transfer.id, { status: after, atSeq: 0, dueOn: null });
  await closeTodos(ctx.db, subjectsOf(transfer.id));
  const at = hops[transfer.atSeq - 1];
  await notifyPersonAndOrg(
    ctx,
    transfer.memberId,
    at?.orgId ?? null,
    `${transfer.name}的组织关系转接已${after === 0 ? '撤回' : '撤销'}`,
    input.reason,
  );
  logTransfer(ctx, transfer, transfer.status, after, input.reason);
  return answer(ctx, transfer, { status: after, version }, 'todo');
}

/** Why a transfer cannot be taken back by the session; empty: it can. */
export function withdrawObstacle(ctx: Ctx, transfer: TransferRecord, hops: readonly HopRecord[]): string {
  const { status } = transfer;
  if (![0, 1, 2, 3, 7, 8].includes(status)) return `“${statusName(status)}”的转接不能撤销`;
  if (!isWorker(ctx) && !transfer.byPerson) return '由党支部提交的转接由党支部撤回';
  const from = hops[0];
  if (isWorker(ctx)) {
    // What came from outside is taken back by whoever registered it: the receiving end.
    const own = transfer.fromOrgId === null ? hops.at(-1) : from;
    if (!own?.orgCode || !inScope(ctx.scope, own.orgCode)) return '由转出的党组织撤回';
  }
  const acted = hops.some(({ role, state }) => role !== 'send' && state === 'passed');
  if ((status === 2 || status === 3) && acted) return '接收方已经办理，不能撤销；请联系接收方退回';
  return '';
}
