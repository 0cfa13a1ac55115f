import { sql } from 'kysely';
import type { Db, OrNone } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { SourceRow } from './rightHolders.ts';

export interface WhoRow {
  id: string;
  account_id: string;
  account_name: string;
  login_mask: string;
  member_id: string | null;
  role_name: string;
  org_id: string;
  org_name: string;
  sources: SourceRow[];
}

const sources = sql`
  coalesce((select json_agg(json_build_object('key', v.permission_key, 'source', v.source, 'name', v.source_name,
                                              'since', v.since, 'by', v.given_by) order by v.since)
              from grant_given v where v.grant_id = g.id and v.permission_key in (r.permission_key, '*:*:*')), '[]')`;

/**
 * Who may use a right at an organisation: people with an office there or above it, within the scope, whose grant
 * has the right in effect. People without office act for themselves alone and are not among them.
 */
export async function whoMay(
  db: Db,
  scope: Scope,
  query: { orgCode: string; key: string; name: string; limit: number; offset: number },
): Promise<{ rows: WhoRow[]; total: number }> {
  const { rows } = await sql<OrNone<WhoRow & { id: string }> & { total: number }>`
    with found as materialized (
      select g.*, r.permission_key
        from usable_grant g join grant_right r on r.grant_id = g.id and r.permission_key = ${query.key}
       where ${within(scope, 'g.org_code')} and g.base = 'subtree'
         and g.org_code = any(array(select left(${query.orgCode}, cut)
                                      from generate_series(4, ${query.orgCode.length}::int, 4) as cut))
         and (${query.name} = '' or ${textHolds(sql`g.account_name`, query.name)})
    )
    select (select count(*)::int from found) as total, list.*
      from (values (1)) as one
      left join (
        select g.id, g.account_id, g.account_name, g.login_mask, g.member_id, g.role_name, g.org_id, g.org_name,
               g.org_code, ${sources} as sources
          from found g join lateral (select g.permission_key) r on true
         order by g.org_code desc, g.account_name, g.id limit ${query.limit} offset ${query.offset}
      ) as list on true
     order by list.org_code desc, list.account_name, list.id`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}

export interface SheetRow {
  id: string;
  org_code: string;
  org_name: string;
  account_name: string;
  login_mask: string;
  role_name: string;
  permission_key: string;
  permission_name: string;
  sources: SourceRow[];
}

/** Where a chunk of the sheet begins: after this grant. */
export interface SheetPlace {
  orgCode: string;
  id: string;
}

/**
 * Rights in effect of everybody with an office in the range, a line for each right, grant by grant in tree order.
 * `keys` empty: all rights. `grants` is how many grants a chunk holds.
 */
export async function sheetChunk(
  db: Db,
  range: Scope,
  keys: readonly string[],
  after: SheetPlace | null,
  grants: number,
): Promise<{ rows: SheetRow[]; next: SheetPlace | null }> {
  const page = await sql<{ id: string; org_code: string }>`
    select g.id, g.org_code from usable_grant g
     where g.base = 'subtree' and ${within(range, 'g.org_code')}
       and (g.org_code, g.id) > (${after?.orgCode ?? ''}, ${after?.id ?? '0'}::bigint)
     order by g.org_code, g.id limit ${grants}`.execute(db);
  const last = page.rows.at(-1);
  if (!last) return { rows: [], next: null };
  const { rows } = await sql<SheetRow>`
    select g.id, g.org_code, g.org_name, g.account_name, g.login_mask, g.role_name,
           p.key as permission_key, p.name as permission_name, ${sources} as sources
      from unnest(${page.rows.map(({ id }) => id)}::bigint[]) as asked (id)
      join usable_grant g on g.id = asked.id
      join lateral (select k.permission_key from grant_right k where k.grant_id = g.id) r on true
      join permission p on p.key = r.permission_key
     where cardinality(${keys}::text[]) = 0 or p.key = any(${keys}::text[])
     order by g.org_code, g.id, p.id`.execute(db);
  return { rows, next: page.rows.length < grants ? null : { orgCode: last.org_code, id: last.id } };
}

/** How many grants the sheet will go through. */
export async function countGrants(db: Db, range: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from usable_grant g where g.base = 'subtree' and ${within(range, 'g.org_code')}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
