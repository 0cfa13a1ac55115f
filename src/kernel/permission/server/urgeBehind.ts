import { type Behind, markUrged, type PartTable } from '#house/server/givenWork.ts';
import type { Ctx } from '#platform/server/context.ts';
import { tellWorkers } from './tell.ts';

/**
 * Urges the organisations that are behind, each once in two hours, and notes it at their parts, in the caller's transaction.
 * @param table of the parts
 * @param url the page of a part
 * @returns as `urgeReply` of `house/givenCalls.ts` says it
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
  const urgedIds = fresh.filter(({ orgId }) => reached.has(orgId)).map(({ id }) => id);
  await markUrged(ctx.db, table, urgedIds);
  return {
    due: all.length,
    reminded: urgedIds.length,
    recently: all.length - fresh.length,
    missing: fresh.filter(({ orgId }) => !reached.has(orgId)).map(({ orgName }) => orgName),
  };
}
