import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ossUploadBase64 } from '#platform/files/fileCalls.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { addDays, addMonths, daysBetween } from '#platform/time/days.ts';
import { acceptArrival, checkArrival, findOutside, sendReceipt } from '#procedures/transfer/contract.arrival.ts';
import { issueTransferLetter, printLetter } from '#procedures/transfer/contract.letter.ts';
import { listTransfers, undoTransfer } from '#procedures/transfer/contract.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { outside, read, readyCity, startOne, workerAt } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let otherCommittee: Caller;
let encrypt: (text: string) => string;
let today = '';

beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  otherCommittee = await workerAt(t, 'committeeB1');
  encrypt = await makeEncrypter(t);
  today =
    (await sql<{ d: string }>`select (now() at time zone 'Asia/Shanghai')::date as d`.execute(t.db)).rows[0]?.d ?? '';
});
afterAll(() => t.close());

const scan = async (caller: Caller) =>
  (await caller.call(ossUploadBase64, { base64: TINY_PNG, fileName: '介绍信.png' })).result.id as string;

/** A letter from outside, good for thirty days from ten days ago. */
const paper = async (caller: Caller, serial: number, given: object = {}) => ({
  orgId: ORGS.branchA12.id,
  by: 'paper',
  name: '新来人',
  idCardNo: encrypt(testIdCard(serial)),
  receivedOn: today,
  files: [await scan(caller)],
  kind: 'inProvince',
  outsideName: '沮阳市职教中心委员会',
  outsideBranch: '第二党支部',
  outsideAddress: '沮阳市学院路1号',
  letterNo: `沮职转〔2026〕第${serial}号`,
  issuedOn: addDays(today, -10),
  days: 30,
  paidTo: '2026-10',
  nation: '01',
  personCategory: 1,
  admissionDate: '2010-07-01',
  conversionDate: '2011-07-01',
  ...given,
});
const take = async (caller: Caller, serial: number, given: object = {}) =>
  caller.call(acceptArrival, (await paper(caller, serial, given)) as never);

const stateOf = async (memberId: string) =>
  (
    await sql<{ org: string; status: number; category: number; joined: string; entered: string; ledger: string }>`
      select m.org_id as org, m.membership_status as status, m.person_category as category, m.joined_branch_on as joined,
             (select string_agg((r.fields ->> 'joinType') || ' ' || (r.fields ->> 'letterNo'), ',' order by r.id)
                from sub_record r where r.member_id = m.id and r.kind = 'entering') as entered,
             (select string_agg(l.way || ' ' || l.org_id, ',' order by l.id) from member_ledger l where l.member_id = m.id) as ledger
        from member m where m.id = ${memberId}`.execute(t.db)
  ).rows[0];
const counted = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from member where deleted_at is null`.execute(t.db)).rows[0]?.n ??
  0;

describe('by a letter on paper', () => {
  test('somebody unknown is registered in the branch, with entering row, ledger, letter and scan', async () => {
    const asked = await committee.call(checkArrival, {
      orgId: ORGS.branchA12.id,
      idCardNo: encrypt(testIdCard(801)),
    } as never);
    expect(asked.result, asked.text).toMatchObject({ state: 'unknown' });
    const before = await counted();
    const made = await take(committee, 801);
    expect(made.code, made.text).toBe(200);
    expect(made.result.isBack).toBe(false);
    expect(await counted()).toBe(before + 1);
    expect(await stateOf(made.result.memberId)).toEqual({
      org: ORGS.branchA12.id,
      status: 1,
      category: 1,
      joined: today,
      entered: '2 沮职转〔2026〕第801号',
      ledger: `transferredIn ${ORGS.branchA12.id}`,
    });
    const seen = await read(committee, made.result.id);
    expect(seen).toMatchObject({
      status: 5,
      daysLeft: daysBetween(today, addMonths(today, 1)),
      can: { sendReceipt: true, undo: true },
      fromName: '沮阳市职教中心委员会 第二党支部',
      letterNo: '沮职转〔2026〕第801号',
      arrival: { paidTo: '2026-10', validUntil: addDays(today, 20), address: '沮阳市学院路1号' },
    });
    const file = await committee.get('/api/common/download', { fileName: seen.scans[0]?.id ?? '' });
    expect(file.status).toBe(200);
    const listed = await committee.call(listTransfers, { view: 'in' });
    expect(listed.rows.map(({ id }: { id: string }) => id)).toContain(made.result.id);
    const again = await take(committee, 801);
    expect(again.data.fields.idCardNo).toContain('就在这个党支部');
    const book = await committee.call(findOutside, { name: '职教' });
    expect(book.result).toMatchObject([{ name: '沮阳市职教中心委员会', address: '沮阳市学院路1号' }]);
  });

  test('its receipt goes back within a month, by the committee that took the person in; then it is complete', async () => {
    const made = await take(committee, 830);
    const { id } = made.result;
    const waiting = async () =>
      (
        await sql<{ due: string; open: boolean }>`
          select due_on as due, done_at is null as open from todo where subject = ${`relationReceipt:${id}`}`.execute(
          t.db,
        )
      ).rows;
    expect(await waiting()).toEqual([{ due: addMonths(today, 1), open: true }]);
    const { version } = await read(committee, id);
    const given = { id, version, sentOn: today, files: [await scan(committee)] };
    expect((await committee.call(sendReceipt, { ...given, files: [] })).data.fields.files).toContain('扫描件');
    const early = await committee.call(sendReceipt, { ...given, sentOn: addDays(today, -1) });
    expect(early.data.fields.sentOn).toContain('不能早于收到');
    expect((await committee.call(sendReceipt, { ...given, sentOn: addDays(today, 1) })).data.fields.sentOn).toContain(
      '今天',
    );
    // The branch that has the person sees it and does not send it; who lies beside the way does not find it.
    const branch12 = await workerAt(t, 'branchA12');
    expect((await read(branch12, id)).can.sendReceipt).toBe(false);
    expect((await branch12.call(sendReceipt, given)).msg).toContain(ORGS.committeeA1.name);
    expect((await otherCommittee.call(sendReceipt, given)).code).toBe(404);
    // A month later it is late, by name; sent, it is not.
    const late = async () => {
      const [checks] = t.services.modules.find(({ name }) => name === 'transfer')?.ruleChecks ?? [];
      const house = houseContext(t.services, t.db, ORGS.committeeA1);
      const rows = (await checks?.rows(house, 'relationReceipts', { pageNum: 1, pageSize: 20 })) ?? [];
      expect(rows).toHaveLength((await checks?.count(house))?.relationReceipts ?? -1);
      return rows.map((row) => row.id);
    };
    await sql`update relation_transfer set due_on = ${addDays(today, -1)} where id = ${id}`.execute(t.db);
    expect(await late()).toEqual([id]);
    const sent = await committee.call(sendReceipt, given);
    expect(sent.code, sent.text).toBe(200);
    expect(await read(committee, id)).toMatchObject({ status: 6, completedOn: today, can: { sendReceipt: false } });
    expect((await read(committee, id)).scans).toHaveLength(2);
    expect(await late()).toEqual([]);
    expect(await waiting()).toMatchObject([{ open: false }]);
    expect((await committee.call(sendReceipt, given)).data.conflict).toBe(true);
  });

  test('a wrong one is taken back before its receipt has gone', async () => {
    const { id, memberId } = (await take(committee, 831)).result;
    const undone = await committee.call(undoTransfer, {
      id,
      version: (await read(committee, id)).version,
      reason: '登记错人',
    });
    expect(undone.code, undone.text).toBe(200);
    expect(await read(committee, id)).toMatchObject({ status: 6, can: { sendReceipt: false, undo: false } });
    expect(await stateOf(memberId)).toMatchObject({
      status: 5,
      ledger: `transferredIn ${ORGS.branchA12.id},transferredOut ${ORGS.branchA12.id}`,
    });
  });

  test('two at the same time make one person, one transfer', async () => {
    const given = await Promise.all([
      paper(committee, 802),
      paper(committee, 802, { orgId: ORGS.branchA11.id, letterNo: '另一封' }),
    ]);
    const before = await counted();
    const answers = await Promise.all(given.map((one) => committee.call(acceptArrival, one as never)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 600]);
    expect(answers.find(({ code }) => code === 600)?.data.fields.idCardNo).toBeTruthy();
    expect(await counted()).toBe(before + 1);
  });

  test('somebody who left comes back into the same record, in another branch and by then a full member', async () => {
    const id = t.fixture.members.branchB11?.[1] ?? '';
    await sql`update member set membership_status = 5 where id = ${id}`.execute(t.db);
    const { rows } = await sql<{ serial: number; name: string }>`
      select id::int - 1000 as serial, name from member where id = ${id}`.execute(t.db);
    const [{ serial, name } = { serial: 0, name: '' }] = rows;
    const wrong = await take(committee, serial, { name: '别人' });
    expect(wrong.data.fields.name).toContain('不一致');
    const before = await counted();
    const twice = await Promise.all([paper(committee, serial, { name }), paper(committee, serial, { name })]);
    const answers = await Promise.all(twice.map((one) => committee.call(acceptArrival, one as never)));
    expect(answers.map(({ code }) => code).toSorted(), answers.map(({ text }) => text).join()).toEqual([200, 600]);
    const made = answers.find(({ code }) => code === 200);
    expect(made?.result).toMatchObject({ memberId: id, isBack: true });
    expect(await counted()).toBe(before);
    expect(await stateOf(id)).toMatchObject({ org: ORGS.branchA12.id, status: 1, category: 1, joined: today });
    expect((await stateOf(id))?.ledger).toBe(`transferredIn ${ORGS.branchA12.id}`);
  });

  test('who stands on another roll is refused with the way out, and not named', async () => {
    const id = t.fixture.members.branchB11?.[0] ?? '';
    const { rows } = await sql<{ name: string }>`select name from member where id = ${id}`.execute(t.db);
    const refused = await take(committee, Number(id) - 1000, { name: rows[0]?.name });
    expect(refused.code).toBe(600);
    expect(refused.data.fields.idCardNo).toContain('本平台其他党支部的在册党员，请由原党支部在“办理转出”提交');
    expect(refused.text).not.toContain('乙县');
    expect((await stateOf(id))?.org).toBe(ORGS.branchB11.id);
    const asked = await committee.call(checkArrival, {
      orgId: ORGS.branchA12.id,
      idCardNo: encrypt(testIdCard(Number(id) - 1000)),
    } as never);
    expect(asked.result).toMatchObject({ state: 'refused', field: 'idCardNo' });
  });

  test('a foreign branch reads as not found; a branch gives the letter to its committee; a committee is no branch', async () => {
    expect((await take(committee, 803, { orgId: ORGS.branchB11.id })).code).toBe(404);
    const handed = await take(branch, 803, { orgId: ORGS.branchA11.id });
    expect(handed.data.fields.orgId).toContain('由甲县城关镇党委接收');
    expect((await take(committee, 803, { orgId: ORGS.committeeA1.id })).data.fields.orgId).toContain('选到党支部');
  });

  test('what is missing or cannot be stands at its field, and nothing is written', async () => {
    const before = await counted();
    const faultsOf = async (given: object) => (await take(committee, 804, given)).data.fields;
    expect(await faultsOf({ files: [] })).toHaveProperty('files', '请上传介绍信扫描件');
    expect(await faultsOf({ letterNo: '', outsideName: '', paidTo: '', issuedOn: '' })).toMatchObject({
      letterNo: '请填写介绍信编号',
      outsideName: '请填写开具介绍信的党委全称',
      paidTo: '请填写党费交至月份',
      issuedOn: '请填写开具日期',
    });
    expect((await faultsOf({ days: 9 })).receivedOn).toContain(`有效期至${addDays(today, -1)}`);
    expect((await faultsOf({ days: 91 })).days).toContain('最多90天');
    expect((await faultsOf({ receivedOn: addDays(today, 1) })).receivedOn).toContain('不能晚于今天');
    expect((await faultsOf({ conversionDate: '' })).conversionDate).toContain('转正日期');
    expect((await faultsOf({ letterNo: '沮职转〔2026〕第801号' })).letterNo).toContain('已经办过转入');
    expect(await counted()).toBe(before);
    expect((await take(committee, 804, { days: 10 })).code).toBe(200);
  });
});

describe('by the code of a letter of this platform', () => {
  test('the transfer that led outside ends here: both ledgers, the letter used up', async () => {
    const memberId = t.fixture.members.branchA11?.[0] ?? '';
    const id = await startOne(branch, memberId, outside);
    const { version, name } = await read(committee, id);
    const given = { id, version, paidTo: '2026-11', lastSum: 7500, receiptNo: '0001' };
    expect((await committee.call(issueTransferLetter, given)).code).toBe(200);
    await committee.call(printLetter, { id, preview: false });
    const { rows } = await sql<{ code: string }>`select code from verify_code where kind = 'relation.letter'`.execute(
      t.db,
    );
    const code = rows[0]?.code ?? '';
    const come = async (more: object = {}) => ({
      orgId: ORGS.branchB11.id,
      by: 'code',
      code,
      name,
      idCardNo: encrypt(testIdCard(Number(memberId) - 1000)),
      receivedOn: today,
      files: [await scan(otherCommittee)],
      ...more,
    });
    const other = await otherCommittee.call(
      acceptArrival,
      (await come({ idCardNo: encrypt(testIdCard(810)) })) as never,
    );
    expect(other.data.fields.idCardNo).toContain('不一致');
    const both = await Promise.all([come(), come()]);
    const answers = await Promise.all(both.map((one) => otherCommittee.call(acceptArrival, one as never)));
    expect(answers.map((one) => one.code).toSorted(), answers.map(({ text }) => text).join()).toEqual([200, 600]);
    expect(answers.find((one) => one.code === 600)?.data.fields.code).toContain('已经办结');
    expect(await stateOf(memberId)).toMatchObject({
      org: ORGS.branchB11.id,
      status: 1,
      ledger: `transferredOut ${ORGS.branchA11.id},transferredIn ${ORGS.branchB11.id}`,
    });
    expect(await read(otherCommittee, id)).toMatchObject({
      status: 6,
      toName: '乙县第一党支部',
      arrival: { paidTo: '2026-11' },
    });
    expect(await read(branch, id)).toMatchObject({ status: 6 });
  });
});
