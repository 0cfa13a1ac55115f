import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askHandup, decideHandup } from '#modules/dues/contract.handup.ts';
import { closeMonth, depositCash, reopenMonth } from '#modules/dues/contract.month.ts';
import { askRefund, decideRefund, handIn } from '#modules/dues/contract.pay.ts';
import { askRelief, decideRelief } from '#modules/dues/contract.relief.ts';
import { setStandard } from '#modules/dues/contract.standard.ts';
import { openMonth, totalDetail } from '#modules/dues/contract.ts';
import { addMonths } from '#modules/dues/rules.ts';
import { serverModules } from '#modules/server.ts';
import { startWorker, type Worker } from '#platform/server/jobs.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { jobEnds } from '../../member/test/factory.ts';

/** Random sequences over the books; `WALKS` for more of them than the suite takes, `SEED` to repeat some. */
const WALKS = Number(process.env.WALKS ?? 25);
const SEED = Number(process.env.SEED ?? 20_261_125);
const STEPS = 16;

let t: TestApp;
let worker: Worker;
let branch: Caller;
let committee: Caller;
let city: Caller;
let month: string;
let today: string;
let people: string[];
const orgId = ORGS.branchA11.id;

beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, serverModules);
  [branch, committee, city] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('countyWorker')];
  const { rows } = await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(
    t.db,
  );
  today = rows[0]?.day ?? '';
  month = today.slice(0, 7);
  await sql`update member set admission_date = '2001-07-01'`.execute(t.db);
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${orgId} and person_category in (1, 2) and membership_status = 1 and deleted_at is null
     order by id limit 6`.execute(t.db);
  people = found.rows.map(({ id }) => id);
  for (const memberId of people)
    await branch.call(setStandard, { memberId, fromMonth: addMonths(month, -8), payer: 1, base: 400_000 });
}, 90_000);
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const random = makeRandom(SEED);
const below = (n: number) => random.int(0, n - 1);
/** An order by the walk's own numbers, so that a seed repeats it. */
const shuffled = (column: string) => sql`md5(${sql.ref(column)}::text || ${String(below(1_000_000))})`;
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(t.db)).rows[0];

/** Acts of the walk; what the state does not allow is refused, and must leave no trace. */
const ACTS: Readonly<Record<string, () => Promise<unknown>>> = {
  async pay() {
    const { rows } = await sql<{ id: string; amount: string }>`
      select id, amount::text from dues_bill where org_id = ${orgId} and state = 1 order by ${shuffled('id')} limit ${1 + below(4)}`.execute(
      t.db,
    );
    if (rows.length === 0) return;
    const total = rows.reduce((sum, { amount }) => sum + Number(amount), 0);
    // Now and then the cash was counted wrongly.
    await branch.call(handIn, {
      billIds: rows.map(({ id }) => id),
      total: total + (below(8) === 0 ? 1 : 0),
      paidOn: today,
    });
  },
  async ask() {
    const row = await one(sql<{ id: string; version: number }>`
      select id, version from dues_payment where org_id = ${orgId} and state = 'valid' order by ${shuffled('id')} limit 1`);
    if (row) await branch.call(askRefund, { ...row, reason: '收错' });
  },
  async decide() {
    const row = await one(sql<{ id: string; version: number }>`
      select id, version from dues_payment where org_id = ${orgId} and state = 'asked' order by ${shuffled('id')} limit 1`);
    if (row) await committee.call(decideRefund, { ...row, agree: below(3) > 0 });
  },
  async standard() {
    await branch.call(setStandard, {
      memberId: people[below(people.length)] ?? '',
      fromMonth: addMonths(month, -below(9)),
      payer: 1,
      base: 200_000 + below(1_000_000),
    });
  },
  async relief() {
    const asked = await branch.call(askRelief, {
      memberId: people[below(people.length)] ?? '',
      kind: 1 + below(3),
      amount: 100,
      fromMonth: addMonths(month, -1),
      untilMonth: month,
      reason: '生活困难，支部大会研究',
    });
    if (asked.code === 200)
      await committee.call(decideRelief, { id: asked.data.id, version: 1, agree: below(2) === 0, opinion: '同意' });
  },
  async deposit() {
    const cash = await one(sql<{ sum: string }>`
      select coalesce(sum(e.amount), 0)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
       where v.org_id = ${orgId} and e.account = '现金'`);
    if (Number(cash?.sum) > 0)
      await committee.call(depositCash, { orgId, amount: 1 + below(Number(cash?.sum)), paidOn: today, slip: '缴款单' });
  },
  async close() {
    const row = await one(sql<{ month: string; version: number }>`
      select month, version from dues_month where org_id = ${orgId} and state <> 2 order by ${shuffled('month')} limit 1`);
    if (row) await committee.call(closeMonth, { orgId, ...row });
  },
  async reopen() {
    const row = await one(sql<{ month: string; version: number }>`
      select month, version from dues_month where org_id = ${orgId} and state = 2 order by ${shuffled('month')} limit 1`);
    if (row) await committee.call(reopenMonth, { orgId, ...row, reason: '补记' });
  },
  async handUp() {
    const asked = await branch.call(askHandup, {
      orgId,
      kind: 1,
      year: Number(month.slice(0, 4)),
      amount: 1 + below(5000),
      inCash: below(2) === 0,
      paidOn: today,
      slip: '0001',
    });
    if (asked.code === 200)
      await committee.call(decideHandup, { id: asked.data.id, version: 1, agree: below(3) > 0, opinion: '单据不清' });
  },
};
const NAMES = Object.keys(ACTS);

/** What must hold after every act, whatever came of it. */
async function assertBooks(said: string): Promise<void> {
  const row = await one(sql<Record<string, number>>`
    select (select count(*)::int from (select voucher_id from dues_entry group by voucher_id having sum(amount) <> 0) off) as unbalanced,
           (select coalesce(sum(total), 0)::int from dues_payment where org_id = ${orgId} and state <> 'refunded') as received,
           (select -coalesce(sum(e.amount), 0)::int from dues_entry e join dues_voucher v on v.id = e.voucher_id
             where v.org_id = ${orgId} and v.payment_id is not null and e.account in ('党费收入', '大额党费')) as booked,
           (select coalesce(sum(e.amount), 0)::int from dues_entry e join dues_voucher v on v.id = e.voucher_id
             where v.org_id = ${orgId} and e.account in ('现金', '银行')) as money,
           (select count(*)::int from dues_bill b where b.org_id = ${orgId} and (b.state = 3) <>
              exists (select from dues_payment p where p.id = b.payment_id and p.state <> 'refunded')) as loose,
           (select count(*)::int from (select member_id, month from dues_bill where state <> 6 group by 1, 2 having count(*) > 1) twice) as twice,
           (select count(*)::int - coalesce(max(receipt_no), 0)::int from dues_payment where org_id = ${orgId}) as gaps`);
  expect(row, said).toMatchObject({ unbalanced: 0, loose: 0, twice: 0, gaps: 0 });
  expect(row?.booked, said).toBe(row?.received);
  expect(row?.money, said).toBeGreaterThanOrEqual(0);
}

test('three months are opened for the walks', async () => {
  for (const which of [addMonths(month, -2), addMonths(month, -1), month]) {
    const started = await branch.call(openMonth, { orgId, month: which });
    expect(started.code, started.text).toBe(200);
    await jobEnds(branch, started.data.jobId);
  }
});

test(`${WALKS} random sequences of pay, refund, relief, standard, deposit, close, reopen and hand-up keep the books`, {
  timeout: WALKS * 20_000,
}, async () => {
  for (let walk = 0; walk < WALKS; walk++) {
    const trail: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      // Paying is what happens most.
      const name = below(3) === 0 ? 'pay' : (NAMES[below(NAMES.length)] as string);
      trail.push(name);
      await ACTS[name]?.();
      await assertBooks(`walk ${walk} of seed ${SEED}: ${trail.join(', ')}`);
    }
    // The sums of the tree are those of its rows.
    const months = { from: addMonths(month, -2), until: month };
    const own = (await branch.call(totalDetail, { orgId, ...months })).data;
    const above = (await city.call(totalDetail, { orgId: ORGS.countyA.id, ...months })).data;
    const paid = (rows: readonly { paid: number }[]) => rows.reduce((sum, row) => sum + row.paid, 0);
    expect(paid(own.people)).toBe(paid(own.rows));
    expect(paid(above.rows)).toBe(paid(own.rows));
  }
});

test('a hundred overlapping hand-ins at the same time pay each bill once, with receipts without a gap', {
  timeout: 120_000,
}, async () => {
  await sql`update dues_month set state = 1 where org_id = ${orgId}`.execute(t.db);
  const fresh = addMonths(month, 1);
  const started = await branch.call(openMonth, { orgId, month: fresh });
  await jobEnds(branch, started.data.jobId);
  const { rows: bills } = await sql<{ id: string; amount: string }>`
    select id, amount::text from dues_bill where org_id = ${orgId} and month = ${fresh} and state = 1 order by id`.execute(
    t.db,
  );
  expect(bills.length).toBeGreaterThan(3);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const some = bills.filter((_bill, n) => (n + at) % 3 !== 0 || n === at % bills.length);
      const total = some.reduce((sum, { amount }) => sum + Number(amount), 0);
      return branch.call(handIn, { billIds: some.map(({ id }) => id), total, paidOn: today });
    }),
  );
  expect(answers.some(({ code }) => code === 200)).toBe(true);
  for (const { code, text } of answers) expect(code, text).not.toBe(500);
  await assertBooks('a hundred at once');
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dues_payment_bill pb join dues_payment p on p.id = pb.payment_id
     where pb.bill_id = any(${bills.map(({ id }) => id)}::bigint[]) and p.state <> 'refunded' group by pb.bill_id`.execute(
    t.db,
  );
  expect(rows.every(({ n }) => n === 1)).toBe(true);
});
