import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Floating members below each child of the organisation at the top of the scope; children without any are left out. */
export async function floatingByChild(db: Db, scope: Scope): Promise<{ id: string; name: string; n: number }[]> {
  const { rows } = await sql<{ id: string; name: string; n: number }>`/* prepared */
    with child as materialized (
      select o.id, o.code, o.name, o.sort from organisation o
       where o.parent_id = (select id from organisation where code = ${scope.from}) and o.deleted_at is null
    ), pending as materialized (
      select left(org_code, length(${scope.from}) + 4) as code, sum(n) as n
        from member_counter_delta where ${within(scope)} and fact = 'floating' group by 1
    )
    select child.id, child.name, figure.n
      from child
      cross join lateral (
        select (coalesce((select sum(n) from member_counter where org_code = child.code and fact = 'floating'), 0)
                + coalesce((select n from pending where pending.code = child.code), 0))::int as n) as figure
     where figure.n > 0
     order by child.sort, child.id`.execute(db);
  return rows;
}

/** Name of the secretary of an organisation, or the empty text. */
export async function secretaryOf(db: Db, orgId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select p.name from org_post p join org_term t on t.id = p.term_id and t.is_current
     where p.org_id = ${orgId} and p.post = '书记' order by p.sort, p.id limit 1`.execute(db);
  return rows[0]?.name ?? '';
}
