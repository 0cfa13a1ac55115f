import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/db.ts';

/** A sheet that somebody brought, as it is kept until its lines are written. */
export interface NewBatch {
  /** `member`, or `record.family` for a tab. */
  kind: string;
  orgId: string;
  orgCode: string;
  accountId: string;
  fileName: string;
  fileHash: Buffer;
  fileId: string;
  mapping: readonly unknown[];
  total: number;
}

/** Keeps a sheet; what the account let be rewritten in its last one of this kind, it need not say again. Answers its id. */
export async function insertBatch(db: Db, batch: NewBatch): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, file_id, mapping, total, rewrite)
    values (${batch.kind}, ${batch.orgId}, ${batch.orgCode}, ${batch.accountId}, ${batch.fileName}, ${batch.fileHash},
      ${batch.fileId}, ${JSON.stringify(batch.mapping)}, ${batch.total}, coalesce((
        select rewrite from import_batch
        where account_id = ${batch.accountId} and kind = ${batch.kind} and state <> 'uploaded' order by id desc limit 1), '{}'))
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Begins the check of a sheet's lines by a job. */
export async function startBatch(
  db: Db,
  id: string,
  mapping: readonly unknown[],
  rewrite: readonly string[],
  jobId: string,
): Promise<void> {
  await sql`
    update import_batch
    set state = 'checking', mapping = ${JSON.stringify(mapping)}, rewrite = ${rewrite}::text[], job_id = ${jobId}
    where id = ${id}`.execute(db);
}

/** Remembers that a group of errors may be rewritten. */
export async function rememberRewriting(db: Db, id: string, code: string): Promise<void> {
  await sql`
    update import_batch set rewrite = array_append(rewrite, ${code}) where id = ${id} and not ${code} = any(rewrite)`.execute(
    db,
  );
}

/** Adds checked rows to a batch's counts while it runs, so that its progress is what was committed. */
export async function advance(
  db: Db,
  id: string,
  rows: { written: number; bad: number; skipped: number },
): Promise<void> {
  await sql`
    update import_batch set written = written + ${rows.written}, bad = bad + ${rows.bad},
      skipped = skipped + ${rows.skipped}
    where id = ${id}`.execute(db);
}

/**
 * Writes how a batch's rows stand; without bad rows it is done. `state` ends it otherwise.
 * @param counts a query of one row: `written, bad, skipped, updated`
 */
export async function settleCounted(
  db: Db,
  id: string,
  counts: RawBuilder<unknown>,
  state?: 'undone',
): Promise<{ written: number; bad: number }> {
  const { rows } = await sql<{ written: number; bad: number }>`
    update import_batch set written = c.written, bad = c.bad, skipped = c.skipped, updated = c.updated,
      state = coalesce(${state ?? null}::text, case when c.bad = 0 then 'done' else 'fixing' end),
      finished_at = case when ${state ?? null}::text is null and c.bad = 0 then now() else finished_at end
    from (${counts}) as c
    where id = ${id}
    returning import_batch.written, import_batch.bad`.execute(db);
  return rows[0] ?? { written: 0, bad: 0 };
}
