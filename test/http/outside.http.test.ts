import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { configure, HOST } from '../../src/kernel/session/test/waysFactory.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Counterpart, type Fault, startCounterpart } from '../support/counterparts/counterpart.ts';
import { ORGS } from '../support/fixture.ts';
import { nameOf, sampleOf } from './samples.ts';

/** What the outside can do to the platform, and what a caller can make the platform do to the outside. */
let t: TestApp;
let canary: Counterpart;
let outside: Counterpart;
beforeAll(async () => {
  t = await startTestApp({ rollBack: true });
  canary = await startCounterpart();
  outside = await startCounterpart();
  await configure(t, outside);
});
afterAll(async () => {
  await canary.close();
  await outside.close();
  await t.close();
});

/** The input with every text in it, however deep, replaced by an address. */
function pointed(value: unknown, address: string): unknown {
  if (typeof value === 'string') return address;
  if (Array.isArray(value)) return value.map((item) => pointed(item, address));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, pointed(item, address)]));
}

test('PEER-13 the server asks no address that a caller names, in any field of any call', {
  timeout: 600_000,
}, async () => {
  const admin = await t.as('admin');
  const ids = { orgId: ORGS.branchA11.id, memberId: t.fixture.members.branchA11?.[0] ?? '0' };
  const addresses = [
    `${canary.origin}/x`,
    `//${new URL(canary.origin).host}/x`,
    `${canary.origin}/x?u=${canary.origin}`,
  ];
  const elsewhere = new URL(canary.origin).host;
  const headers = { host: HOST, referer: canary.origin, origin: canary.origin, 'x-forwarded-host': elsewhere };
  let calls = 0;
  for (const endpoint of callsOfModules(serverModules)) {
    if (nameOf(endpoint).includes('logout')) continue;
    const sample: Record<string, unknown> = sampleOf(endpoint, ids);
    const [plain = ''] = addresses;
    const inputs = Object.keys(endpoint.input.shape).map((name) => ({
      ...sample,
      [name]: typeof sample[name] === 'object' ? pointed(sample[name], plain) : plain,
    }));
    for (const address of addresses)
      inputs.push(pointed({ ...sample, url: plain, callback: plain }, address) as typeof sample);
    for (const input of inputs) {
      await admin.call(endpoint, input as never, { headers });
      calls++;
    }
  }
  expect(calls).toBeGreaterThan(500);
  expect(canary.hits).toEqual([]);
});

describe('an outside service that fails', () => {
  for (const fault of ['error', 'garbage', 'huge', 'redirect', 'timeout'] satisfies Fault[]) {
    test(`P39 ${fault}: signing in by it says so and opens nothing; other calls do not wait for it`, {
      timeout: 600_000,
    }, async () => {
      const failing = await startCounterpart();
      await configure(t, failing);
      failing.fail('/', fault);
      const who = t.fixture.principals.branchWorker.loginName;
      const appCode = failing.issue('app', { who });
      const began = performance.now();
      const waiting = t.nobody.post('/api/login/appCode', { appCode }, { headers: { host: HOST } });
      const worker = await t.as('branchWorker');
      expect((await worker.get('/api/getInfo')).code).toBe(200);
      expect(performance.now() - began).toBeLessThan(3000);
      const answer = await waiting;
      expect(performance.now() - began).toBeLessThan(8000);
      expect(answer).toMatchObject({ status: 200, code: 400, msg: '外部服务暂时没有响应，请稍后再试', data: null });
      expect(failing.hits.map((hit) => hit.path)).toEqual(['/app/check']);
      await failing.close();
    });
  }

  test('P39 a code that could not be checked is good when the service is back', async () => {
    const failing = await startCounterpart();
    await configure(t, failing);
    const appCode = failing.issue('app', { who: t.fixture.principals.branchWorker.loginName });
    const use = () => t.nobody.post('/api/login/appCode', { appCode }, { headers: { host: HOST } });
    failing.fail('/', 'error');
    expect((await use()).code).toBe(400);
    failing.fail('/', null);
    expect((await use()).data.token).toMatch(/^[\w-]{43}$/);
    await failing.close();
  });
});
