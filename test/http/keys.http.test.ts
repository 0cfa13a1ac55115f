import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revealMember } from '#people/member/contract.reveal.ts';
import { createMember, exportMembers, updateMember } from '#people/member/contract.ts';
import { insertMerge } from '#people/member/server/queries/merge.ts';
import { encryptPhone, phonePlace } from '#people/member/server/rowMapper.ts';
import { memberForm } from '#people/member/test/factory.ts';
import { addKey, keyState, retireKeys } from '#platform/server/secrecy/keyChange.ts';
import { readKeyFile, writeKeyFile } from '#platform/server/secrecy/keys.ts';
import { countOthers, createReencryption, encryptedColumnsOf } from '#platform/server/secrecy/reencrypt.ts';
import { transportKey } from '#platform/server/secrecy/sm2.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';

const COLUMNS = encryptedColumnsOf(serverModules);
const PEOPLE = 500;

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
  await transportKey(t.services);
  await fill();
});
afterAll(() => t.close());

const keyFile = () => t.services.config.keyFile;
/** The work as another process, or the same one after a crash, begins it. */
const work = () => createReencryption(COLUMNS);
const phoneOf = (n: number) => `1770000${String(n).padStart(4, '0')}`;
const left = () => countOthers(t.db, t.services.vault.encryptionKey(), COLUMNS);
const change = () => t.db.selectFrom('key_change').selectAll().orderBy('started_at', 'desc').executeTakeFirstOrThrow();

/** Some hundred people beside those of the fixture, an export that sought a name, and a merge that stands. */
async function fill() {
  const form = memberForm(700, 'branchA11', { phonenumber: phoneOf(0) });
  expect((await worker.call(createMember, form)).code).toBe(200);
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, sort, name, name_grams, person_category, completeness)
    select m.org_id, m.org_code, m.sort + n, '员' || n, m.name_grams, m.person_category, m.completeness
      from member m, generate_series(1, ${PEOPLE}) as n where m.phone_index = ${t.services.vault.index('phone', phoneOf(0))}
    returning id`.execute(t.db);
  for (const [n, { id }] of rows.entries()) {
    await t.db
      .updateTable('member')
      .set(encryptPhone(t.services.vault, id, phoneOf(n + 1)))
      .where('id', '=', id)
      .execute();
  }
  const asked = { orgId: form.orgId, name: '谭志远', purpose: '换密测试' };
  expect((await worker.call(exportMembers, asked)).code).toBe(200);
  const [a = '', b = ''] = t.fixture.members.branchA11 ?? [];
  const { rows: pairs } = await sql<{ id: string }>`
    insert into member_pair (a_id, b_id) values (${a}, ${b}) returning id`.execute(t.db);
  await insertMerge(t.db, { pairId: pairs[0]?.id ?? '', keptId: a, droppedId: b, reason: '同一人', by: '程市' });
}

/** Every encrypted value of every declared column, opened by its place; throws at the first that cannot be read. */
async function openAll(): Promise<Map<string, string>> {
  const opened = new Map<string, string>();
  for (const { name, table, by, read, place } of COLUMNS) {
    const { rows } = await sql<{ by: string[]; value: Buffer }>`
      select array[${sql.join(by.map((column) => sql`${sql.ref(`t.${column}`)}::text`))}] as by, ${read} as value
        from ${sql.table(table)} t where ${read} is not null`.execute(t.db);
    for (const row of rows) opened.set(`${name} ${row.by}`, t.services.vault.decrypt(place(...row.by), row.value));
  }
  return opened;
}

/** Whether anything in any table still begins with the head of a key, in bytes, in hex or in base64. */
async function tablesWith(keyId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    t.db,
  );
  const base64 = Buffer.from(`02${keyId}00`, 'hex').toString('base64').slice(0, 6);
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await sql`
      select from ${sql.table(name)} r
       where to_jsonb(r)::text like ${`%\\\\x02${keyId}%`} or to_jsonb(r)::text like ${`%"${base64}%`} limit 1`.execute(
      t.db,
    );
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}

/** Lets the newest key encrypt since two hours, as if they had passed. */
function age() {
  const ring = readKeyFile(keyFile());
  const keys = ring.keys.map((key) => ({ ...key, from: Math.min(key.from, Date.now() - 7_200_000) }));
  writeKeyFile(keyFile(), { ...ring, keys });
}

test('P54 every column of encrypted values is known to the change of keys', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_enc'`.execute(t.db);
  const declared = new Set(COLUMNS.map(({ name }) => name));
  expect(rows.map(({ name }) => name).filter((name) => !declared.has(name))).toEqual([]);
});

test('P54 a new key under load: rows that others hold wait, a kill loses nothing, no value unreadable, no write lost', async () => {
  const before = await openAll();
  expect(before.size).toBeGreaterThan(PEOPLE);
  const [oldKey] = readKeyFile(keyFile()).keys;
  expect(await tablesWith(oldKey?.id ?? '')).toEqual(
    expect.arrayContaining(['member', 'crypto_key', 'job', 'member_merge']),
  );
  const { id } = addKey(keyFile(), 0);

  // Somebody holds some rows: the rest goes on, and nobody waits.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = Promise.withResolvers<void>();
  const holder = t.db.transaction().execute(async (tx) => {
    await sql`select from member where name like '员1%' for update`.execute(tx);
    holding.resolve();
    await held;
  });
  await holding.promise;
  await work().run(t.services);
  expect(t.services.vault.encryptionKey().id).toBe(id);
  expect((await change()).finished_at).toBeNull();
  expect(await left()).toEqual([{ name: 'member.phone_enc', count: 111 }]);
  release();
  await holder;

  // The connection dies in the middle of a batch: it is as if the batch had never been begun.
  const { resealed } = await change();
  const blocking = Promise.withResolvers<void>();
  const blocked = t.db.transaction().execute(async (tx) => {
    await sql`select from key_change for update`.execute(tx);
    const killed = work().run(t.services);
    const fails = expect(killed).rejects.toThrow();
    for (let pids: unknown[] = []; pids.length === 0; ) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
      pids = rows;
    }
    await fails;
    blocking.resolve();
  });
  await blocking.promise;
  await blocked;
  expect((await change()).resealed).toBe(resealed);
  expect(await openAll()).toEqual(before);

  // And goes on while people are written and read.
  const people = await t.db
    .selectFrom('member')
    .select(['id', 'version', 'name'])
    .where('name', 'like', '员1__')
    .orderBy('id')
    .limit(40)
    .execute();
  const writing = people.map(({ id: member, version }, n) => async () => {
    const input = { ...memberForm(720 + n, 'branchA11'), id: member, version, phonenumber: phoneOf(5000 + n) };
    const answer = await worker.call(updateMember, input);
    expect(answer.msg).toBe('操作成功');
    const shown = await worker.call(revealMember, { id: member, field: 'phonenumber', reason: '核对' });
    expect(shown.data.value).toBe(phoneOf(5000 + n));
  });
  const writers = Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (let n = lane; n < writing.length; n += 4) await writing[n]?.();
    }),
  );
  const readers = Promise.all([openAll(), openAll()]);
  const again = work();
  await again.run(t.services);
  await Promise.all([writers, readers]);
  for (let runs = 0; (await change()).finished_at === null && runs < 5; runs++) await again.run(t.services);

  expect(await change()).toMatchObject({ key_id: id, unreadable: 0 });
  expect(await left()).toEqual([]);
  const after = await openAll();
  for (const [n, { id: member }] of people.entries()) {
    expect(after.get(`member.phone_enc ${member}`)).toBe(phoneOf(5000 + n));
    before.delete(`member.phone_enc ${member}`);
  }
  expect(Object.fromEntries(after)).toMatchObject(Object.fromEntries(before));
  expect(await tablesWith(oldKey?.id ?? '')).toEqual([]);
  expect((await keyState(t.services, COLUMNS)).join('\n')).toMatch(/（只解密）\n.*（在用）\n.*已完成/);
});

test('P54 a value that was moved to another row is refused, stays as it is, and keeps the old key from being retired', async () => {
  const swap = () =>
    sql`update member m set phone_enc = o.phone_enc from member o
         where (m.name, o.name) in (('员3', '员4'), ('员4', '员3'))`.execute(t.db);
  await swap();
  const { id } = addKey(keyFile(), 0);
  const again = work();
  await again.run(t.services);
  expect(await change()).toMatchObject({ key_id: id, unreadable: 2 });
  const { rows } = await sql<{ id: string; phone_enc: Buffer }>`
    select id, phone_enc from member where name in ('员3', '员4')`.execute(t.db);
  for (const row of rows) expect(() => t.services.vault.decrypt(phonePlace(row.id), row.phone_enc)).toThrow('altered');

  await expect(retireKeys(t.services, COLUMNS)).rejects.toThrow('启用未满一小时');
  age();
  await expect(retireKeys(t.services, COLUMNS)).rejects.toThrow('member.phone_enc 2个');
  await swap();
  await again.run(t.services);
  expect(await left()).toEqual([]);

  const index = t.services.vault.index('phone', phoneOf(3));
  expect(await retireKeys(t.services, COLUMNS)).toHaveLength(2);
  await expect(retireKeys(t.services, COLUMNS)).rejects.toThrow('只有一把密钥');
  expect(readKeyFile(keyFile()).keys.map((key) => key.id)).toEqual([id]);
  t.services.vault.reread();
  await openAll();
  expect(t.services.vault.index('phone', phoneOf(3))).toEqual(index);
  expect((await worker.get('/api/getInfo')).code).toBe(200);
  const log = await t.db
    .selectFrom('audit_log')
    .select('action')
    .where('endpoint', '=', 'keys')
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual([
    '启用新的加密密钥',
    '加密数据换密完成',
    '启用新的加密密钥',
    '加密数据换密完成',
    '加密数据换密完成',
    '停用旧的加密密钥',
  ]);
});
