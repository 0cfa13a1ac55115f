// Everybody at work at once (promise P62): `npm run bench:crowd` (DATA_DIR: a folder that `npm run seed` has filled; MINUTES, SESSIONS).
// Workers of all levels read lists, search, open a person and change one, 80 to 10 to 7 to 3, each every ten seconds, while people
// sign in, two exports of the whole roll run one after the other, and a copy of every table is read as a backup reads it.
import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { sm2 } from 'sm-crypto-v2';
import { getJob } from '#kernel/job/contract.ts';
import { login } from '#kernel/session/contract.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { exportMembers, getMember, listMembers, updateMember } from '#people/member/contract.ts';
import { fillPath } from '#platform/contract.ts';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { readKeyFile } from '#platform/server/secrecy/keys.ts';
import { openWorkers } from '../test/support/sitters.ts';
import { keyFile } from './launch.ts';
import { serve } from './serve.ts';

const MINUTES = Number(process.env.MINUTES ?? 30);
const SESSIONS = Number(process.env.SESSIONS ?? 2000);
/** Milliseconds between two questions of one person. */
const THINKING = 10_000;
const LOGIN_EVERY = 1000;
const PASSWORD = 'Wq7#kz!Vx2mT';
/** As `platform/server/passwords.ts` hashes. */
const HASHING = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** p95 in ms; writes have no limit of their own in the promise. */
const LIMITS: Readonly<Record<string, number>> = { list: 300, search: 800, detail: 300, 'sign-in': 500 };
const WORDS = ['建国', '志强', '秀英', '张伟', '王芳', '李娜', '晓东', '海燕'];

const { client, databaseUrl, address, ask, end } = await serve();
const one = async <T>(text: string, ...values: unknown[]) =>
  (await client.query<T & pg.QueryResultRow>(text, values)).rows;

/** An organisation that has people below it each, of every level as the tree has them, with one of its people. */
const places = await one<{ orgId: string; memberId: string }>(
  `select o.id as "orgId", (select m.id from member m where m.deleted_at is null and m.org_code >= o.code
            and m.org_code < o.code || 'a' order by m.org_code, m.sort, m.id limit 1) as "memberId"
     from organisation o where o.deleted_at is null
    order by md5(o.id::text) limit $1`,
  SESSIONS,
);
const sessions = places.filter(({ memberId }) => memberId !== null);
const tokens = await openWorkers(
  client,
  sessions.map(({ orgId }) => orgId),
);

const took = new Map<string, number[]>();
const faults = new Map<string, number>();
/** Asks and keeps how long it took; what is no success is counted by its answer. */
async function timed(kind: string, method: string, path: string, token: string, body?: object, key?: string) {
  const from = performance.now();
  let said: string;
  let data: unknown;
  try {
    const answer = await fetch(address + path, {
      method,
      headers: {
        authorization: token,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const whole = (await answer.json()) as { code: number; msg: string; data: unknown };
    data = whole.data;
    said = whole.code === 200 ? '' : `${kind}: ${answer.status} ${whole.msg}`;
  } catch (error) {
    said = `${kind}: ${error instanceof Error ? error.message : error}`;
  }
  took.set(kind, [...(took.get(kind) ?? []), performance.now() - from]);
  if (said) faults.set(said, (faults.get(said) ?? 0) + 1);
  return data;
}

let stopped = false;
const pathOf = (path: string, input: Record<string, unknown>) => {
  const { path: filled, rest } = fillPath(path, input);
  const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
  return query.size > 0 ? `${filled}?${query}` : filled;
};

/** One worker: waits, asks by the mix, and so on until the end. */
async function work(at: number): Promise<void> {
  const { orgId, memberId } = sessions[at] ?? { orgId: '', memberId: '' };
  const token = tokens[at] ?? '';
  await pause((THINKING * at) / sessions.length);
  for (let turn = 0; !stopped; turn++) {
    const next = pause(THINKING);
    // 80 : 10 : 7 : 3, spread so that at every moment all kinds are on their way.
    const place = (at * 37 + turn * 61) % 100;
    if (place < 80) {
      await timed('list', 'GET', pathOf(listMembers.path, { orgId, pageNum: 1 + (turn % 3), pageSize: 20 }), token);
    } else if (place < 90) {
      // What is looked for travels in the body, as the page sends it.
      const keyWords = WORDS[(at + turn) % WORDS.length];
      await timed('search', 'POST', pathOf(listMembers.path, { orgId, pageNum: 1, pageSize: 20 }), token, { keyWords });
    } else {
      const detail = (await timed('detail', 'GET', pathOf(getMember.path, { id: memberId }), token)) as {
        version?: number;
      };
      if (place >= 97 && detail?.version !== undefined) {
        const body = { id: memberId, version: detail.version, position: `干事${turn}` };
        await timed('write', updateMember.method, updateMember.path, token, body, randomUUID());
      }
    }
    await next;
  }
}

/** People who sign in by the page, one a second. */
async function signIns(): Promise<void> {
  const vault = makeVault(() => readKeyFile(keyFile(process.env.DATA_DIR ?? 'data/bench')));
  const { publicKey } = (await (await fetch(`${address}/api/getFrontEndConfig`)).json()).data;
  const passwordHash = await hash(PASSWORD, HASHING);
  const names = Array.from({ length: 60 }, () => `crowd${randomUUID().slice(0, 8)}`);
  for (const name of names) {
    const [account] = await one<{ id: string }>(
      `insert into account (login_index, login_mask, name, password_hash) values ($1, 'crowd', 'crowd', $2) returning id`,
      loginIndex(vault, name),
      passwordHash,
    );
    await client.query('insert into account_role (account_id, role_id, org_id) values ($1, 3, $2)', [
      account?.id,
      sessions[0]?.orgId,
    ]);
  }
  for (let turn = 0; !stopped; turn++) {
    const next = pause(LOGIN_EVERY);
    const password = sm2.doEncrypt(JSON.stringify({ p: PASSWORD, t: Date.now(), n: randomUUID() }), publicKey, 1);
    await timed('sign-in', 'POST', login.path, '', { username: names[turn % names.length], password });
    await next;
  }
}

let exports = 0;
/** The whole roll as a sheet, again and again. */
async function report(): Promise<void> {
  while (!stopped) {
    const { jobId } = await ask(exportMembers, { purpose: '测量' });
    for (;;) {
      await pause(1000);
      const job = await ask(getJob, { id: jobId });
      if (job.state === 'done') exports++;
      if (stopped || (job.state !== 'queued' && job.state !== 'running')) break;
    }
  }
}

let copied = 0;
/** Every table, in one snapshot, as a dump reads it; again until the end. */
async function backup(): Promise<void> {
  const reader = new pg.Client({ connectionString: databaseUrl });
  await reader.connect();
  while (!stopped) {
    await reader.query('begin isolation level repeatable read read only');
    const { rows } = await reader.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
    );
    for (const { name } of rows) {
      if (stopped) break;
      for await (const chunk of reader.query(copyTo(`copy ${name} to stdout`))) copied += (chunk as Buffer).length;
    }
    await reader.query('commit');
  }
  await reader.end();
}

const all = [...sessions.map((_session, at) => work(at)), signIns(), report(), report(), backup()];
for (let minute = 1; minute <= MINUTES; minute++) {
  await Promise.race([pause(60_000), Promise.all(all)]);
  const asked = [...took.values()].reduce((sum, { length }) => sum + length, 0);
  console.info(`minute ${minute}: ${asked} asked, load ${loadavg()[0]?.toFixed(1)}`);
}
stopped = true;
await Promise.all(all);

const missed: string[] = [...faults].map(([said, n]) => `${n} times ${said}`);
console.info(
  `${sessions.length} sessions for ${MINUTES} minutes on ${availableParallelism()} processors; ${exports} exports of the roll, ${(copied / 1e9).toFixed(1)} GB read for the backup`,
);
for (const [kind, times] of took) {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const limit = LIMITS[kind];
  if (limit !== undefined && at(0.95) > limit) missed.push(`${kind} above ${limit} ms`);
  console.info(
    `${kind}: ${sorted.length}, p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)}${limit ? ` (limit ${limit})` : ''}, p99 ${at(0.99).toFixed(0)}`,
  );
}
for (const miss of missed) console.error(`MISSED ${miss}`);
await end();
process.exit(missed.length > 0 ? 1 : 0);
