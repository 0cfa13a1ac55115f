import { type RawBuilder, sql } from 'kysely';
import type { State } from '#learning/education/rules.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** What is for somebody who stands at an organisation (`d` beside its folder `f`): the only door to readers. */
export const isForReader = (orgCode: string): RawBuilder<boolean> =>
  sql`(d.deleted_at is null and d.state = 1 and (f.audience = 'all' or starts_with(${orgCode}, d.org_code)))`;

/** What somebody may open: what is for the own place, and for those who work for a subtree what is published within it. */
const isForViewer = ({ orgCode, base }: Session): RawBuilder<boolean> =>
  base === 'subtree'
    ? sql`(${isForReader(orgCode)} or (d.deleted_at is null and d.state = 1 and starts_with(d.org_code, ${orgCode})))`
    : isForReader(orgCode);

export interface DocumentRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  folderId: string;
  folderName: string;
  maySave: boolean;
  title: string;
  summary: string;
  labels: string[];
  isRequired: boolean;
  fileId: string;
  fileName: string;
  fileSize: number;
  state: State;
  withdrawnFor: string;
  publishedAt: Date | null;
  readers: number;
  /** Of the session's own account. */
  seconds: number;
  readAt: Date | null;
  isFavourite: boolean;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

const COLUMNS = sql`d.id, d.org_id as "orgId", d.org_code as "orgCode", o.name as "orgName", d.folder_id as "folderId",
  f.name as "folderName", f.may_save as "maySave", d.title, d.summary, d.labels, d.is_required as "isRequired",
  d.file_id as "fileId", coalesce(s.name, '') as "fileName", coalesce(s.size, 0)::float8 as "fileSize", d.state,
  d.withdrawn_for as "withdrawnFor", d.published_at as "publishedAt",
  (select count(*)::int from knowledge_reading k where k.document_id = d.id and k.read_at is not null) as readers,
  coalesce(r.seconds, 0) as seconds, r.read_at as "readAt", coalesce(r.is_favourite, false) as "isFavourite",
  d.version, d.updated_by as "updatedBy", d.updated_at as "updatedAt"`;
const from = (accountId: string) => sql`knowledge_document d
  join knowledge_folder f on f.id = d.folder_id
  join organisation o on o.id = d.org_id and o.deleted_at is null
  left join stored_file s on s.id = d.file_id
  left join knowledge_reading r on r.document_id = d.id and r.account_id = ${accountId}`;

/** What a document says holds some words, gaps left out: its newest file as it was read by the job. */
const saying = (words: string): RawBuilder<boolean> => sql`exists (
  select from knowledge_text k where k.document_id = d.id and k.file_id = d.file_id and k.grams @> ${queryGrams(words)}::text[]
     and strpos(replace(lower(k.words), ' ', ''), replace(lower(${words}), ' ', '')) > 0)`;
const matching = (words: string): RawBuilder<boolean> => sql`((
  letter_grams(d.title || ' ' || d.summary) @> ${queryGrams(words)}::text[]
  and ${textHolds(sql`d.title || ' ' || d.summary`, words)}) or ${saying(words)})`;

/** A piece of what a document says around the words that were looked for; empty where they stand in its title or nowhere. */
const excerpt = (words: string | null): RawBuilder<string> =>
  words === null
    ? sql<string>`''`
    : sql<string>`coalesce((
        select substr(k.words, greatest(1, p.at - 30), 100) from knowledge_text k
         cross join lateral (select strpos(lower(k.words), lower(${words})) as at) as p
         where k.document_id = d.id and k.file_id = d.file_id and p.at > 0
           and strpos(lower(d.title || ' ' || d.summary), lower(${words})) = 0), '')`;

/** A folder and all that stand within it. */
const inFolder = (id: string): RawBuilder<boolean> => sql`d.folder_id in (
  with recursive inner_ones as (
    select ${id}::bigint as id
    union
    select f2.id from inner_ones i join knowledge_folder f2 on f2.parent_id = i.id)
  select id from inner_ones)`;

type ReaderList = 'all' | 'required' | 'recent' | 'favourite';
const ONLY: Readonly<Record<ReaderList, RawBuilder<unknown>>> = {
  all: sql`true`,
  required: sql`d.is_required`,
  recent: sql`r.read_at is not null`,
  favourite: sql`r.is_favourite`,
};
const ORDER: Readonly<Record<ReaderList, RawBuilder<unknown>>> = {
  all: sql`d.published_at desc, d.id desc`,
  // What nobody has opened yet comes first.
  required: sql`(r.read_at is null) desc, d.published_at desc, d.id desc`,
  recent: sql`r.read_at desc, d.id desc`,
  favourite: sql`d.published_at desc, d.id desc`,
};

async function pageOf(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  of: { words: string | null; limit: number; offset: number },
) {
  const { words, limit, offset } = of;
  const [rows, total] = await Promise.all([
    sql<
      DocumentRecord & { excerpt: string }
    >`select ${COLUMNS}, ${excerpt(words)} as excerpt from ${where} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A page of what is for the session. */
export function pageForReader(
  db: Db,
  session: Session,
  filter: { view: ReaderList; folderId: string | null; words: string | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [isForReader(session.orgCode), ONLY[filter.view]];
  if (filter.folderId) parts.push(inFolder(filter.folderId));
  if (filter.words) parts.push(matching(filter.words));
  const where = sql`${from(session.accountId)} where ${sql.join(parts, sql` and `)}`;
  return pageOf(db, where, ORDER[filter.view], { words: filter.words, limit, offset });
}

/** A page of the documents of a scope in every state, the newest first. */
export function pageOfDocuments(
  db: Db,
  session: Session,
  scope: Scope,
  filter: { folderId: string | null; state: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'd.org_code'), sql`d.deleted_at is null`];
  if (filter.folderId) parts.push(inFolder(filter.folderId));
  if (filter.state !== null) parts.push(sql`d.state = ${filter.state}`);
  if (filter.words) parts.push(matching(filter.words));
  const where = sql`${from(session.accountId)} where ${sql.join(parts, sql` and `)}`;
  return pageOf(db, where, sql`d.id desc`, { words: filter.words, limit, offset });
}

/** One document that the session may open. */
export async function findForReader(db: Db, session: Session, id: string): Promise<DocumentRecord | undefined> {
  const { rows } = await sql<DocumentRecord>`
    select ${COLUMNS} from ${from(session.accountId)} where d.id = ${id} and ${isForViewer(session)}`.execute(db);
  return rows[0];
}

/** Documents of the scope, locked in the order of their ids where `lock`. */
export async function documentsOf(
  db: Db,
  session: Session,
  scope: Scope,
  ids: readonly string[],
  lock: boolean,
): Promise<DocumentRecord[]> {
  const { rows } = await sql<DocumentRecord>`
    select ${COLUMNS} from ${from(session.accountId)}
     where d.id = any(${ids}::bigint[]) and d.deleted_at is null and ${within(scope, 'd.org_code')}
     order by d.id ${lock ? sql`for update of d` : sql``}`.execute(db);
  return rows;
}

export interface DocumentFields {
  title: string;
  summary: string;
  labels: readonly string[];
  isRequired: boolean;
}

interface Place {
  id: string;
  orgId: string;
  orgCode: string;
}

/** Adds a draft to a folder; its file is named once it has an id itself. */
export async function insertDocument(db: Db, folder: Place, of: DocumentFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into knowledge_document (org_id, org_code, folder_id, title, summary, labels, is_required, file_id, created_by, updated_by)
    values (${folder.orgId}, ${folder.orgCode}, ${folder.id}, ${of.title}, ${of.summary}, ${of.labels}::text[],
            ${of.isRequired}, '', ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a locked document; answers the new version. */
export async function writeDocument(
  db: Db,
  id: string,
  folder: Place,
  of: DocumentFields,
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update knowledge_document set org_id = ${folder.orgId}, org_code = ${folder.orgCode}, folder_id = ${folder.id},
           title = ${of.title}, summary = ${of.summary}, labels = ${of.labels}::text[], is_required = ${of.isRequired},
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export interface FileVersion {
  number: number;
  fileId: string;
  fileName: string;
  fileSize: number;
  note: string;
  createdAt: Date;
  createdBy: string;
  /** The same as PDF; null: none. */
  shownId: string | null;
  /** Why there is none; null: not tried. */
  shownNote: string | null;
}

/** The files of a document, the newest first. */
export async function versionsOf(db: Db, id: string): Promise<FileVersion[]> {
  const { rows } = await sql<FileVersion>`
    select v.number, v.file_id as "fileId", coalesce(s.name, '') as "fileName", coalesce(s.size, 0)::float8 as "fileSize",
           v.note, v.created_at as "createdAt", v.created_by as "createdBy", v.shown_id as "shownId", v.shown_note as "shownNote"
      from knowledge_version v left join stored_file s on s.id = v.file_id
     where v.document_id = ${id} order by v.number desc limit 200`.execute(db);
  return rows;
}

/** Makes a file the newest version of a locked document. */
export async function addVersion(db: Db, id: string, fileId: string, note: string, by: string): Promise<void> {
  await sql`insert into knowledge_version (document_id, number, file_id, note, created_by)
            select ${id}, coalesce(max(number), 0) + 1, ${fileId}, ${note}, ${by} from knowledge_version
             where document_id = ${id}`.execute(db);
  await sql`update knowledge_document set file_id = ${fileId} where id = ${id}`.execute(db);
}

/** Publishes locked documents; those published before keep their day. */
export const publishAll = (db: Db, ids: readonly string[], by: string) =>
  sql`update knowledge_document set state = 1, withdrawn_for = '', published_at = coalesce(published_at, now()),
             version = version + 1, updated_at = now(), updated_by = ${by}
       where id = any(${ids}::bigint[])`.execute(db);

export const withdrawAll = (db: Db, ids: readonly string[], reason: string, by: string) =>
  sql`update knowledge_document set state = 2, withdrawn_for = ${reason}, version = version + 1, updated_at = now(),
             updated_by = ${by}
       where id = any(${ids}::bigint[])`.execute(db);

export const binDocument = (db: Db, id: string, by: string, reason: string) =>
  sql`update knowledge_document set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);

export const setFavourite = (db: Db, accountId: string, id: string, isFavourite: boolean) =>
  sql`insert into knowledge_reading (document_id, account_id, is_favourite) values (${id}, ${accountId}, ${isFavourite})
      on conflict (document_id, account_id) do update set is_favourite = excluded.is_favourite`.execute(db);

/** Pages of one version that were read, the last of them in view. */
export interface PageBeat {
  version: number;
  count: number;
  read: readonly number[];
}

const PAGES_READ = sql`(select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(k.pages) r)`;

/** Counts seconds of reading, never more than have gone by since the last beat, and pages of a version; answers all of them. */
export async function countReading(db: Db, accountId: string, id: string, seconds: number, pages?: PageBeat) {
  const read = pages ? `{${pages.read.map((page) => `[${page},${page}]`).join(',')}}` : '{}';
  // Of another version the pages begin anew.
  const same = sql`k.version_no is not distinct from ${pages?.version ?? null}::int and k.page_count = ${pages?.count ?? 0}::int`;
  const { rows } = await sql<{ seconds: number; pagesRead: number }>`
    insert into knowledge_reading as k (document_id, account_id, read_at, version_no, pages, page_count, last_page)
    values (${id}, ${accountId}, clock_timestamp(), ${pages?.version ?? null}, ${read}::int4multirange, ${pages?.count ?? 0},
            ${pages?.read.at(-1) ?? 0})
    on conflict (document_id, account_id) do update
       set seconds = k.seconds + least(${seconds}::int, floor(extract(epoch from clock_timestamp() - k.beat_at))::int),
           beat_at = clock_timestamp(), read_at = clock_timestamp()
           ${
             pages
               ? sql`, pages = case when ${same} then k.pages + excluded.pages else excluded.pages end,
                       version_no = excluded.version_no, page_count = excluded.page_count, last_page = excluded.last_page`
               : sql``
           }
    returning seconds, ${PAGES_READ} as "pagesRead"`.execute(db);
  return rows[0] ?? { seconds: 0, pagesRead: 0 };
}

/** The pages that an account has read of a document. */
export async function pagesRead(db: Db, accountId: string, id: string) {
  const { rows } = await sql<{ version: number; read: number; count: number; last: number }>`
    select coalesce(k.version_no, 0) as version, ${PAGES_READ} as read, k.page_count as count, k.last_page as last
      from knowledge_reading k where k.document_id = ${id} and k.account_id = ${accountId}`.execute(db);
  return rows[0] ?? { version: 0, read: 0, count: 0, last: 0 };
}
