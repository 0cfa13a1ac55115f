import { sql } from 'kysely';
import { deletedBetween, type Recycled, type RecycleFilter } from '#platform/server/bin/recycle.ts';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface HelpRecord {
  id: string;
  parent_id: string | null;
  title: string;
  pinyin: string;
  initials: string;
  content: string;
  routes: string[];
  sort: number;
  published: boolean;
  version: number;
  created_at: Date;
  updated_at: Date | null;
}

const FACTS = sql`id, parent_id, title, pinyin, initials, routes, sort, published, version, created_at, updated_at`;

export interface HelpFilter {
  /** In title, text, pinyin or initials; null: all. */
  words: string | null;
  drafts: boolean;
  limit: number;
  offset: number;
}

/** Documents without their content, but with their plain text where words are looked for; siblings together in their order. */
export async function listDocuments(db: Db, filter: HelpFilter) {
  const { rows } = await sql<Omit<HelpRecord, 'content'> & { text: string; total: number }>`
    select ${FACTS}, case when ${filter.words}::text is null then '' else words end as text, (count(*) over ())::int as total
      from help_document
     where deleted_at is null and (published or ${filter.drafts})
       and (${filter.words}::text is null or ${textHolds(sql`title || ' ' || words`, filter.words)}
            or strpos(pinyin, ${filter.words}) > 0 or strpos(initials, ${filter.words}) > 0)
     order by parent_id nulls first, sort, id
     limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return rows;
}

/** One document; `lock` keeps it for this transaction. */
export async function findDocument(db: Db, id: string, lock = false): Promise<HelpRecord | undefined> {
  const { rows } = await sql<HelpRecord>`
    select ${FACTS}, content from help_document where id = ${id} and deleted_at is null
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** What is written of a document. `pinyin`, `initials` and `words` follow from title and content. */
export interface HelpFields {
  parentId: string | null;
  title: string;
  pinyin: string;
  initials: string;
  content: string;
  words: string;
  routes: readonly string[];
  published: boolean;
}

/** Lets one transaction at a time change the tree, so that no two moves make a ring. */
export async function lockTree(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('help_document.tree'))`.execute(db);
}

/** How many documents there are, published or not. */
export async function countDocuments(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from help_document where deleted_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The document itself and all below it. */
export async function branchOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive branch as (
      select id from help_document where id = ${id}
      union
      select d.id from help_document d join branch on d.parent_id = branch.id where d.deleted_at is null
    )
    select id from branch`.execute(db);
  return rows.map((row) => row.id);
}

/** Adds a document behind its siblings; answers its id. */
export async function insertDocument(db: Db, fields: HelpFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into help_document (parent_id, title, pinyin, initials, content, words, routes, published, created_by, sort)
    values (${fields.parentId}, ${fields.title}, ${fields.pinyin}, ${fields.initials}, ${fields.content},
            ${fields.words}, ${fields.routes}::text[], ${fields.published}, ${by},
            (select coalesce(max(sort), 0) + 1 from help_document where parent_id is not distinct from ${fields.parentId}))
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes the content alone: the ids of its files are known once the document has one itself. */
export async function setContent(db: Db, id: string, content: string): Promise<void> {
  await sql`update help_document set content = ${content} where id = ${id}`.execute(db);
}

/** Writes a document; answers its new version. What readers are told of its age goes by its text alone. */
export async function updateDocument(
  db: Db,
  id: string,
  fields: HelpFields,
  { by, isOtherText }: { by: string; isOtherText: boolean },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update help_document
       set parent_id = ${fields.parentId}, title = ${fields.title}, pinyin = ${fields.pinyin},
           initials = ${fields.initials}, content = ${fields.content}, words = ${fields.words},
           routes = ${fields.routes}::text[], published = ${fields.published}, version = version + 1,
           updated_at = case when ${isOtherText} then now() else updated_at end,
           updated_by = case when ${isOtherText} then ${by} else updated_by end
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The ids of the documents directly below one, in their order. */
export async function siblingsBelow(db: Db, parentId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from help_document
     where parent_id is not distinct from ${parentId} and deleted_at is null order by sort, id`.execute(db);
  return rows.map((row) => row.id);
}

/** Numbers documents from 1 in the order given. */
export async function numberDocuments(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update help_document d set sort = place.n
      from unnest(${ids}::bigint[]) with ordinality as place (id, n)
     where d.id = place.id and d.sort <> place.n`.execute(db);
}

/** A text of a document as it was saved. */
export interface SavedText {
  version: number;
  title: string;
  content: string;
  saved_at: Date;
  saved_by: string;
}

/** A document whose text nobody has changed has no history yet: what stands now is its only version. */
const texts = (id: string) => sql`(
  select version, title, content, saved_at, saved_by from help_history where document_id = ${id}
  union all
  select version, title, content, coalesce(updated_at, created_at), coalesce(nullif(updated_by, ''), created_by)
    from help_document d where d.id = ${id} and not exists (select from help_history where document_id = d.id)
) as saved`;

/** When which text was saved by whom, the newest first. */
export async function listTexts(db: Db, id: string): Promise<Omit<SavedText, 'content'>[]> {
  const { rows } = await sql<Omit<SavedText, 'content'>>`
    select version, title, saved_at, saved_by from ${texts(id)} order by version desc`.execute(db);
  return rows;
}

export async function findText(db: Db, id: string, version: number): Promise<SavedText | undefined> {
  const { rows } = await sql<SavedText>`select * from ${texts(id)} where version = ${version}`.execute(db);
  return rows[0];
}

const KEPT_TEXTS = 50;

/** Keeps the text that stands now before it is changed, where the history lacks it. */
export async function keepFirstText(db: Db, id: string): Promise<void> {
  await sql`
    insert into help_history (document_id, version, title, content, saved_at, saved_by)
    select ${id}, version, title, content, saved_at, saved_by from ${texts(id)}
    on conflict do nothing`.execute(db);
}

/** Keeps the text that has just been written, and forgets what is older than the newest fifty. */
export async function keepText(db: Db, id: string, by: string): Promise<void> {
  await sql`
    insert into help_history (document_id, version, title, content, saved_at, saved_by)
    select id, version, title, content, now(), ${by} from help_document where id = ${id}`.execute(db);
  await sql`
    delete from help_history where document_id = ${id} and version <= (
      select version from help_history where document_id = ${id} order by version desc offset ${KEPT_TEXTS} limit 1)`.execute(
    db,
  );
}

/** Files that any kept text of a document shows. */
export async function filesInTexts(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select distinct found[1] as file
      from help_history, regexp_matches(content, 'fileName=([0-9a-f]{32})', 'g') as found
     where document_id = ${id}`.execute(db);
  return rows.map(({ file }) => file);
}

/** Takes a document out. */
export async function deleteDocument(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`update help_document set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}
             where id = ${id}`.execute(db);
}

const deleted = ({ name, from, to }: Pick<RecycleFilter, 'name' | 'from' | 'to'>) => sql`
  deleted_at is not null and (${name}::text is null or ${textHolds(sql`title`, name)})
  and ${deletedBetween('deleted_at', from, to)}`;
const RECYCLED = sql`id, title as name, '' as "orgName", '0001' as "orgCode", deleted_at as "deletedAt",
  coalesce(deleted_by, '') as "deletedBy", coalesce(delete_reason, '') as reason`;

/** Deleted documents, the newest first. */
export async function listDeleted(db: Db, filter: RecycleFilter): Promise<Recycled[]> {
  const { rows } = await sql<Recycled>`
    select ${RECYCLED} from help_document where ${deleted(filter)}
     order by deleted_at desc, id desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return rows;
}

/** How many deleted documents there are, counted up to `limit`. */
export async function countDeleted(db: Db, filter: RecycleFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from help_document where ${deleted(filter)} limit ${limit}) as part`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** One deleted document, kept for this transaction. */
export async function lockDeleted(db: Db, id: string): Promise<Recycled | undefined> {
  const { rows } = await sql<Recycled>`
    select ${RECYCLED} from help_document where id = ${id} and deleted_at is not null for update`.execute(db);
  return rows[0];
}

/** Puts a deleted document back, behind its siblings; at the top where the one above is gone. */
export async function restoreDocument(db: Db, id: string): Promise<void> {
  await sql`
    with above as (
      select p.id from help_document d join help_document p on p.id = d.parent_id and p.deleted_at is null
       where d.id = ${id}
    )
    update help_document d
       set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1,
           parent_id = (select id from above),
           sort = (select coalesce(max(sort), 0) + 1 from help_document
                    where parent_id is not distinct from (select id from above))
     where d.id = ${id}`.execute(db);
}

/** Removes a deleted document for good; what was deleted with it moves to the top. */
export async function eraseDocument(db: Db, id: string): Promise<void> {
  await sql`update help_document set parent_id = null where parent_id = ${id}`.execute(db);
  await sql`delete from help_document where id = ${id} and deleted_at is not null`.execute(db);
}
