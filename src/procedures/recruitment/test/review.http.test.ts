import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportReview } from '#procedures/recruitment/contract.export.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedFile } from '../../../../test/support/exported.ts';
import { applicant, expectOk, readyBranch, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  await readyBranch(t);
});
afterAll(() => t.close());

/** Names of a zip's files, from its local heads. */
function namesOf(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString());
  }
  return names;
}

test('the package holds index and papers of the chosen files, in the order of their steps', async () => {
  const { fileId } = await applicant(branch, 182);
  await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05' }));
  const started = await branch.call(exportReview, { ids: [fileId], purpose: '专项检查' });
  expect(started.code, started.text).toBe(200);
  const bytes = await exportedFile(t, started.result.jobId);
  expect(namesOf(bytes)).toEqual(['目录和核对.xlsx', '001 陈雨桐/01-入党申请书-1-扫描件.png']);
});

test('is made by workers, of files of their scope alone', async () => {
  const { fileId } = await applicant(branch, 183, { name: '林晓' });
  expect((await (await t.as('member')).call(exportReview, { ids: [fileId], purpose: '试' })).code).toBe(403);
  const foreign = await (await t.as('otherCountyWorker')).call(exportReview, { ids: [fileId], purpose: '试' });
  expect(foreign.code).toBe(404);
  expect((await branch.call(exportReview, { ids: [], purpose: '试' })).code).toBe(600);
});
