import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { FileReply } from '#platform/contract.ts';
import type { Services } from '../context.ts';
import type { Db } from '../database/db.ts';
import { notFound } from '../errors.ts';
import { type ByteRange, fileStore, oldNames, receivingFolder } from './fileStore.ts';

/** What is known of a file beside its bytes. */
export interface FileFacts {
  /** Whose file it is, e.g. `member.export`; the module of that name decides who may read it. */
  kind: string;
  rowId: string | null;
  orgCode: string;
  accountId: string;
  /** The name that a download gets; never a path on the disk. */
  name: string;
  mime: string;
  /** Days until it is removed; null: stays. */
  days: number | null;
}

/** Bytes on the way in: a local file of this process. */
export interface Received {
  path: string;
  size: number;
  sha256: Buffer;
}

/** The sizes of a picture beside itself: as the store keeps them after its id. */
export const SIZES = { thumbnail: '-t', zoom: '-z' } as const;

const newId = () => randomBytes(16).toString('hex');

/**
 * Writes bytes to a new local file and flushes it; holds one piece in memory at a time.
 * @param inspect is called with each piece before it is written; an error in it ends the receiving and removes the file
 */
export async function receiveBytes(
  services: Services,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  inspect?: (piece: Uint8Array, size: number) => void,
): Promise<Received> {
  const folder = receivingFolder(services.config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, newId());
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of bytes) {
      size += piece.length;
      inspect?.(piece, size);
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { path, size, sha256: hash.digest() };
}

/**
 * Keeps received bytes under an opaque id, before the row is inserted, so that a row always has its file.
 * @param sizes local files with the picture's other sizes
 * @returns the id
 */
export async function storeFile(
  services: Services,
  db: Db,
  facts: FileFacts,
  received: Received,
  sizes: Readonly<Partial<Record<keyof typeof SIZES, string>>> = {},
): Promise<string> {
  const id = newId();
  const store = fileStore(services);
  await store.keep(id, received.path);
  for (const [size, path] of Object.entries(sizes)) await store.keep(id + SIZES[size as keyof typeof SIZES], path);
  await sql`
    insert into stored_file (id, kind, row_id, org_code, account_id, name, mime, size, sha256, expires_at, has_sizes)
    values (${id}, ${facts.kind}, ${facts.rowId}, ${facts.orgCode}, ${facts.accountId}, ${facts.name}, ${facts.mime},
      ${received.size}, ${received.sha256}, now() + make_interval(days => ${facts.days}),
      ${Object.keys(sizes).length > 0})`.execute(db);
  return id;
}

/** Writes the bytes under an opaque id. Answers the id. */
export async function saveFile(
  services: Services,
  db: Db,
  facts: FileFacts,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  return storeFile(services, db, facts, await receiveBytes(services, bytes));
}

/** The bytes of a stored file, as a stream. The caller has asked whether they may be read. */
export const readStored = (services: Services, key: string, range?: ByteRange): Readable =>
  Readable.from(piecesOf(services, key, range), { objectMode: false });

async function* piecesOf(services: Services, key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield* await fileStore(services).read(key, range);
}

/** A stored file as an answer; not found where it has expired. The caller has asked whether it may be read. */
export async function sendStored(services: Services, id: string): Promise<FileReply> {
  const { rows } = await sql<{ name: string; mime: string; size: string; key: string }>`
    select name, mime, size, coalesce(bytes_of, id) as key from stored_file
    where id = ${id} and (expires_at is null or expires_at > now())`.execute(services.db);
  const row = rows[0];
  if (!row || !(await fileStore(services).has(row.key))) throw notFound('文件已过期');
  return { name: row.name, mime: row.mime, size: Number(row.size), body: readStored(services, row.key) };
}

/**
 * Makes a second file with the facts of the first, for the same account. The caller has locked the first. The copy shares the bytes
 * and costs one row.
 */
export async function copyRow(db: Db, id: string): Promise<string> {
  const copy = newId();
  await sql`
    insert into stored_file (id, kind, row_id, org_code, account_id, name, mime, size, sha256, expires_at, has_sizes, bytes_of)
    select ${copy}, kind, row_id, org_code, account_id, name, mime, size, sha256, expires_at, has_sizes, coalesce(bytes_of, id)
      from stored_file where id = ${id}`.execute(db);
  return copy;
}

/** Puts the files of rows where the rows lie now, in the caller's transaction. @param kinds of the files */
export const moveFiles = (db: Db, kinds: readonly string[], rowIds: readonly string[], orgCode: string) =>
  sql`update stored_file set org_code = ${orgCode} where kind = any(${kinds}::text[]) and row_id = any(${rowIds}::text[])`.execute(
    db,
  );

/** A part of a statement that does the same for rows of an earlier part. @param rowIds a query of their ids */
export const filesMoved = (kind: string, rowIds: RawBuilder<unknown>, orgCode: string) =>
  sql`update stored_file set org_code = ${orgCode} where kind = ${kind} and row_id in (${rowIds})`;

/** Gives a file to another row, of the same kind, for good. @param orgCode where that row lies; absent: where the first does */
export const giveToRow = (db: Db, id: string, rowId: string, orgCode?: string) =>
  sql`update stored_file set row_id = ${rowId}, org_code = coalesce(${orgCode ?? null}, org_code), expires_at = null
       where id = ${id}`.execute(db);

/** Makes a file one of a kind and of no row. */
export const setKind = (db: Db, id: string, kind: string, orgCode: string) =>
  sql`update stored_file set kind = ${kind}, row_id = null, org_code = ${orgCode}, expires_at = null where id = ${id}`.execute(
    db,
  );

/**
 * A statement, or a part of one, that leaves files to the cleaning, which runs within the hour.
 * @param which a condition on `stored_file`
 * @param days until then
 * @param erased their names go at once
 */
export const filesExpired = (which: RawBuilder<unknown>, { days = 0, erased = false } = {}) => sql`
  update stored_file set expires_at = now() + make_interval(days => ${days}) ${erased ? sql`, name = '已彻底删除'` : sql``}
   where ${which}`;

/** Removes a file and its row now, outside any transaction: whether another file has its bytes is read after. */
export async function removeStored(services: Services, id: string): Promise<void> {
  await removeFiles(services, sql`id = ${id}`);
}

/** Whether bytes are no file's any more is asked when the rows are gone: of two that go at once the later one asks last. */
async function removeFiles(services: Services, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    delete from stored_file where ${which} returning coalesce(bytes_of, id) as key`.execute(services.db);
  for (const { key } of rows) {
    const { rows: left } = await sql`
      select from stored_file where id = ${key} or bytes_of = ${key} limit 1`.execute(services.db);
    if (left.length > 0) continue;
    for (const suffix of ['', ...Object.values(SIZES)]) await fileStore(services).remove(key + suffix);
  }
}

const alsoKept: ((name: string) => RawBuilder<unknown>)[] = [];

/** Lets a module keep local bytes that are no file yet; told in its `announce`. @param kept a query that finds a row where the name is one of its own */
export const keepsBytes = (kept: (name: string) => RawBuilder<unknown>) => {
  alsoKept.push(kept);
};

/** Removes expired files, and local bytes whose transaction never finished. */
export async function cleanFiles(services: Services): Promise<void> {
  await removeFiles(services, sql`expires_at < now()`);
  for (const { path, name, receiving } of await oldNames(services)) {
    if (!receiving) {
      const id = name.replace(/-[tz]$/, '');
      const { rows: known } = await sql`
        select from stored_file where id = ${id} or bytes_of = ${id}
        ${sql.join(
          alsoKept.map((kept) => sql`union all ${kept(name)}`),
          sql` `,
        )}`.execute(services.db);
      if (known.length > 0) continue;
    }
    await rm(path, { force: true });
  }
}
