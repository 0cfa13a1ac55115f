import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { REHEARSAL } from '#platform/acts/reach.ts';
import { data, endpoint, file, rows } from '#platform/contract.ts';
import { call, fetchFile, fileNameOf, requestOf } from '#platform/web/call/api.ts';
import { on } from '#platform/web/call/events.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { asTold } from '#platform/web/press/asking.ts';
import { failWaitingCalls, resumeCalls } from '#platform/web/session/reLogin.ts';
import { getToken, setToken } from '#platform/web/session/sessionStore.ts';

const read = endpoint({
  method: 'GET',
  path: '/api/x/{id}',
  summary: '读取',
  access: 'session',
  scope: 'org',
  input: z.object({ id: z.string(), ids: z.array(z.string()).optional(), note: z.string().nullable().optional() }),
  reply: data(z.object({ who: z.string() })),
});
const list = endpoint({ ...read, path: '/api/x', input: z.object({}), reply: rows(z.object({ id: z.string() })) });
const write = endpoint({
  method: 'DELETE',
  path: '/api/x',
  summary: '删除',
  access: 'session',
  scope: 'org',
  idempotent: true,
  inQuery: ['id'],
  input: z.object({ id: z.string(), reason: z.string() }),
  reply: data(z.null()),
});

const answers: (() => Response)[] = [];
const sent: { url: string; init: RequestInit }[] = [];
const heard: string[] = [];
const stops: (() => void)[] = [];
const json =
  (body: object, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const header = (index: number, name: string) => new Headers(sent[index]?.init.headers).get(name);

beforeEach(() => {
  answers.length = sent.length = heard.length = 0;
  setToken('first');
  vi.stubGlobal('location', { hash: '#/news' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const answer = answers.shift();
    if (!answer) throw new TypeError('failed to fetch');
    return answer();
  });
  stops.push(
    on('sessionEnded', ({ elsewhere }) => heard.push(elsewhere ? 'elsewhere' : 'ended')),
    on('signedOut', () => heard.push('out')),
    on('notice', ({ text }) => heard.push(text)),
  );
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

test('an input becomes path, query and body', () => {
  expect(requestOf(read, { id: 'a/b', ids: ['1', '2'], note: null })).toEqual({
    method: 'GET',
    url: '/api/x/a%2Fb?ids=1%2C2',
    body: null,
  });
  expect(requestOf(write, { id: '7', reason: '重复' })).toEqual({
    method: write.method,
    url: '/api/x?id=7',
    body: { reason: '重复' },
  });
});

test('what names a person never stands in an address: with it a GET is asked by POST, without it as ever', () => {
  const search = { ...list, personal: ['keyWords'] };
  expect(requestOf(search, { keyWords: '田晓雯', pageNum: 2 })).toEqual({
    method: 'POST',
    url: `${list.path}?pageNum=2`,
    body: { keyWords: '田晓雯' },
  });
  expect(requestOf(search, { keyWords: '', pageNum: 2 })).toMatchObject({ method: 'GET', body: null });
});

test('a value and a list come back without their envelope', async () => {
  answers.push(
    json({ code: 200, msg: '', data: { who: '周敏' } }),
    json({ code: 200, msg: '', rows: [{ id: '1' }], total: 1 }),
  );
  expect(await call(read, { id: '1' })).toEqual({ who: '周敏' });
  expect(await call(list, {})).toEqual({ rows: [{ id: '1' }], total: 1 });
  expect(header(0, 'authorization')).toBe('first');
});

test('five calls meet an ended session: one prompt, and all are repeated with the new token', async () => {
  for (let call = 0; call < 5; call++) answers.push(json({ code: 401, msg: '登录已过期' }));
  const calls = Array.from({ length: 5 }, (_, index) => call(read, { id: String(index) }));
  await vi.waitFor(() => expect(heard).toEqual(['ended']));
  for (let call = 0; call < 5; call++) answers.push(json({ code: 200, msg: '', data: { who: String(call) } }));
  resumeCalls('second');
  expect(await Promise.all(calls)).toHaveLength(5);
  expect(sent).toHaveLength(10);
  expect(header(9, 'authorization')).toBe('second');
  expect(getToken()).toBe('second');
  expect(heard).toEqual(['ended']);
});

test('P16 a login elsewhere is told although other calls only hear that the session is over; all are repeated', async () => {
  answers.push(
    json({ code: 401, msg: '' }),
    json({ code: 800, msg: '您的账号已在其他地方登录' }),
    json({ code: 401, msg: '' }),
  );
  const calls = Array.from({ length: 3 }, (_, index) => call(read, { id: String(index) }));
  await vi.waitFor(() => expect(heard).toEqual(['ended', 'elsewhere']));
  for (let call = 0; call < 3; call++) answers.push(json({ code: 200, msg: '', data: { who: String(call) } }));
  resumeCalls('second');
  expect(await Promise.all(calls)).toHaveLength(3);
  expect(heard).toEqual(['ended', 'elsewhere']);
});

test('a late 401 of the old token is repeated without another prompt', async () => {
  answers.push(
    () => {
      setToken('second');
      return json({ code: 401, msg: '' }, 401)();
    },
    json({ code: 200, msg: '', data: { who: '周敏' } }),
  );
  expect(await call(read, { id: '1' })).toEqual({ who: '周敏' });
  expect(heard).toEqual([]);
});

test('giving up fails the calls and signs out', async () => {
  answers.push(json({ code: 401, msg: '登录已过期' }));
  const failing = call(read, { id: '1' }).catch((error: ApiError) => error.code);
  await vi.waitFor(() => expect(heard).toEqual(['ended']));
  failWaitingCalls();
  expect(await failing).toBe(401);
  expect(heard).toEqual(['ended', 'out']);
});

test('the login page is never asked to sign in again', async () => {
  vi.stubGlobal('location', { hash: '#/login' });
  answers.push(json({ code: 401, msg: '登录已过期' }));
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ code: 401 });
  expect(heard).toEqual([]);
});

test('a refusal is told with the server’s sentence and its fields, and quietly when asked', async () => {
  const refusal = json({ code: 600, msg: '请输入姓名', data: { fields: { name: '请输入姓名' } } });
  answers.push(refusal, refusal);
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ code: 600, fields: { name: '请输入姓名' } });
  expect(heard).toEqual(['请输入姓名']);
  await expect(call(read, { id: '1' }, { quiet: true })).rejects.toBeInstanceOf(ApiError);
  expect(heard).toHaveLength(1);
});

test('a dead network and a proxy’s page have their sentences', async () => {
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ message: '后端接口连接异常', status: 0 });
  answers.push(() => new Response('<html>', { status: 502 }));
  await expect(call(read, { id: '1' })).rejects.toMatchObject({ message: '系统接口502异常', status: 502 });
});

/** An answer that begins and is then cut off. */
const broken = (reason: Error) => () =>
  new Response(new ReadableStream({ start: (stream) => stream.error(reason) }), {
    headers: { 'content-type': 'application/octet-stream' },
  });

test('an answer that breaks off is none: it is told, also of a file, and a gate’s page is not taken for one', async () => {
  const none = { message: '后端接口连接异常', code: 0, status: 0 };
  const bytes = endpoint({ ...read, reply: file });
  answers.push(
    broken(new TypeError('network error')),
    broken(new TypeError('network error')),
    () => new Response('{"code":200,"da'),
    () => new Response('<html>请先登录无线网</html>'),
  );
  await expect(call(read, { id: '1' })).rejects.toMatchObject(none);
  await expect(fetchFile(bytes, { id: '1' })).rejects.toMatchObject(none);
  await expect(call(read, { id: '1' })).rejects.toMatchObject(none);
  await expect(call(read, { id: '1' })).rejects.toMatchObject(none);
  expect(heard).toEqual(Array.from({ length: 4 }, () => none.message));
});

test('who leaves while an answer comes in is told nothing', async () => {
  const leave = new AbortController();
  answers.push(() => {
    leave.abort();
    return broken(new DOMException('left', 'AbortError'))();
  });
  await expect(call(read, { id: '1' }, { signal: leave.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(heard).toEqual([]);
});

test('a create call carries a key, and the caller may repeat it with the same one', async () => {
  answers.push(json({ code: 200, msg: '', data: null }), json({ code: 200, msg: '', data: null }));
  await call(write, { id: '7', reason: '重复' });
  await call(write, { id: '7', reason: '重复' }, { idempotencyKey: 'same' });
  expect(header(0, 'idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  expect(header(1, 'idempotency-key')).toBe('same');
});

test('the loading count goes up for loud calls alone and ends at none', async () => {
  const counts: number[] = [];
  stops.push(on('loading', (running) => counts.push(running)));
  answers.push(json({ code: 200, msg: '', data: { who: '' } }), json({ code: 200, msg: '', data: { who: '' } }));
  await call(read, { id: '1' });
  await call(endpoint({ ...read, silent: true }), { id: '1' });
  expect(counts).toEqual([1, 0]);
});

test('a file’s Chinese name comes from its header', () => {
  expect(fileNameOf(`attachment; filename="a.xlsx"; filename*=UTF-8''${encodeURIComponent('党员名册.xlsx')}`)).toBe(
    '党员名册.xlsx',
  );
  expect(fileNameOf('attachment; filename="a.xlsx"')).toBe('a.xlsx');
  expect(fileNameOf(null)).toBe('下载文件');
  expect(file.kind).toBe('file');
});

test('what its page is to ask about is asked about where no dialog has done so, and by none twice', async () => {
  const many = endpoint({ ...write, path: '/api/many', audit: '停用', asks: 'page' });
  const some = { total: 0, names: [] };
  const reach = { what: some, people: { total: 3, names: ['甲'] }, orgs: some, stopped: some, bound: some };
  const asked: string[] = [];
  stops.push(
    on('asked', ({ words, answer }) => {
      asked.push(words.join());
      answer(true);
    }),
  );
  answers.push(json({ code: 200, msg: '', data: reach }), json({ code: 200, msg: '', data: null }));
  await call(many, { id: '7', reason: '' });
  expect(asked).toEqual(['将通知3人：甲等。']);
  expect(sent.map((_, at) => header(at, REHEARSAL))).toEqual(['1', null]);

  answers.push(json({ code: 200, msg: '', data: null }));
  await asTold(() => call(many, { id: '7', reason: '' }));
  expect([asked.length, sent.length]).toEqual([1, 3]);

  // What its dialog has said holds for its own act alone, also where that failed.
  answers.push(json({ code: 400, msg: '已停用', data: null }));
  await expect(asTold(() => call(many, { id: '7', reason: '' }, { quiet: true }))).rejects.toThrow('已停用');
  answers.push(json({ code: 200, msg: '', data: reach }), json({ code: 200, msg: '', data: null }));
  await call(many, { id: '7', reason: '' });
  expect(asked.length).toBe(2);
});
