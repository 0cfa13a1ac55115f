import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import { workersAt } from './queries/workers.ts';

/** 提醒, dictionary 0178. */
const REMINDER = '6';

/** What a notice says. */
interface Words {
  title: string;
  remark: string;
}
/** Who tells: an organisation, by somebody's name; `accountId` is whoever does the act and is never told. */
interface Teller {
  orgId: string;
  name: string;
  accountId?: string;
}

/**
 * Tells the workers of some organisations, but never whoever does the act, in the caller's transaction.
 * @param url the page that it is about, by the organisation
 * @returns organisations that have a worker's account
 */
export const tellWorkers = (
  ctx: Ctx,
  orgIds: readonly string[],
  words: Words,
  url: (orgId: string) => string,
): Promise<Set<string>> => {
  const { orgId, accountId, accountName: name } = ctx.session;
  return tellWorkersOf(ctx.db, { orgId, name, accountId }, orgIds, () => words, url);
};

/** The same for what nobody does by a press, each organisation with words of its own. */
export async function tellWorkersOf(
  db: Db,
  from: Teller,
  orgIds: readonly string[],
  words: (orgId: string) => Words,
  url: (orgId: string) => string,
): Promise<Set<string>> {
  const byOrg = Map.groupBy(await workersAt(db, orgIds), ({ orgId }) => orgId);
  await sendNotices(
    db,
    [...byOrg].flatMap(([orgId, workers]) => {
      const accountIds = workers.map((one) => one.accountId).filter((id) => id !== from.accountId);
      if (accountIds.length === 0) return [];
      return [
        {
          ...words(orgId),
          type: REMINDER,
          orgId: from.orgId,
          createdBy: from.name,
          accountIds,
          jumpUrl: url(orgId),
        },
      ];
    }),
  );
  return new Set(byOrg.keys());
}
