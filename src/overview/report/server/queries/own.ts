import { type RawBuilder, sql } from 'kysely';
import type { OwnColumn, People } from '#overview/report/rules.own.ts';
import { OWN_VERSION } from '#overview/report/rules.own.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface OwnRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  about: string;
  people: People;
  isShared: boolean;
  columns: unknown;
  version: number;
  updatedAt: string;
  updatedBy: string;
}

const columns = sql`r.id, r.org_id::text as "orgId", r.org_code as "orgCode", o.name as "orgName", r.title, r.about, r.people,
  r.is_shared as "isShared", r.columns, r.version, to_char(r.updated_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "updatedAt",
  r.updated_by as "updatedBy"`;
/** Own reports `r` of an organisation, and those that organisations above it offer. @param code of the organisation */
export const isOffered = (
  code: string | RawBuilder<unknown>,
) => sql<boolean>`(r.deleted_at is null and (r.org_code = ${code} or (r.is_shared
  and r.org_code = any(array(select left(${code}::text, cut) from generate_series(4, length(${code}::text), 4) as cut)))))`;

/** Those that an organisation may open, its own first. @param code of the organisation */
export async function ownReports(db: Db, code: string): Promise<OwnRecord[]> {
  const { rows } = await sql<OwnRecord>`
    select ${columns} from own_report r join organisation o on o.id = r.org_id
     where ${isOffered(code)} order by length(r.org_code) desc, r.id`.execute(db);
  return rows;
}

/** One of them. */
export async function findOwnReport(db: Db, code: string, id: string): Promise<OwnRecord | undefined> {
  const { rows } = await sql<OwnRecord>`
    select ${columns} from own_report r join organisation o on o.id = r.org_id
     where ${isOffered(code)} and r.id = ${id}`.execute(db);
  return rows[0];
}

/** A report of the organisation itself, locked; `deleted`: one that was taken away. */
export async function lockOwnReport(db: Db, scope: Scope, orgId: string, id: string, deleted: boolean) {
  const { rows } = await sql<{ id: string; title: string; version: number }>`
    select id, title, version from own_report
     where id = ${id} and ${within(scope, 'org_code')} and org_id = ${orgId}
       and ${deleted ? sql`deleted_at is not null` : sql`deleted_at is null`} for update`.execute(db);
  return rows[0];
}

/** The titles that stand at an organisation, without that of one report; the organisation is locked meanwhile. */
export async function titlesOf(db: Db, orgId: string, exceptId: string | null): Promise<string[]> {
  await sql`select from organisation where id = ${orgId} for no key update`.execute(db);
  const { rows } = await sql<{ title: string }>`
    select title from own_report where org_id = ${orgId} and deleted_at is null and id is distinct from ${exceptId}::bigint`.execute(
    db,
  );
  return rows.map(({ title }) => title);
}

export interface OwnDesign {
  title: string;
  about: string;
  people: People;
  isShared: boolean;
  columns: readonly OwnColumn[];
}
const written = ({ columns: all }: OwnDesign) => sql`${JSON.stringify({ v: OWN_VERSION, columns: all })}::jsonb`;

/** Writes a new report. Answers its id. */
export async function insertOwnReport(
  db: Db,
  { id, code }: { id: string; code: string },
  design: OwnDesign,
  by: string,
): Promise<string> {
  const { title, about, people, isShared } = design;
  const { rows } = await sql<{ id: string }>`
    insert into own_report (org_id, org_code, title, about, people, is_shared, columns, created_by, updated_by)
    values (${id}, ${code}, ${title}, ${about}, ${people}, ${isShared}, ${written(design)}, ${by}, ${by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Writes a locked report anew. */
export async function updateOwnReport(db: Db, id: string, design: OwnDesign, by: string): Promise<void> {
  const { title, about, people, isShared } = design;
  await sql`
    update own_report set title = ${title}, about = ${about}, people = ${people}, is_shared = ${isShared},
      columns = ${written(design)}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
}

/** Takes a locked report away, or brings it back. */
export async function markOwnReport(db: Db, id: string, isGone: boolean, by: string): Promise<void> {
  await sql`
    update own_report set deleted_at = ${isGone ? sql`now()` : sql`null`}, version = version + 1, updated_at = now(),
      updated_by = ${by}
     where id = ${id}`.execute(db);
}

/** The titles of some reports that stand, by id. */
export async function titlesOfKeys(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string }>`
    select id::text as id, title from own_report where id = any(${[...ids]}::bigint[]) and deleted_at is null`.execute(
    db,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
