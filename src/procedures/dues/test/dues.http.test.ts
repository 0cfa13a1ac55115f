import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobEnds } from '#people/member/test/factory.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import {
  closeMonth,
  closingCheck,
  depositCash,
  listMonths,
  listVouchers,
  reopenMonth,
} from '#procedures/dues/contract.month.ts';
import { askRefund, decideRefund, handIn, listPayments, ownDues, payable } from '#procedures/dues/contract.pay.ts';
import { askRelief, decideRelief, listReliefs, withdrawRelief } from '#procedures/dues/contract.relief.ts';
import {
  calculate,
  getConfig,
  listStandards,
  previewStandard,
  removeStandard,
  saveConfig,
  setStandard,
} from '#procedures/dues/contract.standard.ts';
import { listBills, memberYear, openMonth, previewOpening, totalDetail } from '#procedures/dues/contract.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let worker: Worker;
let branch: Caller;
let committee: Caller;
let month: string;
let today: string;
/** Two full members and a probationary one of branch A11. */
let people: string[];

beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, serverModules);
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  month = today.slice(0, 7);
  await sql`update member set admission_date = '2001-07-01'`.execute(t.db);
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${ORGS.branchA11.id} and person_category in (1, 2) and deleted_at is null order by id`.execute(
    t.db,
  );
  people = found.rows.map(({ id }) => id);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const standard = (memberId: string, more: object = {}) =>
  branch.call(setStandard, { memberId, fromMonth: addMonths(month, -8), payer: 1, base: 456_789, ...more });
async function open(which: string, who = branch, orgId: string = ORGS.branchA11.id) {
  const started = await who.call(openMonth, { orgId, month: which });
  expect(started.code, started.text).toBe(200);
  return jobEnds(who, started.data.jobId);
}
const billOf = async (memberId: string, which: string) => {
  const { rows } = await sql<{ id: string; state: number; amount: string }>`
    select id, state, amount::text as amount from dues_bill where member_id = ${memberId} and month = ${which} and state <> 6`.execute(
    t.db,
  );
  return rows[0];
};
const pay = (billIds: string[], total: number, more: object = {}, who = branch) =>
  who.call(handIn, { billIds, total, paidOn: today, ...more });
const balanced = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from (
      select voucher_id from dues_entry group by voucher_id having sum(amount) <> 0) off`.execute(t.db)
  ).rows[0]?.n;

describe('standards', () => {
  test('the calculator answers anybody signed in, keeps nothing, and says what is wrong', async () => {
    const member = await t.as('member');
    const answer = await member.call(calculate, { payer: 1, base: 888_888 });
    expect(answer.data).toMatchObject({ amount: 13_333, rate: 150, sentence: expect.stringContaining('第一、二条') });
    expect((await member.call(calculate, { payer: 5, base: 101 })).data.fields.base).toContain('0.20元至1.00元');
    expect((await t.nobody.call(calculate, { payer: 1, base: 1 })).code).toBe(401);
  });

  test('pay is entered by its parts; the income rests encrypted and is read by who may set it and by the person alone', async () => {
    const [id = ''] = people;
    const made = await branch.call(setStandard, {
      memberId: id,
      fromMonth: addMonths(month, -8),
      payer: 1,
      parts: { post: 300_000, grade: 100_000, allowance: 56_789 },
    });
    expect(made.data, made.text).toMatchObject({ amount: 4568 });
    const { data } = await branch.call(listStandards, { memberId: id });
    expect(data.standards).toMatchObject([{ base: 456_789, parts: { post: 300_000 }, amount: 4568, version: 1 }]);
    const { rows } = await sql<{ encrypted: string; log: string }>`
      select encode(base_enc, 'escape') as encrypted, (select string_agg(changes::text, '') from audit_log
        where target_type = 'duesStandard') as log from dues_standard where member_id = ${id}`.execute(t.db);
    expect(rows[0]?.encrypted).not.toContain('456789');
    expect(rows[0]?.log).not.toContain('456789');
    expect((await (await t.as('siblingWorker')).call(listStandards, { memberId: id })).code).toBe(404);
    expect((await (await t.as('member')).call(listStandards, { memberId: id })).code).toBe(403);
  });

  test('of who changes the same month twice the second is told; bad input stands at its field', async () => {
    const [id = ''] = people;
    expect((await standard(id)).data.conflict).toBe(true);
    expect((await standard(id, { version: 1 })).code).toBe(200);
    expect((await standard(id, { fromMonth: addMonths(month, -2), base: 0 })).data.fields.base).toContain('收入');
    expect((await standard(id, { fromMonth: '2001-06' })).data.fields.fromMonth).toContain('第八条');
    const applicant = t.fixture.members.branchA11?.[4] ?? '';
    expect((await standard(applicant)).msg).toContain('不缴纳党费');
  });
});

describe('a month', () => {
  test('is opened by a job, once for everybody, from the standards; who has none is named, not guessed', async () => {
    const [a = '', b = ''] = people;
    await standard(b, { payer: 6 });
    const preview = await branch.call(previewOpening, { orgId: ORGS.branchA11.id, month });
    expect(preview.data).toMatchObject({
      branches: 1,
      openedBranches: 0,
      people: 2,
      amount: 4588,
      noStandard: people.length - 2,
    });
    const left = `，${people.length - 2}人未设标准，没有开出`;
    for (const n of [2, 0]) expect((await open(month)).message).toContain(`新开${n}人${left}`);
    expect(await billOf(a, month)).toMatchObject({ state: 1, amount: '4568' });
    const list = await branch.call(listBills, { month, view: 'noStandard' });
    expect(list.total).toBe(people.length - 2);
    expect(list.body.sums).toMatchObject({
      due: { people: 2, amount: 4588 },
      noStandard: people.length - 2,
      opened: 1,
    });
    // Whoever gets a standard afterwards is billed for what is open.
    await standard(people[2] ?? '', { payer: 6 });
    expect(await billOf(people[2] ?? '', month)).toMatchObject({ state: 1, amount: '20' });
  });

  test('is opened for a whole subtree from above, never further ahead than two months', async () => {
    expect((await committee.call(openMonth, { orgId: ORGS.committeeA1.id, month: addMonths(month, 3) })).code).toBe(
      600,
    );
    expect((await branch.call(openMonth, { orgId: ORGS.branchA12.id, month })).code).toBe(404);
    const done = await open(addMonths(month, -1), committee, ORGS.committeeA1.id);
    expect(done.state).toBe('done');
    const { rows } = await committee.call(listMonths, { month: addMonths(month, -1) });
    expect(rows.map(({ orgId }) => orgId)).toEqual([ORGS.branchA11.id, ORGS.branchA12.id]);
  });

  test('an edit of the standard computes open bills anew and leaves paid ones', async () => {
    const [a = ''] = people;
    const bill = await billOf(a, addMonths(month, -1));
    expect((await pay([bill?.id ?? ''], 4568)).code).toBe(200);
    const change = { memberId: a, fromMonth: addMonths(month, -1), payer: 1 as const, base: 1_200_000 };
    const preview = await branch.call(previewStandard, change);
    expect(preview.data).toMatchObject({
      amount: 24_000,
      changes: [{ month, before: 4568, after: 24_000 }],
      paid: [addMonths(month, -1)],
    });
    expect((await branch.call(setStandard, change)).code).toBe(200);
    expect(await billOf(a, month)).toMatchObject({ amount: '24000' });
    expect(await billOf(a, addMonths(month, -1))).toMatchObject({ amount: '4568', state: 3 });
    expect(
      (await branch.call(removeStandard, { memberId: a, fromMonth: change.fromMonth, reason: '填错' })).msg,
    ).toContain('不能撤销');
  });
});

describe('a hand-in', () => {
  test('pays months whole with one receipt, is told in the year, and balances', async () => {
    const [, b = ''] = people;
    await open(addMonths(month, -2));
    const { result } = await branch.call(payable, { ids: [b] });
    expect(result.people[0]?.bills.map((bill) => bill.month)).toEqual([
      addMonths(month, -2),
      addMonths(month, -1),
      month,
    ]);
    const ids = result.people[0]?.bills.map(({ billId }) => billId) ?? [];
    const paid = await pay(ids, 60, { handedBy: 2, handedName: '王亲' });
    expect(paid.data.payments, paid.text).toMatchObject([
      { total: 60, people: 1, receipt: expect.stringMatching(/年第\d{6}号$/) },
    ]);
    const year = await branch.call(memberYear, { memberId: b, year: Number(month.slice(0, 4)) });
    const cell = year.result.months.find((one) => one.month === month);
    expect(cell).toMatchObject({ state: 3, marks: ['代'] });
    expect(await balanced()).toBe(0);
  });

  test('P21 twice, in two windows or overlapping, is one payment; the other is told who is paid and nothing is written', async () => {
    const [, , c = ''] = people;
    const bill = await billOf(c, month);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay([bill?.id ?? ''], 20)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    for (const { code, msg } of answers) if (code !== 200) expect(msg).toContain('已缴');
    const { rows } = await sql<{ n: number; last: number }>`
      select count(*)::int as n, max(receipt_no) as last from dues_payment where org_id = ${ORGS.branchA11.id}`.execute(
      t.db,
    );
    expect(rows[0]?.n).toBe(rows[0]?.last);
  });

  test('is refused at its field, and a foreign bill refuses all', async () => {
    const [a = ''] = people;
    const id = (await billOf(a, month))?.id ?? '';
    expect((await pay([id], 23_999)).data.fields.total).toContain('应收240.00元');
    expect((await pay([id], 24_000, { handedBy: 2 })).data.fields.handedName).toContain('代缴人');
    expect(
      (await pay([id], 24_000, { handedBy: 2, handedName: '城关镇财政所党支部' })).data.fields.handedName,
    ).toContain('不得垫交');
    expect((await pay([id], 24_000, { paidOn: addMonths(month, 1).concat('-01') })).data.fields.paidOn).toContain(
      '不能晚于今天',
    );
    await standard(t.fixture.members.branchA12?.[0] ?? '').then(({ code }) => expect(code).toBe(404));
    const { rows } = await sql<{ id: string }>`
      insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
      values (${t.fixture.members.branchA12?.[0]}, ${ORGS.branchA12.id}, ${ORGS.branchA12.code}, ${month}, 6, 20) returning id`.execute(
      t.db,
    );
    expect((await pay([id, rows[0]?.id ?? ''], 24_020)).code).toBe(404);
    expect(await billOf(a, month)).toMatchObject({ state: 1 });
  });

  test('from 1,000.00 yuan beyond the due it is 大额党费 and goes wholly to the Centre', async () => {
    const [a = ''] = people;
    const id = (await billOf(a, month))?.id ?? '';
    expect((await pay([id], 124_000, { extra: 100_000 })).code).toBe(200);
    const { rows } = await branch.call(listVouchers, { orgId: ORGS.branchA11.id });
    expect(rows[0]?.entries).toEqual([
      { account: '现金', amount: 124_000 },
      { account: '党费收入', amount: -24_000 },
      { account: '大额党费', amount: -100_000 },
    ]);
  });

  test('P26 is refunded by two people with a counter-voucher; its months are due again and can be paid again', async () => {
    const [a = ''] = people;
    const [row] = (await branch.call(listPayments, {})).rows;
    const asked = await branch.call(askRefund, { id: row?.id ?? '', version: row?.version ?? 0, reason: '多收了一笔' });
    expect(asked.code, asked.text).toBe(200);
    const version = asked.data.version;
    expect((await branch.call(decideRefund, { id: row?.id ?? '', version, agree: true })).msg).toContain('另一人');
    const both = await Promise.all(
      [1, 2].map(() => committee.call(decideRefund, { id: row?.id ?? '', version, agree: true })),
    );
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(await billOf(a, month)).toMatchObject({ state: 1 });
    expect(await balanced()).toBe(0);
    expect((await pay([(await billOf(a, month))?.id ?? ''], 24_000)).code).toBe(200);
  });
});

describe('the books', () => {
  test('P23 are not written unbalanced, changed or written into a closed month, not even by SQL', async () => {
    const unbalanced = t.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into dues_voucher (org_id, org_code, month, kind, summary, created_by)
        values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${month}, 'collect', '试', '试') returning id`.execute(
        tx,
      );
      await sql`insert into dues_entry (voucher_id, account, amount) values (${rows[0]?.id}, '现金', 1), (${rows[0]?.id}, '银行', 1)`.execute(
        tx,
      );
    });
    await expect(unbalanced).rejects.toThrow('not balanced');
    await expect(sql`update dues_entry set amount = amount + 1`.execute(t.db)).rejects.toThrow('never changed');
    await expect(sql`delete from dues_voucher`.execute(t.db)).rejects.toThrow('never changed');
  });

  test('close when the cash is in the bank, by somebody who did not collect; reopened from above alone', async () => {
    const before = addMonths(month, -1);
    const [a = ''] = people;
    expect(await billOf(a, before)).toMatchObject({ state: 3 });
    // One receipt of the month before, so that it is not without a collector.
    await sql`update dues_payment set month = ${before} where id = (select min(id) from dues_payment where org_id = ${ORGS.branchA11.id})`.execute(
      t.db,
    );
    const row = async () => (await committee.call(listMonths, { orgId: ORGS.branchA11.id, month: before })).rows[0];
    const version = (await row())?.version ?? 0;
    const own = await branch.call(closingCheck, { orgId: ORGS.branchA11.id, month: before });
    expect(own.result.blocks.map(({ sentence }) => sentence)).toContain('本月由您收过党费，结账须由另一人办理');
    expect((await branch.call(closeMonth, { orgId: ORGS.branchA11.id, month: before, version })).code).toBe(400);
    expect(
      (await committee.call(closeMonth, { orgId: ORGS.branchA11.id, month: before, version: version + 5 })).data
        .conflict,
    ).toBe(true);
    const closed = await committee.call(closeMonth, { orgId: ORGS.branchA11.id, month: before, version });
    expect(closed.code, closed.text).toBe(200);
    await expect(
      sql`insert into dues_voucher (org_id, org_code, month, kind, summary, created_by)
          values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${before}, 'collect', '试', '试')`.execute(t.db),
    ).rejects.toThrow('is closed');
    const bill = await billOf(people[2] ?? '', before);
    expect((await pay([bill?.id ?? ''], 20, { paidOn: `${before}-15` })).data.fields.paidOn).toContain('已结账');
    // The arrear itself is paid in the open month.
    expect((await pay([bill?.id ?? ''], 20)).code).toBe(200);
    const again = { orgId: ORGS.branchA11.id, month: before, version: closed.data.version, reason: '漏记一笔' };
    expect((await branch.call(reopenMonth, again)).msg).toContain('上级组织');
    expect((await committee.call(reopenMonth, again)).code).toBe(200);
  });

  test('cash is taken to the bank, never more than there is, also when two do it at once', async () => {
    const { rows } = await sql<{ cash: string }>`
      select sum(e.amount)::text as cash from dues_entry e join dues_voucher v on v.id = e.voucher_id
       where v.org_id = ${ORGS.branchA11.id} and account = '现金'`.execute(t.db);
    const cash = Number(rows[0]?.cash);
    const take = (amount: number) =>
      committee.call(depositCash, { orgId: ORGS.branchA11.id, amount, paidOn: today, slip: '试1' });
    const two = await Promise.all([take(cash), take(cash)]);
    expect(two.map(({ code }) => code).sort()).toEqual([200, 600]);
    expect(two.find(({ code }) => code === 600)?.data.fields.amount).toContain('只有0.00元');
  });
});

describe('relief', () => {
  test('is asked by the branch and decided by the committee above, never by whoever asked; the bills follow', async () => {
    const c = t.fixture.principals.member.memberId ?? '';
    await standard(c, { payer: 6 });
    const next = addMonths(month, 1);
    await open(next);
    const ask = {
      memberId: c,
      kind: 2,
      fromMonth: next,
      untilMonth: addMonths(next, 5),
      reason: '长期患病，支部大会研究同意',
    } as const;
    const made = await branch.call(askRelief, ask);
    expect(made.data, made.text).toMatchObject({ deciderOrgName: ORGS.committeeA1.name });
    expect((await branch.call(askRelief, ask)).data.fields.memberId).toContain('待审批');
    const decision = { id: made.data.id, version: 1, agree: true };
    expect((await branch.call(decideRelief, decision)).code).toBe(400);
    expect((await (await t.as('siblingWorker')).call(decideRelief, decision)).code).toBe(404);
    expect((await committee.call(decideRelief, decision)).code).toBe(200);
    expect((await committee.call(decideRelief, decision)).msg).toContain('已被处理');
    expect(await billOf(c, next)).toMatchObject({ state: 4 });
    const { rows } = await branch.call(listReliefs, {});
    expect(rows.filter(({ memberId }) => memberId === c)).toMatchObject([{ stateName: '已批准', kindName: '免缴' }]);
    const again = await branch.call(askRelief, {
      ...ask,
      kind: 3,
      fromMonth: addMonths(month, 7),
      untilMonth: addMonths(month, 8),
    });
    expect((await branch.call(withdrawRelief, { id: again.data.id, version: 1 })).code).toBe(200);
  });
});

test('how a person pays is kept against its version; quarterly takes the consent of the branch', async () => {
  const [a = ''] = people;
  const { data } = await branch.call(getConfig, { memberId: a });
  expect(data).toMatchObject({ quarterly: false, version: 0 });
  const fields = { memberId: a, quarterly: true, reminded: true, version: 0 };
  expect((await branch.call(saveConfig, fields)).data.fields.consent).toContain('第十二条');
  expect((await branch.call(saveConfig, { ...fields, consent: '支部大会同意' })).data.version).toBe(1);
  expect((await branch.call(saveConfig, { ...fields, consent: '再' })).data.conflict).toBe(true);
});

test('members read the own dues alone, with their income; sums open to organisations and people', async () => {
  const member = await t.as('member');
  const own = t.fixture.principals.member.memberId ?? '';
  await standard(own, {
    base: 300_001,
    ...((await branch.call(listStandards, { memberId: own })).data.standards[0] ? { version: 1 } : {}),
  });
  const mine = await member.call(ownDues, {});
  expect(mine.data, mine.text).toMatchObject({ amount: 3000, sentence: expect.stringContaining('3,000.01') });
  expect(mine.data.owed.months.length).toBeGreaterThan(0);
  expect((await member.call(listBills, { month })).code).toBe(403);
  expect((await branch.call(ownDues, {})).data.name).toBe('支书');
  expect((await (await t.as('admin')).call(ownDues, {})).code).toBe(404);
  const total = await committee.call(totalDetail, {
    orgId: ORGS.committeeA1.id,
    from: addMonths(month, -2),
    until: month,
  });
  const row = total.result.rows.find(({ orgId }) => orgId === ORGS.branchA11.id);
  const { rows } = await sql<{ paid: string }>`
    select sum(amount)::text as paid from dues_bill where org_id = ${ORGS.branchA11.id} and state = 3
       and month between ${addMonths(month, -2)} and ${month}`.execute(t.db);
  expect(row).toMatchObject({ isBranch: true, paid: Number(rows[0]?.paid) });
  // The sum of a branch opens its people, who add up to it.
  const span = { orgId: ORGS.branchA11.id, from: addMonths(month, -2), until: month };
  const { people } = (await committee.call(totalDetail, span)).result;
  expect(people.length).toBeGreaterThanOrEqual(row?.people ?? 0);
  expect(people.reduce((sum, { paid }) => sum + paid, 0)).toBe(row?.paid);
  expect(people.reduce((sum, { due }) => sum + due, 0)).toBe(row?.due);
  expect((await t.as('siblingWorker').then((who) => who.call(totalDetail, span))).code).toBe(404);
});
