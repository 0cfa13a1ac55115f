import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { within, workerScope } from '#platform/server/database/scope.ts';
import { followingTables } from '#platform/server/database/tables.ts';
import type { CodeMove } from '#platform/server/sums/counters.ts';

/** KiB of names that wait for their index: enough for the largest county, where the usual 4 MiB are merged ten times. */
const NAMES_WAITING = 65_536;

/**
 * Rewrites the codes of all rows below a moved organisation; its own tree row and the counters are the caller's. The
 * letters of the names are put into their index later, by `rewriteStaleCodes`; until then a search reads them one by one.
 */
export async function rewriteCodes(db: Db, { from, to }: CodeMove): Promise<void> {
  await sql`select set_config('gin_pending_list_limit', ${String(NAMES_WAITING)}, true)`.execute(db);
  for (const table of followingTables()) {
    await sql`
      update ${sql.table(table)} set org_code = ${to}::text || substr(org_code, ${from.length + 1}::int)
       where ${within(workerScope(from))}`.execute(db);
  }
}

/**
 * Finishes what a request wrote under an old code while its organisation was moving: one that had read the code before
 * and wrote after. No request lives for ten minutes; codes are never handed out twice, so an old one names nobody else.
 */
export async function rewriteStaleCodes(db: Db): Promise<void> {
  const { rows } = await sql<CodeMove>`
    select case when c.state = 'done' then x.old_code else x.new_code end as "from",
           case when c.state = 'done' then x.new_code else x.back_code end as "to"
      from org_change c join org_change_org x on x.change_id = c.id and x.act = 'moved'
     where c.carried_at is not null and greatest(c.carried_at, c.reversed_at) > now() - interval '10 minutes'
     order by greatest(c.carried_at, c.reversed_at)`.execute(db);
  for (const move of rows) await rewriteCodes(db, move);
  if (rows.length > 0) await sql`select settle_member_names()`.execute(db);
}
