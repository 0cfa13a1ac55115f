import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCode, openPool } from '#platform/server/database/db.ts';
import { buildApp } from '#platform/server/http/http.ts';
import { servePage } from '#platform/server/http/static.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { fetchBytes, pdf, upload } from '../../src/kernel/files/test/factory.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { makeOwnRows } from './ownRows.ts';
import { nameOf, sampleOf } from './samples.ts';

/** What is promised of all calls of a kind, asked of all of them, those of coming modules too. */
const contracts = callsOfModules(serverModules);
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await makeOwnRows(t);
});
afterAll(() => t.close());

const HEADERS = {
  'content-security-policy': /default-src 'self'.*script-src 'self'.*object-src 'none'.*frame-ancestors 'self'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-frame-options': /^SAMEORIGIN$/,
  'permissions-policy': /geolocation=\(self\)/,
};
/** Files may run and load nothing at all, so that their policy is stricter than the page's. */
const OF_A_FILE = { ...HEADERS, 'content-security-policy': /^default-src 'none';.*frame-ancestors 'self'$/ };
function strict(headers: Record<string, unknown>, kind: string, wantedHeaders: Record<string, RegExp> = HEADERS) {
  for (const [name, wanted] of Object.entries(wantedHeaders)) expect(headers[name], `${kind} ${name}`).toMatch(wanted);
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
    expect(headers[name], `${kind} ${name}`).toBeUndefined();
}

test('P52 files, in whole and in parts, carry the strict headers, and so does the answer to whoever may not read them', async () => {
  const worker = await t.as('branchWorker');
  const { data } = await upload(t, worker, '说明.pdf', pdf(5000, 3));
  const whole = await fetchBytes(t, worker, data.url);
  const part = await fetchBytes(t, worker, data.url, { range: 'bytes=0-9' });
  expect([whole.status, part.status]).toEqual([200, 206]);
  const foreign = await (await t.as('siblingWorker')).get(data.url);
  expect(foreign.code).toBe(404);
  for (const [kind, answer] of Object.entries({ whole, part, foreign })) {
    strict(answer.headers, kind, kind === 'foreign' ? HEADERS : OF_A_FILE);
    expect(answer.headers['cache-control'], kind).toMatch(/no-store|private/);
  }
});

test('P52 the page and its parts carry them too, and nobody keeps the page itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'party-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/main.js'), '0;');
  const app = await buildApp(t.services, []);
  await servePage(app, folder, async () => ({ scripts: [], calls: [], pictures: [], framedBy: [] }));
  for (const url of ['/', '/index.html', '/assets/main.js', '/nothing.js']) {
    const { statusCode, headers } = await app.inject({ method: 'GET', url });
    expect(statusCode, url).toBe(url === '/nothing.js' ? 404 : 200);
    strict(headers, url);
    if (url === '/') expect(headers['cache-control']).toBe('no-cache');
  }
  await app.close();
  rmSync(folder, { recursive: true });
});

test('P52 a file of the page is served by the name that it has, spelled so, and one that is laid in later as well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'party-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/main.js'), '0;');
  writeFileSync(join(folder, 'assets/main.js.br'), 'smaller');
  const app = await buildApp(t.services, []);
  await servePage(app, folder, async () => ({ scripts: [], calls: [], pictures: [], framedBy: [] }));
  const statusOf = async (url: string, method: 'GET' | 'HEAD' = 'GET') =>
    (await app.inject({ method, url })).statusCode;
  expect([await statusOf('/', 'HEAD'), await statusOf('/assets/main.js', 'HEAD')]).toEqual([200, 200]);
  for (const url of ['/INDEX.HTML', '/Assets/main.js', '/assets', '/assets/'])
    expect(await statusOf(url), url).toBe(404);
  const small = await app.inject({ url: '/assets/main.js', headers: { 'accept-encoding': 'br' } });
  expect([small.payload, small.headers['content-encoding']]).toEqual(['smaller', 'br']);
  expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  writeFileSync(join(folder, 'assets/next.js'), '1;');
  await expect.poll(() => statusOf('/assets/next.js'), { timeout: 300_000 }).toBe(200);
  await app.close();
  rmSync(folder, { recursive: true });
});

test('P32 P52 so do the answers to too many requests and to those that come while the database is away', async () => {
  const ask = () => t.nobody.post('/api/session/redeem', { ticket: 'x'.repeat(43) }, { ip: '203.0.113.52' });
  let last = await ask();
  for (let n = 0; n < 320 && last.status !== 429; n++) last = await ask();
  expect(last.status).toBe(429);
  strict(last.headers, '429');

  const away = openPool('postgres://nobody@127.0.0.1:1/nothing');
  const app = await buildApp(
    { ...t.services, db: away.db },
    serverModules.flatMap(({ routes }) => [...routes]),
  );
  const { statusCode, headers } = await app.inject({ url: '/api/getInfo', headers: { authorization: 'x'.repeat(43) } });
  expect(statusCode).toBe(503);
  strict(headers, '503');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await app.close();
  await away.db.destroy();
});

test('P33 slow reports hold their connections no longer than they may; whoever waits meanwhile is answered, none opens another', async () => {
  const most = 2;
  const { db } = openPool(t.services.config.databaseUrl ?? '', { max: most, statementSeconds: 1 });
  const app = await buildApp(
    { ...t.services, db },
    serverModules.flatMap(({ routes }) => [...routes]),
  );
  const slow = Array.from({ length: 3 * most }, () =>
    sql`select pg_sleep(60), 'slow report of P33'`.execute(db).then(
      () => 'done',
      (error: unknown) => errorCode(error) ?? 'no connection',
    ),
  );
  const { token } = await t.as('branchWorker');
  const ask = () => app.inject({ url: '/api/getInfo', headers: { authorization: token } });
  const waiting = Array.from({ length: 20 }, ask);
  const open = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
     where datname = current_database() and query like '%slow report of P33%' and pid <> pg_backend_pid()`.execute(
    t.db,
  );
  expect(open.rows[0]?.n).toBeLessThanOrEqual(most);
  for (const { statusCode } of await Promise.all(waiting)) expect([200, 503]).toContain(statusCode);
  for (const end of await Promise.all(slow)) expect(['57014', 'no connection']).toContain(end);
  expect((await ask()).statusCode).toBe(200);
  await app.close();
  await db.destroy();
});

test('P48 no call that writes is taken from another site, with whatever content type a form of that site may send', async () => {
  const admin = await t.as('admin');
  const writes = contracts.filter(({ method }) => method !== 'GET');
  expect(writes.length).toBeGreaterThan(150);
  for (const endpoint of writes) {
    const url = endpoint.path.replace(/\{\w+\}/g, '1');
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await t.app.inject({
        method: endpoint.method,
        url,
        headers: { authorization: admin.token, 'sec-fetch-site': 'cross-site', 'content-type': type },
        payload: '{}',
      });
      expect([answer.statusCode, answer.json().code], `${nameOf(endpoint)} ${type}`).toEqual([403, 403]);
    }
  }
  // GET calls that write are walked as the page asks them: with the token in a header, which no other site can set.
  for (const endpoint of contracts.filter(
    ({ method, audit, access }) => method === 'GET' && audit && access !== 'public',
  )) {
    const answer = await t.nobody.call(
      endpoint,
      sampleOf(endpoint, { orgId: ORGS.branchA11.id, memberId: '1' }) as never,
    );
    expect(answer.code, nameOf(endpoint)).toBe(401);
  }
});

/** Calls that make a file of many rows, by the jobs that do it. */
const EXPORTS = contracts.filter(({ path, audit }) => audit && /(export|job\/repeat)$/i.test(path));

test('P53 every export has its limit of the account, and another account goes on', async () => {
  expect(EXPORTS.length).toBeGreaterThan(5);
  for (const endpoint of EXPORTS) {
    expect(endpoint.rate, nameOf(endpoint)).toMatchObject({ by: 'account' });
    expect(endpoint.rate?.seconds, nameOf(endpoint)).toBeGreaterThanOrEqual(3600);
  }
  const endpoint = EXPORTS.find(({ path }) => path === '/api/orgMeber/org/export') ?? EXPORTS[0];
  if (!endpoint?.rate) throw new Error('no export has a limit');
  const [one, other] = [await t.as('committeeWorker'), await t.as('siblingWorker')];
  const input = sampleOf(endpoint, { orgId: ORGS.committeeA1.id, memberId: t.fixture.members.branchA11?.[0] ?? '' });
  await sql`truncate rate_window`.execute(t.db);
  const answers = [];
  for (let n = 0; n <= endpoint.rate.hits; n++) answers.push((await one.call(endpoint, input as never)).status);
  expect(answers.slice(0, -1)).not.toContain(429);
  expect(answers.at(-1)).toBe(429);
  expect((await other.call(endpoint, input as never)).status).not.toBe(429);
});

test('PEER-12 P57 after signing out no address of a file is good, whatever was opened before', async () => {
  const worker = await t.as('branchWorker');
  const { data } = await upload(t, worker, '说明.pdf', pdf(5000, 3));
  const urls = [data.url, data.thumbnailUrl, data.zoomUrl].filter(Boolean);
  for (const url of urls) expect((await fetchBytes(t, worker, url)).status).toBe(200);
  await worker.get('/api/logout');
  for (const url of urls) {
    expect((await worker.get(url)).code, url).toBe(401);
    expect((await t.nobody.get(url)).code, url).toBe(401);
  }
  const again = await t.as('branchWorker');
  expect((await fetchBytes(t, again, data.url)).status).toBe(200);
});
