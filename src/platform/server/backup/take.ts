import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { type Db, dbOf } from '../database/db.ts';
import { type FileStore, storeFolder } from '../files/fileStore.ts';
import { SIZES } from '../files/files.ts';
import type { Ledger } from '../module.ts';
import { copyOut, migrationsOf, ONE_MOMENT, SAME_TEXT, sequencesOf, tablesOf } from './facts.ts';
import { BackupFault, faultOf } from './faults.ts';
import type { BackupKey } from './key.ts';
import { FILES_PART, type Manifest, SEALS_PART, tablePart, writeManifest } from './manifest.ts';
import { linesOf, writePart } from './parts.ts';
import { clearUnfinished, nameOf, noteUsed, storedAt, storedName } from './stock.ts';

/** What is backed up. */
export interface Source {
  /** Of the database, as anybody who may read all its tables. */
  url: string;
  dataDir: string;
  store: FileStore;
  ledgers: readonly Ledger[];
  /** The number of the log's last seal; 0: there is none. */
  lastSeal(db: Db): Promise<number>;
  /** Of this program. */
  version: string;
}

/** What a backup came to. */
export interface Taken {
  folder: string;
  name: string;
  tables: number;
  rows: number;
  /** Of the whole backup without the files, on the disk. */
  bytes: number;
  files: { all: number; added: number; addedBytes: number; missing: number };
  seconds: number;
}

/** Is told how far it is, and may throw to stop. */
export type Step = (done: number, total: number, what: string) => Promise<void>;

/** Below so many free bytes nothing is begun. */
const LEAST_FREE = 64 * 1024 * 1024;

/**
 * Takes a backup while people work: the database in one moment, then the uploaded files that the folder does not have yet. It has its
 * name only when it is whole; what was begun is cleared where it fails.
 * @param stock the folder of backups; made where it is not there
 */
export async function takeBackup(source: Source, stock: string, key: BackupKey, step: Step): Promise<Taken> {
  const began = performance.now();
  await prepareStock(stock, source.dataDir);
  const at = new Date();
  const name = nameOf(at, randomBytes(2).toString('hex'));
  const making = join(stock, `${name}.making`);
  await mkdir(making, { mode: 0o700 });
  try {
    const { manifest, files } = await writeParts(source, { stock, making, at }, key, step);
    await writeFile(join(making, '说明.txt'), noteOf(manifest, name));
    const written = await writeManifest(making, key, manifest);
    const bytes = [manifest.files, ...(manifest.seals ? [manifest.seals] : []), ...manifest.tables, written];
    await rename(making, join(stock, name));
    return {
      folder: join(stock, name),
      name,
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      bytes: bytes.reduce((sum, { stored }) => sum + stored, 0),
      files,
      seconds: (performance.now() - began) / 1000,
    };
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw faultOf(error, stock);
  }
}

async function prepareStock(stock: string, dataDir: string): Promise<void> {
  const inside = (folder: string) => `${resolve(stock)}/`.startsWith(`${resolve(folder)}/`);
  if (inside(join(dataDir, 'pg')) || inside(storeFolder({ dataDir })))
    throw new BackupFault(`备份不能放在数据库或上传文件的文件夹里：${stock}。(A backup does not belong there.)`);
  try {
    await mkdir(stock, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new BackupFault(
      `无法使用备份文件夹 ${stock}：${(error as Error).message}。(The folder of backups cannot be used.)`,
    );
  }
  await clearUnfinished(stock);
  const { bavail, bsize } = await statfs(stock);
  if (bavail * bsize < LEAST_FREE)
    throw new BackupFault(`${stock} 空间不足，没有开始备份，请腾出空间后重试。(No space left at ${stock}.)`);
}

/** A connection in one moment of the database. */
async function momentOf(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'party-backup' });
  client.on('error', () => {});
  await client.connect();
  await client.query(SAME_TEXT);
  await client.query(ONE_MOMENT);
  return client;
}

async function writeParts(
  source: Source,
  place: { stock: string; making: string; at: Date },
  key: BackupKey,
  step: Step,
): Promise<{ manifest: Manifest; files: Taken['files'] }> {
  const { making } = place;
  const client = await momentOf(source.url);
  try {
    const { rows } = await client.query<{ at: Date; version: string }>(
      `select now() as at, current_setting('server_version') as version`,
    );
    const facts = await tablesOf(client);
    const tables: Manifest['tables'] = [];
    for (const [done, table] of facts.entries()) {
      await step(done, facts.length, '正在备份数据库');
      const { name, file } = tablePart(table.name);
      const copy = client.query(to(copyOut(table)));
      const part = await writePart(join(making, file), key, name, copy);
      tables.push({ ...table, rows: copy.rowCount ?? 0, ...part });
    }
    const list = client.query(to(LIST_OF_FILES));
    const listed = await writePart(join(making, FILES_PART.file), key, FILES_PART.name, list);
    const db = momentDb(client);
    const manifest: Manifest = {
      format: 1,
      version: source.version,
      takenAt: (rows[0]?.at ?? place.at).toISOString(),
      postgres: rows[0]?.version ?? '',
      migrations: await migrationsOf(client),
      tables,
      sequences: await sequencesOf(client),
      ledgers: await ledgersOf(db, source.ledgers),
      files: { count: list.rowCount ?? 0, ...listed },
      seals: await writeSeals(await source.lastSeal(db), source.dataDir, making, key),
    };
    // The files are read from the list that was written: the database waits for none of them.
    await client.query('commit');
    const files = await writeFiles(source.store, place, key, manifest.files.count, step);
    return { manifest, files };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Every key of the file store that rows name at that moment. */
const LIST_OF_FILES = `copy (
  select k.key || k.suffix from (
    select distinct coalesce(bytes_of, id) as key, s.suffix from stored_file
      cross join lateral (select '' as suffix union all
        select unnest(array[${Object.values(SIZES)
          .map((suffix) => `'${suffix}'`)
          .join(', ')}]) where has_sizes) s
     where expires_at is null or expires_at > now()) k order by 1) to stdout`;

/** The same moment for queries. */
function momentDb(client: pg.Client): Db {
  const one = Object.assign(Object.create(client), { query: client.query.bind(client), release() {} });
  return dbOf({ connect: async () => one, end: async () => {} } as never);
}

/** The sums at that moment. */
async function ledgersOf(db: Db, ledgers: readonly Ledger[]): Promise<Manifest['ledgers']> {
  const totals: Manifest['ledgers'] = [];
  for (const { label, total } of ledgers) totals.push({ label, total: await total(db) });
  return totals;
}

/** The copy of the seals up to the last one that the moment shows: a later one would be missed in what is restored. */
async function writeSeals(last: number, dataDir: string, making: string, key: BackupKey): Promise<Manifest['seals']> {
  const path = join(dataDir, 'audit-seals.jsonl');
  if (!existsSync(path)) return null;
  let count = 0;
  async function* lines() {
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      const id = Number(/^\{"id":"(\d+)"/.exec(line)?.[1] ?? Number.NaN);
      if (!(id <= last)) continue;
      count++;
      yield Buffer.from(`${line}\n`);
    }
  }
  const part = await writePart(join(making, SEALS_PART.file), key, SEALS_PART.name, Readable.from(lines()));
  return { count, ...part };
}

/** Takes over the files that the folder of backups does not have yet, one after the other. */
async function writeFiles(
  store: FileStore,
  { stock, making, at }: { stock: string; making: string; at: Date },
  key: BackupKey,
  count: number,
  step: Step,
): Promise<Taken['files']> {
  const files = { all: 0, added: 0, addedBytes: 0, missing: 0 };
  for await (const stored of linesOf(join(making, FILES_PART.file), key, FILES_PART.name)) {
    if (files.all % 200 === 0) await step(files.all, count, '正在备份上传的文件');
    files.all++;
    const path = storedAt(stock, stored);
    if (!(await stat(path).catch(() => null))) {
      const bytes = await store.read(stored).catch(async (error: unknown) => {
        if (await store.has(stored)) throw error;
        return null;
      });
      // Cleaned away meanwhile, or a row without bytes: told, and no reason to have no backup.
      if (!bytes) {
        files.missing++;
        continue;
      }
      const part = await writePart(path, key, storedName(stored), bytes, false);
      files.added++;
      files.addedBytes += part.bytes;
    }
    await noteUsed(path, at);
  }
  return files;
}

/** For whoever finds the folder; nothing of its content. */
const noteOf = ({ version, takenAt, tables }: Manifest, name: string) =>
  [
    `智慧党建平台 ${version} 的备份，数据截至 ${takenAt}（UTC），${tables.length} 张表。`,
    '内容已加密：恢复时要有备份密钥（backup.key）和平台的密钥文件（master.key），两者都不在备份里。',
    '上传的文件在上一级的 files 文件夹里，各次备份共用，须一并保存。',
    `恢复：npm run restore -- <这个文件夹> [--into <新的数据文件夹>]（${name}）`,
    '',
  ].join('\n');
