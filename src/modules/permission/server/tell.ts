import type { Ctx } from '#platform/server/context.ts';
import { type Behind, markUrged, type PartTable } from '#platform/server/givenWork.ts';
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

/**
 * Urges the organisations that are behind, each once in two hours, and notes it at their parts, in the caller's transaction.
 * @param table of the parts
 * @param url the page of a part
 * @returns as `urged` of `platform/givenCalls.ts` says it
 */
export async function urgeBehind(
  ctx: Ctx,
  table: PartTable,
  all: readonly Behind[],
  words: { title: string; remark: string },
  url: (partId: string) => string,
): Promise<{ due: number; reminded: number; recently: number; missing: string[] }> {
  const fresh = all.filter(({ recently }) => !recently);
  const urls = new Map(fresh.map(({ id, orgId }) => [orgId, url(id)]));
  const reached = await tellWorkers(ctx, [...urls.keys()], words, (orgId) => urls.get(orgId) ?? '');
  const told = fresh.filter(({ orgId }) => reached.has(orgId)).map(({ id }) => id);
  await markUrged(ctx.db, table, told);
  return {
    due: all.length,
    reminded: told.length,
    recently: all.length - fresh.length,
    missing: fresh.filter(({ orgId }) => !reached.has(orgId)).map(({ orgName }) => orgName),
  };
}
