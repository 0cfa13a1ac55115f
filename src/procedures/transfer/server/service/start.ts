import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, forbidden, notFound, Refusal, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type * as contract from '#procedures/transfer/contract.ts';
import { blockedText, type Finding } from '#procedures/transfer/rules/checks.ts';
import type { Hop } from '#procedures/transfer/rules.ts';
import { rememberOutside } from '../queries/arrival.ts';
import { type PersonRecord, peopleOf } from '../queries/people.ts';
import { findTransfer, hopsOf } from '../queries/transfer.ts';
import * as writes from '../queries/write.ts';
import { keptSubject } from '../todos.ts';
import { checkTransfer, findRoute, type Target } from './checks.ts';
import { changeStatus, isWorker, lockRow, logTransfer, MISSING, openFirstHopTodo, openHopTodo } from './lock.ts';
import { readOnce } from './once.ts';

const NOBODY = '所选人员不存在，或不在您的管理范围内';

/** The people of a call: every one of the scope, or none at all. */
async function people(ctx: Ctx, ids: readonly string[], lock: boolean): Promise<PersonRecord[]> {
  const found = await peopleOf(ctx.db, ctx.scope, ids, lock);
  if (found.length < ids.length) throw notFound(NOBODY);
  return found;
}

const wayKind = (target: Target) => (target.toOrgId === undefined ? 'out' : 'inside');

/** The way and the findings of everybody, before anything is written. */
export async function check(
  ctx: Ctx,
  input: ParsedOf<typeof contract.checkTransfer>,
): Promise<ReplyOf<typeof contract.checkTransfer>> {
  const found = await people(ctx, input.memberIds, false);
  let hops: Hop[] = [];
  let fault = '';
  const lines: ReplyOf<typeof contract.checkTransfer>['people'] = [];
  for (const person of found) {
    let duesBlock = false;
    try {
      const way = await findRoute(ctx, person.orgId, input);
      hops = way.hops;
      duesBlock = way.duesBlock;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault = error.message;
    }
    const { list, mending } = await checkTransfer(ctx, person, wayKind(input), duesBlock, input.own);
    lines.push({
      memberId: person.id,
      name: person.name,
      orgName: person.orgName,
      blocked: blockedText(list),
      findings: list.map((one) => ({ ...one, mending: mending(one) })),
    });
  }
  return { hops: hops.map(({ orgName, role, decides }) => ({ orgName, role, decides })), fault, people: lines };
}

/** Keeps a committee outside in the address book, once a transaction. */
export const saveOutsideCommittee = (ctx: Ctx, name: string): Promise<string> =>
  readOnce(ctx, `outside ${name}`, () =>
    rememberOutside(ctx.db, { name, address: '', phone: '' }, ctx.session.accountName),
  );

/**
 * Starts one transfer a person; one that is blocked, or under way already, refuses all, with the name.
 * @param known people whom this transaction holds already, those of its scope
 */
export async function start(
  ctx: Ctx,
  input: ParsedOf<typeof contract.startTransfer>,
  known?: ReadonlyMap<string, PersonRecord>,
): Promise<ReplyOf<typeof contract.startTransfer>> {
  const held = input.memberIds.flatMap((id) => known?.get(id) ?? []);
  const found = held.length === input.memberIds.length ? held : await people(ctx, input.memberIds, true);
  const { accountId, accountName, orgName } = ctx.session;
  const isOut = input.toOrgId === undefined;
  if (isOut && isWorker(ctx)) await saveOutsideCommittee(ctx, input.outsideName);
  const made: string[] = [];
  for (const person of found) {
    const { hops, duesBlock } = await findRoute(ctx, person.orgId, input);
    const one = {
      memberId: person.id,
      kind: input.kind,
      fromOrgId: person.orgId,
      toOrgId: input.toOrgId ?? null,
      outsideName: isOut ? input.outsideName : '',
      outsideBranch: isOut ? input.outsideBranch : '',
      reason: input.reason,
      appliedBy: accountId,
      appliedName: accountName,
      byPerson: !isWorker(ctx),
    };
    const underWay = () => badInput({ memberIds: `${person.name}已有一件转接没有办结，请先办结或撤销` });
    if (person.openId !== null) throw underWay();
    if (input.submit) {
      const { list } = await checkTransfer(ctx, person, wayKind(input), duesBlock);
      refuseBlocked(person, list, input.memberIds.length > 1);
      // A worker hands in for the branch, which has passed it on by that; the person's own goes to the branch first.
      const atSeq = isWorker(ctx) ? 2 : 1;
      const by = { accountId, name: accountName, orgName };
      const id = await writeUnique(
        () => writes.insertSubmitted(ctx.db, { ...one, atSeq, checks: list }, hops, by),
        underWay,
      );
      const at = hops[atSeq - 1];
      const named = { id, name: person.name, fromName: person.orgName, toName: hops.at(-1)?.orgName ?? '' };
      if (at) await openFirstHopTodo(ctx, named, at, null);
      logTransfer(ctx, named, 0, 1);
      made.push(id);
      continue;
    }
    const id = await writeUnique(() => writes.insertTransfer(ctx.db, one), underWay);
    await writes.writeHops(ctx.db, id, hops);
    const event = { transferId: id, act: 'start', before: null, after: 0 as const, note: input.reason };
    await writes.addEvent(ctx.db, { ...event, orgName, operator: accountName, accountId });
    logTransfer(ctx, { id, name: person.name }, null, 0);
    made.push(id);
  }
  if (input.submit)
    await closeTodos(
      ctx.db,
      found.map(({ id }) => keptSubject(id)),
    );
  return { ids: made };
}

function refuseBlocked(person: PersonRecord, list: readonly Finding[], together: boolean): void {
  const blocked = blockedText(list);
  if (blocked) throw refuse(together ? `${person.name}不能转接：${blocked}` : blocked);
}

async function found1(ctx: Ctx, id: string) {
  const transfer = await findTransfer(ctx.db, ctx.scope, id);
  if (!transfer) throw notFound(MISSING);
  return transfer;
}

/** Hands a draft in: by the branch it goes to its committee at once, by the person to the own branch first. */
async function submit(ctx: Ctx, id: string, person: PersonRecord, list: readonly Finding[]): Promise<number> {
  refuseBlocked(person, list, false);
  const transfer = await found1(ctx, id);
  const hops = await hopsOf(ctx.db, id, ctx.session.accountId);
  const first = isWorker(ctx) ? 2 : 1;
  const { accountId, accountName: name } = ctx.session;
  if (first === 2) await writes.setHop(ctx.db, id, 1, 'passed', { accountId, name, opinion: '' });
  await writes.setHop(ctx.db, id, first, 'waiting', null);
  await changeStatus(ctx, id, 'submit', transfer.status, 1);
  const version = await writes.saveStanding(ctx.db, id, {
    status: 1,
    atSeq: first,
    checks: list,
    returnedFor: '',
    submitted: true,
  });
  const at = hops[first - 1];
  await closeTodos(ctx.db, [keptSubject(person.id)]);
  if (at) await openHopTodo(ctx, transfer, at, null);
  logTransfer(ctx, transfer, 0, 1);
  return version;
}

/** Changes a draft or what was returned, and hands it in where asked. */
export async function edit(
  ctx: Ctx,
  input: ParsedOf<typeof contract.editTransfer>,
): Promise<ReplyOf<typeof contract.editTransfer>> {
  const { transfer } = await lockRow(ctx, input.id, input.version);
  if (transfer.status !== 0 && transfer.status !== 8) throw refuse('只有草稿和被退回的转接可以修改');
  assertSender(ctx, transfer);
  const { memberId } = transfer;
  if (memberId === null || transfer.fromOrgId === null) throw refuse('转入的申请请撤销后重新登记');
  const [person] = await people(ctx, [memberId], true);
  if (!person) throw notFound(NOBODY);
  const { hops, duesBlock } = await findRoute(ctx, person.orgId, input);
  await writes.rewriteTransfer(ctx.db, transfer.id, {
    kind: input.kind,
    toOrgId: input.toOrgId ?? null,
    outsideName: input.toOrgId === undefined ? input.outsideName : '',
    outsideBranch: input.toOrgId === undefined ? input.outsideBranch : '',
    reason: input.reason,
  });
  await writes.writeHops(ctx.db, transfer.id, hops);
  if (transfer.status === 8) {
    await changeStatus(ctx, transfer.id, 'mend', 8, 0);
    await writes.saveStanding(ctx.db, transfer.id, { status: 0, atSeq: 0 });
  }
  if (!input.submit) {
    logTransfer(ctx, transfer, transfer.status, 0);
    return { version: await writes.saveStanding(ctx.db, transfer.id, { status: 0, atSeq: 0 }) };
  }
  const { list } = await checkTransfer(ctx, person, wayKind(input), duesBlock, transfer.id);
  return { version: await submit(ctx, transfer.id, person, list) };
}

/** Only who is at the sending end, or the person, writes what is handed in. */
export function assertSender(
  ctx: Ctx,
  transfer: { memberId: string | null; fromOrgId: string | null; byPerson: boolean },
): void {
  if (!isWorker(ctx) && !transfer.byPerson) throw forbidden('由党支部提交的转接由党支部修改');
}
