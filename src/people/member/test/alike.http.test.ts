import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, getMember, updateMember } from '#people/member/contract.ts';
import { recordProblems } from '#people/member/rules/recordChecks.ts';
import { family } from '#people/member/rules/records.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { memberForm } from './factory.ts';

let t: TestApp;
let committee: Caller;
let sibling: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [committee, sibling] = await Promise.all([t.as('committeeWorker'), t.as('siblingWorker')]);
});
afterAll(() => t.close());

const form = (number: number, given: Record<string, unknown> = {}) =>
  memberForm(number, 'branchA11', { name: '同名', phonenumber: '18900020001', ...given });

test('a second person of the same name, birthday and phone is told before it is written, and written once it is another', async () => {
  const first = (await committee.call(createMember, form(1801))).data.id;
  const asked = await committee.call(createMember, form(1802));
  expect(asked).toMatchObject({
    code: 400,
    msg: `${ORGS.branchA11.name}已有同名、同出生日期、同手机号的人员`,
    data: { alike: { id: first, name: '同名', orgName: ORGS.branchA11.name } },
  });
  const rows = await t.db.selectFrom('member').select('id').where('name', '=', '同名').execute();
  expect(rows).toHaveLength(1);
  expect((await committee.call(createMember, { ...form(1802), isAnother: true })).code).toBe(200);
  // One of the three differs: nobody is asked.
  const other = await committee.call(createMember, form(1803, { phonenumber: '18900020002' }));
  expect(other.code, other.text).toBe(200);
  // Nor does an edit of something else ask; one that makes them alike does.
  const { id } = other.data;
  expect((await committee.call(updateMember, { id, version: 1, remark: '核对' })).code).toBe(200);
  expect((await committee.call(updateMember, { id, version: 2, phonenumber: '18900020001' })).data.alike).toBeDefined();
  expect((await committee.call(getMember, { id })).data.version).toBe(2);
});

test('whoever does not see the other learns nothing of it', async () => {
  const elsewhere = memberForm(1804, 'branchA21', { name: '同名', phonenumber: '18900020001' });
  expect((await sibling.call(createMember, elsewhere)).code).toBe(200);
});

test('a full member needs the day of joining; a record that lacks it may be corrected elsewhere', async () => {
  const without = { admissionDate: null, conversionDate: null, phonenumber: '18900020003' };
  const refused = await committee.call(createMember, form(1805, without));
  expect(refused.data.fields).toEqual({ admissionDate: '正式党员请填写入党日期' });
  const applicant = await committee.call(createMember, form(1806, { ...without, personCategory: 5 }));
  expect(applicant.code, applicant.text).toBe(200);
  const { id } = applicant.data;
  expect((await committee.call(updateMember, { id, version: 1, personCategory: 1 })).data.fields).toEqual({
    admissionDate: '正式党员请填写入党日期',
  });
  await t.db.updateTable('member').set({ person_category: 1 }).where('id', '=', id).execute();
  expect((await committee.call(updateMember, { id, version: 1, remark: '待补' })).code).toBe(200);
});

test.each([
  ['2', '1970-01-01', '子女的出生日期早于本人（1980-05-17）'],
  ['3', '1990-01-01', '子女出生时本人未满14岁'],
  ['4', '1985-01-01', '父母的出生日期晚于本人（1980-05-17）'],
  ['5', '1970-01-01', '本人出生时父母未满14岁'],
  ['1', '1930-01-01', '配偶与本人相差40岁以上'],
  ['2', '2005-01-01', undefined],
  ['4', '1955-01-01', undefined],
  ['6', '1970-01-01', undefined],
])('a relative %s born on %s is asked about: %s', (relation, birthDate, words) => {
  const around = { owner: { birthDate: '1980-05-17' }, rows: [] };
  const found = recordProblems(family, { id: null, fields: { relation, birthDate } }, around);
  expect(found.map(({ text }) => text)).toEqual(words ? [words] : []);
  expect(found.every(({ impossible }) => !impossible)).toBe(true);
});
