import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import type { FileView } from '#procedures/recruitment/contract.ts';
import { FILE_COLUMNS, FILE_FROM, type FileRecord, filesWithin } from './file.ts';
import { type Asker, fileConditions } from './list.ts';

/** A file with the days of its steps: that of the decision where there is one. */
export type ExportedFile = FileRecord & { days: { no: number; day: string | null }[] };

/** Files of a scope in tree order, a portion after the last one. */
export async function filesAfter(
  db: Db,
  scope: Scope,
  asker: Asker,
  { stage, view }: { stage: number | null; view: FileView | null },
  after: { code: string; id: string } | null,
  limit: number,
): Promise<ExportedFile[]> {
  const where = fileConditions(scope, asker, {
    accepted: null,
    orgId: null,
    stage,
    name: null,
    view,
    memberId: null,
    step: null,
    steps: null,
  });
  const from = after ? sql`(f.org_code, f.id) > (${after.code}, ${after.id}::bigint)` : sql`true`;
  const { rows } = await sql<ExportedFile>`
    select ${FILE_COLUMNS}, (
        select coalesce(json_agg(json_build_object('no', s.no, 'day', coalesce(s.decided_on, s.handled_on))), '[]')
          from development_step s where s.file_id = f.id and coalesce(s.decided_on, s.handled_on) is not null) as days
      from ${FILE_FROM} where ${where} and ${from} order by f.org_code, f.id limit ${limit}`.execute(db);
  return rows;
}

/** How many of these files lie in the scope. */
export async function countWithin(db: Db, scope: Scope, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${FILE_FROM} where ${filesWithin(scope)} and f.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Stored files with the fingerprint of their bytes. */
export async function printsOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; key: string; print: string }>`
    select id, name, coalesce(bytes_of, id) as key, encode(sha256, 'hex') as print
      from stored_file where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
