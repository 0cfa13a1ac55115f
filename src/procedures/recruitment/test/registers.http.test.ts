import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addForms, changeForm, handForms, listForms } from '#procedures/recruitment/contract.forms.ts';
import { listMeetings } from '#procedures/recruitment/contract.meeting.ts';
import { listCalendars, listPlan, saveCalendar, setPlan } from '#procedures/recruitment/contract.plan.ts';
import { overview } from '#procedures/recruitment/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { applicant, DAYS, expectOk, factsOf, read, readyBranch, submit, walk } from './factory.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
let committee: Caller;
let branch: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  city = await t.as('cityWorker');
  county = await t.as('countyWorker');
  committee = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
  people = await readyBranch(t);
});
afterAll(() => t.close());

describe('the plan of a year', () => {
  const year = 2031;
  const set = (caller: Caller, org: keyof typeof ORGS, given: number, version = 0) =>
    caller.call(setPlan, { orgId: ORGS[org].id, year, given, note: '', version } as never);

  test('is handed down by the organisation right above, the sum below within its own', async () => {
    expect((await set(county, 'committeeA1', 3)).msg).toContain('还没有给本级下达计划');
    await expectOk(set(city, 'city', 20));
    await expectOk(set(city, 'countyA', 10));
    expect((await set(city, 'countyB', 11)).data.fields).toEqual({
      given: '本级计划20名，已分配其他下级10名，最多还可分配10名',
    });
    await expectOk(set(county, 'committeeA1', 6));
    expect((await set(county, 'committeeA2', 5)).data.fields.given).toContain('最多还可分配4名');
    expect((await set(city, 'countyA', 5, 1)).data.fields.given).toContain('已向下级分配6名');
    await expectOk(set(county, 'committeeA2', 4));
    // Its own number is not its own to set, nor one two levels below.
    expect((await set(county, 'countyA', 30, 1)).msg).toContain('由直接上级下达');
    expect((await set(city, 'committeeA1', 1, 1)).msg).toContain('由直接上级下达');
    expect((await set(branch, 'committeeA1', 1, 1)).code).toBe(403);
    const { own, below } = (await county.call(listPlan, { year } as never)).result;
    expect(own).toMatchObject({ given: 10, handedDown: 10, can: { set: false } });
    expect(below.find(({ orgId }) => orgId === ORGS.committeeA1.id)).toMatchObject({ given: 6, can: { set: true } });
    expect((await (await t.as('member')).call(listPlan, {})).code).toBe(403);
  });

  test('of two at once one wins', async () => {
    const both = await Promise.all([set(county, 'committeeA1', 5, 1), set(county, 'committeeA1', 4, 1)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(both.find(({ code }) => code === 400)?.msg).toContain('已被处理');
  });

  test('of this year stands in the overview', async () => {
    const { result } = await committee.call(overview, {});
    expect(result.plan).toBeNull();
    await sql`insert into development_plan (org_id, org_code, year, given)
              values (${ORGS.committeeA1.id}, ${ORGS.committeeA1.code}, ${result.year}, 7)`.execute(t.db);
    expect((await committee.call(overview, {})).result.plan).toBe(7);
  });
});

describe('the register of 志愿书 numbers', () => {
  const range = (from: number, to: number) => ({ prefix: 'HB', width: '6', from: String(from), to: String(to) });
  const state = async (number: string) => (await city.call(listForms, { number })).rows[0]?.state;

  test('takes each number once for ever, hands ranges on below, and refuses what is not in stock', async () => {
    await expectOk(city.call(addForms, range(1, 100)));
    expect((await city.call(addForms, range(50, 120))).data.fields.from).toContain('已经登记过');
    expect((await city.call(listForms, { pageSize: '1' } as never)).total).toBe(100);
    expect((await city.call(addForms, range(9, 3))).data.fields).toEqual({ to: '终止号不能小于起始号' });
    expect((await city.call(addForms, range(1, 9000))).data.fields.to).toContain('一次最多5000个');
    expect((await branch.call(addForms, range(500, 501))).msg).toContain('由党委登记');
    await expectOk(city.call(handForms, { ...range(1, 50), orgId: ORGS.committeeA1.id } as never));
    expect(
      (await city.call(handForms, { ...range(50, 51), orgId: ORGS.countyB.id } as never)).data.fields.from,
    ).toContain('HB000050不在本级库存');
    expect((await committee.call(handForms, { ...range(1, 1), orgId: ORGS.countyA.id } as never)).code).toBe(404);
    expect((await committee.call(listForms, {})).total).toBe(50);
    await expectOk(committee.call(handForms, { ...range(1, 10), orgId: ORGS.branchA11.id } as never));
  });

  test('gives a number at step 14, one file each; a given one is exchanged or lost, never voided', async () => {
    const step = async (number: number) => {
      const { fileId } = await applicant(branch, number);
      await walk({ branch, superior: committee }, people, fileId, 13);
      return fileId;
    };
    const [one, other] = [await step(501), await step(502)];
    const book = (fileId: string, bookNo: string) =>
      submit(branch, fileId, 14, { handledOn: DAYS[14] ?? '', facts: { bookNo } });
    await expectOk(city.call(handForms, { ...range(90, 90), orgId: ORGS.countyB.id } as never));
    expect((await book(one, 'HB000090')).data.fields.bookNo).toContain('不是下发给本支部的');
    const both = await Promise.all([book(one, 'HB000001'), book(other, 'HB000001')]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 600]);
    expect(both.find(({ code }) => code === 600)?.msg).toContain('每个编号只用一次');
    const [won, lost] = both[0]?.code === 200 ? [one, other] : [other, one];
    await expectOk(book(lost, 'HB000002'));
    const change = (number: string, act: string, instead = '') =>
      committee.call(changeForm, { number, act, instead, note: '书写错误' } as never);
    expect((await change('HB000001', 'voided')).data.fields.act).toContain('换发或遗失');
    expect((await change('HB000001', 'exchanged')).data.fields).toEqual({ instead: '请填写新编号' });
    expect((await change('HB000001', 'exchanged', 'HB000002')).data.fields.instead).toContain('每个编号只用一次');
    expect(await state('HB000001')).toBe('given');
    await expectOk(change('HB000001', 'exchanged', 'HB000003'));
    expect(await state('HB000001')).toBe('exchanged');
    const facts = (await read(branch, won)).steps[13]?.facts;
    expect(facts).toEqual([{ name: 'bookNo', label: '志愿书编号', value: 'HB000003' }]);
    expect((await change('HB000001', 'lost')).msg).toContain('已被处理');
    await expectOk(change('HB000004', 'voided'));
    expect((await change('HB000005', 'exchanged', 'HB000006')).data.fields.act).toContain('不用换发');
    // One from outside the register enters it by being given.
    expect(factsOf(14, people).bookNo).not.toBe(factsOf(14, people).bookNo);
    expect(
      (await (await t.as('siblingWorker')).call(changeForm, { number: 'HB000002', act: 'lost', note: '试' } as never))
        .code,
    ).toBe(404);
  });
});

describe('meetings', () => {
  test('stand in a list found by who was discussed, and tell no branch beside', async () => {
    const { fileId } = await applicant(branch, 520, { name: '邹表决' });
    await walk({ branch, superior: committee }, people, fileId, 15);
    const found = await committee.call(listMeetings, { name: '邹表' });
    expect(
      found.rows.map(({ stage, people: voted }) => [stage, voted.map((one: { name: string }) => one.name)]),
    ).toEqual([[7, ['邹表决']]]);
    expect((await committee.call(listMeetings, { name: '没有' })).total).toBe(0);
    expect((await (await t.as('siblingWorker')).call(listMeetings, { name: '邹表' })).total).toBe(0);
  });
});

describe('the working calendar', () => {
  const save = (caller: Caller, given: object) =>
    caller.call(saveCalendar, { work: '', version: 0, ...given } as never);

  test('is kept by administrators, by spans, and told where a line is wrong', async () => {
    const admin = await t.as('admin');
    expect((await save(branch, { year: 2027, off: '2027-01-01' })).code).toBe(403);
    expect((await save(admin, { year: 2027, off: '2027-02-30' })).data.fields.off).toContain('“2027-02-30”不正确');
    expect((await save(admin, { year: 2027, off: '2026-12-31 至 2027-01-02' })).data.fields.off).toContain(
      '不在2027年',
    );
    expect((await save(admin, { year: 2027, off: '2027-01-01', work: '2027-01-04' })).data.fields.work).toContain(
      '不是周末',
    );
    await expectOk(save(admin, { year: 2027, off: '2027-01-01 至 2027-01-03\n2027-10-01', work: '2027-10-09' }));
    const found = (await branch.call(listCalendars, {})).result;
    expect(found.can.edit).toBe(false);
    expect(found.rows.find(({ year }) => year === 2027)).toMatchObject({
      off: ['2027-01-01', '2027-01-02', '2027-01-03', '2027-10-01'],
      work: ['2027-10-09'],
    });
    expect((await save(admin, { year: 2027, off: '2027-01-01' })).msg).toContain('已被处理');
  });
});
