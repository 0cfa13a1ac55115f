import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../../test/support/app.ts';
import { type LoginApp, startLoginApp } from './factory.ts';
import { cookiesOf } from './waysFactory.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
const GONE = '二维码已失效，请刷新电脑上的二维码后重新扫描';

let t: LoginApp;
let phone: Caller;
beforeAll(async () => {
  t = await startLoginApp();
  phone = await t.as('branchWorker');
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from qr_login`.execute(t.db);
  await sql`delete from rate_window`.execute(t.db);
});

/** A login page: it fetched a code and holds its cookie. */
async function makeComputer(ip = '10.1.2.3') {
  const answer = await t.nobody.post('/api/connect/qrConnect/getQrCode', {}, { ip, headers: { 'user-agent': CHROME } });
  expect(answer.code).toBe(200);
  const cookies = cookiesOf(answer);
  const poll = (uuid = answer.data.uuid, given = cookies) =>
    t.nobody.post('/api/connect/qrConnect/getQrCodeStatus', { uuid, status: 0, timestamp: 1 }, { ip, cookies: given });
  return { ...(answer.data as { uuid: string; path: string; number: number; type: number }), answer, cookies, poll };
}
const scan = (uuid: string, caller = phone, ip = '10.9.9.9') =>
  caller.get('/api/connect/qrConnect/scan', { uuid }, { ip });
const confirm = (uuid: string, number: number, caller = phone) =>
  caller.post('/api/connect/qrConnect/confirm', { uuid, number });
const runOut = (uuid: string) =>
  sql`update qr_login set expires_at = now() - interval '1 millisecond' where uuid = ${uuid}`.execute(t.db);

describe('P13 PEER-19 a QR code cannot be hijacked', () => {
  test('P13 scanned and confirmed, the token goes to the browser that fetched the code, once', async () => {
    const computer = await makeComputer();
    expect(computer.type).toBe(9);
    expect((await computer.poll()).data).toEqual({ status: 0 });
    const { data } = await scan(computer.uuid);
    expect(data.numbers).toHaveLength(3);
    expect(data.numbers).toContain(computer.number);
    expect((await computer.poll()).data).toEqual({ status: 1 });
    expect((await confirm(computer.uuid, computer.number)).code).toBe(200);
    const done = await computer.poll();
    expect(done.data).toEqual({ status: 3, token: expect.stringMatching(/^[\w-]{43}$/) });
    const info = await t.withToken(done.data.token).get('/api/getInfo');
    expect(info.data.user.userId).toBe(t.fixture.principals.branchWorker.accountId);
    // Replayed, it is an expired code like any other.
    expect((await computer.poll()).data).toEqual({ status: 4 });
  });

  test('P13 PEER-19 who photographs the code polls in vain, whatever cookie of an own code he has', async () => {
    const computer = await makeComputer();
    const thief = await makeComputer('10.6.6.6');
    await scan(computer.uuid);
    await confirm(computer.uuid, computer.number);
    const renamed = { [Object.keys(computer.cookies)[0] ?? '']: Object.values(thief.cookies)[0] ?? '' };
    for (const cookies of [{}, thief.cookies, renamed]) {
      expect((await computer.poll(computer.uuid, cookies)).data).toEqual({ status: 4 });
    }
    expect((await computer.poll()).data.status).toBe(3);
  });

  test('P13 of 50 parallel polls one gets the token', async () => {
    const computer = await makeComputer();
    await scan(computer.uuid);
    await confirm(computer.uuid, computer.number);
    const answers = await Promise.all(Array.from({ length: 50 }, () => computer.poll()));
    expect(answers.filter((answer) => answer.data.token !== undefined)).toHaveLength(1);
    expect(answers.filter((answer) => answer.data.status === 4)).toHaveLength(49);
  });

  test('P13 a code lives 90 seconds: later it is neither shown nor confirmed nor redeemed', async () => {
    const computer = await makeComputer();
    const { rows } = await sql<{ life: number }>`
      select extract(epoch from expires_at - created_at)::int as life from qr_login`.execute(t.db);
    expect(rows).toEqual([{ life: 90 }]);
    await scan(computer.uuid);
    await runOut(computer.uuid);
    expect((await computer.poll()).data).toEqual({ status: 4 });
    expect(await scan(computer.uuid)).toMatchObject({ code: 400, msg: GONE });
    expect(await confirm(computer.uuid, computer.number)).toMatchObject({ code: 400, msg: GONE });
    const late = await makeComputer();
    await scan(late.uuid);
    await confirm(late.uuid, late.number);
    await runOut(late.uuid);
    expect((await late.poll()).data).toEqual({ status: 4 });
  });

  test('P13 a code that is confirmed in its last second is still redeemed, within ten more', async () => {
    const computer = await makeComputer();
    await scan(computer.uuid);
    await sql`update qr_login set expires_at = now() + interval '4 seconds'`.execute(t.db);
    await confirm(computer.uuid, computer.number);
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from expires_at - now())::float8 as left from qr_login`.execute(t.db);
    expect(rows[0]?.left).toBeGreaterThan(5);
    expect(rows[0]?.left).toBeLessThanOrEqual(10);
  });

  test('P13 the wrong number ends the code at the first guess', async () => {
    const computer = await makeComputer();
    const { data } = await scan(computer.uuid);
    const wrong = (data.numbers as number[]).find((number) => number !== computer.number) ?? 0;
    const refused = await confirm(computer.uuid, wrong);
    expect(refused).toMatchObject({ code: 400, msg: expect.stringContaining('数字与电脑上显示的不一致') });
    expect(await confirm(computer.uuid, computer.number)).toMatchObject({ code: 400, msg: GONE });
    expect((await computer.poll()).data).toEqual({ status: 4 });
  });

  test('P13 the three numbers do not change when the code is scanned again', async () => {
    const computer = await makeComputer();
    const first = (await scan(computer.uuid)).data.numbers;
    expect((await scan(computer.uuid, await t.as('member'))).data.numbers).toEqual(first);
    for (const number of first) expect(number).toSatisfy((n: number) => n >= 10 && n <= 99);
    expect(new Set(first).size).toBe(3);
  });

  test('P13 nobody confirms twice, nobody confirms unseen, a second person comes too late', async () => {
    const computer = await makeComputer();
    expect(await confirm(computer.uuid, computer.number)).toMatchObject({ code: 400, msg: GONE });
    await scan(computer.uuid);
    expect((await confirm(computer.uuid, computer.number)).code).toBe(200);
    expect(await confirm(computer.uuid, computer.number)).toMatchObject({ code: 400, msg: GONE });
    expect(await confirm(computer.uuid, computer.number, await t.as('member'))).toMatchObject({ code: 400 });
    const { token } = (await computer.poll()).data;
    const info = await t.withToken(token).get('/api/getInfo');
    expect(info.data.user.userId).toBe(t.fixture.principals.branchWorker.accountId);
  });

  test('P13 2,000 random uuids meet nothing while ten codes wait', async () => {
    const computers = await Promise.all(Array.from({ length: 10 }, () => makeComputer()));
    const cookies = Object.assign({}, ...computers.map((computer) => computer.cookies));
    for (let batch = 0; batch < 40; batch++) {
      const polls = Array.from({ length: 50 }, () => computers[0]?.poll(randomUUID(), cookies));
      for (const answer of await Promise.all(polls)) expect(answer?.data).toEqual({ status: 4 });
    }
    expect(await scan(randomUUID())).toMatchObject({ code: 400, msg: GONE });
    expect((await computers[0]?.poll())?.data).toEqual({ status: 0 });
  });

  test('P20 whoever has a second factor is asked for it after the phone as well', async () => {
    const { accountId } = t.fixture.principals.branchWorker;
    await sql`insert into account_totp (account_id, secret_enc, confirmed_at) values (${accountId}, '\\x00', now())`.execute(
      t.db,
    );
    const computer = await makeComputer();
    await scan(computer.uuid);
    await confirm(computer.uuid, computer.number);
    const done = await computer.poll();
    expect(done.data).toEqual({ status: 3, secondFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/) } });
    await sql`delete from account_totp`.execute(t.db);
  });

  test('P10 a name that strangers have locked comes in by its phone all the same', async () => {
    await sql`insert into login_failure (login_index, device, failures, locked_until)
      select login_index, '', 5, now() + interval '30 minutes' from account
       where id = ${t.fixture.principals.branchWorker.accountId}`.execute(t.db);
    const computer = await makeComputer();
    await scan(computer.uuid);
    await confirm(computer.uuid, computer.number);
    expect((await computer.poll()).data).toMatchObject({ status: 3, token: expect.stringMatching(/^[\w-]{43}$/) });
    await sql`truncate login_failure`.execute(t.db);
  });

  test('P17 a phone that signs out before the computer has its token takes the code with it', async () => {
    const member = await t.as('member');
    const computer = await makeComputer();
    await scan(computer.uuid, member);
    await confirm(computer.uuid, computer.number, member);
    await member.get('/api/logout');
    expect((await computer.poll()).data).toEqual({ status: 4 });
  });

  test('PEER-19 the phone shows which browser asks, from which network, since when', async () => {
    const computer = await makeComputer('203.0.113.7');
    const { data } = await scan(computer.uuid, phone, '10.9.9.9');
    expect(data).toMatchObject({ browser: 'Chrome浏览器，Windows', place: '其他网络（*.*.113.7）' });
    expect(Math.abs(Date.parse(data.at) - Date.now())).toBeLessThan(10_000);
    expect(data.seconds).toBeGreaterThan(80);
    expect((await scan(computer.uuid, phone, '203.0.113.7')).data.place).toBe('与本机同一网络（*.*.113.7）');
  });

  test('a refused code is dead, and both acts are in the log', async () => {
    const computer = await makeComputer();
    await scan(computer.uuid);
    expect((await phone.post('/api/connect/qrConnect/refuse', { uuid: computer.uuid })).code).toBe(200);
    expect((await computer.poll()).data).toEqual({ status: 4 });
    expect(await confirm(computer.uuid, computer.number)).toMatchObject({ code: 400 });
    const { rows } = await sql<{ outcome: string; target_name: string | null }>`
      select outcome, target_name from audit_log where action = '拒绝扫码登录' order by id desc limit 1`.execute(t.db);
    expect(rows).toEqual([{ outcome: 'done', target_name: 'Chrome浏览器，Windows *.*.2.3' }]);
  });

  test('P51 the code holds the uuid and nothing else; the cookie is for scripts and other sites out of reach', async () => {
    const computer = await makeComputer();
    expect(computer.path).toBe(`/#/m/confirm?uuid=${computer.uuid}&type=9`);
    const [secret = ''] = Object.values(computer.cookies);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(computer.answer.text).not.toContain(secret);
    expect(String(computer.answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    const { rows } = await sql<{ row: string }>`select q::text as row from qr_login q`.execute(t.db);
    expect(rows[0]?.row).not.toContain(secret);
  });

  test('an account that was disabled meanwhile does not come in', async () => {
    const member = await t.as('member');
    const computer = await makeComputer();
    await scan(computer.uuid, member);
    await confirm(computer.uuid, computer.number, member);
    const { accountId } = t.fixture.principals.member;
    await sql`update account set enabled = false where id = ${accountId}`.execute(t.db);
    expect(await computer.poll()).toMatchObject({ code: 400, msg: '账号已停用，请联系管理员' });
    await sql`update account set enabled = true where id = ${accountId}`.execute(t.db);
    expect((await computer.poll()).data).toEqual({ status: 4 });
  });

  test('where the site has no QR login none is made', async () => {
    await sql`insert into site_config (host, data) values ('*', '{"qrLogin": false}')`.execute(t.db);
    expect(await t.nobody.post('/api/connect/qrConnect/getQrCode')).toMatchObject({
      code: 400,
      msg: '本站未开通扫码登录',
    });
    await sql`delete from site_config`.execute(t.db);
  });
});
