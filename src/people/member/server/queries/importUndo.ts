import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { MemberRecord } from './record.ts';

/** What a version keeps for itself, and what follows from other columns: neither says that somebody was at the record. */
const FOLLOWING = sql.lit(
  '{version,updated_at,updated_by,sort,org_code,completeness,row_faults,id_card_enc,id_card_index,phone_enc,phone_index,name_grams,pinyin,initials}',
);

export interface WrittenPerson {
  row_no: number;
  member_id: string;
  is_there: boolean;
  updated_by: string;
  has_account: boolean;
  has_waiting: boolean;
  has_merge: boolean;
  /** Columns that do not hold what the batch wrote; null where what it wrote is not known any more. */
  changed: string[] | null;
}

/** Lines of a batch that have not been taken back. */
const open = (batchId: string, state: string) =>
  sql`r.batch_id = ${batchId} and r.state = ${sql.lit(state)} and (r.undone is null or r.undone = 'kept')`;

/**
 * People whom a batch wrote and who are not taken back yet, locked, each with what stands against it. History keeps masks
 * alone, so a telephone number counts as changed as soon as the log names it.
 */
export async function lockWritten(db: Db, scope: Scope, batchId: string): Promise<WrittenPerson[]> {
  await sql`
    select from member m where m.id in (select r.member_id from import_row r where ${open(batchId, 'written')})
     order by m.id for update`.execute(db);
  const { rows } = await sql<WrittenPerson>`
    select r.row_no, m.id as member_id, m.updated_by, m.deleted_at is null and ${within(scope, 'm.org_code')} as is_there,
      exists (select from account a where a.member_id = m.id) as has_account,
      exists (select from id_card_change c where c.member_id = m.id and c.state = 'pending') as has_waiting,
      exists (select from member_merge g where g.kept_id = m.id and g.undone_at is null) as has_merge,
      case when m.version = 1 then '{}' else (
        select array(
          select key from jsonb_each(h.row - ${FOLLOWING}::text[]) as was
           where to_jsonb(m) -> was.key is distinct from was.value
          union
          select 'phone_mask' from audit_log l
           where l.target_type = 'member' and l.target_id = m.id::text and l.outcome = 'done' and l.changes ? 'phonenumber')
          from member_history h where h.member_id = m.id and h.version = 1) end as changed
    from import_row r join member m on m.id = r.member_id
    where ${open(batchId, 'written')} order by r.row_no`.execute(db);
  return rows;
}

/** Moves people to the recycle bin; answers their rows. */
export async function removePeople(db: Db, ids: readonly string[], by: string): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    update member m set deleted_at = now(), deleted_by = ${by}, delete_reason = '撤销导入', version = version + 1,
      updated_at = now(), updated_by = ${by}
    where m.id = any(${ids}::bigint[]) returning m.*`.execute(db);
  return rows;
}

/** Lines that updated somebody and are not taken back yet, with what was there before. */
export async function updatedRows(db: Db, batchId: string) {
  const { rows } = await sql<{ row_no: number; member_id: string; undo_enc: Buffer }>`
    select r.row_no, r.member_id, r.undo_enc from import_row r
     where ${open(batchId, 'updated')} and r.undo_enc is not null order by r.row_no`.execute(db);
  return rows;
}

export type UndoneAs = 'removed' | 'restored' | 'kept';
export interface UndoneRow {
  rowNo: number;
  as: UndoneAs;
  note: string;
}

/** Writes down what taking the batch back did with each line. */
export async function saveUndone(db: Db, batchId: string, rows: readonly UndoneRow[]): Promise<void> {
  await sql`
    update import_row r set undone = u.undone, undone_note = u.note
    from unnest(${rows.map((row) => row.rowNo)}::int[], ${rows.map((row) => row.as)}::text[], ${rows.map((row) => row.note)}::text[])
      as u (row_no, undone, note)
    where r.batch_id = ${batchId} and r.row_no = u.row_no`.execute(db);
}

/** How many of a batch went, came back to the values before, and stayed. */
export async function countUndone(db: Db, batchId: string): Promise<Record<UndoneAs, number>> {
  const { rows } = await sql<{ undone: UndoneAs; n: number }>`
    select undone, count(*)::int as n from import_row where batch_id = ${batchId} and undone is not null group by undone`.execute(
    db,
  );
  return { removed: 0, restored: 0, kept: 0, ...Object.fromEntries(rows.map(({ undone, n }) => [undone, n])) };
}

export interface UndoneRecord {
  row_no: number;
  member_id: string | null;
  name: string | null;
  org_name: string | null;
  deleted: boolean;
  undone: UndoneAs;
  undone_note: string;
}

/** The people of a batch that was taken back, those who stayed first; without a name whoever has left the scope. */
export async function listUndone(
  db: Db,
  scope: Scope,
  batchId: string,
  as: UndoneAs | null,
  limit: number,
  offset: number,
): Promise<{ rows: UndoneRecord[]; total: number }> {
  const where: RawBuilder<unknown> = sql`r.batch_id = ${batchId} and r.undone is not null
    and (${as}::text is null or r.undone = ${as})`;
  const [page, count] = await Promise.all([
    sql<UndoneRecord>`
      select r.row_no, m.id as member_id, m.name, o.name as org_name, m.deleted_at is not null as deleted, r.undone, r.undone_note
      from import_row r left join member m on m.id = r.member_id and ${within(scope, 'm.org_code')}
      left join organisation o on o.id = m.org_id
      where ${where} order by r.undone, r.row_no limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from import_row r where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}
