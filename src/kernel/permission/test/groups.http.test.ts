import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#kernel/permission/contract.groups.ts';
import { createAccount, getAccount } from '#kernel/permission/contract.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import { type Caller, openSession } from '../../../../test/support/app.ts';
import { ORGS, PASSWORD, testIdCard } from '../../../../test/support/fixture.ts';

let t: LoginApp;
let admin: Caller;
let county: Caller;
beforeAll(async () => {
  t = await startLoginApp();
  admin = await t.as('admin');
  // The county's worker may run groups there.
  const { accountId, grantId } = t.fixture.principals.countyWorker;
  await sql`insert into grant_permission (grant_id, permission_key, given) values (${grantId}, 'userGroup:write', true)`.execute(
    t.db,
  );
  county = t.withToken(await openSession(t.services, accountId, grantId));
});
afterAll(() => t.close());

const own = () => t.encrypt(PASSWORD);
const account = (name: keyof LoginApp['fixture']['principals']) => t.fixture.principals[name].accountId;
const keysOf = async (caller: Caller): Promise<string[]> => (await caller.get('/api/getInfo')).data.permissionKeys;

test('P7 a group gives its rights to those who are signed in at the next request, and takes them so', async () => {
  const worker = await t.as('branchWorker');
  expect(await keysOf(worker)).not.toContain('dict:write');
  const input = {
    name: '字典维护组',
    orgId: ORGS.countyA.id,
    keys: ['dict:write'],
    members: [account('branchWorker'), account('member')],
  };
  const effect = await admin.call(contract.groupEffect, input);
  // The member has no role that a group reaches: nothing changes there.
  expect(effect.data).toMatchObject({
    orgName: '中共甲县委员会',
    lines: [{ people: ['支书'], gains: ['维护字典'], loses: [] }],
  });
  const made = await admin.call(contract.createGroup, { ...input, password: own() });
  expect(made.code).toBe(200);
  expect(await keysOf(worker)).toContain('dict:write');
  expect(await keysOf(await t.as('member'))).not.toContain('dict:write');
  const { id } = made.data;
  const read = await admin.call(contract.getGroup, { id });
  expect(read.data).toMatchObject({ members: 2, rights: ['维护字典'], otherPeople: 0, version: 1 });
  const rest = { id, version: 1, name: '字典维护组', keys: ['dict:write'], members: [account('member')] };
  expect((await admin.call(contract.groupEffect, { ...rest, orgId: ORGS.countyA.id })).data.lines).toEqual([
    { people: ['支书'], gains: [], loses: ['维护字典'] },
  ]);
  expect((await admin.call(contract.updateGroup, { ...rest, password: own() })).code).toBe(200);
  expect(await keysOf(worker)).not.toContain('dict:write');
  expect((await admin.call(contract.updateGroup, { ...rest, password: own() })).data.conflict).toBe(true);
  await admin.call(contract.updateGroup, { ...rest, version: 2, members: [account('branchWorker')], password: own() });
  expect(await keysOf(worker)).toContain('dict:write');
  expect((await admin.call(contract.removeGroup, { id, deleteReason: '撤销' })).code).toBe(200);
  expect(await keysOf(worker)).not.toContain('dict:write');
  const { rows } = await sql<{ changes: object }>`
    select changes from audit_log where action = '修改用户组' order by id limit 1`.execute(t.db);
  expect(rows[0]?.changes).toEqual({ members: ['移出：支书', ''] });
});

test('PEER-09 PEER-15 one foreign account among own ones refuses the whole group; foreign groups are not there', async () => {
  const mixed = [account('branchWorker'), account('siblingWorker'), account('otherCountyWorker')];
  const input = { name: '混合', orgId: ORGS.countyA.id, keys: ['member:read'], password: own() };
  for (const members of [mixed, [account('branchWorker'), '999999']]) {
    expect((await county.call(contract.createGroup, { ...input, members, password: own() })).code).toBe(404);
    expect((await county.call(contract.groupEffect, { orgId: input.orgId, keys: [], members })).code).toBe(404);
  }
  expect(
    (await county.call(contract.createGroup, { ...input, orgId: ORGS.countyB.id, members: [], password: own() })).code,
  ).toBe(404);
  const { rows } = await sql`select 1 from user_group where name = '混合'`.execute(t.db);
  expect(rows).toEqual([]);
  const foreign = await admin.call(contract.createGroup, {
    ...input,
    orgId: ORGS.countyB.id,
    members: [account('otherCountyWorker')],
    password: own(),
  });
  const { id } = foreign.data;
  expect((await county.call(contract.getGroup, { id })).code).toBe(404);
  expect(
    (await county.call(contract.updateGroup, { id, version: 1, name: '改', keys: [], members: [], password: own() }))
      .code,
  ).toBe(404);
  expect((await county.call(contract.removeGroup, { id, deleteReason: '试' })).code).toBe(404);
  expect((await county.call(contract.listGroups, {})).rows).toEqual([]);
});

test('P5 a group gives nothing that its maker lacks, nothing to the maker, and members elsewhere stay', async () => {
  const input = { name: '县组', orgId: ORGS.countyA.id, members: [account('branchWorker')] };
  expect((await county.call(contract.createGroup, { ...input, keys: ['dict:write'], password: own() })).code).toBe(403);
  expect((await county.call(contract.createGroup, { ...input, keys: ['no:such'], password: own() })).code).toBe(600);
  expect(
    (
      await county.call(contract.createGroup, {
        ...input,
        keys: ['member:read'],
        members: [account('countyWorker')],
        password: own(),
      })
    ).msg,
  ).toContain('不能把本人加入用户组');
  const made = await county.call(contract.createGroup, { ...input, keys: ['member:read'], password: own() });
  expect(made.code).toBe(200);
  expect((await county.call(contract.createGroup, { ...input, keys: [], password: own() })).data.fields.name).toContain(
    '同名',
  );
  // The city puts somebody of another county in, and a right that the county lacks.
  const { id } = made.data;
  const wide = { id, version: 1, name: '县组', members: [account('branchWorker'), account('otherCountyWorker')] };
  await admin.call(contract.updateGroup, { ...wide, keys: ['member:read'], password: own() });
  expect((await county.call(contract.getGroup, { id })).data).toMatchObject({
    members: 2,
    otherPeople: 1,
    people: [{ name: '支书' }],
  });
  expect(
    (
      await county.call(contract.updateGroup, {
        id,
        version: 2,
        name: '县组',
        keys: ['member:read'],
        members: [],
        password: own(),
      })
    ).code,
  ).toBe(200);
  expect((await admin.call(contract.getGroup, { id })).data.people).toMatchObject([{ name: '易县' }]);
  await admin.call(contract.updateGroup, { ...wide, version: 3, keys: ['dict:write'], password: own() });
  expect(
    (await county.call(contract.updateGroup, { id, version: 4, name: '县组', keys: [], members: [], password: own() }))
      .msg,
  ).toContain('高于您的角色');
});

test('a user type offers a role and rights; it changes no account that is there, and one in use stays', async () => {
  const input = { code: 'zzwy', name: '组织委员', roleId: 3, keys: ['dict:write'], description: '' };
  const made = await admin.call(contract.createType, input);
  expect(made.code).toBe(200);
  const { id } = made.data;
  const again = await admin.call(contract.createType, input);
  expect(again.data.fields).toEqual({ code: '编码已被使用', name: '名称已被使用' });
  const person = await admin.call(createAccount, {
    name: '组委',
    idCardNo: testIdCard(900),
    orgId: ORGS.branchA11.id,
    roleId: 3,
    userTypeId: id,
    keys: ['dict:write'],
    password: own(),
  });
  expect((await admin.call(getAccount, { id: person.data.id })).data.typeName).toBe('组织委员');
  const { rows } = await sql`select p.permission_key from grant_permission p join account_role g on g.id = p.grant_id
                              where g.account_id = ${person.data.id}`.execute(t.db);
  expect(rows).toEqual([{ permission_key: 'dict:write' }]);
  expect((await admin.call(contract.updateType, { ...input, id, version: 1, keys: [] })).data).toEqual({ version: 2 });
  expect((await admin.call(contract.listTypes, {})).rows).toMatchObject([
    { accounts: 1, rights: [], can: { edit: true, remove: false } },
  ]);
  expect((await admin.call(contract.removeType, { id, deleteReason: '试' })).msg).toContain('还有1个账号');
  expect(
    await sql`select 1 from grant_permission where permission_key = 'dict:write'`
      .execute(t.db)
      .then((r) => r.rows.length),
  ).toBe(1);
  await sql`update account set user_type_id = null where id = ${person.data.id}`.execute(t.db);
  expect((await admin.call(contract.removeType, { id, deleteReason: '试' })).code).toBe(200);
  expect((await admin.call(contract.removeType, { id, deleteReason: '试' })).code).toBe(404);
  expect((await county.call(contract.createType, input)).code).toBe(403);
  const give = await county.call(contract.rightsToGive, {});
  expect(give.data.roles.map((role: { id: number }) => role.id)).not.toContain(1);
  expect(give.data.rights.map((right: { key: string }) => right.key)).not.toContain('dict:write');
});

test('P24 of groups and types that are made with one name at the same time one comes to be; the others read why', async () => {
  const group = { name: '同名组', orgId: ORGS.countyA.id, keys: [], members: [] };
  const groups = await Promise.all(
    Array.from({ length: 5 }, () => admin.call(contract.createGroup, { ...group, password: own() })),
  );
  expect(groups.map(({ code }) => code).sort()).toEqual([200, 600, 600, 600, 600]);
  expect(groups.find(({ code }) => code === 600)?.data.fields).toEqual({ name: '该组织已有同名用户组' });
  const type = { code: 'tmlx', name: '同名类型', roleId: 3, keys: [], description: '' };
  const types = await Promise.all(
    Array.from({ length: 8 }, (_, at) => admin.call(contract.createType, { ...type, code: `tmlx${at}` })),
  );
  expect(types.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(600)]);
  expect(types.filter(({ code }) => code === 600).map(({ data }) => data.fields)).toEqual(
    Array(7).fill({ name: '名称已被使用' }),
  );
});

test('a user type that an account is just being given is not deleted', async () => {
  const { id } = (
    await admin.call(contract.createType, { code: 'zzgd', name: '正在给定', roleId: 3, keys: [], description: '' })
  ).data;
  let removal: ReturnType<Caller['call']> | undefined;
  await t.db.transaction().execute(async (tx) => {
    await sql`update account set user_type_id = ${id} where id = ${account('volunteer')}`.execute(tx);
    removal = admin.call(contract.removeType, { id, deleteReason: '试' });
    // It waits for this transaction, in which the account gets the type.
    await expect.poll(() => waiting('from user_type where id'), { timeout: 300_000 }).toBe(1);
  });
  expect((await removal)?.msg).toContain('还有1个账号');
  await sql`update account set user_type_id = null where id = ${account('volunteer')}`.execute(t.db);
});

/** How many statements with these words wait for somebody else's lock. */
async function waiting(words: string): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and position(${words} in query) > 0`.execute(t.db);
  return rows.length;
}
