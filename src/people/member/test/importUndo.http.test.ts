import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { listRecycled, restoreManyRecycled } from '#kernel/system/contract.ts';
import { previewBulk, removeMembers, startBulk, undoBulk } from '#people/member/contract.bulk.ts';
import { getImport, startImport, undoImport, undoneInImport } from '#people/member/contract.import.ts';
import { getMember, listMembers, updateMember } from '#people/member/contract.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { memberModule } from '../server/routes.ts';
import { encrypted, jobEnds, upload, workbook } from './factory.ts';

let t: TestApp;
let committee: Caller;
let worker: Worker;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  worker = startWorker(t.services, [jobModule, memberModule]);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const HEAD = ['姓名', '身份证号', '人员类别', '民族', '入党日期', '转正日期', '联系方式', '所在党支部'];
const line = (number: number) => [
  `撤${number}`,
  testIdCard(number),
  '正式党员',
  '汉族',
  '2006-06-20',
  '2007-06-20',
  `1890009${number}`,
  ORGS.branchA11.name,
];

/** Imports people of these numbers; answers the batch and their ids in order. */
async function bring(...numbers: number[]) {
  const batch = (await upload(t, committee, '名册.xlsx', await workbook([HEAD, ...numbers.map(line)]))).data;
  const mapping = batch.mapping.map(({ head, field }: { head: string; field: string }) => ({ head, field }));
  await jobEnds(committee, (await committee.call(startImport, { id: batch.id, mapping })).data.jobId);
  const { rows } = await committee.call(listMembers, { importId: batch.id, pageSize: 200 });
  expect(rows).toHaveLength(numbers.length);
  return { id: batch.id as string, people: rows.map((row) => row.id) };
}
const one = async (id: string) => (await committee.call(getMember, { id })).data;
const results = async (id: string) =>
  (await committee.call(undoneInImport, { id, pageSize: 200 })).rows.map((row) => [row.name, row.undone, row.note]);

test('who was changed by a bulk change and changed back counts as untouched: the batch goes as a whole', async () => {
  const { id, people } = await bring(1701, 1702);
  const made = (await committee.call(previewBulk, { ids: people, kind: 'field', field: 'education', value: '31' }))
    .data;
  await jobEnds(committee, (await committee.call(startBulk, { id: made.id })).data.jobId);
  await jobEnds(committee, (await committee.call(undoBulk, { id: made.id })).data.jobId);
  expect((await committee.call(undoImport, { id })).data).toEqual({ removed: 2, restored: 0, kept: 0 });
  expect(await results(id)).toEqual([
    ['撤1701', 'removed', ''],
    ['撤1702', 'removed', ''],
  ]);
  expect((await committee.call(getMember, { id: people[0] ?? '' })).code).toBe(404);
  expect((await committee.call(getImport, { id })).data).toMatchObject({
    state: 'undone',
    removed: 2,
    can: { undo: false },
  });
});

test('who stayed is named with the reason, and goes by a second press once it is put back', async () => {
  const { id, people } = await bring(1711, 1712, 1713, 1714);
  const [back = '', remarked = '', called = ''] = people;
  await committee.call(updateMember, { id: back, version: 1, workUnit: '县医院' });
  await committee.call(updateMember, { id: back, version: 2, workUnit: '' });
  await committee.call(updateMember, { id: remarked, version: 1, remark: '已核对', residence: '新街' });
  // The new number has the mask of the old one.
  const { phonenumber } = await one(called);
  await committee.call(updateMember, { id: called, version: 1, phonenumber: '18912341713' });
  expect((await one(called)).phonenumber).not.toBe('');
  expect(phonenumber).toContain('*');

  expect((await committee.call(undoImport, { id })).data).toEqual({ removed: 2, restored: 0, kept: 2 });
  const kept = (await results(id)).slice(0, 2).map(([name, undone, note]) => [name, undone, note?.split('、').sort()]);
  expect(kept).toEqual([
    ['撤1712', 'kept', ['备注', '之后改过现居住地'].sort()],
    ['撤1713', 'kept', ['之后改过手机号']],
  ]);
  expect((await committee.call(getImport, { id })).data).toMatchObject({ kept: 2, removed: 2, can: { undo: true } });

  await committee.call(updateMember, { id: remarked, version: 2, remark: '', residence: '' });
  expect((await committee.call(undoImport, { id })).data).toEqual({ removed: 1, restored: 0, kept: 1 });
  expect((await committee.call(undoImport, { id })).data).toEqual({ removed: 0, restored: 0, kept: 1 });
});

test('people are deleted together and restored together, each with one reason and one password', async () => {
  const { people } = await bring(1721, 1722, 1723);
  const wrong = await committee.call(removeMembers, {
    ids: people,
    deleteReason: '重复登记',
    password: await encrypted(t, 'Wrong2026'),
  });
  expect(wrong.data.fields.password).toMatch(/密码不正确/);
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  const beyond = await committee.call(removeMembers, {
    ids: [...people, foreign],
    deleteReason: '重复登记',
    password: await encrypted(t),
  });
  expect(beyond.code).toBe(404);
  expect((await one(people[0] ?? '')).name).toBe('撤1721');
  const gone = await committee.call(removeMembers, {
    ids: people,
    deleteReason: '重复登记',
    password: await encrypted(t),
  });
  expect(gone.data).toEqual({ removed: 3, kept: [] });
  const { rows } = await committee.call(listRecycled, { kind: 'member', name: '撤172' });
  expect(rows.map(({ reason }) => reason)).toEqual(['重复登记', '重复登记', '重复登记']);

  // One of them has been registered anew meanwhile: it stays in the bin, the others come back.
  const { id: again } = await bring(1722);
  const input = { kind: 'member', ids: people, reason: '误删' };
  expect(
    (await committee.call(restoreManyRecycled, { ...input, password: await encrypted(t, 'Wrong2026') })).code,
  ).toBe(600);
  const sibling = await t.as('siblingWorker');
  expect((await sibling.call(restoreManyRecycled, { ...input, password: await encrypted(t) })).code).toBe(404);
  const back = await committee.call(restoreManyRecycled, { ...input, password: await encrypted(t) });
  expect(back.data.restored).toBe(2);
  expect(back.data.kept).toEqual([
    { id: people[1], name: '撤1722', note: expect.stringContaining('该身份证号已登记') },
  ]);
  expect((await one(people[2] ?? '')).name).toBe('撤1723');
  await committee.call(undoImport, { id: again });
});
