import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';

const CHANGE = '/api/sys/user/changeCurrentPwd';
const NEXT = 'Spring26a';

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.deleteFrom('login_failure').execute();
  await t.db.deleteFrom('rate_window').execute();
});

const change = (caller: Caller, oldPassword: string, password: string) =>
  caller.post(CHANGE, { oldPassword: t.encrypt(oldPassword), password: t.encrypt(password) });
const hashOf = async (accountId: string) =>
  (await sql<{ h: string }>`select password_hash as h from account where id = ${accountId}`.execute(t.db)).rows[0]?.h;

test('P17 a changed password ends every session and ticket of the account, and no other', async () => {
  const sessions = await Promise.all(Array.from({ length: 10 }, () => t.as('floating')));
  const other = await t.as('member');
  const first = sessions[0] as Caller;
  const { ticket } = (await first.post('/api/session/ticket', {})).data;
  const changed = await change(first, PASSWORD, NEXT);
  expect(changed).toMatchObject({ code: 200 });
  expect(changed.headers['clear-site-data']).toBe('"cache"');
  for (const session of sessions) expect((await session.get('/api/getInfo')).code).toBe(401);
  expect((await t.nobody.post('/api/session/redeem', { ticket })).code).toBe(401);
  expect((await other.get('/api/getInfo')).code).toBe(200);
  expect((await t.login(t.nameOf('floating'), PASSWORD)).code).toBe(0);
  expect((await t.login(t.nameOf('floating'), NEXT)).code).toBe(200);
  const { rows } = await sql`select outcome, changes from audit_log where action = '修改密码'`.execute(t.db);
  expect(rows).toEqual([{ outcome: 'done', changes: null }]);
});

test('a wrong old password is counted: five, then the act is closed for a while; the login is not', async () => {
  const caller = await t.as('member');
  const { accountId } = t.fixture.principals.member;
  const before = await hashOf(accountId);
  for (const left of [4, 3, 2, 1]) {
    const answer = await change(caller, 'Wrong2026', NEXT);
    expect(answer).toMatchObject({ code: 600, data: { remaining: left } });
    expect(answer.data.fields.oldPassword).toBe(`原密码不正确，还可以再试${left}次`);
  }
  expect((await change(caller, 'Wrong2026', NEXT)).data.fields.oldPassword).toBe('原密码错误次数过多，请30分钟后再试');
  expect(await change(caller, PASSWORD, NEXT)).toMatchObject({ code: 600, data: { remaining: 0 } });
  expect(await hashOf(accountId)).toBe(before);
  expect((await t.login(t.nameOf('member'))).code).toBe(200);
  expect((await caller.get('/api/getInfo')).code).toBe(200);
  await sql`update login_failure set locked_until = now()`.execute(t.db);
  expect((await change(caller, PASSWORD, 'abc')).code).toBe(600);
});

test('a right old password with a poor new one changes nothing and costs no try', async () => {
  const caller = await t.as('committeeWorker');
  const { accountId, loginName } = t.fixture.principals.committeeWorker;
  const before = await hashOf(accountId);
  const birth = loginName.slice(6, 14);
  for (const [poor, sentence] of [
    ['Ab1', '新密码长度不合格，应为6到12位'],
    ['Abcdefgh12345', '新密码长度不合格，应为6到12位'],
    ['abcdefgh', '新密码必须包含字母和数字，长度为6到12位'],
    ['12345678', '新密码必须包含字母和数字，长度为6到12位'],
    ['密码abc123', '新密码必须包含字母和数字，长度为6到12位'],
    ['abc 12345', '新密码必须包含字母和数字，长度为6到12位'],
    ['Abc12345', '新密码过于常见，请换一个'],
    [`ab${birth}`, '新密码不能包含账号信息'],
    [`x${loginName.slice(2, 8)}`, '新密码不能包含账号信息'],
    ['weiyuan2026', '新密码不能包含账号信息'],
  ] as const) {
    expect((await change(caller, PASSWORD, poor)).data.fields).toEqual({ password: sentence });
    // The source's limit of 20 an hour is another test's matter.
    await t.db.deleteFrom('rate_window').execute();
  }
  expect(await hashOf(accountId)).toBe(before);
  expect((await sql`select from login_failure`.execute(t.db)).rows).toHaveLength(0);
  const admin = await t.as('admin');
  expect((await change(admin, PASSWORD, 'xADMIN77')).data.fields).toEqual({ password: '新密码不能包含账号信息' });
});

test('a replayed or unreadable new password is refused at its field', async () => {
  const caller = await t.as('siblingWorker');
  const encrypted = t.encrypt(PASSWORD);
  expect((await caller.post(CHANGE, { oldPassword: encrypted, password: encrypted })).data.fields).toEqual({
    password: '新密码不能识别，请重新输入',
  });
  const broken = await caller.post(CHANGE, { oldPassword: t.encrypt(PASSWORD), password: 'ab' });
  expect(broken.data.fields).toEqual({ password: '新密码不能识别，请重新输入' });
  expect((await caller.post(CHANGE, {})).data.fields).toEqual({ oldPassword: '请输入密码', password: '请输入密码' });
});

test('a new password differs from the one before: the ordinary change and the forced one alike', async () => {
  const caller = await t.as('cityWorker');
  const { accountId } = t.fixture.principals.cityWorker;
  const before = await hashOf(accountId);
  const same = { password: '新密码不能与当前密码相同，请换一个' };
  expect((await change(caller, PASSWORD, PASSWORD)).data.fields).toEqual(same);
  await sql`update account set must_change_password = true where id = ${accountId}`.execute(t.db);
  expect((await change(caller, PASSWORD, PASSWORD)).data.fields).toEqual(same);
  expect(await hashOf(accountId)).toBe(before);
  expect((await caller.get('/api/getInfo')).data.user.ifCompelChangePwd).toBe(true);
  expect((await change(caller, PASSWORD, NEXT)).code).toBe(200);
  expect((await t.login(t.nameOf('cityWorker'), PASSWORD)).code).toBe(0);
});

test('a handed-over password opens nothing once it was used: it cannot be kept', async () => {
  const { accountId } = t.fixture.principals.volunteer;
  const issued = await (await t.as('admin')).post('/api/sys/user/resetPwd', {
    id: accountId,
    password: t.encrypt(PASSWORD),
  });
  expect(issued.code, issued.text).toBe(200);
  const { temporary } = issued.data;
  const login = await t.login(t.nameOf('volunteer'), temporary);
  const own = t.withToken(login.data.token);
  expect((await change(own, temporary, temporary)).data.fields).toEqual({
    password: '新密码不能与当前密码相同，请换一个',
  });
  expect((await change(own, temporary, NEXT)).code).toBe(200);
  expect((await t.login(t.nameOf('volunteer'), temporary)).code).toBe(0);
});

test('a site of the strict policy asks for 8 to 64 characters of any kind, and still refuses names', async () => {
  const caller = await t.as('otherCountyWorker');
  await sql`insert into site_config (host, data) values ('*', '{"passwordPolicy": "strict"}')`.execute(t.db);
  const { loginName } = t.fixture.principals.otherCountyWorker;
  for (const [poor, sentence] of [
    ['Abc1234', '新密码长度不合格，应为8到64位'],
    [`我的号码 ${loginName.slice(6, 14)}`, '新密码不能包含账号信息'],
    ['password1', '新密码过于常见，请换一个'],
  ] as const) {
    expect((await change(caller, PASSWORD, poor)).data.fields).toEqual({ password: sentence });
  }
  expect((await change(caller, PASSWORD, '山高 水长 人不老')).code).toBe(200);
  await sql`delete from site_config`.execute(t.db);
});

test('20 changes an hour and account', async () => {
  const caller = await t.as('branchWorker');
  for (let n = 0; n < 20; n++) expect((await caller.post(CHANGE, {})).code).toBe(600);
  expect((await caller.post(CHANGE, {})).status).toBe(429);
});

test('P57 signing out and changing the password have the browser forget what it keeps of the pages', async () => {
  const out = await (await t.as('twinWorker')).get('/api/logout');
  const changed = await change(await t.as('twinWorker'), PASSWORD, NEXT);
  for (const answer of [out, changed]) {
    expect(answer.code).toBe(200);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});
