// Where the members of a city are: `npm run bench:relation` (DATA_DIR: a folder that `npm run seed` has filled with a million
// people). 200,000 transfers, 50,000 outflows and 600,000 contacts are written first where there are fewer; then the desk, the
// path of a transfer, the statistics of floating members and the balance of the city are asked for, and a thousand graduates sent off.
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { cancelJob } from '#kernel/job/contract.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { getReport } from '#overview/report/contract.ts';
import { REPORT_KEYS, REPORTS } from '#overview/report/rules.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';
import { flowStatistics, listBelow } from '#procedures/floating/contract.numbers.ts';
import { balance } from '#procedures/transfer/contract.balance.ts';
import {
  listGraduations,
  printGraduates,
  readGraduates,
  runGraduates,
} from '#procedures/transfer/contract.graduates.ts';
import { relationSetting } from '#procedures/transfer/contract.setting.ts';
import { deskCounts, getTransfer, listTransfers, VIEWS, type View } from '#procedures/transfer/contract.ts';
import { writeRelations } from './relationData.ts';
import { serve } from './serve.ts';

const GRADUATES = 1000;
const ROUNDS = 9;

const { client, ask, upload, end } = await serve(ROLE.worker);

const missed: string[] = [];
/** What a call that reads one row takes at the same moment, in milliseconds. */
let floor = 0;
function say(what: string, ms: number, below: number): void {
  if (ms > below) missed.push(what);
  console.info(
    `${what}: ${ms.toFixed(0)} ms (limit ${below}), floor ${floor.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}`,
  );
}
/** Milliseconds of the middle one of some rounds, after one that is not counted. */
async function p50(work: () => Promise<unknown>): Promise<number> {
  await work();
  const took: number[] = [];
  const bare: number[] = [];
  const timed = async (what: () => Promise<unknown>, into: number[]) => {
    const start = performance.now();
    await what();
    into.push(performance.now() - start);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await timed(() => ask(relationSetting, {}), bare);
    await timed(work, took);
  }
  const middle = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  floor = middle(bare);
  return middle(took);
}
const count = async (table: string) =>
  Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

await writeRelations(client);

/** Takes away the graduates that a run has sent off, so that the next one meets the same city: their decisions count on the desk. */
async function clearGraduates(): Promise<void> {
  await client.query('begin');
  await client.query(`
    create temp table gone on commit drop as select id from relation_transfer where kind = 'graduate' and outside_name ~ '^中共外地第[0-9]+委员会$';
    create index on gone (id);
    analyze gone;
    create index bench_undoes on relation_transfer (undoes_id);
    create index bench_undone on relation_transfer (undone_by_id);
    create index bench_letter on relation_letter (transfer_id);
    create index bench_message on relation_message (transfer_id);
    delete from relation_graduate where graduation_id in (select graduation_id from relation_graduate where transfer_id in (select id from gone));
    delete from relation_graduation g where not exists (select from relation_graduate r where r.graduation_id = g.id);
    delete from relation_letter where transfer_id in (select id from gone);
    delete from relation_event where transfer_id in (select id from gone);
    delete from relation_hop where transfer_id in (select id from gone);
    delete from relation_transfer where id in (select id from gone);
    drop index bench_undoes, bench_undone, bench_letter, bench_message`);
  await client.query('commit');
}
await clearGraduates();
await client.query(
  'vacuum analyze relation_transfer, relation_hop, relation_event, member_ledger, mobile_outflow, mobile_contact',
);
for (const table of ['member', 'relation_transfer', 'mobile_outflow', 'mobile_contact'])
  console.info(`${table}: ${await count(table)} rows`);

say('counts of the desk, city', await p50(() => ask(deskCounts, {})), 50);
for (const view of Object.keys(VIEWS) as View[])
  say(`desk, ${VIEWS[view]}`, await p50(() => ask(listTransfers, { view })), 50);
const { rows } = await client.query<{ id: string }>(
  'select id from relation_transfer where status = 3 order by id limit 1 offset 1000',
);
say('a transfer with its path', await p50(() => ask(getTransfer, { id: rows[0]?.id ?? '' })), 20);
say('floating: statistics of the city', await p50(() => ask(flowStatistics, {})), 200);
say('floating: numbers by organisation', await p50(() => ask(listBelow, {})), 200);
say('balance of the city, this year', await p50(() => ask(balance, {})), 200);
for (const key of REPORT_KEYS)
  say(`report ${REPORTS[key].title}, city`, await p50(() => ask(getReport, { key })), 1000);
say('balance of the city, three years', await p50(() => ask(balance, { from: '2024-01-01', to: '2026-01-01' })), 200);

/** Waits for a job's end; `until` asks for less. */
async function job(id: string, until: (state: string, done: number) => boolean = () => false): Promise<string> {
  for (;;) {
    const { rows: found } = await client.query<{ state: string; message: string; progress: number }>(
      'select state, message, progress from job where id = $1',
      [id],
    );
    const [one] = found;
    if (!one || one.state === 'failed') throw new Error(one?.message ?? 'no such job');
    if (!['queued', 'running'].includes(one.state) || until(one.state, one.progress)) return one.state;
    await pause(100);
  }
}

// A thousand graduates by sheet: handed in, cancelled half-way and taken up again, decided with their letters, printed.
const { rows: people } = await client.query<{ id: string }>(
  `select m.id from member m where m.deleted_at is null and m.person_category = 1 and m.membership_status = 1 and not m.is_floating
      and m.id_card_index is not null
      and not exists (select from mobile_outflow o where o.member_id = m.id) and not exists (select from relation_transfer t where t.member_id = m.id)
      and not exists (select from org_post p where p.member_id = m.id)
    order by m.id desc limit ${GRADUATES}`,
);
await client.query('update organisation set can_approve = parent_id is null where can_approve <> (parent_id is null)');
const parts: Buffer[] = [];
for await (const part of xlsx(
  '毕业生',
  ['编号', '接收党委全称', '接收党支部'].map((head) => ({ head, width: 20 })),
  people.map(({ id }, at) => [id, `中共外地第${at % 40}委员会`, '第一党支部']),
))
  parts.push(Buffer.from(part));
const begun = performance.now();
const sheet = await upload(readGraduates, '毕业生.xlsx', Buffer.concat(parts), {
  reason: '毕业',
  graduatedOn: new Date().toISOString().slice(0, 10),
});
const first = await ask(runGraduates, { id: sheet.id, act: 'submit' });
await job(first.jobId, (_state, done) => done >= GRADUATES / 3);
await ask(cancelJob, { id: first.jobId });
console.info(`${GRADUATES} graduates: the first job ${await job(first.jobId)}`);
const left = (await ask(listGraduations, { id: sheet.id })).rows[0]?.counts;
console.info(`handed in by then: ${left?.submitted}, left: ${left?.due}`);
if ((left?.due ?? 0) > 0) await job((await ask(runGraduates, { id: sheet.id, act: 'submit' })).jobId);
const handedIn = performance.now();
say(`${GRADUATES} graduates handed in, cancelled and taken up again`, handedIn - begun, 60_000);
await job((await ask(runGraduates, { id: sheet.id, act: 'agree' })).jobId);
const decided = performance.now();
say(`${GRADUATES} graduates decided with a letter each`, decided - handedIn, 60_000);
await job((await ask(printGraduates, { id: sheet.id })).jobId);
say('their letters as one archive', performance.now() - decided, 60_000);
console.info(JSON.stringify((await ask(listGraduations, { id: sheet.id })).rows[0]?.counts));

await clearGraduates();
await end();
process.exit(missed.length > 0 ? 1 : 0);
