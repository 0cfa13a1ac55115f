import { type RawBuilder, sql } from 'kysely';
import { deletedBetween, type Recycled, type RecycleFilter } from '#platform/server/bin/recycle.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface LabelRecord {
  id: string;
  name: string;
  colour: string;
  description: string;
  keywords: string[];
  uses: number;
  version: number;
  updated_by: string;
  updated_at: Date;
}

const keywords = sql`
  array(select k.keyword from content_label_keyword k where k.label_id = b.id order by k.sort, k.keyword) as keywords`;

const columns = (scope: Scope, living: RawBuilder<boolean>) => sql`
  b.id, b.name, b.colour, b.description, b.version, b.updated_by, b.updated_at, ${keywords},
  (select count(*)::int from content_label_link l where l.label_id = b.id and ${within(scope, 'l.org_code')} and ${living}) as uses`;

/** A page of labels by name or keyword, in whatever letters; counts rows of the scope. `living`: of a link aliased `l`. */
export async function listLabels(
  db: Db,
  scope: Scope,
  living: RawBuilder<boolean>,
  filter: { name: string; limit: number; offset: number },
): Promise<{ rows: LabelRecord[]; total: number }> {
  // Keywords are kept in small letters.
  const words = filter.name.toLowerCase();
  const found = sql`
    b.deleted_at is null and (${words} = '' or ${textHolds(sql`b.name`, words)}
      or exists (select from content_label_keyword k where k.label_id = b.id and ${textHolds(sql`k.keyword`, words)}))`;
  const [list, total] = await Promise.all([
    sql<LabelRecord>`
      select ${columns(scope, living)} from content_label b where ${found}
       order by b.name, b.id limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from content_label b where ${found}`.execute(db),
  ]);
  return { rows: list.rows, total: total.rows[0]?.n ?? 0 };
}

/** Every label with its keywords, by name. */
export async function allLabels(db: Db, atMost: number) {
  const { rows } = await sql<{ id: string; name: string; colour: string; keywords: string[] }>`
    select b.id, b.name, b.colour, ${keywords} from content_label b
     where b.deleted_at is null order by b.name, b.id limit ${atMost}`.execute(db);
  return rows;
}

/** One label; its uses are those of the scope. */
export async function findLabel(
  db: Db,
  scope: Scope,
  living: RawBuilder<boolean>,
  id: string,
): Promise<LabelRecord | undefined> {
  const { rows } = await sql<LabelRecord>`
    select ${columns(scope, living)} from content_label b where b.id = ${id} and b.deleted_at is null`.execute(db);
  return rows[0];
}

/** Locks labels until the transaction ends, in one order for all who lock several; answers those that are there. */
export async function lockLabels(db: Db, ids: readonly string[]): Promise<Map<string, Omit<LabelRecord, 'uses'>>> {
  await sql`select from content_label where id = any(${ids}::bigint[]) order by id for update`.execute(db);
  const { rows } = await sql<Omit<LabelRecord, 'uses'>>`
    select b.id, b.name, b.colour, b.description, b.version, b.updated_by, b.updated_at, ${keywords}
      from content_label b where b.id = any(${ids}::bigint[]) and b.deleted_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface LabelFields {
  name: string;
  colour: string;
  description: string;
}

/** Adds a label; answers its id. */
export async function insertLabel(db: Db, fields: LabelFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into content_label (name, colour, description, created_by, updated_by)
    values (${fields.name}, ${fields.colour}, ${fields.description}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a label; answers its new version. */
export async function updateLabel(db: Db, id: string, fields: LabelFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update content_label set name = ${fields.name}, colour = ${fields.colour}, description = ${fields.description},
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Makes these the keywords of a label, in their order. Throws 23505 where one belongs to another label. */
export async function setKeywords(db: Db, id: string, words: readonly string[]): Promise<void> {
  await sql`delete from content_label_keyword where label_id = ${id}`.execute(db);
  await sql`
    insert into content_label_keyword (keyword, label_id, sort)
    select word, ${id}, n from unnest(${words}::text[]) with ordinality as place (word, n)`.execute(db);
}

/** The name of the living label that has a name, other than one. */
export async function holderOfName(db: Db, name: string, exceptId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from content_label
     where name = ${name} and deleted_at is null and id is distinct from ${exceptId}::bigint`.execute(db);
  return rows[0]?.name;
}

/** Which of the words belong to other labels, deleted ones included, with their labels' names. */
export async function holdersOfKeywords(
  db: Db,
  words: readonly string[],
  exceptId: string | null,
): Promise<{ keyword: string; name: string }[]> {
  const { rows } = await sql<{ keyword: string; name: string }>`
    select k.keyword, b.name from content_label_keyword k join content_label b on b.id = k.label_id
     where k.keyword = any(${words}::text[]) and k.label_id is distinct from ${exceptId}::bigint
     order by k.keyword`.execute(db);
  return rows;
}

/** Moves every link of a label to another one; answers how many rows carry the other one because of it. */
export async function moveLinks(db: Db, fromId: string, intoId: string): Promise<number> {
  const moved = await sql`
    update content_label_link l set label_id = ${intoId}
     where l.label_id = ${fromId}
       and not exists (select from content_label_link other
                        where other.kind = l.kind and other.row_id = l.row_id and other.label_id = ${intoId})`.execute(
    db,
  );
  await sql`delete from content_label_link where label_id = ${fromId}`.execute(db);
  return Number(moved.numAffectedRows ?? 0);
}

/** Takes a label out. */
export async function deleteLabel(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update content_label set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason} where id = ${id}`.execute(
    db,
  );
}

/** Puts a deleted label back. */
export async function restoreLabel(db: Db, id: string, by: string): Promise<void> {
  await sql`
    update content_label set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1,
           updated_at = now(), updated_by = ${by} where id = ${id}`.execute(db);
}

/** Removes a deleted label for good, with its links and keywords. */
export async function eraseLabel(db: Db, id: string): Promise<void> {
  await sql`delete from content_label_link where label_id = ${id}`.execute(db);
  await sql`delete from content_label_keyword where label_id = ${id}`.execute(db);
  await sql`delete from content_label where id = ${id} and deleted_at is not null`.execute(db);
}

type Deployment = 'content_label' | 'content_class';
const recycled = sql`id, name, '' as "orgName", '0001' as "orgCode", deleted_at as "deletedAt",
  coalesce(deleted_by, '') as "deletedBy", coalesce(delete_reason, '') as reason`;
const deleted = ({ name, from, to }: Pick<RecycleFilter, 'name' | 'from' | 'to'>) => sql`
  deleted_at is not null and (${name}::text is null or ${textHolds(sql`name`, name)})
  and ${deletedBetween('deleted_at', from, to)}`;

/** Deleted rows of a table that belongs to the whole deployment, the newest first. */
export async function listDeleted(db: Db, table: Deployment, filter: RecycleFilter): Promise<Recycled[]> {
  const { rows } = await sql<Recycled>`
    select ${recycled} from ${sql.table(table)} where ${deleted(filter)}
     order by deleted_at desc, id desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return rows;
}

/** How many there are, counted up to `limit`. */
export async function countDeleted(db: Db, table: Deployment, filter: RecycleFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${sql.table(table)} where ${deleted(filter)} limit ${limit}) as part`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** One of them, kept for this transaction. */
export async function lockDeleted(db: Db, table: Deployment, id: string): Promise<Recycled | undefined> {
  const { rows } = await sql<Recycled>`
    select ${recycled} from ${sql.table(table)} where id = ${id} and deleted_at is not null for update`.execute(db);
  return rows[0];
}
