import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { nameMatches } from './fragments.ts';

/** What is asked for, within the scope; null leaves a condition out. */
export interface OrgSearch {
  scope: Scope;
  /** The organisation that the range is drawn from. */
  orgId: string;
  range: 'all' | 'onlySelf' | 'onlyChild' | 'onlyParent';
  keyWords: string | null;
  type: number | null;
  legalUnit: boolean;
  categories: readonly number[] | null;
  post: string | null;
}

export interface OrgFound {
  id: string;
  code: string;
  name: string;
  type: number;
  parent_name: string | null;
  path: string;
}

function conditions({ scope, orgId, range, keyWords, ...filter }: OrgSearch): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [within(scope, 'o.code'), sql`o.deleted_at is null`];
  if (range === 'onlySelf') all.push(sql`o.id = ${orgId}`);
  if (range === 'onlyChild') all.push(sql`o.parent_id = ${orgId}`);
  if (range === 'onlyParent') all.push(sql`o.id = (select parent_id from organisation where id = ${orgId})`);
  if (keyWords !== null && /^(\d{4})+$/.test(keyWords))
    all.push(sql`(o.code >= ${keyWords} and o.code < ${`${keyWords}:`})`);
  else if (keyWords !== null) all.push(nameMatches(keyWords));
  if (filter.type !== null) all.push(sql`o.type = ${filter.type}`);
  if (filter.legalUnit)
    all.push(sql`exists (select from unit u where u.org_id = o.id and u.is_legal and u.deleted_at is null)`);
  if (filter.categories !== null)
    all.push(sql`exists (
      select from member m where m.person_category = any(${filter.categories}::smallint[]) and m.deleted_at is null
         and m.org_code >= o.code and m.org_code < o.code || ':')`);
  if (filter.post !== null)
    all.push(sql`exists (
      select from org_post p join org_term t on t.id = p.term_id and t.is_current
       where p.org_id = o.id and p.post = ${filter.post})`);
  return sql.join(all, sql` and `);
}

/** A page of organisations in tree order, and how many there are, counted up to `cap` and one more. */
export async function searchOrgs(
  db: Db,
  search: OrgSearch,
  page: { limit: number; offset: number; cap: number },
): Promise<{ rows: OrgFound[]; total: number }> {
  const { from } = search.scope;
  const [found, counted] = await Promise.all([
    sql<OrgFound>`
      with page as materialized (
        select o.id, o.code, o.name, o.type, o.parent_id from organisation o
         where ${conditions(search)} order by o.code limit ${page.limit} offset ${page.offset}
      )
      select o.id, o.code, o.name, o.type,
             (select above.name from organisation above where above.id = o.parent_id and ${within(search.scope, 'above.code')}) as parent_name,
             coalesce((select string_agg(above.name, ' / ' order by above.code) from organisation above
                        where above.code = any(array(select left(o.code, cut)
                                from generate_series(${from.length}::int, length(o.code) - 4, 4) as cut))), '') as path
        from page o order by o.code`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from (
        select from organisation o where ${conditions(search)} limit ${page.cap + 1}) as found`.execute(db),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.n ?? 0 };
}
