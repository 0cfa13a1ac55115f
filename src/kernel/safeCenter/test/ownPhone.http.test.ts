import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notices } from '#kernel/message/test/factory.ts';
import { smsDelivered } from '#kernel/session/server/codes.ts';
import { deliverPhoneNews } from '#kernel/session/server/phoneNews.ts';
import { sentCodes, setSite } from '#kernel/session/test/factory.ts';
import { cookiesOf } from '#kernel/session/test/waysFactory.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { PASSWORD, type Principal } from '../../../../test/support/fixture.ts';
import { getOwnPhone } from '../contract.ts';

const NEW = '13912345678';
const OTHER = '13912340000';

let t: TestApp;
let encrypt: Awaited<ReturnType<typeof makeEncrypter>>;
beforeAll(async () => {
  t = await startTestApp();
  encrypt = await makeEncrypter(t);
  await setSite(t, { sms: { kind: 'file', url: null, sign: '试' } });
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate login_failure, rate_window, sms_code, sms_message, safe_try, safe_proof, outbox`.execute(t.db);
  await sql`update account set phone_enc = null, phone_mask = null, phone_confirmed_at = null`.execute(t.db);
});

const messages = async () =>
  (await readFile(join(t.services.config.dataDir, 'sms.txt'), 'utf8').catch(() => '')).trim();
const nameOf = (principal: Principal) => t.fixture.principals[principal].loginName;

/** Has a code sent to the number; answers it with the browser's cookie. */
async function codeTo(principal: Principal, phonenumber: string) {
  const caller = await t.as(principal);
  const sent = await caller.post('/api/sys/phone/code', { phonenumber });
  expect(sent.code, sent.text).toBe(200);
  return { smsCode: (await sentCodes(t)).at(-1) ?? '', cookies: cookiesOf(sent), caller };
}
async function confirm(principal: Principal, phonenumber: string) {
  const { smsCode, cookies, caller } = await codeTo(principal, phonenumber);
  const password = encrypt(PASSWORD);
  return caller.post('/api/sys/phone/confirm', { phonenumber, smsCode, password }, { cookies });
}
/** To whom a code for a forgotten password goes; null: to nobody. */
async function retrievedBy(name: string): Promise<string | null> {
  await sql`truncate sms_message`.execute(t.db);
  await t.nobody.post('/api/yzm/send', { idCardNo: name, purpose: 'retrieve' });
  await smsDelivered();
  const { rows } = await sql<{ number_mask: string | null }>`select number_mask from sms_message`.execute(t.db);
  return rows[0]?.number_mask ?? null;
}
const told = async () => {
  await deliverPhoneNews(t.services);
  return messages();
};

test('an account that works in an office is retrieved by a phone that its owner has confirmed, by no other', async () => {
  const { accountId } = t.fixture.principals.countyWorker;
  const name = nameOf('countyWorker');
  const own = async () => (await (await t.as('countyWorker')).call(getOwnPhone, {})).result;
  expect(await own()).toEqual({ phone: null, from: null, confirmedAt: null, usable: false, office: true });
  expect(await retrievedBy(name)).toBeNull();
  // One that an administrator has entered is not the owner's word.
  const phone = t.services.vault.encrypt(`account.phone.${accountId}`, OTHER);
  await sql`update account set phone_enc = ${phone}, phone_mask = '139****0000' where id = ${accountId}`.execute(t.db);
  expect(await own()).toMatchObject({ phone: '139****0000', from: 'account', confirmedAt: null, usable: false });
  expect(await retrievedBy(name)).toBeNull();
  const done = await confirm('countyWorker', NEW);
  expect(done.code, done.text).toBe(200);
  expect(await own()).toMatchObject({ phone: '139****5678', from: 'account', usable: true });
  expect(await retrievedBy(name)).toBe('139****5678');
  // The log knows masks alone.
  const { rows } = await sql<{ changes: unknown }>`
    select changes from audit_log where action = '确认找回密码手机' order by id desc limit 1`.execute(t.db);
  expect(rows[0]?.changes).toEqual({ phonenumber: ['139****0000', '139****5678'] });
});

test('a member without office goes on with the phone in the record until the own one is confirmed', async () => {
  const own = async () => (await (await t.as('member')).call(getOwnPhone, {})).result;
  expect(await own()).toMatchObject({ from: 'record', usable: true, office: false, confirmedAt: null });
  expect((await confirm('member', NEW)).code).toBe(200);
  expect(await retrievedBy(nameOf('member'))).toBe('139****5678');
});

test('the code is good for its number, its browser and its account alone, and the password is asked for', async () => {
  const { smsCode, cookies, caller } = await codeTo('countyWorker', NEW);
  const send = (given: object, also: Record<string, string> = cookies, by = caller) =>
    by.post(
      '/api/sys/phone/confirm',
      { phonenumber: NEW, smsCode, password: encrypt(PASSWORD), ...given },
      { cookies: also },
    );
  expect((await send({ phonenumber: OTHER })).data.fields.smsCode).toContain('不正确');
  expect((await send({}, {})).data.fields.smsCode).toContain('不正确');
  expect((await send({}, cookies, await t.as('siblingWorker'))).data.fields.smsCode).toContain('不正确');
  expect((await send({ password: encrypt('Wrong2026') })).data.fields.password).toContain('密码不正确');
  expect((await send({ phonenumber: '123' })).data.fields.phonenumber).toContain('正确的手机号');
  expect((await sql`select from account where phone_confirmed_at is not null`.execute(t.db)).rows).toEqual([]);
  // Twice at once: once.
  const both = await Promise.all([send({}), send({})]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 600]);
});

test('another phone is told to the old one by SMS and to the account by a notice; what the old one began is over', async () => {
  expect((await confirm('countyWorker', NEW)).code).toBe(200);
  const name = nameOf('countyWorker');
  await told();
  const sent = await t.nobody.post('/api/yzm/send', { idCardNo: name, purpose: 'retrieve' });
  const old = { smsCode: (await sentCodes(t)).at(-1) ?? '', cookies: cookiesOf(sent) };
  expect((await confirm('countyWorker', OTHER)).code).toBe(200);
  expect(await told()).toMatch(
    /139\*{4}5678 【试】您的账号（[^）]+）登记的手机号已更换为139\*{4}0000，本号码不再接收验证码/,
  );
  expect((await notices(t)).at(-1)).toEqual({
    title: '您的找回密码手机已更换',
    accountIds: [t.fixture.principals.countyWorker.accountId],
  });
  const late = await t.nobody.put(
    '/api/sys/question/unLoginCheck',
    { idCardNo: name, smsCode: old.smsCode },
    { cookies: old.cookies },
  );
  expect(late.code).toBe(400);
  // The same number again is no news.
  const before = await messages();
  await sql`truncate sms_message`.execute(t.db);
  expect((await confirm('countyWorker', OTHER)).code).toBe(200);
  await deliverPhoneNews(t.services);
  expect((await messages()).slice(before.length)).not.toContain('不再接收验证码');
});

test('an administrator who enters another one is told of too, and the owner has to confirm it', async () => {
  const { accountId } = t.fixture.principals.countyWorker;
  expect((await confirm('countyWorker', NEW)).code).toBe(200);
  const admin = await t.as('admin');
  const { version } = (await admin.get(`/api/sys/user/get/${accountId}`)).data;
  const fields = { id: accountId, version, phonenumber: OTHER, password: encrypt(PASSWORD) };
  const done = await admin.put('/api/sys/user', fields);
  expect(done.code, done.text).toBe(200);
  expect(await told()).toMatch(/139\*{4}5678 【试】[^\n]*已更换为139\*{4}0000[^\n]*$/);
  expect(await retrievedBy(nameOf('countyWorker'))).toBeNull();
});

test('the phone in the record of a member who is retrieved by it, changed by whatever way, is told to the old one', async () => {
  const { memberId, accountId } = t.fixture.principals.member;
  const place = `member.phone.${memberId}`;
  const { rows } = await sql<{ phone_mask: string }>`select phone_mask from member where id = ${memberId}`.execute(
    t.db,
  );
  const change = (phone: string) =>
    sql`
    update member set phone_enc = ${t.services.vault.encrypt(place, phone)}, phone_mask = ${`139****${phone.slice(-4)}`},
           phone_index = ${t.services.vault.index('phone', phone)} where id = ${memberId}`.execute(t.db);
  await change(NEW);
  expect(await told()).toContain(`${rows[0]?.phone_mask} 【试】`);
  // Encrypted anew, and that of somebody who has a number of the own, is no news.
  const before = await messages();
  await change(NEW);
  await sql`update account set phone_enc = decode('00', 'hex'), phone_mask = '139****1111' where id = ${accountId}`.execute(
    t.db,
  );
  await change(OTHER);
  expect(await told()).toBe(before);
});
