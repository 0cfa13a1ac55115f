import type * as contract from '#kernel/permission/contract.accountSheet.ts';
import { MOST_SLIPS } from '#kernel/permission/contract.accountSheet.ts';
import { siteSetup } from '#kernel/session/server/site.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { makePaper } from '#platform/server/papers/paper.ts';
import { findBatch } from '#platform/server/records/importQueries.ts';
import * as queries from '../queries/accountSheet.ts';
import { accountObstacle, givableRights } from './account.ts';
import { accountSheets } from './accountSheet.ts';
import { issuePassword } from './accountState.ts';

const TEMPLATE = new URL('../../papers/slips.typ', import.meta.url);

/**
 * The accounts of the own sheet that nobody has signed in with, and those among them that the session may not act upon; 404 where the
 * sheet is somebody else's.
 */
async function unused(ctx: Ctx, id: string, lock = false) {
  if (!(await findBatch(ctx.db, ctx.scope, ctx.session.accountId, accountSheets.prefix, id, lock)))
    throw notFound('导入记录不存在');
  const all = await queries.unusedAccounts(ctx.db, ctx.scope, givableRights(ctx), id, lock);
  const reasons = all.map((one) => (one.known ? accountObstacle(ctx, one) : '该账号已不在您的管理范围'));
  return {
    able: all.filter((_, at) => reasons[at] === ''),
    left: all.flatMap(({ rowNo, name, known }, at) =>
      reasons[at] ? [{ rowNo, name: known ? name : '', reason: reasons[at] }] : [],
    ),
  };
}

/** How many accounts of a sheet wait for their first password, and how many for somebody who signs in with it. */
export async function countSlips(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.countSlips>,
): Promise<ReplyOf<typeof contract.countSlips>> {
  const { able, left } = await unused(ctx, id);
  const printed: ReplyOf<typeof contract.countSlips>['printed'] = [];
  for (const { rowNo } of able.filter(({ hasPassword }) => hasPassword)) {
    const last = printed.at(-1);
    if (!last || last.count === MOST_SLIPS) printed.push({ from: rowNo, to: rowNo, count: 1 });
    else Object.assign(last, { to: rowNo, count: last.count + 1 });
  }
  return { fresh: able.filter(({ hasPassword }) => !hasPassword).length, printed, left };
}

/**
 * A slip for each account that a sheet made and nobody has signed in with: login name and a temporary password that is printed this once
 * and kept nowhere. Slips that were printed are made worthless by printing them again, and by nothing else.
 */
export async function printSlips(ctx: Ctx, input: ParsedOf<typeof contract.printSlips>): Promise<FileReply> {
  const { id, againFrom } = input;
  const { able, left } = await unused(ctx, id, true);
  const meant = able.filter(({ hasPassword, rowNo }) =>
    againFrom === undefined ? !hasPassword : hasPassword && rowNo >= againFrom,
  );
  if (meant.length === 0)
    throw refuse(againFrom === undefined ? '没有还没印过密码条的新账号' : '没有印过密码条、还没有人登录的账号');
  const slips: Record<string, string>[] = [];
  for (const one of meant.slice(0, MOST_SLIPS)) {
    const temporary = await issuePassword(ctx.db, one.id, one.loginIndex);
    ctx.audit({ type: 'account', id: one.id, name: one.name, orgCode: one.orgCode });
    slips.push({ name: one.name, org: one.orgName, login: one.loginMask, password: temporary });
  }
  const { line } = await markOfDownload(ctx, '打印初始密码条');
  const { settings } = await siteSetup(ctx.services, ctx.request.host);
  const words = left.map(({ rowNo, name, reason }) => `第${rowNo}行${name && ` ${name}`}：${reason}`);
  const data = { mark: line, product: settings.productName, slips, left: words };
  const { pdf } = await makePaper({ template: TEMPLATE, data });
  return { name: '初始密码条.pdf', mime: 'application/pdf', body: pdf };
}
