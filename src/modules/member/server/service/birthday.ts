import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { listBirthdays } from '../../contract.birthday.ts';
import * as queries from '../queries/birthday.ts';

/** So many are greeted by one call. */
const MOST = 1000;

/** This month's anniversaries of joining, by day. */
export async function birthdays(
  ctx: Ctx,
  { pageNum, pageSize, ...filter }: ParsedOf<typeof listBirthdays>,
): Promise<ReplyOf<typeof listBirthdays>> {
  const found = await queries.birthdays(ctx.db, ctx.scope, filter, pageSize, (pageNum - 1) * pageSize);
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, greetedAt: row.greetedAt?.toISOString() ?? null })),
  };
}

/** Sends the greeting to whoever has not had it this year. */
export async function greetAll(ctx: Ctx) {
  const sent = await queries.greet(ctx.db, ctx.scope, ctx.session.accountName, MOST);
  ctx.audit({ name: `${sent}人` });
  return { sent };
}
