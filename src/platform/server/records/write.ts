import { type RawBuilder, sql } from 'kysely';
import type { OwnerKind } from './queries.ts';

const COLUMNS = { member: sql`member_id`, org: sql`org_id` } as const;

/**
 * A statement, or a part of one, that writes rows of a tab and returns `id` and whose they are (`org_id`, `member_id`).
 * @param rows a query of `kind, <id of the owner>, title, ordered_by, fields`, in this order; `ordered_by` empty: by no day
 */
export const recordsWritten = (owner: OwnerKind, rows: RawBuilder<unknown>, by: string) => sql`
  insert into sub_record (kind, ${COLUMNS[owner]}, title, ordered_by, fields, created_by, updated_by)
  select given.*, ${by}, ${by} from (${rows}) as given
  returning id, org_id, member_id`;

/**
 * A statement that changes fields of rows that are not deleted.
 * @param fields what becomes of `fields`
 * @param orderedBy the day that orders them from now on; absent: as before
 */
export const recordsChanged = (
  which: RawBuilder<unknown>,
  by: string,
  { fields, orderedBy }: { fields: RawBuilder<unknown>; orderedBy?: string },
) => sql`
  update sub_record set ${orderedBy === undefined ? sql`` : sql`ordered_by = ${orderedBy},`} fields = ${fields},
         version = version + 1, updated_at = now(), updated_by = ${by}
   where ${which} and deleted_at is null`;

/** A statement that deletes rows. @param beside tables that the condition names, as after `from` */
export const recordsDeleted = (
  which: RawBuilder<unknown>,
  beside: RawBuilder<unknown>,
  { by, reason }: { by: string; reason: string },
) => sql`
  update sub_record set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}
    from ${beside} where ${which} and sub_record.deleted_at is null`;
