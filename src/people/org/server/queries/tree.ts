import { sql } from 'kysely';
import type { Db, OrNone } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { figuresJoin, nameMatches } from './fragments.ts';

export interface NodeRow {
  id: string;
  code: string;
  name: string;
  parent_id: string | null;
  type: number;
  child_count: number;
  party: number;
  path?: string;
}

/** The node at the top of the scope. */
export async function rootNode(db: Db, scope: Scope): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`/* prepared */
    select o.id, o.code, o.name, o.parent_id, o.type, o.child_count, figures.party
      from organisation o ${figuresJoin}
     where o.code = ${scope.from} and o.deleted_at is null`.execute(db);
  return rows;
}

/**
 * The children of an organisation in their order; null where it is not within the scope.
 * The scope is a worker's subtree, so the children of what lies in it lie in it too.
 * The changes of the whole branch that are not folded yet are read once, not once a child.
 */
export async function childNodes(db: Db, scope: Scope, parentId: string): Promise<NodeRow[] | null> {
  const { rows } = await sql<OrNone<NodeRow> & { parent: string }>`/* prepared */
    with chosen as materialized (
      select id, code from organisation where id = ${parentId} and deleted_at is null
    ), parent as materialized (
      select id, code from chosen where ${within(scope, 'chosen.code')}
    ), pending as materialized (
      select left(org_code, length(parent.code) + 4) as child, sum(n) as n
        from parent join member_counter_delta
          on org_code > parent.code and org_code < parent.code || ':' and fact = 'category' and value in ('1', '2')
       group by 1
    )
    select parent.id as parent, o.id, o.code, o.name, o.parent_id, o.type, o.child_count,
           (coalesce((select sum(n) from member_counter c
                       where c.org_code = o.code and c.fact = 'category' and c.value in ('1', '2')), 0)
            + coalesce((select n from pending where child = o.code), 0))::int as party
      from parent
      left join organisation o on o.parent_id = parent.id and o.deleted_at is null
     order by o.sort, o.id`.execute(db);
  if (rows.length === 0) return null;
  return rows.filter((row) => row.id !== null);
}

/** Organisations of the scope whose name, pinyin or initials hold the part, in tree order, with the names above them. */
export async function findNodes(db: Db, scope: Scope, part: string, limit: number): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    with found as materialized (
      select id, code, name, parent_id, type, child_count, sort from organisation o
       where ${within(scope, 'o.code')} and o.deleted_at is null and ${nameMatches(part)}
       order by o.code limit ${limit}
    )
    select o.id, o.code, o.name, o.parent_id, o.type, o.child_count, figures.party,
           coalesce((select string_agg(above.name, ' / ' order by above.code)
                       from organisation above
                      where above.code = any(array(select left(o.code, cut)
                              from generate_series(${scope.from.length}::int, length(o.code) - 4, 4) as cut))), '') as path
      from found o ${figuresJoin}
     order by o.code`.execute(db);
  return rows;
}
