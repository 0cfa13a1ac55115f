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
import { lockAccount } from './account.ts';
import { accountSheets } from './accountSheet.ts';
import { issuePassword } from './accountState.ts';

const TEMPLATE = new URL('../../papers/slips.typ', import.meta.url);

/** The accounts of the own sheet that nobody has signed in with; 404 where the sheet is somebody else's. */
async function unused(ctx: Ctx, id: string, limit: number) {
  if (!(await findBatch(ctx.db, ctx.scope, ctx.session.accountId, accountSheets.prefix, id)))
    throw notFound('导入记录不存在');
  return queries.unusedAccounts(ctx.db, id, limit);
}

/** How many accounts of a sheet wait for their first password. */
export async function countSlips(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.countSlips>,
): Promise<ReplyOf<typeof contract.countSlips>> {
  const found = await unused(ctx, id, MOST_SLIPS + 1);
  return {
    waiting: Math.min(found.length, MOST_SLIPS),
    isMore: found.length > MOST_SLIPS,
    fresh: found.filter(({ hasPassword }) => !hasPassword).length,
  };
}

/**
 * A slip for each account that a sheet made and nobody has signed in with: login name and a temporary password that is printed this once
 * and kept nowhere. Printing again makes the slips before worthless.
 */
export async function printSlips(ctx: Ctx, { id }: ParsedOf<typeof contract.printSlips>): Promise<FileReply> {
  const found = await unused(ctx, id, MOST_SLIPS);
  if (found.length === 0) throw refuse('这次导入没有等待初始密码的账号');
  const slips: Record<string, string>[] = [];
  for (const one of found) {
    const account = await lockAccount(ctx, one.id);
    const temporary = await issuePassword(ctx.db, one.id, account.login_index);
    ctx.audit({ type: 'account', id: one.id, name: one.name, orgCode: account.org_code });
    slips.push({ name: one.name, org: one.orgName, login: account.login_mask, password: temporary });
  }
  const { line } = await markOfDownload(ctx, '打印初始密码条');
  const { settings } = await siteSetup(ctx.services, ctx.request.host);
  const { pdf } = await makePaper({ template: TEMPLATE, data: { mark: line, product: settings.productName, slips } });
  return { name: '初始密码条.pdf', mime: 'application/pdf', body: pdf };
}
