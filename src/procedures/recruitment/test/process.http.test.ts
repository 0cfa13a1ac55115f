import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide as decideTask, roleStep } from '#kernel/workflow/test/factory.ts';
import { countKept, recountChecks } from '#platform/server/sums/keptChecks.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import {
  addCorrection,
  decideCorrection,
  listCorrections,
  withdrawCorrection,
} from '#procedures/recruitment/contract.correction.ts';
import { listDue } from '#procedures/recruitment/contract.due.ts';
import { endFile, withdrawStep } from '#procedures/recruitment/contract.steps.ts';
import { listFiles } from '#procedures/recruitment/contract.ts';
import { PROCESSES, type ProcessKind } from '#procedures/recruitment/rules/processes.ts';
import { recruitmentRuleChecks } from '#procedures/recruitment/server/service/due.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { applicant, DAYS, DECIDED, decide, factsOf, paper, read, readyBranch, sayToEnd, submit } from './factory.ts';
import { standAt } from './standing.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let admin: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  admin = await t.as('admin');
  people = await readyBranch(t);
});
afterAll(() => t.close());

/** Publishes a process of a kind for the branch, by whoever works at the organisation above it. */
async function publish(kind: ProcessKind): Promise<string> {
  const definition = { steps: [roleStep('superior')], sameSigner: false };
  const made = await admin.post('/api/workflow/process', {
    kind,
    name: `${PROCESSES[kind]}流程`,
    orgId: ORGS.committeeA1.id,
    definition,
  });
  expect(made.code, made.text).toBe(200);
  const published = await admin.post('/api/workflow/process/publish', { id: made.data.id, version: 1 });
  expect(published.code, published.text).toBe(200);
  return made.data.id;
}

const instanceOf = async (subjectId: string) => {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from workflow_instance where subject_id = ${subjectId} order by id desc limit 1`.execute(t.db);
  return rows[0];
};
let n = 0;
/** Somebody of the branch at a step; of the last one with what the meeting proposed. */
async function at(step: number, proposal?: 'extend' | 'revoke'): Promise<string> {
  const { fileId } = await standAt(t.db, ORGS.branchA11, people, ++n, step);
  if (proposal)
    await sql`update development_vote set proposal = ${proposal}, months = ${proposal === 'extend' ? 6 : null}
               where file_id = ${fileId} and meeting_id in (select id from development_meeting where stage = 9)`.execute(
      t.db,
    );
  return fileId;
}
const handIn = async (fileId: string, step: number) => {
  const sent = await submit(branch, fileId, step, { handledOn: DAYS[step] ?? '', facts: factsOf(step, people) });
  expect(sent.code, `${step}: ${sent.text}`).toBe(200);
};
const stateOf = async (fileId: string, step: number) => {
  const { steps } = await read(branch, fileId);
  const found = steps[step - 1];
  return [found?.state, found?.process];
};

describe('a step that the superior decides', () => {
  test.each([
    ['development.step8', 8, undefined],
    ['development.step13', 13, undefined],
    ['development.step17', 17, undefined],
    ['development.step24', 24, undefined],
    ['development.extension', 24, 'extend'],
    ['development.revocation', 24, 'revoke'],
  ] as const)('%s runs without a process at the desk, and with one on it first', async (kind, step, proposal) => {
    const before = await at(step, proposal);
    await handIn(before, step);
    expect(await stateOf(before, step)).toEqual(['submitted', null]);
    expect((await decide(superior, before, step, { decidedOn: DECIDED[step] })).code).toBe(200);

    const processId = await publish(kind);
    const fileId = await at(step, proposal);
    await handIn(fileId, step);
    expect(await stateOf(fileId, step)).toEqual(['submitted', 'running']);
    const early = await decide(superior, fileId, step, { decidedOn: DECIDED[step] });
    expect(early.msg).toContain('正在按审批流程办理');
    const instance = await instanceOf(`${fileId}.${step}`);
    const shown = await superior.get(`/api/workflow/get/${instance?.id}`);
    expect(shown.code, shown.text).toBe(200);
    expect(shown.text).toContain(`行走${n}`);
    // Returned, it is fixed and sent on there.
    expect((await decideTask(superior, instance?.id ?? '', 'return')).code).toBe(200);
    expect(await stateOf(fileId, step)).toEqual(['submitted', 'returned']);
    await handIn(fileId, step);
    expect(await stateOf(fileId, step)).toEqual(['submitted', 'running']);
    const agreed = await decideTask(superior, instance?.id ?? '');
    expect(agreed.code, agreed.text).toBe(200);
    // Now the committee decides, with its meeting, day and votes.
    expect(await stateOf(fileId, step)).toEqual(['submitted', null]);
    expect(
      (await decide(superior, fileId, step, { decidedOn: DECIDED[step], meeting: '' })).data.fields,
    ).toHaveProperty('meeting');
    const done = await decide(superior, fileId, step, { decidedOn: DECIDED[step], present: 9, yes: 9 });
    expect(done.code, done.text).toBe(200);
    const retired = await admin.post('/api/workflow/process/retire', { id: processId, reason: '试' });
    expect(retired.code, retired.text).toBe(200);
  });

  test('what a process refuses comes back to the branch, and what the branch takes back is ready again', async () => {
    await publish('development.step13');
    const refused = await at(13);
    await handIn(refused, 13);
    const instance = await instanceOf(`${refused}.13`);
    expect((await decideTask(superior, instance?.id ?? '', 'reject')).code).toBe(200);
    expect(await stateOf(refused, 13)).toEqual(['returned', null]);
    await handIn(refused, 13);
    expect(await stateOf(refused, 13)).toEqual(['submitted', 'running']);
    expect((await branch.call(withdrawStep, { fileId: refused, no: 13 })).code).toBe(200);
    expect(await stateOf(refused, 13)).toEqual(['ready', null]);
    expect(await instanceOf(`${refused}.13`)).toMatchObject({ state: 'withdrawn' });
  });
});

test('a correction runs on its process and is carried out at its end', async () => {
  const { memberId } = await applicant(branch, 172);
  const ask = async (after: string) => {
    const files = [await paper(branch)];
    const asked = await branch.call(addCorrection, { memberId, field: 'appliedOn', after, reason: '登记有误', files });
    expect(asked.code, asked.text).toBe(200);
    return asked.data.id as string;
  };
  const rowOf = async (id: string) =>
    (await superior.call(listCorrections, { memberId })).rows.find((row: { id: string }) => row.id === id);
  await publish('development.correction');
  const id = await ask('2023-03-04');
  expect((await superior.call(decideCorrection, { id, agree: true })).msg).toContain('待我审批');
  const instance = await instanceOf(id);
  const agreed = await decideTask(superior, instance?.id ?? '');
  expect(agreed.code, agreed.text).toBe(200);
  expect(await rowOf(id)).toMatchObject({ state: 'agreed' });
  const again = await ask('2023-03-03');
  expect((await branch.call(withdrawCorrection, { id: again })).code).toBe(200);
  expect(await rowOf(again)).toMatchObject({ state: 'withdrawn' });
});

test('终止培养 runs on its process; agreed it ends the file on its day, refused the way goes on', async () => {
  const end = async (fileId: string, reason = '长期不参加活动') => {
    const { version } = await read(branch, fileId);
    return branch.call(endFile, { fileId, version, ending: 'stopped', reason, day: '2026-01-05' });
  };
  const before = await at(5);
  expect((await end(before)).code).toBe(200);
  expect(await read(branch, before)).toMatchObject({ endedOn: null, endingAsked: { waitsFor: ORGS.committeeA1.name } });
  expect((await sayToEnd(superior, before, true)).code).toBe(200);
  expect(await read(branch, before)).toMatchObject({ endedOn: '2026-01-05', ending: 'stopped' });
  await publish('development.ending');
  const fileId = await at(5);
  await sql`update development_file set due_on = (now() at time zone 'Asia/Shanghai')::date - 9 where id = ${fileId}`.execute(
    t.db,
  );
  /** How many are late there: by the kept numbers with what is marked, and by the list. */
  const late = async () => {
    const { code } = ORGS.branchA11;
    const counts = await countKept(houseContext(t.services, t.db, ORGS.branchA11), recruitmentRuleChecks, [code]);
    return [counts.get(code)?.developmentOverdue ?? 0, (await branch.call(listDue, { view: 'overdue' })).total];
  };
  await recountChecks(t.services);
  const [n = 0] = await late();
  expect(await late()).toEqual([n, n]);
  expect((await end(fileId)).code).toBe(200);
  expect(await late()).toEqual([n - 1, n - 1]);
  await recountChecks(t.services);
  expect(await read(branch, fileId)).toMatchObject({ endedOn: null, endingAsked: { id: null, waitsFor: '审批流程' } });
  expect((await end(fileId)).msg).toContain('终止培养正在审批');
  // It lies among 待我审批, and is no act of the branch meanwhile.
  const listed = async (caller: Caller, view: 'decide' | 'ready') =>
    (await caller.call(listFiles, { view, pageSize: 100 })).rows.some(({ id }) => id === fileId);
  expect([await listed(superior, 'decide'), await listed(branch, 'ready')]).toEqual([false, false]);
  const first = await instanceOf(fileId);
  expect((await decideTask(superior, first?.id ?? '', 'reject')).code).toBe(200);
  expect((await read(branch, fileId)).endedOn).toBeNull();
  expect(await late()).toEqual([n, n]);
  expect((await end(fileId)).code).toBe(200);
  const second = await instanceOf(fileId);
  expect((await decideTask(superior, second?.id ?? '', 'return')).code).toBe(200);
  expect((await end(fileId, '本人多次表示放弃')).code).toBe(200);
  expect((await instanceOf(fileId))?.id).toBe(second?.id);
  const agreed = await decideTask(superior, second?.id ?? '');
  expect(agreed.code, agreed.text).toBe(200);
  expect(await read(branch, fileId)).toMatchObject({ endedOn: '2026-01-05', endedFor: '本人多次表示放弃' });
});
