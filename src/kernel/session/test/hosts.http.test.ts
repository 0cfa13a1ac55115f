import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Counterpart, startCounterpart } from '../../../../test/support/counterparts/counterpart.ts';
import { type LoginApp, startLoginApp } from './factory.ts';
import { configure } from './waysFactory.ts';

const OWN = 'dj.example.cn';
const MADE_UP = 'made-up.example';

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
  await sql`truncate login_failure, rate_window, site_config, session`.execute(t.db);
  t.services.config.hosts = [OWN, 'inner.example.cn:8443'];
});

const askAs = (host: string) => t.nobody.get('/api/getFrontEndConfig', {}, { headers: { host } });
const setRow = (host: string, settings: object) =>
  sql`insert into site_config (host, data) values (${host}, ${JSON.stringify(settings)})`.execute(t.db);

test('a request for a host that is none of the configured ones is answered with 421, whatever it asks', async () => {
  for (const host of [OWN, `${OWN}:8080`, 'DJ.Example.cn', 'inner.example.cn:8443']) {
    expect(await askAs(host), host).toMatchObject({ status: 200, code: 200 });
  }
  const strangers = [MADE_UP, `${OWN}.${MADE_UP}`, `x.${OWN}`, `${OWN}.`, 'inner.example.cn', 'inner.example.cn:443'];
  for (const host of strangers) expect(await askAs(host), host).toMatchObject({ status: 421, code: 404, data: null });
  const headers = { host: MADE_UP };
  for (const path of ['/', '/api/nothing', '/api/getInfo']) {
    expect((await t.nobody.get(path, {}, { headers })).status, path).toBe(421);
  }
  const body = { username: t.nameOf('member'), password: 'ab' };
  expect((await t.nobody.post('/api/login', body, { headers })).status).toBe(421);
  expect((await sql`select from login_failure`.execute(t.db)).rows).toEqual([]);
  t.services.config.hosts = [];
  expect((await askAs(MADE_UP)).code).toBe(200);
});

test('where any host is answered, one that nobody has set reads the settings of *, not those of another host', async () => {
  t.services.config.hosts = [];
  await setRow('*', { verificationOn: true, passwordPolicy: 'strict', secondFactor: 'workers' });
  await setRow(OWN, { verificationOn: false, passwordPolicy: 'spec', secondFactor: 'optional' });
  expect((await askAs(OWN)).data).toMatchObject({ verificationOn: false, passwordPolicy: 'spec' });
  for (const host of [MADE_UP, `${OWN}.${MADE_UP}`, '*', '*:80', '']) {
    expect((await askAs(host)).data, host).toMatchObject({ verificationOn: true, passwordPolicy: 'strict' });
  }
  const enter = async (host: string) => {
    const { data } = await t.nobody.post(
      '/api/test/login',
      { username: t.nameOf('branchWorker') },
      { headers: { host } },
    );
    return (await t.withToken(data.token).get('/api/getInfo')).data.secondFactor.required;
  };
  expect(await enter(OWN)).toBe(false);
  expect(await enter(MADE_UP)).toBe(true);
});

test('P14 codes are made for the host as it is configured, not as the caller writes it', async () => {
  await configure(t, outside);
  const code = outside.issue('app', { who: t.nameOf('branchWorker'), audience: OWN });
  const answer = await t.nobody.post('/api/login/appCode', { appCode: code }, { headers: { host: `${OWN}:9999` } });
  expect(answer.code).toBe(200);
  const asked = outside.hits.filter((hit) => hit.body.includes(code)).map((hit) => JSON.parse(hit.body).audience);
  expect(asked).toEqual([OWN]);
});
