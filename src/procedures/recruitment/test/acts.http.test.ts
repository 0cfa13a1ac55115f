import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endFile, handPaper, reviewPaper } from '#procedures/recruitment/contract.steps.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { applicant, expectOk, paper, read, readyBranch, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  await readyBranch(t);
});
afterAll(() => t.close());

describe('what may be done', () => {
  test('about a paper is told by the server: fixed by the branch, reviewed from above, neither by the person', async () => {
    const { fileId } = await applicant(branch, 151);
    await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05' }));
    const canOf = async (caller: Caller) =>
      (await read(caller, fileId)).papers.find(({ no, kind }) => no === 1 && kind === 'application')?.can;
    expect(await canOf(branch)).toEqual({ hand: true, review: false });
    expect(await canOf(superior)).toEqual({ hand: true, review: true });
    const review = { fileId, no: 1, kind: 'application' };
    await expectOk(superior.call(reviewPaper, { ...review, passed: false, note: '没有签名' }));
    expect(await canOf(superior)).toMatchObject({ review: false });
    await expectOk(branch.call(handPaper, { ...review, files: [await paper(branch)] }));
    await expectOk(superior.call(reviewPaper, { ...review, passed: true, note: '' }));
    expect(await canOf(branch)).toEqual({ hand: false, review: false });
    expect(await canOf(superior)).toEqual({ hand: false, review: false });
  });

  test('a probationary member’s file ends with death alone; another stage also by stopping', async () => {
    const { fileId } = await applicant(branch, 152, {
      personCategory: 2,
      admissionDate: '2026-03-01',
      joinType: 1,
      joinedBranchOn: '2026-03-01',
    });
    const { version, can } = await read(branch, fileId);
    expect(can.end).toBe(true);
    const end = (ending: 'stopped' | 'died') =>
      branch.call(endFile, { fileId, version, ending, reason: '试', day: '2026-11-01' });
    expect((await end('stopped')).text).toContain('取消资格须经支部大会讨论');
    await expectOk(end('died'));
    expect(await read(branch, fileId)).toMatchObject({ ending: 'died', can: { end: false } });
  });
});
