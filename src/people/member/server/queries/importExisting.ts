import { type Insertable, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { Member } from '../../../../../db/types.ts';
import type { BadRow } from './import.ts';
import type { MemberRecord } from './record.ts';

export type ExistingRow = BadRow & { member_id: string };

/** Lines kept because their person is registered with other values, from the first; `lock` for an act. */
export async function existingRows(db: Db, batchId: string, limit: number, lock: boolean): Promise<ExistingRow[]> {
  const { rows } = await sql<ExistingRow>`
    select row_no, cells_enc, errors, member_id from import_row
     where batch_id = ${batchId} and state = 'bad' and member_id is not null
     order by row_no limit ${limit} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows;
}

/** The living people of the scope among these; `lock` until the transaction ends. */
export async function peopleOf(db: Db, scope: Scope, ids: readonly string[], lock: boolean): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    select m.* from member m
     where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${within(scope, 'm.org_code')}
     order by m.id ${lock ? sql`for update of m` : sql``}`.execute(db);
  return rows;
}

/** Records that lines are done with; `undo` is null where nothing was written. */
export async function settleRows(
  db: Db,
  batchId: string,
  rows: readonly { rowNo: number; undo: Buffer | null }[],
): Promise<void> {
  await sql`
    update import_row r set state = case when d.undo is null then 'same' else 'updated' end, cells_enc = '\\x', errors = '[]',
           undo_enc = d.undo, written_at = now(), member_id = case when d.undo is not null then r.member_id end
      from unnest(${rows.map(({ rowNo }) => rowNo)}::int[], ${rows.map(({ undo }) => undo)}::bytea[]) as d (row_no, undo)
     where r.batch_id = ${batchId} and r.row_no = d.row_no`.execute(db);
}

/** Writes people, except those whose number of the id card somebody on the roll has; answers the ids of those that were written. */
export async function insertNewMembers(db: Db, rows: readonly Insertable<Member>[]): Promise<string[]> {
  const made = await db
    .insertInto('member')
    .values(rows)
    .onConflict((oc) => oc.column('id_card_index').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}
