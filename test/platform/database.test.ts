import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#platform/server/database/migrate.ts';
import { cloneDatabase } from '../support/database.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  client = new pg.Client({ connectionString: clone.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await clone.drop();
});

test('every migration is applied once, with the hash of its file', async () => {
  const names = (await readdir('db/migrations')).sort();
  const { rows } = await client.query('select name, sha256 from schema_migration order by name');
  expect(rows).toEqual(
    await Promise.all(
      names.map(async (name) => ({
        name,
        sha256: createHash('sha256')
          .update(await readFile(`db/migrations/${name}`))
          .digest('hex'),
      })),
    ),
  );
  expect(await migrate(clone.url)).toEqual([]);
});

test('an edited migration is refused', async () => {
  const { rows } = await client.query(
    "update schema_migration set sha256 = 'x' where name = '0001_platform.sql' returning 1",
  );
  expect(rows).toHaveLength(1);
  await expect(migrate(clone.url)).rejects.toThrow('0001_platform.sql 在执行后被修改');
});

test('a database of a newer program is refused', async () => {
  await client.query("insert into schema_migration (name, sha256) values ('9999_later.sql', 'x')");
  await expect(migrate(clone.url)).rejects.toThrow('9999_later.sql');
});

test('processes that migrate at the same time apply each file once', async () => {
  const names = await readdir('db/migrations');
  const empty = new URL(clone.url);
  empty.pathname = `${empty.pathname}_empty`;
  const name = empty.pathname.slice(1);
  await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  const applied = await Promise.all([migrate(empty.href), migrate(empty.href), migrate(empty.href)]);
  await client.query(`drop database ${name}`);
  expect(applied.flat().sort()).toEqual(names.sort());
});

test('a database that knows only ASCII letters is refused', async () => {
  const plain = new URL(clone.url);
  plain.pathname = `${plain.pathname}_plain`;
  const name = plain.pathname.slice(1);
  await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  await expect(migrate(plain.href)).rejects.toThrow('字符分类不能是 C');
  await client.query(`drop database ${name}`);
});
