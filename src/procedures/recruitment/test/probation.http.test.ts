import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getMember } from '#people/member/contract.ts';
import { applyAgain } from '#procedures/recruitment/contract.steps.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  applicant,
  DAYS,
  DECIDED,
  decide,
  expectOk,
  factsOf,
  meet,
  read,
  readyBranch,
  submit,
  walk,
} from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let people: { full: string[]; talker: string };
let callers: { branch: Caller; superior: Caller };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  people = await readyBranch(t);
  callers = { branch, superior };
});
afterAll(() => t.close());

const person = async (id: string) => (await branch.call(getMember, { id })).result;
const ledger = async (memberId: string) =>
  (
    await sql<{ sign: number; way: string }>`
      select sign, way from member_ledger where member_id = ${memberId} order by id`.execute(t.db)
  ).rows;

describe('probation', () => {
  let fileId: string;
  let memberId: string;
  beforeAll(async () => {
    ({ fileId, memberId } = await applicant(branch, 141));
    await walk(callers, people, fileId, 22);
  });

  test('is extended once, by 6 to 12 months; its end moves along', async () => {
    const wrong = await meet(branch, fileId, 9, '2025-09-29', { proposal: 'extend', months: 5 });
    expect(Object.values(wrong.data.fields)[0]).toContain('六个月至一年');
    await expectOk(meet(branch, fileId, 9, '2025-09-29', { proposal: 'extend', months: 6 }));
    await expectOk(submit(branch, fileId, 23, { facts: factsOf(23, people) }));
    await expectOk(submit(branch, fileId, 24, { handledOn: DAYS[24] ?? '', papers: [] }));
    await expectOk(decide(superior, fileId, 24, { decidedOn: DECIDED[24] }));
    expect(await read(branch, fileId)).toMatchObject({
      step: 21,
      extensionMonths: 6,
      probationUntil: '2026-03-28',
      category: 2,
    });
    expect(await person(memberId)).toMatchObject({ personCategory: 2, conversionDate: null });
  });

  test('before its end nobody becomes a full member; revoked, the person leaves as 出党', async () => {
    await expectOk(submit(branch, fileId, 21, { handledOn: '2026-03-28', facts: factsOf(21, people) }));
    await expectOk(submit(branch, fileId, 22, { handledOn: '2026-03-28' }));
    const old = await submit(branch, fileId, 23, { facts: factsOf(23, people) });
    expect(old.msg).toContain('预备期');
    await expectOk(meet(branch, fileId, 9, '2026-04-10', { proposal: 'revoke' }));
    await expectOk(submit(branch, fileId, 23, { facts: factsOf(23, people) }));
    await expectOk(submit(branch, fileId, 24, { handledOn: '2026-04-11', papers: [] }));
    await expectOk(decide(superior, fileId, 24, { decidedOn: '2026-04-20' }));
    expect(await person(memberId)).toMatchObject({ membershipStatus: 3 });
    expect((await ledger(memberId)).map(({ sign, way }) => [sign, way])).toEqual([
      [1, 'recruited'],
      [-1, 'revoked'],
    ]);
    expect((await read(branch, fileId)).ending).toBe('revoked');

    // Applies again: an applicant once more, whose membership is no part of the record any longer; the ledger stays.
    const made = await branch.call(applyAgain, { fileId } as never);
    expect(made.code, made.text).toBe(200);
    expect(await person(memberId)).toMatchObject({
      personCategory: 5,
      membershipStatus: 1,
      admissionDate: null,
      joinedBranchOn: null,
    });
    expect(await read(branch, made.data.id)).toMatchObject({ step: 1, category: 5, probationUntil: null });
    expect(await ledger(memberId)).toHaveLength(2);
  });
});
