import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { listNotices, unreadCount } from '#kernel/message/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { changeNotices, type NoticeChange } from '#platform/server/inbox/notices.ts';
import * as queries from './queries.ts';

/** The page sends its own user id along (specification, section 7); another's is refused. */
function checkOwn(ctx: Ctx, userId: string | undefined) {
  if (userId !== undefined && userId !== ctx.session.accountId) throw forbidden();
}

/** The own notices, newest first. */
export async function pageOfNotices(
  ctx: Ctx,
  input: ParsedOf<typeof listNotices>,
): Promise<ReplyOf<typeof listNotices>> {
  checkOwn(ctx, input.userId);
  const names = await dictionaryNames(ctx.services);
  const { rows, total, open } = await queries.listNotices(ctx.db, ctx.session.accountId, {
    id: input.id ?? null,
    type: input.type || null,
    handled: input.isHandle ? input.isHandle === '1' : null,
    from: input.startTime || null,
    to: input.endTime || null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return {
    total,
    noHandleNumber: open,
    rows: rows.map((row) => ({
      id: row.id,
      type: row.type,
      typeName: names.name('0178', row.type),
      title: row.title,
      createTime: row.created_at.toISOString(),
      createOrgName: row.org_name,
      createUser: row.created_by,
      remark: row.remark,
      jumpUrl: row.jump_url,
      isHandle: Number(row.is_handle),
      isRead: Number(row.is_read),
    })),
  };
}

/** What the badge shows. */
export async function countUnread(ctx: Ctx, userId: string | undefined): Promise<ReplyOf<typeof unreadCount>> {
  checkOwn(ctx, userId);
  const counts = await queries.countUnread(ctx.db, ctx.session);
  return { ...counts, total: counts.notices + counts.todos };
}

/**
 * Receives, deletes or brings back own notices, all of them or none. Deleting is undone by restoring, a receipt by taking it
 * back within five minutes.
 */
export async function changeOwn(
  ctx: Ctx,
  input: { id: readonly string[]; userId?: string | undefined },
  change: NoticeChange,
): Promise<null> {
  checkOwn(ctx, input.userId);
  const changed = await changeNotices(ctx.db, ctx.session.accountId, input.id, change);
  if (changed.length < input.id.length) {
    const owned = await queries.countOwned(ctx.db, ctx.session.accountId, input.id);
    if (change === 'takeBack' && owned === input.id.length) throw refuse('接收超过5分钟，不能撤销');
    throw notFound();
  }
  for (const { id, title, org_code: orgCode } of changed) ctx.audit({ type: 'notice', id, name: title, orgCode });
  return null;
}
