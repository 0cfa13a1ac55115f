import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { within, workerScope } from '#platform/server/database/scope.ts';
import { followingTables } from '#platform/server/database/tables.ts';
import { FOLD_LOCK } from '#platform/server/sums/counters.ts';

/** A subtree that got another code. */
export interface CodeMove {
  from: string;
  to: string;
}

/** KiB of names that wait for their index: enough for the largest county, where the usual 4 MiB are merged ten times. */
const NAMES_WAITING = 65_536;

/**
 * Rewrites the codes of all rows below a moved organisation; its own tree row and the counters are the caller's. The
 * letters of the names are put into their index later, by `settleCodes`; until then a search reads them one by one.
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
 * Takes a subtree's numbers from the organisations above the old place and gives them to those above the new one.
 * Folding waits until the transaction ends; whoever counts in this subtree has been waited for, since its organisations
 * are locked.
 */
export async function moveCounters(db: Db, { from, to }: CodeMove): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLD_LOCK})`.execute(db);
  await sql`
    insert into member_counter (org_code, fact, value, n)
    select above.code, fact, value, sum(above.sign * n)::int
      from member_counter
      cross join lateral (
        select left(${from}::text, cut) as code, -1 as sign from generate_series(4, ${from.length - 4}::int, 4) as cut
        union all
        select left(${to}::text, cut), 1 from generate_series(4, ${to.length - 4}::int, 4) as cut) as above
     where org_code = ${from}
     group by above.code, fact, value having sum(above.sign * n) <> 0
    on conflict (org_code, fact, value) do update set n = member_counter.n + excluded.n`.execute(db);
  for (const table of ['member_counter', 'member_counter_delta'] as const) {
    await sql`
      update ${sql.table(table)} set org_code = ${to}::text || substr(org_code, ${from.length + 1}::int)
       where ${within(workerScope(from))}`.execute(db);
  }
}

/**
 * Finishes what a request wrote under an old code while its organisation was moving: one that had read the code before
 * and wrote after. No request lives for ten minutes; codes are never handed out twice, so an old one names nobody else.
 */
export async function settleCodes(db: Db): Promise<void> {
  const { rows } = await sql<CodeMove>`
    select case when c.state = 'done' then x.old_code else x.new_code end as "from",
           case when c.state = 'done' then x.new_code else x.back_code end as "to"
      from org_change c join org_change_org x on x.change_id = c.id and x.act = 'moved'
     where c.carried_at is not null and greatest(c.carried_at, c.reversed_at) > now() - interval '10 minutes'
     order by greatest(c.carried_at, c.reversed_at)`.execute(db);
  for (const move of rows) await rewriteCodes(db, move);
  if (rows.length > 0) await sql`select settle_member_names()`.execute(db);
}
