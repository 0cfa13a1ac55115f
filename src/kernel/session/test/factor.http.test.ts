import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeAt, stepAt } from '#kernel/session/server/totp.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { PASSWORD, type Principal } from '../../../../test/support/fixture.ts';
import { type LoginApp, setSite, startLoginApp } from './factory.ts';

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate login_failure, rate_window, site_config, account_totp, recovery_code, login_challenge, session`.execute(
    t.db,
  );
});

/** The code of the authenticator now, or some steps away. */
const codeNow = (secret: string, away = 0) => codeAt(secret, stepAt(Date.now() / 1000) + away);
const forget = () => sql`update account_totp set last_step = 0`.execute(t.db);
const answer = (challenge: string, code: string) => t.nobody.post('/api/login/secondFactor', { challenge, code });

/** Switches the factor on for somebody who is signed in. */
async function enrol(caller: Caller) {
  const { data } = await caller.post('/api/session/totp/start', { password: t.encrypt(PASSWORD) });
  const confirmed = await caller.post('/api/session/totp/confirm', { code: codeNow(data.secret) });
  expect(confirmed.code).toBe(200);
  await forget();
  return { secret: data.secret as string, codes: confirmed.data.recoveryCodes as string[] };
}
async function challengeOf(who: Principal): Promise<string> {
  const { data } = await t.login(t.nameOf(who));
  expect(data).toEqual({ secondFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/) } });
  return data.secondFactor.challenge;
}

describe('setting it up', () => {
  test('wants the password, then a code; until then the sign-in stays as it was', async () => {
    const caller = await t.as('branchWorker');
    expect((await caller.post('/api/session/totp/start', { password: t.encrypt('Wrong2026') })).data.fields).toEqual({
      password: '密码不正确，还可以再试4次',
    });
    const { data } = await caller.post('/api/session/totp/start', { password: t.encrypt(PASSWORD) });
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.uri).toBe(
      `otpauth://totp/${encodeURIComponent('智慧党建平台')}:${encodeURIComponent('支书')}?secret=${data.secret}` +
        `&issuer=${encodeURIComponent('智慧党建平台')}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await t.login(t.nameOf('branchWorker'))).data).toHaveProperty('token');
    const wrong = codeNow(data.secret) === '000000' ? '111111' : '000000';
    expect((await caller.post('/api/session/totp/confirm', { code: wrong })).data.fields).toHaveProperty('code');
    expect((await caller.get('/api/session/totp/state')).data.enrolled).toBe(false);
    const { data: done } = await caller.post('/api/session/totp/confirm', { code: codeNow(data.secret) });
    expect(new Set(done.recoveryCodes).size).toBe(10);
    expect((await caller.get('/api/session/totp/state')).data).toMatchObject({ enrolled: true, codesLeft: 10 });
    expect((await caller.get('/api/getInfo')).data.secondFactor).toEqual({ enrolled: true, required: false });
    expect(await caller.post('/api/session/totp/start', { password: t.encrypt(PASSWORD) })).toMatchObject({
      code: 400,
    });
    const { rows } = await sql<{ dump: string }>`
      select concat((select jsonb_agg(f) from account_totp f), (select jsonb_agg(r) from recovery_code r),
                    (select jsonb_agg(l) from audit_log l)) as dump`.execute(t.db);
    for (const secret of [data.secret, done.recoveryCodes[0], done.recoveryCodes[0].replace('-', '')]) {
      expect(rows[0]?.dump).not.toContain(secret);
    }
  });

  test('new recovery codes make the old ones void; switching off wants the password', async () => {
    const caller = await t.as('branchWorker');
    const { codes } = await enrol(caller);
    const renewed = await caller.post('/api/session/totp/recoveryCodes', { password: t.encrypt(PASSWORD) });
    expect(renewed.data.recoveryCodes).toHaveLength(10);
    const challenge = await challengeOf('branchWorker');
    expect((await answer(challenge, codes[0] ?? '')).code).toBe(600);
    expect((await answer(challenge, renewed.data.recoveryCodes[0])).code).toBe(200);
    expect((await caller.post('/api/session/totp/disable', { password: t.encrypt('Wrong2026') })).code).toBe(600);
    expect((await caller.post('/api/session/totp/disable', { password: t.encrypt(PASSWORD) })).code).toBe(200);
    expect((await t.login(t.nameOf('branchWorker'))).data).toHaveProperty('token');
  });
});

test('an administrator takes it away from somebody who lost phone and codes, with the own password, in the log', async () => {
  const { accountId } = t.fixture.principals.branchWorker;
  await enrol(await t.as('branchWorker'));
  const admin = await t.as('admin');
  const remove = (caller: Caller, password = PASSWORD) =>
    caller.post('/api/sys/user/removeFactor', { id: accountId, password: t.encrypt(password) });
  expect((await remove(admin, 'Wrong2026')).code).toBe(600);
  expect((await remove(await t.as('otherCountyWorker'))).code).not.toBe(200);
  expect((await t.login(t.nameOf('branchWorker'))).data).toHaveProperty('secondFactor');
  expect((await remove(admin)).code).toBe(200);
  expect((await t.login(t.nameOf('branchWorker'))).data).toHaveProperty('token');
  expect(await remove(admin)).toMatchObject({ code: 400, msg: '该账号没有启用二次验证' });
  const { rows } = await sql`
    select account_name, target_name from audit_log where action = '解除二次验证' and outcome = 'done'`.execute(t.db);
  expect(rows).toEqual([{ account_name: '系统管理员', target_name: '支书' }]);
});

describe('the second step', () => {
  test('P20 a code is good once: repeated, at the same time and before or after its minute it is refused', async () => {
    const { secret } = await enrol(await t.as('branchWorker'));
    const code = codeNow(secret);
    const first = await answer(await challengeOf('branchWorker'), code);
    expect(first.data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await t.withToken(first.data.token).get('/api/getInfo')).data.user.userName).toBe('支书');
    expect(await answer(await challengeOf('branchWorker'), code)).toMatchObject({
      code: 600,
      data: { fields: { code: '动态口令不正确，还可以再试4次' }, remaining: 4 },
    });
    // An older step than the one taken is over, although it is still in the window.
    expect((await answer(await challengeOf('branchWorker'), codeNow(secret, -1))).code).toBe(600);
    expect((await answer(await challengeOf('branchWorker'), codeNow(secret, 3))).code).toBe(600);
    expect((await answer(await challengeOf('branchWorker'), codeNow(secret, -4))).code).toBe(600);
    await forget();
    await sql`truncate login_failure`.execute(t.db);
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf('branchWorker')));
    const answers = await Promise.all(challenges.map((challenge) => answer(challenge, codeNow(secret))));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
  });

  test('P20 a challenge opens one session, for five minutes; it is no token', async () => {
    const { secret, codes } = await enrol(await t.as('branchWorker'));
    const challenge = await challengeOf('branchWorker');
    expect((await t.withToken(challenge).get('/api/getInfo')).code).toBe(401);
    const answers = await Promise.all([codeNow(secret), ...codes.slice(0, 3)].map((code) => answer(challenge, code)));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    expect(await answer(challenge, codes[5] ?? '')).toMatchObject({ code: 400, data: { expired: true } });
    const late = await challengeOf('branchWorker');
    await sql`update login_challenge set expires_at = now()`.execute(t.db);
    expect(await answer(late, codes[6] ?? '')).toMatchObject({ code: 400, data: { expired: true } });
    expect(await answer('x'.repeat(43), '000000')).toMatchObject({ code: 400, data: { expired: true } });
  });

  test('a recovery code is good once, typed with or without its hyphen', async () => {
    const caller = await t.as('branchWorker');
    const { codes } = await enrol(caller);
    const [code = ''] = codes;
    expect((await answer(await challengeOf('branchWorker'), code.replace('-', ' ').toUpperCase())).code).toBe(200);
    expect((await answer(await challengeOf('branchWorker'), code)).code).toBe(600);
    expect((await caller.get('/api/session/totp/state')).data.codesLeft).toBe(9);
  });

  test('five wrong codes close it for half an hour, over all challenges and under parallel guesses', async () => {
    const { secret } = await enrol(await t.as('branchWorker'));
    const challenges = await Promise.all(Array.from({ length: 3 }, () => challengeOf('branchWorker')));
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => answer(challenges[n % 3] ?? '', codeNow(secret, 100 + n))),
    );
    expect(
      guesses
        .filter((one) => one.code === 600)
        .map((one) => one.data.remaining)
        .sort(),
    ).toEqual([0, 1, 2, 3, 4]);
    expect(guesses.filter((one) => one.code === 400)).toHaveLength(55);
    expect(await answer(await challengeOf('branchWorker'), codeNow(secret))).toMatchObject({
      code: 400,
      msg: '动态口令错误次数过多，请30分钟后再试',
    });
    // The first step is not closed by it.
    expect((await t.login(t.nameOf('branchWorker'))).code).toBe(200);
  });

  test('failures and the way of the sign-in stand in the log', async () => {
    const { codes } = await enrol(await t.as('branchWorker'));
    const { rows: before } = await sql<{ id: string }>`select max(id) as id from audit_log`.execute(t.db);
    const challenge = await challengeOf('branchWorker');
    await answer(challenge, '000000');
    await answer(challenge, codes[0] ?? '');
    const { rows } = await sql`
      select outcome, reason, way, endpoint from audit_log where id > ${before[0]?.id} order by id`.execute(t.db);
    const endpoint = 'POST /api/login/secondFactor';
    expect(rows).toEqual([
      { outcome: 'failed', reason: '动态口令不正确', way: '账号', endpoint },
      { outcome: 'done', reason: null, way: '账号', endpoint },
    ]);
  });
});

describe('where the site demands it', () => {
  test.each<['administrators' | 'workers', Principal, boolean]>([
    ['administrators', 'admin', true],
    ['administrators', 'branchWorker', false],
    ['workers', 'admin', true],
    ['workers', 'branchWorker', true],
    ['workers', 'member', false],
    ['workers', 'volunteer', false],
  ])('%s: %s %s', async (secondFactor, who, required) => {
    await setSite(t, { secondFactor });
    const { data } = await t.login(t.nameOf(who));
    const info = await t.withToken(data.token).get('/api/getInfo');
    expect(info.data.secondFactor).toEqual({ enrolled: false, required });
  });

  test('P20 until it is set up nothing answers but info, sign-out and the setting up', async () => {
    await setSite(t, { secondFactor: 'workers' });
    const { data } = await t.login(t.nameOf('branchWorker'));
    const caller = t.withToken(data.token);
    const open = new Set(['/api/getInfo', '/api/logout', '/api/session/totp/start', '/api/session/totp/confirm']);
    const closed = callsOfModules(
      serverModules.filter((module) => ['session', 'safeCenter', 'permission', 'dictionary'].includes(module.name)),
    ).filter((endpoint) => !['public', 'device'].includes(endpoint.access) && !open.has(endpoint.path));
    expect(closed.length).toBeGreaterThan(15);
    for (const endpoint of closed) {
      const refused = await caller.call(endpoint, {} as never);
      expect([endpoint.path, refused.code, refused.msg]).toEqual([endpoint.path, 403, '请先设置二次验证']);
    }
    await enrol(caller);
    expect((await caller.get('/api/session/list')).code).toBe(200);
    expect((await caller.get('/api/getInfo')).data.secondFactor).toEqual({ enrolled: true, required: false });
    expect(await caller.post('/api/session/totp/disable', { password: t.encrypt(PASSWORD) })).toMatchObject({
      code: 400,
      msg: '本平台要求您的角色使用二次验证，不能停用',
    });
  });

  test('switching from a role that is free of it to one that is not demands it there', async () => {
    const { grantRole } = await import('../../../../test/support/fixture.ts');
    const { accountId } = t.fixture.principals.member;
    await setSite(t, { secondFactor: 'workers' });
    await grantRole(t.services, accountId, 3, 'branchA11');
    await sql`update account set last_grant_id = (select id from account_role where account_id = ${accountId} and role_id = 2)
               where id = ${accountId}`.execute(t.db);
    const { data } = await t.login(t.nameOf('member'));
    const switched = await t.withToken(data.token).post('/api/switchRole', { workOrgId: '21', roleId: 3 });
    const info = await t.withToken(switched.data.token).get('/api/getInfo');
    expect(info.data.secondFactor).toEqual({ enrolled: false, required: true });
    expect((await t.withToken(switched.data.token).get('/api/session/list')).code).toBe(403);
    await sql`delete from session where account_id = ${accountId}`.execute(t.db);
    await sql`update account set last_grant_id = null where id = ${accountId}`.execute(t.db);
    await sql`delete from account_role where account_id = ${accountId} and role_id = 3`.execute(t.db);
  });
});
