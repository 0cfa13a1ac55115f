import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type { TodoAct } from '#platform/server/module.ts';
import type * as contract from '#procedures/dues/contract.relief.ts';
import { RELIEFS, reliefStateName } from '#procedures/dues/contract.relief.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { monthAndToday } from '../queries/bills.ts';
import { recomputeBills } from '../queries/opening.ts';
import * as queries from '../queries/reliefs.ts';
import { findPayer } from '../queries/standards.ts';
import { NOBODY, placeOf } from './bills.ts';

const WORKER = 3;
const LONGEST = 12;
const subjectOf = (id: string) => `duesRelief:${id}`;

/** Whoever stands at the committee that decides, or above it; never whoever asked (article 7). */
const mayDecide = (ctx: Ctx, row: queries.ReliefRecord) =>
  row.state === 'pending' &&
  ctx.may('dues:account') &&
  row.deciderCode.startsWith(ctx.session.orgCode) &&
  row.askedBy !== ctx.session.accountId;

/** Reliefs, those that wait first. */
export async function reliefs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listReliefs>,
): Promise<ReplyOf<typeof contract.listReliefs>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const page = await queries.pageOfReliefs(
    ctx.db,
    scope,
    {
      onlyOrg: input.searchRange === 'onlySelf' ? orgId : null,
      state: input.state ?? null,
    },
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return {
    rows: page.rows.map((row) => ({
      id: row.id,
      memberId: row.memberId,
      name: row.name,
      orgName: row.orgName,
      kind: row.kind,
      kindName: RELIEFS[row.kind as keyof typeof RELIEFS] ?? '',
      amount: Number(row.amount),
      fromMonth: row.fromMonth,
      untilMonth: row.untilMonth,
      reason: row.reason,
      state: row.state,
      stateName: reliefStateName(row.state),
      askedName: row.askedName,
      askedAt: row.createdAt.toISOString(),
      deciderOrgName: row.deciderOrgName,
      decidedBy: row.decidedBy,
      opinion: row.opinion,
      version: row.version,
      can: {
        decide: mayDecide(ctx, row),
        withdraw: row.state === 'pending' && row.askedBy === ctx.session.accountId,
      },
    })),
    total: page.total,
  };
}

/** Asks for less, nothing or later; the next committee above decides (article 7). */
export async function ask(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askRelief>,
): Promise<ReplyOf<typeof contract.askRelief>> {
  const person = await findPayer(ctx.db, ctx.scope, input.memberId, true);
  if (!person) throw notFound(NOBODY);
  if (person.category > 2 || person.status !== 1) throw refuse('只为在册的正式党员和预备党员申请减免');
  if (input.fromMonth > input.untilMonth) throw badInput({ untilMonth: '结束月份不能早于开始月份' });
  if (input.untilMonth > addMonths(input.fromMonth, LONGEST - 1))
    throw badInput({ untilMonth: '一次最多减免12个月，到期再申请' });
  const { current } = await monthAndToday(ctx.db);
  if (input.fromMonth < addMonths(current, -6)) throw badInput({ fromMonth: '最早从6个月以前起' });
  const decider = await queries.committeeAbove(ctx.db, person.orgCode);
  if (!decider) throw refuse('上级没有可以批准的党委');
  const amount = input.kind === 1 ? input.amount : 0;
  const { accountId, accountName } = ctx.session;
  const id = await writeUnique(
    () =>
      queries.insertRelief(ctx.db, {
        memberId: person.id,
        orgId: person.orgId,
        orgCode: person.orgCode,
        kind: input.kind,
        amount,
        fromMonth: input.fromMonth,
        untilMonth: input.untilMonth,
        reason: input.reason,
        askedBy: accountId,
        askedName: accountName,
        deciderOrgId: decider.id,
      }),
    () => badInput({ memberId: `${person.name}已有一件减免申请待审批` }),
  );
  await openTodo(ctx, {
    roleId: WORKER,
    orgId: decider.id,
    orgCode: decider.code,
    accountId: null,
    module: '党费管理',
    title: `${person.name}申请${RELIEFS[input.kind]}党费`,
    detail: `${person.orgName}，${input.fromMonth}至${input.untilMonth}`,
    act: '审批',
    jumpUrl: '/affairs/dues?tab=relief',
    dueOn: null,
    subject: subjectOf(id),
  });
  ctx.audit({
    type: 'duesRelief',
    id,
    name: person.name,
    orgCode: person.orgCode,
    reason: input.reason,
    changes: {
      kind: [null, RELIEFS[input.kind]],
      fromMonth: [null, input.fromMonth],
      untilMonth: [null, input.untilMonth],
    },
  });
  return { id, deciderOrgName: decider.name };
}

async function lockRow(ctx: Ctx, id: string, version: number): Promise<queries.ReliefRecord> {
  const row = await queries.lockRelief(ctx.db, ctx.scope, id);
  if (!row) throw notFound('没有这件减免申请，或不在管理范围内');
  if (row.state !== 'pending') throw refuse('已被处理，请刷新后再看');
  if (row.version !== version) throw conflict('这件申请已有变化，请核对后再操作');
  return row;
}

/** Grants or refuses; what is open of the months follows in the same transaction. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideRelief>,
): Promise<ReplyOf<typeof contract.decideRelief>> {
  const row = await lockRow(ctx, input.id, input.version);
  if (!mayDecide(ctx, row)) throw refuse(`由${row.deciderOrgName}批准，申请人不能批准自己的申请（第七条）`);
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '不批准请写明理由' });
  const state = input.agree ? 'approved' : 'refused';
  const version = await queries.setRelief(ctx.db, row.id, state, ctx.session.accountName, input.opinion);
  if (input.agree) await recomputeBills(ctx.db, row.memberId);
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  await sendNotice(ctx.db, {
    type: '1',
    title: `${row.name}的党费${RELIEFS[row.kind as keyof typeof RELIEFS]}申请${reliefStateName(state)}`,
    remark: input.opinion,
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    accountIds: [row.askedBy],
  });
  ctx.audit({
    type: 'duesRelief',
    id: row.id,
    name: row.name,
    orgCode: row.orgCode,
    reason: input.opinion,
    changes: { state: ['pending', state] },
  });
  return { version };
}

/** Grants or refuses one of several, as it stands (今日). */
export const decideTogether =
  (agree: boolean): TodoAct =>
  async (ctx, id, opinion) => {
    const held = await queries.lockRelief(ctx.db, ctx.scope, id);
    return decide(ctx, { id, version: held?.version ?? 0, agree, opinion });
  };

/** Takes back what nobody has decided yet. */
export async function withdraw(
  ctx: Ctx,
  input: ParsedOf<typeof contract.withdrawRelief>,
): Promise<ReplyOf<typeof contract.withdrawRelief>> {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.askedBy !== ctx.session.accountId) throw refuse('只有申请人可以撤回');
  const version = await queries.setRelief(ctx.db, row.id, 'withdrawn', ctx.session.accountName, '');
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  ctx.audit({
    type: 'duesRelief',
    id: row.id,
    name: row.name,
    orgCode: row.orgCode,
    changes: { state: ['pending', 'withdrawn'] },
  });
  return { version };
}
