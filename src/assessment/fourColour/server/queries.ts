import { type RawBuilder, sql } from 'kysely';
import { type Kind, NATURES } from '#assessment/fourColour/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface Reason {
  code: string;
  label: string;
  /** How much is broken there or below, in the check's unit. */
  n: number;
  unit: string;
}

export interface Place {
  id: string;
  code: string;
  name: string;
  parentName: string;
  kind: Kind;
  lng: number | null;
  lat: number | null;
  /** Total of the latest published assessment, hundredths. */
  score: number | null;
}

const nature = sql`(select u.nature from unit u where u.org_id = o.id and u.deleted_at is null order by u.id limit 1)`;

/** All natures that may have colours somewhere: the house's own, and those of any scheme. */
export async function listColouredNatures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ nature: string }>`
    select distinct unnest(city_natures || village_natures) as nature from colour_scheme`.execute(db);
  return [...new Set([...NATURES.city, ...NATURES.village, ...rows.map(({ nature }) => nature)])];
}

/** The kind of an organisation `o` by the nature `n` of its main unit; null: it has no colours. */
const kind = sql`case
  when n.nature = any(${[...NATURES.city]}::text[]) then 'city' when n.nature = any(${[...NATURES.village]}::text[]) then 'village'
  when exists (select from colour_scheme c where starts_with(o.code, c.org_code) and n.nature = any(c.city_natures)) then 'city'
  when exists (select from colour_scheme c where starts_with(o.code, c.org_code) and n.nature = any(c.village_natures)) then 'village'
  end`;

/** The organisations of the scope whose main unit is a street, community, town or village, or alike by a scheme, in the order of the tree. */
export async function listPlaces(db: Db, scope: Scope): Promise<Place[]> {
  const natures = await listColouredNatures(db);
  const { rows } = await sql<Place>`
    select o.id, o.code, o.name, coalesce(above.name, '') as "parentName", o.lng, o.lat,
           k.kind, s.total as score
      from organisation o left join organisation above on above.id = o.parent_id
      cross join lateral (select ${nature} as nature) n cross join lateral (select ${kind} as kind) k
      left join lateral (
        select t.total from integral_target t join integral_plan p on p.id = t.plan_id
         where t.org_id = o.id and p.state >= 3 and t.total is not null order by p.year desc, p.id desc limit 1) s on true
     where o.deleted_at is null and ${within(scope, 'o.code')}
       and exists (select from unit u where u.org_id = o.id and u.deleted_at is null
         and u.nature = any(${natures}::text[])) and k.kind is not null
     order by o.code limit 20000`.execute(db);
  return rows;
}

/** Codes of organisations by their ids. */
export async function codesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from organisation where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

export interface FrozenRecord {
  orgId: string;
  year: number;
  quarter: number;
  level: number;
  score: number | null;
  openChecks: number;
  reasons: Reason[];
  /** Before the level by hand; null: frozen when there were none. */
  computed: number | null;
}
const FROZEN = sql`q.org_id as "orgId", q.year, q.quarter, q.level, q.score, q.open_checks as "openChecks", q.reasons, q.computed`;

/** Quarters of before kept how many organisations broke a check. */
const asCounted = ({ orgs, ...one }: Reason & { orgs?: number }): Reason =>
  orgs === undefined ? one : { ...one, n: orgs, unit: '个组织' };

/** What was frozen of a quarter within the scope. */
export async function frozenOf(db: Db, scope: Scope, year: number, quarter: number): Promise<FrozenRecord[]> {
  const { rows } = await sql<FrozenRecord>`
    select ${FROZEN} from colour_quarter q where q.year = ${year} and q.quarter = ${quarter} and ${within(scope, 'q.org_code')}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, reasons: row.reasons.map(asCounted) }));
}

/** The level of each organisation in the last quarter that was frozen before one. */
export async function levelsBefore(db: Db, scope: Scope, year: number, quarter: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ orgId: string; level: number }>`
    select distinct on (q.org_id) q.org_id as "orgId", q.level from colour_quarter q
     where (q.year, q.quarter) < (${year}, ${quarter}) and ${within(scope, 'q.org_code')}
     order by q.org_id, q.year desc, q.quarter desc`.execute(db);
  return new Map(rows.map(({ orgId, level }) => [orgId, level]));
}

/** How many stood in each level of the last quarters that were frozen, newest last. */
export async function pastOf(db: Db, scope: Scope, kinds: readonly Kind[], most: number) {
  const { rows } = await sql<{ year: number; quarter: number; counts: number[] }>`
    select * from (
      select year, quarter, array[count(*) filter (where level = 1), count(*) filter (where level = 2),
             count(*) filter (where level = 3), count(*) filter (where level = 4)]::int[] as counts
        from colour_quarter where ${within(scope)} and kind = any(${[...kinds]}::text[])
       group by year, quarter order by year desc, quarter desc limit ${most}) as latest order by year, quarter`.execute(
    db,
  );
  return rows;
}

/** The last quarters of one organisation, newest last. */
export async function quartersOf(db: Db, scope: Scope, orgId: string, most: number): Promise<FrozenRecord[]> {
  const { rows } = await sql<FrozenRecord>`
    select * from (select ${FROZEN} from colour_quarter q where q.org_id = ${orgId} and ${within(scope, 'q.org_code')}
      order by q.year desc, q.quarter desc limit ${most}) as latest order by year, quarter`.execute(db);
  return rows.map((row) => ({ ...row, reasons: row.reasons.map(asCounted) }));
}

export interface Freeze {
  code: string;
  /** Day on which it was done. */
  on: string;
}

/** Who froze a quarter within the scope or above it. */
export async function freezesOf(db: Db, scope: Scope, year: number, quarter: number): Promise<Freeze[]> {
  const { rows } = await sql<Freeze>`
    select f.org_code as code, (f.frozen_at at time zone 'Asia/Shanghai')::date::text as on from colour_freeze f
     where f.year = ${year} and f.quarter = ${quarter} and (${within(scope, 'f.org_code')} or starts_with(${scope.from}, f.org_code))
     order by length(f.org_code)`.execute(db);
  return rows;
}

/** The freeze that holds for a whole scope. */
export const freezeOver = (freezes: readonly Freeze[], scope: Scope) =>
  freezes.find(({ code }) => scope.from.startsWith(code));

export const isCovered = (freezes: readonly Freeze[], place: string) =>
  freezes.some(({ code }) => place.startsWith(code));

/** Fixes a quarter at an organisation and below; what is fixed already stays. Answers how many were written. */
export async function freeze(
  db: Db,
  one: { year: number; quarter: number; by: string; orgId: string; orgCode: string },
  found: readonly {
    orgId: string;
    code: string;
    kind: Kind;
    level: number;
    computed: number;
    handId: string | null;
    score: number | null;
    reasons: Reason[];
  }[],
): Promise<number> {
  const { rows } = await sql`
    insert into colour_quarter (org_id, org_code, kind, year, quarter, level, computed, hand_id, score, open_checks, reasons, frozen_by)
    select (g->>'orgId')::bigint, g->>'code', g->>'kind', ${one.year}, ${one.quarter}, (g->>'level')::int,
           (g->>'computed')::int, (g->>'handId')::bigint, (g->>'score')::int,
           jsonb_array_length(g->'reasons'), g->'reasons', ${one.by}
      from jsonb_array_elements(${JSON.stringify(found)}::jsonb) as g
    on conflict (org_id, year, quarter) do nothing returning id`.execute(db);
  if (rows.length > 0)
    await sql`insert into colour_freeze (org_id, org_code, year, quarter, frozen_by)
      values (${one.orgId}, ${one.orgCode}, ${one.year}, ${one.quarter}, ${one.by})
      on conflict (org_id, year, quarter) do nothing`.execute(db);
  return rows.length;
}

export interface RectificationRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  year: number;
  quarter: number;
  level: number;
  problems: string;
  person: string;
  dueOn: string;
  isLate: boolean;
  state: 0 | 1 | 2;
  report: string;
  reportedId: string | null;
  reportedBy: string;
  opinion: string;
  acceptedBy: string;
  isRelapse: boolean;
  version: number;
}
const RECTIFICATION = sql`r.id, r.org_id as "orgId", r.org_code as "orgCode", o.name as "orgName", r.year, r.quarter, r.level,
  r.problems, r.person, r.due_on::text as "dueOn", (r.state < 2 and r.due_on < ${dbToday}) as "isLate", r.state, r.report,
  r.reported_id as "reportedId", r.reported_by as "reportedBy", r.opinion, r.accepted_by as "acceptedBy",
  r.is_relapse as "isRelapse", r.version`;

/** Rectifications within the scope: of one organisation, or those that are open. */
export async function rectifications(db: Db, scope: Scope, orgId: string | null): Promise<RectificationRecord[]> {
  const parts: RawBuilder<unknown>[] = [within(scope, 'r.org_code')];
  parts.push(orgId === null ? sql`r.state < 2` : sql`r.org_id = ${orgId}`);
  const { rows } = await sql<RectificationRecord>`
    select ${RECTIFICATION} from colour_rectification r join organisation o on o.id = r.org_id
     where ${sql.join(parts, sql` and `)} order by r.id desc limit 20000`.execute(db);
  return rows;
}

export async function findRectification(db: Db, scope: Scope, id: string): Promise<RectificationRecord | undefined> {
  const { rows } = await sql<RectificationRecord>`
    select ${RECTIFICATION} from colour_rectification r join organisation o on o.id = r.org_id
     where r.id = ${id} and o.deleted_at is null and ${within(scope, 'r.org_code')} for update of r`.execute(db);
  return rows[0];
}

/** Opens a rectification unless one is open; undefined: one is. A relapse is one within a year after another was accepted. */
export async function insertRectification(
  db: Db,
  one: {
    orgId: string;
    orgCode: string;
    year: number;
    quarter: number;
    level: number;
    problems: string;
    person: string;
    dueOn: string;
    by: string;
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into colour_rectification (org_id, org_code, year, quarter, level, problems, person, due_on, is_relapse, created_by)
    values (${one.orgId}, ${one.orgCode}, ${one.year}, ${one.quarter}, ${one.level}, ${one.problems}, ${one.person}, ${one.dueOn},
            exists (select from colour_rectification x where x.org_id = ${one.orgId} and x.state = 2
                      and x.accepted_at > now() - interval '1 year'), ${one.by})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

export async function writeReport(db: Db, id: string, report: string, byId: string, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update colour_rectification set state = 1, report = ${report}, reported_id = ${byId}, reported_by = ${by}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function writeAcceptance(
  db: Db,
  id: string,
  agree: boolean,
  opinion: string,
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update colour_rectification set state = ${agree ? 2 : 0}, opinion = ${opinion}, accepted_by = case when ${agree} then ${by}::text else '' end,
           accepted_at = case when ${agree} then now() end, version = version + 1 where id = ${id} returning version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** The organisations directly below one, in the order of the tree. */
export async function childrenOf(db: Db, scope: Scope, parentId: string) {
  const { rows } = await sql<{
    id: string;
    code: string;
    name: string;
    isLeaf: boolean;
    contact: string;
    phone: string;
  }>`select id, code, name, child_count = 0 as "isLeaf", contact, contact_phone as phone from organisation o
      where o.parent_id = ${parentId} and o.deleted_at is null and ${within(scope, 'o.code')} order by o.code`.execute(
    db,
  );
  return rows;
}

/** An organisation of the scope, and those above it within the scope, top first. */
export async function orgWithParents(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; code: string; name: string; parents: { id: string; name: string }[] }>`
    select o.id, o.code, o.name, coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id::text, 'name', a.name) order by a.code) from organisation a
       where a.code = any(array(select left(o.code, level * 4) from generate_series(1, length(o.code) / 4 - 1) as level))
         and ${within(scope, 'a.code')}), '[]') as parents
      from organisation o where o.id = ${id} and o.deleted_at is null and ${within(scope, 'o.code')}`.execute(db);
  return rows[0];
}
