import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configByHost, frontEndConfig } from '#kernel/session/contract.ts';
import { siteSetup } from '#kernel/session/server/site.ts';
import { getSite, listSites, probeSite, removeSite, saveSite, testSms } from '#kernel/system/contract.site.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let t: TestApp;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
});
afterAll(() => t.close());
beforeEach(() => sql`delete from site_config`.execute(t.db));

const shown = async (host: string) => {
  const answer = await t.nobody.call(frontEndConfig, {}, { headers: { host } });
  return answer.result;
};

test('what an administrator sets is what the next visitor sees; a host inherits what it does not set', async () => {
  const common = await admin.call(saveSite, {
    host: '*',
    version: 0,
    settings: { productName: '甲市党建', hostUnit: '甲市委组织部' },
  });
  expect(common.result.version).toBe(1);
  expect(await shown('a.example.cn')).toMatchObject({
    productName: '甲市党建',
    hostUnit: '甲市委组织部',
    kind: 'city',
  });

  await admin.call(saveSite, { host: 'B.example.cn', version: 0, settings: { kind: 'college', appQr: PNG } });
  expect(await shown('b.example.cn')).toMatchObject({ productName: '甲市党建', kind: 'college', appQr: PNG });
  expect(await shown('b.example.cn:8443')).toMatchObject({ kind: 'college' });
  expect(await shown('a.example.cn')).toMatchObject({ kind: 'city', appQr: null });
  const named = await t.nobody.call(configByHost, { configKey: 'b.example.cn' });
  expect(JSON.parse(named.data).kind).toBe('college');

  const read = (await admin.call(getSite, { host: 'b.example.cn' })).result;
  expect(read).toMatchObject({ version: 1, own: { kind: 'college', appQr: PNG }, can: { edit: true, remove: true } });
  expect(read.inherited).toMatchObject({ productName: '甲市党建', kind: 'city', appQr: null });
  const list = (await admin.call(listSites, {}, { headers: { host: 'b.example.cn' } })).result;
  expect(list.map(({ host, own, current }) => [host, own, current])).toEqual([
    ['*', 2, true],
    ['b.example.cn', 2, true],
  ]);

  // What is not sent is inherited again.
  await admin.call(saveSite, { host: 'b.example.cn', version: 1, settings: { kind: 'college' } });
  expect((await shown('b.example.cn')).appQr).toBeNull();
  await admin.call(removeSite, { host: 'b.example.cn', version: 2 });
  expect((await shown('b.example.cn')).kind).toBe('city');
});

test('P51 keys are written and never read back: not by the page, not in the log, not in the database in clear', async () => {
  const secret = 'gateway-key-4711';
  const saved = await admin.call(saveSite, { host: '*', version: 0, settings: {}, secrets: { smsKey: secret } });
  expect(saved.code).toBe(200);
  expect((await siteSetup(t.services, 'any.host')).secrets.smsKey).toBe(secret);
  const read = await admin.call(getSite, { host: 'other.host' });
  expect(read.result.secrets).toMatchObject({ smsKey: 'inherited', ehbSecret: 'none' });
  expect(read.text).not.toContain(secret);
  const { rows } = await sql<{ kept: string }>`
    select coalesce((select string_agg(changes::text, '') from audit_log), '') || (select data::text || encode(secrets_enc, 'escape') from site_config) as kept`.execute(
    t.db,
  );
  expect(rows[0]?.kept).not.toContain(secret);
  expect(rows[0]?.kept).toContain('重新设置');

  await admin.call(saveSite, { host: '*', version: 1, settings: { city: '甲' } });
  expect((await siteSetup(t.services, 'any.host')).secrets.smsKey, 'what is left out stays').toBe(secret);
  await admin.call(saveSite, { host: '*', version: 2, settings: {}, secrets: { smsKey: null } });
  expect((await siteSetup(t.services, 'any.host')).secrets).toEqual({});
});

const contradictions: readonly [settings: object, secrets: object, field: string][] = [
  [{ captcha: 'tencent', captchaAppId: '190000001' }, {}, 'secrets.captchaSecret'],
  [{ captcha: 'tencent' }, { captchaSecret: 'x' }, 'settings.captchaAppId'],
  [{ sms: { kind: 'http', url: '', sign: '甲市' } }, {}, 'settings.sms.url'],
  [{ sms: { kind: 'file', url: '', sign: '' } }, {}, 'settings.sms.sign'],
  [{ verificationOn: true }, {}, 'settings.verificationOn'],
  [{ thirdParty: true }, {}, 'settings.thirdParty'],
  [{ ehb: { url: 'https://ehb.example.cn', clientId: 'a' } }, {}, 'secrets.ehbSecret'],
  [{ wechat: { appId: 'wx1', domains: [] } }, { wechatSecret: 'x' }, 'settings.wechat.domains'],
  [{ appCodeUrl: 'https://app.example.cn/check' }, {}, 'secrets.appCodeKey'],
  [
    { outsideSites: [{ key: 'publishing', name: '发布', url: 'https://p.example.cn', legacyTokenHandoff: false }] },
    {},
    'secrets.publishingKey',
  ],
  [{ separateAdministrators: true }, {}, 'settings.separateAdministrators'],
];

test.for(contradictions)(
  'settings that cannot work together are refused at their field: %j',
  async ([settings, secrets, field]) => {
    const password = (await makeEncrypter(t))(PASSWORD);
    const answer = await admin.call(saveSite, { host: '*', version: 0, settings, secrets, password } as never);
    expect(answer.code).toBe(600);
    expect(Object.keys(answer.data.fields)).toEqual([field]);
    expect(answer.msg).toMatch(/[一-鿿]/);
    expect((await sql`select from site_config`.execute(t.db)).rows).toHaveLength(0);
  },
);

test('the common settings cannot be changed under a host that needs them', async () => {
  await admin.call(saveSite, { host: '*', version: 0, settings: {}, secrets: { captchaSecret: 'x' } });
  const settings = { captcha: 'tencent', captchaAppId: '190000001' } as const;
  expect((await admin.call(saveSite, { host: 'b.cn', version: 0, settings })).code).toBe(200);
  const answer = await admin.call(saveSite, { host: '*', version: 1, settings: {}, secrets: { captchaSecret: null } });
  expect(answer).toMatchObject({ code: 400 });
  expect(answer.msg).toContain('b.cn');
});

test('wrong values are refused at their field, pictures by what they are', async () => {
  const svg = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;
  const answer = await admin.call(saveSite, {
    host: '*',
    version: 0,
    settings: { appQr: svg, intranetUrl: 'javascript:alert(1)', redirectOrigins: ['https://a.cn/path'] },
  });
  expect(Object.keys(answer.data.fields).sort()).toEqual([
    'settings.appQr',
    'settings.intranetUrl',
    'settings.redirectOrigins.0',
  ]);
  expect((await admin.call(saveSite, { host: 'a b', version: 0, settings: {} })).data.fields.host).toContain('域名');
});

test('a stored value that is no longer taken counts as not set: the login page stays', async () => {
  await sql`insert into site_config (host, data) values
    ('*', '{"productName": "留下", "kind": "village", "revealsPerDay": -1, "gone": 1}')`.execute(t.db);
  expect(await shown('a.example.cn')).toMatchObject({ productName: '留下', kind: 'city' });
  expect((await admin.call(getSite, {})).result.own).toEqual({ productName: '留下' });
});

test('two who save at once: the second is told, and nothing is lost', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => admin.call(saveSite, { host: '*', version: 0, settings: { city: `市${n}` } })),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ data }) => data?.conflict)).toHaveLength(9);
});

test('only the top administrator writes; others read or are refused', async () => {
  const worker = await t.as('cityWorker');
  expect((await worker.call(listSites, {})).code).toBe(403);
  expect((await worker.call(saveSite, { host: '*', version: 0, settings: {} })).code).toBe(403);
  const { accountId } = t.fixture.principals.admin;
  await sql`update account_role set org_id = 2 where account_id = ${accountId}`.execute(t.db);
  const below = await admin.call(saveSite, { host: '*', version: 0, settings: { city: '乙' } });
  await sql`update account_role set org_id = 1 where account_id = ${accountId}`.execute(t.db);
  expect(below).toMatchObject({ code: 403, msg: '站点配置由最上级组织的管理员维护' });
});

test('an address is tried by the server as it is saved, and a test message goes through the gateway', async () => {
  const seen: { url: string; body: string; authorization: string | undefined }[] = [];
  const gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ url: request.url ?? '', body, authorization: request.headers.authorization });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0}');
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`;
  try {
    expect((await admin.call(probeSite, { host: '*', key: 'sms' })).result).toEqual({
      ok: false,
      message: '还没有保存这个地址',
    });
    expect((await admin.call(testSms, { host: '*', phone: '13900000001' })).result.ok).toBe(false);
    const settings = { sms: { kind: 'http' as const, url, sign: '甲市' }, intranetUrl: 'http://127.0.0.1:1/' };
    await admin.call(saveSite, { host: '*', version: 0, settings, secrets: { smsKey: 'key' } });
    expect((await admin.call(probeSite, { host: '*', key: 'sms' })).result).toMatchObject({ ok: true });
    expect((await admin.call(probeSite, { host: '*', key: 'intranetUrl' })).result.ok).toBe(false);
    expect((await admin.call(testSms, { host: '*', phone: '13900000001' })).result.ok).toBe(true);
    expect(JSON.parse(seen.at(-1)?.body ?? '{}')).toMatchObject({ phone: '13900000001', sign: '甲市' });
    expect(seen.at(-1)?.authorization).toBe('Bearer key');
    const { rows } = await sql<{ name: string }>`
      select target_name as name from audit_log where action = '发送测试短信' order by id desc limit 1`.execute(t.db);
    expect(rows[0]?.name).toBe('139****0001');
  } finally {
    gateway.close();
  }
});

test('P56 the marks on pages are on, go off by host through who may write the site, and the log says who did', async () => {
  expect((await shown('a.example.cn')).pageMark).toBe(true);
  const off = { host: 'a.example.cn', version: 0, settings: { pageMark: false } };
  expect((await (await t.as('branchWorker')).call(saveSite, off)).code).toBe(403);
  expect((await shown('a.example.cn')).pageMark).toBe(true);
  expect((await admin.call(saveSite, off)).code).toBe(200);
  expect((await shown('a.example.cn')).pageMark).toBe(false);
  expect((await shown('b.example.cn')).pageMark).toBe(true);
  const { rows } = await sql<{ changes: Record<string, unknown[]> }>`
    select changes from audit_log where action = '修改站点配置' and outcome = 'done' order by id desc limit 1`.execute(
    t.db,
  );
  expect(JSON.stringify(rows[0]?.changes)).toContain('pageMark');
});
