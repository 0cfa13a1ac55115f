import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../../test/support/app.ts';
import {
  APPS,
  type Counterpart,
  SECRETS,
  startCounterpart,
} from '../../../../test/support/counterparts/counterpart.ts';
import { PASSWORD, type Principal } from '../../../../test/support/fixture.ts';
import { type LoginApp, startLoginApp } from './factory.ts';
import { configure, cookiesOf, HOST } from './waysFactory.ts';

const UNBOUND = { type: 1, msg: '该微信还没有绑定账号，请先用账号登录，再确认绑定' };

let t: LoginApp;
let outside: Counterpart;
beforeAll(async () => {
  t = await startLoginApp();
  outside = await startCounterpart();
});
afterAll(async () => {
  await outside.close();
  await t.close();
});
beforeEach(async () => {
  await sql`delete from rate_window`.execute(t.db);
  await sql`delete from account_openid`.execute(t.db);
  await configure(t, outside);
});

const headers = { host: HOST };
/** Scans WeChat's QR code as somebody, in a browser of its own; answers what came, and the browser's cookies. */
async function scanAs(openid: string, code = outside.issue('wechat', { who: openid })) {
  const begun = await t.nobody.get('/api/login/wechat/getUrl', {}, { headers });
  const state = new URL(begun.data.url).searchParams.get('state') ?? '';
  const answer = await t.nobody.post(
    '/api/login/wechat',
    { type: 2, code, state },
    { headers, cookies: cookiesOf(begun) },
  );
  return { answer, cookies: cookiesOf(answer), state };
}
async function byPassword(principal: Principal): Promise<Caller> {
  return t.withToken((await t.login(t.nameOf(principal), PASSWORD)).data.token);
}
/** Lets every sign-in be older. */
const age = (by: string) =>
  sql`update session set created_at = created_at - ${by}::interval, expires_at = expires_at - ${by}::interval`.execute(
    t.db,
  );
const bind = (caller: Caller, cookies: Record<string, string>) =>
  caller.post('/api/session/wechat/bind', {}, { headers, cookies });

describe('WeChat', () => {
  test('its page is asked for with the own application, and leads back to this site', async () => {
    const { data } = await t.nobody.get('/api/login/wechat/getUrl', {}, { headers });
    const url = new URL(data.url);
    expect(url.origin + url.pathname).toBe(`${outside.origin}/wechat/connect/qrconnect`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      appid: APPS.wechat,
      redirect_uri: `http://${HOST}/`,
      scope: 'snsapi_login',
    });
    expect(data.url).not.toContain(SECRETS.wechatSecret);
  });

  test('only on the production domains: elsewhere the way is closed', async () => {
    const answer = await t.nobody.get('/api/login/wechat/getUrl', {}, { headers: { host: 'elsewhere.example' } });
    expect(answer).toMatchObject({ code: 400, msg: '本站未开通微信登录' });
  });

  test('who is bound to nobody gets type and sentence, binds after a login by password, and then comes in', async () => {
    const first = await scanAs('openid-1');
    expect(first.answer).toMatchObject({ code: 200, data: UNBOUND });
    const worker = await byPassword('branchWorker');
    const before = await worker.get('/api/session/wechat', {}, { headers, cookies: first.cookies });
    expect(before.data).toEqual({ boundAt: null, waiting: true });
    expect((await bind(worker, first.cookies)).code).toBe(200);
    expect((await worker.get('/api/session/wechat')).data).toEqual({ boundAt: expect.any(String), waiting: false });
    const second = await scanAs('openid-1');
    const info = await t.withToken(second.answer.data.token).get('/api/getInfo');
    expect(info.data.user.userId).toBe(t.fixture.principals.branchWorker.accountId);
    expect((await worker.post('/api/session/wechat/unbind')).code).toBe(200);
    expect((await scanAs('openid-1')).answer.data).toEqual(UNBOUND);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where action like '%绑定%' and outcome = 'done' order by id`.execute(t.db);
    expect(rows.map((row) => row.action)).toEqual(['绑定微信', '解除微信绑定']);
  });

  test('P14 WeChat: of 50 parallel uses of one code one goes on', async () => {
    const { cookies } = await scanAs('openid-2');
    await bind(await byPassword('member'), cookies);
    const code = outside.issue('wechat', { who: 'openid-2' });
    const tries = await Promise.all(Array.from({ length: 50 }, () => scanAs('openid-2', code)));
    expect(tries.filter(({ answer }) => answer.code === 200)).toHaveLength(1);
    expect(tries.filter(({ answer }) => answer.msg === '登录授权已失效，请重新发起登录')).toHaveLength(49);
  });

  test('P14 WeChat: a code that somebody else fetched signs no other browser in and waits in none', async () => {
    const code = outside.issue('wechat', { who: 'attacker' });
    const theirs = await scanAs('somebody');
    const answer = await t.nobody.post('/api/login/wechat', { type: 2, code, state: theirs.state }, { headers });
    expect(answer).toMatchObject({ code: 400, msg: '登录已失效，请重新发起登录' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('a WeChat user is bound once, in the browser that scanned, within ten minutes', async () => {
    const { cookies } = await scanAs('openid-3');
    const worker = await byPassword('branchWorker');
    expect(await bind(worker, {})).toMatchObject({ code: 400, msg: '请先在登录页用微信扫码，再绑定' });
    expect((await bind(worker, cookies)).code).toBe(200);
    expect(await bind(worker, cookies)).toMatchObject({ code: 400, msg: '请先在登录页用微信扫码，再绑定' });
    const again = await scanAs('openid-4');
    expect(await bind(worker, again.cookies)).toMatchObject({ code: 400, msg: '账号或微信已有绑定，请先解除原绑定' });
    const late = await scanAs('openid-5');
    await sql`update openid_waiting set expires_at = now() - interval '1 second'`.execute(t.db);
    expect(await bind(await byPassword('member'), late.cookies)).toMatchObject({ code: 400 });
  });

  test('a session that was not opened by password, or long ago, gives nobody a second way in', async () => {
    const { cookies } = await scanAs('openid-6');
    const refused = { code: 400, msg: '请先用账号和密码登录，再绑定微信' };
    expect(await bind(await t.as('member'), cookies)).toMatchObject(refused);
    const old = await byPassword('member');
    await age('11 minutes');
    expect(await bind(old, cookies)).toMatchObject(refused);
  });

  test('P14 neither a role switch nor a new window makes a sign-in fresh again, or one by another way one by password', async () => {
    const { cookies } = await scanAs('openid-9');
    const refused = { code: 400, msg: '请先用账号和密码登录，再绑定微信' };
    const switched = async (caller: Caller) =>
      t.withToken((await caller.post('/api/switchRole', { workOrgId: '22', roleId: 3 })).data.token);
    const windowOf = async (caller: Caller) => {
      const { ticket } = (await caller.post('/api/session/ticket', {})).data;
      return t.withToken((await t.nobody.post('/api/session/redeem', { ticket })).data.token);
    };
    const old = await byPassword('cityWorker');
    await age('11 minutes');
    const inRole = await switched(old);
    expect(await bind(inRole, cookies)).toMatchObject(refused);
    expect(await bind(await windowOf(inRole), cookies)).toMatchObject(refused);
    // A window of a fresh sign-in by another way.
    const { data } = await t.nobody.post('/api/test/login', { username: t.nameOf('cityWorker') });
    const other = await switched(t.withToken(data.token));
    expect(await bind(other, cookies)).toMatchObject(refused);
    expect(await bind(await windowOf(other), cookies)).toMatchObject(refused);
    const fresh = await switched(await byPassword('cityWorker'));
    expect((await bind(await windowOf(fresh), cookies)).code).toBe(200);
    await sql`update account set last_grant_id = null`.execute(t.db);
  });

  test('P17 a new password ends the binding too: whoever knew the old one could have bound their own', async () => {
    const { accountId } = t.fixture.principals.member;
    const { password_hash } = await t.db
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const member = await byPassword('member');
    expect((await bind(member, (await scanAs('openid-10')).cookies)).code).toBe(200);
    const change = { oldPassword: t.encrypt(PASSWORD), password: t.encrypt('Xiazhou88') };
    expect((await member.post('/api/sys/user/changeCurrentPwd', change)).code).toBe(200);
    expect((await scanAs('openid-10')).answer.data).toEqual(UNBOUND);
    await t.db.updateTable('account').set({ password_hash }).where('id', '=', accountId).execute();
  });

  test('P51 neither openid nor code nor secret rests in the database', async () => {
    const code = outside.issue('wechat', { who: 'openid-secret-7' });
    const { cookies } = await scanAs('openid-secret-7', code);
    await bind(await byPassword('member'), cookies);
    const { rows } = await sql<{ text: string }>`
      select string_agg(t, ' ') as text from (select a::text as t from audit_log a union all
        select o::text from account_openid o union all select w::text from openid_waiting w union all
        select u::text from used_login_code u) x`.execute(t.db);
    for (const secret of ['openid-secret-7', code, SECRETS.wechatSecret, ...Object.values(cookies)]) {
      expect(rows[0]?.text).not.toContain(secret);
    }
  });

  test('P39 WeChat away: a sentence, nothing is opened, and the code is good when it is back', async () => {
    const { cookies } = await scanAs('openid-8');
    await bind(await byPassword('member'), cookies);
    const code = outside.issue('wechat', { who: 'openid-8' });
    outside.fail('/wechat', 'error');
    expect((await scanAs('', code)).answer).toMatchObject({ code: 400, msg: '外部服务暂时没有响应，请稍后再试' });
    outside.fail('/wechat', null);
    expect((await scanAs('', code)).answer.data.token).toMatch(/^[\w-]{43}$/);
  });
});
