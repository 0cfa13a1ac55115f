// An exam that many sit at once: `npm run bench:exam` (DATA_DIR: a folder that `npm run seed -- --members 50000 --orgs 10000` has
// filled). Everybody begins, answers for a while and hands in, as the page does; then the ledger of hours is asked for.
import { loadavg } from 'node:os';
import { listHours, orgHours } from '#people/studyHours/contract.ts';
import { type Ask, openSitters, openWorker, publishExamOf, type Sitter } from '../test/support/sitters.ts';
import { serve } from './serve.ts';

const SITTERS = Number(process.env.SITTERS ?? 2000);
const QUESTIONS = 20;
/** Milliseconds: who starts within a minute, one answer each ten seconds afterwards, all handing in within ten seconds. */
const STARTING = 60_000;
const ANSWERING = 30_000;
const BETWEEN = 10_000;
const HANDING = 10_000;
const DEVICE = 'device-aaaaaaaa';

const { client, address, ask, end } = await serve();
const missed: string[] = [];
const say = (what: string, ms: number, below: number) => {
  if (!(ms <= below)) missed.push(what);
  console.info(`${what}: ${ms.toFixed(0)} ms (limit ${below}), load ${loadavg()[0]?.toFixed(1)}`);
};

const send: Ask = async (method, path, token, body) => {
  const answer = await fetch(address + path, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
  return (await answer.json()) as { code: number; msg: string; data: unknown };
};

/** Everybody does something at a time of the own, spread evenly over `ms`; answers how long each waited, sorted. */
async function spread<T>(people: readonly T[], ms: number, act: (one: T) => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  const started = performance.now();
  await Promise.all(
    people.map(async (one, at) => {
      await new Promise((resolve) => setTimeout(resolve, (ms * at) / people.length));
      const from = performance.now();
      await act(one);
      took.push(performance.now() - from);
    }),
  );
  console.info(`  ${people.length} within ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return took.sort((a, b) => a - b);
}
const p95 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;

const { rows } = await client.query<{ id: string }>("select id from organisation where code = '0001'");
const orgId = rows[0]?.id ?? '';
const sitters = await openSitters(client, SITTERS);
const worker = await openWorker(client, orgId);
const memberIds = sitters.map(({ memberId }) => memberId);
const examId = await publishExamOf(send, worker, { orgId, questions: QUESTIONS, minutes: 120, memberIds });
await client.query('vacuum analyze account, account_role, session, exam_person');

let refused = 0;
const attempts = new Map<Sitter, string>();
const call = async (path: string, token: string, body: object) => {
  const answer = await send('POST', `/api/zhjy/exam/${path}`, token, body);
  if (answer?.code !== 200) {
    refused += 1;
    if (refused === 1) console.info(`refused: ${JSON.stringify(answer)}`);
  }
  return answer;
};
const from = performance.now();
const starts = await spread(sitters, STARTING - 5000, async (one) => {
  const answer = await call('start', one.token, { id: examId, device: DEVICE });
  attempts.set(one, (answer?.data as { attemptId?: string } | null)?.attemptId ?? '0');
});
say(`${sitters.length} started`, performance.now() - from, STARTING);
console.info(`  start p95 ${p95(starts).toFixed(0)} ms`);

const saves: number[] = [];
for (let round = 1; round <= ANSWERING / BETWEEN; round++)
  saves.push(
    ...(await spread(sitters, BETWEEN, async (one) => {
      const answers = [{ seq: round, number: 1, answer: [String(round % 4)] }];
      await call('save', one.token, { attemptId: attempts.get(one) ?? '0', device: DEVICE, answers });
    })),
  );
const sorted = saves.sort((a, b) => a - b);
say('a save, p95', p95(sorted), 100);
const hands = await spread(sitters, HANDING, async (one) => {
  await call('handIn', one.token, { attemptId: attempts.get(one) ?? '0', device: DEVICE });
});
say('a hand-in, p95', p95(hands), 500);

const { rows: kept } = await client.query<{ n: number }>(
  'select count(*)::int as n from exam_attempt where exam_id = $1 and state > 1 and handed_at is not null',
  [examId],
);
if (kept[0]?.n !== sitters.length || refused > 0) missed.push('everybody handed in once');
console.info(`${kept[0]?.n} of ${sitters.length} handed in, ${refused} refused`);

const { rows: people } = await client.query<{ n: number }>(
  'select count(*)::int as n from member where deleted_at is null',
);
for (const [what, work] of [
  ['a page of them', () => ask(listHours, {})],
  ['by organisation', () => ask(orgHours, {})],
] as const) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  say(`hours of ${people[0]?.n} people, ${what}`, best, 100);
}

await end();
process.exit(missed.length > 0 ? 1 : 0);
