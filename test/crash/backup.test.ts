import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drillRestore } from '#platform/server/backup/drill.ts';
import { quoted, sumOf, tablesOf } from '#platform/server/backup/facts.ts';
import { backupKeyOf } from '#platform/server/backup/key.ts';
import { isEmpty } from '#platform/server/backup/load.ts';
import { moveDatabase } from '#platform/server/backup/move.ts';
import { openBackup, restoreToFolder } from '#platform/server/backup/restore.ts';
import { backupsIn, dropOld, storedAt } from '#platform/server/backup/stock.ts';
import { type Source, takeBackup } from '#platform/server/backup/take.ts';
import { type FileStore, storeAt } from '#platform/server/files/fileStore.ts';
import { type Embedded, startEmbedded } from '#platform/server/postgres/embedded.ts';
import { scratchFolder } from '../support/scratch.ts';
import { preparedFolder } from './folder.ts';

const KEY = backupKeyOf(createHash('sha256').update('a key of backups').digest());
const quietly = async () => {};
const FILES = { one: 'a'.repeat(32), two: 'b'.repeat(32), gone: 'c'.repeat(32) };
const LARGE = Buffer.alloc(700_000, 'film');

let origin = '';
let database: Embedded;
let client: pg.Client;
let source: Source;
const stock = scratchFolder('party-backups-');
const folders: string[] = [stock];

beforeAll(async () => {
  origin = await preparedFolder('party-backup-origin-');
  folders.push(origin);
  database = await startEmbedded({ dataDir: origin, keep: 'fleeting', say: () => {} });
  client = new pg.Client({ connectionString: database.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  const store = storeAt({ bucket: null, dataDir: origin });
  const total = async () => '4200';
  const ledgers = [{ label: '试算合计', total }];
  source = { url: database.url, dataDir: origin, store, ledgers, lastSeal: async () => 0, version: '9.9.9' };
  await putFile(FILES.one, LARGE);
});
afterAll(async () => {
  await client.end();
  await database.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function putFile(key: string, bytes: Buffer | null): Promise<void> {
  await mkdir(join(origin, 'files'), { recursive: true });
  if (bytes) writeFileSync(join(origin, 'files', key), bytes);
  await client.query(
    `insert into stored_file (id, kind, org_code, account_id, name, mime, size, sha256)
     values ($1, 'test.file', '0001', 1, E'有制表\\t符与\\\\反斜', 'video/mp4', 1, '')`,
    [key],
  );
}

/** A new folder for a restore, its database's user let in. */
function target(store = (dataDir: string): FileStore => storeAt({ bucket: null, dataDir })) {
  const dataDir = scratchFolder('party-restored-');
  folders.push(dataDir);
  return { dataDir, keyFile: join(origin, 'master.key'), store, say: () => {} };
}

/** What a schema is beside its rows. */
async function schemaOf(one: pg.Client): Promise<unknown> {
  const { rows } = await one.query(`
    select 'index ' || indexdef as what from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`);
  return rows;
}

test('a backup under writes is whole, and a drill restores it beside: every table, sequence, rule and file as it was', async () => {
  await putFile(FILES.gone, null);
  let later = 0;
  const taken = await takeBackup(source, stock, KEY, async (done) => {
    // Somebody works meanwhile: it is not of that moment.
    if (done % 40 === 0)
      await client.query(
        `insert into server_fault (day, place, error, hits, last_at) values (current_date, $1, 'x', 1, now())`,
        [`later ${later++}`],
      );
  });
  expect(later).toBeGreaterThan(5);
  expect(taken.files).toMatchObject({ all: 2, added: 1, missing: 1, addedBytes: LARGE.length });
  const sealed = readFileSync(storedAt(stock, FILES.one));
  expect(sealed.includes('filmfilm')).toBe(false);

  // The second one takes the new file alone.
  await putFile(FILES.two, Buffer.from('second'));
  const second = await takeBackup(source, stock, KEY, quietly);
  expect(second.files).toMatchObject({ all: 3, added: 1, missing: 1 });

  const opened = await openBackup(stock, KEY);
  expect(opened.name).toBe(second.name);
  const before = new Map<string, { rows: number; sum: string }>();
  const tables = await tablesOf(client);
  for (const table of tables) before.set(table.name, await sumOf(client, table));
  const schema = await schemaOf(client);
  const place = scratchFolder('party-drill-');
  folders.push(place);
  const config = { dataDir: origin, keyFile: join(origin, 'master.key'), bucket: null };
  const modules = [{ name: 'test', routes: [], ledgers: [{ label: '试算合计', total: async () => '4100' }] }];
  const drilled = await drillRestore(
    opened,
    { config, modules } as never,
    place,
    async ({ config: own }) => {
      const copy = new pg.Client({ connectionString: String(own.databaseUrl) });
      await copy.connect();
      const differing: string[] = [];
      for (const table of tables) {
        const found = await sumOf(copy, table);
        const known = before.get(table.name);
        if (found.rows !== known?.rows || found.sum !== known.sum) differing.push(table.name);
      }
      expect(differing).toEqual([]);
      expect(await schemaOf(copy)).toEqual(schema);
      for (const name of ['audit_log_id_seq', 'account_id_seq']) {
        const ask = `select last_value, is_called from ${quoted(name)}`;
        expect([name, (await copy.query(ask)).rows]).toEqual([name, (await client.query(ask)).rows]);
      }
      await copy.end();
      expect(readFileSync(join(own.dataDir, 'files', FILES.one)).equals(LARGE)).toBe(true);
      expect(readFileSync(join(own.dataDir, 'files', FILES.two), 'utf8')).toBe('second');
      expect(existsSync(join(own.dataDir, 'master.key'))).toBe(false);
      return { good: true, sentence: '日志封存完好' };
    },
    quietly,
  );
  // A sum that is another one is told.
  expect(drilled.faults).toEqual(['试算合计应为 4200，恢复出 4100']);
  expect(drilled.succeeded).toBe(false);
  expect(readdirSync(place)).toEqual([]);
});

test('a wrong key, a flipped byte, a cut and a missing part, a folder with data: each is refused, nothing is left', async () => {
  const other = backupKeyOf(createHash('sha256').update('another').digest());
  await expect(openBackup(stock, other)).rejects.toThrow('备份密钥与这份备份不是同一把');
  await expect(openBackup(origin, KEY)).rejects.toThrow('没有完整的备份');
  const opened = await openBackup(stock, KEY);
  const spoil = async (path: string, damage: () => void, sentence: string) => {
    const kept = readFileSync(path);
    damage();
    const to = target();
    await expect(restoreToFolder(opened, to, quietly)).rejects.toThrow(sentence);
    expect(readdirSync(to.dataDir)).toEqual([]);
    writeFileSync(path, kept);
  };
  const flip = (path: string) => () => {
    const bytes = readFileSync(path);
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const table = join(opened.folder, 'tables', 'dictionary_item.pbk');
  const part = existsSync(table) ? table : join(opened.folder, 'tables', 'permission.pbk');
  await spoil(part, flip(part), '不完整或被改动过');
  await spoil(part, () => truncateSync(part, readFileSync(part).length - 1), '不完整或被改动过');
  await spoil(part, () => rmSync(part), '缺少');
  const film = storedAt(stock, FILES.one);
  await spoil(film, flip(film), '不完整或被改动过');
  // Cut between two pieces: each of them is right by itself.
  await spoil(film, () => truncateSync(film, 32 + 256 * 1024 + 32), '不完整或被改动过');
  // One part in the place of another.
  await spoil(film, () => writeFileSync(film, readFileSync(storedAt(stock, FILES.two))), '不完整或被改动过');

  const held = target();
  writeFileSync(join(held.dataDir, 'sms.txt'), '');
  await expect(restoreToFolder(opened, held, quietly)).rejects.toThrow('已有数据');
});

test('a full disk is said, where the backup goes and where it is restored, and what was begun is cleared', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const store: FileStore = {
    ...source.store,
    read: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('x');
          throw full;
        })(),
      ),
  };
  await putFile('d'.repeat(32), Buffer.from('third'));
  const before = readdirSync(stock).sort();
  await expect(takeBackup({ ...source, store }, stock, KEY, quietly)).rejects.toThrow('空间不足，未完成的部分已清除');
  expect(readdirSync(stock).sort()).toEqual(before);
  const to = target((dataDir) => ({ ...storeAt({ bucket: null, dataDir }), keep: () => Promise.reject(full) }));
  await expect(restoreToFolder(await openBackup(stock, KEY), to, quietly)).rejects.toThrow('空间不足');
  expect(readdirSync(to.dataDir)).toEqual([]);
});

test('old backups go with the files that none of the others needs; the newest one stays however old it is', async () => {
  const [first = '', second = ''] = await backupsIn(stock);
  const day = 24 * 3600 * 1000;
  const later = new Date(Date.now() + 40 * day);
  // As if the newest one had been made then: it noted what it needs.
  const renamed = join(stock, `${later.toISOString().slice(0, 10).replaceAll('-', '')}-000000000-abcd`);
  renameSync(join(stock, second), renamed);
  for (const key of [FILES.two]) utimesSync(storedAt(stock, key), later, later);
  const gone = await dropOld(stock, 30, new Date(later.getTime() + day));
  expect(gone).toEqual({ backups: 1, files: 1 });
  expect(existsSync(join(stock, first))).toBe(false);
  expect(existsSync(storedAt(stock, FILES.one))).toBe(false);
  expect(existsSync(storedAt(stock, FILES.two))).toBe(true);
  expect(await dropOld(stock, 1, new Date(later.getTime() + 400 * day))).toEqual({ backups: 0, files: 0 });
});

test('a database moves into an empty one: refused while somebody works in it, undone when it is cut off, whole at the end', async () => {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('create database moved owner party_owner');
  const to = new URL(database.ownerUrl);
  to.pathname = '/moved';
  const serving = new pg.Client({ connectionString: database.url, application_name: 'party-platform' });
  await serving.connect();
  await expect(moveDatabase(database.ownerUrl, to.href, quietly)).rejects.toThrow('请先停止全部服务');
  await serving.end();
  const cut = (done: number, _total: number, what: string) =>
    what === '正在写入数据' && done === 300 ? Promise.reject(new Error('cut off')) : Promise.resolve();
  await expect(moveDatabase(database.ownerUrl, to.href, cut)).rejects.toThrow('cut off');

  const target = new pg.Client({ connectionString: to.href });
  await target.connect();
  expect(await isEmpty(target)).toBe(true);
  const moved = await moveDatabase(database.ownerUrl, to.href, quietly);
  expect(moved.rows).toBeGreaterThan(500);
  expect(await schemaOf(target)).toEqual(await schemaOf(client));
  await expect(moveDatabase(database.ownerUrl, to.href, quietly)).rejects.toThrow('目标数据库不是空的');
  await target.end();
  await admin.query('drop database moved');
  await admin.end();
});
