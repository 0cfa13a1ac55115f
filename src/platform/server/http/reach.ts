import { sql } from 'kysely';
import type { Reach } from '#platform/acts/reach.ts';
import type { Ctx } from '../context.ts';

/** How many are named in the question. */
const NAMED = 5;

const some = (names: readonly string[]) => ({ total: names.length, names: names.slice(0, NAMED) });

/**
 * The people whom this transaction has affected so far: those who got notices and to-dos, those whose account was stopped, and those
 * whom the act itself names (`ctx.audit`, `ctx.binds`).
 */
export async function reachOf(ctx: Ctx): Promise<Reach> {
  const self = ctx.session.accountId;
  const { rows } = await sql<{ kind: 'people' | 'orgs' | 'stopped'; names: string[] | null }>`
    with told as (
      select r.account_id from notice n join notice_recipient r on r.notice_id = n.id where n.created_at = now()
      union select account_id from todo where created_at = now() and account_id is not null
    )
    select 'people' as kind, array_agg(a.name order by a.id) as names
      from account a where a.id in (select account_id from told) and a.id <> ${self}
    union all
    select 'orgs', array_agg(o.name order by o.code) from organisation o
     where o.id in (select org_id from todo where created_at = now() and account_id is null)
    union all
    select 'stopped', array_agg(a.name order by a.id) from account a where a.disabled_at = now()`.execute(ctx.db);
  const of = (kind: string) => some(rows.find((row) => row.kind === kind)?.names ?? []);
  return {
    what: some([...new Set(ctx.details.flatMap(({ name }) => (name ? [name] : [])))]),
    people: of('people'),
    orgs: of('orgs'),
    stopped: of('stopped'),
    bound: some(ctx.bound),
  };
}
