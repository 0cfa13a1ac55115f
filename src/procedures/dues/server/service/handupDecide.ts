import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type { TodoAct } from '#platform/server/module.ts';
import type * as contract from '#procedures/dues/contract.handup.ts';
import { HANDUP_KINDS } from '#procedures/dues/rules.handup.ts';
import { monthAndToday } from '../queries/bills.ts';
import { lockBooks } from '../queries/books.ts';
import * as queries from '../queries/handups.ts';
import { bookVoucher } from '../queries/payments.ts';
import { mayDecide, subjectOf } from './handups.ts';

const yuan = (fen: number) => `${(fen / 100).toFixed(2)}元`;

async function lockRow(ctx: Ctx, id: string, version: number): Promise<queries.HandupRecord> {
  const row = await queries.lockHandup(ctx.db, ctx.scope, id);
  if (!row) throw notFound('没有这笔上缴或下拨，或不在管理范围内');
  if (row.state !== 'pending') throw refuse('已被处理，请刷新后再看');
  if (row.version !== version) throw conflict('这笔款已有变化，请核对后再操作');
  return row;
}

/** The lines of both books: whoever gives, and whoever receives. */
function entriesOf(row: queries.HandupRecord): { lower: Record<string, number>; upper: Record<string, number> } {
  const amount = Number(row.amount);
  const money = row.inCash ? '现金' : '银行';
  if (row.kind === 3) return { lower: { 银行: amount, 上级下拨: -amount }, upper: { 下拨: amount, 银行: -amount } };
  const [out, into] = row.kind === 2 ? (['大额党费', '大额党费'] as const) : (['应上缴', '下级上缴'] as const);
  return { lower: { [out]: amount, [money]: -amount }, upper: { [money]: amount, [into]: -amount } };
}

/** Confirms that it came, or grants what was asked for: both books in one transaction. Or sends it back with the reason. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideHandup>,
): Promise<ReplyOf<typeof contract.decideHandup>> {
  const row = await lockRow(ctx, input.id, input.version);
  if (!mayDecide(ctx, row)) throw refuse(`由${row.toOrgName}办理，经办人不能确认自己的款`);
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '退回请写明原因' });
  if (input.agree) await bookBoth(ctx, row, input);
  const state = input.agree ? 'confirmed' : 'returned';
  const version = await queries.endHandup(ctx.db, row.id, {
    state,
    by: ctx.session.accountName,
    opinion: input.opinion,
    ...(row.kind === 3 && input.agree && input.paidOn ? { paid: { on: input.paidOn, slip: input.slip } } : {}),
  });
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  const what = row.kind === 3 ? '下拨党费申请' : '上缴的党费';
  await sendNotice(ctx.db, {
    type: '1',
    title: `${row.orgName}${what}${yuan(Number(row.amount))}${input.agree ? '已确认' : '被退回'}`,
    remark: input.opinion,
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    accountIds: [row.askedBy],
  });
  ctx.audit({
    type: 'duesHandup',
    id: row.id,
    name: `${row.orgName}${HANDUP_KINDS[row.kind]}`,
    orgCode: row.orgCode,
    reason: input.opinion,
    changes: { state: ['pending', state], amount: [Number(row.amount), Number(row.amount)] },
  });
  return { version };
}

/** Confirms one of several or sends it back, as it stands (今日); what is granted downwards is paid by itself, with its slip. */
export const decideTogether =
  (agree: boolean): TodoAct =>
  async (ctx, id, opinion) => {
    const held = await queries.lockHandup(ctx.db, ctx.scope, id);
    return decide(ctx, { id, version: held?.version ?? 0, agree, opinion, slip: '' });
  };

async function bookBoth(ctx: Ctx, row: queries.HandupRecord, input: ParsedOf<typeof contract.decideHandup>) {
  const { current, today } = await monthAndToday(ctx.db);
  const isDown = row.kind === 3;
  const paidOn = isDown ? input.paidOn : (row.paidOn ?? undefined);
  if (paidOn === undefined) throw badInput({ paidOn: '请填写下拨日期' });
  if (paidOn > today) throw badInput({ paidOn: '下拨日期不能晚于今天' });
  if (isDown && input.slip === '') throw badInput({ slip: '请填写转账回单编号' });
  const amount = Number(row.amount);
  // In one order for all, so that no two wait for each other.
  const ends = [
    { id: row.orgId, code: row.orgCode },
    { id: row.toOrgId, code: row.toOrgCode },
  ].sort((a, b) => (a.code < b.code ? -1 : 1));
  const states = new Map<string, number>();
  for (const { id } of ends) states.set(id, await lockBooks(ctx.db, id, paidOn.slice(0, 7)));
  const [payer, money] = isDown
    ? ([row.toOrgId, '银行'] as const)
    : ([row.orgId, row.inCash ? '现金' : '银行'] as const);
  const held = (await queries.balancesNow(ctx.db, payer))[money] ?? 0;
  if (amount > held) throw refuse(`${isDown ? row.toOrgName : row.orgName}账上${money}只有${yuan(held)}，不能记账`);
  const entries = entriesOf(row);
  const slip = isDown ? input.slip : row.slip;
  const slipText = `${slip ? `，单号${slip}` : ''}`;
  // What comes after the closing of its month stands in the month that is open.
  const monthOf = (orgId: string) => (states.get(orgId) === 2 ? current : paidOn.slice(0, 7));
  const [kind, name] = isDown ? (['handdown', '下拨'] as const) : (['handup', HANDUP_KINDS[row.kind]] as const);
  const by = ctx.session.accountName;
  const year = `${row.year}年`;
  await bookVoucher(
    ctx.db,
    {
      orgId: row.orgId,
      orgCode: row.orgCode,
      month: monthOf(row.orgId),
      kind,
      summary: isDown
        ? `收到${row.toOrgName}下拨${slipText}`
        : `向${row.toOrgName}上缴${year}${name === '上缴' ? '党费' : name}${slipText}`,
      by,
    },
    entries.lower,
  );
  await bookVoucher(
    ctx.db,
    {
      orgId: row.toOrgId,
      orgCode: row.toOrgCode,
      month: monthOf(row.toOrgId),
      kind,
      summary: isDown
        ? `向${row.orgName}下拨${slipText}`
        : `收到${row.orgName}上缴${year}${name === '上缴' ? '党费' : name}${slipText}`,
      by,
    },
    entries.upper,
  );
}

/** Takes back what the committee has not decided yet. */
export async function withdraw(
  ctx: Ctx,
  input: ParsedOf<typeof contract.withdrawHandup>,
): Promise<ReplyOf<typeof contract.withdrawHandup>> {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.askedBy !== ctx.session.accountId) throw refuse('只有经办人可以撤回');
  const version = await queries.endHandup(ctx.db, row.id, { state: 'withdrawn', by: '', opinion: '' });
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  ctx.audit({
    type: 'duesHandup',
    id: row.id,
    name: `${row.orgName}${HANDUP_KINDS[row.kind]}`,
    orgCode: row.orgCode,
    changes: { state: ['pending', 'withdrawn'] },
  });
  return { version };
}
