import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#platform/contract.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';
import { ORGS, PRINCIPALS, type Principal } from '../support/fixture.ts';
import { nameOf, sampleOf } from './samples.ts';

/** Hostile requests a call, two hundred in `npm run soak`: none may end in an HTTP 5xx, none may answer without the envelope. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 24);
/** So many on their way at once: one after another they would wait for the database two fifths of the time. */
const TOGETHER = 8;
/** The same requests each time, so that a change is judged by what it changed; FUZZ_SEED tries others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
/** One parser reads them all: what is dear to send is sent by one in eight, and by every one in `npm run soak`. */
const isItsTurn = (at: number) => RUNS >= 200 || at % 8 === 0;
const contracts: Endpoint[] = callsOfModules(serverModules);

let t: TestApp;
let admin: Caller;
/** Half of the requests come from the administrator, who gets furthest; the others from every role in turn, and from nobody. */
let everybody: Caller[];
beforeAll(async () => {
  t = await startTestApp({ rollBack: true });
  admin = await t.as('admin');
  everybody = [
    t.nobody,
    ...(await Promise.all((Object.keys(PRINCIPALS) as Principal[]).map((principal) => t.as(principal)))),
  ];
});
afterAll(() => t.close());

/** A list, or an object, that holds itself so many levels deep. */
const nested = (depth: number, object: boolean): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = object ? { a: value } : [value];
  return value;
};

const nasty = fc.oneof(
  fc.constantFrom(nested(40, false), nested(40, true), nested(1500, false), nested(1500, true)),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    'null',
    'undefined',
    'NaN',
    "' or 1=1 --",
    '{{7*7}}',
    '<script>alert(1)</script>',
    '\u0000',
    '\ud800',
    '％',
    '１２３',
    '\u202e',
    '../../etc/passwd',
    '%2e%2e%2f',
    '__proto__',
    '9'.repeat(40),
    'x'.repeat(5000),
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '0001%',
    '_',
    "O'Brien",
    '=1+1',
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -0,
    Number.MAX_SAFE_INTEGER,
    [],
    [[]],
    {},
    { a: 1 },
    ['1', '1'],
    [null],
    { toString: 'x' },
    { $gt: '' },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer(),
  fc.double(),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), { maxKeys: 3, noNullPrototype: true }),
);

const change = fc.record({
  pick: fc.nat(),
  value: nasty,
  drop: fc.boolean(),
  extra: fc.option(
    fc.tuple(
      fc.constantFrom('params[dataScope]', 'ancestors', 'sql', 'orderByColumn', 'isAsc', 'constructor', 'org_code'),
      nasty,
    ),
  ),
});

/** Drawn once: with one seed every call would be told the same anyway, and drawing costs as much as asking. */
const hostile = fc.sample(fc.tuple(fc.array(change, { minLength: 1, maxLength: 3 }), fc.nat()), {
  numRuns: RUNS,
  seed,
});

const callerBy = (who: number): Caller =>
  who % 2 === 0 ? admin : (everybody[(who >> 1) % everybody.length] ?? t.nobody);

let asked = 0;
async function ask(caller: Caller, endpoint: Endpoint, input: Record<string, unknown>) {
  // The limits are tested elsewhere; here they would only shield the calls behind them.
  if (endpoint.rate && asked++ % 20 === 0) await sql`delete from rate_window`.execute(t.db);
  const answer = await caller.call(endpoint, input as never);
  // Made where something is wrong alone: of a hundred thousand requests that are right, nobody reads it.
  const what = () =>
    `${nameOf(endpoint)} ${JSON.stringify(input)?.slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 200)}`;
  if (answer.status >= 500) throw new Error(what());
  const isFile = endpoint.reply.kind === 'file' && answer.status === 200 && answer.body === null;
  if (!isFile && answer.status !== 404 && typeof answer.body?.code !== 'number') throw new Error(what());
  if (answer.code === 600 && !/[\u4e00-\u9fff]/.test(answer.msg)) throw new Error(`no Chinese sentence: ${what()}`);
}

test.for(contracts.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s survives hostile input',
  { timeout: 600_000 },
  async ([, endpoint]) => {
    const base = sampleOf(endpoint, { orgId: ORGS.committeeA1.id, memberId: t.fixture.members.branchA11?.[0] ?? '0' });
    const fields = Object.keys(endpoint.input.shape);
    const tell = async ([changes, who]: (typeof hostile)[number]) => {
      const input: Record<string, unknown> = { ...base };
      for (const { pick, value, drop, extra } of changes) {
        const field = fields[pick % Math.max(1, fields.length)];
        if (field && drop) delete input[field];
        else if (field) input[field] = value;
        if (extra) input[extra[0]] = extra[1];
      }
      await ask(callerBy(who), endpoint, input);
    };
    for (let at = 0; at < hostile.length; at += TOGETHER) {
      await Promise.all(hostile.slice(at, at + TOGETHER).map(tell));
    }
  },
);

test('P41 PEER-14 raw bodies that are no JSON, or poison prototypes, are refused in words', {
  timeout: 600_000,
}, async () => {
  const short = [
    '',
    '{',
    '[]',
    '"x"',
    '1',
    'null',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    deep('[', ']', 9000),
    `{"a":${deep('[', ']', 9000)}}`,
    deep('{"a":', '}', 3000).replace(':}', ':1}'),
  ];
  const long = `{"id":"${'9'.repeat(5_000_000)}"}`;
  for (const [at, endpoint] of contracts.filter((e) => e.method !== 'GET' && !e.upload).entries()) {
    // A call that reads its bytes itself has a limit of its own.
    for (const payload of endpoint.bytes || isItsTurn(at) ? [...short, long] : short) {
      const response = await t.app.inject({
        method: endpoint.method,
        url: endpoint.path,
        headers: { authorization: admin.token, 'content-type': 'application/json' },
        payload,
      });
      expect(response.statusCode, `${nameOf(endpoint)} ${payload.slice(0, 40)}`).toBeLessThan(500);
    }
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

test('P41 nesting is refused in words by every call that takes a body, whoever sends it, at each of its fields', async () => {
  const deepCalls = contracts.filter((e) => (e.method !== 'GET' || e.personal) && !e.upload);
  for (const [turn, endpoint] of deepCalls.entries()) {
    const fields = Object.keys(endpoint.input.shape).filter((field) => !endpoint.path.includes(`{${field}}`));
    for (const [at, field] of (fields.length > 0 ? fields : ['a']).entries()) {
      const payload = `{${JSON.stringify(field)}:${deep('[', ']', 9000)}}`;
      // The first field by nobody and by a role as well, another one with each call; of the others one in eight, by whoever gets as far as the input.
      if (at > 0 && !isItsTurn(turn + at)) continue;
      const one = everybody[1 + (turn % (everybody.length - 1))] ?? admin;
      const first = RUNS >= 200 ? everybody : [t.nobody, one, admin];
      for (const { token } of at === 0 ? first : [admin]) {
        if (endpoint.rate) await sql`delete from rate_window`.execute(t.db);
        const response = await t.app.inject({
          method: endpoint.method === 'GET' ? 'POST' : endpoint.method,
          url: endpoint.path.replace(/\{\w+\}/g, '1'),
          headers: { ...(token ? { authorization: token } : {}), 'content-type': 'application/json' },
          payload,
        });
        expect(response.statusCode, `${nameOf(endpoint)} ${field}`).toBeLessThan(500);
      }
    }
  }
  const answer = await t.nobody.post('/api/login', { username: nested(40, true), password: 'x' });
  expect(answer).toMatchObject({
    status: 200,
    code: 600,
    msg: '内容的层次太多',
    data: { fields: { username: expect.any(String) } },
  });
});

test('P41 P43 a form that breaks off, has no boundary or holds what no form holds is refused in words, whoever sends it', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\nContent-Type: x/y\r\n\r\n';
  const field = (name: string, value: string, type = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n${value}\r\n`;
  const forms = {
    empty: '',
    'no form': 'x'.repeat(5000),
    'ends in the head': head.slice(0, 50),
    'ends before the file': head,
    'ends in the file': `${head}PK\u0003\u0004${'x'.repeat(300_000)}`,
    'ends in the last boundary': `${head}x\r\n--b-`,
    'ends after a field': field('text', 'x'),
    'ends in a field': field('text', 'x').slice(0, -3),
    'has the file twice': `${head}x\r\n${head}y\r\n--b--\r\n`,
    'has broken heads': '--b\r\nContent-Disposition\r\n\r\nx\r\n--b--\r\n',
    'has a hundred fields': `${field('text', 'x').repeat(100)}--b--\r\n`,
    'poisons a prototype': `${field('__proto__', 'x')}${field('constructor', 'x')}--b--\r\n`,
    'nests in a field': `${field('text', deep('[', ']', 9000), 'Content-Type: application/json\r\n')}--b--\r\n`,
    'is no text in a field': `${field('text', '{"toString":1}', 'Content-Type: application/json\r\n')}--b--\r\n`,
    'holds no table': `${head}no table\r\n--b--\r\n`,
  };
  const types = [
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=b',
  ];
  for (const endpoint of contracts.filter((e) => e.upload)) {
    for (const [what, payload] of Object.entries(forms)) {
      for (const type of types) {
        // Every role meets every form; the other ways to name it are the parser's matter, not the role's.
        for (const { token } of type === types[0] ? everybody : [admin]) {
          const said = `${nameOf(endpoint)} ${what} ${type}`;
          await sql`delete from rate_window`.execute(t.db);
          const response = await t.app.inject({
            method: endpoint.method,
            url: endpoint.path.replace(/\{\w+\}/g, '1'),
            headers: { ...(token ? { authorization: token } : {}), 'content-type': type },
            payload,
          });
          expect(response.statusCode, said).toBeLessThan(500);
          expect(response.json().code, said).toEqual(expect.any(Number));
          expect(response.json().msg, said).toMatch(/[\u4e00-\u9fff]/);
        }
      }
    }
  }
});

test('a path that cannot be read is refused in words, and is not echoed', async () => {
  for (const path of ['/api/zzxx/org/%zz', `/api/zzxx/org/${'9'.repeat(9000)}`]) {
    const answer = await admin.get(path);
    expect(answer).toMatchObject({ code: 600, msg: '请求内容不能识别' });
    expect(answer.text).not.toContain('zzxx');
  }
});

test('a name given twice is refused, whether in the query or in query and body', async () => {
  const twice = await admin.get('/api/zzxx/org/listPage?pageNum=1&pageNum=2');
  expect(twice).toMatchObject({ code: 600, data: { fields: { pageNum: '参数 pageNum 重复' } } });
  expect((await admin.post('/api/back/log/getList?pageNum=1', { pageNum: 2 })).code).toBe(600);
});

test('PEER-01 PEER-02 a scope, an order or SQL smuggled into a list changes nothing of its answer', async () => {
  const worker = await t.as('branchWorker');
  const plain = await worker.get('/api/orgMeber/org/datalistPage');
  expect(plain.rows.length).toBeGreaterThan(0);
  for (const [name, value] of [
    ['params[dataScope]', 'or 1=1'],
    ['dataScope', '1'],
    ['ancestors', '0001'],
    ['sql', 'select 1'],
    ['orderByColumn', '(select 1)'],
    ['isAsc', 'desc'],
  ]) {
    const answer = await worker.get('/api/orgMeber/org/datalistPage', { [name ?? '']: value });
    expect(answer.text).toBe(plain.text);
  }
});

test('a bad input writes nothing', async () => {
  const sum = async () =>
    (
      await sql<{
        n: string;
      }>`select (select count(*) from organisation) || ' ' || (select count(*) from member) as n`.execute(t.db)
    ).rows[0]?.n;
  const before = await sum();
  const answer = await admin.post('/api/zzxx/org', { parentId: ORGS.city.id, name: '', type: 999 });
  expect(answer).toMatchObject({ code: 600, data: { fields: { name: '请输入组织名称', type: '请选择组织类别' } } });
  expect(await sum()).toBe(before);
});
