import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { sampleOf } from '../../../../test/http/samples.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';

const CHANGE = '/api/sys/user/changeCurrentPwd';
const NEXT = 'Spring26a';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('P8 while a change is compulsory every call but info, sign-out and the change is closed', async () => {
  const encrypt = await makeEncrypter(t);
  const { accountId, loginName } = t.fixture.principals.countyWorker;
  await sql`update account set must_change_password = true where id = ${accountId}`.execute(t.db);
  const caller = await t.as('countyWorker');
  const ids = { orgId: '2', memberId: t.fixture.members.branchA11?.[0] ?? '1' };
  const open = ['/api/getInfo', '/api/logout', CHANGE];
  const contracts = callsOfModules(serverModules);
  const closed = contracts.filter(
    ({ access, path }) => access !== 'public' && access !== 'device' && !open.includes(path),
  );
  expect(closed.length).toBeGreaterThan(100);
  for (const endpoint of closed) {
    // Limits that calls share would be met by the walk itself.
    if (endpoint.rate) await sql`delete from rate_window`.execute(t.db);
    const answer = await caller.call(endpoint, sampleOf(endpoint, ids) as never);
    expect(answer, endpoint.path).toMatchObject({ code: 403, msg: '请先修改密码' });
  }
  expect((await caller.get('/api/getInfo')).data.user.ifCompelChangePwd).toBe(true);
  const changed = await caller.post(CHANGE, { oldPassword: encrypt(PASSWORD), password: encrypt(NEXT) });
  expect(changed.code).toBe(200);
  expect((await caller.get('/api/getInfo')).code).toBe(401);
  const login = await t.nobody.post('/api/login', { username: loginName, password: encrypt(NEXT), isParty: 1 });
  const again = t.withToken(login.data.token);
  expect((await again.get('/api/sys/dict/select', { dictionaryCode: '0004' })).code).toBe(200);
});
