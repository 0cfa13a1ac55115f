import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addMonths } from '#platform/time/days.ts';
import { openDrafts } from '#procedures/departure/server/drafts.ts';
import {
  addContact,
  applyBatch,
  applyOutflow,
  applyOwn,
  decideInflow,
  decideOutflow,
  editOutflow,
  endCertificate,
  endInflow,
  endOut,
  giveCertificate,
  markLost,
  ownFlow,
  registerInflow,
  withdrawOwn,
} from '#procedures/floating/contract.acts.ts';
import { getInflow, getOutflow, listFloats } from '#procedures/floating/contract.ts';
import { remindContacts } from '#procedures/floating/server/clock.ts';
import { endOutflow } from '#procedures/floating/server/matter.ts';
import { draftOutflowsAbroad } from '#procedures/floating/server/unregistered.ts';
import { draftOutflowsByProof } from '#procedures/transfer/server/service/expire.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let today: string;
let people: string[];
let encrypt: (text: string) => string;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  encrypt = await makeEncrypter(t);
  people = t.fixture.members.branchA11?.slice(0, 2) ?? [];
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from mobile_contact`.execute(t.db);
  await sql`delete from mobile_certificate`.execute(t.db);
  await sql`delete from mobile_inflow`.execute(t.db);
  await sql`delete from mobile_outflow`.execute(t.db);
  await sql`delete from sub_record where kind = 'flre'`.execute(t.db);
  await sql`update member set is_floating = false`.execute(t.db);
});

const leaving = (more: object = {}) => ({
  range: 2,
  region: '广东省深圳市',
  reason: 1,
  trade: 2,
  startedOn: addMonths(today, -7),
  plannedTo: '',
  ...more,
});
const apply = (memberId = people[0] ?? '', more: object = {}, who = branch) =>
  who.call(applyOutflow, { memberId, ...leaving(more) } as never);
const flags = async (memberId = people[0] ?? '') =>
  (
    await sql<{ floating: boolean; open: number; flre: number }>`
      select is_floating as floating,
             (select count(*)::int from mobile_outflow where member_id = m.id and status in (2, 3)) as open,
             (select count(*)::int from sub_record where member_id = m.id and kind = 'flre'
               and fields ->> 'endedOn' is null) as flre
        from member m where id = ${memberId}`.execute(t.db)
  ).rows[0];
const read = async (id: string, who = branch) => (await who.call(getOutflow, { id })).data;

describe('outflow', () => {
  test('the branch registers it: the record is floating, the 流动记录 begins, the counter follows; back again ends all', async () => {
    const counted = async () =>
      Number(
        (
          await sql<{ n: string }>`select coalesce(sum(n), 0)::text as n from (
            select n from member_counter where fact = 'floating' and org_code = ${ORGS.branchA11.code}
            union all select n from member_counter_delta where fact = 'floating' and org_code = ${ORGS.branchA11.code}) c`.execute(
            t.db,
          )
        ).rows[0]?.n,
      );
    const before = await counted();
    const made = await apply();
    expect(made.data, made.text).toMatchObject({ status: 2 });
    expect(await flags()).toEqual({ floating: true, open: 1, flre: 1 });
    expect((await counted()) - before).toBe(1);
    const row = await read(made.data.id);
    expect(row).toMatchObject({ statusName: '已流出', tooShort: '', can: { back: true, edit: true, confirm: false } });
    const list = await branch.call(listFloats, { view: 'out' });
    expect(list.body).toMatchObject({ total: 1, counts: { out: 1, in: 0, history: 0 } });

    const early = await branch.call(endOut, { id: row.id, version: row.version, endedOn: '2010-01-01' });
    expect(early.data.fields.endedOn).toContain('不能早于');
    const back = await branch.call(endOut, { id: row.id, version: row.version, endedOn: today, note: '回乡' });
    expect(back.code, back.text).toBe(200);
    expect(await flags()).toEqual({ floating: false, open: 0, flre: 0 });
    expect((await counted()) - before).toBe(0);
    expect((await branch.call(endOut, { id: row.id, version: row.version + 1, endedOn: today })).code).toBe(400);
    expect((await branch.call(listFloats, { view: 'history' })).body.rows).toMatchObject([{ statusName: '已返回' }]);
  });

  test('six months, run or planned: a shorter absence is refused with the way out, and nothing is written', async () => {
    const short = await apply(people[0], { startedOn: today, plannedTo: addMonths(today, 5) });
    expect(short.data.fields.plannedTo).toContain('党员证明信');
    const open = await apply(people[0], { startedOn: addMonths(today, -5) });
    expect(open.data.fields.plannedTo).toContain('满6个月');
    expect((await apply(people[0], { region: '外地' })).data.fields.region).toContain('省');
    expect(await flags()).toEqual({ floating: false, open: 0, flre: 0 });
    expect((await apply(people[0], { startedOn: today, plannedTo: addMonths(today, 6) })).data.status).toBe(2);
  });

  test('one runs at a time, also when two register at once; others are out of reach', async () => {
    const both = await Promise.all([apply(), apply()]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 600]);
    expect(await flags()).toEqual({ floating: true, open: 1, flre: 1 });
    const foreign = t.fixture.members.branchB11?.[0] ?? '';
    expect((await apply(foreign)).code).toBe(404);
    const id = (await branch.call(listFloats, { view: 'out' })).body.rows[0].rowId;
    expect((await (await t.as('siblingWorker')).call(getOutflow, { id })).code).toBe(404);
    expect((await (await t.as('member')).call(getOutflow, { id })).code).toBe(403);
  });

  test('many at once: each its outcome', async () => {
    await apply(people[0]);
    const activist = t.fixture.members.branchA11?.[3] ?? '';
    const made = await branch.call(applyBatch, { ids: [...people, activist], ...leaving() } as never);
    expect(made.data.done, made.text).toBe(1);
    const notes = made.data.rows.map(({ note }: { note: string }) => note);
    expect(notes).toContain('');
    expect(notes.join('\n')).toMatch(/已有正在进行的流出登记/);
    expect(notes.join('\n')).toMatch(/还不是党员/);
  });

  test('the person asks, the branch confirms, and the person may withdraw before', async () => {
    const member = await t.as('member');
    const asked = await member.call(applyOwn, leaving() as never);
    expect(asked.data, asked.text).toMatchObject({ status: 1 });
    const mine = (await member.call(ownFlow, {})).data;
    expect(mine.rows[0]).toMatchObject({ statusName: '待确认', can: { withdraw: true } });
    expect((await member.call(applyOwn, leaving() as never)).code).toBe(600);
    expect((await member.call(withdrawOwn, { id: asked.data.id, version: 1 })).code).toBe(200);

    const again = (await member.call(applyOwn, leaving() as never)).data.id;
    const row = await read(again);
    expect(row.can.confirm).toBe(true);
    expect(
      (await branch.call(decideOutflow, { id: again, version: 1, agree: false })).data.fields.opinion,
    ).toBeTruthy();
    const agreed = await branch.call(decideOutflow, { id: again, version: 1, agree: true });
    expect(agreed.code, agreed.text).toBe(200);
    expect((await branch.call(decideOutflow, { id: again, version: 1, agree: true })).data.conflict).toBe(true);
    expect((await member.call(withdrawOwn, { id: again, version: agreed.data.version })).code).toBe(400);
    expect((await read(again)).statusName).toBe('已流出');
  });
});

describe('both ends', () => {
  const send = async () => {
    const made = await apply(people[0], { toOrgId: ORGS.branchB11.id });
    expect(made.data, made.text).toMatchObject({ status: 2 });
    const { rows } = await sql<{ id: string }>`select id from mobile_inflow where outflow_id = ${made.data.id}`.execute(
      t.db,
    );
    return { out: made.data.id as string, in: rows[0]?.id ?? '' };
  };

  test('received there it is 3 here; sent back or left it is 2 again; a transfer ends both', async () => {
    const other = await t.as('cityWorker');
    const ids = await send();
    expect((await branch.call(getInflow, { id: ids.in })).code).toBe(404);
    const took = await other.call(decideInflow, { id: ids.in, version: 1, agree: true });
    expect(took.code, took.text).toBe(200);
    expect((await read(ids.out)).status).toBe(3);
    const gone = await other.call(endInflow, { id: ids.in, version: took.data.version, leftOn: today });
    expect(gone.code, gone.text).toBe(200);
    expect(await read(ids.out)).toMatchObject({ status: 2, inflows: [{ statusName: '已离开' }] });
    expect(await flags()).toEqual({ floating: true, open: 1, flre: 1 });

    const by = { id: null, name: '试' };
    const moved = await endOutflow(t.db, people[0] ?? '', { to: 5, on: today, note: '组织关系已转出', by });
    expect(moved).toMatchObject({ outflowId: ids.out, changes: { isFloating: ['是', '否'] } });
    expect((await read(ids.out)).statusName).toBe('已转组织关系');
    expect(await endOutflow(t.db, people[0] ?? '', { to: 5, on: today, note: '', by })).toEqual({
      outflowId: null,
      changes: {},
    });
  });

  test('returned with a reason; a return ends the inflow and the role that it gave', async () => {
    const other = await t.as('cityWorker');
    const first = await send();
    expect(
      (await other.call(decideInflow, { id: first.in, version: 1, agree: false })).data.fields.opinion,
    ).toBeTruthy();
    await other.call(decideInflow, { id: first.in, version: 1, agree: false, opinion: '查无此人' });
    const row = await read(first.out);
    expect(row).toMatchObject({ status: 2, inflows: [{ statusName: '退回', note: '查无此人' }] });
    await branch.call(endOut, { id: first.out, version: row.version, endedOn: today });

    const { memberId } = t.fixture.principals.member;
    const made = await apply(memberId ?? '', { toOrgId: ORGS.branchB11.id });
    const { rows } = await sql<{ id: string }>`select id from mobile_inflow where status = 1`.execute(t.db);
    await other.call(decideInflow, { id: rows[0]?.id ?? '', version: 1, agree: true });
    const grants = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from account_role g join account a on a.id = g.account_id
          where a.member_id = ${memberId} and g.role_id = 6 and g.org_id = ${ORGS.branchB11.id} and g.revoked_at is null`.execute(
          t.db,
        )
      ).rows[0]?.n;
    expect(await grants()).toBe(1);
    const { version } = await read(made.data.id);
    expect((await branch.call(endOut, { id: made.data.id, version, endedOn: today })).code).toBe(200);
    expect(await grants()).toBe(0);
    expect(await flags(memberId ?? '')).toEqual({ floating: false, open: 0, flre: 0 });
  });

  test('registered at the inflow: who is known gets a draft at home, confirmed it is 3 at once; strangers stand encrypted', async () => {
    const other = await t.as('cityWorker');
    const { rows } = await sql<{ name: string }>`select name from member where id = ${people[1] ?? '0'}`.execute(t.db);
    const serial = Number(people[1]) - 1000;
    const given = {
      orgId: ORGS.branchB11.id,
      name: rows[0]?.name ?? '',
      phone: '13911112222',
      homeOrg: '试验支部',
      region: '湖北省',
      reason: 1,
      trade: 1,
      startedOn: addMonths(today, -8),
    };
    const encrypted = () => encrypt(testIdCard(serial));
    const wrong = await other.call(registerInflow, { ...given, name: '别人', idCardNo: encrypted() });
    expect(wrong.data.fields.name).toContain('不一致');
    const made = await other.call(registerInflow, { ...given, idCardNo: encrypted() });
    expect(made.data, made.text).toMatchObject({ status: 2 });
    const draft = (await branch.call(listFloats, { view: 'waiting' })).body.rows[0];
    expect(draft).toMatchObject({ side: 'out', memberId: people[1], can: { confirm: true } });
    await branch.call(decideOutflow, { id: draft.rowId, version: draft.version, agree: true });
    expect((await read(draft.rowId)).status).toBe(3);

    const stranger = await other.call(registerInflow, { ...given, name: '外地人', idCardNo: encrypt(testIdCard(901)) });
    expect(stranger.code, stranger.text).toBe(200);
    const twice = await other.call(registerInflow, { ...given, name: '外地人', idCardNo: encrypt(testIdCard(901)) });
    expect(twice.data.fields.idCardNo).toContain('已有');
    const { data } = await other.call(getInflow, { id: stranger.data.id });
    expect(data).toMatchObject({ memberId: null, name: '外地人', can: { leave: true } });
    expect(data.idCard).toContain('*');
    expect(data.phone).toContain('*');
  });
});

describe('contact', () => {
  test('three taps write a line; overdue ones stand first; who was not reached is an attempt', async () => {
    const { id } = (await apply()).data;
    await sql`update mobile_outflow set confirmed_on = ${addMonths(today, -2)} where id = ${id}`.execute(t.db);
    expect((await branch.call(listFloats, { view: 'out', overdue: '1' })).body).toMatchObject({
      total: 1,
      overdue: 1,
      rows: [{ isOverdue: true, dueOn: addMonths(addMonths(today, -2), 1) }],
    });
    expect((await branch.call(addContact, { outflowId: id, way: 4, reached: false })).data.fields.note).toBeTruthy();
    await branch.call(addContact, { outflowId: id, way: 4, reached: false, note: '家属说已换号' });
    expect((await read(id)).isOverdue).toBe(true);
    const reached = await branch.call(addContact, { outflowId: id, way: 1, reached: true, topic: 1 });
    expect(reached.code, reached.text).toBe(200);
    expect(await read(id)).toMatchObject({
      isOverdue: false,
      lastContactOn: today,
      contacts: [{ topicName: '情况正常', reached: true }, { note: '家属说已换号' }],
    });
  });

  test('one contact person keeps in touch with five people at most', async () => {
    const contactId = people[1] ?? '';
    await sql`insert into mobile_outflow (member_id, org_id, org_code, status, range, region, reason, trade, started_on, source,
                                         contact_id)
      select id, org_id, org_code, 2, 2, '广东省', 1, 1, ${addMonths(today, -8)}, 2, ${contactId} from member
       where person_category in (1, 2) and deleted_at is null and id not in (${people[0]}, ${contactId}) limit 5`.execute(
      t.db,
    );
    const full = await apply(people[0], { contactId });
    expect(full.data.fields.contactId).toContain('每人最多联系5人');
    await sql`insert into mobile_setting (org_id, most) values (${ORGS.branchA11.id}, 6)`.execute(t.db);
    const made = await apply(people[0], { contactId });
    expect(made.code, made.text).toBe(200);
    const row = await read(made.data.id);
    expect((await branch.call(editOutflow, { id: row.id, version: 1, ...leaving() } as never)).data.conflict).toBe(
      true,
    );
    const edited = await branch.call(editOutflow, { id: row.id, version: row.version, ...leaving() } as never);
    expect(edited.code, edited.text).toBe(200);
    expect((await read(made.data.id)).contactId).toBeNull();
  });
});

test('a certificate has its number once a committee, also when it is lost', async () => {
  const first = (await apply()).data.id;
  const second = (await apply(people[1])).data.id;
  expect((await branch.call(giveCertificate, { outflowId: first, number: 'A001' })).code).toBe(200);
  expect((await branch.call(giveCertificate, { outflowId: first, number: 'A002' })).data.fields.number).toContain(
    '手中',
  );
  expect((await branch.call(giveCertificate, { outflowId: second, number: 'A001' })).data.fields.number).toContain(
    '已经发放过',
  );
  expect((await branch.call(endCertificate, { outflowId: first, state: 'lost' })).code).toBe(200);
  expect((await branch.call(endCertificate, { outflowId: first, state: 'lost' })).code).toBe(400);
  expect(
    (await committee.call(giveCertificate, { outflowId: second, number: 'A001' })).data.fields.number,
  ).toBeTruthy();
  expect((await read(first)).certificates).toMatchObject([{ number: 'A001', stateName: '已遗失' }]);
});

test('an overdue contact is a to-do of the branch, a month later of the one above; lost and found again', async () => {
  const { id } = (await apply()).data;
  const todos = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from todo where subject = ${`mobileContact:${id}`} and done_at is null`.execute(t.db)
    ).rows[0]?.n;
  await remindContacts(t.services);
  expect(await todos()).toBe(0);
  const row = await read(id);
  expect((await branch.call(markLost, { id, version: row.version })).code).toBe(400);
  await sql`update mobile_outflow set confirmed_on = ${addMonths(today, -7)} where id = ${id}`.execute(t.db);
  await remindContacts(t.services);
  await remindContacts(t.services);
  expect(await todos()).toBe(2);
  expect((await branch.call(markLost, { id, version: row.version })).text).toContain('查找');
  await branch.call(addContact, { outflowId: id, way: 6, reached: false, note: '上门未遇' });
  expect((await branch.call(markLost, { id, version: row.version })).code).toBe(200);
  expect((await branch.call(listFloats, { view: 'lost' })).body.total).toBe(1);
  await openDrafts(t.services);
  await openDrafts(t.services);
  const { rows } = await sql<{ title: string }>`
    select title from todo where subject = ${`variationDraft:lost:${people[0]}`} and done_at is null`.execute(t.db);
  expect(rows).toMatchObject([{ title: expect.stringContaining('失联满6个月') }]);
  await branch.call(addContact, { outflowId: id, way: 1, reached: true, topic: 1 });
  expect((await branch.call(listFloats, { view: 'lost' })).body.total).toBe(0);
  expect(await todos()).toBe(0);
  const open = await sql`
    select from todo where subject = ${`variationDraft:lost:${people[0]}`} and done_at is null`.execute(t.db);
  expect(open.rows).toHaveLength(0);
});

test('six months abroad, or away by one 证明信 after another, that nobody registered: a draft at the branch, once', async () => {
  const [abroad = '', away = ''] = people;
  await sql`
    insert into sub_record (kind, member_id, title, ordered_by, fields, created_by)
    select 'abroad', ${abroad}, '日本', d, jsonb_build_object('country', '日本', 'leftAt', d), '试验'
      from (values (${addMonths(today, -6)})) as v (d)`.execute(t.db);
  await sql`
    insert into relation_proof (member_id, org_id, org_code, by_org_id, by_name, year, serial, to_name, reason, starts_on, ends_on, facts, issued_on, handler)
    select m.id, o.id, o.code, o.id, o.name, 2026, n, '云岭市高新区工委', '务工', s.starts, s.ends, '{}', s.starts, '试验'
      from member m join organisation o on o.id = m.org_id
     cross join (values (1, ${addMonths(today, -7)}::date, ${addMonths(today, -3)}::date), (2, ${addMonths(today, -3)}::date, ${addMonths(today, 2)}::date))
           as s (n, starts, ends) where m.id = ${away}`.execute(t.db);
  const waiting = async () =>
    (await branch.call(listFloats, { view: 'waiting' })).body.rows
      .map((row: { memberId: string }) => row.memberId)
      .sort();
  for (let run = 0; run < 2; run++) {
    await draftOutflowsAbroad(t.services);
    await draftOutflowsByProof(t.db);
  }
  expect(await waiting()).toEqual([abroad, away].sort());
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from todo where title like '%满6个月没有登记流动%' and done_at is null`.execute(t.db);
  expect(rows[0]?.n).toBe(2);
  // One that the branch did not agree to does not come back.
  const [first] = (await branch.call(listFloats, { view: 'waiting' })).body.rows;
  const { version } = await read(first.rowId);
  expect((await branch.call(decideOutflow, { id: first.rowId, version, agree: false, opinion: '已回国' })).code).toBe(
    200,
  );
  await draftOutflowsAbroad(t.services);
  await draftOutflowsByProof(t.db);
  expect(await waiting()).toHaveLength(1);
  await sql`delete from relation_proof`.execute(t.db);
  await sql`delete from sub_record where kind = 'abroad'`.execute(t.db);
});
