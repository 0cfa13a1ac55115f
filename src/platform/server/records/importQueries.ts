import { sql } from 'kysely';
import type { SheetColumn } from '../../records/recordSheet.ts';
import type { RecordType, RecordValues } from '../../records/records.ts';
import type { Db } from '../database/db.ts';
import { type Scope, within } from '../database/scope.ts';
import { beginsWith } from '../database/search.ts';

/** A line that taking an import back has left. */
export interface LeftRow {
  rowNo: number;
  reason: string;
}

export interface RecordBatchRow {
  id: string;
  /** `record.family`. */
  kind: string;
  org_code: string;
  file_name: string;
  file_hash: Buffer;
  file_id: string | null;
  mapping: SheetColumn[];
  state: 'uploaded' | 'done' | 'undone';
  total: number;
  written: number;
  bad: number;
  skipped: number;
  /** Lines of the sheet that have been written. */
  written_rows: number[];
  left_rows: LeftRow[];
  created_at: Date;
}

const COLUMNS = { member: 'member_id', org: 'org_id' } as const;

/** Sheets of tabs are the account's own, and only while the organisation lies in its scope. */
const mine = (scope: Scope, accountId: string, prefix: string) =>
  sql`${beginsWith(sql`b.kind`, `${prefix}.`)} and b.account_id = ${accountId} and ${within(scope, 'b.org_code')}`;

/** One sheet; `lock` keeps it for this transaction: one act on it at a time. */
export async function findBatch(
  db: Db,
  scope: Scope,
  accountId: string,
  prefix: string,
  id: string,
  lock = false,
): Promise<RecordBatchRow | undefined> {
  const { rows } = await sql<RecordBatchRow>`
    select b.* from import_batch b where b.id = ${id} and ${mine(scope, accountId, prefix)} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export async function listBatches(
  db: Db,
  scope: Scope,
  accountId: string,
  prefix: string,
  limit: number,
  offset: number,
) {
  const [page, count] = await Promise.all([
    sql<RecordBatchRow>`
      select b.* from import_batch b where ${mine(scope, accountId, prefix)} order by b.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from import_batch b where ${mine(scope, accountId, prefix)}`.execute(
      db,
    ),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** Stores that lines were written, and the counts of the other lines. */
export async function settleWritten(
  db: Db,
  id: string,
  rowNos: readonly number[],
  counts: { bad: number; same: number },
): Promise<void> {
  await sql`
    update import_batch set state = 'done', written = written + ${rowNos.length}, written_rows = written_rows || ${rowNos}::int[],
           bad = ${counts.bad}, skipped = ${counts.same}, finished_at = now() where id = ${id}`.execute(db);
}

/** Says that a sheet was taken back but for `kept` lines. @param left of which of them it is known why */
export async function settleUndone(db: Db, id: string, kept: number, left: readonly LeftRow[]): Promise<void> {
  await sql`
    update import_batch set state = 'undone', written = ${kept}, left_rows = ${JSON.stringify(left)}::jsonb, finished_at = now()
     where id = ${id}`.execute(db);
}

/** Notes why nothing of a sheet could be taken back. */
export const setLeft = (db: Db, id: string, left: readonly LeftRow[]) =>
  sql`update import_batch set left_rows = ${JSON.stringify(left)}::jsonb where id = ${id}`.execute(db);

/** Stores that the lines of the sheet lie in another file now, and that `bad` of them cannot be written. */
export async function replaceLines(db: Db, id: string, fileId: string, bad: number): Promise<void> {
  await sql`update import_batch set file_id = ${fileId}, bad = ${bad} where id = ${id}`.execute(db);
}

/** The file of a sheet's former lines expires now; it is removed with the others. */
export async function expireFile(db: Db, fileId: string): Promise<void> {
  await sql`update stored_file set expires_at = now() where id = ${fileId}`.execute(db);
}

export interface NewRow {
  ownerId: string;
  title: string;
  orderedBy: string;
  fields: RecordValues;
}

/** Adds checked rows of one kind to owners that the caller has locked. */
export async function insertRows(
  db: Db,
  sort: RecordType,
  batchId: string,
  rows: readonly NewRow[],
  by: string,
): Promise<string[]> {
  const { rows: made } = await sql<{ id: string }>`
    insert into sub_record (kind, ${sql.ref(COLUMNS[sort.owner])}, title, ordered_by, fields, created_by, updated_by, batch_id)
    select ${sort.kind}, r.owner_id, r.title, r.ordered_by, r.fields::jsonb, ${by}, ${by}, ${batchId}
      from unnest(${rows.map((row) => row.ownerId)}::bigint[], ${rows.map((row) => row.title)}::text[],
             ${rows.map((row) => row.orderedBy)}::text[], ${rows.map((row) => JSON.stringify(row.fields))}::text[])
           with ordinality as r (owner_id, title, ordered_by, fields, n) order by r.n
    returning id`.execute(db);
  return made.map(({ id }) => id);
}

/** Moves into the recycle bin the rows that an import wrote and nobody has changed since, of owners who are still in the scope. */
export async function binWritten(
  db: Db,
  scope: Scope,
  owner: RecordType['owner'],
  batchId: string,
  { by, except }: { by: string; except: string | null },
) {
  const [table, code] = owner === 'member' ? ['member', 'o.org_code'] : ['organisation', 'o.code'];
  const { rows } = await sql<{ record: string; id: string; name: string; orgCode: string; fields: RecordValues }>`
    update sub_record r set deleted_at = now(), deleted_by = ${by}, delete_reason = '撤销导入', version = r.version + 1,
           updated_at = now(), updated_by = ${by}
      from ${sql.table(table)} o
     where r.batch_id = ${batchId} and r.version = 1 and r.deleted_at is null
       and o.id = ${sql.ref(`r.${COLUMNS[owner]}`)} and o.deleted_at is null and ${within(scope, code)}
       and o.id is distinct from ${except}::bigint
    returning r.id as record, o.id, o.name, ${sql.ref(code)} as "orgCode", r.fields`.execute(db);
  return rows;
}
