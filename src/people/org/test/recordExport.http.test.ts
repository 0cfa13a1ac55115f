import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadJobFile, getJob } from '#kernel/job/contract.ts';
import { jobModule } from '#kernel/job/server/routes.ts';
import { upload, workbook } from '#people/member/test/factory.ts';
import { ORG_RECORD_IMPORT } from '#people/org/contract.recordImport.ts';
import { exportOrgRecords, ORG_RECORD_CALLS, orderOrgRecords } from '#people/org/contract.records.ts';
import { orgModule } from '#people/org/server/routes.ts';
import type { RecordCalls } from '#platform/records/records.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { GOOD_ORG_RECORDS } from './records.ts';

let t: TestApp;
let worker: Worker;
let committee: Caller;
const reward = ORG_RECORD_CALLS.reward as RecordCalls;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  worker = startWorker(t.services, [jobModule, orgModule]);
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

async function add(who: Caller, org: OrgKey, documentNo: string): Promise<string> {
  const made = await who.call(reward.add, { orgId: ORGS[org].id, ...GOOD_ORG_RECORDS.reward, documentNo });
  expect(made.code, made.text).toBe(200);
  return made.data.id;
}
/** The lines of an export, its head and its watermark among them. */
async function exported(given: { orgId: string; range?: 'all' | 'onlySelf' }): Promise<string[][]> {
  const started = await committee.call(exportOrgRecords, { kind: 'reward', purpose: '年度汇总', ...given });
  expect(started.code, started.text).toBe(200);
  const { jobId } = started.data;
  await expect
    .poll(async () => (await committee.call(getJob, { id: jobId })).data.state, { timeout: 300_000, interval: 100 })
    .toBe('done');
  const row = await t.db.selectFrom('job').select('file_id').where('id', '=', jobId).executeTakeFirstOrThrow();
  const bytes: Uint8Array[] = [];
  for await (const piece of readStored(t.services, row.file_id ?? '')) bytes.push(piece);
  const lines: string[][] = [];
  for await (const line of readTable(Buffer.concat(bytes))) lines.push(line);
  return lines;
}

test('P56 a tab of organisations becomes a workbook: whose row it is, fields in words, in the order of the tab', async () => {
  const [first, second] = [await add(committee, 'branchA11', '一号'), await add(committee, 'branchA11', '二号')];
  await add(committee, 'committeeA1', '三号');
  await add(await t.as('siblingWorker'), 'committeeA2', '别处');
  const turned = { ownerId: ORGS.branchA11.id, kind: 'reward', from: [second, first], ids: [first, second] };
  expect((await committee.call(orderOrgRecords, turned)).code).toBe(200);

  const lines = await exported({ orgId: ORGS.committeeA1.id });
  expect(lines[0]?.slice(0, 4)).toEqual(['党组织名称', '上级党组织', '奖惩类型', '奖惩名称']);
  const at = lines[0]?.indexOf('文号') ?? -1;
  expect(lines.slice(1, -1).map((line) => [line[0], line[1], line[2], line[at]])).toEqual([
    [ORGS.committeeA1.name, ORGS.countyA.name, '表彰奖励', '三号'],
    [ORGS.branchA11.name, ORGS.committeeA1.name, '表彰奖励', '一号'],
    [ORGS.branchA11.name, ORGS.committeeA1.name, '表彰奖励', '二号'],
  ]);
  expect(lines.at(-1)?.[0]).toMatch(/^导出人：魏员.*用途：年度汇总$/);
  // What was exported is read back as it stands: nothing is new, nothing wrong.
  const { path } = ORG_RECORD_IMPORT.upload;
  const back = await upload(t, committee, '奖惩.xlsx', await workbook(lines), { kind: 'reward' }, path);
  const { data: found } = await committee.call(ORG_RECORD_IMPORT.check, { id: back.data.id });
  expect(found).toMatchObject({ total: 3, written: 0, same: 3, bad: 0, unknown: [] });
  const alone = await exported({ orgId: ORGS.committeeA1.id, range: 'onlySelf' });
  expect(alone.slice(1, -1).map((line) => line[at])).toEqual(['三号']);
});

test('P3 neither a foreign organisation, nor a member, nor without a purpose; the file is its owner’s alone', async () => {
  const ask = (who: Caller, given: object = {}) =>
    who.call(exportOrgRecords, { orgId: ORGS.branchA11.id, kind: 'reward', purpose: '试', ...given });
  expect((await ask(await t.as('siblingWorker'))).code).toBe(404);
  expect((await ask(await t.as('member'))).code).toBe(403);
  expect((await ask(committee, { purpose: '' })).data).toMatchObject({ fields: { purpose: expect.any(String) } });
  expect((await ask(committee, { kind: 'family' })).data).toMatchObject({ fields: { kind: '请选择导出的内容' } });
  const { jobId } = (await ask(committee)).data;
  expect((await (await t.as('branchWorker')).call(downloadJobFile, { id: jobId })).code).toBe(404);
});
