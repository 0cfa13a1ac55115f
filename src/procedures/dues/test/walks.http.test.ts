import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encrypted, jobEnds, upload } from '#people/member/test/factory.ts';
import { createChange } from '#people/org/contract.changes.ts';
import { draft, operate } from '#people/org/test/changeSupport.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { askHandup, decideHandup } from '#procedures/dues/contract.handup.ts';
import { closeMonth, depositCash, reopenMonth } from '#procedures/dues/contract.month.ts';
import { orderOwn, placeOrder, saveMerchant } from '#procedures/dues/contract.order.ts';
import { askRefund, decideRefund, handIn } from '#procedures/dues/contract.pay.ts';
import { importStatement } from '#procedures/dues/contract.reconcile.ts';
import { askRelief, decideRelief } from '#procedures/dues/contract.relief.ts';
import { setStandard } from '#procedures/dues/contract.standard.ts';
import { openMonth, totalDetail } from '#procedures/dues/contract.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { sandboxOf } from '#procedures/dues/server/service/merchants.ts';
import { decideTransfer, startTransfer } from '#procedures/transfer/contract.ts';
import { readyCity, workerAt } from '#procedures/transfer/test/factory.ts';
import { serverModules } from '#rooms/server.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { startPayments } from '../../../../test/support/counterparts/payments.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { monthsAmiss } from './monthSums.ts';

/** Random sequences over the books; `WALKS` for more of them than the suite takes, 5,000 at the most, `SEED` to repeat some. */
const WALKS = Number(process.env.DUES_WALKS ?? Math.min(5000, Number(process.env.WALKS ?? 15)));
const SEED = Number(process.env.SEED ?? 20_261_125);
const STEPS = 16;
/** So many sequences go on with the same books. */
const SAME_BOOKS = 200;

let t: TestApp;
let worker: Worker;
let branch: Caller;
let committee: Caller;
let city: Caller;
let county: Caller;
let neighbour: Caller;
let member: Caller;
let cashier: Awaited<ReturnType<typeof startPayments>>;
let month: string;
let today: string;
let people: string[];
const orgId = ORGS.branchA11.id;

/** A city without books yet, whose worker, committee and members the walks act for. */
async function begin(): Promise<void> {
  t = await startTestApp();
  worker = startWorker(t.services, serverModules);
  [branch, committee, county] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('countyWorker')];
  [city, member, neighbour] = [await t.as('cityWorker'), await t.as('member'), await workerAt(t, 'branchA12')];
  await readyCity(t);
  cashier = await startPayments((channel) => sandboxOf(t.services, ORGS.countyA.id, channel));
  const password = await encrypted(t);
  const account = {
    orgId: ORGS.countyA.id,
    channel: 2,
    bank: 2,
    accountName: '党费专户',
    isSandbox: true,
    password,
    version: 0,
  };
  expect((await county.call(saveMerchant, account)).code).toBe(200);
  await sql`update dues_merchant set confirmed_at = now(), asked_by = null, base_url = ${cashier.origin} || '/' || channel, notify_url = 'http://unused'`.execute(
    t.db,
  );
  const { rows } = await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(
    t.db,
  );
  today = rows[0]?.day ?? '';
  month = today.slice(0, 7);
  await sql`update member set admission_date = '2001-07-01'`.execute(t.db);
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${orgId} and person_category in (1, 2) and membership_status = 1 and deleted_at is null
     order by id = ${t.fixture.principals.member.memberId} desc, id limit 6`.execute(t.db);
  people = found.rows.map(({ id }) => id);
  for (const memberId of people)
    await branch.call(setStandard, { memberId, fromMonth: addMonths(month, -8), payer: 1, base: 400_000 });
}
async function end(): Promise<void> {
  await worker.stop();
  await cashier.close();
  await t.close();
}
beforeAll(begin, 90_000);
afterAll(end);

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
  async transfer() {
    const memberId = people[below(people.length)] ?? '';
    const home = await one(sql<{ id: string }>`select org_id as id from member where id = ${memberId}`);
    const isHome = home?.id === orgId;
    const toOrgId = isHome ? ORGS.branchA12.id : orgId;
    const made = await (isHome ? branch : neighbour).call(startTransfer, {
      memberIds: [memberId],
      reason: '工作调动',
      submit: true,
      kind: 'withinBranchTree',
      toOrgId,
    } as never);
    if (made.code !== 200) return;
    const id = made.data.ids[0];
    for (const who of [committee, isHome ? neighbour : branch]) {
      const row = await one(sql<{ version: number }>`select version from relation_transfer where id = ${id}`);
      await who.call(decideTransfer, { id, version: row?.version ?? 0, decision: 'agree' } as never);
    }
  },
  async move() {
    const row = await one(sql<{ parent: string }>`select parent_id as parent from organisation where id = ${orgId}`);
    const [from, to] = [row?.parent, ORGS.committeeA1.id, ORGS.committeeA2.id];
    const targetId = from === to ? ORGS.committeeA2.id : to;
    const made = await city.call(createChange, draft({ kind: 'move', orgId, targetId }));
    if (made.code === 200) await operate(city, { id: made.data.id, version: 1 });
  },
  async online() {
    const bill = await one(sql<{ id: string }>`
      select id from dues_bill where member_id = ${t.fixture.principals.member.memberId} and state = 1 order by ${shuffled('id')} limit 1`);
    if (!bill) return;
    const made = await member.call(orderOwn, { billIds: [bill.id], channel: 2 });
    if (made.code !== 200 || (await member.call(placeOrder, { no: made.data.no })).code !== 200) return;
    const { headers, body } = await cashier.pay(made.data.no);
    const row = await one(sql<{ id: string }>`select id from dues_merchant`);
    for (let told = below(3); told > 0; told--)
      await t.app.inject({ method: 'POST', url: `/api/dfgl/pay/notify/${row?.id}`, headers, payload: body });
  },
  async reconcile() {
    const { rows } = await sql<{ no: string; total: string; trade: string }>`
      select no, total::text, coalesce(nullif(provider_no, ''), 'T' || no) as trade from dues_order order by ${shuffled('no')} limit 3`.execute(
      t.db,
    );
    const lines = rows.map(({ no, total, trade }) =>
      [
        `${today} 09:30:00`,
        '1900',
        trade,
        no,
        'SUCCESS',
        ((Number(total) + (below(5) === 0 ? 1 : 0)) / 100).toFixed(2),
        '0',
      ].join(),
    );
    const csv = ['交易时间,商户号,微信订单号,商户订单号,交易状态,应结订单金额,退款金额', ...lines].join('\n');
    await upload(
      t,
      county,
      'bill.csv',
      Buffer.from(csv),
      { channel: '2', orgId: ORGS.committeeA1.id },
      importStatement.path,
    );
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

async function openMonths(): Promise<void> {
  for (const which of [addMonths(month, -2), addMonths(month, -1), month]) {
    const started = await branch.call(openMonth, { orgId, month: which });
    expect(started.code, started.text).toBe(200);
    await jobEnds(branch, started.data.jobId);
  }
}

test('three months are opened for the walks', openMonths);

test(`${WALKS} random sequences of pay, refund, relief, standard, transfer, move, online pay, reconcile, deposit, close, reopen and hand-up keep the books`, {
  timeout: WALKS * 20_000,
}, async () => {
  for (let walk = 0; walk < WALKS; walk++) {
    // Every act is followed by a count of all books: those of thousands of walks would make it slower and slower.
    if (walk > 0 && walk % SAME_BOOKS === 0) {
      await end();
      await begin();
      await openMonths();
    }
    const trail: string[] = [];
    await sql`delete from rate_window`.execute(t.db);
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
    const kept = await one(sql<{ off: number }>`
      select count(*)::int as off from (
        select month, state, count(*) as n, sum(amount) as amount from dues_bill group by 1, 2) rows
        full join (select month, state, sum(n) as n, sum(amount) as amount from (
          select month, state, n, amount from dues_sum where org_code = '0001'
          union all select month, state, n, amount from dues_sum_delta) both_sides
          group by 1, 2 having sum(n) <> 0) sums using (month, state)
       where (rows.n, rows.amount) is distinct from (sums.n, sums.amount)`);
    expect(kept, `walk ${walk} of seed ${SEED}`).toEqual({ off: 0 });
    expect(await monthsAmiss(t.db), `walk ${walk} of seed ${SEED}`).toEqual([]);
    const paid = (rows: readonly { paid: number }[]) => rows.reduce((sum, row) => sum + row.paid, 0);
    expect(paid(own.people)).toBe(paid(own.rows));
    expect(paid(above.rows)).toBe(paid(own.rows));
  }
});

test('a hundred overlapping hand-ins at the same time pay each bill once, with receipts without a gap', {
  timeout: 300_000,
}, async () => {
  await sql`update dues_month set state = 1 where org_id = ${orgId}`.execute(t.db);
  // However few the sequences before have left in the branch.
  let bills: readonly { id: string; amount: string }[] = [];
  for (let later = 1; bills.length <= 3 && later <= 12; later += 1) {
    const started = await branch.call(openMonth, { orgId, month: addMonths(month, later) });
    await jobEnds(branch, started.data.jobId);
    ({ rows: bills } = await sql<{ id: string; amount: string }>`
      select id, amount::text from dues_bill where org_id = ${orgId} and month > ${month} and state = 1 order by id`.execute(
      t.db,
    ));
  }
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

test('fifty collectors at once in one branch: fifty receipts without a gap, each with its voucher', {
  timeout: 300_000,
}, async () => {
  const before = addMonths(month, -20);
  const { rows: bills } = await sql<{ id: string; amount: string }>`
    insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
    select ${people[0]}, o.id, o.code, to_char((${before} || '-01')::date - n * interval '1 month', 'YYYY-MM'), 6, 20 + n
      from organisation o, generate_series(1, 50) n where o.id = ${orgId} returning id, amount::text`.execute(t.db);
  const highest = async () =>
    (
      await one(
        sql<{ n: number }>`select coalesce(max(receipt_no), 0)::int as n from dues_payment where org_id = ${orgId}`,
      )
    )?.n ?? 0;
  const last = await highest();
  const answers = await Promise.all(
    bills.map(({ id, amount }) =>
      branch.call(handIn, { billIds: [id], total: Number(amount), paidOn: today, note: '补缴以前的党费' }),
    ),
  );
  for (const { code, text } of answers) expect(code, text).toBe(200);
  const numbers = await sql<{ no: number }>`
    select receipt_no as no from dues_payment where org_id = ${orgId} and receipt_no > ${last} order by 1`.execute(
    t.db,
  );
  expect(numbers.rows.map(({ no }) => no)).toEqual(Array.from({ length: 50 }, (_, at) => last + 1 + at));
  await assertBooks('fifty receipts at once');
});

test('neither an unbalanced nor a back-dated nor a changed voucher gets into the books by the database itself', async () => {
  await sql`update dues_month set state = 2 where org_id = ${orgId} and month = ${addMonths(month, -2)}`.execute(t.db);
  const write = (which: string, lines: string) =>
    t.db.transaction().execute(async (tx) => {
      const made = await sql<{ id: string }>`
        insert into dues_voucher (org_id, org_code, month, kind, summary, created_by)
        select id, code, ${which}, 'interest', '试', '试' from organisation where id = ${orgId} returning id`.execute(
        tx,
      );
      const id = made.rows[0]?.id ?? '';
      if (lines !== '')
        await sql`insert into dues_entry (voucher_id, account, amount) select ${id}, * from (values ${sql.raw(lines)}) l (a, n)`.execute(
          tx,
        );
      return id;
    });
  await expect(write(month, `('现金', 1), ('利息', -2)`)).rejects.toThrow('not balanced');
  await expect(write(month, '')).rejects.toThrow('has no lines');
  await expect(write(addMonths(month, -2), `('现金', 1), ('利息', -1)`)).rejects.toThrow('is closed');
  const id = await write(month, `('银行', 1), ('利息', -1)`);
  await expect(sql`update dues_entry set amount = amount * 2 where voucher_id = ${id}`.execute(t.db)).rejects.toThrow(
    'never changed',
  );
  await expect(sql`delete from dues_voucher where id = ${id}`.execute(t.db)).rejects.toThrow('never changed');
  await expect(
    sql`update dues_voucher set month = ${addMonths(month, -1)} where id = ${id}`.execute(t.db),
  ).rejects.toThrow('never changed');
  await expect(
    sql`insert into dues_entry (voucher_id, account, amount) values (${id}, '银行', 1)`.execute(t.db),
  ).rejects.toThrow('not balanced');
});
