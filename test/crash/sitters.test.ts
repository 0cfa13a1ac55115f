import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { openSitters, openWorker, publishExamOf, type Sitter } from '../support/sitters.ts';
import { preparedFolder } from './folder.ts';
import { ask, databasePid, type Running, startServer } from './server.ts';

/**
 * kill -9 of the server, and of the database, under people who sit an exam: every acknowledged answer is there, and everybody's
 * paper is handed in once. Short in `npm test`, whole by `npm run soak`.
 */
const WHOLE = Number(process.env.WALKS ?? 0) >= 1000;
const SITTERS = WHOLE ? 200 : 24;
const KILLS = WHOLE ? 6 : 1;
const QUESTIONS = 20;
const DEVICE = 'device-aaaaaaaa';

let dataDir: string;
let server: Running;
let sitters: Sitter[];
let examId: string;

/** What one person's page knows: its own count of each question, and what the server acknowledged. */
interface Side {
  token: string;
  attemptId: string;
  numbers: Map<number, number>;
  acknowledged: Map<number, { number: number; answer: string[] }>;
  sent: Map<string, string>;
}
let sides: Side[] = [];

const post = (path: string, token: string, body: object) =>
  ask(server.base, 'POST', `/api/zhjy/exam/${path}`, body, token);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(): Promise<Running> {
  const running = await startServer(dataDir);
  if ('exited' in running) throw new Error(`the server ended: ${running.printed}`);
  return running;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: runningUrl(dataDir) ?? '' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Asks until the server answers: it, or its database, may be away. */
async function until<T>(work: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const found = await work();
    if (found) return found;
    await wait(200);
  }
  throw new Error(`no answer: ${server.printed}`);
}

beforeAll(async () => {
  dataDir = await preparedFolder('party-sitters-');
  server = await start();
  const client = await connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into member (org_id, org_code, name, name_grams, person_category, gender)
     select id, code, '考生' || n, '{}', 1, 1 from organisation, generate_series(1, $1::int) n where code = '0001'
     returning org_id as id`,
    [SITTERS],
  );
  const orgId = rows[0]?.id ?? '';
  sitters = await openSitters(client, SITTERS);
  const worker = await openWorker(client, orgId);
  await client.end();
  const asked = (method: 'GET' | 'POST', path: string, token: string, body?: object) =>
    ask(server.base, method, path, body, token);
  const memberIds = sitters.map(({ memberId }) => memberId);
  examId = await publishExamOf(asked, worker, { orgId, questions: QUESTIONS, minutes: 120, memberIds });
  sides = await Promise.all(
    sitters.map(async ({ token }) => {
      const begun = await until(async () => {
        const answer = await post('start', token, { id: examId, device: DEVICE });
        return answer?.code === 200 ? answer : null;
      });
      const { attemptId } = begun.data as unknown as { attemptId: string };
      return { token, attemptId, numbers: new Map(), acknowledged: new Map(), sent: new Map() };
    }),
  );
});

afterAll(async () => {
  if (server.child.exitCode === null) {
    const gone = new Promise<void>((resolve) => server.child.once('exit', () => resolve()));
    server.child.kill('SIGTERM');
    await gone;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** Answers one question after the other until told to stop; what was not acknowledged is simply behind. */
async function sit(side: Side, stop: { asked: boolean }) {
  for (let n = 0; !stop.asked; n++) {
    const seq = 1 + (n % QUESTIONS);
    const number = (side.numbers.get(seq) ?? 0) + 1;
    const answer = [String(Math.floor(Math.random() * 4))];
    side.numbers.set(seq, number);
    side.sent.set(`${seq} ${number}`, answer[0] ?? '');
    const reply = await post('save', side.token, {
      attemptId: side.attemptId,
      device: DEVICE,
      answers: [{ seq, number, answer }],
    });
    const saved = (reply?.data as unknown as { saved?: Record<string, number> } | undefined)?.saved;
    if (reply?.code === 200 && saved?.[seq] === number) side.acknowledged.set(seq, { number, answer });
    else await wait(50);
  }
}

async function underSitters(act: () => Promise<void>) {
  const stop = { asked: false };
  const all = sides.map((side) => sit(side, stop));
  const before = count();
  // A round of everybody is under way, whatever the machine's speed.
  await expect.poll(() => count() - before, { timeout: 300_000, interval: 20 }).toBeGreaterThan(SITTERS);
  await act();
  stop.asked = true;
  await Promise.all(all);
}
const count = () => sides.reduce((sum, { numbers }) => sum + [...numbers.values()].reduce((a, b) => a + b, 0), 0);

/** Of every question the number that stands is at least the acknowledged one, and its answer is what was sent with it. */
async function verify() {
  const client = await connect();
  const { rows } = await client.query<{ attemptId: string; seq: number; number: number; answer: string[] }>(
    `select attempt_id as "attemptId", seq, saved as number, answer from exam_answer where attempt_id = any($1::bigint[])`,
    [sides.map(({ attemptId }) => attemptId)],
  );
  await client.end();
  const stands = new Map(rows.map((row) => [`${row.attemptId} ${row.seq}`, row]));
  const lost: string[] = [];
  for (const side of sides)
    for (const [seq, { number }] of side.acknowledged) {
      const row = stands.get(`${side.attemptId} ${seq}`);
      if (!row || row.number < number || side.sent.get(`${seq} ${row.number}`) !== row.answer[0])
        lost.push(`${side.attemptId} ${seq}: ${JSON.stringify(row)}, acknowledged ${number}`);
    }
  expect(lost).toEqual([]);
}

test(`the server killed ${KILLS} times under ${SITTERS} sitters loses no acknowledged answer`, {
  timeout: 600_000,
}, async () => {
  for (let kill = 0; kill < KILLS; kill++)
    await underSitters(async () => {
      const gone = new Promise<void>((resolve) => server.child.once('exit', () => resolve()));
      server.child.kill('SIGKILL');
      await gone;
      server = await start();
    });
  await verify();
  expect(sides.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)).toBeGreaterThan(SITTERS);
});

test(`the database killed ${KILLS} times under ${SITTERS} sitters loses none, and hand-ins count once`, {
  timeout: 600_000,
}, async () => {
  for (let kill = 0; kill < KILLS; kill++)
    await underSitters(async () => {
      const killed = databasePid(dataDir);
      process.kill(killed, 'SIGKILL');
      await until(async () => {
        const pid = databasePid(dataDir);
        const own = await ask(server.base, 'GET', `/api/zhjy/exam/own/${examId}`, undefined, sides[0]?.token);
        return pid !== 0 && pid !== killed && own?.code === 200 ? own : null;
      });
    });
  await verify();
  // Everybody hands in, and the server is killed in the middle of it; who heard nothing hands in again.
  const stop = server;
  const handing = Promise.all(
    sides.map(async (side, at) => {
      const hand = () => post('handIn', side.token, { attemptId: side.attemptId, device: DEVICE });
      const first = await hand();
      if (at === Math.floor(SITTERS / 3)) stop.child.kill('SIGKILL');
      return { first, again: () => until(async () => ((await hand())?.code === 200 ? await hand() : null)) };
    }),
  );
  const done = await handing;
  if (stop.child.exitCode === null && stop.child.signalCode === null)
    await new Promise<void>((resolve) => stop.child.once('exit', () => resolve()));
  server = await start();
  for (const { first, again } of done) {
    const told = (answer: typeof first) => (answer?.data as unknown as { handedAt?: string } | null)?.handedAt;
    const second = await again();
    expect(told(second)).toBeTruthy();
    // Acknowledged once, it stays that hand-in.
    if (first?.code === 200) expect(told(second)).toBe(told(first));
  }
  await verify();
  const client = await connect();
  const counted = async () => {
    const { rows } = await client.query<{ attempts: number; open: number }>(
      `select count(*)::int as attempts, count(*) filter (where state = 1 or handed_at is null or score is null)::int as open
         from exam_attempt where exam_id = $1`,
      [examId],
    );
    return rows[0];
  };
  // The rules mark after the hand-in, at the next turn of the job.
  await until(async () => ((await counted())?.open === 0 ? true : null));
  expect(await counted()).toEqual({ attempts: SITTERS, open: 0 });
  await client.end();
});
