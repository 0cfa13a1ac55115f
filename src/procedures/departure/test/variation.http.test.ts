import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMembers, viewCounts } from '#people/member/contract.ts';
import { recountMembers } from '#people/member/server/counters.ts';
import { addDays, addMonths } from '#platform/time/days.ts';
import { exportVariations } from '#procedures/departure/contract.export.ts';
import {
  addVariation,
  decideVariation,
  getVariation,
  listVariations,
  restoreVariation,
  undoVariation,
  withdrawVariation,
} from '#procedures/departure/contract.ts';
import { openDrafts } from '#procedures/departure/server/drafts.ts';
import { carryOutDue } from '#procedures/departure/server/service.ts';
import { applyOutflow } from '#procedures/floating/contract.acts.ts';
import { paper as upload } from '#procedures/recruitment/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let today: string;
let serial = 0;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
});
afterAll(() => t.close());

/** Another full member of branch A11. */
async function person(): Promise<string> {
  serial++;
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, sort, name, name_grams, gender, nation, person_category, membership_status, admission_date)
    values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${900 + serial}, ${`异动${serial}`}, '{}', 1, '01', 1, 1, '2001-07-01')
    returning id`.execute(t.db);
  return rows[0]?.id ?? '';
}
const meeting = () => ({ meetingOn: addDays(today, -3), due: 10, present: 8, agree: 7 });
const add = async (memberId: string, kind: string, more: object = {}, who = branch) =>
  who.call(addVariation, {
    memberId,
    kind,
    effectiveOn: today,
    reason: '支部大会讨论通过',
    files: [await upload(who)],
    ...(kind === 'died' || kind === 'other' || kind === 'corrected' ? {} : meeting()),
    ...(kind === 'suspended' ? { ground: 'lost', groundOn: addMonths(today, -12) } : {}),
    ...more,
  } as never);
const read = async (id: string, who = committee) => (await who.call(getVariation, { id })).data;
const stands = async (id: string) =>
  (
    await sql<{ status: number; ledger: string; floating: boolean; orgId: string; joinType: number }>`
      select membership_status as status, is_floating as floating, org_id::text as "orgId", join_type as "joinType",
             (select coalesce(string_agg(way || sign, ',' order by id), '') from member_ledger where member_id = m.id) as ledger
        from member m where id = ${id}`.execute(t.db)
  ).rows[0];

describe('leaving', () => {
  test('the branch registers with meeting and papers, the organisation above decides, and all follows at once', async () => {
    const id = await person();
    const flow = await branch.call(applyOutflow, {
      memberId: id,
      range: 2,
      region: '广东省深圳市',
      reason: 1,
      trade: 1,
      startedOn: addMonths(today, -8),
    });
    expect(flow.code, flow.text).toBe(200);
    await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
      values (${id}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${addMonths(today, 1).slice(0, 7)}, 6, 20)`.execute(
      t.db,
    );
    const lacking = await add(id, 'expelled', { due: '', meetingOn: '' });
    expect(lacking.data.fields).toMatchObject({ due: expect.any(String), meetingOn: expect.any(String) });
    expect((await add(id, 'expelled', { agree: 5 })).data.fields.agree).toContain('未通过');
    expect((await add(id, 'expelled', { files: [] })).code).toBe(600);

    const made = await add(id, 'expelled');
    expect(made.data, made.text).toMatchObject({ state: 'pending' });
    expect((await add(id, 'quit')).data.fields.memberId).toContain('正在办理');
    expect((await stands(id))?.status).toBe(1);
    const row = await read(made.data.id);
    expect(row).toMatchObject({ kindName: '开除党籍', can: { decide: true } });
    const own = await branch.call(decideVariation, { id: made.data.id, version: row.version, agree: true });
    expect(own.code).not.toBe(200);
    const agreed = await committee.call(decideVariation, { id: made.data.id, version: row.version, agree: true });
    expect(agreed.data, agreed.text).toMatchObject({ state: 'effective' });
    expect(await stands(id)).toMatchObject({ status: 3, floating: false, ledger: 'expelled-1' });
    const after = await read(made.data.id);
    expect(after.followed).toEqual(expect.arrayContaining(['流动登记已结束', '以后的1个月党费已作废']));
    expect(
      (await committee.call(decideVariation, { id: made.data.id, version: after.version, agree: true })).code,
    ).toBe(400);
    const list = await committee.call(listVariations, { view: 'effective' });
    expect(list.body.rows.map((one: { name: string }) => one.name)).toContain(row.name);
    expect((await (await t.as('siblingWorker')).call(getVariation, { id: made.data.id })).code).toBe(404);
  });

  test('a death counts at once and stops the account; a wrongly filed one is taken back from above, by name', async () => {
    const { memberId, accountId } = t.fixture.principals.member;
    const later = await add(memberId ?? '', 'died', { effectiveOn: addDays(today, 1) });
    expect(later.data.fields.effectiveOn).toContain('不能晚于今天');
    const made = await add(memberId ?? '', 'died');
    expect(made.data, made.text).toMatchObject({ state: 'effective' });
    const account = async () =>
      (
        await sql<{ enabled: boolean; grants: number }>`
          select enabled, (select count(*)::int from account_role g where g.account_id = a.id and g.revoked_at is null) as grants
            from account a where id = ${accountId}`.execute(t.db)
      ).rows[0];
    expect(await account()).toEqual({ enabled: false, grants: 0 });
    expect((await stands(memberId ?? ''))?.status).toBe(4);
    const { version } = await read(made.data.id);
    expect((await branch.call(undoVariation, { id: made.data.id, version, reason: '误报' })).code).toBe(400);
    const undone = await committee.call(undoVariation, { id: made.data.id, version, reason: '误报' });
    expect(undone.code, undone.text).toBe(200);
    expect(await account()).toEqual({ enabled: true, grants: 1 });
    expect(await stands(memberId ?? '')).toMatchObject({ status: 1, ledger: 'died-1,died1' });
  });

  test('nobody stops an account above: the organisation above registers it', async () => {
    const { memberId } = t.fixture.principals.cityWorker;
    if (memberId === null) {
      await sql`update account set member_id = ${await person()} where id = ${t.fixture.principals.cityWorker.accountId}`.execute(
        t.db,
      );
    }
    const { rows } = await sql<{ id: string }>`
      select member_id as id from account where id = ${t.fixture.principals.cityWorker.accountId}`.execute(t.db);
    const tried = await add(rows[0]?.id ?? '', 'died');
    expect(tried.code).not.toBe(200);
    expect((await stands(rows[0]?.id ?? ''))?.status).toBe(1);
  });

  test('a day ahead is carried out by the job on that day, once; before it, it may be withdrawn', async () => {
    const id = await person();
    const ahead = addDays(today, 5);
    expect((await add(id, 'other', { effectiveOn: addDays(today, 40) })).data.fields.effectiveOn).toBeTruthy();
    const made = await add(id, 'other', { effectiveOn: ahead });
    const { version } = await read(made.data.id);
    const agreed = await committee.call(decideVariation, { id: made.data.id, version, agree: true });
    expect(agreed.data, agreed.text).toMatchObject({ state: 'approved' });
    await carryOutDue(t.services);
    expect((await stands(id))?.status).toBe(1);
    await sql`update member_variation set effective_on = ${today} where id = ${made.data.id}`.execute(t.db);
    await Promise.all([carryOutDue(t.services), carryOutDue(t.services)]);
    expect(await stands(id)).toMatchObject({ status: 6, ledger: 'other-1' });

    const second = await person();
    const open = await add(second, 'other', { effectiveOn: ahead });
    const row = await read(open.data.id);
    expect((await committee.call(withdrawVariation, { id: open.data.id, version: row.version })).code).toBe(400);
    expect((await branch.call(withdrawVariation, { id: open.data.id, version: row.version })).code).toBe(200);
  });
});

test('停止党籍 alone is restored, in another branch, and the months lost are no party age', async () => {
  const id = await person();
  // Three and a half months are four that began, whatever the month ends: four back from the 31st is a day more than four.
  const made = await add(id, 'suspended', {
    effectiveOn: addDays(addMonths(today, -4), 15),
    groundOn: addMonths(today, -14),
  });
  let row = await read(made.data.id);
  await committee.call(decideVariation, { id: made.data.id, version: row.version, agree: true });
  expect(await stands(id)).toMatchObject({ status: 2, ledger: 'suspended-1' });
  row = await read(made.data.id);
  expect(row.can.restore).toBe(true);
  const ask = async (more: object = {}) =>
    committee.call(restoreVariation, {
      id: made.data.id,
      orgId: ORGS.branchA12.id,
      effectiveOn: today,
      reason: '已取得联系',
      files: [await upload(committee)],
      ...meeting(),
      ...more,
    } as never);
  expect((await ask({ effectiveOn: addMonths(today, -5) })).data.fields.effectiveOn).toContain('要晚于');
  const asked = await ask();
  expect(asked.data, asked.text).toMatchObject({ state: 'pending' });
  const city = await t.as('cityWorker');
  const { version } = await read(asked.data.id, city);
  const agreed = await city.call(decideVariation, { id: asked.data.id, version, agree: true });
  expect(agreed.data, agreed.text).toMatchObject({ state: 'effective' });
  expect(await stands(id)).toMatchObject({
    status: 1,
    orgId: ORGS.branchA12.id,
    joinType: 3,
    ledger: 'suspended-1,restored1',
  });
  const { rows } = await sql<{ less: number }>`
    select (fields ->> 'partyAgeLess')::int as less from sub_record where member_id = ${id} and kind = 'extra'`.execute(
    t.db,
  );
  expect(rows[0]?.less).toBe(4);
  expect((await ask()).code).toBe(400);
});

test('除名 after 停止党籍 is no second decrease, and taken back it is no increase', async () => {
  const id = await person();
  let removed = '';
  for (const [kind, effectiveOn] of [
    ['suspended', addMonths(today, -24)],
    ['lapsed', today],
  ] as const) {
    const held = { meetingOn: effectiveOn, groundOn: addMonths(today, -36) };
    const made = await add(id, kind, { effectiveOn, ...held });
    expect(made.code, made.text).toBe(200);
    removed = made.data.id;
    const { version } = await read(made.data.id);
    await committee.call(decideVariation, { id: made.data.id, version, agree: true });
  }
  expect(await stands(id)).toMatchObject({ status: 3, ledger: 'suspended-1' });
  const { version } = await read(removed);
  const undone = await committee.call(undoVariation, { id: removed, version, reason: '登记错误' });
  expect(undone.code, undone.text).toBe(200);
  expect(await stands(id)).toMatchObject({ status: 2, ledger: 'suspended-1' });
});

describe('drafts', () => {
  const drafts = async (memberId: string) =>
    (
      await sql<{ subject: string; title: string; url: string }>`
        select subject, title, jump_url as url from todo where done_at is null and subject like 'variationDraft:%:' || ${memberId}::text
         order by subject`.execute(t.db)
    ).rows;
  const outflow = (id: string, range: number, reason: number, startedOn: string, contactOn: string) =>
    sql`
    insert into mobile_outflow (member_id, org_id, org_code, status, range, region, reason, trade, started_on, source, confirmed_on,
                                last_contact_on)
    values (${id}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 2, ${range}, '某地', ${reason}, 1, ${startedOn}, 2, ${startedOn},
            ${contactOn})`.execute(t.db);
  const bill = async (id: string, month: string, state = 1) =>
    (
      await sql<{ id: string }>`
        insert into dues_bill (member_id, org_id, org_code, month, payer, amount, state)
        values (${id}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${month}, 1, 1000, ${state}) returning id`.execute(
        t.db,
      )
    ).rows[0]?.id ?? '';

  test('six months without dues open a draft that names the person; paid, it ends; five months open none', async () => {
    const [late, nearly] = [await person(), await person()];
    const months = [1, 2, 3, 4, 5, 6].map((n) => addMonths(`${today.slice(0, 7)}-01`, -n).slice(0, 7));
    for (const month of months) await bill(late, month);
    for (const month of months.slice(0, 5)) await bill(nearly, month);
    await openDrafts(t.services);
    await openDrafts(t.services);
    expect(await drafts(late)).toEqual([
      {
        subject: `variationDraft:dues:${late}`,
        title: expect.stringContaining('连续6个月未交党费'),
        url: `/affairs/variation/variationAdd?kind=lapsed&memberId=${late}&since=${months[5]}-01&ground=dues`,
      },
    ]);
    expect(await drafts(nearly)).toEqual([]);
    await sql`update dues_bill set state = 4 where member_id = ${late} and month = ${months[0]}`.execute(t.db);
    await openDrafts(t.services);
    expect(await drafts(late)).toEqual([]);
  });

  test('a 限期改正 that has ended is a draft from its last day on, until its end is moved, somebody is registered, or months pass', async () => {
    const [ends, runs, long] = [await person(), await person(), await person()];
    const rectifying = (id: string, from: string, until: string) =>
      sql`insert into sub_record (member_id, kind, title, ordered_by, fields)
          values (${id}, 'rewar', '限期改正', ${from}, ${JSON.stringify({ type: '3', name: '31', approvedOn: from, endsOn: until })}::jsonb)`.execute(
        t.db,
      );
    await rectifying(ends, addMonths(today, -12), today);
    await rectifying(runs, addMonths(today, -11), addDays(today, 1));
    await rectifying(long, addMonths(today, -16), addMonths(today, -4));
    await openDrafts(t.services);
    expect(await drafts(ends)).toEqual([
      {
        subject: `variationDraft:mending:${ends}`,
        title: expect.stringContaining('限期改正期满'),
        url: `/affairs/variation/variationAdd?kind=advised&memberId=${ends}&since=${today}`,
      },
    ]);
    expect([...(await drafts(runs)), ...(await drafts(long))]).toEqual([]);
    await rectifying(ends, today, addMonths(today, 6));
    await openDrafts(t.services);
    expect(await drafts(ends)).toEqual([]);
  });

  test('lost contact runs from the latest of log, dues and meetings; five years abroad are their own draft', async () => {
    const [lost, paid, came, abroad] = [await person(), await person(), await person(), await person()];
    for (const id of [lost, paid, came]) {
      await outflow(id, 2, 1, addMonths(today, -30), addMonths(today, -7));
      await sql`update member set is_lost_contact = true where id = ${id}`.execute(t.db);
    }
    const fifth = await person();
    await outflow(abroad, 3, 2, addDays(addMonths(today, -60), -1), addDays(today, -10));
    // More than five years begin the day after: of 28 February on a 29th, they are over already.
    const began = addMonths(today, -60);
    const isFull = addMonths(began, 60) < today;
    await outflow(fifth, 3, 2, isFull ? addDays(began, 1) : began, addDays(today, -10));
    const { rows } = await sql<{ id: string }>`
      insert into dues_payment (org_id, org_code, pay_type, total, paid_on, month, receipt_year, receipt_no)
      values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1, 1000, ${addMonths(today, -2)}, ${today.slice(0, 7)}, 2020, 999)
      returning id`.execute(t.db);
    await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount, state, payment_id)
      values (${paid}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '2020-01', 1, 1000, 3, ${rows[0]?.id})`.execute(
      t.db,
    );
    const sheet = await sql<{ id: string }>`
      insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at)
      values ('test', 1, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '', now() - interval '1 month', now()) returning id`.execute(
      t.db,
    );
    await sql`insert into attendance_person (sheet_id, member_id, name, due, votes, state)
      values (${sheet.rows[0]?.id}, ${came}, '试', true, true, 1)`.execute(t.db);
    await openDrafts(t.services);
    expect((await drafts(lost)).map(({ subject }) => subject)).toEqual([`variationDraft:lost:${lost}`]);
    expect(await drafts(paid)).toEqual([]);
    expect(await drafts(came)).toEqual([]);
    expect((await drafts(abroad)).map(({ title }) => title)).toEqual([expect.stringContaining('超过5年')]);
    expect(await drafts(fifth)).toEqual([]);
    // A variation that is registered takes its draft with it.
    expect((await add(lost, 'suspended', { groundOn: addMonths(today, -7) })).code).toBe(200);
    expect(await drafts(lost)).toEqual([]);
  });
});

test('whoever left leaves the roll, its total and 党员总数, and stands among 历史人员', async () => {
  // People of these tests were written by SQL, which no counter hears of.
  await t.services.db
    .connection()
    .execute((connection) =>
      recountMembers({ query: (text, values) => connection.executeQuery(CompiledQuery.raw(text, values)) }),
    );
  const { rows } = await sql<{ id: string; status: number }>`
    select id::text as id, membership_status as status from member
     where org_id = ${ORGS.branchA11.id} and deleted_at is null and membership_status between 2 and 6`.execute(t.db);
  expect(rows.length).toBeGreaterThan(0);
  const list = async (input: object) => {
    const answer = await branch.call(listMembers, { pageSize: 50, ...input } as never);
    expect(answer.code, answer.text).toBe(200);
    return answer.body as { rows: { id: string }[]; total: number };
  };
  const roll = await list({});
  const gone = await list({ view: 'gone' });
  const ids = (of: typeof roll) => of.rows.map(({ id }) => id);
  for (const { id, status } of rows) {
    expect(ids(roll)).not.toContain(id);
    expect(ids(gone)).toContain(id);
    const asked = await list({ membershipStatus: String(status) });
    expect(ids(asked)).toContain(id);
  }
  expect([roll.total, gone.total]).toEqual([ids(roll).length, ids(gone).length]);
  const counts = (await branch.call(viewCounts, {} as never)).data;
  expect([counts.all, counts.gone]).toEqual([roll.total, gone.total]);
});

test('each view as a workbook has the rows of the list, without numbers of people; of the own scope', async () => {
  for (const view of ['effective', 'ended'] as const) {
    const { data } = await committee.call(exportVariations, { view, purpose: '年度汇总' });
    const lines = await exportedLines(t, data.jobId);
    const listed = await committee.call(listVariations, { view, pageSize: 200 } as never);
    expect(lines.filter((line) => line.length > 5)).toHaveLength(listed.total + 1);
    expect(JSON.stringify(lines)).not.toMatch(/\d{17}[\dX]/);
  }
  expect((await committee.call(exportVariations, { orgId: ORGS.branchB11.id, purpose: '试' })).code).toBe(404);
});
