import { type RawBuilder, sql } from 'kysely';
import type { RecordFile, RecordType, RecordValues } from '#platform/records/records.ts';
import { type Db, dbToday } from '../database/db.ts';
import { peopleWithin, type Scope, within } from '../database/scope.ts';
import { cryptoErase } from '../secrecy/cryptoErase.ts';

export type OwnerKind = RecordType['owner'];

/** Whose record it is. */
export interface Owner {
  id: string;
  name: string;
  orgCode: string;
  /** `YYYY-MM-DD` by the database's clock. */
  today: string;
}

/** A row as it is stored; times are texts, as the database writes them into JSON. */
export interface StoredRecord {
  id: string;
  kind: string;
  title: string;
  fields: RecordValues;
  files: RecordFile[];
  version: number;
  updated_by: string;
  updated_at: string;
  /** The account that registered it; null where that is not known. */
  created_by_id: string | null;
}

/** The kind of the attachments of rows among the stored files. */
export const fileKind = (owner: OwnerKind) => `${owner}.record` as const;

const TABLES = { member: 'member', org: 'organisation' } as const;
const COLUMNS = { member: 'r.member_id', org: 'r.org_id' } as const;
/** The attachments of a row `r` in the order of the form. */
const FILES = sql`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size)
    order by array_position(r.files, f.id)), '[]') from stored_file f where f.id = any(r.files))`;
/** As somebody ordered them; before those, what came later, the newest day first. */
const IN_ORDER = sql`r.place nulls first, r.ordered_by desc, r.id desc`;
const codeOf = (owner: OwnerKind) => sql.ref(owner === 'member' ? 'o.org_code' : 'o.code');
/** The living owners `o` of the scope. */
const owners = (owner: OwnerKind, scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(${owner === 'member' ? peopleWithin(scope, 'o') : within(scope, 'o.code')} and o.deleted_at is null)`;
const ownerColumns = (owner: OwnerKind) =>
  sql`o.id::text as id, o.name, ${codeOf(owner)} as "orgCode", ${dbToday} as today`;

/**
 * An owner of the scope, locked until the transaction ends: it cannot be deleted meanwhile, and rows are added one transaction after
 * another.
 */
export async function lockOwner(db: Db, scope: Scope, owner: OwnerKind, id: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select ${ownerColumns(owner)} from ${sql.table(TABLES[owner])} o
     where o.id = ${id} and ${owners(owner, scope)} for no key update of o`.execute(db);
  return rows[0];
}

/** Rows of some kinds of one owner in their order, with how many there are; undefined where the owner is not in the scope. */
export async function recordsOf(
  db: Db,
  scope: Scope,
  owner: OwnerKind,
  id: string,
  { kinds, limit, offset }: { kinds: readonly string[]; limit: number; offset: number },
): Promise<{ orgCode: string; total: number; rows: StoredRecord[] } | undefined> {
  const mine = sql`${sql.ref(COLUMNS[owner])} = o.id and r.kind = any(${kinds}::text[]) and r.deleted_at is null`;
  const { rows } = await sql<{ orgCode: string; total: number; rows: StoredRecord[] | null }>`
    select ${codeOf(owner)} as "orgCode", (select count(*)::int from sub_record r where ${mine}) as total,
           (select json_agg(p) from (
              select r.id::text, r.kind, r.title, r.fields, ${FILES} as files, r.version, r.updated_by,
                     r.updated_at, r.created_by_id::text
                from sub_record r where ${mine}
               order by r.kind, ${IN_ORDER} limit ${limit} offset ${offset}) p) as rows
      from ${sql.table(TABLES[owner])} o where o.id = ${id} and ${owners(owner, scope)}`.execute(db);
  const firstRow = rows[0];
  return firstRow && { ...firstRow, rows: firstRow.rows ?? [] };
}

/** The rows of one kind of many owners, each owner's in order. The caller has read the owners within the scope. */
export async function recordsOfAll(
  db: Db,
  sort: RecordType,
  ownerIds: readonly string[],
): Promise<{ id: string; ownerId: string; fields: RecordValues }[]> {
  const { rows } = await sql<{ id: string; ownerId: string; fields: RecordValues }>`
    select r.id, ${sql.ref(COLUMNS[sort.owner])} as "ownerId", r.fields from sub_record r
     where ${sql.ref(COLUMNS[sort.owner])} = any(${ownerIds}::bigint[]) and r.kind = ${sort.kind} and r.deleted_at is null
     order by ${sql.ref(COLUMNS[sort.owner])}, ${IN_ORDER}`.execute(db);
  return rows;
}

/** One row of a kind with its owner; `lock` keeps it for this transaction. */
export async function findRecord(
  db: Db,
  scope: Scope,
  sort: RecordType,
  id: string,
  lock = false,
): Promise<(StoredRecord & { owner: Owner }) | undefined> {
  const { rows } = await sql<StoredRecord & { owner: Owner }>`
    select r.id, r.kind, r.title, r.fields, ${FILES} as files, r.version, r.updated_by,
           to_json(r.updated_at) as updated_at, r.created_by_id,
           json_build_object('id', o.id::text, 'name', o.name, 'orgCode', ${codeOf(sort.owner)}, 'today', ${dbToday}) as owner
      from sub_record r join ${sql.table(TABLES[sort.owner])} o on o.id = ${sql.ref(COLUMNS[sort.owner])}
     where r.id = ${id} and r.kind = ${sort.kind} and r.deleted_at is null and ${owners(sort.owner, scope)}
     ${lock ? sql`for update of r` : sql``}`.execute(db);
  return rows[0];
}

/** The ids of the rows of one kind of a locked owner, in order. */
export async function orderOf(db: Db, sort: RecordType, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from sub_record r
     where ${sql.ref(COLUMNS[sort.owner])} = ${ownerId} and r.kind = ${sort.kind} and r.deleted_at is null
     order by ${IN_ORDER}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores the order of the rows of one kind of an owner. Rows that are not named, deleted ones too, are ordered by day again. */
export async function writeOrder(db: Db, sort: RecordType, ownerId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update sub_record r set place = array_position(${ids}::bigint[], r.id)
     where ${sql.ref(COLUMNS[sort.owner])} = ${ownerId} and r.kind = ${sort.kind} and r.erased_at is null`.execute(db);
}

/** Adds a row, unless its owner has `most` of the kind already. */
export async function insertRecord(
  db: Db,
  row: {
    sort: RecordType;
    ownerId: string;
    title: string;
    orderedBy: string;
    fields: RecordValues;
    by: string;
    /** The account, where a person registers the row. */
    byId?: string;
  },
  most: number,
): Promise<string | undefined> {
  const { sort } = row;
  const column = sort.owner === 'member' ? sql.ref('member_id') : sql.ref('org_id');
  const { rows } = await sql<{ id: string }>`
    insert into sub_record (kind, ${column}, title, ordered_by, fields, created_by, updated_by, created_by_id)
    select ${sort.kind}, ${row.ownerId}, ${row.title}, ${row.orderedBy}, ${JSON.stringify(row.fields)}::jsonb, ${row.by}, ${row.by},
           ${row.byId ?? null}::bigint
     where (select count(*) from sub_record where ${column} = ${row.ownerId} and kind = ${sort.kind} and deleted_at is null) < ${most}
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Writes a locked row's fields; answers its new version. */
export async function writeRecord(
  db: Db,
  id: string,
  row: { title: string; orderedBy: string; fields: RecordValues; by: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update sub_record set title = ${row.title}, ordered_by = ${row.orderedBy}, fields = ${JSON.stringify(row.fields)}::jsonb,
           version = version + 1, updated_at = now(), updated_by = ${row.by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Writes which attachments a locked row has; answers them. */
export async function writeFiles(db: Db, id: string, files: readonly string[]): Promise<RecordFile[]> {
  const { rows } = await sql<{ files: RecordFile[] }>`
    with r as (update sub_record set files = ${files}::text[] where id = ${id} returning files)
    select ${FILES} as files from r`.execute(db);
  return rows[0]?.files ?? [];
}

/** Whether a living row exists, of an owner of the scope. */
export async function recordStands(db: Db, scope: Scope, owner: OwnerKind, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from sub_record r join ${sql.table(TABLES[owner])} o on o.id = ${sql.ref(COLUMNS[owner])}
     where r.id = ${id} and r.deleted_at is null and ${owners(owner, scope)}`.execute(db);
  return rows.length > 0;
}

/** Whether a living row belongs to a person, in whichever organisation the person is. */
export async function isRecordOf(db: Db, id: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sub_record where id = ${id} and member_id = ${memberId} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** Has the attachments of rows removed with the next sweep, their names at once. */
export async function eraseFiles(db: Db, owner: OwnerKind, ids: readonly string[]): Promise<void> {
  await sql`
    update stored_file set expires_at = now(), name = '已彻底删除'
     where kind = ${fileKind(owner)} and row_id = any(${ids}::text[])`.execute(db);
}

/** Puts a locked row into the recycle bin. */
export async function binRecord(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update sub_record set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
}

/** Destroys the contents of an owner's sub-records, also of those in the bin. */
export async function eraseRecordsOf(db: Db, owner: OwnerKind, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update sub_record r set fields = '{}', title = '', files = '{}', deleted_at = coalesce(deleted_at, now()), erased_at = now()
     where ${sql.ref(COLUMNS[owner])} = ${id} returning id`.execute(db);
  const ids = rows.map((row) => row.id);
  await eraseFiles(db, owner, ids);
  await cryptoErase(db, 'record', ids);
}
