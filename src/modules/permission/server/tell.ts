import type { Ctx } from '#platform/server/context.ts';
import { sendNotices } from '#platform/server/notices.ts';
import { workersAt } from './queries/workers.ts';

/** 提醒, dictionary 0178. */
const REMINDER = '6';

/**
 * Tells the workers of some organisations, but never whoever does the act, in the caller's transaction.
 * @param url the page that it is about, by the organisation
 * @returns organisations that have a worker's account
 */
export async function tellWorkers(
  ctx: Ctx,
  orgIds: readonly string[],
  words: { title: string; remark: string },
  url: (orgId: string) => string,
): Promise<Set<string>> {
  const { orgId: from, accountId, accountName } = ctx.session;
  const byOrg = Map.groupBy(await workersAt(ctx.db, orgIds), ({ orgId }) => orgId);
  await sendNotices(
    ctx.db,
    [...byOrg].flatMap(([orgId, workers]) => {
      const accountIds = workers.map((one) => one.accountId).filter((id) => id !== accountId);
      if (accountIds.length === 0) return [];
      return [{ ...words, type: REMINDER, orgId: from, createdBy: accountName, accountIds, jumpUrl: url(orgId) }];
    }),
  );
  return new Set(byOrg.keys());
}
