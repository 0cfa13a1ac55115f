import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageOrigins } from '#kernel/session/server/pageOrigins.ts';
import { packageFolder } from '#kernel/shell/server/package.ts';
import { servePackages, servePage } from '#platform/server/http/static.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
const page = mkdtempSync(join(tmpdir(), 'party-page-'));
beforeAll(async () => {
  t = await startTestApp();
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  await servePackages(t.app, packageFolder(t.services.config.dataDir));
  await servePage(t.app, page, (host) => pageOrigins(t.services, host));
});
afterAll(async () => {
  await t.close();
  rmSync(page, { recursive: true, force: true });
});

const set = (host: string, data: object) =>
  sql`insert into site_config (host, data) values (${host}, ${JSON.stringify(data)}::jsonb)
      on conflict (host) do update set data = excluded.data`.execute(t.db);
const fetchPage = async (host: string) => (await t.app.inject({ url: '/', headers: { host } })).headers;

test('the package is told with size, version and checksum, and fetched under its name', async () => {
  expect((await t.nobody.get('/api/app/package')).data).toBeNull();
  await set('*', { appPackage: 'party-1.20.3.apk' });
  expect((await t.nobody.get('/api/app/package')).data, 'the named file is not there').toBeNull();

  const folder = packageFolder(t.services.config.dataDir);
  const bytes = Buffer.from('PK\u0003\u0004 a package');
  writeFileSync(join(folder, 'party-1.20.3.apk'), bytes);
  const { data } = await t.nobody.get('/api/app/package');
  expect(data).toMatchObject({
    file: 'party-1.20.3.apk',
    bytes: bytes.length,
    version: '1.20.3',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const fetched = await t.app.inject({ url: `/app/${data.file}` });
  expect(fetched.statusCode).toBe(200);
  expect(fetched.rawPayload.equals(bytes)).toBe(true);
  expect(fetched.headers).toMatchObject({
    'content-type': 'application/vnd.android.package-archive',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  });

  writeFileSync(join(folder, 'party-1.20.3.apk'), 'another one');
  const again = await t.nobody.get('/api/app/package');
  expect(again.data.sha256).toBe(createHash('sha256').update('another one').digest('hex'));
});

test('PEER-04 nothing but packages of the folder is served under /app/', async () => {
  const { dataDir } = t.services.config;
  writeFileSync(join(packageFolder(dataDir), 'notes.txt'), 'secret');
  writeFileSync(join(packageFolder(dataDir), '.hidden.apk'), 'secret');
  writeFileSync(join(dataDir, 'beside.apk'), 'secret');
  mkdirSync(join(packageFolder(dataDir), 'inner'), { recursive: true });
  writeFileSync(join(packageFolder(dataDir), 'inner', 'deep.apk'), 'secret');
  const forms = ['notes.txt', '.hidden.apk', '', 'inner/deep.apk', '../beside.apk', '..%2fbeside.apk'];
  forms.push('%2e%2e/beside.apk', '%252e%252e%252fbeside.apk', '..%5cbeside.apk', '/etc/passwd', 'x.apk%00.txt');
  for (const form of forms) {
    const answer = await t.app.inject({ url: `/app/${form}` });
    expect(answer.headers['content-type'], form).toContain('application/json');
    expect(answer.payload, form).not.toContain('secret');
  }
});

test('P52 the page lets in the origins that its host names, and no others', async () => {
  const plain = await fetchPage('plain.example');
  expect(plain['x-frame-options']).toBe('SAMEORIGIN');
  expect(plain['content-security-policy']).toContain("script-src 'self';");
  expect(plain['content-security-policy']).toContain("connect-src 'self';");
  expect(plain['content-security-policy']).toContain("frame-ancestors 'self'");

  await set('open.example', {
    captcha: 'tencent',
    captchaAppId: '2000000000',
    intranetUrl: 'https://10.1.2.3:8443/dj/#/login',
    basePlatform: {
      platformUrl: 'https://base.example/login',
      appKey: 'k',
      origin: 'https://base.example',
      checkUrl: 'https://base.example/check',
    },
  });
  const open = await fetchPage('open.example');
  expect(open['x-frame-options']).toBeUndefined();
  const policy = String(open['content-security-policy']);
  expect(policy).toMatch(/connect-src 'self' https:\/\/turing\S+ https:\/\/turing\S+ https:\/\/10\.1\.2\.3:8443;/);
  expect(policy).toMatch(/script-src 'self' https:\/\/turing\.captcha\.qcloud\.com /);
  expect(policy).toMatch(/frame-ancestors 'self' https:\/\/base\.example$/);
  expect(policy).not.toContain('unsafe');

  await set('odd.example', { intranetUrl: "https://a;script-src'unsafe-eval'/x" });
  expect((await fetchPage('odd.example'))['content-security-policy']).toBe(plain['content-security-policy']);
  // A file of the page and a call keep the plain policy.
  const call = await t.app.inject({ url: '/api/getFrontEndConfig', headers: { host: 'open.example' } });
  expect(call.headers['content-security-policy']).toBe(plain['content-security-policy']);
});
