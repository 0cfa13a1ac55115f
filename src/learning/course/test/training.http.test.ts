import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addTraining,
  addTrainingPeople,
  editTraining,
  getTraining,
  HOURS_IMPORT,
  listTrainings,
  removeTrainingPerson,
  trainingPeople,
  withdrawTraining,
} from '#learning/course/contract.training.ts';
import { faultsOf, upload, workbook } from '#people/member/test/factory.ts';
import { ownHours, ownLines } from '#people/studyHours/contract.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let member: Caller;
let me: string;
let year: number;
let fileId: string;

const own = async () => (await member.call(ownHours, {})).data;
const form = (more: object = {}) => ({
  title: '党员冬训',
  startsOn: `${year}-01-05`,
  endsOn: `${year}-01-06`,
  hours: 16,
  central: true,
  organiser: '甲县党校',
  files: [fileId],
  ...more,
});

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, member] = [await t.as('committeeWorker'), await t.as('branchWorker'), await t.as('member')];
  me = t.fixture.principals.member.memberId ?? '';
  // Trainings of last January are over on every day of the year.
  year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear() - 1;
  const stored = await committee.post('/api/sys/oss/upload/base64', { base64: TINY_PNG, fileName: '签到表.png' });
  expect(stored.code, stored.text).toBe(200);
  fileId = stored.data.id;
});
afterAll(() => t.close());

const ofYear = async () => (await member.call(ownHours, { year })).data;
let id: string;

test('a training needs its proof, days that are over and no more than ten hours a day', async () => {
  const faults = async (more: object) => (await committee.call(addTraining, form(more))).data;
  expect((await committee.call(addTraining, form({ files: [] }))).code).toBe(600);
  expect(await faults({ endsOn: `${year}-01-04` })).toMatchObject({ fields: { endsOn: '结束日期不能早于开始日期' } });
  expect(await faults({ hours: 20.5 })).toMatchObject({ fields: { hours: '2天最多计20学时' } });
  expect(await faults({ endsOn: `${year + 2}-01-06` })).toMatchObject({ fields: { endsOn: '培训结束后再登记' } });
  expect((await committee.call(addTraining, form({ hours: 1.3 }))).code).toBe(600);
  const made = await committee.call(addTraining, form({ memberIds: [me] }));
  expect(made.code, made.text).toBe(200);
  id = made.data.id;
  expect(await ofYear()).toMatchObject({ hours: 16, central: 1 });
  expect((await member.call(ownLines, { year })).rows[0]).toMatchObject({
    title: '党员冬训',
    source: 'offline',
    central: true,
  });
  expect((await committee.call(getTraining, { id })).data).toMatchObject({
    people: 1,
    hours: 16,
    orgId: ORGS.committeeA1.id,
  });
  expect((await committee.call(listTrainings, { year })).rows.map((row) => row.id)).toEqual([id]);
  expect((await own()).hours).toBe(0);
});

test('changed hours are corrected, who is taken off loses them, twice adds nothing', async () => {
  const again = await committee.call(addTrainingPeople, { id, memberIds: [me] });
  expect(again.data.added).toBe(0);
  const edited = await committee.call(editTraining, { ...form({ hours: 12 }), id, version: 1 });
  expect(edited.code, edited.text).toBe(200);
  expect((await ofYear()).hours).toBe(12);
  expect((await committee.call(editTraining, { ...form(), id, version: 1 })).code).toBe(400);
  await committee.call(removeTrainingPerson, { id, memberId: me, reason: '实际请假' });
  expect(await ofYear()).toMatchObject({ hours: 0, central: 0 });
  expect((await member.call(ownLines, { year })).rows[0]).toMatchObject({ minutes: -540, why: '实际请假' });
  expect((await committee.call(trainingPeople, { id })).total).toBe(0);
});

test('a sheet puts people on a training that stands, each line once, and is taken back', async () => {
  const card = t.fixture.principals.member.loginName;
  const bytes = await workbook([
    ['人员姓名', '身份证号', '所在党支部', '培训名称', '学时'],
    ['党元', card, '', '党员冬训', ''],
    ['党元', card, '', '没有登记的培训', ''],
    ['党元', card, '', '党员冬训', '8'],
    ['别人', card, '', '党员冬训', '12'],
    ['田员', t.fixture.principals.siblingWorker.loginName, '', '党员冬训', '12'],
  ]);
  const sent = await upload(t, committee, '签到.xlsx', bytes, { kind: 'training' }, HOURS_IMPORT.upload.path);
  expect(sent.code, JSON.stringify(sent)).toBe(200);
  const batch = sent.data.id as string;
  expect((await committee.call(HOURS_IMPORT.check, { id: batch })).data).toMatchObject({ total: 5, ready: 1, bad: 4 });
  const reasons = (await faultsOf(committee, HOURS_IMPORT, batch)).flatMap((one) => one.reasons).join('；');
  expect(reasons).toContain('没有登记这个线下培训');
  expect(reasons).toContain('已登记为另外的学时');
  expect(reasons).toContain('与登记的“党元”不一致');
  expect(reasons).toContain('您管理的范围内没有这个身份证号的人员');
  const written = await committee.call(HOURS_IMPORT.write, { id: batch });
  expect(written.code, written.text).toBe(200);
  expect((await ofYear()).hours).toBe(12);
  const undone = await committee.call(HOURS_IMPORT.undo, { id: batch });
  expect(undone.data).toMatchObject({ removed: 1, kept: 0 });
  expect((await ofYear()).hours).toBe(0);
});

test('withdrawn, everybody loses the hours and the proof stays; foreign people and trainings are not there', async () => {
  const version = (await committee.call(getTraining, { id })).data.version;
  expect((await committee.call(addTrainingPeople, { id, memberIds: [me] })).data.added).toBe(1);
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  expect((await committee.call(addTrainingPeople, { id, memberIds: [me, foreign] })).code).toBe(404);
  expect((await branch.call(getTraining, { id })).code).toBe(404);
  expect((await branch.call(withdrawTraining, { id, version, reason: '试' })).code).toBe(404);
  expect((await member.call(listTrainings, {})).code).toBe(403);
  expect((await committee.call(withdrawTraining, { id, version, reason: '重复登记' })).code).toBe(200);
  expect((await ofYear()).hours).toBe(0);
  const after = (await committee.call(getTraining, { id })).data;
  expect(after).toMatchObject({ isWithdrawn: true, withdrawnFor: '重复登记', people: 1, can: { edit: false } });
  expect(after.files).toHaveLength(1);
  expect((await committee.call(addTrainingPeople, { id, memberIds: [me] })).text).toContain('已经撤销');
  const { rows } = await sql<{ n: number }>`
    select sum(minutes)::int as n from learning_line where member_id = ${me} and year = ${year}`.execute(t.db);
  expect(rows[0]?.n).toBe(0);
});
