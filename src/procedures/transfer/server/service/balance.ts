import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { badInput, forbidden, notFound } from '#platform/server/errors.ts';
import type * as balances from '#procedures/transfer/contract.balance.ts';
import { balanceOf, type LineNo, wayName, waysOf } from '#procedures/transfer/rules/balance.ts';
import * as queries from '../queries/balance.ts';

function asked(ctx: Ctx, { orgId, from, to }: queries.Span & { orgId?: string | undefined }) {
  if (ctx.scope.memberId !== null) throw forbidden();
  if (to < from) throw badInput({ to: '结束日期不能早于开始日期' });
  const code = orgId === undefined ? ctx.session.orgCode : ctx.chosenOrg?.code;
  const scope = code === undefined ? null : narrowScope(ctx.scope, code);
  if (!scope) throw notFound('没有这个党组织，或不在管理范围内');
  return scope;
}

/** The change table of an organisation's subtree between two days (domain 7.2). */
export async function balance(
  ctx: Ctx,
  input: ParsedOf<typeof balances.balance>,
): Promise<ReplyOf<typeof balances.balance>> {
  const today = await todayOf(ctx.db);
  const span = { from: input.from ?? `${(input.to ?? today).slice(0, 4)}-01-01`, to: input.to ?? today };
  const scope = asked(ctx, { orgId: input.orgId, ...span });
  const { before, after, sums } = await queries.balanceFigures(ctx.db, scope, span);
  const orgName = ctx.chosenOrg ? await queries.nameOf(ctx.db, ctx.chosenOrg.id) : ctx.session.orgName;
  return { orgName, today, ...span, lines: balanceOf(sums, before, after) };
}

/** The names behind a number. */
export async function people(ctx: Ctx, input: ParsedOf<typeof balances.balancePeople>) {
  const scope = asked(ctx, input);
  const [limit, offset] = [input.pageSize, (input.pageNum - 1) * input.pageSize];
  const page =
    input.no === 15
      ? await queries.peopleUnexplained(ctx.db, scope, input, limit, offset)
      : await queries.peopleOfWays(ctx.db, scope, input, waysOf(input.no as LineNo), limit, offset);
  return {
    total: page.total,
    rows: page.rows.map(({ way, sign, ...row }) => ({ ...row, wayName: wayName(way, sign) })),
  };
}
