import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { done, endpoint } from '#platform/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { logCountedDenials } from '#platform/server/http/denials.ts';
import { LOGGED_A_MINUTE, writeAudit } from '#platform/server/log/audit.ts';
import { escapeLogLine, logFault } from '#platform/server/log/log.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';
import { makeEncrypter } from '../support/encrypt.ts';
import { ORGS, PASSWORD, type Principal } from '../support/fixture.ts';
import { makeOwnRows } from './ownRows.ts';
import { nameOf, sampleOf } from './samples.ts';

const audited = callsOfModules(serverModules).filter(({ audit }) => audit);
let t: TestApp;
let encrypt: (password: string) => string;
beforeAll(async () => {
  t = await startTestApp({ asUser: true });
  await makeOwnRows(t);
  encrypt = await makeEncrypter(t);
});
afterAll(() => t.close());

interface Row {
  id: string;
  outcome: string;
  account_id: string | null;
  role_id: number | null;
  org_id: string | null;
  ip: string;
  endpoint: string;
  reason: string | null;
  /** Kind and id of the object. */
  target: string;
}
/** Calls that act on more than the object they name: a row for each object. */
const SEVERAL = [
  // The person, and the account that goes along.
  'DELETE /api/dyxx/member',
  // Each organisation that is reminded.
  'POST /api/message/urge',
];
const rowsAfter = async (id: string) =>
  (
    await sql<Row>`select id, outcome, account_id, role_id, org_id, ip, endpoint, reason,
      concat_ws(' ', target_type, target_id) as target from audit_log
      where id > ${id} order by id`.execute(t.db)
  ).rows;
const newest = async () =>
  (await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from audit_log`.execute(t.db)).rows[0]?.id ?? '0';

/** What one call leaves in the log. */
async function left(caller: Caller, endpoint: (typeof audited)[number], input: Record<string, unknown>) {
  const before = await newest();
  const answer = await caller.call(endpoint, input as never, { ip: '10.9.8.7' });
  return { answer, rows: await rowsAfter(before) };
}

/** Whoever is to be asked: a session of its own for each call, since some of them end it. */
const who = async (name: Principal) => ({ caller: await t.as(name), facts: t.fixture.principals[name] });

describe('P58 every call that writes leaves its row, whatever becomes of it', () => {
  test('there are calls that write', () => expect(audited.length).toBeGreaterThan(30));

  test.for(audited.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    { timeout: 600_000 },
    async ([name, endpoint]) => {
      const memberId = t.fixture.members.branchA12?.[0] ?? '';
      for (const principal of ['member', 'branchWorker', 'admin'] as const) {
        const { caller, facts } = await who(principal);
        const ids = { orgId: ORGS.branchA12.id, memberId, password: encrypt(PASSWORD) };
        const good = sampleOf(endpoint, ids);
        // A field of the wrong kind, an object that is not there, and a good input.
        const broken = { ...good, [Object.keys(good)[0] ?? 'id']: { not: 'this' } };
        const missing = Object.fromEntries(
          Object.entries(endpoint.targets ?? {}).map(([field, kind]) => [
            field,
            kind.endsWith('[]') ? ['987654321'] : '987654321',
          ]),
        );
        for (const input of [broken, { ...good, ...missing }, good]) {
          const renewed = 'password' in input ? { ...input, password: encrypt(PASSWORD) } : input;
          const { answer, rows } = await left(caller, endpoint, renewed);
          if (endpoint.access === 'public' || [401, 429].includes(answer.code) || answer.status === 429) continue;
          const said = `${principal} ${answer.code} ${answer.msg}`;
          const own = rows.filter((row) => row.endpoint === name);
          if (answer.code === 200 || (answer.status === 200 && Number.isNaN(answer.code))) {
            if (SEVERAL.includes(name)) expect(own.length, said).toBeGreaterThan(0);
            else expect(own, said).toHaveLength(1);
            expect(new Set(own.map(({ target }) => target)).size, said).toBe(own.length);
            expect(new Set(own.map(({ outcome }) => outcome)), said).toEqual(new Set(['done']));
          } else {
            expect(own, said).toHaveLength(1);
            expect(own[0]?.outcome, said).toBe(
              answer.code === 403 || (answer.code === 404 && endpoint.targets) ? 'denied' : 'failed',
            );
            expect(own[0]?.reason, said).toBe(answer.code === 500 ? '系统错误' : answer.msg);
          }
          for (const row of own) {
            expect(row, said).toMatchObject({
              account_id: facts.accountId,
              role_id: expect.any(Number),
              org_id: facts.orgId,
              ip: '10.9.8.7',
            });
          }
        }
      }
    },
  );
});

test('P58 a refusal names the object that was tried', async () => {
  const { caller } = await who('branchWorker');
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  await caller.put('/api/dyxx/member', { id: foreign, version: 1, residence: '别处' });
  const { rows } = await sql<{ target_type: string; outcome: string; org_code: string }>`
    select target_type, outcome, org_code from audit_log where target_id = ${foreign} order by id desc limit 1`.execute(
    t.db,
  );
  expect(rows).toEqual([{ target_type: 'member', outcome: 'denied', org_code: ORGS.branchA11.code }]);
});

const NASTY = '第一行\r\n{"level":50,"msg":"伪造"}\u001b[31m\u009b31m\u202e\u2066倒\u2028\u0085\ufeff';

const breaking = endpoint({
  method: 'POST',
  path: '/api/test/breaking',
  summary: '试',
  access: 'session',
  scope: 'own',
  input: z.object({ text: z.string() }),
  reply: done,
});

/** What is written to one of the process's streams meanwhile. */
async function written(stream: NodeJS.WriteStream, work: () => unknown): Promise<string[]> {
  const lines: string[] = [];
  const write = stream.write;
  stream.write = ((text: string) => lines.push(text) > 0) as typeof stream.write;
  try {
    await work();
  } finally {
    stream.write = write;
  }
  return lines;
}

test('P60 a line of the server’s log stays one line of JSON, without tricks, however long the message', async () => {
  const text = NASTY + '长'.repeat(1_000_000);
  const own = await startTestApp({
    modules: [
      {
        name: 'breaking',
        routes: [
          bind(breaking, async (_ctx, input) => {
            throw new Error(input.text);
          }),
        ],
      },
    ],
  });
  const caller = await own.as('admin');
  const answered = await written(process.stdout, async () => {
    expect((await caller.call(breaking, { text })).status).toBe(500);
  });
  await own.close();
  const said = await written(process.stderr, () => {
    logFault(`job ${NASTY}`, new Error(text));
    logFault('job', NASTY);
  });
  const lines = [...answered, ...said];
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true);
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
    expect(line.length).toBeLessThan(20_000);
    expect(JSON.parse(line)).toMatchObject({ level: 50 });
  }
  expect(JSON.parse(escapeLogLine(JSON.stringify({ msg: NASTY })))).toEqual({ msg: NASTY });
});

test('P60 a row of the audit stays one row: clipped, one line, no marks that turn or colour it', async () => {
  const before = await newest();
  await writeAudit(
    t.db,
    null,
    { action: '修改党员', endpoint: 'PUT /x', outcome: 'done', ip: '10.0.0.1', traceId: 't' },
    [
      {
        name: NASTY + '名'.repeat(1_000_000),
        reason: NASTY + '因'.repeat(1_000_000),
        changes: { remark: ['', NASTY + '变'.repeat(1_000_000)] },
      },
    ],
  );
  const { rows } = await sql<{ target_name: string; reason: string; changes: { remark: [string, string] } }>`
    select target_name, reason, changes from audit_log where id > ${before}`.execute(t.db);
  expect(rows).toHaveLength(1);
  const row = rows[0];
  if (!row) throw new Error('no row');
  expect(row.target_name.length).toBeLessThanOrEqual(201);
  expect(row.reason.length).toBeLessThanOrEqual(501);
  expect(row.changes.remark[1].length).toBeLessThanOrEqual(2001);
  expect(row.target_name + row.reason).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028]/u);
  expect(row.changes.remark[1]).not.toMatch(/[\u001b\u009b\u202a-\u202e\u2066-\u2069\u2028]/);
});

test('P58 of denials of one account and call the log holds ten a minute, and the number of the others', async () => {
  const member = await t.as('member');
  const { accountId } = t.fixture.principals.member;
  const denied = async () =>
    (
      await sql<{ n: number; reason: string | null }>`select count(*)::int as n, max(reason) as reason from audit_log
        where account_id = ${accountId} and outcome = 'denied' and endpoint = 'POST /api/zzxx/org'`.execute(t.db)
    ).rows[0];
  await sql`delete from denied_count`.execute(t.db);
  const before = (await denied())?.n ?? 0;
  // All within one minute, whenever the test is run: it is the one that has just begun.
  const { rows } = await sql<{ left: number }>`select 60 - extract(second from now())::float8 as left`.execute(t.db);
  const asked = 25;
  for (let n = 0; n < asked; n++) expect((await member.post('/api/zzxx/org', { name: 'x' })).code).toBe(403);
  const logged = ((await denied())?.n ?? 0) - before;
  if ((rows[0]?.left ?? 0) > 10) expect(logged).toBe(LOGGED_A_MINUTE);

  // Another call, and another account, have their own ten.
  const others = await newest();
  await member.post('/api/dyxx/member', {});
  await (await t.as('floating')).post('/api/zzxx/org', { name: 'x' });
  expect((await rowsAfter(others)).map(({ outcome }) => outcome)).toEqual(['denied', 'denied']);

  await sql`update denied_count set started_at = started_at - interval '1 hour'`.execute(t.db);
  await logCountedDenials(t.services);
  const { rows: summed } = await sql<{ reason: string; ip: string; org_id: string; action: string }>`
    select reason, ip, org_id, action from audit_log
     where account_id = ${accountId} and reason like '%只计次数' order by id`.execute(t.db);
  const counted = summed.map(({ reason }) => Number(/另有(\d+)次/.exec(reason)?.[1]));
  expect(logged + counted.reduce((sum, n) => sum + n, 0)).toBe(asked);
  expect(summed[0]).toMatchObject({ org_id: t.fixture.principals.member.orgId, ip: '127.0.0.1' });
  expect((await sql`select from denied_count`.execute(t.db)).rows).toEqual([]);
  await logCountedDenials(t.services);
});
