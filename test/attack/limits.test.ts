import { expect, test } from 'vitest';
import type { Services } from '#platform/server/context.ts';
import { buildApp } from '#platform/server/http/http.ts';
import { DOCS_HITS, openApi, serveDocs } from '#platform/server/http/openapi.ts';
import { countHitInMemory } from '#platform/server/http/rate.ts';
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
