import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture, upload } from '#kernel/files/test/factory.ts';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { unzip } from '#life/tasks/test/factory.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { downloadFile } from '#platform/files/fileCalls.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { packPackage, setFiles, usePackage } from '../contract.ts';
import { packageCalls } from '../nouns/package.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
let worker: Worker;
beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, serverModules);
  [committee, branch, sibling] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('siblingWorker'),
  ]);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const form = (given: object = {}) => ({
  orgId: ORGS.committeeA1.id,
  title: '重温入党誓词',
  kind: 'study' as const,
  minutes: '80',
  active: true,
  aim: '',
  steps: '1. 奏唱国歌\n2. 重温誓词',
  prepare: '带党章',
  speech: '<p>同志们：</p>',
  ...given,
});
const add = async (caller: Caller, given: object = {}): Promise<string> => {
  const made = await caller.call(packageCalls.create, form(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id;
};

test('one is offered to all below, changed by its own organisation, deleted and comes back', async () => {
  const id = await add(committee);
  expect((await branch.call(packageCalls.list, { name: '誓词' })).rows).toMatchObject([
    { id, uses: 0, own: { set: false, use: true }, can: { edit: false, remove: false } },
  ]);
  for (const who of [sibling, await t.as('twinWorker')]) {
    expect((await who.call(packageCalls.get, { id })).code).toBe(404);
    expect((await who.call(packageCalls.list, {})).rows).toHaveLength(0);
  }
  expect((await (await t.as('member')).call(packageCalls.get, { id })).code).toBe(403);
  expect((await branch.call(packageCalls.update, { id, version: 1, title: '改' })).code).toBe(404);
  expect((await (await t.as('countyWorker')).call(packageCalls.update, { id, version: 1, title: '改' })).code).not.toBe(
    200,
  );
  expect((await committee.call(packageCalls.update, { id, version: 1, active: false })).code).toBe(200);
  expect((await branch.call(packageCalls.get, { id })).code).toBe(404);
  expect((await committee.call(packageCalls.update, { id, version: 1, active: true })).data.conflict).toBe(true);
  expect((await committee.call(packageCalls.remove, { id, deleteReason: '过时' })).code).toBe(200);
  expect((await committee.call(restoreRecycled, { kind: 'activityPackage', id, reason: '误删' })).code).toBe(200);
  expect((await committee.call(packageCalls.get, { id })).result.speech).toBe('<p>同志们：</p>');
});

test('what a meeting cannot take is refused at its field', async () => {
  const ask = async (given: object) => (await committee.call(packageCalls.create, form(given))).data.fields;
  expect(await ask({ minutes: '5' })).toEqual({ minutes: '建议时长不能小于10' });
  expect(await ask({ steps: ' ' })).toEqual({ steps: '请输入活动步骤' });
  expect(await ask({ steps: Array.from({ length: 21 }, () => '学习').join('\n') })).toEqual({
    steps: '最多20步，现在有21步',
  });
  expect(await ask({ orgId: ORGS.branchA11.id })).toEqual({ orgId: '只能以本组织的名义提供' });
});

test('a branch begins a meeting with it; uses count once a day and organisation', async () => {
  const id = await add(committee, { title: '使用' });
  const start = { title: '使用', note: '带党章', topics: ['奏唱国歌', '重温誓词'], minutes: 80 };
  expect((await branch.call(usePackage, { id })).result).toEqual(start);
  await branch.call(usePackage, { id });
  await committee.call(usePackage, { id });
  expect((await branch.call(packageCalls.get, { id })).result).toMatchObject({ uses: 2, ownUses: 1 });
  expect((await sibling.call(usePackage, { id })).code).toBe(404);
});

test('its files are read by those it is offered to, and go out with the plan as one archive', async () => {
  const id = await add(committee, { title: '资料' });
  const brought = async (name: string) =>
    (await upload(t, committee, name, await picture().png().toBuffer())).data.id as string;
  const files = [await brought('歌词.png'), await brought('照片.png')];
  expect((await branch.call(setFiles, { id, version: 1, files })).code).not.toBe(200);
  expect((await committee.call(setFiles, { id, version: 1, files })).code).toBe(200);
  const read = (await branch.call(packageCalls.get, { id })).result.files;
  expect(read.map(({ name }) => name)).toEqual(['歌词.png', '照片.png']);
  expect((await branch.call(downloadFile, { fileName: read[0]?.id ?? '' })).status).toBe(200);
  expect((await sibling.call(downloadFile, { fileName: read[0]?.id ?? '' })).code).toBe(404);
  expect((await sibling.call(packPackage, { id, purpose: '试' })).code).toBe(404);
  const { jobId } = (await branch.call(packPackage, { id, purpose: '支部用' })).result;
  expect((await jobEnds(branch, jobId)).state).toBe('done');
  const { rows } = await sql<{ id: string }>`
    select id from stored_file where kind = 'activityPackage.filesExport' and row_id = ${jobId}`.execute(t.db);
  const pieces: Buffer[] = [];
  for await (const piece of readStored(t.services, rows[0]?.id ?? '')) pieces.push(piece as Buffer);
  const packed = await unzip(Buffer.concat(pieces));
  expect([...packed.keys()]).toEqual(['下载说明.txt', '活动方案.txt', '歌词.png', '照片.png']);
  expect(String(packed.get('活动方案.txt'))).toContain('1. 奏唱国歌');
  expect(String(packed.get('活动方案.txt'))).toContain('同志们：');
});
