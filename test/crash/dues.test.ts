import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Killable } from './killable.ts';
import { ask } from './server.ts';

/**
 * kill -9 of the server in the middle of hand-ins and of the opening of a month: what was acknowledged stands with its
 * receipt and voucher, nothing stands by halves, and the opening goes on until everybody is billed once. `KILLS` for more kills.
 */
const KILLS = Number(process.env.KILLS ?? 3);
const BRANCHES = 120;
const PEOPLE = 25;

const server = new Killable('party-crash-dues-');
let root: string;
let month: string;
let today: string;

const one = <T extends object>(text: string, values: unknown[] = []) => server.one<T>(text, values);

beforeAll(async () => {
  await server.start();
  root = (await one<{ id: string }>(`select id::text from organisation where code = '0001'`)).id;
  ({ month, today } = await one<{ month: string; today: string }>(
    `select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
            (now() at time zone 'Asia/Shanghai')::date::text as today`,
  ));
  await server.query(
    `insert into organisation (parent_id, code, name, short_name, type, sort)
     select $1, '0001' || lpad(n::text, 4, '0'), '第' || n || '支部', '', 46, n from generate_series(1, $2::int) n`,
    [root, BRANCHES],
  );
  await server.query(
    `insert into member (org_id, org_code, name, name_grams, pinyin, initials, person_category, membership_status, sort)
     select o.id, o.code, '党员' || n, '{}', '', '', 1, 1, n from organisation o, generate_series(1, $1::int) n where length(o.code) = 8`,
    [PEOPLE],
  );
  await server.query(
    `insert into dues_standard (member_id, from_month, payer, base_enc, amount, rate)
     select id, '2024-01', 6, '\\x00', 20, null from member where length(org_code) = 8`,
  );
});

afterAll(() => server.end(), 300_000);

test(`the server killed ${KILLS} times while a month is opened bills everybody once`, {
  timeout: 900_000,
}, async () => {
  const made = await ask(server.base, 'POST', '/api/dfgl/month/open', { orgId: root, month }, server.token);
  expect(made?.code, made?.msg).toBe(200);
  const { jobId } = (made as unknown as { data: { jobId: string } }).data;
  const bills = async () => (await one<{ n: number }>('select count(*)::int as n from dues_bill')).n;
  const seen: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await server.kill();
    seen.push(await bills());
  }
  await expect
    .poll(async () => (await one<{ state: string }>('select state from job where id = $1', [jobId])).state, {
      timeout: 300_000,
      interval: 250,
    })
    .toBe('done');
  expect(await bills(), `bills at the kills: ${seen}`).toBe(BRANCHES * PEOPLE);
  const { twice, months } = await one<{ twice: number; months: number }>(
    `select (select count(*)::int from (select from dues_bill group by member_id, month having count(*) > 1) t) as twice,
            (select count(*)::int from dues_month) as months`,
  );
  expect([twice, months]).toEqual([0, BRANCHES]);
});

test(`the server killed ${KILLS} times under hand-ins leaves each whole or not at all, with receipts without a gap`, {
  timeout: 900_000,
}, async () => {
  const { rows } = await server.query<{ id: string; org: string }>(
    'select id::text, org_id::text as org from dues_bill where state = 1 order by org_id, id',
  );
  const queue = rows.map(({ id }) => id);
  const acknowledged: string[] = [];
  const stop = { asked: false };
  const collector = async () => {
    while (!stop.asked) {
      const some = queue.splice(0, 3);
      if (some.length === 0) return;
      const body = { billIds: some, total: 20 * some.length, paidOn: today };
      const key = randomUUID();
      // The answer was lost with the server: the same question again, as the page sends it.
      for (let answer = null; answer === null && !stop.asked; ) {
        answer = await ask(server.base, 'POST', '/api/dfgl/pay/handIn', body, server.token, key);
        if (answer?.code === 200) acknowledged.push(...some);
        else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const collectors = Array.from({ length: 4 }, collector);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 300_000, interval: 20 }).toBeGreaterThan(before);
    await server.kill();
  }
  stop.asked = true;
  await Promise.all(collectors);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  const found = await one<Record<string, number>>(
    `select (select count(*)::int from dues_bill where id = any($1::bigint[]) and state <> 3) as lost,
            (select count(*)::int from dues_bill b where (b.state = 3) <> exists (select from dues_payment p where p.id = b.payment_id)) as loose,
            (select count(*)::int from dues_payment p where not exists (
               select from dues_voucher v join dues_entry e on e.voucher_id = v.id
                where v.payment_id = p.id group by v.id having sum(e.amount) = 0 and max(e.amount) = p.total)) as unbooked,
            (select count(*)::int from (select from dues_payment_bill group by bill_id having count(*) > 1) t) as twice,
            (select count(*)::int from (select from dues_payment group by org_id, receipt_year
                                         having max(receipt_no) <> count(*)) g) as gaps,
            (select count(*)::int from (
               select org_id from dues_payment group by org_id having sum(total) <> (
                 select sum(amount) from dues_bill b where b.org_id = dues_payment.org_id and b.state = 3)) s) as sums`,
    [acknowledged],
  );
  expect(found).toEqual({ lost: 0, loose: 0, unbooked: 0, twice: 0, gaps: 0, sums: 0 });
});
