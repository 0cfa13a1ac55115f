import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { mergePair } from '#people/member/contract.duplicates.ts';
import { existingInImport, startImport, updateExisting } from '#people/member/contract.import.ts';
import { createMember, getMember, updateMember } from '#people/member/contract.ts';
import { BY_VARIATION, mergedStatusFault } from '#people/member/rules/procedure.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { testIdCard } from '../../../../test/support/fixture.ts';
import { detail, pairWith, scan, writer } from './duplicatePeople.ts';
import { jobEnds, memberForm, upload, workbook } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let worker: Worker;
beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  await sql`update member set birth_date = date '1950-01-01' + id::int`.execute(t.db);
  worker = startWorker(t.services, [jobModule, memberModule]);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});
const { next, put } = writer(() => t);
const read = async (id: string) => (await branch.call(getMember, { id })).data;

test('nobody is made 出党 by the form, nor 正常 again', async () => {
  const asked = await branch.call(createMember, memberForm(881, 'branchA11', { membershipStatus: 3 }));
  expect(asked.data?.fields, asked.text).toEqual({ membershipStatus: BY_VARIATION });
  const made = await branch.call(createMember, memberForm(881, 'branchA11', { isAnother: true }));
  expect(made.code, made.text).toBe(200);
  const { id, version } = made.data;
  const gone = await branch.call(updateMember, { id, version, membershipStatus: 3 });
  expect(gone.data.fields).toEqual({ membershipStatus: BY_VARIATION });
  await sql`update member set membership_status = 3 where id = ${id}`.execute(t.db);
  const back = await branch.call(updateMember, { id, version, membershipStatus: 1 });
  expect(back.data.fields).toEqual({ membershipStatus: BY_VARIATION });
  // Everything else of the record may still be written.
  expect((await branch.call(updateMember, { id, version, membershipStatus: 3, remark: '核对过' })).code).toBe(200);
});

test('a sheet over people who are registered does not move it', async () => {
  const made = await branch.call(createMember, memberForm(882, 'branchA11', { name: '单一', isAnother: true }));
  const { id, version } = made.data;
  const sheet = [
    ['姓名', '身份证号', '人员类别', '党籍状态'],
    ['单一', testIdCard(882), '正式党员', '出党'],
  ];
  const batch = (await upload(t, branch, '名册.xlsx', await workbook(sheet))).data;
  const mapping = batch.mapping.map(({ head, field }: { head: string; field: string }) => ({ head, field }));
  await jobEnds(branch, (await branch.call(startImport, { id: batch.id, mapping })).data.jobId);
  const found = (await branch.call(existingInImport, { id: batch.id })).data;
  expect(found.fields.map(({ field }: { field: string }) => field)).toContain('membershipStatus');
  const choices = [{ field: 'membershipStatus', mode: 'overwrite' as const }];
  expect((await branch.call(updateExisting, { id: batch.id, choices })).data).toEqual({
    updated: 0,
    unchanged: 0,
    failed: 1,
  });
  expect(await read(id)).toMatchObject({ membershipStatus: 1, version });
});

test('of two records of one person, what was decided of either stands', async () => {
  expect([mergedStatusFault(1, 3, 3), mergedStatusFault(3, 1, 3), mergedStatusFault(1, 5, 1)]).toEqual(['', '', '']);
  const serial = next();
  const alike = { name: `并${serial}`, birthDate: '1979-03-04', idCard: null };
  const kept = await put({ ...alike, phone: null }, 'branchA11');
  await put({ ...alike, idCard: testIdCard(300 + serial, '1979-03-04'), membershipStatus: 3 }, 'branchA12');
  await scan(committee);
  const { id } = await pairWith(kept, committee);
  const pair = await detail(id, committee);
  const merge = (fields: string[]) =>
    committee.call(mergePair, {
      id,
      keep: pair.a.id === kept ? 'a' : 'b',
      fields,
      versionA: pair.a.version,
      versionB: pair.b.version,
      reason: '重复登记',
    } as never);
  expect((await merge(['idCardNo'])).data.fields.membershipStatus).toContain('党员异动');
  expect((await merge(['idCardNo', 'membershipStatus'])).code).toBe(200);
  expect(await read(kept)).toMatchObject({ membershipStatus: 3 });
});
