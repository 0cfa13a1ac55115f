import type { ParsedOf } from '#platform/contract.ts';
import type * as contract from '#platform/lists/listCalls.ts';
import type { Ctx } from '#platform/server/context.ts';
import { forbidden, notFound, refuse } from '#platform/server/errors.ts';
import * as queries from './queries.ts';

const MOST = 30;
/** More lists than the platform has. */
const MOST_TABLES = 300;

export const listViews = (ctx: Ctx, page: string) =>
  queries.listViews(ctx.db, ctx.session.accountId, ctx.session.orgId, page);

/** Saves a list's filters under a name; sharing with the organisation takes a right of its own. */
export async function saveView(ctx: Ctx, input: ParsedOf<typeof contract.saveView>) {
  const { accountId, orgId } = ctx.session;
  if (input.shared && !ctx.may('view:write')) throw forbidden('没有共享视图的权限');
  await queries.lockViews(ctx.db, accountId);
  if ((await queries.countViews(ctx.db, accountId, input.page)) >= MOST) throw refuse(`每页最多保存 ${MOST} 个视图`);
  const { page, name, query } = input;
  const id = await queries.saveView(ctx.db, { accountId, orgId: input.shared ? orgId : null, page, name, query });
  ctx.audit({ type: 'view', id, name: input.name });
  return { id };
}

export async function removeView(ctx: Ctx, id: string): Promise<null> {
  const name = await queries.removeView(ctx.db, ctx.session.accountId, id);
  if (name === undefined) throw notFound();
  ctx.audit({ type: 'view', id, name });
  return null;
}

export const listTables = (ctx: Ctx) => queries.listTables(ctx.db, ctx.session.accountId);

/** Keeps how the account arranged a list; an empty arrangement is forgotten. */
export async function keepTable(ctx: Ctx, { page, memory }: ParsedOf<typeof contract.keepTable>): Promise<null> {
  const { accountId } = ctx.session;
  if (Object.keys(memory).length === 0) {
    await queries.forgetTable(ctx.db, accountId, page);
    return null;
  }
  if (!(await queries.keepTable(ctx.db, accountId, page, memory, MOST_TABLES))) throw refuse('记住的列表太多');
  return null;
}
