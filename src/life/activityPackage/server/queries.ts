import { sql } from 'kysely';
import type { Home } from '#people/org/server/residents.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { lineOf, type Scope, within } from '#platform/server/database/scope.ts';
import { moveFiles } from '#platform/server/files/files.ts';

/** A package as its acts need it. */
export interface PackageRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  minutes: number;
  aim: string;
  steps: string;
  prepare: string;
  speech: string;
  files: string[];
  active: boolean;
  version: number;
}

/** Packages `t` of organisations above that may be used. @param code of the session's organisation */
export const isOffered = (code: string) => sql<boolean>`(t.active and t.org_code = any(${lineOf(code)}::text[]))`;

/** A package of the scope, or one that an organisation above offers; `lock` keeps it for this transaction. @param code of the session's organisation */
export async function findPackage(
  db: Db,
  scope: Scope,
  code: string,
  id: string,
  lock = false,
): Promise<PackageRecord | undefined> {
  const { rows } = await sql<PackageRecord>`
    select t.id, t.org_id as "orgId", t.org_code as "orgCode", o.name as "orgName", t.title, t.minutes, t.aim, t.steps, t.prepare,
           t.speech, t.files, t.active, t.version
      from activity_package t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.deleted_at is null and ${scope.memberId === null}
       and (${within(scope, 't.org_code')} or ${isOffered(code)}) ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
}

/** Writes the files of a locked package; answers its new version. */
export async function setFiles(db: Db, id: string, files: readonly string[], by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update activity_package set files = ${files}::text[], version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** What lists and the record show beside the fields. @param orgId of the session */
export async function factsOf(db: Db, ids: readonly string[], orgId: string) {
  const { rows } = await sql<{ id: string; files: string[]; uses: number; ownUses: number }>`
    select t.id, t.files, count(u.org_id)::int as uses, (count(*) filter (where u.org_id = ${orgId}))::int as "ownUses"
      from activity_package t left join activity_package_use u on u.package_id = t.id
     where t.id = any(${ids}::bigint[]) group by t.id`.execute(db);
  return rows;
}

/** Notes that an organisation begins a meeting with it; once a day. */
export const noteUse = (db: Db, id: string, orgId: string, by: string) =>
  sql`insert into activity_package_use (package_id, org_id, used_on, used_by) values (${id}, ${orgId}, ${dbToday}, ${by})
      on conflict do nothing`.execute(db);

/** The files of a package that are still there, in their order. */
export async function storedFiles(
  db: Db,
  ids: readonly string[],
): Promise<{ name: string; key: string; size: number }[]> {
  const { rows } = await sql<{ name: string; key: string; size: number }>`
    select f.name, coalesce(f.bytes_of, f.id) as key, f.size::float8 as size
      from unnest(${ids}::text[]) with ordinality as asked (id, place) join stored_file f on f.id = asked.id
     where f.expires_at is null or f.expires_at > now() order by asked.place`.execute(db);
  return rows;
}

/** Packages that each of some organisations offers. */
export async function packagesOf(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from activity_package
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Puts packages of an organisation, all or some, to the one that takes over, with their files. @param kind of the files */
export async function movePackages(
  db: Db,
  fromId: string,
  to: Home,
  ids: readonly string[] | null,
  kinds: readonly string[],
) {
  const { rows } = await sql<{ id: string; title: string }>`
    update activity_package set org_id = ${to.id}, org_code = ${to.code}, version = version + 1
     where org_id = ${fromId} and deleted_at is null and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
    returning id, title`.execute(db);
  await moveFiles(
    db,
    kinds,
    rows.map(({ id }) => id),
    to.code,
  );
  return rows;
}
