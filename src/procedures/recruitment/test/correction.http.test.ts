import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getMember, memberTimeline } from '#people/member/contract.ts';
import {
  addCorrection,
  decideCorrection,
  listCorrections,
  withdrawCorrection,
} from '#procedures/recruitment/contract.correction.ts';
import { overview } from '#procedures/recruitment/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { applicant, asOwnSuperior, expectOk, factsOf, paper, read, readyCallers, submit, walk } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let sibling: Caller;
let county: Caller;
let member: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  ({ branch, superior, sibling, county, member, people } = await readyCallers(t));
});
afterAll(() => t.close());

const person = async (id: string) => (await branch.call(getMember, { id })).result;
const ask = async (caller: Caller, memberId: string, field: string, after: string, given: object = {}) =>
  caller.call(addCorrection, {
    memberId,
    field,
    after,
    reason: '登记时看错一行',
    files: [await paper(caller)],
    ...given,
  } as never);
const agree = (caller: Caller, id: string) => caller.call(decideCorrection, { id, agree: true, opinion: '' });
const todosOf = async (id: string) =>
  (
    await sql<{ done: boolean }>`
      select done_at is not null as done from todo where subject = ${`developmentCorrection:${id}`}`.execute(t.db)
  ).rows;
const counts = async () =>
  Object.fromEntries((await branch.call(overview, {})).result.stages.map(({ stage, count }) => [stage, count]));
/** Asked by the branch, agreed to by the committee. */
async function correct(memberId: string, field: string, after: string, given: object = {}): Promise<string> {
  const asked = await ask(branch, memberId, field, after, given);
  expect(asked.code, asked.text).toBe(200);
  await expectOk(agree(superior, asked.result.id));
  return asked.result.id;
}

describe('a correction', () => {
  test('is asked with reason and paper, decided by the committee above alone, and both days move with the step', async () => {
    const { memberId, fileId } = await applicant(branch, 301);
    await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05' }));
    expect((await ask(branch, memberId, 'handledOn', '2023-03-04', { stepNo: 1, files: [] })).data.fields).toEqual({
      files: '请上传佐证材料',
    });
    expect((await ask(branch, memberId, 'handledOn', '2023-03-04', { stepNo: 1, reason: '' })).data.fields).toEqual({
      reason: '请输入更正原因',
    });
    const asked = await ask(branch, memberId, 'handledOn', '2023-03-04', { stepNo: 1 });
    expect(asked.code, asked.text).toBe(200);
    const { id } = asked.result;
    expect(await todosOf(id)).toEqual([{ done: false }]);
    // Asked once; nothing has changed yet.
    expect((await ask(branch, memberId, 'handledOn', '2023-03-03', { stepNo: 1 })).text).toContain('已经申请更正');
    expect(await person(memberId)).toMatchObject({ appliedOn: '2023-03-05' });

    expect((await asOwnSuperior(t, (same) => agree(same, id))).text).toContain('不能审批自己申请的更正');
    expect((await agree(branch, id)).code).toBe(403);
    expect((await agree(sibling, id)).code).toBe(404);
    expect((await agree(county, id)).code).not.toBe(200);
    expect((await member.call(listCorrections, {} as never)).code).toBe(403);
    expect((await superior.call(decideCorrection, { id, agree: false, opinion: '' })).data.fields).toEqual({
      opinion: '请写明不同意的理由',
    });
    const two = await Promise.all([agree(superior, id), agree(superior, id)]);
    expect(two.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1);
    expect(two.map(({ text }) => text).join()).toContain('已被处理');

    expect((await read(branch, fileId)).steps[0]).toMatchObject({ handledOn: '2023-03-04', state: 'done' });
    expect(await person(memberId)).toMatchObject({ appliedOn: '2023-03-04' });
    expect(await todosOf(id)).toEqual([{ done: true }]);
    const { rows } = await branch.call(listCorrections, { memberId } as never);
    expect(rows).toMatchObject([
      { fieldName: '第1步“递交入党申请书”日期', before: '2023-03-05', after: '2023-03-04', state: 'agreed' },
    ]);
    // The person's timeline tells both, under the reason.
    const { rows: lines } = await superior.call(memberTimeline, { id: memberId } as never);
    expect(JSON.stringify(lines[0])).toContain('更正：登记时看错一行');
    expect(JSON.stringify(lines[0])).toContain('2023-03-05');
    expect(JSON.stringify(lines[0])).toContain('2023-03-04');
  });

  test('of the day of a decision stands between what was sent and what came after, and writes no day of the person', async () => {
    const { memberId, fileId } = await applicant(branch, 309);
    await walk({ branch, superior }, people, fileId, 9);
    const of = (day: string, stepNo = 8) => ask(branch, memberId, 'decidedOn', day, { stepNo });
    expect((await of('2024-06-30')).data.fields.after).toContain('不能早于报送的 2024-07-01');
    expect((await of('2024-07-25')).data.fields.after).toContain('不能晚于第9步');
    expect((await of('2024-07-10')).data.fields.after).toContain('相同');
    expect((await of('2024-07-10', 3)).data.fields.after).toContain('还没有审批');
    const asked = await of('2024-07-11');
    expect(asked.code, asked.text).toBe(200);
    const was = await person(memberId);
    await expectOk(agree(superior, asked.result.id));
    expect((await read(branch, fileId)).steps[7]).toMatchObject({ decidedOn: '2024-07-11', handledOn: '2024-07-01' });
    expect(await person(memberId)).toMatchObject({ personCategory: was.personCategory, appliedOn: was.appliedOn });
    const { rows } = await branch.call(listCorrections, { memberId } as never);
    expect(rows[0]?.fieldName).toBe('第8步“报上级党委备案（同意）和公示”审批日期');
  });

  test('of a day names the neighbour it would pass, and a rule that it would break', async () => {
    const { memberId, fileId } = await applicant(branch, 302);
    await walk({ branch, superior }, people, fileId, 3);
    const of = (stepNo: number, day: string) => ask(branch, memberId, 'handledOn', day, { stepNo });
    expect((await of(2, '2023-03-01')).data.fields.after).toContain('不能早于第1步“递交入党申请书” 2023-03-05');
    expect((await of(2, '2023-07-01')).data.fields.after).toContain('不能晚于第3步');
    expect((await of(2, '2099-01-01')).data.fields.after).toContain('不能晚于今天');
    expect((await of(4, '2023-06-20')).data.fields.after).toContain('还没有完成');
    expect((await of(2, '2023-03-28')).data.fields.after).toContain('不需要更正');
  });

  test('is withdrawn by whoever asked until it is decided', async () => {
    const { memberId, fileId } = await applicant(branch, 303);
    await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05' }));
    const { id } = (await ask(branch, memberId, 'appliedOn', '2023-03-01')).result;
    expect((await superior.call(withdrawCorrection, { id })).text).toContain('只能由本人撤回');
    await expectOk(branch.call(withdrawCorrection, { id }));
    expect((await agree(superior, id)).text).toContain('已被处理');
    expect(await todosOf(id)).toEqual([{ done: true }]);
    expect(await person(memberId)).toMatchObject({ appliedOn: '2023-03-05' });
  });

  test('is not decided where the value has moved since', async () => {
    const { memberId, fileId } = await applicant(branch, 304);
    await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05' }));
    const { id } = (await ask(branch, memberId, 'appliedOn', '2023-03-01')).result;
    await correct(memberId, 'handledOn', '2023-03-02', { stepNo: 1 });
    expect((await agree(superior, id)).text).toContain('原值已有变化');
    await expectOk(superior.call(decideCorrection, { id, agree: false, opinion: '重新申请' }));
  });
});

describe('a corrected category', () => {
  test('back takes the file to the step that leads out of it, and the numbers follow', async () => {
    const { memberId, fileId } = await applicant(branch, 311);
    await walk({ branch, superior }, people, fileId, 4);
    const before = await counts();
    await correct(memberId, 'personCategory', '5');
    expect(await person(memberId)).toMatchObject({ personCategory: 5 });
    const file = await read(branch, fileId);
    expect(file).toMatchObject({ category: 5, step: 3, stepState: 'ready' });
    expect(file.steps.slice(0, 5).map(({ state }) => state)).toEqual(['done', 'done', 'ready', 'none', 'none']);
    expect(await counts()).toEqual({ ...before, 5: (before[5] ?? 0) + 1, 4: (before[4] ?? 0) - 1 });
    // And the way goes on from there.
    await expectOk(submit(branch, fileId, 3, { handledOn: '2023-06-18', facts: factsOf(3, people) }));
    expect(await person(memberId)).toMatchObject({ personCategory: 4 });
    expect(await read(branch, fileId)).toMatchObject({ category: 4, step: 4 });
  });

  test('further on takes the file there, the steps before as 补录; then the days follow', async () => {
    const { memberId, fileId } = await applicant(branch, 312);
    expect((await ask(branch, memberId, 'admissionDate', '2025-07-01')).data.fields.after).toContain('未入党的人员');
    await correct(memberId, 'personCategory', '2');
    expect(await read(branch, fileId)).toMatchObject({ category: 2, step: 18, paperUntil: 17, stepState: 'ready' });
    await correct(memberId, 'admissionDate', '2026-03-01');
    expect(await person(memberId)).toMatchObject({ personCategory: 2, admissionDate: '2026-03-01' });
    expect(await read(branch, fileId)).toMatchObject({ probationUntil: '2027-03-01' });
    await correct(memberId, 'personCategory', '1');
    expect(await read(branch, fileId)).toMatchObject({ ending: 'converted' });
    await correct(memberId, 'conversionDate', '2026-11-01');
    await correct(memberId, 'personCategory', '4');
    expect(await person(memberId)).toMatchObject({ personCategory: 4, admissionDate: null, conversionDate: null });
  });

  test('is refused where the superior decided upon it', async () => {
    const { memberId, fileId } = await applicant(branch, 313);
    await walk({ branch, superior }, people, fileId, 17);
    expect((await ask(branch, memberId, 'personCategory', '3')).data.fields.after).toContain('不属于登记有误');
    // The day of the meeting moves with the meeting, the record, the ledger and the end of probation.
    await correct(memberId, 'admissionDate', '2024-09-27');
    expect(await person(memberId)).toMatchObject({ admissionDate: '2024-09-27', joinedBranchOn: '2024-09-27' });
    const file = await read(branch, fileId);
    expect(file).toMatchObject({ probationUntil: '2025-09-27' });
    expect(file.steps[14]?.handledOn).toBe('2024-09-27');
    expect(file.votes[0]?.heldOn).toBe('2024-09-27');
    const { rows } = await sql<{ on: string }>`
      select happened_on as on from member_ledger where member_id = ${memberId}`.execute(t.db);
    expect(rows).toEqual([{ on: '2024-09-27' }]);
  });
});
