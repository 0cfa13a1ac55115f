import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setGrantRights, setOrgLimits } from '#kernel/permission/contract.rights.ts';
import { separate, updateRole } from '#kernel/permission/contract.roles.ts';
import * as accounts from '#kernel/permission/contract.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { grantRole, ORGS, PASSWORD } from '../../../../test/support/fixture.ts';

let t: TestApp;
let encrypt: (password: string) => string;
beforeAll(async () => {
  t = await startTestApp();
  encrypt = await makeEncrypter(t);
});
afterAll(() => t.close());

/** What the calls below could change. */
const standing = async () =>
  (
    await sql`select (select version from role where id = 3) as role, (select count(*)::int from grant_permission) as own,
                     (select count(*)::int from org_limit) as limits, (select bool_or(enabled) from role where id = 8) as three,
                     (select string_agg(coalesce(phone_mask, ''), '' order by id) from account) as phones,
                     (select count(*)::int from site_config) as sites`.execute(t.db)
  ).rows[0];

test('P20 whatever gives rights or a way to a password asks for the own password; without it nothing changes', async () => {
  const admin = await t.as('admin');
  const { grantId, accountId } = t.fixture.principals.branchWorker;
  await sql`insert into org_limit (org_id, permission_key) values (${ORGS.countyA.id}, 'member:export')`.execute(t.db);
  const version = (await t.db.selectFrom('role').select('version').where('id', '=', 3).executeTakeFirstOrThrow())
    .version;
  const phone = { id: accountId, version: 1, phonenumber: '13900000009' };
  const limit = { orgId: ORGS.countyA.id, release: ['member:export'] };
  const site = { host: '*', version: 0, settings: { separateAdministrators: true } };
  const wrong = encrypt('Wrong2026');
  const before = await standing();
  const calls = (password: object) => [
    admin.call(updateRole, { id: 3, version, add: ['dict:write'], ...password } as never),
    admin.call(setGrantRights, { grantId, give: ['dict:write'], ...password } as never),
    admin.call(setOrgLimits, { ...limit, ...password }),
    admin.call(separate, { on: true, ...password } as never),
    admin.call(accounts.updateAccount, { ...phone, ...password }),
    admin.put('/api/sys/site', { ...site, ...password }),
  ];
  for (const answer of await Promise.all(calls({}))) {
    expect(answer.code).toBe(600);
    expect(answer.data.fields.password).toContain('请输入');
  }
  // One wrong try after another: the fifth closes the act, as everywhere.
  const refused = await admin.call(setOrgLimits, { ...limit, password: wrong });
  expect(refused.data.fields.password).toContain('还可以再试4次');
  expect(await standing()).toEqual(before);
  // What takes away or gives nothing asks for none.
  const open = await admin.call(setOrgLimits, { orgId: ORGS.countyA.id, limit: ['member:reveal'] });
  expect(open.code).toBe(200);
  expect((await admin.call(accounts.updateAccount, { id: accountId, version: 1, gender: 2 })).code).toBe(200);
  expect((await admin.call(setOrgLimits, { ...limit, password: encrypt(PASSWORD) })).code).toBe(200);
});

test('the same phone number again changes nothing and ends no session', async () => {
  const admin = await t.as('admin');
  const { accountId } = t.fixture.principals.siblingWorker;
  const change = async (phonenumber: string) => {
    const { version } = (await admin.call(accounts.getAccount, { id: accountId })).data;
    return admin.call(accounts.updateAccount, { id: accountId, version, phonenumber, password: encrypt(PASSWORD) });
  };
  expect((await change('13900000007')).code).toBe(200);
  const worker = await t.as('siblingWorker');
  expect((await change('13900000007')).code).toBe(200);
  expect((await worker.get('/api/getInfo')).code).toBe(200);
  const { rows } = await sql<{ changes: object }>`
    select changes from audit_log where action = '修改用户账号' and target_id = ${accountId} order by id`.execute(t.db);
  expect(rows.map(({ changes }) => Object.keys(changes ?? {}))).toEqual([['phonenumber'], []]);
  expect((await change('13900000008')).code).toBe(200);
  expect((await worker.get('/api/getInfo')).code).toBe(401);
});

test('三员分立 is switched once: a second time is refused and leaves no row of a change', async () => {
  const admin = await t.as('admin');
  expect((await admin.call(separate, { on: false, password: encrypt(PASSWORD) })).msg).toBe('三员分立没有启用');
  for (const [name, roleId] of [
    ['twinWorker', 8],
    ['countyWorker', 9],
    ['committeeWorker', 10],
  ] as const) {
    await grantRole(t.services, t.fixture.principals[name].accountId, roleId, 'city');
  }
  expect((await admin.call(separate, { on: true, password: encrypt(PASSWORD) })).code).toBe(200);
  const { rows } = await sql<{ outcome: string }>`
    select outcome from audit_log where action = '三员分立设置' order by id`.execute(t.db);
  expect(rows.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
});
