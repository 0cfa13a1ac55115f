import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import type { Services } from '#platform/server/context.ts';
import { buildApp } from '#platform/server/http/http.ts';
import { DOCS_HITS, openApi, serveDocs } from '#platform/server/http/openapi.ts';
import { countHitInMemory, createBuckets } from '#platform/server/http/rate.ts';
import { ARRIVES, endSlowBodies } from '#platform/server/http/slow.ts';
import { pageFiles, servePage } from '#platform/server/http/static.ts';
import { beginUpload, UPLOADS_AT_ONCE } from '#platform/server/http/uploads.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { castBallot } from '#procedures/ballot/contract.ts';
import { serverModules } from '#rooms/server.ts';
import { startTestApp } from '../support/app.ts';

test('every call that is answered without a session has a limit by address', () => {
  const open = callsOfModules(serverModules).filter(({ access }) => access === 'public');
  expect(open.length).toBeGreaterThan(30);
  expect(open.filter(({ rate }) => rate?.by !== 'ip').map(({ path }) => path)).toEqual([]);
});

test('what is served beside the calls has a limit by address: the document of the calls and its style', async () => {
  const services = { config: { demo: true, trustProxy: [], hosts: [] } } as unknown as Services;
  const app = await buildApp(services, []);
  const own: string[] = [];
  app.addHook('onRoute', ({ url }) => void own.push(url));
  serveDocs(app, services, () => openApi([], '接口'));
  expect(own.length).toBeGreaterThan(2);
  for (const url of new Set(own)) {
    const remoteAddress = `10.0.0.${own.indexOf(url) + 1}`;
    for (let n = 0; n < DOCS_HITS; n++) await app.inject({ url, remoteAddress });
    expect((await app.inject({ url, remoteAddress })).statusCode, url).toBe(429);
  }
  await app.close();
});

test('slips are counted without being written down, and refused over their limit', () => {
  expect(castBallot.anonymous).toBe(true);
  for (let n = 0; n < 5; n++) countHitInMemory('one', 5, 600);
  expect(() => countHitInMemory('one', 5, 600)).toThrow('操作过于频繁');
  countHitInMemory('another', 5, 600);
});

test('a notice over its limit is not thanked: a provider takes 200 for a receipt, and would never say it again', async () => {
  const t = await startTestApp();
  try {
    const send = (bytes: number) =>
      t.app.inject({
        method: 'POST',
        url: '/api/dfgl/pay/notify/1',
        headers: { 'content-type': 'application/json' },
        payload: Buffer.alloc(bytes, 'x'),
      });
    expect((await send(70_000)).statusCode).toBe(413);
  } finally {
    await t.close();
  }
});

test('behind TLS a browser is told to come by TLS alone, without it nothing', async () => {
  const services = { config: { trustProxy: ['127.0.0.1'], hosts: [] } } as unknown as Services;
  const app = await buildApp(services, []);
  const told = async (proto: string) =>
    (await app.inject({ url: '/', headers: { 'x-forwarded-proto': proto } })).headers['strict-transport-security'];
  expect([await told('https'), await told('http')]).toEqual(['max-age=31536000', undefined]);
  await app.close();
});

test('a bucket takes what comes at once, fills again, is one address’s or one house’s alone, and forgets who went', () => {
  let time = 0;
  const buckets = createBuckets(10, 2, () => time);
  for (let n = 0; n < 10; n++) buckets.take('10.0.0.1');
  expect(() => buckets.take('10.0.0.1')).toThrow('操作过于频繁');
  buckets.take('10.0.0.2');
  time += 1000;
  buckets.take('10.0.0.1');
  buckets.take('10.0.0.1');
  expect(() => buckets.take('10.0.0.1')).toThrow('操作过于频繁');
  for (let n = 0; n < 10; n++) buckets.take(`2001:db8:1:2::${n}`);
  expect(() => buckets.take('2001:db8:1:2::ffff')).toThrow('操作过于频繁');
  for (let n = 0; n < 50_000; n++) buckets.take(`11.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
});

test('two hundred people of one address open the page at once; who asks without end is told to wait, nobody else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'party-page-'));
  writeFileSync(join(folder, 'index.html'), '<p>页');
  const app = await buildApp({ config: { trustProxy: [], hosts: [] } } as unknown as Services, []);
  await servePage(app, folder, async () => Promise.reject(new Error('no site')));
  const statusOf = async (remoteAddress: string) =>
    (await app.inject({ url: '/index.html', remoteAddress })).statusCode;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  for (let n = 0; n < 200 * 60; n++) pageFiles.take('10.1.0.1');
  expect(await statusOf('10.1.0.1')).toBe(200);
  expect(() => {
    for (let n = 0; n < 100_000; n++) pageFiles.take('10.1.0.1');
  }).toThrow('操作过于频繁');
  expect(await statusOf('10.1.0.1')).toBe(429);
  expect(await statusOf('10.1.0.2')).toBe(200);
  clock.mockRestore();
  await app.close();
  rmSync(folder, { recursive: true });
});

test('a body that drips is cut off, and so is what is sent on after the answer; heads have Node’s own time', async () => {
  const app = Fastify({ requestTimeout: ARRIVES.upload });
  endSlowBodies(app, { body: 150, upload: 150, afterAnswer: 150 });
  app.post('/read', async () => 'read');
  app.addHook('onRequest', async ({ url }, response) => {
    if (url === '/refused') return response.code(401).send('refused');
  });
  app.post('/refused', async () => 'never');
  await app.listen({ port: 0, host: '127.0.0.1' });
  expect(app.server.headersTimeout).toBe(ARRIVES.head);
  expect(app.server.requestTimeout).toBe(ARRIVES.upload);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const drip = (path: string) =>
    new Promise<string>((resolve) => {
      let answered = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
        ),
      );
      socket.on('data', (piece) => (answered += piece.toString()));
      socket.on('error', () => {});
      socket.on('close', () => resolve(answered));
    });
  expect(await drip('/read')).not.toContain('200 OK');
  expect(await drip('/refused')).toContain('401');
  const whole = await app.inject({ method: 'POST', url: '/read', payload: { a: 1 } });
  expect(whole.body).toBe('read');
  await app.close();
});

test('uploads: so many at once for one account, and so much a day, told before any of it is read', async () => {
  const t = await startTestApp();
  try {
    const services = { ...t.services, config: { ...t.services.config, uploadGigabytes: 0.1 } } as Services;
    const [one, other] = [{ accountId: '900001' }, { accountId: '900002' }];
    const MIB = 1024 * 1024;
    const ends = await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, () => beginUpload(services, one, 1)));
    await expect(beginUpload(services, one, 1)).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('同时上传'),
    });
    (await beginUpload(services, other, 1))();
    for (const end of ends) end();
    for (let n = 0; n < 5; n++) (await beginUpload(services, one, 20 * MIB))();
    await expect(beginUpload(services, one, 20 * MIB)).rejects.toThrow('您一天里上传的文件已超过0.1GB');
    // What does not say its size counts as the largest.
    for (let n = 0; n < 5; n++) (await beginUpload(services, other, undefined))();
    await expect(beginUpload(services, other, undefined)).rejects.toThrow('请明天再传');
  } finally {
    await t.close();
  }
});

test('what comes without a session is refused by its size before it is read', async () => {
  const t = await startTestApp();
  try {
    const payload = { name: 'a', password: 'x'.repeat(70_000) };
    const answer = await t.app.inject({ method: 'POST', url: '/api/login', payload });
    expect(answer.json()).toMatchObject({ msg: '上传的内容太大' });
  } finally {
    await t.close();
  }
});
