import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { type OnMerge, personColumns, type TableName } from '#platform/server/database/tables.ts';
import { giveToRow } from '#platform/server/files/files.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import type { MemberRecord } from './record.ts';

export type LockedRecord = MemberRecord & { today: string };

/** Both people of a pair, those in the recycle bin as well, locked in the order of their ids. */
export async function lockBoth(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, LockedRecord>> {
  const { rows } = await sql<LockedRecord>`
    select member.*, ${dbToday} as today from member
     where id = any(${ids}::bigint[]) and ${peopleWithin(scope)} and erased_at is null
     order by id for update`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Rows of both people without locks. */
export async function readBoth(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, LockedRecord>> {
  const { rows } = await sql<LockedRecord>`
    select member.*, ${dbToday} as today from member
     where id = any(${ids}::bigint[]) and ${peopleWithin(scope)} and erased_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A column whose rows follow a person who is merged into another one. */
type Reference = { table: TableName; column: string } & Extract<OnMerge<Record<string, unknown>>, { moves: string }>;

/** Those of all rooms, in their order. */
const moving = (): Reference[] =>
  personColumns().flatMap(({ table, column, on }) => ('moves' in on ? [{ table, column, ...on }] : []));
const nameOf = ({ table, column }: Reference) => `${table}.${column}`;
/** The references are constants of the program; a person's id is digits. */
const onlyOf = ({ only }: Reference) => sql.raw(only ?? 'true');
function freeOf({ table, column, same, taken }: Reference, kept: string) {
  const beside = same?.map((key) => ` and t.${key} = r.${key}`).join('');
  const when = [
    ...(taken === undefined ? [] : [`(${typeof taken === 'string' ? taken : taken()})`]),
    ...(beside === undefined ? [] : [`exists (select from ${table} t where t.${column} = $kept${beside})`]),
  ].join(' and ');
  return sql.raw(when ? `not coalesce((${when.replaceAll('$kept', `'${BigInt(kept)}'::bigint`)}), false)` : 'true');
}

/** What of a person would move, counted, by the labels of the references. */
export async function countHanging(db: Db, id: string): Promise<{ label: string; count: number }[]> {
  const references = moving();
  const pieces = references.map(
    (reference, at) => sql`
      select ${at}::int as at, count(*)::int as n from ${sql.table(reference.table)} r
       where ${sql.ref(`r.${reference.column}`)} = ${id} and ${onlyOf(reference)}`,
  );
  const { rows } = await sql<{ at: number; n: number }>`
    select at, n from (${sql.join(pieces, sql` union all `)}) as c where n > 0 order by at`.execute(db);
  return rows.map(({ at, n }) => ({ label: references[at]?.moves ?? '', count: n }));
}

/** Keys of the rows that moved, by table and column. */
export type Moved = Readonly<Record<string, readonly string[]>>;

/** What a merge moved, counted, by the labels of the references. */
export const countMoved = (moved: Moved): { label: string; count: number }[] =>
  moving()
    .map((reference) => ({ label: reference.moves, count: moved[nameOf(reference)]?.length ?? 0 }))
    .filter(({ count }) => count > 0);

/** Makes the rows that name one person name another; answers which. What the other has already stays. */
export async function moveReferences(db: Db, from: string, to: { id: string; orgCode: string }): Promise<Moved> {
  const moved: Record<string, readonly string[]> = {};
  for (const reference of moving()) {
    const key = sql.ref(`r.${reference.key}`);
    const { rows } = await sql<{ key: string }>`
      update ${sql.table(reference.table)} r set ${sql.ref(reference.column)} = ${to.id}
             ${reference.placed ? sql`, org_code = ${to.orgCode}` : sql``}
       where ${sql.ref(`r.${reference.column}`)} = ${from} and ${onlyOf(reference)} and ${freeOf(reference, to.id)}
       returning ${key}::text as key`.execute(db);
    if (rows.length > 0) moved[nameOf(reference)] = rows.map((row) => row.key);
  }
  return moved;
}

/**
 * Gives the rows that moved back, as far as they still name the person to whom they went, and the other has no such row:
 * one may have been written by work that was under way during the merge.
 */
export async function moveBack(db: Db, moved: Moved, from: string, to: { id: string; orgCode: string }): Promise<void> {
  for (const reference of moving()) {
    const keys = moved[nameOf(reference)];
    if (!keys) continue;
    await sql`
      update ${sql.table(reference.table)} r set ${sql.ref(reference.column)} = ${to.id}
             ${reference.placed ? sql`, org_code = ${to.orgCode}` : sql``}
       where ${sql.ref(`r.${reference.column}`)} = ${from} and ${onlyOf(reference)}
         and ${sql.ref(`r.${reference.key}`)}::text = any(${keys}::text[])
         and ${freeOf(reference, to.id)}`.execute(db);
  }
}

/** A column of moving rows whose ciphertext is bound to the person. */
interface Bound {
  table: string;
  column: string;
  place: (memberId: string) => string;
}

/** Binds what moved from one person to another to where it stands now: elsewhere it could not be opened any more. */
export async function bindAgain(db: Db, vault: Vault, moved: Moved, bound: readonly Bound[], from: string, to: string) {
  for (const { table, column, place } of bound) {
    const keys = moved[`${table}.member_id`];
    if (!keys) continue;
    const { rows } = await sql<{ id: string; encrypted: Buffer }>`
      select id, ${sql.ref(column)} as encrypted from ${sql.table(table)}
       where id = any(${keys}::bigint[]) and member_id = ${to} and ${sql.ref(column)} is not null`.execute(db);
    for (const { id, encrypted } of rows) {
      const again = vault.encrypt(place(to), vault.decrypt(place(from), encrypted));
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${again} where id = ${id}`.execute(db);
    }
  }
}

/** Makes a photo belong to another person. */
export async function movePhoto(db: Db, fileId: string, to: { id: string; orgCode: string }): Promise<void> {
  await giveToRow(db, fileId, to.id, to.orgCode);
}

/** Keeps both rows as they are, id card and phone encrypted as they stand. */
export async function insertMerge(
  db: Db,
  row: { pairId: string; keptId: string; droppedId: string; reason: string; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into member_merge (pair_id, kept_id, dropped_id, kept_before, dropped_before, moved, kept_version, dropped_version,
                              reason, merged_by)
    select ${row.pairId}, k.id, d.id, to_jsonb(k), to_jsonb(d), '{}', k.version, d.version, ${row.reason}, ${row.by}
      from member k, member d where k.id = ${row.keptId} and d.id = ${row.droppedId}
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Notes what moved and the versions that the merge left. */
export async function finishMerge(db: Db, id: string, moved: Moved): Promise<void> {
  await sql`
    update member_merge g set moved = ${JSON.stringify(moved)}::jsonb, kept_version = k.version, dropped_version = d.version
      from member k, member d where g.id = ${id} and k.id = g.kept_id and d.id = g.dropped_id`.execute(db);
}

export interface MergeRecord {
  id: string;
  kept_id: string;
  dropped_id: string;
  moved: Moved;
  kept_version: number;
  dropped_version: number;
  reason: string;
  merged_at: Date;
  merged_by: string;
  /** The dropped row lay in the recycle bin before. */
  was_deleted: boolean;
  kept_photo_before: string | null;
  /** The organisation of the dropped row is there. */
  home_stands: boolean;
  /** What the merge has kept was destroyed with a person. */
  emptied: boolean;
}

/** The merge of a pair that stands. */
export async function standingMerge(db: Db, pairId: string): Promise<MergeRecord | undefined> {
  const { rows } = await sql<MergeRecord>`
    select g.id, g.kept_id, g.dropped_id, g.moved, g.kept_version, g.dropped_version, g.reason, g.merged_at, g.merged_by,
           g.dropped_before ->> 'deleted_at' is not null as was_deleted, g.kept_before ->> 'photo' as kept_photo_before,
           exists (select from organisation o join member d on d.org_id = o.id
                    where d.id = g.dropped_id and o.deleted_at is null) as home_stands,
           g.kept_before = '{}' as emptied
      from member_merge g where g.pair_id = ${pairId} and g.undone_at is null`.execute(db);
  return rows[0];
}

/** What a merge may change of the row that is kept. */
const WRITTEN = [
  'name',
  'name_grams',
  'pinyin',
  'initials',
  'id_card_enc',
  'id_card_mask',
  'id_card_index',
  'id_card_birth',
  'id_card_gender',
  'phone_enc',
  'phone_mask',
  'phone_index',
  'gender',
  'birth_date',
  'nation',
  'person_category',
  'membership_status',
  'education',
  'degree',
  'occupation',
  'native_place',
  'residence',
  'work_unit',
  'position',
  'party_post',
  'applied_on',
  'admission_date',
  'conversion_date',
  'join_type',
  'joined_branch_on',
  'is_floating',
  'is_lost_contact',
  'is_migrant_worker',
  'remark',
  'photo',
  'completeness',
] as const;

/** Writes the kept row as it was before the merge, as a new version. */
export async function restoreKept(db: Db, mergeId: string, by: string): Promise<void> {
  const sets = WRITTEN.map((name) => sql`${sql.ref(name)} = ${sql.ref(`was.${name}`)}`);
  await sql`
    update member m set ${sql.join(sets)}, version = m.version + 1, updated_at = now(), updated_by = ${by}
      from member_merge g, jsonb_populate_record(null::member, g.kept_before) as was
     where g.id = ${mergeId} and m.id = g.kept_id`.execute(db);
}

/** Notes that a merge was undone; what it kept of both is not needed any more. */
export async function endMerge(db: Db, id: string, by: string): Promise<void> {
  await sql`
    update member_merge set undone_at = now(), undone_by = ${by}, kept_before = '{}', dropped_before = '{}'
     where id = ${id}`.execute(db);
}

/** Whether a person was merged into another one and that still stands. */
export async function isMerged(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from member_merge where dropped_id = ${id} and undone_at is null`.execute(db);
  return rows.length > 0;
}
