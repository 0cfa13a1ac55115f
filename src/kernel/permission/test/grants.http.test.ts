import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#kernel/permission/contract.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import { type Caller, openSession } from '../../../../test/support/app.ts';
import { grantRole, ORGS, PASSWORD, testIdCard } from '../../../../test/support/fixture.ts';

let t: LoginApp;
let admin: Caller;
const own = () => t.encrypt(PASSWORD);
const account = (name: keyof LoginApp['fixture']['principals']) => t.fixture.principals[name].accountId;
beforeAll(async () => {
  t = await startLoginApp();
  admin = await t.as('admin');
});
afterAll(() => t.close());

/** Somebody with these rights beside the worker's at an organisation; the account is new. */
async function helper(keys: string[], org: keyof typeof ORGS, serial: number): Promise<Caller> {
  const made = await admin.call(contract.createAccount, {
    name: `帮手${serial}`,
    idCardNo: testIdCard(serial),
    orgId: ORGS[org].id,
    roleId: 3,
    keys,
    password: own(),
  });
  expect(made.code).toBe(200);
  await sql`update account set password_hash = (select password_hash from account where id = ${account('member')})
             where id = ${made.data.id}`.execute(t.db);
  const { rows } = await sql<{ id: string }>`select id from account_role where account_id = ${made.data.id}`.execute(
    t.db,
  );
  return t.withToken(await openSession(t.services, made.data.id, rows[0]?.id ?? ''));
}

test('an account is made for a person, gets a password once, and must change it at the first sign-in', async () => {
  const memberId = t.fixture.members.branchA12?.[0] ?? '';
  const made = await admin.call(contract.createAccount, {
    memberId,
    orgId: ORGS.branchA12.id,
    roleId: 2,
    password: own(),
  });
  expect(made.code).toBe(200);
  const read = await admin.call(contract.getAccount, { id: made.data.id });
  expect(read.data).toMatchObject({
    state: 'noPassword',
    memberId,
    loginName: expect.stringMatching(/^420\*{11}\w{4}$/),
    phonenumber: expect.stringMatching(/^199\*{4}\d{4}$/),
    grants: [
      { roleName: '党员', orgName: '城关镇第二党支部', state: 'now', grantedBy: '系统管理员', validUntil: null },
    ],
  });
  const card = t.services.vault.decrypt(
    `member.id_card.${memberId}`,
    (await t.db.selectFrom('member').select('id_card_enc').where('id', '=', memberId).executeTakeFirstOrThrow())
      .id_card_enc ?? Buffer.alloc(0),
  );
  const first = await admin.call(contract.resetPassword, { id: made.data.id, password: own() });
  expect(first.data.temporary).toMatch(/^[A-Za-z]{8}\d{4}$/);
  const login = await t.login(card, first.data.temporary);
  expect(login.code).toBe(200);
  const fresh = t.withToken(login.data.token);
  expect((await fresh.get('/api/getInfo')).data.user.ifCompelChangePwd).toBe(true);
  expect(await fresh.get('/api/sys/todo/listPage').then(({ code }) => code)).not.toBe(200);
  // The next one makes the first worthless, and what was opened with it ends.
  const second = await admin.call(contract.resetPassword, { id: made.data.id, password: own() });
  expect((await fresh.get('/api/getInfo')).code).toBe(401);
  expect((await t.login(card, first.data.temporary)).code).toBe(0);
  expect((await t.login(card, second.data.temporary)).code).toBe(200);
  const { rows } = await sql<{ all: string }>`
    select string_agg(coalesce(reply::text, '') , '') || (select string_agg(coalesce(changes::text, '') || coalesce(reason, ''), '') from audit_log) as all
      from idempotency`.execute(t.db);
  for (const secret of [first.data.temporary, second.data.temporary, card]) {
    expect(String(rows[0]?.all)).not.toContain(secret);
  }
});

test('an account needs a real id card that has none yet; the caller confirms by the own password', async () => {
  const input = { name: '新人', orgId: ORGS.branchA11.id, roleId: 3 };
  expect(
    (await admin.call(contract.createAccount, { ...input, idCardNo: '420599198005170000', password: own() })).data
      .fields.idCardNo,
  ).toMatch(/第18位应为/);
  expect(
    (await admin.call(contract.createAccount, { ...input, idCardNo: t.nameOf('member'), password: own() })).msg,
  ).toBe('该身份证号已有账号，请直接给它授予角色');
  const wrong = await admin.call(contract.createAccount, {
    ...input,
    idCardNo: testIdCard(700),
    password: t.encrypt('Wrong2026'),
  });
  expect(wrong.code).toBe(600);
  expect(wrong.data.fields.password).toContain('还可以再试');
  const { rows } = await sql`select 1 from account where name = '新人'`.execute(t.db);
  expect(rows).toEqual([]);
});

test('a role has days by the calendar of the database; one that runs out ends the session and can be given again', async () => {
  const id = account('volunteer');
  const input = { id, roleId: 3, orgId: ORGS.branchA12.id };
  const past = await admin.call(contract.grantRole, { ...input, validUntil: '2020-01-01', password: own() });
  expect(past.data.fields).toEqual({ validUntil: '结束日期不能早于今天和开始日期' });
  const given = await admin.call(contract.grantRole, {
    ...input,
    validFrom: '',
    validUntil: '2099-12-31',
    password: own(),
  });
  expect(given.code).toBe(200);
  expect((await admin.call(contract.grantRole, { ...input, password: own() })).msg).toBe(
    '该账号在这个组织已有这个角色',
  );
  const caller = t.withToken(await openSession(t.services, id, given.data.grantId));
  expect((await caller.get('/api/getInfo')).data.user.roleId).toBe(3);
  const detail = await admin.call(contract.getAccount, { id });
  expect(detail.data.grants).toContainEqual(
    expect.objectContaining({
      roleName: '党务工作者',
      validUntil: '2099-12-31',
      state: 'now',
      grantedBy: '系统管理员',
    }),
  );
  await sql`update account_role set valid_from = now() - interval '2 days', valid_until = now() - interval '1 second'
             where id = ${given.data.grantId}`.execute(t.db);
  expect((await caller.get('/api/getInfo')).code).toBe(401);
  expect((await admin.call(contract.grantRole, { ...input, password: own() })).code).toBe(200);
});

test('P7 a stopped account, a role taken back and a changed password end what is open at the next request', async () => {
  const { accountId, grantId } = t.fixture.principals.siblingWorker;
  const [one, two] = await Promise.all([t.as('siblingWorker'), t.as('siblingWorker')]);
  expect((await one.post('/api/sys/user/listPageByParams', {})).code).toBe(200);
  expect((await admin.call(contract.disableAccount, { id: accountId, reason: '离岗' })).code).toBe(200);
  for (const caller of [one, two]) expect((await caller.get('/api/getInfo')).code).toBe(401);
  expect((await t.login(t.nameOf('siblingWorker'))).msg).toContain('停用');
  expect((await admin.call(contract.enableAccount, { id: accountId })).code).toBe(200);
  const again = await t.as('siblingWorker');
  expect((await again.get('/api/getInfo')).code).toBe(200);
  const seen = await admin.call(contract.accountEffect, { act: 'revoke', id: accountId, grantId });
  expect(seen.data).toMatchObject({
    lines: [{ kind: 'lose', roleName: '党务工作者', orgName: '甲县河口镇党委', orgCount: 3 }],
    openSessions: 1,
  });
  expect(seen.data.lines[0].rights).toContain('维护党员');
  expect((await admin.call(contract.revokeRole, { id: accountId, grantId, reason: '调离' })).code).toBe(200);
  expect((await again.get('/api/getInfo')).code).toBe(401);
  expect((await admin.call(contract.revokeRole, { id: accountId, grantId, reason: '调离' })).msg).toContain('已经收回');
  const history = await admin.call(contract.accountHistory, { id: accountId });
  expect(history.rows.map((row) => [row.action, row.reason])).toEqual([
    ['收回角色', '调离'],
    ['启用账号', ''],
    ['停用账号', '离岗'],
  ]);
  expect(history.rows[0].changes).toEqual([{ field: '角色', before: '党务工作者（甲县河口镇党委）', after: '' }]);
});

test('P6 nobody acts upon somebody who may more or stands further, nor upon themselves', async () => {
  const keys = ['account:write', 'account:grant', 'account:reset', 'account:unlock'];
  const clerk = await helper(keys, 'countyA', 801);
  // The city's worker holds a second role in this county: known here, but not to be taken over from here.
  const city = account('cityWorker');
  const seen = await clerk.call(contract.getAccount, { id: city });
  expect(seen.data).toMatchObject({ otherGrants: 1, can: { disable: false, reset: false, edit: false, grant: true } });
  expect(seen.data.grants).toHaveLength(1);
  expect(seen.data.why).toContain('管理范围以外');
  expect((await clerk.call(contract.resetPassword, { id: city, password: own() })).code).toBe(400);
  expect((await clerk.call(contract.disableAccount, { id: city, reason: '试' })).code).toBe(400);
  // An administrator of the same county may more.
  const county = account('countyWorker');
  await grantRole(t.services, county, 1, 'countyA');
  expect((await clerk.call(contract.resetPassword, { id: county, password: own() })).msg).toContain('高于您的角色');
  // Out of the scope reads as not there.
  for (const id of [account('otherCountyWorker'), '999999']) {
    expect((await clerk.call(contract.resetPassword, { id, password: own() })).code).toBe(404);
    expect((await clerk.call(contract.getAccount, { id })).code).toBe(404);
    expect((await clerk.call(contract.accountEffect, { act: 'disable', id })).code).toBe(404);
  }
  const self = (await clerk.get('/api/getInfo')).data.user.userId;
  for (const answer of [
    await clerk.call(contract.grantRole, { id: self, roleId: 3, orgId: ORGS.branchA11.id, password: own() }),
    await clerk.call(contract.resetPassword, { id: self, password: own() }),
    await clerk.call(contract.disableAccount, { id: self, reason: '试' }),
  ]) {
    expect(answer).toMatchObject({ code: 400, msg: '不能操作本人的账号，请由其他管理人员办理' });
  }
  const branch = account('branchWorker');
  const over = await clerk.call(contract.grantRole, {
    id: branch,
    roleId: 1,
    orgId: ORGS.branchA11.id,
    password: own(),
  });
  expect(over.code).toBe(403);
  const beyond = await clerk.call(contract.grantRole, {
    id: branch,
    roleId: 3,
    orgId: ORGS.countyB.id,
    password: own(),
  });
  expect(beyond.code).toBe(404);
  const key = await clerk.call(contract.grantRole, {
    id: branch,
    roleId: 3,
    orgId: ORGS.branchA12.id,
    keys: ['dict:write'],
    password: own(),
  });
  expect(key.code).toBe(403);
  const fine = await clerk.call(contract.grantRole, {
    id: branch,
    roleId: 3,
    orgId: ORGS.branchA12.id,
    password: own(),
  });
  expect(fine.code).toBe(200);
});

test('two who edit one account: the later one is told; another phone number ends what is open', async () => {
  const id = account('twinWorker');
  const caller = await t.as('twinWorker');
  const { version } = (await admin.call(contract.getAccount, { id })).data;
  const [a, b] = await Promise.all([
    admin.call(contract.updateAccount, { id, version, gender: 2 }),
    admin.call(contract.updateAccount, { id, version, phonenumber: '13900000001', password: own() }),
  ]);
  expect([a.code, b.code].sort()).toEqual([200, 400]);
  const now = (await admin.call(contract.getAccount, { id })).data.version;
  expect((await admin.call(contract.updateAccount, { id, version: now, name: '改名' })).data.fields.name).toContain(
    '人员档案',
  );
  expect(
    (await admin.call(contract.updateAccount, { id, version: now, phonenumber: '13900000002', password: own() })).code,
  ).toBe(200);
  expect((await caller.get('/api/getInfo')).code).toBe(401);
  const { rows } = await sql<{ text: string }>`select string_agg(changes::text, '') as text from audit_log
                                                where action = '修改用户账号'`.execute(t.db);
  expect(rows[0]?.text).toContain('139****0002');
  expect(rows[0]?.text).not.toContain('13900000002');
});

test('people of the scope are found by name, initials and whole id card', async () => {
  const branch = await t.as('branchWorker');
  const named = await branch.call(contract.findPeople, { keyWords: '支书' });
  expect(named.data).toMatchObject([{ name: '支书', orgName: '城关镇第一党支部', accountId: account('branchWorker') }]);
  expect(
    (await branch.call(contract.findPeople, { keyWords: 'zs' })).data.map((p: { name: string }) => p.name),
  ).toContain('支书');
  expect((await branch.call(contract.findPeople, { keyWords: t.nameOf('member').toLowerCase() })).data).toHaveLength(1);
  expect((await branch.call(contract.findPeople, { keyWords: t.nameOf('siblingWorker') })).data).toEqual([]);
  expect((await admin.call(contract.findPeople, { keyWords: '小' })).data).toHaveLength(10);
});
