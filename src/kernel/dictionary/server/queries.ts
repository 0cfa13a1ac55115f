import { sql } from 'kysely';
import { deletedBetween, type Recycled, type RecycleFilter } from '#platform/server/bin/recycle.ts';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** An entry, or with the empty value the dictionary itself. */
export interface DictRecord {
  id: string;
  dictionary_code: string;
  parent_id: string | null;
  name: string;
  value: string;
  national_code: string | null;
  sort: number;
  enabled: boolean;
  built_in: boolean;
  version: number;
  child_count: number;
}

/** A dictionary's children are its entries without a parent. */
const childCount = sql`
  (select count(*)::int from dict_item child
    where child.deleted_at is null and child.value <> ''
      and case when d.value = '' then child.dictionary_code = d.dictionary_code and child.parent_id is null
               else child.parent_id = d.id end)`;
const columns = sql`
  d.id, d.dictionary_code, d.parent_id, d.name, d.value, d.national_code, d.sort, d.enabled, d.built_in, d.version,
  ${childCount} as child_count`;

export type Choice = Pick<DictRecord, 'id' | 'dictionary_code' | 'parent_id' | 'name' | 'value'>;

/** Entries that may be chosen, of the dictionaries asked for, in their order. */
export async function selectable(db: Db, codes: readonly string[]): Promise<Choice[]> {
  const { rows } = await sql<Choice>`/* prepared */
    select d.id, d.dictionary_code, d.parent_id, d.name, d.value
      from dict_item d
     where d.dictionary_code = any(${codes}::text[]) and d.enabled and d.deleted_at is null and d.value <> ''
     order by d.dictionary_code, d.sort, d.id`.execute(db);
  return rows;
}

/** One entry or dictionary. */
export async function findItem(db: Db, id: string): Promise<DictRecord | undefined> {
  const { rows } = await sql<DictRecord>`
    select ${columns} from dict_item d where d.id = ${id} and d.deleted_at is null`.execute(db);
  return rows[0];
}

/** The dictionary of a code, kept for this transaction: whoever changes its entries waits here. */
export async function lockDictionary(db: Db, code: string): Promise<void> {
  await sql`select from dict_item where dictionary_code = ${code} and value = '' and deleted_at is null for update`.execute(
    db,
  );
}

/** Lets one transaction at a time add dictionaries. */
export async function lockNewDictionaries(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dict_item.new'))`.execute(db);
}

/** The dictionary, then the entries down to this one. */
export async function placeOf(db: Db, item: DictRecord): Promise<DictRecord[]> {
  const { rows } = await sql<DictRecord>`
    with recursive up as (
      select id, parent_id, 0 as level from dict_item where id = ${item.id}
      union all
      select d.id, d.parent_id, up.level + 1 from up join dict_item d on d.id = up.parent_id
    )
    select ${columns}, level from up join dict_item d using (id) where d.value <> ''
    union all
    select ${columns}, 1000 as level from dict_item d
     where d.dictionary_code = ${item.dictionary_code} and d.value = '' and d.deleted_at is null
    order by level desc`.execute(db);
  return rows;
}

/** What stands directly below a dictionary or an entry; below null, the dictionaries. */
const below = (parent: DictRecord | null) => {
  if (parent === null) return sql`d.value = ''`;
  if (parent.value === '') {
    return sql`d.dictionary_code = ${parent.dictionary_code} and d.parent_id is null and d.value <> ''`;
  }
  return sql`d.parent_id = ${parent.id}`;
};

/** One page of what stands below; with `words` everything of the dictionary (or of all) whose name, value or code holds them. */
export async function listBelow(
  db: Db,
  parent: DictRecord | null,
  words: string,
  limit: number,
  offset: number,
): Promise<{ rows: DictRecord[]; total: number }> {
  const searched = parent === null ? sql`true` : sql`d.dictionary_code = ${parent.dictionary_code} and d.value <> ''`;
  const where = words
    ? sql`${searched} and ${textHolds(sql`d.name || ' ' || d.value || ' ' || coalesce(d.national_code, '') || ' ' || d.dictionary_code`, words)}`
    : below(parent);
  const { rows } = await sql<DictRecord>`
    select ${columns} from dict_item d where d.deleted_at is null and ${where}
     order by d.dictionary_code, d.sort, d.id limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from dict_item d where d.deleted_at is null and ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

/** Nodes of the tree: the dictionaries; below one, the entries that have entries themselves. */
export async function branches(
  db: Db,
  parent: DictRecord | null,
  words: string,
  limit: number,
): Promise<(DictRecord & { is_leaf: boolean })[]> {
  const found = textHolds(sql`d.dictionary_code || ' ' || d.name`, words);
  const { rows } = await sql<DictRecord & { is_leaf: boolean }>`
    select * from (
      select ${columns},
             not exists (
               select from dict_item child join dict_item grandchild on grandchild.parent_id = child.id
                where child.deleted_at is null and grandchild.deleted_at is null
                  and case when d.value = '' then child.dictionary_code = d.dictionary_code and child.parent_id is null
                           else child.parent_id = d.id end) as is_leaf
        from dict_item d
       where d.deleted_at is null and ${below(parent)} ${words ? sql`and ${found}` : sql``}
    ) as node
    where ${parent === null ? sql`true` : sql`child_count > 0`}
    order by dictionary_code, sort, id limit ${limit}`.execute(db);
  return rows;
}

/** Whether a sibling bears the name already. */
export async function nameTaken(db: Db, parent: DictRecord | null, name: string, exceptId: string | null) {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from dict_item d where d.deleted_at is null and ${below(parent)} and d.name = ${name}
                      and d.id is distinct from ${exceptId}) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** Whether the dictionary has the value already; the empty one stands for the dictionary itself. */
export async function valueTaken(db: Db, code: string, value: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from dict_item where dictionary_code = ${code} and value = ${value} and deleted_at is null) as taken`.execute(
    db,
  );
  return rows[0]?.taken ?? false;
}

/** Adds an entry behind its siblings, or with the empty value a dictionary; answers its id. */
export async function insertItem(
  db: Db,
  item: {
    code: string;
    parentId: string | null;
    name: string;
    value: string;
    nationalCode: string;
    enabled: boolean;
    by: string;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into dict_item (dictionary_code, parent_id, name, value, national_code, enabled, built_in, updated_by, sort)
    values (${item.code}, ${item.parentId}, ${item.name}, ${item.value}, ${item.nationalCode || null}, ${item.enabled},
            false, ${item.by},
            case when ${item.value}::text = '' then 0 else
              (select coalesce(max(sort), 0) + 1 from dict_item where dictionary_code = ${item.code}) end)
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes name, national code and state; answers the new version. */
export async function updateItem(
  db: Db,
  id: string,
  item: { name: string; nationalCode: string; enabled: boolean },
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update dict_item set name = ${item.name}, national_code = ${item.nationalCode || null}, enabled = ${item.enabled},
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The ids of the siblings in their order. */
export async function siblings(db: Db, item: DictRecord): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dict_item
     where dictionary_code = ${item.dictionary_code} and parent_id is not distinct from ${item.parent_id}
       and value <> '' and deleted_at is null
     order by sort, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Numbers entries from 1 in the order given. */
export async function numberItems(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update dict_item d set sort = place.n
      from unnest(${ids}::bigint[]) with ordinality as place (id, n)
     where d.id = place.id and d.sort <> place.n`.execute(db);
}

/** Takes an entry or a dictionary out. */
export async function deleteItem(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`update dict_item set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}
             where id = ${id}`.execute(db);
}

/** An entry as it is exported, with its depth from 1. */
type ExportedEntry = Choice & Pick<DictRecord, 'national_code' | 'enabled'> & { depth: number };

/** Everything of one dictionary or of all for an export: each entry behind its parent. */
export async function listForExport(db: Db, code: string | null): Promise<ExportedEntry[]> {
  const { rows } = await sql<ExportedEntry>`
    with recursive tree as (
      select d.*, 1 as depth, array[d.sort, d.id::int] as path from dict_item d
       where d.deleted_at is null and d.parent_id is null and (${code}::text is null or d.dictionary_code = ${code})
      union all
      select d.*, tree.depth + 1, tree.path || array[d.sort, d.id::int]
        from tree join dict_item d on d.parent_id = tree.id and d.deleted_at is null
    )
    select id, dictionary_code, parent_id, name, value, national_code, enabled, depth from tree
     order by dictionary_code, value <> '', path`.execute(db);
  return rows;
}

interface DeletedRecord {
  id: string;
  dictionary_code: string;
  name: string;
  value: string;
  deleted_at: Date;
  deleted_by: string;
  reason: string;
}

/** Dictionaries belong to no organisation. */
const recycledOf = (row: DeletedRecord): Recycled => ({
  id: row.id,
  name: row.value === '' ? `${row.dictionary_code} ${row.name}` : `${row.dictionary_code} ${row.name}（${row.value}）`,
  orgName: '',
  orgCode: '',
  deletedAt: row.deleted_at,
  deletedBy: row.deleted_by,
  reason: row.reason,
});

const DELETED = sql`id, dictionary_code, name, value, deleted_at, coalesce(deleted_by, '') as deleted_by,
  coalesce(delete_reason, '') as reason`;
const deleted = ({ name, from, to }: Pick<RecycleFilter, 'name' | 'from' | 'to'>) => sql`
  deleted_at is not null and (${name}::text is null or ${textHolds(sql`name`, name)})
  and ${deletedBetween('deleted_at', from, to)}`;

/** Deleted dictionaries and entries, the newest first. */
export async function listDeleted(db: Db, filter: RecycleFilter): Promise<Recycled[]> {
  const { rows } = await sql<DeletedRecord>`
    select ${DELETED} from dict_item where ${deleted(filter)}
     order by deleted_at desc, id desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return rows.map(recycledOf);
}

/** How many of them there are, counted up to `limit`. */
export async function countDeleted(db: Db, filter: RecycleFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from dict_item where ${deleted(filter)} limit ${limit}) as part`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A deleted dictionary or entry, kept for this transaction. */
export async function lockDeleted(db: Db, id: string): Promise<Recycled | undefined> {
  const { rows } = await sql<DeletedRecord>`
    select ${DELETED} from dict_item where id = ${id} and deleted_at is not null for update`.execute(db);
  return rows[0] && recycledOf(rows[0]);
}

/** Holds what decides whether a deleted one may come back: its dictionary, or for a dictionary the making of new ones. */
export async function lockOfDeleted(db: Db, id: string): Promise<void> {
  const { rows } = await sql<{ dictionary_code: string; value: string }>`
    select dictionary_code, value from dict_item where id = ${id}`.execute(db);
  if (rows[0]?.value === '') await lockNewDictionaries(db);
  else if (rows[0]) await lockDictionary(db, rows[0].dictionary_code);
}

/** What stands against putting it back: the value or code is taken, a sibling bears the name, or what it stood below is gone. */
export async function obstacleOf(db: Db, id: string): Promise<'taken' | 'name' | 'above' | null> {
  const { rows } = await sql<{ taken: boolean; name: boolean; above: boolean }>`
    select exists (select from dict_item other where other.dictionary_code = d.dictionary_code
                      and other.value = d.value and other.deleted_at is null) as taken,
           exists (select from dict_item other where other.name = d.name and other.deleted_at is null
                      and case when d.value = '' then other.value = ''
                               else other.dictionary_code = d.dictionary_code and other.value <> ''
                                and other.parent_id is not distinct from d.parent_id end) as name,
           (d.parent_id is not null and not exists (
              select from dict_item parent where parent.id = d.parent_id and parent.deleted_at is null))
           or (d.value <> '' and not exists (
              select from dict_item named where named.dictionary_code = d.dictionary_code and named.value = ''
                 and named.deleted_at is null)) as above
      from dict_item d where d.id = ${id}`.execute(db);
  const [found] = rows;
  return found?.taken ? 'taken' : found?.above ? 'above' : found?.name ? 'name' : null;
}

/** Puts a deleted dictionary or entry back where it stood: it keeps its number in the order while it is away. */
export async function restoreItem(db: Db, id: string): Promise<void> {
  await sql`
    update dict_item set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
     where id = ${id}`.execute(db);
}

/**
 * Removes it for good, with what was deleted below it. A dictionary's top entries name it by its code alone: they go with
 * the last one of that code.
 */
export async function eraseItem(db: Db, id: string): Promise<void> {
  await sql`
    with recursive gone as (
      select id from dict_item where id = ${id}
      union
      select entry.id from dict_item d join dict_item entry on entry.dictionary_code = d.dictionary_code
       where d.id = ${id} and d.value = '' and entry.value <> '' and entry.parent_id is null
         and not exists (select from dict_item other where other.dictionary_code = d.dictionary_code
                            and other.value = '' and other.id <> d.id)
      union
      select d.id from gone join dict_item d on d.parent_id = gone.id
    )
    delete from dict_item where id in (select id from gone) and deleted_at is not null`.execute(db);
}

/** Every entry that has a value, of every dictionary in its order. */
export const namedEntries = (db: Db) =>
  db
    .selectFrom('dict_item')
    .select(['dictionary_code', 'id', 'parent_id', 'name', 'value', 'enabled'])
    .where('deleted_at', 'is', null)
    .where('value', '<>', '')
    .orderBy('dictionary_code')
    .orderBy('sort')
    .orderBy('id')
    .execute();

/** Where values of a dictionary may stand. */
export interface ValuePlace {
  table: string;
  column: string;
  /** Where the column is a JSON object: the key of the value, in rows of this kind. */
  key?: string;
  kind?: string;
  /** The column is a list of values. */
  list?: true;
}

/** Whether one of some values stands at a place, rows in the recycle bin included. */
export async function isValueUsed(
  db: Db,
  { table, column, key, kind, list }: ValuePlace,
  values: readonly string[],
): Promise<boolean> {
  const value = key === undefined ? sql`${sql.ref(column)}::text` : sql`${sql.ref(column)} ->> ${key}`;
  const ofKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const holds = list ? sql`${sql.ref(column)} && ${values}::text[]` : sql`${value} = any(${values}::text[])`;
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from ${sql.table(table)} where ${holds} and ${ofKind}) as used`.execute(db);
  return rows[0]?.used ?? false;
}
