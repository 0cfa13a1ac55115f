import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
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
  const by = ctx.session.accountName;
  const greeted = await queries.greet(ctx.db, ctx.scope, by, MOST);
  await sendNotices(
    ctx.db,
    greeted.map(({ name, orgId, accountId, month, day, years }) => ({
      type: '1',
      title: '政治生日祝福',
      remark: `${name}同志：${month}月${day}日是您入党${years}周年的政治生日。祝您政治生日快乐，愿您不忘初心、牢记使命，继续发挥先锋模范作用。`,
      orgId,
      createdBy: by,
      accountIds: [accountId],
    })),
  );
  ctx.audit({ name: `${greeted.length}人` });
  return { sent: greeted.length };
}
