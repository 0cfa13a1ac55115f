import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { admitUser, roleOf, splitDatabaseRole } from './databaseUser.ts';

const directory = join(import.meta.dirname, '../../../../db/migrations');
const lockKey = 20_210_702;

/**
 * Brings the database up to date as its owner, and lets the application's role in (`admitUser`).
 * Applies the files of db/migrations that the database lacks, in order of name, each in a
 * transaction of its own, and answers their names. Processes that start together wait for
 * one another.
 * Throws a sentence for the operator, with nothing changed: the server is older than
 * PostgreSQL 15, the database knows only ASCII letters, an applied file was edited, or the
 * database was migrated by a newer program.
 */
export async function migrate(url: string, userUrl = url): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks is told by the next query.
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    if (userUrl !== url) await splitDatabaseRole(client, await roleOf(userUrl));
    const done = await applied(client);
    const names = await migrationNames();
    const unknown = [...done.keys()].find((name) => !names.includes(name));
    if (unknown) {
      throw new Error(
        `数据库已由更新的程序升级（${unknown}），请更新本程序。` +
          ` (The database was migrated by a newer program, ${unknown}: update this one.)`,
      );
    }
    const files = await Promise.all(names.map(async (name) => ({ name, ...(await load(name)) })));
    for (const { name, sha256 } of files) {
      if (done.has(name) && done.get(name) !== sha256) {
        throw new Error(
          `迁移文件 ${name} 在执行后被修改，请恢复原文件并新增迁移。` +
            ` (Migration ${name} was edited after it was applied: restore it and add a new one.)`,
        );
      }
    }
    const fresh = files.filter(({ name }) => !done.has(name));
    for (const { name, sha256, text } of fresh) await apply(client, name, sha256, text);
    if (userUrl !== url) await admitUser(client, userUrl);
    return fresh.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The names of all migrations that this program knows, in their order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();

/**
 * Applies some of the migrations within the caller's transaction, to a database that has none: those of a backup.
 * @throws a sentence where this program does not know one of them, or knows it with another text
 */
export async function applyWithin(
  client: pg.ClientBase,
  wanted: readonly { name: string; sha256: string }[],
): Promise<void> {
  const known = await migrationNames();
  await client.query(SCHEMA_MIGRATION);
  for (const { name, sha256 } of wanted) {
    const file = known.includes(name) ? await load(name) : null;
    if (file?.sha256 !== sha256) {
      throw new Error(
        `数据的结构（${name}）与本程序不符，请用同一版本或更新的程序恢复。` +
          ` (This program does not know the migration ${name}: use the same version or a newer one.)`,
      );
    }
    await client.query(file.text);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    // As where each has a transaction of its own: a table with checks that wait cannot be altered by the next.
    await client.query('set constraints all immediate; set constraints all deferred');
  }
}

async function load(name: string): Promise<{ sha256: string; text: string }> {
  const text = await readFile(join(directory, name), 'utf8');
  // A checkout with other line ends is still the same migration.
  const sha256 = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { sha256, text };
}

async function apply(client: pg.Client, name: string, sha256: string, text: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

const SCHEMA_MIGRATION = `create table if not exists schema_migration (
  name       text primary key,
  sha256     text not null,
  applied_at timestamptz not null default now()
)`;

/** Hashes of the applied files by name. */
async function applied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(SCHEMA_MIGRATION);
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration');
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** Throws a sentence for the operator where the server is too old or cannot hold Chinese text. */
export async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; utf8: boolean; letters: boolean }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('server_encoding') = 'UTF8' as utf8,
            lower('É') = 'é' as letters`,
  );
  const server = rows[0];
  if (!server || server.version < 150_000) {
    throw new Error('需要 PostgreSQL 15 或更新版本。(PostgreSQL 15 or newer is needed.)');
  }
  // Asked by effect: the name of the setting differs between libc, ICU and builtin locales.
  if (!server.utf8 || !server.letters) {
    throw new Error(
      '数据库的字符集须为 UTF8 且字符分类不能是 C，请以 LC_CTYPE C.UTF-8 建库。' +
        ' (The database must be UTF8 with a character type other than C: create it with LC_CTYPE C.UTF-8.)',
    );
  }
}
