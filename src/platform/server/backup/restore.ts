import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { admitUser } from '../database/databaseUser.ts';
import type { FileStore } from '../files/fileStore.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { keyMarkOf } from '../secrecy/keyMark.ts';
import { readKeyFile } from '../secrecy/keys.ts';
import { BackupFault, faultOf } from './faults.ts';
import type { BackupKey } from './key.ts';
import { loadInto } from './load.ts';
import { FILES_PART, type Manifest, readManifest, SEALS_PART, tablePart } from './manifest.ts';
import { linesOf, readPart } from './parts.ts';
import { findBackup, storedAt, storedName } from './stock.ts';
import type { Step } from './take.ts';

/** A backup that has been opened. */
export interface Opened {
  folder: string;
  stock: string;
  name: string;
  key: BackupKey;
  manifest: Manifest;
}

/** Opens a backup, or the newest one of a folder. @throws a sentence where it cannot be read with this key */
export async function openBackup(path: string, key: BackupKey): Promise<Opened> {
  const found = await findBackup(path);
  return { ...found, key, manifest: await readManifest(found.folder, key) };
}

/** What a restore came to. */
export interface Restored {
  tables: number;
  rows: number;
  files: { all: number; missing: number };
  seconds: number;
}

/** Lets bytes pass away: to read a part through without keeping it. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads every part of the database through, before anything is written: what is damaged is told at once. */
export async function proveParts({ folder, key, manifest }: Opened, step: Step): Promise<void> {
  for (const [done, table] of manifest.tables.entries()) {
    await step(done, manifest.tables.length, '正在核对备份');
    const { name, file } = tablePart(table.name);
    await readPart(join(folder, file), key, name, nowhere(), table);
  }
  await readPart(join(folder, FILES_PART.file), key, FILES_PART.name, nowhere(), manifest.files);
  if (manifest.seals) await readPart(join(folder, SEALS_PART.file), key, SEALS_PART.name, nowhere(), manifest.seals);
}

/** Puts the uploaded files into a store that lacks them. @param receiving a folder on the disk of the store */
async function putFiles(opened: Opened, store: FileStore, receiving: string, step: Step): Promise<Restored['files']> {
  const { folder, stock, key, manifest } = opened;
  const files = { all: 0, missing: 0 };
  await mkdir(receiving, { recursive: true, mode: 0o700 });
  for await (const stored of linesOf(join(folder, FILES_PART.file), key, FILES_PART.name)) {
    if (files.all % 200 === 0) await step(files.all, manifest.files.count, '正在恢复上传的文件');
    files.all++;
    if (await store.has(stored)) continue;
    const path = storedAt(stock, stored);
    if (!existsSync(path)) {
      files.missing++;
      continue;
    }
    const received = join(receiving, `restore-${randomBytes(8).toString('hex')}`);
    try {
      await readPart(path, key, storedName(stored), createWriteStream(received, { mode: 0o600 }), null, false);
      await store.keep(stored, received);
    } finally {
      await rm(received, { force: true });
    }
  }
  return files;
}

/** Fills an empty database, as its owner, all or nothing. */
async function fillDatabase(
  opened: Opened,
  { ownerUrl, url: userUrl }: { ownerUrl: string; url: string },
  { keyFile, finish }: Pick<FolderTarget, 'keyFile' | 'finish'>,
  step: Step,
): Promise<void> {
  const { folder, key, manifest } = opened;
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await loadInto(client, {
      ...manifest,
      async fill(table, into) {
        const { name, file } = tablePart(table.name);
        const expected = manifest.tables.find((known) => known.name === table.name) ?? null;
        await readPart(join(folder, file), key, name, into, expected);
      },
      step,
    });
    if (keyFile) await proveKeyFile(client, keyFile);
    await finish?.(client);
    await client.query('commit');
    await admitUser(client, userUrl);
    await client.query('analyze');
  } finally {
    await client.end().catch(() => {});
  }
}

/** The key file must be that of the data: its mark is one of the rows. */
async function proveKeyFile(client: pg.Client, keyFile: string): Promise<void> {
  const { rows } = await client.query<{ mark: string }>('select mark from key_mark');
  if (rows[0] && rows[0].mark !== keyMarkOf(readKeyFile(keyFile)))
    throw new BackupFault(
      `密钥文件 ${keyFile} 与备份不是同一套，没有恢复；请换上备份时的 master.key。(This key file is not that of the backup.)`,
    );
}

/** Writes the copy of the seals. */
async function putSeals({ folder, key, manifest }: Opened, dataDir: string): Promise<void> {
  if (!manifest.seals) return;
  const into = createWriteStream(join(dataDir, SEALS_COPY), { mode: 0o600 });
  await readPart(join(folder, SEALS_PART.file), key, SEALS_PART.name, into, manifest.seals);
}

const SEALS_COPY = 'audit-seals.jsonl';
const STAGE = /^\.restoring-[0-9a-f]{8}$/;
/** What may be in a data folder that is to be filled: keys that were put there before. */
const MAY_BE_THERE = new Set(['master.key', 'backup.key']);

type Finish = (client: pg.ClientBase) => Promise<void>;

/** What is restored into. */
export interface FolderTarget {
  dataDir: string;
  /** The product's key file where it is there already: it is held against the data. */
  keyFile: string | null;
  store(dataDir: string): FileStore;
  /** What else is done to the rows, in the transaction that writes them. */
  finish?: Finish;
  say(line: string): void;
}

/**
 * Restores into a data folder that has no data: an embedded database of its own, the files, the copy of the seals. Everything is made
 * beside and comes to its place when it is whole; where something fails the folder is as it was.
 */
export async function restoreToFolder(opened: Opened, target: FolderTarget, step: Step): Promise<Restored> {
  const began = performance.now();
  const { dataDir, say } = target;
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const there = (await readdir(dataDir)).filter((name) => !MAY_BE_THERE.has(name));
  const stranger = there.find((name) => !STAGE.test(name));
  if (stranger)
    throw new BackupFault(
      `${dataDir} 里已有数据（${stranger}），没有恢复；请换一个空文件夹，或先把它移走。(${dataDir} is not empty.)`,
    );
  for (const name of there) await removeStage(join(dataDir, name));
  const stage = join(dataDir, `.restoring-${randomBytes(4).toString('hex')}`);
  try {
    await proveParts(opened, step);
    await mkdir(stage, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const files = await putFiles(opened, target.store(stage), join(stage, 'receiving'), step);
    await putSeals(opened, stage);
    const database = await startEmbedded({ dataDir: stage, keep: 'durable', say });
    try {
      await fillDatabase(opened, database, target, step);
    } finally {
      await database.stop();
    }
    // The database last: without it the folder counts as empty of data.
    const made = (await readdir(stage)).sort((a, b) => Number(a === 'pg') - Number(b === 'pg'));
    for (const name of made) await rename(join(stage, name), join(dataDir, name));
    await rm(stage, { recursive: true });
    return restored(opened, files, began);
  } catch (error) {
    await removeStage(stage);
    throw faultOf(error, dataDir);
  }
}

/** Removes a stage, and the database that lies elsewhere where its user could not enter (postgres/place.ts). */
async function removeStage(stage: string): Promise<void> {
  const marker = join(stage, 'database-folder');
  if (existsSync(marker)) await rm(readFileSync(marker, 'utf8').trim(), { recursive: true, force: true });
  await rm(stage, { recursive: true, force: true });
}

const restored = ({ manifest }: Opened, files: Restored['files'], began: number): Restored => ({
  tables: manifest.tables.length,
  rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
  files,
  seconds: (performance.now() - began) / 1000,
});

/** Restores into an empty outside database; the files go to the store of the deployment, those that it has already stay. */
export async function restoreToDatabase(
  opened: Opened,
  target: { ownerUrl: string; url: string; dataDir: string; keyFile: string | null; store: FileStore; finish?: Finish },
  step: Step,
): Promise<Restored> {
  const began = performance.now();
  const { dataDir } = target;
  try {
    await proveParts(opened, step);
    const files = await putFiles(opened, target.store, join(dataDir, 'receiving'), step);
    await fillDatabase(opened, target, target, step);
    if (!existsSync(join(dataDir, SEALS_COPY))) await putSeals(opened, dataDir);
    return restored(opened, files, began);
  } catch (error) {
    throw faultOf(error, dataDir);
  }
}
