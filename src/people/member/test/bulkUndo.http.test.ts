import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { bulkRows, getBulk, previewBulk, startBulk, undoBulk } from '#people/member/contract.bulk.ts';
import { createMember, getMember, updateMember } from '#people/member/contract.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { jobEnds, memberForm } from './factory.ts';

let t: TestApp;
let committee: Caller;
let worker: Worker;
let serial = 750;
let ids: string[];
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  worker = startWorker(t.services, [jobModule, memberModule]);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});
beforeEach(async () => {
  ids = await Promise.all([add(), add(), add()]);
});

async function add(): Promise<string> {
  const made = await committee.call(createMember, memberForm(++serial, 'branchA11', { name: `批${serial}` }));
  expect(made.code, made.text).toBe(200);
  return made.data.id;
}
const field = (wire: string, value: string) => ({ kind: 'field', field: wire, value }) as const;
const preview = async (input: Parameters<typeof committee.call<typeof previewBulk>>[1]) => {
  const answer = await committee.call(previewBulk, input);
  expect(answer.code, answer.text).toBe(200);
  return answer.data;
};
const run = async (id: string, call: typeof startBulk | typeof undoBulk = startBulk) => {
  const started = await committee.call(call, { id });
  expect(started.code, started.text).toBe(200);
  return jobEnds(committee, started.data.jobId);
};
const one = async (id: string) => (await committee.call(getMember, { id })).data;
const states = async (id: string) => {
  const { rows } = await committee.call(bulkRows, { id, pageSize: 200 });
  return Object.fromEntries(rows.map((row) => [row.id, row.note === '' ? row.state : `${row.state}：${row.note}`]));
};

test('whoever was changed in the same field after the preview is skipped and told; so at the undo, which may be repeated', async () => {
  const [first = '', second = '', third = ''] = ids;
  const made = await preview({ ids, ...field('isMigrantWorker', 'true') });
  await committee.call(updateMember, { id: first, version: 1, isMigrantWorker: true });
  // Another field is no reason to leave somebody out.
  await committee.call(updateMember, { id: third, version: 1, remark: '已核对' });
  await committee.call(updateMember, { id: first, version: 2, remark: '已核对' });
  expect(await run(made.id)).toMatchObject({ message: '已修改2人，跳过1人' });
  expect(await states(made.id)).toMatchObject({
    [first]: 'stale：这一项在预览之后又改过',
    [second]: 'changed',
    [third]: 'changed',
  });

  await committee.call(updateMember, { id: second, version: 2, isMigrantWorker: false });
  await committee.call(updateMember, { id: third, version: 3, remark: '又核对' });
  expect(await run(made.id, undoBulk)).toMatchObject({ message: '已撤销1人，1人之后又有变动，保留现状' });
  expect(await states(made.id)).toMatchObject({ [second]: 'kept：农民工之后又改过', [third]: 'undone' });
  expect(await one(third)).toMatchObject({ isMigrantWorker: false, remark: '又核对' });

  // Put as the change had left it, it is taken back by the second press.
  await committee.call(updateMember, { id: second, version: 3, isMigrantWorker: true });
  expect((await committee.call(getBulk, { id: made.id })).data).toMatchObject({
    state: 'undone',
    can: { undo: true },
  });
  expect(await run(made.id, undoBulk)).toMatchObject({ message: '已撤销2人' });
  expect((await one(second)).isMigrantWorker).toBe(false);
});

test('one change after another is taken back in any order, each in its own field', async () => {
  const education = await preview({ ids, ...field('education', '31') });
  await run(education.id);
  const remark = await preview({ ids, ...field('remark', '同一批') });
  await run(remark.id);
  expect(await run(education.id, undoBulk)).toMatchObject({ message: '已撤销3人' });
  expect(await run(remark.id, undoBulk)).toMatchObject({ message: '已撤销3人' });
  expect(await one(ids[0] ?? '')).toMatchObject({ education: '21', remark: '' });
});
