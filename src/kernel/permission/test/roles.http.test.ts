import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountRights } from '#kernel/permission/contract.rights.ts';
import {
  createRole,
  getRole,
  listRoles,
  rightCatalogue,
  roleEffect,
  updateRole,
} from '#kernel/permission/contract.roles.ts';
import { type Caller, openSession } from '../../../../test/support/app.ts';
import { grantRole, ORGS, PRINCIPALS, type Principal } from '../../../../test/support/fixture.ts';
import { alsoAs, keysOf, makeGroup, type RightApp, startRightApp } from './rightFactory.ts';

let t: RightApp;
beforeAll(async () => {
  t = await startRightApp();
});
afterAll(() => t.close());

const versionOf = async (id: number) =>
  (await t.db.selectFrom('role').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;

test('whatever a member’s role gives, the worker’s gives too: else nobody at the branch could act upon a member’s account', async () => {
  const { rows } = await sql<{ role: string; right: string }>`
    select r.name as role, p.permission_key as right from role_permission p join role r on r.id = p.role_id
     where r.built_in and r.base = 'own' and p.permission_key not in
           (select permission_key from role_permission where role_id = 3)`.execute(t.db);
  expect(rows, 'give these rights to role 3 as well, in the same migration').toEqual([]);
});

test('the catalogue and the roles, with how many people hold each', async () => {
  const admin = await t.as('admin');
  const { data } = await admin.call(rightCatalogue, {});
  expect(data.length).toBeGreaterThan(60);
  expect(data.find((right: { key: string }) => right.key === 'role:write')).toMatchObject({
    id: 137,
    name: '维护角色',
    mine: true,
  });
  const list = await admin.call(listRoles, {});
  const workers = Object.values(PRINCIPALS).filter(({ roleId }) => roleId === 3).length;
  expect(list.rows.find((row) => row.id === 3)).toMatchObject({
    base: 'subtree',
    accounts: workers,
    can: { edit: true, rename: false },
  });
  expect(list.rows.find((row) => row.id === 1)).toMatchObject({ fixed: true, can: { edit: false } });
  const branch = await t.as('branchWorker');
  const seen = await branch.call(listRoles, {});
  expect(seen.rows.find((row) => row.id === 3)).toMatchObject({ accounts: 1, can: { edit: false } });
});

test('P7 a right taken from a role is gone at the next request, also with twenty requests in flight', async () => {
  const admin = await t.as('admin');
  const worker = await t.as('committeeWorker');
  expect((await worker.call(listRoles, {})).code).toBe(200);
  const effect = await admin.call(roleEffect, { id: 3, add: [], remove: ['right:read'] });
  expect(effect.data.gain.accounts).toBe(0);
  expect(effect.data.lose).toMatchObject({ accounts: 7, orgs: 8 });
  expect(effect.data.lose.names).toHaveLength(5);
  const flight = Array.from({ length: 20 }, () => worker.call(listRoles, {}));
  const change = admin.call(updateRole, {
    id: 3,
    version: await versionOf(3),
    add: [],
    remove: ['right:read'],
    password: t.own(),
  });
  const codes = (await Promise.all(flight)).map(({ code }) => code);
  expect((await change).code).toBe(200);
  expect(codes.every((code) => code === 200 || code === 403)).toBe(true);
  expect((await worker.call(listRoles, {})).code).toBe(403);
  expect(
    (
      await admin.call(updateRole, {
        id: 3,
        version: await versionOf(3),
        add: ['right:read'],
        remove: [],
        password: t.own(),
      })
    ).code,
  ).toBe(200);
  expect((await worker.call(listRoles, {})).code).toBe(200);
  const { rows } = await sql<{ changes: object }>`
    select changes from audit_log where action = '修改角色权限' and outcome = 'done' order by id`.execute(t.db);
  expect(rows.map((row) => row.changes)).toEqual([{ removed: ['查看权限', null] }, { added: [null, '查看权限'] }]);
});

test('an added role works for a subtree or for the own record, and gives exactly its rights', async () => {
  const admin = await t.as('admin');
  const made = await admin.call(createRole, { name: '档案员', base: 'subtree', description: '只看档案' });
  expect(made.code).toBe(200);
  expect(made.data.id).toBeGreaterThanOrEqual(100);
  const roleId: number = made.data.id;
  expect(
    (
      await admin.call(updateRole, {
        id: roleId,
        version: 1,
        add: ['org:read', 'right:read'],
        remove: [],
        password: t.own(),
      })
    ).code,
  ).toBe(200);
  const archivist = await alsoAs(t, 'member', roleId, 'committeeA1');
  expect(await keysOf(archivist)).toEqual(['org:read', 'right:read']);
  const info = (await archivist.get('/api/getInfo')).data;
  expect(info.user).toMatchObject({ roleId, roleName: '档案员', roleUrl: '/partyCommittee' });
  expect(info.roles.map((role: { roleName: string }) => role.roleName)).toContain('档案员');
  // Its scope is the subtree: a branch below is met, the committee beside is not.
  const below = t.fixture.principals.branchWorker.accountId;
  expect((await archivist.call(accountRights, { id: below })).code).toBe(200);
  expect((await archivist.call(accountRights, { id: t.fixture.principals.siblingWorker.accountId })).code).toBe(404);

  const own = await admin.call(createRole, { name: '联系人', base: 'own' });
  const refused = await admin.call(updateRole, {
    id: own.data.id,
    version: 1,
    add: ['org:write'],
    remove: [],
    password: t.own(),
  });
  expect(refused).toMatchObject({ code: 600, data: { fields: { keys: '所选权限只能授予管理本级及下级组织的角色' } } });
  expect(
    (await admin.call(updateRole, { id: own.data.id, version: 1, add: ['dj:zhjy'], remove: [], password: t.own() }))
      .code,
  ).toBe(200);
  const contact = await alsoAs(t, 'volunteer', own.data.id, 'branchA12');
  expect(await keysOf(contact)).toEqual(['dj:zhjy']);
  expect((await contact.get('/api/getInfo')).data.user.roleUrl).toBe('/partyMember');

  // Switched off, it opens nothing and ends what is open.
  const off = await admin.call(roleEffect, { id: roleId, enabled: false });
  expect(off.data.lose).toMatchObject({ accounts: 1, orgs: 1, names: ['党元（甲县城关镇党委）'] });
  expect((await admin.call(updateRole, { id: roleId, version: 2, enabled: false, password: t.own() })).code).toBe(200);
  expect((await archivist.get('/api/getInfo')).code).toBe(401);
});

test('names are one a role, versions one a change, and the platform keeps its own roles', async () => {
  const admin = await t.as('admin');
  expect(await admin.call(createRole, { name: '党务工作者', base: 'subtree' })).toMatchObject({
    code: 600,
    data: { fields: { name: '已有同名的角色' } },
  });
  const version = await versionOf(2);
  expect(
    (await admin.call(updateRole, { id: 2, version: version + 1, add: ['dj:bzwd'], password: t.own() })).data,
  ).toMatchObject({
    conflict: true,
  });
  expect((await admin.call(updateRole, { id: 2, version, name: '同志', password: t.own() })).code).toBe(600);
  expect((await admin.call(updateRole, { id: 2, version, enabled: false, password: t.own() })).code).toBe(600);
  for (const id of [1, 8, 9, 10]) {
    expect(
      (await admin.call(updateRole, { id, version: await versionOf(id), add: ['org:read'], password: t.own() })).code,
    ).toBe(400);
  }
  expect((await admin.call(getRole, { id: 999 })).code).toBe(404);
  expect((await admin.call(updateRole, { id: 2, version, add: ['no:such'], password: t.own() })).code).toBe(600);
  expect((await admin.call(updateRole, { id: 2, version, add: ['*:*:*'], password: t.own() })).code).toBe(600);
  expect(await versionOf(2)).toBe(version);
});

test('P27 of twenty who change one role at the same time one is written, the others are told', async () => {
  const admin = await t.as('admin');
  const { id } = (await admin.call(createRole, { name: '争用', base: 'subtree' })).data;
  const keys = ['org:read', 'member:read', 'log:read', 'dict:read'];
  // Five at once each: as many as one person's password is tried.
  const callers: Caller[] = [admin];
  for (const name of ['cityWorker', 'twinWorker', 'volunteer'] as const) callers.push(await alsoAs(t, name, 1, 'city'));
  const answers = await Promise.all(
    callers.flatMap((caller) =>
      Array.from({ length: 5 }, (_, at) =>
        caller.call(updateRole, { id, version: 1, add: [keys[at % keys.length] as string], password: t.own() }),
      ),
    ),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ data }) => data?.conflict === true)).toHaveLength(19);
  expect((await admin.call(getRole, { id })).data).toMatchObject({ version: 2, rights: 1 });
});

test('PEER-16 ids of roles are never used again', async () => {
  const admin = await t.as('admin');
  const first = (await admin.call(createRole, { name: '临时甲', base: 'own' })).data.id;
  await sql`delete from role where id = ${first}`.execute(t.db);
  expect((await admin.call(createRole, { name: '临时乙', base: 'own' })).data.id).toBeGreaterThan(first);
});

test('P6 nobody changes a role that people out of their scope hold, nor gives by a role what they lack', async () => {
  const admin = await t.as('admin');
  const { data } = await admin.call(createRole, { name: '县管理', base: 'subtree' });
  const given = ['role:write', 'right:read', 'right:write', 'org:read'];
  expect((await admin.call(updateRole, { id: data.id, version: 1, add: given, password: t.own() })).code).toBe(200);
  const county = await alsoAs(t, 'countyWorker', data.id, 'countyA');
  const mine = (await county.call(createRole, { name: '县属', base: 'subtree' })).data.id;
  expect((await county.call(updateRole, { id: mine, version: 1, add: ['org:read'], password: t.own() })).code).toBe(
    200,
  );
  expect((await county.call(updateRole, { id: mine, version: 2, add: ['org:write'], password: t.own() })).code).toBe(
    403,
  );
  // The same role, held in another county: it is no longer this county's to change.
  await grantRole(t.services, t.fixture.principals.otherCountyWorker.accountId, mine, 'countyB');
  expect(
    await county.call(updateRole, { id: mine, version: 2, remove: ['org:read'], password: t.own() }),
  ).toMatchObject({
    code: 400,
    msg: '管理范围以外也有人员使用这个角色，请由上级组织修改',
  });
  expect((await county.call(createRole, { name: '抄一份', base: 'subtree', copyOf: 3 })).code).toBe(403);
  expect((await t.db.selectFrom('role').select('id').where('name', '=', '抄一份').execute()).length).toBe(0);
});

test('PEER-17 rights and scope are those of the active role alone, never the union of three', async () => {
  const admin = await t.as('admin');
  const { data } = await admin.call(createRole, { name: '只读员', base: 'subtree' });
  await admin.call(updateRole, { id: data.id, version: 1, add: ['org:read', 'right:read'], password: t.own() });
  const { accountId, grantId } = t.fixture.principals.branchWorker;
  const reader = await alsoAs(t, 'branchWorker', data.id, 'countyB');
  const member = await alsoAs(t, 'branchWorker', 2, 'branchA11');
  const worker = t.withToken(await openSession(t.services, accountId, grantId));
  const keys = { reader: await keysOf(reader), member: await keysOf(member), worker: await keysOf(worker) };
  expect(keys.reader).toEqual(['org:read', 'right:read']);
  expect(keys.member).not.toContain('org:read');
  expect(keys.worker).toContain('member:write');
  // What the person may in branch A11 as its worker says nothing about county B, and the other way round.
  expect((await reader.call(accountRights, { id: t.fixture.principals.member.accountId })).code).toBe(404);
  expect((await worker.call(accountRights, { id: t.fixture.principals.otherCountyWorker.accountId })).code).toBe(404);
  expect((await member.call(listRoles, {})).code).toBe(403);
});

test('PEER-15 a group counts at its own organisation and below it, and never lifts a role without office', async () => {
  const outside = await makeGroup(t, 'countyB', ['log:export'], ['committeeWorker', 'otherCountyWorker', 'member']);
  const inside = await makeGroup(t, 'countyA', ['log:verify'], ['committeeWorker', 'otherCountyWorker', 'member']);
  const holds = async (who: Principal) => {
    const keys = await keysOf(await t.as(who));
    return [keys.includes('log:export'), keys.includes('log:verify')];
  };
  expect(await holds('committeeWorker')).toEqual([false, true]);
  expect(await holds('otherCountyWorker')).toEqual([true, false]);
  expect(await holds('member')).toEqual([false, false]);
  await sql`update user_group set deleted_at = now() where id in (${outside}, ${inside})`.execute(t.db);
  expect(await holds('committeeWorker')).toEqual([false, false]);
});

test('the kernel and the view say the same of random roles, groups, additions, withdrawals and limits', async () => {
  const admin = await t.as('admin');
  const county = await alsoAs(t, 'countyWorker', 1, 'countyA');
  const names = ['cityWorker', 'countyWorker', 'committeeWorker', 'branchWorker', 'twinWorker', 'member'] as const;
  const keys = ['org:write', 'member:export', 'log:read', 'dict:write', 'message:read', 'dj:qxgl'];
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const callers = new Map<string, Awaited<ReturnType<RightApp['as']>>>();
  for (const name of names) callers.set(t.fixture.principals[name].grantId, await t.as(name));
  callers.set(county.grantId, county);
  let differences = 0;
  for (let round = 0; round < 40; round++) {
    const key = pick(keys);
    const grantId = t.fixture.principals[pick(names)].grantId;
    const org = pick(['city', 'countyA', 'committeeA1', 'branchA11', 'twin'] as const);
    if (round % 4 === 0) await makeGroup(t, org, [key], [pick(names)]).catch(() => {});
    if (round % 4 === 1) {
      await sql`insert into grant_permission (grant_id, permission_key, given) values (${grantId}, ${key}, ${random(2) === 0})
                on conflict (grant_id, permission_key) do update set given = excluded.given`.execute(t.db);
    }
    if (round % 4 === 2)
      await sql`insert into org_limit (org_id, permission_key) values (${ORGS[org].id}, ${key}) on conflict do nothing`.execute(
        t.db,
      );
    if (round % 4 === 3)
      await sql`delete from org_limit where permission_key = ${key} and org_id <> ${ORGS[org].id}`.execute(t.db);
    for (const [id, caller] of callers) {
      const kernel = await keysOf(caller);
      const { rows } = await sql<{ key: string }>`
        select permission_key as key from grant_right where grant_id = ${id} order by permission_key`.execute(t.db);
      const view = rows.map((row) => row.key).sort();
      if (kernel.length === 1 && kernel[0] === '*:*:*') {
        const all = await t.db.selectFrom('permission').select('key').execute();
        expect(view).toHaveLength(all.length);
      } else {
        expect(kernel, `grant ${id}, round ${round}`).toEqual(view);
        differences++;
      }
    }
  }
  expect(differences).toBeGreaterThan(200);
  await sql`delete from org_limit`.execute(t.db);
  await sql`delete from grant_permission`.execute(t.db);
  expect(await keysOf(admin)).toEqual(['*:*:*']);
});
