import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CODE } from '#platform/contract.ts';
import { Refusal } from '#platform/server/errors.ts';
import { requestOutside } from '#platform/server/outside/outside.ts';
import { type Counterpart, type Fault, startCounterpart } from '../support/counterparts/counterpart.ts';

/** A fresh counterpart a test: what is known of an origin's faults does not reach the next. */
let outside: Counterpart;
let logged: string[];
beforeEach(async () => {
  outside = await startCounterpart();
  logged = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await outside.close();
});

const ask = (timeoutMs = 2000) =>
  requestOutside(`${outside.origin}/captcha/verify?Ticket=good&secret=s3cret`, { timeoutMs }).catch(
    (error: unknown) => error,
  );
const isAway = (answer: unknown) =>
  expect(answer).toMatchObject({ code: CODE.business, message: '外部服务暂时没有响应，请稍后再试' });

test('an answer is its status and its JSON; a refusal of the service is an answer too', async () => {
  expect(await ask()).toMatchObject({ status: 200, body: { response: '1', err_msg: 'OK' } });
  expect(await requestOutside(`${outside.origin}/nothing-here`)).toMatchObject({ status: 404, body: null, text: '' });
});

test('an object travels as JSON, parameters as a form', async () => {
  await requestOutside(`${outside.origin}/sms/send`, {
    method: 'POST',
    body: { text: '你好' },
    headers: { 'x-a': '1' },
  });
  await requestOutside(`${outside.origin}/sms/send`, { method: 'POST', body: new URLSearchParams({ text: '你好' }) });
  expect(outside.sms).toEqual([{ text: '你好' }, { text: '你好' }]);
  expect(outside.hits[0]?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-a': '1' });
  expect(outside.hits[1]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
});

describe('a service that fails', () => {
  for (const fault of ['timeout', 'error', 'garbage', 'huge', 'redirect'] satisfies Fault[]) {
    test(`P39 ${fault}: one sentence, in bounded time, and only the origin is logged`, async () => {
      outside.fail('/captcha', fault);
      const began = performance.now();
      isAway(await ask(300));
      expect(performance.now() - began).toBeLessThan(2000);
      expect(outside.hits.map((hit) => hit.path)).toEqual(['/captcha/verify']);
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain(outside.origin);
      expect(logged[0]).not.toMatch(/s3cret|Ticket|captcha/);
      outside.fail('/captcha', null);
      expect(await ask()).toMatchObject({ status: 200 });
    });
  }

  test('P39 a service that is not there at all reads the same', async () => {
    await outside.close();
    isAway(await ask());
    expect(logged[0]).toMatch(/ECONNREFUSED/);
    outside = await startCounterpart();
  });

  test('P39 a body is read no further than its limit', async () => {
    const url = `${outside.origin}/captcha/verify?Ticket=good`;
    expect(await requestOutside(url, { maxBytes: 34 })).toMatchObject({ status: 200 });
    await expect(requestOutside(url, { maxBytes: 20 })).rejects.toBeInstanceOf(Refusal);
  });

  test('P39 after five faults in a row it is left alone for 30 seconds, then tried by one request', async () => {
    const now = vi.spyOn(performance, 'now');
    let clock = 1000;
    now.mockImplementation(() => clock);
    outside.fail('/captcha', 'error');
    for (let i = 0; i < 8; i++) isAway(await ask());
    expect(outside.hits).toHaveLength(5);
    outside.fail('/captcha', null);
    clock += 29_999;
    isAway(await ask());
    expect(outside.hits).toHaveLength(5);
    clock += 1;
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.filter((answer) => !(answer instanceof Refusal))).toHaveLength(1);
    expect(outside.hits).toHaveLength(6);
    expect(await ask()).toMatchObject({ status: 200 });
  });

  test('P39 another origin is not left alone with it', async () => {
    const other = await startCounterpart();
    outside.fail('/captcha', 'error');
    for (let i = 0; i < 6; i++) isAway(await ask());
    expect(await requestOutside(`${other.origin}/captcha/verify?Ticket=good`)).toMatchObject({ status: 200 });
    await other.close();
  });
});
