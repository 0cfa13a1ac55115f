import { type RawBuilder, sql } from 'kysely';
import { UNMARKED_TYPES } from '#people/map/rules.ts';
import { figuresJoin, nameMatches } from '#people/org/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Marked organisations of the scope: both coordinates are set, and the type has a marker. */
const marked = (scope: Scope) => sql<boolean>`(
  ${within(scope, 'o.code')} and o.deleted_at is null and o.lng is not null and o.lat is not null
  and o.type <> all(${[...UNMARKED_TYPES]}::smallint[]))`;

const ofTypes = (types: readonly number[]) =>
  types.length === 0 ? sql<boolean>`true` : sql<boolean>`o.type = any(${[...types]}::smallint[])`;

export interface MarkerRow {
  id: string;
  code: string;
  name: string;
  type: number;
  lng: number;
  lat: number;
}

/**
 * The markers of some types, and how many of each type there are at all, in one statement.
 * @param also an organisation that is answered whatever its type
 */
export async function markerRows(
  db: Db,
  scope: Scope,
  { types, also, limit }: { types: readonly number[]; also: string | null; limit: number },
): Promise<{ rows: MarkerRow[]; types: { type: number; count: number }[] }> {
  const { rows } = await sql<{ rows: MarkerRow[]; types: { type: number; count: number }[] }>`/* prepared */
    with located as materialized (
      select o.id, o.code, o.name, o.type, o.lng, o.lat from organisation o where ${marked(scope)}
    ), shown as (
      select id, code, name, type, lng, lat from located o
       where ${ofTypes(types)} or o.id = ${also}::bigint
       order by code limit ${limit}
    )
    select coalesce((select json_agg(json_build_object('id', id::text, 'code', code, 'name', name, 'type', type,
                                                       'lng', lng, 'lat', lat) order by code) from shown), '[]') as rows,
           coalesce((select json_agg(json_build_object('type', type, 'count', n) order by type)
                       from (select type, count(*)::int as n from located group by type) as each), '[]') as types`.execute(
    db,
  );
  return rows[0] ?? { rows: [], types: [] };
}

/** Who is secretary of the current term, with the masked phone of the person, as `lead`. */
const secretaryJoin = sql`
  left join lateral (
    select p.name, m.phone_mask, m.photo from org_post p
      join org_term t on t.id = p.term_id and t.is_current
      left join member m on m.id = p.member_id and m.deleted_at is null
     where p.org_id = o.id and p.post = '书记' order by p.sort, p.id limit 1
  ) as lead on true`;

export interface ListFilter {
  types: readonly number[];
  /** West, south, east, north. */
  bounds?: readonly number[] | undefined;
  keyWords?: string | undefined;
}

function conditions(scope: Scope, { types, bounds, keyWords }: ListFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [marked(scope), ofTypes(types)];
  if (bounds) {
    const [west, south, east, north] = bounds;
    parts.push(sql`o.lng between ${west} and ${east} and o.lat between ${south} and ${north}`);
  }
  if (keyWords) parts.push(nameMatches(keyWords));
  return sql.join(parts, sql` and `);
}

/** One page of marked organisations in tree order with their secretaries, and how many there are. */
export async function listRows(
  db: Db,
  scope: Scope,
  filter: ListFilter,
  limit: number,
  offset: number,
): Promise<{ rows: (MarkerRow & { secretary: string | null; phone: string | null })[]; total: number }> {
  const { rows } = await sql<MarkerRow & { secretary: string | null; phone: string | null }>`
    with page as materialized (
      select o.id, o.code, o.name, o.type, o.lng, o.lat from organisation o
       where ${conditions(scope, filter)} order by o.code limit ${limit} offset ${offset}
    )
    select o.*, lead.name as secretary, lead.phone_mask as phone from page o ${secretaryJoin} order by o.code`.execute(
    db,
  );
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from organisation o where ${conditions(scope, filter)}`.execute(db);
  return { rows, total: counted[0]?.n ?? 0 };
}

export interface DetailRow {
  id: string;
  code: string;
  name: string;
  type: number;
  lng: number | null;
  lat: number | null;
  secretary: string | null;
  phone: string | null;
  photo: string | null;
  contact: string;
  contact_phone: string;
  address: string;
  team: number;
  full_members: number;
  probationary: number;
  targets: number;
  activists: number;
  updated_by: string;
  updated_at: Date;
}

/** What the marker's dialog shows of one organisation, by id or code; null where it is not within the scope. */
export async function detailRow(
  db: Db,
  scope: Scope,
  which: { id: string } | { code: string },
): Promise<DetailRow | null> {
  const chosen = 'id' in which ? sql`id = ${which.id}` : sql`code = ${which.code}`;
  const { rows } = await sql<DetailRow>`
    with chosen as materialized (select * from organisation where ${chosen} and deleted_at is null)
    select o.id, o.code, o.name, o.type, o.lng, o.lat, o.contact, o.contact_phone, o.address, o.updated_by, o.updated_at,
           lead.name as secretary, lead.phone_mask as phone, lead.photo,
           figures.full_members, figures.probationary, figures.targets, figures.activists,
           (select count(*)::int from org_post p join org_term t on t.id = p.term_id and t.is_current
             where p.org_id = o.id) as team
      from chosen o ${figuresJoin} ${secretaryJoin}
     where ${within(scope, 'o.code')}`.execute(db);
  return rows[0] ?? null;
}

/** Code of an organisation within the scope, by id or code; null where it is not, or is deleted. */
export async function codeOf(
  db: Db,
  scope: Scope,
  which: { id?: string | undefined; code?: string | undefined },
): Promise<string | null> {
  const parts: RawBuilder<unknown>[] = [within(scope, 'o.code'), sql`o.deleted_at is null`];
  if (which.id !== undefined) parts.push(sql`o.id = ${which.id}`);
  if (which.code !== undefined) parts.push(sql`o.code = ${which.code}`);
  const { rows } = await sql<{ code: string }>`
    select o.code from organisation o where ${sql.join(parts, sql` and `)}`.execute(db);
  return rows[0]?.code ?? null;
}

/** Marked organisations of the scope that are found by name, pinyin or initials. */
export async function findLocated(
  db: Db,
  scope: Scope,
  keyWords: string,
  limit: number,
): Promise<{ name: string; address: string; lng: number; lat: number }[]> {
  const { rows } = await sql<{ name: string; address: string; lng: number; lat: number }>`
    select o.name, o.address, o.lng, o.lat from organisation o
     where ${marked(scope)} and ${nameMatches(keyWords)} order by o.code limit ${limit}`.execute(db);
  return rows;
}
