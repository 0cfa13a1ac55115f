import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** A file that comes in chunks. */
export interface UploadRow {
  id: string;
  account_id: string;
  name: string;
  size: number;
  file_md5: string;
  formats: string;
  state: 'open' | 'merging' | 'done' | 'failed';
  file_id: string | null;
}

const columns = sql`id, account_id, name, size::float8 as size, file_md5, formats, state, file_id`;

/** An upload of the account's own. */
export async function findUpload(db: Db, accountId: string, id: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from upload where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** The account's newest upload that a chunk of a file with this MD5 can belong to. */
export async function findByMd5(db: Db, accountId: string, md5: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from upload
     where account_id = ${accountId} and file_md5 = ${md5} and state = 'open'
     order by created_at desc limit 1`.execute(db);
  return rows[0];
}

interface Wanted {
  accountId: string;
  name: string;
  size: number;
  md5: string;
  formats: string;
}

/** The account's own unfinished upload of the same file, to go on with. */
export async function findSame(db: Db, wanted: Wanted): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    update upload set touched_at = now() where id = (
      select id from upload
       where account_id = ${wanted.accountId} and file_md5 = ${wanted.md5} and size = ${wanted.size}
         and name = ${wanted.name} and formats = ${wanted.formats} and state = 'open'
       order by created_at desc limit 1)
    returning ${columns}`.execute(db);
  return rows[0];
}

export async function insertUpload(
  db: Db,
  id: string,
  orgCode: string,
  chunkSize: number,
  wanted: Wanted,
): Promise<void> {
  await sql`
    insert into upload (id, account_id, org_code, name, size, file_md5, chunk_size, formats)
    values (${id}, ${wanted.accountId}, ${orgCode}, ${wanted.name}, ${wanted.size}, ${wanted.md5}, ${chunkSize},
      ${wanted.formats})`.execute(db);
}

export interface PartRow {
  no: number;
  size: number;
  sha256: Buffer;
  /** Where its bytes lie in the store. */
  key: string;
}

/** The chunks that have arrived, by number. */
export async function partsOf(db: Db, uploadId: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select no, size, sha256, key from upload_part where upload_id = ${uploadId} order by no`.execute(db);
  return rows;
}

/** Locks an upload that still takes chunks; false where it does not. */
export async function lockOpen(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update upload set touched_at = now() where id = ${id} and state = 'open' returning id`.execute(db);
  return rows.length > 0;
}

/** Writes a chunk of a locked upload; answers the key of the bytes that it takes the place of. */
export async function savePart(db: Db, uploadId: string, part: PartRow): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    select key from upload_part where upload_id = ${uploadId} and no = ${part.no}`.execute(db);
  await sql`
    insert into upload_part (upload_id, no, size, sha256, key)
    values (${uploadId}, ${part.no}, ${part.size}, ${part.sha256}, ${part.key})
    on conflict (upload_id, no) do update set size = excluded.size, sha256 = excluded.sha256, key = excluded.key`.execute(
    db,
  );
  return rows[0]?.key ?? null;
}

/** Takes an upload for merging; false where it is done, failed, or somebody else is at it. */
export async function beginMerge(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update upload set state = 'merging', touched_at = now()
     where id = ${id} and (state = 'open' or (state = 'merging' and touched_at < now() - interval '10 minutes'))
    returning id`.execute(db);
  return rows.length > 0;
}

/** Ends a merging: `open` takes chunks again, `done` has its file, `failed` cannot become one. */
export async function endMerge(
  db: Db,
  id: string,
  state: 'open' | 'done' | 'failed',
  fileId: string | null,
): Promise<void> {
  await sql`update upload set state = ${state}, file_id = ${fileId}, touched_at = now()
             where id = ${id} and state = 'merging'`.execute(db);
}

/** Ends an unfinished upload whose file is there already; false where it is not open. */
export async function endAsKnown(db: Db, id: string, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    update upload set state = 'done', file_id = ${fileId}, touched_at = now() where id = ${id} and state = 'open'
    returning id`.execute(db);
  return rows.length > 0;
}

/** Forgets an upload's chunks; answers the keys of their bytes. */
export async function forgetParts(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from upload_part where upload_id = ${id} returning key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Ends an unfinished upload of the account's own; false where there is none. */
export async function closeUpload(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update upload set state = 'failed' where id = ${id} and account_id = ${accountId} and state = 'open'
    returning id`.execute(db);
  return rows.length > 0;
}

/** Uploads that nobody has touched for a day, and finished ones after thirty, when their files go as well. */
export async function staleUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from upload
     where touched_at < now() - case state when 'done' then interval '30 days' else interval '1 day' end`.execute(db);
  return rows.map(({ id }) => id);
}

export async function removeUpload(db: Db, id: string): Promise<void> {
  await sql`delete from upload where id = ${id}`.execute(db);
}

export interface UnfinishedRow extends UploadRow {
  received: number;
  created_at: Date;
}

/** The account's unfinished uploads with the bytes that have arrived, the newest first. */
export async function unfinished(db: Db, accountId: string): Promise<UnfinishedRow[]> {
  const { rows } = await sql<UnfinishedRow>`
    select ${columns}, created_at,
      coalesce((select sum(p.size) from upload_part p where p.upload_id = upload.id), 0)::float8 as received
    from upload where account_id = ${accountId} and state = 'open' order by created_at desc, id limit 50`.execute(db);
  return rows;
}

/** The account's finished upload of exactly this file, while it still belongs to no row. */
export async function findDone(db: Db, upload: UploadRow): Promise<string | undefined> {
  const { rows } = await sql<{ file_id: string }>`
    select u.file_id from upload u join stored_file f on f.id = u.file_id
     where u.account_id = ${upload.account_id} and u.file_md5 = ${upload.file_md5} and u.size = ${upload.size}
       and u.name = ${upload.name} and u.formats = ${upload.formats}
       and u.state = 'done' and f.account_id = u.account_id and f.kind = 'upload'
       and (f.expires_at is null or f.expires_at > now() + interval '1 day')
     order by u.touched_at desc limit 1`.execute(db);
  return rows[0]?.file_id;
}

export interface FileRow {
  id: string;
  name: string;
  mime: string;
  size: number;
  hasSizes: boolean;
  createdAt: Date;
}

const fileColumns = sql`id, name, mime, size::float8 as size, has_sizes as "hasSizes", created_at as "createdAt"`;

export async function fileFacts(db: Db, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`select ${fileColumns} from stored_file where id = ${id}`.execute(db);
  return rows[0];
}

/** Stored files by their ids, in the order in which they are named; those that are gone are left out. */
export async function filesById(db: Db, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from stored_file join unnest(${ids}::text[]) with ordinality as asked (key, place) on key = id
     order by place`.execute(db);
  return rows;
}

/** Pictures that the account has uploaded, whatever row they belong to now, the newest first. */
export async function ownImages(db: Db, accountId: string, limit: number, offset: number) {
  const mine = sql`account_id = ${accountId} and has_sizes and (expires_at is null or expires_at > now())`;
  const [page, count] = await Promise.all([
    sql<FileRow>`select ${fileColumns} from stored_file where ${mine}
      order by created_at desc, id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from stored_file where ${mine}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** Whether a file is the account's own and ends by itself, as the result of an export does. */
export async function isOwnTemporary(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from stored_file
     where id = ${id} and account_id = ${accountId} and kind <> 'upload' and row_id is null and expires_at > now()`.execute(
    db,
  );
  return rows.length > 0;
}

/** The database's clock, in seconds since 1970. */
export async function nowSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select floor(extract(epoch from now()))::float8 as now`.execute(db);
  return rows[0]?.now ?? 0;
}

/** The number of the session of a token; '0' where there is none. */
export async function sessionId(db: Db, hash: Buffer): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from session where token_hash = ${hash}`.execute(db);
  return rows[0]?.id ?? '0';
}

/** The hash of the token that a session has now, by the session's number; null where it is over. */
export async function tokenHash(db: Db, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    select token_hash from session where id = ${id} and ended_at is null`.execute(db);
  return rows[0]?.token_hash ?? null;
}
