import { type Kysely, sql } from 'kysely';
import { callsOfModules, type ServerModule } from '#platform/server/module.ts';
import type { Database } from '../../db/types.ts';

/**
 * The acts of a test that told more than the two parties of a matter, or stopped an account, although their contract does not ask
 * before it (`asks`). What an act has told carries the moment of the act's own row in the log. The workers of one organisation
 * count once.
 */
export async function unaskedActs(db: Kysely<Database>, modules: readonly ServerModule[]): Promise<string[]> {
  const asking = new Set(callsOfModules(modules).flatMap((one) => (one.asks ? [`${one.method} ${one.path}`] : [])));
  const { rows } = await sql<{ endpoint: string; action: string; told: number; stopped: number }>`
    with act as (
      select distinct at, endpoint, action, account_id from audit_log where outcome = 'done' and endpoint like '% /%' and account_id is not null
    ), told as (
      select act.at, act.endpoint, coalesce('o' || (select min(g.org_id) from usable_grant g where g.account_id = r.account_id and g.base <> 'own'), 'a' || r.account_id) as whom
        from act join notice n on n.created_at = act.at join notice_recipient r on r.notice_id = n.id
       where r.account_id <> act.account_id
      union
      select act.at, act.endpoint, coalesce('a' || t.account_id, 'o' || t.org_id) from act join todo t on t.created_at = act.at
    )
    select act.endpoint, act.action, max((select count(*)::int from told where told.at = act.at)) as told,
           max((select count(*)::int from account a where a.disabled_at = act.at)) as stopped
      from act group by 1, 2`.execute(db);
  return rows
    .filter(({ endpoint, told, stopped }) => (told > 2 || stopped > 0) && !asking.has(endpoint))
    .map(({ endpoint, action, told, stopped }) => `${endpoint} (${action}): ${told} told, ${stopped} stopped`);
}
