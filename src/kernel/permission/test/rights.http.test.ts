import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accountRights,
  memberRights,
  orgEffect,
  orgLimits,
  setGrantRights,
  setOrgLimits,
  whoMay,
} from '#kernel/permission/contract.rights.ts';
import { createRole, separate, separation, updateRole } from '#kernel/permission/contract.roles.ts';
import { type Caller, openSession } from '../../../../test/support/app.ts';
import { grantRole, ORGS } from '../../../../test/support/fixture.ts';
import { alsoAs, keysOf, makeGroup, type RightApp, startRightApp } from './rightFactory.ts';

let t: RightApp;
beforeAll(async () => {
  t = await startRightApp();
});
afterAll(() => t.close());

const count = async (table: 'grant_permission' | 'org_limit') =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(t.db)).rows[0]?.n);

test('P7 a right given to or taken from one person is in force at the next request, in this grant alone', async () => {
  const county = await t.as('countyWorker');
  const worker = await t.as('branchWorker');
  const { grantId, accountId } = t.fixture.principals.branchWorker;
  const second = await alsoAs(t, 'branchWorker', 3, 'branchA12');
  expect(await keysOf(worker)).toContain('member:export');
  const taken = await county.call(setGrantRights, { grantId, take: ['member:export'], password: t.own() });
  expect(taken.data).toEqual({ gain: [], lose: ['member:export'] });
  expect(await keysOf(worker)).not.toContain('member:export');
  expect(await keysOf(second)).toContain('member:export');
  const seen = await county.call(accountRights, { id: accountId });
  const grant = seen.data.grants.find((one: { id: string }) => one.id === grantId);
  expect(grant.rights.find((right: { key: string }) => right.key === 'member:export')).toMatchObject({
    effective: false,
    given: [{ source: 'role', name: '党务工作者' }],
    taken: [{ source: 'own', by: '项县' }],
  });
  const back = await county.call(setGrantRights, { grantId, reset: ['member:export'], password: t.own() });
  expect(back.data).toEqual({ gain: ['member:export'], lose: [] });
  expect(await keysOf(worker)).toContain('member:export');
  const { rows } = await sql<{ changes: object; org_code: string; target_name: string }>`
    select changes, org_code, target_name from audit_log where action = '设置人员权限' and outcome = 'done' order by id`.execute(
    t.db,
  );
  expect(rows).toEqual([
    {
      changes: { taken: [null, '导出党员'] },
      org_code: ORGS.branchA11.code,
      target_name: '支书 党务工作者 城关镇第一党支部',
    },
    {
      changes: { reset: [null, '导出党员'] },
      org_code: ORGS.branchA11.code,
      target_name: '支书 党务工作者 城关镇第一党支部',
    },
  ]);
});

test('P6 PEER-09 nobody gives what they lack, to themselves, to colleagues, out of scope or beyond a role', async () => {
  const county = await t.as('countyWorker');
  const before = await count('grant_permission');
  const give = (
    caller: Caller,
    principal: 'branchWorker' | 'countyWorker' | 'cityWorker' | 'otherCountyWorker' | 'member' | 'admin',
    keys: string[],
  ) => caller.call(setGrantRights, { grantId: t.fixture.principals[principal].grantId, give: keys, password: t.own() });
  // One right among good ones that the giver lacks refuses all of them.
  expect(await give(county, 'branchWorker', ['org:read', 'dict:write'])).toMatchObject({
    code: 403,
    msg: '不能授予本人没有的权限',
  });
  expect((await give(county, 'branchWorker', ['org:read', 'no:such'])).code).toBe(600);
  expect((await give(county, 'branchWorker', ['*:*:*'])).code).toBe(600);
  expect(await give(county, 'countyWorker', ['org:read'])).toMatchObject({
    code: 400,
    msg: '不能给自己授权，请由其他管理人员办理',
  });
  for (const foreign of ['cityWorker', 'otherCountyWorker', 'admin'] as const) {
    expect(await give(county, foreign, ['org:read'])).toMatchObject({ code: 404, msg: '资源不存在' });
  }
  const colleague = await grantRole(t.services, t.fixture.principals.twinWorker.accountId, 3, 'countyA');
  expect(
    await county.call(setGrantRights, { grantId: colleague, take: ['org:read'], password: t.own() }),
  ).toMatchObject({
    code: 400,
    msg: '本级人员的权限由上级组织设置',
  });
  // A role without office may not get a right that works on an organisation.
  expect((await give(county, 'member', ['org:read'])).code).toBe(600);
  const admin = await t.as('admin');
  expect(await give(admin, 'admin', ['org:read'])).toMatchObject({ code: 400 });
  expect((await give(await t.as('member'), 'branchWorker', ['org:read'])).code).toBe(403);
  expect(await count('grant_permission')).toBe(before);
  const denied = await sql`select 1 from audit_log where action = '设置人员权限' and outcome = 'denied'`.execute(t.db);
  expect(denied.rows).toHaveLength(5);
});

test('what one may pass on is what one holds in the active role now', async () => {
  const admin = await t.as('admin');
  const county = await t.as('countyWorker');
  const { grantId } = t.fixture.principals.branchWorker;
  expect(
    (
      await admin.call(setGrantRights, {
        grantId: t.fixture.principals.countyWorker.grantId,
        give: ['dict:write'],
        password: t.own(),
      })
    ).code,
  ).toBe(200);
  expect((await county.call(setGrantRights, { grantId, give: ['dict:write'], password: t.own() })).code).toBe(200);
  expect(await keysOf(await t.as('branchWorker'))).toContain('dict:write');
  expect(
    (
      await admin.call(setGrantRights, {
        grantId: t.fixture.principals.countyWorker.grantId,
        reset: ['dict:write'],
        password: t.own(),
      })
    ).code,
  ).toBe(200);
  expect(
    (
      await county.call(setGrantRights, {
        grantId: t.fixture.principals.committeeWorker.grantId,
        give: ['dict:write'],
        password: t.own(),
      })
    ).code,
  ).toBe(403);
  expect((await county.call(setGrantRights, { grantId, reset: ['dict:write'], password: t.own() })).code).toBe(200);
});

test('P7 a limit of an organisation binds it and all below, nobody beside, and shows where it comes from', async () => {
  const admin = await t.as('admin');
  const orgId = ORGS.countyA.id;
  const effect = await admin.call(orgEffect, { orgId, limit: ['member:export'] });
  // Workers of county A, its committees and branches; the twin code 00010010 and county B are not among them.
  expect(effect.data).toMatchObject({ gain: { accounts: 0 }, lose: { accounts: 6 } });
  expect((await admin.call(setOrgLimits, { orgId, limit: ['member:export'] })).data).toEqual({ limited: 1 });
  for (const [who, held] of [
    ['countyWorker', false],
    ['branchWorker', false],
    ['twinWorker', true],
    ['otherCountyWorker', true],
    ['cityWorker', true],
  ] as const) {
    expect((await keysOf(await t.as(who))).includes('member:export'), who).toBe(held);
  }
  const below = await admin.call(orgLimits, { orgId: ORGS.branchA11.id });
  expect(below.data.rights).toMatchObject([
    { key: 'member:export', own: null, inherited: [{ name: '中共甲县委员会', by: '系统管理员' }] },
  ]);
  // A person's own addition does not lift it, nor does giving the role there need the right.
  const { grantId } = t.fixture.principals.branchWorker;
  const gain = await admin.call(setGrantRights, { grantId, give: ['member:export'], password: t.own() });
  expect(gain.data).toEqual({ gain: [], lose: [] });
  expect((await admin.call(orgEffect, { orgId, release: ['member:export'] })).data.gain.accounts).toBe(
    effect.data.lose.accounts,
  );
  expect((await admin.call(setOrgLimits, { orgId, release: ['member:export'], password: t.own() })).code).toBe(200);
  expect(await keysOf(await t.as('countyWorker'))).toContain('member:export');
  await admin.call(setGrantRights, { grantId, reset: ['member:export'], password: t.own() });
});

test('P5 nobody limits the own organisation, one above or one beside, nor lifts what they may not use', async () => {
  const admin = await t.as('admin');
  const made = await admin.call(createRole, { name: '县权限员', base: 'subtree' });
  await admin.call(updateRole, {
    id: made.data.id,
    version: 1,
    add: ['right:read', 'orgRight:write', 'member:export'],
    password: t.own(),
  });
  const county = await alsoAs(t, 'countyWorker', made.data.id, 'countyA');
  for (const org of ['city', 'countyB', 'twin', 'deletedBranch', 'otherTree'] as const) {
    expect((await county.call(setOrgLimits, { orgId: ORGS[org].id, limit: ['member:export'] })).code, org).toBe(404);
  }
  expect((await county.call(setOrgLimits, { orgId: ORGS.countyA.id, limit: ['member:export'] })).code).toBe(400);
  expect((await admin.call(setOrgLimits, { orgId: ORGS.city.id, limit: ['member:export'] })).code).toBe(400);
  await admin.call(setOrgLimits, { orgId: ORGS.committeeA1.id, limit: ['member:reveal'] });
  expect(
    await county.call(setOrgLimits, { orgId: ORGS.committeeA1.id, release: ['member:reveal'], password: t.own() }),
  ).toMatchObject({
    code: 400,
    msg: '不能放开本人没有的权限',
  });
  expect((await county.call(setOrgLimits, { orgId: ORGS.committeeA1.id, limit: ['member:export'] })).code).toBe(200);
  expect(
    (await county.call(setOrgLimits, { orgId: ORGS.committeeA1.id, release: ['member:export'], password: t.own() }))
      .code,
  ).toBe(200);
  await admin.call(setOrgLimits, { orgId: ORGS.committeeA1.id, release: ['member:reveal'], password: t.own() });
  expect(await count('org_limit')).toBe(0);
});

test('the fixed query answers who may do something at an organisation, by what and since when', async () => {
  const city = await t.as('cityWorker');
  const group = await makeGroup(t, 'committeeA1', ['dict:write'], ['committeeWorker']);
  const found = await city.call(whoMay, { orgId: ORGS.branchA11.id, key: 'member:write' });
  expect(found.rows.map((row) => [row.userName, row.orgName])).toEqual([
    ['支书', '城关镇第一党支部'],
    ['魏员', '甲县城关镇党委'],
    ['季关', '中共甲县委员会'],
    ['项县', '中共甲县委员会'],
    ['程市', '中共试验市委员会'],
    ['系统管理员', '中共试验市委员会'],
  ]);
  expect(found.rows[0].sources).toMatchObject([
    { source: 'role', name: '党务工作者', since: expect.stringMatching(/^20\d\d-/) },
  ]);
  const byGroup = await city.call(whoMay, { orgId: ORGS.branchA11.id, key: 'dict:write' });
  expect(byGroup.rows.map((row) => [row.userName, row.sources[0].source])).toEqual([
    ['魏员', 'group'],
    ['系统管理员', 'role'],
  ]);
  // Within the scope alone: a committee does not see who stands above it.
  const committee = await t.as('committeeWorker');
  const own = await committee.call(whoMay, { orgId: ORGS.branchA11.id, key: 'member:write' });
  expect(own.rows.map((row) => row.userName)).toEqual(['支书', '魏员']);
  expect((await committee.call(whoMay, { orgId: ORGS.countyA.id, key: 'member:write' })).code).toBe(404);
  expect((await committee.call(whoMay, { key: 'no:such' })).code).toBe(600);
  expect((await committee.call(whoMay, { key: "x' or 1=1" })).code).toBe(600);
  const one = await city.call(whoMay, { orgId: ORGS.branchA11.id, key: 'member:write', name: '魏', pageSize: 1 });
  expect(one).toMatchObject({ total: 1, rows: [{ userName: '魏员' }] });
  await sql`update user_group set deleted_at = now() where id = ${group}`.execute(t.db);
});

test('PEER-16 logins are masked and cannot be searched by', async () => {
  const city = await t.as('cityWorker');
  const { loginName, accountId } = t.fixture.principals.branchWorker;
  const seen = await city.call(accountRights, { id: accountId });
  expect(seen.text).not.toContain(loginName);
  expect(seen.data.loginName).toMatch(/^420\*+\w{4}$/);
  const all = await city.call(whoMay, { orgId: ORGS.branchA11.id, key: 'member:write' });
  expect(all.text).not.toContain(loginName);
  for (const part of [loginName, loginName.slice(6, 14), '420']) {
    expect((await city.call(whoMay, { orgId: ORGS.branchA11.id, key: 'member:write', name: part })).total).toBe(0);
  }
});

test('a member without an account, and one with it', async () => {
  const county = await t.as('countyWorker');
  const plain = t.fixture.members.branchA11?.[0] ?? '';
  expect((await county.call(memberRights, { memberId: plain })).data).toMatchObject({ memberId: plain, account: null });
  const { memberId, accountId } = t.fixture.principals.branchWorker;
  expect((await county.call(memberRights, { memberId: memberId ?? '' })).data).toMatchObject({
    account: { accountId },
  });
  expect((await county.call(memberRights, { memberId: t.fixture.members.branchB11?.[0] ?? '' })).code).toBe(404);
  expect((await county.call(memberRights, { memberId: t.fixture.deletedMemberId })).code).toBe(404);
});

test('P61 three administrators: each does its own part, none of them grants to itself, the all-powerful one is out', async () => {
  const admin = await t.as('admin');
  expect((await admin.call(separation, {})).data).toMatchObject({
    on: false,
    lacks: [expect.any(String), expect.any(String), expect.any(String)],
  });
  expect((await admin.call(separate, { on: true, password: t.own() })).code).toBe(400);
  expect((await (await t.as('cityWorker')).call(separate, { on: true, password: t.own() })).code).toBe(403);

  const { accountId: systemId } = t.fixture.principals.twinWorker;
  const { accountId: securityId } = t.fixture.principals.siblingWorker;
  const grants = {
    system: await grantRole(t.services, systemId, 8, 'city'),
    security: await grantRole(t.services, securityId, 9, 'city'),
    // The same person twice: refused until somebody else audits.
    audit: await grantRole(t.services, systemId, 10, 'city'),
  };
  expect((await admin.call(separate, { on: true, password: t.own() })).msg).toContain('不能由同一人担任');
  await sql`update account_role set revoked_at = now() where id = ${grants.audit}`.execute(t.db);
  const { accountId: auditId } = t.fixture.principals.volunteer;
  grants.audit = await grantRole(t.services, auditId, 10, 'city');
  // Before the switch the three roles open nothing.
  const early = t.withToken(await openSession(t.services, securityId, grants.security));
  expect((await early.get('/api/getInfo')).code).toBe(401);
  expect((await admin.call(separate, { on: true, password: t.own() })).code).toBe(200);
  expect((await admin.get('/api/getInfo')).code).toBe(401);

  const system = t.withToken(await openSession(t.services, systemId, grants.system));
  const security = t.withToken(await openSession(t.services, securityId, grants.security));
  const audit = t.withToken(await openSession(t.services, auditId, grants.audit));
  const keys = { system: await keysOf(system), security: await keysOf(security), audit: await keysOf(audit) };
  expect((await system.get('/api/getInfo')).data.user.roleUrl).toBe('/sys/site');
  // No business rights and no rights of one another: only what every office needs is common.
  const common = ['job:read', 'message:read'];
  // The bin shows each kind to whoever holds its right: dictionaries to the one, user groups to the other.
  const bin = ['recycle:erase', 'recycle:read', 'recycle:restore'];
  expect(keys.system.filter((key) => keys.security.includes(key) || keys.audit.includes(key))).toEqual(
    [...common, ...bin].sort(),
  );
  expect(keys.security.filter((key) => keys.audit.includes(key))).toEqual(common);
  for (const held of Object.values(keys)) {
    expect(held.filter((key) => /^(member|org|unit|view):|\*/.test(key))).toEqual([]);
  }
  expect([...keys.system, ...keys.security].filter((key) => key.startsWith('log:'))).toEqual([]);
  expect(keys.audit.filter((key) => !key.startsWith('log:'))).toEqual(common);

  // The security administrator gives rights that it does not hold, to others, and not to itself in any way.
  const { grantId } = t.fixture.principals.branchWorker;
  expect((await security.call(setGrantRights, { grantId, give: ['log:read'], password: t.own() })).code).toBe(200);
  expect((await security.call(setGrantRights, { grantId, reset: ['log:read'], password: t.own() })).code).toBe(200);
  expect(
    (await security.call(setGrantRights, { grantId: grants.security, give: ['log:read'], password: t.own() })).code,
  ).toBe(400);
  expect(
    (
      await security.call(setGrantRights, {
        grantId: t.fixture.principals.siblingWorker.grantId,
        give: ['dict:write'],
        password: t.own(),
      })
    ).code,
  ).toBe(400);
  expect(
    (await security.call(setGrantRights, { grantId: grants.audit, give: ['dict:write'], password: t.own() })).code,
  ).toBe(400);
  const version = async (id: number) =>
    (await t.db.selectFrom('role').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;
  expect(
    await security.call(updateRole, { id: 3, version: await version(3), add: ['log:export'], password: t.own() }),
  ).toMatchObject({
    code: 400,
    msg: '您本人也担任这个角色，不能借此给自己授权',
  });
  expect(
    (await security.call(updateRole, { id: 9, version: await version(9), add: ['log:read'], password: t.own() })).code,
  ).toBe(400);
  // A group with business rights adds nothing to any of the three.
  const group = await makeGroup(t, 'city', ['member:reveal'], ['siblingWorker', 'twinWorker', 'volunteer']);
  for (const caller of [system, security, audit]) expect(await keysOf(caller)).not.toContain('member:reveal');
  await sql`update user_group set deleted_at = now() where id = ${group}`.execute(t.db);
  expect((await system.call(separate, { on: false, password: t.own() })).code).toBe(403);
  expect((await audit.call(separate, { on: false, password: t.own() })).code).toBe(403);

  expect((await security.call(separate, { on: false, password: t.own() })).code).toBe(200);
  expect((await security.get('/api/getInfo')).code).toBe(401);
  expect((await (await t.as('admin')).get('/api/getInfo')).code).toBe(200);
  const { rows } = await sql`select data->'separateAdministrators' as on from site_config where host = '*'`.execute(
    t.db,
  );
  expect(rows).toEqual([{ on: false }]);
});

test('P61 the page of the site switches the same roles, and only whoever may separate them does it there', async () => {
  const site = (settings: object, version: number) => ({ host: '*', version, settings });
  const put = (caller: Caller, settings: object, version: number) =>
    caller.put('/api/sys/site', { ...site(settings, version), password: t.own() });
  const { rows } = await sql<{ version: number }>`select version from site_config where host = '*'`.execute(t.db);
  const version = Number(rows[0]?.version);
  const admin = await t.as('admin');
  // The three still hold their roles from the test before.
  expect((await put(admin, { separateAdministrators: true }, version)).code).toBe(200);
  expect((await admin.get('/api/getInfo')).code).toBe(401);
  const system = await t.db
    .selectFrom('account_role')
    .select(['id', 'account_id'])
    .where('role_id', '=', 8)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  const caller = t.withToken(await openSession(t.services, system.account_id, system.id));
  expect((await put(caller, { separateAdministrators: true, city: '甲' }, version + 1)).code).toBe(200);
  expect((await put(caller, { city: '甲' }, version + 2)).code).toBe(403);
  expect(
    (await caller.put('/api/sys/site', { host: 'a.cn', version: 0, settings: { separateAdministrators: false } })).code,
  ).toBe(600);
  const enabled = await sql<{
    id: number;
  }>`select id from role where enabled and id in (1, 8, 9, 10) order by id`.execute(t.db);
  expect(enabled.rows.map(({ id }) => id)).toEqual([8, 9, 10]);
});
