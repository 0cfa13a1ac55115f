import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportFiles } from '#procedures/recruitment/contract.export.ts';
import { listFiles } from '#procedures/recruitment/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { applicant, expectOk, readyBranch, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  await readyBranch(t);
});
afterAll(() => t.close());

test('the ledger has a line for each file of the list, with the days of its steps and no number', async () => {
  const { fileId } = await applicant(branch, 181);
  await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05' }));
  const started = await branch.call(exportFiles, { stage: 5, purpose: '季度汇总' });
  expect(started.code, started.text).toBe(200);
  const lines = await exportedLines(t, started.result.jobId);
  const { total } = await branch.call(listFiles, { stage: 5 });
  const people = lines.filter((line) => line.includes('入党申请人'));
  expect(people).toHaveLength(total);
  expect(people.find(([name]) => name === '陈雨桐')).toEqual(expect.arrayContaining(['2023-03-05']));
  expect(lines.flat().some((cell) => /\d{17}[\dX]/.test(cell))).toBe(false);
});

test('is asked for with a purpose, by workers, within their scope', async () => {
  expect((await branch.call(exportFiles, { purpose: '' })).data.fields).toHaveProperty('purpose');
  expect((await (await t.as('member')).call(exportFiles, { purpose: '试' })).code).toBe(403);
  const foreign = await branch.call(exportFiles, { orgId: ORGS.branchB11.id, purpose: '试' });
  expect(foreign.code).toBe(404);
});
