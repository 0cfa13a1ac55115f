import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountHistory, disableAccount, enableAccount } from '#kernel/permission/contract.ts';
import { endSessions } from '#kernel/session/contract.sessions.ts';
import { refuseQrCode } from '#kernel/session/contract.ways.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import { openSession } from '../../../../test/support/app.ts';
import { grantRole, PRINCIPALS } from '../../../../test/support/fixture.ts';

const LIST = '/api/sys/user/listPageByParams';
const UNLOCK = '/api/sys/user/unlock';

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());

/** An administrator of one county, a role that the platform allows although the demo has none. */
async function countyAdministrator() {
  const { accountId } = t.fixture.principals.countyWorker;
  const grant = await grantRole(t.services, accountId, 1, 'countyA');
  return t.withToken(await openSession(t.services, accountId, grant));
}

test('accounts with their roles, masked names, in pages', async () => {
  const admin = await t.as('admin');
  const list = await admin.post(`${LIST}?pageSize=3&pageNum=2`, {});
  const all = await admin.post(LIST, {});
  expect(all.total).toBe(Object.keys(PRINCIPALS).length);
  expect(list.rows).toEqual(all.rows.slice(3, 6));
  expect(list.total).toBe(all.total);
  expect((await admin.post(`${LIST}?pageNum=99`, {})).body).toMatchObject({ rows: [], total: all.total });
  const city = await admin.post(LIST, { name: '程' });
  expect(city.rows).toEqual([
    {
      id: t.fixture.principals.cityWorker.accountId,
      userName: '程市',
      loginName: expect.stringMatching(/^420\*{11}\w{4}$/),
      roleName: '党务工作者',
      orgName: '中共试验市委员会、城关镇第二党支部',
      typeName: '',
      state: 'normal',
      lockedUntil: null,
      lastLoginAt: null,
      loginCount: 0,
      can: { edit: true, disable: true, enable: false, unlock: false, reset: true, removeFactor: false, grant: true },
    },
  ]);
  expect((await admin.post(LIST, { name: "%' or true --" })).total).toBe(0);
});

test('only locked ones; unlocking opens all devices and leaves its row in the log', async () => {
  const admin = await t.as('admin');
  const { accountId, loginName } = t.fixture.principals.member;
  for (let n = 0; n < 5; n++) await t.login(loginName, 'Wrong2026');
  await t.login(t.nameOf('floating'), 'Wrong2026');
  const locked = await admin.post(LIST, { state: 'locked' });
  expect(locked.rows).toMatchObject([{ id: accountId, state: 'locked', can: { unlock: true } }]);
  expect(Date.parse(locked.rows[0].lockedUntil)).toBeGreaterThan(Date.now());
  expect((await admin.post(LIST, { state: 'normal' })).total).toBe(Object.keys(PRINCIPALS).length - 1);
  expect((await admin.post(UNLOCK, { id: accountId })).code).toBe(200);
  expect((await t.login(loginName)).code).toBe(200);
  expect((await admin.post(LIST, { state: 'locked' })).total).toBe(0);
  const { rows } = await sql`select target_name, org_code, account_name from audit_log
                              where action = '解除登录锁定' and outcome = 'done'`.execute(t.db);
  expect(rows).toEqual([{ target_name: '党元', org_code: '0001000100010001', account_name: '系统管理员' }]);
});

test('the history of an account holds what was done with it, not how its owner signs in', async () => {
  const admin = await t.as('admin');
  const { accountId } = t.fixture.principals.siblingWorker;
  await admin.call(disableAccount, { id: accountId, reason: '离岗' });
  await admin.call(enableAccount, { id: accountId });
  const owner = await t.as('siblingWorker');
  const { data } = await t.nobody.post('/api/connect/qrConnect/getQrCode', {});
  await owner.get('/api/connect/qrConnect/scan', { uuid: data.uuid });
  expect((await owner.call(refuseQrCode, { uuid: data.uuid })).code).toBe(200);
  expect((await owner.call(endSessions, {})).code).toBe(200);
  const { rows, total } = await admin.call(accountHistory, { id: accountId });
  expect(rows.map(({ action }) => action)).toEqual(['启用账号', '停用账号']);
  expect(total).toBe(2);
});

test('only within the own subtree: foreign, random and missing accounts read the same', async () => {
  const county = await countyAdministrator();
  const list = await county.post(LIST, {});
  const names = list.rows.map((row) => row.userName).sort();
  expect(names).toEqual(['党元', '刘东', '志远', '支书', '程市', '项县', '魏员', '田员'].sort());
  // Of the city worker's two roles only the one in the county is shown.
  expect(list.rows.find((row) => row.userName === '程市')).toMatchObject({ orgName: '城关镇第二党支部' });
  const foreign = t.fixture.principals.otherCountyWorker;
  for (let n = 0; n < 5; n++) await t.login(foreign.loginName, 'Wrong2026');
  for (const id of [foreign.accountId, t.fixture.principals.admin.accountId, '999999']) {
    expect(await county.post(UNLOCK, { id })).toMatchObject({ code: 404, msg: '资源不存在', data: null });
  }
  expect((await t.login(foreign.loginName)).code).toBe(400);
});

test('a worker may look but not unlock, a member neither', async () => {
  const [worker, member] = [await t.as('branchWorker'), await t.as('member')];
  expect((await worker.post(LIST, {})).rows.map((row) => row.userName).sort()).toEqual(['党元', '刘东', '支书'].sort());
  expect((await member.post(LIST, {})).code).toBe(403);
  for (const caller of [worker, member]) expect((await caller.post(UNLOCK, { id: '1' })).code).toBe(403);
  const admin = await t.as('admin');
  expect((await admin.post(UNLOCK, {})).code).toBe(600);
  expect((await admin.post(LIST, { state: 'x' })).code).toBe(600);
});
