import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCandidates } from '#procedures/recruitment/contract.steps.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { applicant, DAYS, expectOk, factsOf, read, readyBranch, submit, walk } from './factory.ts';

let t: TestApp;
let branch: Caller;
let people: { full: string[]; talker: string };
let callers: { branch: Caller; superior: Caller };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  people = await readyBranch(t);
  callers = { branch, superior: await t.as('committeeWorker') };
});
afterAll(() => t.close());

test('before 接收 the superior sends a member of a committee above, or 组织员; the branch’s own committee is none', async () => {
  const { fileId } = await applicant(branch, 114);
  await walk(callers, people, fileId, 15);
  const [, other = ''] = people.full;
  const talkers = async (no: number) =>
    (await branch.call(listCandidates, { fileId, no, role: 'talker' })).result
      .filter(({ can }) => can)
      .map(({ id }) => id);
  const post = (words: string) => sql`update member set party_post = ${words} where id = ${other}`.execute(t.db);
  const [sent] = (await branch.call(listCandidates, { fileId, no: 16, role: 'talker' })).result;
  expect(sent).toMatchObject({ id: people.talker, post: `${ORGS.countyA.name}委员` });
  await post('组织委员');
  expect(await talkers(2)).toEqual(expect.arrayContaining([people.talker, other]));
  expect(await talkers(16)).toEqual([people.talker]);
  const given = { handledOn: DAYS[16] ?? '', facts: { ...factsOf(16, people), talker: [other] } };
  expect((await submit(branch, fileId, 16, given)).data.fields.talker).toContain('不是党委委员或组织员，不能作谈话人');
  for (const words of ['街道党工委委员', '专职组织员']) {
    await post(words);
    expect(await talkers(16), words).toContain(other);
  }
  await post('');
});

test('where nobody above may approve, a step is not sent, and the sentence says whom to ask', async () => {
  const { fileId } = await applicant(branch, 141);
  await walk(callers, people, fileId, 7);
  const approves = (can: boolean) =>
    sql`update organisation set can_approve = ${can} where id = ${ORGS.committeeA1.id}`.execute(t.db);
  await approves(false);
  const sent = await submit(branch, fileId, 8, { handledOn: DAYS[8] ?? '' });
  expect(sent.msg).toBe(`上级没有具有审批权限的党委，请联系${ORGS.committeeA1.name}，在组织信息中确认审批预备党员权限`);
  expect(await read(branch, fileId)).toMatchObject({ step: 8, stepState: 'ready', approver: '' });
  await approves(true);
  await expectOk(submit(branch, fileId, 8, { handledOn: DAYS[8] ?? '' }));
});
