import { ROLE } from '#kernel/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import type * as contract from '#publishing/news/contract.desk.ts';
import * as queries from '../queries/cleanup.ts';
import { canOf, lockArticle, logArticle, MODULE } from './common.ts';

/** Organisations of one step. */
const BATCH = 500;

/** Counts dead links, and opens this month's to-do at each organisation whose texts may have outlived themselves. */
export async function askCleanup({ db }: Pick<Services, 'db'>): Promise<void> {
  await queries.countDeadLinks(db);
  const month = await queries.month(db);
  const subject = `archiveCleanup:${month}`;
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (trx) => {
      const due = await queries.outlivedByOrg(trx, subject, BATCH);
      for (const { orgId, orgCode, n } of due)
        await openTodo(trx, {
          roleId: ROLE.worker,
          orgId,
          orgCode,
          accountId: null,
          module: MODULE,
          title: `${Number(month.slice(4))}月到期清理：${n}篇资讯`,
          detail: '已过展示截止、链接失效或原组织已撤销的，请保留、续期或撤下',
          act: '清理',
          jumpUrl: '/archive/article?tab=cleanup',
          dueOn: null,
          subject,
        });
      return due.length === BATCH;
    });
  }
}

/** Keeps texts as they are for a while, or renews them until a day. */
export async function keep(
  ctx: Ctx,
  input: ParsedOf<typeof contract.keepArticles>,
): Promise<ReplyOf<typeof contract.keepArticles>> {
  if (input.until !== null && input.until < (await todayOf(ctx.db)))
    throw badInput({ until: '展示截止日期不能早于今天' });
  const orgs = new Set<string>();
  for (const id of [...input.ids].sort((a, b) => Number(a) - Number(b))) {
    const row = await lockArticle(ctx, id);
    if (!canOf(ctx, row).withdraw) throw refuse(`“${row.title}”没有发布，不需要清理`);
    await queries.keep(ctx.db, id, input.until);
    orgs.add(row.orgId);
    logArticle(
      ctx,
      row,
      input.until === null ? { keptUntil: [null, '下次清理'] } : { shownUntil: [row.shownUntil, input.until] },
    );
  }
  await queries.closeCleanups(ctx.db, [...orgs]);
  return { count: input.ids.length };
}
