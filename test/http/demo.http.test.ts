import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishFaults } from '#kernel/workflow/rules.definition.ts';
import { announceMatter } from '#kernel/workflow/server/service/matter.ts';
import { fieldsOf, subjectOf } from '#kernel/workflow/server/subjects.ts';
import { memberFacts } from '#people/member/rules/facts.ts';
import { type Db, openPool } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { buildApp } from '#platform/server/http/http.ts';
import { announceModules } from '#platform/server/module.ts';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { ringOf } from '#platform/server/secrecy/keys.ts';
import { verifyPassword } from '#platform/server/secrecy/passwords.ts';
import { balanceOf, WAYS } from '#procedures/transfer/rules/balance.ts';
import { balanceFigures, peopleOfWays } from '#procedures/transfer/server/queries/balance.ts';
import { serverModules } from '#rooms/server.ts';
import { AHEAD } from '../../scripts/demo/past.ts';
import { DEMO_ACCOUNTS, seedDemoOnce } from '../../scripts/demo/start.ts';
import { caller, openSession } from '../support/app.ts';
import { cloneDatabase } from '../support/database.ts';
import { testServices } from '../support/services.ts';
import { expectChangesComeBack } from './demoChanges.ts';
import { expectAllAsked } from './demoWaiting.ts';
import { type Asker, figuresOf } from './figures.ts';

const vault = makeVault(() => ringOf(Buffer.from(Array.from({ length: 32 }, (_, index) => index * 5))));
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let opened: ReturnType<typeof openPool>;
let pool: pg.Pool;

/** City, committee and branch of the demo's workers, by their accounts. */
const SCOPES = { city: '2', committee: '4', branch: '5' } as const;
const askers: Record<string, Asker> = {};
let stop = async () => {};
/** As the product reads the demo, once it is open. */
let db: Db;

beforeAll(async () => {
  clone = await cloneDatabase();
  opened = openPool(clone.url, { max: 2 });
  ({ pool } = opened);
  expect(await seedDemoOnce({ vault }, pool)).toBe(true);
});

afterAll(async () => {
  await stop();
  await pool.end();
  await clone.drop();
});

/** The whole product over the demo, with a session in each of the three scopes. */
async function openDemo(): Promise<void> {
  const modules = serverModules;
  announceModules(modules);
  const dataDir = mkdtempSync(join(tmpdir(), 'party-demo-'));
  // A wall asks for much at once: not of the two connections that the demo is filled by.
  ({ db } = openPool(clone.url));
  const services = { ...testServices({ db, dataDir, databaseUrl: clone.url, modules }), vault };
  const app = await buildApp(
    services,
    modules.flatMap(({ routes }) => routes),
  );
  stop = async () => {
    await app.close();
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const [scope, account] of Object.entries(SCOPES)) {
    const grant = await one<{ id: string; orgId: string; month: string; isBranch: boolean }>(
      `select g.id, g.org_id as "orgId", to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM') as month, o.type in (46, 47, 48, 50) as "isBranch"
         from account_role g join organisation o on o.id = g.org_id where g.account_id = $1 order by g.id limit 1`,
      [account],
    );
    askers[scope] = { ...grant, caller: caller(app, await openSession(services, account, grant.id)) };
  }
}

const one = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
  const { rows } = await pool.query<T>(text, values);
  if (!rows[0]) throw new Error('no row');
  return rows[0];
};

test('counters equal what the facts of each person add up to', async () => {
  const { day } = await one<{ day: string }>('select day::text from member_counter_day');
  for (const code of ['0001', '00010001', '000100010005', '00010001000500040001']) {
    const { rows } = await pool.query(
      `select person_category as "personCategory", membership_status as "membershipStatus", gender, nation,
              birth_date::text as "birthDate", admission_date::text as "admissionDate", education, occupation, is_floating as "isFloating", completeness
         from member where org_code >= $1 and org_code < $1 || ':'`,
      [code],
    );
    const tally: Record<string, number> = {};
    for (const person of rows) {
      for (const [fact, value] of memberFacts(person, day))
        tally[`${fact} ${value}`] = (tally[`${fact} ${value}`] ?? 0) + 1;
    }
    const counted = await pool.query<{ key: string; n: number }>(
      `select fact || ' ' || value as key, n from member_counter where org_code = $1 and fact not in ('org', 'unit')`,
      [code],
    );
    expect(Object.fromEntries(counted.rows.map(({ key, n }) => [key, n]))).toEqual(tally);
  }
});

test('the tree agrees with itself, and new rows continue behind the demo', async () => {
  const wrong = await one<{ n: number }>(
    `select count(*)::int as n from organisation o
      where child_count <> (select count(*) from organisation c where c.parent_id = o.id)
         or next_child <> child_count + 1`,
  );
  expect(wrong.n).toBe(0);
  const astray = await one<{ n: number }>(
    'select count(*)::int as n from member m join organisation o on o.id = m.org_id where o.code <> m.org_code',
  );
  expect(astray.n).toBe(0);
  const next = await one<{ next: string; last: string }>(
    `select nextval(pg_get_serial_sequence('member', 'id')) as next, (select max(id) from member) as last`,
  );
  expect(Number(next.next)).toBe(Number(next.last) + 1);
});

test('no id card or phone stands anywhere in plain, and each opens in its own row alone', async () => {
  const sample = await one<{ id: string; id_card_enc: Buffer; birth_date: string; row: string }>(
    `select id, id_card_enc, birth_date::text, m::text as row from member m where name = '谭志远' limit 1`,
  );
  const number = vault.decrypt(`member.id_card.${sample.id}`, sample.id_card_enc);
  expect(number.slice(6, 14)).toBe(sample.birth_date.replaceAll('-', ''));
  expect(sample.row).not.toContain(number);
  expect(() => vault.decrypt(`member.id_card.${Number(sample.id) + 1}`, sample.id_card_enc)).toThrow();
});

test('the nine accounts have the password, each its own salt, and so have the workers of all organisations', async () => {
  const { rows } = await pool.query<{ password_hash: string }>('select password_hash from account order by id');
  const alone = await one<{ n: number }>(
    `select count(*)::int as n from organisation o
      where not exists (select from usable_grant g where g.org_id = o.id and g.role_id = 3)`,
  );
  expect(alone.n).toBe(0);
  expect(await verifyPassword(rows[9]?.password_hash ?? null, DEMO_ACCOUNTS.password)).toBe(true);
  expect(await verifyPassword(rows[8]?.password_hash ?? null, DEMO_ACCOUNTS.password)).toBe(true);
  expect(new Set(rows.slice(0, DEMO_ACCOUNTS.list.length).map(({ password_hash }) => password_hash)).size).toBe(9);
});

test('a second start changes nothing; one that was killed before the counts makes them up', async () => {
  const counters = () => one<{ n: string }>('select sum(n) as n from member_counter');
  const before = await counters();
  expect(await seedDemoOnce({ vault }, pool)).toBe(false);
  await pool.query('delete from member_counter');
  expect(await seedDemoOnce({ vault }, pool)).toBe(false);
  expect(await counters()).toEqual(before);
});

test('every matter of the demo stands as the engine would have left it, and waits for a demo account', async () => {
  const lost = await one<{ n: number }>(
    `select count(*)::int as n from workflow_instance i
      where (i.state = 'running') <> exists (select from workflow_task t
              where t.instance_id = i.id and t.state = 'open' and t.node_id = i.node_id and t.round = i.round)
         or (i.state in ('approved', 'rejected')) <> (i.ended_at is not null)
         or (i.state = 'returned') <> (i.resume_at is not null) or i.changed_at > now()`,
  );
  expect(lost.n).toBe(0);
  const open = await one<{ n: number; held: number; told: number }>(
    `select count(*)::int as n,
            count(*) filter (where exists (select from usable_grant g where g.role_id = t.role_id and g.org_id = t.org_id
                                              and g.account_id <> i.account_id
                                              and not exists (select from workflow_task s where s.instance_id = i.id
                                                                and s.decided_by = g.account_id)))::int as held,
            count(*) filter (where exists (select from todo d where d.subject = 'workflow:' || t.id
                                              and d.org_id = t.org_id and d.done_at is null))::int as told
       from workflow_task t join workflow_instance i on i.id = t.instance_id where t.state = 'open'`,
  );
  expect(open.n).toBeGreaterThan(5);
  expect([open.held, open.told]).toEqual([open.n, open.n]);
});

test('the processes in use pass the publish check, the one that is being drawn does not', async () => {
  announceMatter();
  const { rows } = await pool.query('select state, kind, draft from workflow_process order by id');
  const faults = rows.map(({ kind, draft }) => publishFaults(draft, fieldsOf(subjectOf(kind))).length > 0);
  expect(faults).toEqual(rows.map(({ state }) => state === 'draft'));
  expect(faults).toEqual([false, false, true]);
});

test('dues: three years in the branch of the worker, the books balance, each payment is the sum of its months', async () => {
  const depth = await one<{ months: number; owing: number; reliefs: number }>(
    `select count(distinct b.month)::int as months,
            (select count(*)::int from (select member_id from dues_bill c where c.org_id = o.id and c.state = 1
              group by member_id having count(*) >= 6) late) as owing,
            (select count(*)::int from dues_relief r where r.org_id = o.id) as reliefs
       from dues_bill b join organisation o on o.id = b.org_id
       join account_role g on g.org_id = o.id join account a on a.id = g.account_id
      where a.name = '陈建波' group by o.id`,
  );
  expect(depth).toMatchObject({ months: 36, reliefs: 2 });
  expect(depth.owing).toBeGreaterThan(0);
  const off = await one<{ vouchers: number; payments: number; receipts: number; cash: number }>(
    `select (select count(*)::int from (select voucher_id from dues_entry group by 1 having sum(amount) <> 0) v) as vouchers,
            (select count(*)::int from dues_payment p where total <> extra + (
              select sum(l.amount) from dues_payment_bill l join dues_bill b on b.id = l.bill_id and b.payment_id = p.id
               where l.payment_id = p.id)) as payments,
            (select count(*)::int from dues_receipt r where last <> (select count(*) from dues_payment p
              where p.org_id = r.org_id and p.receipt_year = r.year)) as receipts,
            (select count(*)::int from dues_month m where state = 2 and 0 <> (
              select coalesce(sum(e.amount), 0) from dues_entry e join dues_voucher v on v.id = e.voucher_id
               where v.org_id = m.org_id and v.month <= m.month and e.account = '现金')) as cash`,
  );
  expect(off).toEqual({ vouchers: 0, payments: 0, receipts: 0, cash: 0 });
});

test('where members are: transfers of every status, who floats and who lost touch, who reported in, and what passes to and from outside', async () => {
  const found = await one<Record<string, number>>(
    `select (select count(*)::int from relation_transfer) as transfers,
            (select count(distinct status)::int from relation_transfer) as statuses,
            (select count(distinct kind)::int from relation_transfer) as kinds,
            (select count(*)::int from relation_transfer t join relation_arrival a on a.transfer_id = t.id where t.status = 5) as owed,
            (select count(*)::int from relation_transfer where status = 3 and due_on < current_date) as late,
            (select count(*)::int from relation_letter where prefix = '峡临渡转' and serial = 317) as mock,
            (select count(*)::int from member m where m.is_floating and m.deleted_at is null and m.membership_status = 1 and m.person_category <= 2
                and not exists (select from mobile_outflow f where f.member_id = m.id and f.status in (2, 3))) as unregistered,
            (select count(*)::int from mobile_outflow where status in (2, 3) and (last_contact_on + interval '1 month')::date < current_date) as overdue,
            (select count(*)::int from member m where m.is_lost_contact and exists (select from mobile_outflow f where f.member_id = m.id)) as lost,
            (select count(*)::int from mobile_inflow where created_by = '本人扫码报到') as reported,
            (select count(distinct kind)::int from member_variation where state = 'effective') as variations,
            (select count(*)::int from relation_partner where not enabled) as partners,
            (select count(*)::int from relation_message where direction = 'in') as came,
            (select count(*)::int from relation_message where direction = 'out' and transfer_id is not null) as went,
            (select count(distinct kind)::int from relation_graduation) as documents,
            (select count(*)::int from relation_proof) as proofs`,
  );
  expect(found).toEqual({
    transfers: 60,
    statuses: 10,
    kinds: 6,
    owed: 1,
    late: 3,
    mock: 1,
    unregistered: 0,
    overdue: 8,
    lost: 2,
    reported: 10,
    variations: 9,
    partners: 1,
    came: 2,
    went: 1,
    documents: 3,
    proofs: 5,
  });
  // What is said of people outside lies encrypted, and opens in its own row.
  const letter = await one<{ id: string; body: Buffer }>(
    `select id::text as id, body_enc as body from relation_message where state = 'waiting'`,
  );
  expect(JSON.parse(vault.decrypt(`relation_message.body.${letter.id}`, letter.body)).person.name).toBe('方晓岚');
  const line = await one<{ sheet: string; row: number; said: Buffer }>(
    `select graduation_id::text as sheet, row_no as row, said_enc as said from relation_graduate where said_enc is not null order by 1, 2 limit 1`,
  );
  expect(JSON.parse(vault.decrypt(`relation_graduate.said.${line.sheet}.${line.row}`, line.said)).name).toBe('秦立群');
});

test('last year is closed: every organisation has what it began with, what came and what went; no number without its names', async () => {
  const { year, letter } = await one<{ year: number; letter: number }>(
    `select date_part('year', current_date)::int - 1 as year, (date_part('doy', current_date) <= 12)::int as letter`,
  );
  const span = { from: `${year}-01-01`, to: `${year}-12-31` };
  const { rows } = await pool.query<{ code: string }>(
    `select code from organisation where length(code) <= 8 or code in (select org_code from member_ledger where recorded_on between $1 and $2)`,
    [span.from, span.to],
  );
  const linesOf = async (code: string) => {
    const { before, after, sums } = await balanceFigures(opened.db, workerScope(code), span);
    return new Map<number, number>(balanceOf(sums, before, after).map(({ no, n }) => [no, n]));
  };
  expect(rows.length).toBeGreaterThan(10);
  for (const { code } of rows) {
    const lines = await linesOf(code);
    expect(lines.get(13), code).toBe((lines.get(1) ?? 0) + (lines.get(2) ?? 0) - (lines.get(7) ?? 0));
    expect(lines.get(14), code).toBe(lines.get(13));
    expect(lines.get(15), code).toBe(0);
  }
  const city = await linesOf('0001');
  for (const [no, ways] of Object.entries(WAYS)) {
    const { total } = await peopleOfWays(opened.db, workerScope('0001'), span, ways ?? [], 1, 0);
    expect(total, `line ${no}`).toBe(Math.abs(city.get(Number(no)) ?? 0));
  }
  expect(city.get(5)).toBe(12 + letter); // until 12 January who came by letter twelve days ago, too
  expect(city.get(9)).toBeGreaterThan(0);
});

/** Days by their names that may lie ahead: terms, ends, what is planned. */
const DAYS_AHEAD =
  /(^|_)(due|due_on|ends_on|starts_on|until|until_on|to_on|from_on|next_on|expires_on|read_by|earliest_on|nominate_by|by_on|valid_until|day)$/;

test('what has happened lies in the past: no moment and no day of it is ahead of the start', async () => {
  const { rows: columns } = await pool.query<{ table: string; name: string; isDay: boolean }>(
    `select c.table_name as table, c.column_name as name, c.data_type = 'date' as "isDay"
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('date', 'timestamp with time zone')`,
  );
  const told = columns.filter(({ name, isDay }) => (isDay ? !DAYS_AHEAD.test(name) : !AHEAD.includes(name)));
  expect(told.length).toBeGreaterThan(300);
  const { rows: ahead } = await pool.query<{ of: string }>(
    told
      .map(
        ({ table, name, isDay }) =>
          `select '${table}.${name}' as of where exists (select from "${table}" where "${name}" > ${isDay ? "(now() at time zone 'Asia/Shanghai')::date" : 'now()'})`,
      )
      .join(' union all '),
  );
  // A meeting that is planned is held on a day to come.
  expect(ahead.map(({ of }) => of)).toEqual(['life_meeting.held_on']);
  const early = await one<{ n: number }>(
    `select count(*)::int as n from life_meeting where held_on > (now() at time zone 'Asia/Shanghai')::date and state > 0`,
  );
  expect(early.n).toBe(0);
});

test('everybody who has signed in has a last time, and whoever is given a task has somebody to do it', async () => {
  const off = await one<{ unseen: number; unborn: number; alone: number; hours: number }>(
    `select (select count(*)::int from account where (login_count > 0) <> (last_login_at is not null)) as unseen,
            (select count(*)::int from account where last_login_at < created_at) as unborn, (select count(distinct member_id)::int / 10000 from learning_hour) as hours,
            (select count(*)::int from (select org_id from office_part union select org_id from key_work_part
                                         union select org_id from todo where role_id = 3) as given
              where not exists (select from usable_grant g where g.org_id = given.org_id and g.role_id = 3)) as alone`,
  );
  expect(off).toEqual({ unseen: 0, unborn: 0, alone: 0, hours: 0 });
});

test('people have grown up before they joined: a year and more lies between application and admission', async () => {
  const off = await one<{ young: number; quick: number; early: number; peak: number }>(
    `select count(*) filter (where admission_date < birth_date + interval '19 years')::int as young,
            count(*) filter (where admission_date < applied_on + interval '14 months')::int as quick,
            count(*) filter (where applied_on < birth_date + interval '18 years')::int as early,
            (select max(n) from (select count(*)::int as n from member where person_category = 1 and birth_date < current_date - 58 * 365
              group by extract(year from birth_date)) as years) as peak
       from member`,
  );
  expect({ ...off, peak: off.peak < 600 }).toEqual({ young: 0, quick: 0, early: 0, peak: true });
});

test('members die in every month, most of them old, and the roll of their branch knows it', async () => {
  const died = await one<{ n: number; months: number; old: number; entered: number }>(
    `select count(*)::int as n, count(distinct to_char(v.effective_on, 'YYYY-MM'))::int as months,
            count(*) filter (where m.birth_date < v.effective_on - interval '60 years')::int as old,
            count(*) filter (where exists (select from member_ledger l where l.member_id = m.id and l.way = 'died' and l.sign = -1
                                              and l.recorded_on >= v.effective_on))::int as entered
       from member_variation v join member m on m.id = v.member_id
      where v.kind = 'died' and v.state = 'effective' and m.membership_status = 4 and v.effective_on > current_date - 365`,
  );
  expect(died.n).toBeGreaterThan(80);
  expect(died.n).toBeLessThan(250);
  expect(died.months).toBeGreaterThanOrEqual(12);
  expect(died.old / died.n).toBeGreaterThan(0.8);
  expect(died.entered).toBe(died.n);
});

test('dues come month by month: each of the last twelve is near to the one before', async () => {
  const { rows } = await pool.query<{ month: string; due: number; paid: number }>(
    `select month, sum(amount)::float8 as due, sum(amount) filter (where state = 3)::float8 as paid from dues_bill
      where month > to_char(current_date - interval '12 months', 'YYYY-MM') group by month order by month`,
  );
  expect(rows.length).toBe(12);
  for (const [at, { month, due, paid }] of rows.slice(0, -1).entries()) {
    expect(Math.abs(due / (rows[at + 1]?.due ?? 0) - 1), month).toBeLessThan(0.05);
    expect(paid / due, month).toBeGreaterThan(0.95);
  }
});

test('activities take place when such things do, and a test is called by its month', async () => {
  const off = await one<{ night: number; day: number; hours: number; named: number; tests: number }>(
    `select (select count(*)::int from service_activity where title ~ '夜' and extract(hour from starts_at at time zone 'Asia/Shanghai') < 18) as night,
            (select count(*)::int from service_activity where title !~ '夜'
                and extract(hour from starts_at at time zone 'Asia/Shanghai') not between 8 and 18) as day,
            (select count(distinct starts_at::time)::int from life_meeting where state in (3, 5)) as hours,
            (select count(*)::int from exam where title like '%月%小测' and title not like
               (array['一','二','三','四','五','六','七','八','九','十','十一','十二'])[extract(month from opens_at at time zone 'Asia/Shanghai')::int] || '月%') as named,
            (select count(*)::int from exam where title like '%月%小测') as tests`,
  );
  expect(off).toEqual({ night: 0, day: 0, hours: 3, named: 0, tests: 1 });
});

describe('the product over the demo', () => {
  beforeAll(openDemo, 60_000);

  // Sixty calls over a whole city, none of whose counts has been asked for before.
  test.each(Object.keys(SCOPES))('one figure, one number, on every page: %s', { timeout: 600_000 }, async (scope) => {
    const { found, agreed } = await figuresOf(askers[scope] as Asker);
    expect(found).toEqual(agreed);
  });

  test('whatever waits is a to-do of somebody who may open its page', { timeout: 600_000 }, () => expectAllAsked(db));

  test('a change document does what its preview says, and brings everything back', { timeout: 600_000 }, async () => {
    await expectChangesComeBack(db, (askers.city as Asker).caller);
  });
});
