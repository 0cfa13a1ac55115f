import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '#platform/server/http/http.ts';
import { openApi, serveDocs } from '#platform/server/http/openapi.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeEncrypter } from '../support/encrypt.ts';
import { ORGS, PASSWORD } from '../support/fixture.ts';
import { nameOf } from './samples.ts';

/** What the platform promises whichever module answers (docs/security.md). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const LIST = '/api/orgMeber/org/datalistPage';
const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describe('declared calls', () => {
  test('P1 the paths that answer are the declared ones: no other method, no other path', async () => {
    const admin = await t.as('admin');
    const declared = new Set(callsOfModules(serverModules).map(nameOf));
    // With a name or a number to look for, the page asks a declared GET by POST.
    for (const { personal, path } of callsOfModules(serverModules)) if (personal) declared.add(`POST ${path}`);
    for (const { path } of callsOfModules(serverModules)) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
        if (declared.has(`${method} ${path}`) || path.includes('{')) continue;
        const others = [...declared].some(
          (name) => name.startsWith(`${method} `) && fits(name.slice(method.length + 1), path),
        );
        if (others) continue;
        const answer = await t.app.inject({ method, url: path, headers: { authorization: admin.token } });
        expect(answer.statusCode, `${method} ${path}`).toBe(404);
      }
    }
  });

  test('PEER-06 no call runs SQL, makes code or shows the inside of the server', async () => {
    const admin = await t.as('admin');
    for (const path of [
      '/api/tool/gen/createTable',
      '/tool/gen/list',
      '/druid/index.html',
      '/actuator/env',
      '/jmreport/queryFieldBySql',
      '/swagger-ui.html',
      '/monitor/job/run',
      '/.env',
      '/.git/config',
      '/data/master.key',
    ]) {
      const answer = await admin.get(path);
      expect(answer.text, path).not.toMatch(/password|secret|\[core\]|BEGIN /i);
      expect(answer.code === 404 || answer.body === null, path).toBe(true);
    }
  });
});

/** Whether a declared path with parameters takes a plain one. */
const fits = (declared: string, path: string) =>
  new RegExp(`^${declared.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

describe('what does not exist', () => {
  test('P3 a foreign, a deleted and an unknown person read the same, byte for byte', async () => {
    const worker = await t.as('branchWorker');
    const foreign = t.fixture.members.branchB11?.[0] ?? '';
    const answers = await Promise.all(
      [foreign, t.fixture.deletedMemberId, '987654321'].map((id) => worker.get(`/api/dyxx/member/get/${id}`)),
    );
    const [first] = answers;
    for (const answer of answers) {
      expect(answer.text).toBe(first?.text);
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(first?.headers ?? {}).sort());
    }
  });

  test('P3 and they take the same time', async () => {
    const worker = await t.as('branchWorker');
    const ids = [t.fixture.members.branchB11?.[0] ?? '', '987654321'];
    const times: number[][] = [[], []];
    for (let round = 0; round < 120; round++) {
      for (const [index, id] of ids.entries()) {
        const from = performance.now();
        await worker.get(`/api/dyxx/member/get/${id}`);
        times[index]?.push(performance.now() - from);
      }
    }
    const [foreign = 0, unknown = 0] = times.map(median);
    // Both take one query; a second look-up would double the time.
    expect(Math.max(foreign, unknown) / Math.min(foreign, unknown)).toBeLessThan(1.5);
  });
});

describe('fields', () => {
  test('P6 PEER-16 a masked field can be neither sorted nor searched in part, and no answer gives it away', async () => {
    const worker = await t.as('cityWorker');
    const { loginName } = t.fixture.principals.member;
    for (const query of [{ sort: 'idCardNo' }, { sort: 'phonenumber' }, { idCardNo: loginName.slice(0, 10) }]) {
      expect((await worker.get(LIST, query)).code, JSON.stringify(query)).toBe(600);
    }
    const part = await worker.get(LIST, { keyWords: loginName.slice(6, 14) });
    expect(part.total).toBe(0);
    const whole = await worker.get(LIST, { idCardNo: loginName });
    expect(whole.total).toBe(1);
    expect(whole.text).not.toContain(loginName);
  });
});

describe('files', () => {
  const traversals = [
    '../../etc/passwd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%2f..%2fmaster.key',
    '%252e%252e%252fmaster.key',
    '..\\..\\master.key',
    '/etc/passwd',
    'C:\\windows\\win.ini',
    'a\0.png',
    '..;/master.key',
    '%c0%ae%c0%ae/master.key',
  ];
  test('PEER-04 no path, in whatever writing, reaches a file that is not offered', async () => {
    const admin = await t.as('admin');
    for (const name of traversals) {
      for (const url of [
        `/api/job/download?id=${encodeURIComponent(name)}`,
        `/api/common/download?fileName=${encodeURIComponent(name)}&delete=true`,
        `/app/${name.replaceAll('\0', '%00')}`,
        `/assets/${name.replaceAll('\0', '%00')}`,
      ]) {
        for (const headers of [{}, { authorization: admin.token }]) {
          const answer = await t.app.inject({ method: 'GET', url, headers });
          expect(answer.payload, url).not.toMatch(/root:|\[fonts\]/);
          expect(answer.statusCode, url).toBeLessThan(500);
          expect(answer.headers['content-disposition'], url).toBeUndefined();
        }
      }
    }
  });
});

describe('answers', () => {
  const EXPECTED = {
    'content-security-policy': /default-src 'self'.*script-src 'self'.*object-src 'none'.*frame-ancestors 'self'/,
    'x-content-type-options': /^nosniff$/,
    'referrer-policy': /^no-referrer$/,
    'cross-origin-opener-policy': /^same-origin$/,
    'cross-origin-resource-policy': /^same-origin$/,
    'x-frame-options': /^SAMEORIGIN$/,
    'cache-control': /^no-store$/,
  };
  test('P52 every kind of answer carries the same headers: good, refused, unknown, broken', async () => {
    const admin = await t.as('admin');
    const kinds = {
      good: await admin.get('/api/getInfo'),
      list: await admin.get(LIST),
      unauthorised: await t.nobody.get('/api/getInfo'),
      forbidden: await (await t.as('member')).post('/api/back/log/getList'),
      missing: await admin.get('/api/nothing/here'),
      bad: await admin.get(LIST, { pageNum: 'x' }),
      unreadable: await admin.get('/api/zzxx/org/%zz'),
    };
    for (const [kind, answer] of Object.entries(kinds)) {
      for (const [name, wanted] of Object.entries(EXPECTED))
        expect(answer.headers[name], `${kind} ${name}`).toMatch(wanted);
      expect(answer.headers['x-powered-by'], kind).toBeUndefined();
      expect(answer.headers['access-control-allow-origin'], kind).toBeUndefined();
      expect(answer.headers.server, kind).toBeUndefined();
    }
    expect(String(kinds.good.headers['content-security-policy'])).not.toMatch(/unsafe|\*/);
  });

  test('P48 another site cannot write: neither by its own request, nor by the cookies that the browser adds', async () => {
    const { loginName } = t.fixture.principals.branchWorker;
    const encrypt = await makeEncrypter(t);
    const signedIn = await t.nobody.post('/api/login', { username: loginName, password: encrypt(PASSWORD) });
    const set = ([] as string[]).concat((signedIn.headers['set-cookie'] ?? []) as string[]);
    for (const cookie of set) expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const cookies = Object.fromEntries(
      set.map((cookie) => (cookie.split(';')[0] ?? '').split('=') as [string, string]),
    );
    expect((await t.nobody.get('/api/getInfo', {}, { cookies })).code).toBe(401);
    expect((await t.nobody.get('/api/logout', {}, { cookies })).code).toBe(401);
    const foreign = await t.withToken(signedIn.data.token).post(
      '/api/switchRole',
      { workOrgId: '1', roleId: 3 },
      {
        headers: { 'sec-fetch-site': 'cross-site' },
      },
    );
    expect(foreign).toMatchObject({ status: 403, code: 403 });
  });

  test('P51 neither a token, nor a password, nor an id card stands in any table in the clear', async () => {
    const { loginName } = t.fixture.principals.committeeWorker;
    const encrypt = await makeEncrypter(t);
    const { data } = await t.nobody.post('/api/login', { username: loginName, password: encrypt(PASSWORD) });
    const worker = t.withToken(data.token);
    await worker.get('/api/getInfo');
    await worker.get(LIST, { idCardNo: loginName });
    await worker.post('/api/dyxx/member/reveal', {
      id: t.fixture.members.branchA11?.[0],
      field: 'idCardNo',
      reason: '核对',
    });
    await worker.post('/api/session/ticket');
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      t.db,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      for (const secret of [data.token, PASSWORD, loginName]) {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from ${sql.table(name)} as held where strpos(held::text, ${secret}) > 0`.execute(
          t.db,
        );
        expect(rows[0]?.n, `${name}`).toBe(0);
      }
    }
  });

  test('P60 what was typed stays one entry: breaks, colours and right-to-left marks are refused or kept inside', async () => {
    const admin = await t.as('admin');
    const before = await logLines();
    const nasty = ['试\r\n2026-01-01 伪造的一行', '试\u001b[31m红', '试\u202e倒'];
    for (const contact of nasty) {
      await admin.put('/api/zzxx/org', { id: ORGS.branchA12.id, version: await versionOf(ORGS.branchA12.id), contact });
    }
    const { rows } = await admin.post('/api/back/log/getList?pageNum=1&pageSize=50');
    for (const row of rows) expect(JSON.stringify(row)).not.toMatch(/\\r|\\n|\\u001b/);
    expect((await logLines()) - before).toBeLessThanOrEqual(nasty.length);
  });
});

const logLines = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(t.db)).rows[0]?.n ?? 0;
const versionOf = async (id: string) =>
  (await sql<{ version: number }>`select version from organisation where id = ${id}`.execute(t.db)).rows[0]?.version;

test('P32 PEER-07 a look-up that fails means no: without its database the server lets nobody in', async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  const broken = await startTestApp();
  vi.unstubAllEnvs();
  try {
    const admin = await broken.as('admin');
    await broken.db.destroy();
    for (const endpoint of callsOfModules(serverModules)) {
      if (['public', 'device'].includes(endpoint.access) || endpoint.upload) continue;
      const answer = await admin.call(endpoint, {} as never);
      expect(answer.status, nameOf(endpoint)).toBeGreaterThanOrEqual(500);
      expect(answer.data?.traceId, nameOf(endpoint)).toBeTypeOf('string');
      expect(answer.text).not.toMatch(/destroy|kysely|postgres|select/i);
    }
  } finally {
    await broken.close();
  }
});

describe('limits', () => {
  test('P53 a header does not talk a limit away', async () => {
    let source = 8;
    const ask = (forwarded: string) =>
      t.nobody.post(
        '/api/session/redeem',
        { ticket: 'x'.repeat(43) },
        {
          ip: `203.0.113.${source}`,
          headers: { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` },
        },
      );
    const window = async () =>
      (await sql<{ at: number }>`select floor(extract(epoch from now()) / 60)::int as at`.execute(t.db)).rows[0]?.at;
    // The windows are whole minutes of the clock: a flood that crossed one is repeated from another source.
    const flood = async () => {
      source++;
      const began = await window();
      const answers = [];
      for (let n = 0; n < 321; n++) answers.push(await ask(`198.51.100.${n % 250}`));
      return { answers, isOne: began === (await window()) };
    };
    let { answers, isOne } = await flood();
    while (!isOne) ({ answers, isOne } = await flood());
    expect(answers.slice(0, 300).filter(({ status }) => status === 429)).toHaveLength(0);
    expect(answers.slice(300).map(({ status }) => status)).toEqual(Array(21).fill(429));
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('P1 the document of all calls asks for a session outside the demo', async () => {
  const { token } = await t.as('member');
  for (const demo of [false, true]) {
    const services = { ...t.services, config: { ...t.services.config, demo } };
    const app = await buildApp(services, []);
    serveDocs(app, services, () => openApi(serverModules, '接口'));
    for (const url of ['/api/docs', '/api/docs/openapi.json']) {
      const read = async (authorization?: string) =>
        (await app.inject({ url, headers: authorization ? { authorization } : {} })).payload.includes('/api/zzxx/org');
      expect([url, await read(), await read('x'.repeat(43)), await read(token)]).toEqual([url, demo, demo, true]);
    }
    expect((await app.inject({ url: '/api/docs' })).payload.includes('登录已过期')).toBe(!demo);
    await sql`update account set must_change_password = true`.execute(t.db);
    const before = await app.inject({ url: '/api/docs', headers: { authorization: token } });
    expect(before.payload.includes('请先修改密码')).toBe(!demo);
    await sql`update account set must_change_password = false`.execute(t.db);
    await app.close();
  }
});
