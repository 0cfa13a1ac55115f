import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { FILE_COLUMNS, FILE_FROM, type FileRecord, filesWithin } from './file.ts';

/** The running files of some people within the scope, by person; `lock` holds them in the order of their ids. */
export async function runningFilesOf(
  db: Db,
  scope: Scope,
  memberIds: readonly string[],
  lock: boolean,
): Promise<Map<string, FileRecord>> {
  const { rows } = await sql<FileRecord>`
    select ${FILE_COLUMNS} from ${FILE_FROM}
     where f.member_id = any(${memberIds}::bigint[]) and f.ended_on is null and ${filesWithin(scope)}
     order by f.id ${lock ? sql`for update of f` : sql``}`.execute(db);
  return new Map(rows.map((row) => [row.memberId, row]));
}

/** The days of some files' steps that are filled in. */
export async function filledSteps(db: Db, fileIds: readonly string[]) {
  const { rows } = await sql<{ fileId: string; no: number; state: string; day: string | null }>`
    select file_id as "fileId", no, state, handled_on as day from development_step
     where file_id = any(${fileIds}::bigint[]) and state <> 'none'`.execute(db);
  return rows;
}

/** 考察 and 思想汇报 of some files. */
export async function notesOfFiles(db: Db, fileIds: readonly string[]) {
  const { rows } = await sql<{ fileId: string; kind: string; day: string; content: string }>`
    select file_id as "fileId", kind, day, content from development_note where file_id = any(${fileIds}::bigint[])`.execute(
    db,
  );
  return rows;
}

export const stampStep = (db: Db, fileId: string, no: number, batchId: string) =>
  sql`update development_step set batch_id = ${batchId} where file_id = ${fileId} and no = ${no}`.execute(db);

export const stampNote = (db: Db, id: string, batchId: string) =>
  sql`update development_note set batch_id = ${batchId} where id = ${id}`.execute(db);

/** Whose steps or notes a sheet filled in and nobody has changed since, of files of the scope that still run. */
export async function filesWrittenBy(db: Db, scope: Scope, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from development_file f
     where ${filesWithin(scope)} and f.ended_on is null
       and (exists (select from development_step s where s.file_id = f.id and s.batch_id = ${batchId})
         or exists (select from development_note n where n.file_id = f.id and n.batch_id = ${batchId}))
     order by f.id for update of f`.execute(db);
  return rows.map(({ id }) => id);
}

/** Empties the steps of a file that a sheet filled in; answers their numbers. */
export async function clearSteps(db: Db, fileId: string, batchId: string): Promise<number[]> {
  const { rows } = await sql<{ no: number }>`
    update development_step
       set state = 'ready', handled_on = null, handled_by = '', opinion = '', facts = '{}', rule_version = null, warnings = '[]',
           recorded_at = null, submitted_by = null, submitted_by_name = '', decided_on = null, decided_by = '', decided_at = null,
           decision = '{}', batch_id = null
     where file_id = ${fileId} and batch_id = ${batchId} and state = 'done' returning no`.execute(db);
  return rows.map(({ no }) => no);
}

/** Removes the notes of a file that a sheet wrote; answers how many. */
export async function removeNotes(db: Db, fileId: string, batchId: string): Promise<number> {
  const { rows } = await sql`
    delete from development_note where file_id = ${fileId} and batch_id = ${batchId} returning id`.execute(db);
  return rows.length;
}
