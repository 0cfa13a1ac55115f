import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as requests from '#kernel/permission/contract.requests.ts';
import * as contract from '#kernel/permission/contract.ts';
import { eraseRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { removeMember } from '#people/member/contract.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { grantRole, ORGS, type OrgKey, PASSWORD, type Principal } from '../../../../test/support/fixture.ts';

let t: TestApp;
let admin: Caller;
let encrypt: (password: string) => string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
  encrypt = await makeEncrypter(t);
});
afterAll(() => t.close());

const own = () => encrypt(PASSWORD);
const account = (name: Principal) => t.fixture.principals[name].accountId;
const memberOf = (name: Principal) => t.fixture.principals[name].memberId ?? '';
const remove = (who: Caller, memberId: string) =>
  who.call(removeMember, { id: memberId, deleteReason: '重复登记', password: own() });
const stateOf = (accountId: string) =>
  t.db.selectFrom('account').select(['enabled', 'name']).where('id', '=', accountId).executeTakeFirstOrThrow();

/** A principal in a role of its own with these rights. */
async function inRole(principal: Principal, org: OrgKey, keys: readonly string[]): Promise<Caller> {
  const { rows } = await sql<{ id: number }>`
    insert into role (id, name) values (nextval('role_added'), ${`角色${principal}${keys.length}`}) returning id`.execute(
    t.db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`insert into role_permission (role_id, permission_key) select ${id}, unnest(${keys}::text[])`.execute(t.db);
  return t.withToken(
    await openSession(t.services, account(principal), await grantRole(t.services, account(principal), id, org)),
  );
}

/** Asks for a plain person of branch A11; answers the request's id. */
const ask = async (who: Caller, at: number, validUntil?: string): Promise<string> => {
  const asked = await who.call(requests.createRequest, {
    memberId: t.fixture.members.branchA11?.[at] ?? '',
    orgId: ORGS.branchA11.id,
    reason: '支部换届',
    ...(validUntil ? { validUntil } : {}),
  });
  return asked.data.id;
};
const approve = (who: Caller, id: string) => who.call(requests.decideRequest, { id, agree: true, password: own() });
const fetchPassword = (who: Caller, id: string) => who.call(requests.firstPassword, { id, password: own() });

test('who asked for an account that may more gets no password of it; its other roles count too', async () => {
  const clerk = await inRole('floating', 'branchA11', ['account:read', 'account:request']);
  const committee = await t.as('committeeWorker');
  const id = await ask(clerk, 0);
  expect((await approve(committee, id)).code).toBe(200);
  expect((await clerk.call(requests.getRequest, { id })).data.can.password).toBe(false);
  expect((await fetchPassword(clerk, id)).msg).toContain('高于您的角色');
  expect((await committee.call(requests.getRequest, { id })).data.can.password).toBe(true);
  expect((await fetchPassword(committee, id)).code).toBe(200);
  const { accountId } = (await admin.call(requests.getRequest, { id })).data;
  await grantRole(t.services, accountId, 3, 'countyB');
  expect((await fetchPassword(committee, id)).msg).toContain('管理范围以外');
});

test('deleting a person stops no account that the deleter could not stop: above, elsewhere, the own', async () => {
  const county = await t.as('otherCountyWorker');
  // The city's worker is registered in this county and works for the whole city.
  expect(await remove(county, memberOf('cityWorker'))).toMatchObject({
    code: 400,
    msg: '程市有登录账号：该账号在您的管理范围以外还有任职，请由上级管理人员办理',
  });
  expect((await remove(await t.as('branchWorker'), memberOf('branchWorker'))).msg).toContain('不能操作本人的账号');
  const grantId = await grantRole(t.services, account('volunteer'), 1, 'branchA12');
  expect((await remove(await t.as('committeeWorker'), memberOf('volunteer'))).msg).toContain('高于您的角色');
  for (const name of ['cityWorker', 'branchWorker', 'volunteer'] as const) {
    expect(await stateOf(account(name))).toMatchObject({ enabled: true });
  }
  const { rows } = await sql`select from member where id = any(${[
    memberOf('cityWorker'),
    memberOf('branchWorker'),
    memberOf('volunteer'),
  ]}::bigint[]) and deleted_at is not null`.execute(t.db);
  expect(rows).toEqual([]);

  // Deleted by somebody who may, restored by somebody who may not: the account stays stopped.
  expect((await remove(admin, memberOf('volunteer'))).code).toBe(200);
  const restored = { kind: 'member', id: memberOf('volunteer'), reason: '误删' };
  const committee = await t.as('committeeWorker');
  expect((await committee.call(restoreRecycled, restored)).code).toBe(200);
  expect(await stateOf(account('volunteer'))).toMatchObject({ enabled: false });
  await sql`update account_role set revoked_at = now() where id = ${grantId}`.execute(t.db);
});

test('P57 an erased person leaves no way in and no role; the account cannot be used again', async () => {
  const { accountId, memberId } = t.fixture.principals.member;
  const { rows } = await sql<{ id: string }>`
    insert into user_group (name, org_id) values ('小组', ${ORGS.branchA11.id}) returning id`.execute(t.db);
  await sql`insert into user_group_member (group_id, account_id) values (${rows[0]?.id}, ${accountId})`.execute(t.db);
  await sql`insert into account_openid (openid_index, account_id) values ('\\x01', ${accountId})`.execute(t.db);
  expect((await remove(admin, memberId ?? '')).code).toBe(200);
  const gone = '该账号的人员已删除，恢复人员后才能启用';
  expect((await admin.call(contract.getAccount, { id: accountId })).data.can.enable).toBe(false);
  expect((await admin.call(contract.enableAccount, { id: accountId })).msg).toBe(gone);
  const erased = await admin.call(eraseRecycled, {
    kind: 'member',
    id: memberId ?? '',
    deleteReason: '本人申请',
    password: own(),
  });
  expect(erased.code).toBe(200);
  expect(await stateOf(accountId)).toEqual({ enabled: false, name: '已彻底删除' });
  const left = await sql<{ n: number }>`
    select (select count(*) from user_group_member where account_id = ${accountId})
         + (select count(*) from account_openid where account_id = ${accountId})
         + (select count(*) from account_role where account_id = ${accountId} and revoked_at is null) as n`.execute(
    t.db,
  );
  expect(Number(left.rows[0]?.n)).toBe(0);
  expect((await admin.call(contract.enableAccount, { id: accountId })).code).toBe(404);
  expect((await admin.call(contract.listAccounts, { name: '已彻底删除' })).total).toBe(0);
});

test('what an organisation limits and what has run out counts neither as more nor as elsewhere', async () => {
  // A county's clerk may everything of a worker but export members.
  const { rows } = await sql<{ permission_key: string }>`
    select permission_key from role_permission where role_id = 3 and permission_key <> 'member:export'`.execute(t.db);
  const keys = [...rows.map((row) => row.permission_key), 'account:write', 'account:reset', 'account:grant'];
  const clerk = await inRole('twinWorker', 'countyA', keys);
  const why = async () => (await clerk.call(contract.getAccount, { id: account('siblingWorker') })).data.why;
  expect(await why()).toContain('高于您的角色');
  const roles = async () =>
    (await clerk.get('/api/sys/right/give')).data.roles.map((role: { id: number }) => role.id) as number[];
  expect(await roles()).not.toContain(3);
  await sql`insert into org_limit (org_id, permission_key) values (${ORGS.countyA.id}, 'member:export')`.execute(t.db);
  expect(await why()).toBe('');
  expect(await roles()).toContain(3);
  await sql`delete from org_limit`.execute(t.db);

  const { grantId } = t.fixture.principals.siblingWorker;
  await sql`insert into grant_permission (grant_id, permission_key, given) values (${grantId}, 'member:export', false)`.execute(
    t.db,
  );
  expect(await why()).toBe('');
  const more = await grantRole(t.services, account('siblingWorker'), 1, 'committeeA2');
  expect(await why()).toContain('高于您的角色');
  const over = (id: string) =>
    sql`update account_role set valid_from = now() - interval '2 days', valid_until = now() - interval '1 day'
         where id = ${id}`.execute(t.db);
  await over(more);
  expect(await why()).toBe('');
  const elsewhere = await grantRole(t.services, account('siblingWorker'), 3, 'countyB');
  expect(await why()).toContain('管理范围以外');
  await over(elsewhere);
  expect((await clerk.call(contract.getAccount, { id: account('siblingWorker') })).data).toMatchObject({
    why: '',
    otherGrants: 0,
    can: { reset: true },
  });
  // A group reaches where it stands: elsewhere it gives this account nothing.
  const group = await sql<{ id: string }>`
    insert into user_group (name, org_id) values ('别处', ${ORGS.countyB.id}) returning id`.execute(t.db);
  const groupId = group.rows[0]?.id;
  await sql`insert into user_group_right (group_id, permission_key) values (${groupId}, 'dict:write')`.execute(t.db);
  await sql`insert into user_group_member (group_id, account_id) values (${groupId}, ${account('siblingWorker')})`.execute(
    t.db,
  );
  expect(await why()).toBe('');
  await sql`update user_group set org_id = ${ORGS.countyA.id} where id = ${groupId}`.execute(t.db);
  expect(await why()).toContain('高于您的角色');
});

test('an approval finds a stopped account or a day that is over, says so, and gives nothing', async () => {
  const [branch, committee] = await Promise.all([t.as('branchWorker'), t.as('committeeWorker')]);
  const first = await ask(branch, 1);
  expect((await approve(committee, first)).code).toBe(200);
  const { accountId } = (await admin.call(requests.getRequest, { id: first })).data;
  await sql`update account_role set revoked_at = now() where account_id = ${accountId}`.execute(t.db);
  const again = await ask(branch, 1, '2099-12-31');
  await sql`update account set enabled = false where id = ${accountId}`.execute(t.db);
  expect(await approve(committee, again)).toMatchObject({ code: 400, msg: expect.stringContaining('账号已停用') });
  await sql`update account set enabled = true where id = ${accountId}`.execute(t.db);
  await sql`update account_request set valid_until = '2020-01-01' where id = ${again}`.execute(t.db);
  expect(await approve(committee, again)).toMatchObject({ code: 400, msg: '申请的任职结束日期已过，请退回申请' });
  const grants = await sql`select from account_role where account_id = ${accountId} and revoked_at is null`.execute(
    t.db,
  );
  expect(grants.rows).toEqual([]);
  await sql`update account_request set valid_until = null where id = ${again}`.execute(t.db);
  expect((await approve(committee, again)).code).toBe(200);
  // Only who gets a new account is sent for its password.
  const { rows } = await sql<{ remark: string }>`
    select n.remark from notice n join notice_recipient r on r.notice_id = n.id
     where r.account_id = ${account('branchWorker')} order by n.id`.execute(t.db);
  expect(rows.map(({ remark }) => remark.includes('初始密码'))).toEqual([true, false]);
});

test('requests for oneself are not among those that wait for one', async () => {
  const branch = await t.as('branchWorker');
  const asked = await branch.call(requests.createRequest, {
    memberId: memberOf('committeeWorker'),
    orgId: ORGS.branchA11.id,
    reason: '兼任',
  });
  const committee = await t.as('committeeWorker');
  const list = await committee.call(requests.listRequests, { view: 'toDecide' });
  expect(list.rows.map((row) => row.id)).not.toContain(asked.data.id);
  expect(list.body.toDecide).toBe(list.total);
});

test('asked is also an organisation where somebody decides in an added role like a worker’s', async () => {
  // The committee has no worker of its own; its organiser works in a role that the deployment added.
  await inRole('siblingWorker', 'committeeB2', ['account:read', 'account:approve']);
  const { accountId } = t.fixture.principals.twinWorker;
  const branch = t.withToken(
    await openSession(t.services, accountId, await grantRole(t.services, accountId, 3, 'branchB21')),
  );
  const asked = await branch.call(requests.createRequest, {
    memberId: t.fixture.members.branchB21?.[0] ?? '',
    orgId: ORGS.branchB21.id,
    reason: '支部换届',
  });
  expect(asked.data).toMatchObject({ deciderOrgName: ORGS.committeeB2.name });
});
