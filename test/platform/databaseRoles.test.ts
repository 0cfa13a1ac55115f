import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#platform/server/database/migrate.ts';
import { type Embedded, startEmbedded } from '#platform/server/postgres/embedded.ts';

let folder: string;
let server: Embedded;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'party-roles-'));
  chmodSync(folder, 0o755);
  server = await start();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const start = () => startEmbedded({ dataDir: folder, keep: 'fleeting', say: () => {} });

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
const codeOf = (text: string, url = server.url) =>
  query(url, text).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

const ACT = `insert into audit_log (action, endpoint, outcome) values ('试', '试', 'done')`;

test('an installation of one role becomes one of two at the next start, with everything that it holds', async () => {
  // As 0.6.0 made it: the application's role owns the database and all in it.
  await query(server.adminUrl, 'alter database party owner to party');
  expect((await migrate(server.url)).length).toBeGreaterThan(50);
  await query(server.url, ACT);
  expect(await codeOf('alter table audit_log disable trigger all')).toBe('done');
  await query(server.url, 'alter table audit_log enable trigger all');

  await server.stop();
  server = await start();
  expect(await migrate(server.ownerUrl, server.url)).toEqual([]);
  expect(await query(server.url, 'select action from audit_log')).toEqual([{ action: '试' }]);
  expect(await query(server.ownerUrl, "select distinct tableowner from pg_tables where schemaname = 'public'")).toEqual(
    [{ tableowner: 'party_owner' }],
  );
  // Another start changes nothing, and neither role is a superuser or a member of the other.
  expect(await migrate(server.ownerUrl, server.url)).toEqual([]);
  const { rolsuper, member } = (
    await query(
      server.url,
      `select bool_or(rolsuper or rolcreaterole or rolcreatedb) as rolsuper,
              pg_has_role('party', 'party_owner', 'member') as member from pg_roles where rolname like 'party%'`,
    )
  )[0] as Record<string, boolean>;
  expect([rolsuper, member]).toEqual([false, false]);
});

test("P59 the application's role writes rows and cannot touch the log, its triggers or any table", async () => {
  expect(await codeOf(ACT)).toBe('done');
  const refused = [
    'alter table audit_log disable trigger all',
    'alter table audit_log disable trigger audit_log_append_only',
    'drop trigger audit_log_append_only on audit_log',
    'drop table audit_log',
    'alter table audit_log add column x text',
    'create or replace function audit_log_append_only() returns trigger language plpgsql as $$ begin return old; end $$',
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_seal',
    'alter table audit_seal disable trigger all',
    "update schema_migration set sha256 = 'x'",
    'create table mine (x int)',
    'alter table member add column x text',
    'set session_replication_role = replica',
    'set role party_owner',
    'reassign owned by party_owner to party',
    'grant update on audit_log to party',
  ];
  for (const text of refused) {
    // A grant of what one does not hold is a warning, and changes nothing.
    expect([text, await codeOf(text)]).toEqual([text, text.startsWith('grant') ? 'done' : '42501']);
  }
  expect(await codeOf("update audit_log set action = 'x'")).toBe('42501');
  expect(await query(server.url, 'select count(*)::int as n from audit_log')).toEqual([{ n: 2 }]);
});

test('every other table takes what the application does', async () => {
  const lacking = await query(
    server.url,
    `select relname from pg_class
      where relnamespace = 'public'::regnamespace
        and relname not in ('audit_log', 'audit_seal', 'schema_migration')
        and case when relkind in ('r', 'p') then not (has_table_privilege(oid, 'select') and
                   has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
                 when relkind in ('v', 'm') then not has_table_privilege(oid, 'select')
                 when relkind = 'S' then not has_sequence_privilege(oid, 'usage')
                 else false end`,
  );
  expect(lacking).toEqual([]);
  expect(await codeOf('create temp table found (x int)')).toBe('done');
});

test('an owner who may not take the tables over is told what to have run', async () => {
  await query(server.adminUrl, "create role stranger login password 'x'");
  const url = new URL(server.adminUrl);
  url.pathname = '/party';
  await query(url.href, 'create table public.old (x int)');
  await query(url.href, 'alter table public.old owner to stranger');
  const userUrl = new URL(server.url);
  userUrl.username = 'stranger';
  userUrl.password = 'x';
  await expect(migrate(server.ownerUrl, userUrl.href)).rejects.toThrow('reassign owned by "stranger" to');
  await query(url.href, 'reassign owned by stranger to party_owner');
  await migrate(server.ownerUrl, userUrl.href);
  expect(await codeOf("update audit_log set action = 'x'", userUrl.href)).toBe('42501');
});
