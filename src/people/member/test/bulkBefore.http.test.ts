import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { type Bulk, bulkRows, previewBulk, startBulk, undoBulk } from '#people/member/contract.bulk.ts';
import { createMember, updateMember } from '#people/member/contract.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { jobEnds, memberForm } from './factory.ts';

let t: TestApp;
let committee: Caller;
let worker: Worker | undefined;
let ids: string[];
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  worker = startWorker(t.services, [jobModule, memberModule]);
  ids = [];
  for (const number of [801, 802, 803]) {
    ids.push((await committee.call(createMember, memberForm(number, 'branchA11', { name: `批${number}` }))).data.id);
  }
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

const preview = async (field: string, value: string): Promise<Bulk> =>
  (await committee.call(previewBulk, { ids, kind: 'field', field, value })).data;
const before = async (id: string) => (await committee.call(bulkRows, { id })).rows.map((row) => row.before);

test.each([
  ['isMigrantWorker', 'true', '否'],
  ['admissionDate', '2005-02-03', '2006-06-20'],
  ['occupation', '7', '管理人员'],
  ['remark', '试', ''],
])('the preview shows what stands in %s beside what is to come', async (field, value, stands) => {
  expect(await before((await preview(field, value)).id)).toEqual([stands, stands, stands]);
});

test('what stood there is still told once it is changed, and once it is taken back', async () => {
  const [first = ''] = ids;
  await committee.call(updateMember, { id: first, version: 1, education: '31' });
  const stood = ['大学专科毕业', '大学本科毕业', '大学本科毕业'];
  const { id } = await preview('education', '31');
  expect(await before(id)).toEqual(stood);
  for (const [call, state] of [
    [startBulk, 'changed'],
    [undoBulk, 'undone'],
  ] as const) {
    await jobEnds(committee, (await committee.call(call, { id })).data.jobId);
    const { rows } = await committee.call(bulkRows, { id });
    expect(rows.map((row) => row.state)).toEqual(['same', state, state]);
    expect(await before(id)).toEqual(stood);
  }
});
