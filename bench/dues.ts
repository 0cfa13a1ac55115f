// 党费 of a whole city: `npm run bench:dues` (DATA_DIR: a folder that `npm run seed` has filled). Standards are written where
// there are none, the current month is opened for everybody while others read, and a year of a large branch stands in the books;
// then the overview, the sums of the tree and a provider's bill of 200,000 lines are measured.
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { importStatement } from '#procedures/dues/contract.reconcile.ts';
import { duesRate, listBills, openMonth, totalDetail } from '#procedures/dues/contract.ts';
import { jobStatus } from './jobStatus.ts';
import { serve } from './serve.ts';

const ROUNDS = 5;
const OPEN_BELOW = 120_000;
const READERS_P99 = 300;
const PAGE_P50 = 50;
const FILE_LINES = 200_000;
const FILE_BELOW = 60_000;

const { client, ask, upload, settled, end } = await serve(1, async (early) => {
  const { rowCount } = await early.query('select from dues_standard limit 1');
  if (rowCount) return;
  // The income is of no use here: bills follow from the sum beside it.
  await early.query(`
    insert into dues_standard (member_id, from_month, payer, base_enc, amount, rate)
    select id, '2024-01', 1, '\\x00', 1000 + (id % 90) * 100, 100 from member
     where deleted_at is null and person_category in (1, 2) and membership_status = 1`);
  await early.query('vacuum analyze dues_standard');
});
await settled();
const missed: string[] = [];
function say(what: string, ms: number, below: number): void {
  if (ms > below) missed.push(what);
  console.info(`${what}: ${ms.toFixed(0)} ms (limit ${below}), load ${loadavg()[0]?.toFixed(1)}`);
}
/** Milliseconds of the middle one of some rounds, after one that is not counted. */
async function middle(work: () => Promise<unknown>): Promise<number> {
  await work();
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    took.push(performance.now() - start);
  }
  return took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
const one = async <T extends object>(text: string, values: unknown[] = []) =>
  (await client.query<T>(text, values)).rows[0] as T;

const { month, root, next } = await one<{ month: string; root: string; next: string }>(`
  select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
         to_char(now() at time zone 'Asia/Shanghai' - interval '1 month', 'YYYY-MM') as next,
         (select id::text from organisation where code = '0001') as root`);
await client.query('delete from dues_bill where month = $1', [month]).catch(() => {});
await client.query('delete from dues_month where month = $1', [month]);

const start = performance.now();
const { jobId } = await ask(openMonth, { orgId: root, month });
const waits: number[] = [];
let done = false;
const reading = (async () => {
  while (!done) {
    const from = performance.now();
    await ask(listBills, { month: next, pageSize: 20 });
    waits.push(performance.now() - from);
    await pause(20);
  }
})();
for (;;) {
  const job = await jobStatus(client, jobId);
  if (job.state === 'failed') throw new Error(job.message);
  if (job.state === 'done') break;
  await pause(250);
}
const opened = performance.now() - start;
done = true;
await reading;
waits.sort((a, b) => a - b);
const { people } = await one<{ people: number }>(
  'select count(*)::int as people from dues_bill where month = $1 and state <> 6',
  [month],
);
console.info(`${people} bills`);
say('a month opened for everybody', opened, OPEN_BELOW);
say(`readers meanwhile, p99 of ${waits.length}`, waits[Math.floor(waits.length * 0.99)] ?? 0, READERS_P99);
await client.query('vacuum analyze dues_bill, dues_month, dues_standard');

const county = await one<{ id: string }>(
  `select id::text from organisation where length(code) = 8 and deleted_at is null order by code limit 1`,
);
const branch = await one<{ id: string }>(
  `select org_id::text as id from dues_month where month = $1 order by org_id limit 1`,
  [month],
);
say('overview of the city, p50', await middle(() => ask(listBills, { month })), PAGE_P50);
say('overview of the city, who owes, p50', await middle(() => ask(listBills, { month, view: 'owed' })), PAGE_P50);
const span = { from: month, until: month };
say('total detail of the city, p50', await middle(() => ask(totalDetail, { orgId: root, ...span })), PAGE_P50);
say('total detail of a county, p50', await middle(() => ask(totalDetail, { orgId: county.id, ...span })), PAGE_P50);
say('total detail of a branch, p50', await middle(() => ask(totalDetail, { orgId: branch.id, ...span })), PAGE_P50);
say('收缴率 of the home, p50', await middle(() => ask(duesRate, {})), PAGE_P50);

// A provider's bill: half of its lines agree with orders that were paid.
const day = `${month}-01`;
await client.query('delete from dues_statement_line');
await client.query('delete from dues_statement');
await client.query(
  `insert into dues_merchant (org_id, org_code, channel, bank, account_name, merchant_no, keys_enc)
   select id, code, 2, 2, '党费专户', '1900', '\\x00' from organisation where code = '0001' on conflict do nothing`,
);
await client.query(`delete from dues_order where no like 'BENCH%'`);
await client.query(
  `insert into dues_order (no, merchant_id, channel, org_id, org_code, pay_type, total, received, state, provider_no, paid_at, ask_at, expires_at)
   select 'BENCH' || lpad(n::text, 10, '0'), m.id, 2, m.org_id, m.org_code, 2, 1000 + n % 5000, 1000 + n % 5000, 2, '42' || n,
          ($1::date + time '10:00') at time zone 'Asia/Shanghai', now(), now()
     from dues_merchant m, generate_series(1, $2::int) n where m.channel = 2 and m.org_code = '0001'`,
  [day, FILE_LINES],
);
await client.query('analyze dues_order');
const lines = ['交易时间,商户号,微信订单号,商户订单号,交易状态,应结订单金额,退款金额'];
for (let n = 1; n <= FILE_LINES; n++)
  lines.push(
    `${day} 10:00:00,1900,42${n},BENCH${String(n).padStart(10, '0')},SUCCESS,${((1000 + (n % 5000) + (n % 50_000 === 0 ? 1 : 0)) / 100).toFixed(2)},0`,
  );
const from = performance.now();
try {
  const file = Buffer.from(lines.join('\n'));
  const found = await upload(importStatement, 'bill.csv', file, { channel: '2', orgId: root });
  say(
    `${FILE_LINES} lines matched (${found.matched} agree, ${found.odd} do not)`,
    performance.now() - from,
    FILE_BELOW,
  );
} catch (error) {
  // The reader gives up after twenty seconds: what a machine does that is busy with other work as well.
  missed.push('file');
  console.error((error as Error).message);
}

await end();
process.exit(missed.length > 0 ? 1 : 0);
