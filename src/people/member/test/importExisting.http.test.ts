import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import {
  existingInImport,
  getImport,
  startImport,
  undoImport,
  updateExisting,
} from '#people/member/contract.import.ts';
import { createMember, getMember, memberTimeline, updateMember, viewCounts } from '#people/member/contract.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { testIdCard } from '../../../../test/support/fixture.ts';
import { jobEnds, memberForm, upload, workbook } from './factory.ts';

let t: TestApp;
let branch: Caller;
let worker: Worker | undefined;
/** Two people of the branch: the first lacks work unit and residence. */
let first: string;
let second: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  worker = startWorker(t.services, [jobModule, memberModule]);
  const add = async (number: number, name: string, given: object) =>
    (await branch.call(createMember, memberForm(number, 'branchA11', { name, ...CARD, ...given }))).data.id;
  first = await add(871, '谷一', { workUnit: '', residence: '' });
  second = await add(872, '谷二', { workUnit: '县医院', residence: '江南街道' });
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

/** Agrees with `testIdCard`: what a sheet leaves out comes from the number. */
const CARD = { gender: 1 };
const HEAD = ['姓名', '身份证号', '人员类别', '工作单位', '现居住地', '学历', '转正日期'];
const line = (number: number, name: string, rest: readonly string[]) => [name, testIdCard(number), '正式党员', ...rest];

async function checked(lines: readonly (readonly string[])[]): Promise<string> {
  const batch = (await upload(t, branch, '名册.xlsx', await workbook([HEAD, ...lines]))).data;
  const mapping = batch.mapping.map(({ head, field }: { head: string; field: string }) => ({ head, field }));
  const started = await branch.call(startImport, { id: batch.id, mapping });
  await jobEnds(branch, started.data.jobId);
  return batch.id;
}
const person = async (id: string) => (await branch.call(getMember, { id })).data;

test('of people who are registered the sheet fills, overwrites or leaves each field as it was chosen', async () => {
  const id = await checked([
    line(871, '谷一', ['新厂', '新街', '大专', '']),
    line(872, '谷二', ['新厂', '新街', '大专', '']),
  ]);
  const found = (await branch.call(existingInImport, { id })).data;
  expect(found.people).toBe(2);
  expect(found.fields.find(({ field }: { field: string }) => field === 'workUnit')).toEqual({
    field: 'workUnit',
    label: '工作单位',
    empty: 1,
    different: 1,
    before: '',
    after: '新厂',
  });
  // Looking changes nothing.
  expect(await person(second)).toMatchObject({ workUnit: '县医院', version: 1 });
  const before = [await person(first), await person(second)];
  const choices = [
    { field: 'workUnit', mode: 'fill' as const },
    { field: 'education', mode: 'overwrite' as const },
  ];
  const answer = await branch.call(updateExisting, { id, choices });
  expect(answer.data, answer.text).toEqual({ updated: 2, unchanged: 0, failed: 0 });
  expect(await person(first)).toMatchObject({ workUnit: '新厂', residence: '', educationName: '大学专科' });
  expect(await person(second)).toMatchObject({ workUnit: '县医院', residence: '江南街道', educationName: '大学专科' });
  expect((await branch.call(getImport, { id })).data).toMatchObject({ state: 'done', updated: 2, written: 0, bad: 0 });
  const { rows } = await branch.call(memberTimeline, { id: first, pageSize: 1 });
  expect(rows[0]).toMatchObject({ action: '导入更新人员', reason: '导入 名册.xlsx' });
  expect(rows[0].changes.map(({ label }: { label: string }) => label)).toEqual(['工作单位', '学历']);

  expect((await branch.call(undoImport, { id })).data).toEqual({ removed: 0, restored: 2, kept: 0 });
  for (const [at, one] of [first, second].entries()) {
    const { workUnit, residence, education, completeness } = before[at];
    expect(await person(one)).toMatchObject({ workUnit, residence, education, completeness });
  }
});

test('who was changed in the same field since is not taken back; another field is no reason', async () => {
  const id = await checked([line(871, '谷一', ['新厂', '', '', '']), line(872, '谷二', ['新厂', '', '', ''])]);
  await branch.call(updateExisting, { id, choices: [{ field: 'workUnit', mode: 'overwrite' as const }] });
  const { version } = await person(second);
  await branch.call(updateMember, { id: second, version, workUnit: '又换' });
  const one = await person(first);
  await branch.call(updateMember, { id: first, version: one.version, remark: '核对过' });
  expect((await branch.call(undoImport, { id })).data).toEqual({ removed: 0, restored: 1, kept: 1 });
  expect(await person(first)).toMatchObject({ workUnit: '', remark: '核对过' });
  expect(await person(second)).toMatchObject({ workUnit: '又换' });
});

test('nothing chosen changes nobody; who would contradict themselves stays to be fixed', async () => {
  const id = await checked([
    line(871, '谷一', ['别处', '', '', '']),
    line(872, '谷二', ['别处', '', '', '1999-01-01']),
  ]);
  const before = await person(first);
  const only = [{ field: 'conversionDate', mode: 'overwrite' as const }];
  // A conversion before the admission cannot be.
  expect((await branch.call(updateExisting, { id, choices: only })).data).toEqual({
    updated: 0,
    unchanged: 1,
    failed: 1,
  });
  expect((await person(first)).version).toBe(before.version);
  expect((await branch.call(getImport, { id })).data).toMatchObject({ state: 'fixing', bad: 1, updated: 0 });
});

test('a day that stands changes by the development file alone, a sheet does not overwrite it', async () => {
  const { conversionDate, version } = await person(second);
  expect(conversionDate).not.toBeNull();
  const id = await checked([
    line(872, '谷二', ['', '', '', `${Number(conversionDate.slice(0, 4)) + 1}${conversionDate.slice(4)}`]),
  ]);
  const choices = [{ field: 'conversionDate', mode: 'overwrite' as const }];
  expect((await branch.call(updateExisting, { id, choices })).data).toEqual({ updated: 0, unchanged: 0, failed: 1 });
  expect(await person(second)).toMatchObject({ conversionDate, version });
});

test('twice at once each person is updated once, and the counts of the branch stay right', async () => {
  const counts = async () => (await branch.call(viewCounts, {})).data;
  const before = await counts();
  const id = await checked([line(871, '谷一', ['三厂', '', '', ''])]);
  const choices = [{ field: 'workUnit', mode: 'overwrite' as const }];
  const answers = await Promise.all(Array.from({ length: 5 }, () => branch.call(updateExisting, { id, choices })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(await counts()).toEqual(before);
});

test('P54 what an update keeps for its undoing is encrypted, and goes with the person', async () => {
  const { rows } = await sql<{ text: string }>`
    select string_agg(r::text, '') as text from import_row r where state = 'updated'`.execute(t.db);
  expect(rows[0]?.text).not.toContain('县医院');
  expect(rows[0]?.text).not.toContain(testIdCard(871));
});

test('P3 another account sees and updates nothing by a batch', async () => {
  const id = await checked([line(871, '谷一', ['四厂', '', '', ''])]);
  const sibling = await t.as('siblingWorker');
  expect((await sibling.call(existingInImport, { id })).code).toBe(404);
  expect((await sibling.call(updateExisting, { id, choices: [] })).code).toBe(404);
  expect((await (await t.as('member')).call(updateExisting, { id, choices: [] })).code).toBe(403);
  // Somebody of the neighbouring branch is never offered.
  const committee = await t.as('committeeWorker');
  await committee.call(createMember, memberForm(873, 'branchA12', { name: '罗三', ...CARD }));
  const foreign = await checked([line(873, '罗三', ['别处', '', '', ''])]);
  expect((await branch.call(existingInImport, { id: foreign })).data).toEqual({ people: 0, fields: [] });
});
