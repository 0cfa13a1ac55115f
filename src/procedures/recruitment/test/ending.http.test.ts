import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countKept, recountChecks } from '#platform/server/sums/keptChecks.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { addCorrection, listCorrections, withdrawCorrection } from '#procedures/recruitment/contract.correction.ts';
import { listDue } from '#procedures/recruitment/contract.due.ts';
import { applyAgain, endFile, submitStep } from '#procedures/recruitment/contract.steps.ts';
import { listFiles, overview } from '#procedures/recruitment/contract.ts';
import { moveFile } from '#procedures/recruitment/server/moving.ts';
import { recruitmentRuleChecks, sweepTerms } from '#procedures/recruitment/server/service/due.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  applicant,
  askToEnd,
  expectOk,
  factsOf,
  paper,
  papersFor,
  read,
  readyCallers,
  sayToEnd,
  submit,
  walk,
} from './factory.ts';

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

const DAY = '2024-01-10';
const todosOf = async (fileId: string) =>
  (
    await sql<{ subject: string; org: string; done: boolean }>`
      select split_part(subject, ':', 1) as subject, org_id as org, done_at is not null as done from todo
       where subject in (${`developmentEnding:${fileId}`}, ${`developmentMend:${fileId}`}) order by id`.execute(t.db)
  ).rows;
/** Somebody who stands at step 4. */
async function activist(number: number) {
  const made = await applicant(branch, number);
  await walk({ branch, superior }, people, made.fileId, 3);
  return made;
}
const idOf = async (fileId: string) => (await read(branch, fileId)).endingAsked?.id ?? '';
const withdraw = async (caller: Caller, fileId: string) =>
  caller.call(withdrawCorrection, { id: await idOf(fileId) } as never);
const next = (fileId: string) => submit(branch, fileId, 4, { handledOn: '2023-06-30', facts: factsOf(4, people) });

describe('终止培养', () => {
  test('waits for the organisation above and nothing goes on; agreed there, the file ends on its day', async () => {
    const { fileId, memberId } = await activist(601);
    expect((await askToEnd(branch, fileId, '2099-01-01')).data.fields).toEqual({ day: '日期不能晚于今天' });
    expect((await askToEnd(branch, fileId, DAY, '')).data.fields).toEqual({ reason: '请输入原因' });
    expect((await askToEnd(sibling, fileId, DAY).catch(() => ({ code: 404 }))).code).toBe(404);
    await expectOk(askToEnd(branch, fileId, DAY));
    expect(await read(branch, fileId)).toMatchObject({
      endedOn: null,
      stepState: 'ready',
      endingAsked: {
        day: DAY,
        reason: '长期不参加活动',
        waitsFor: ORGS.committeeA1.name,
        can: { decide: false, withdraw: true },
      },
    });
    expect((await read(superior, fileId)).endingAsked?.can).toEqual({ decide: true, withdraw: false });
    expect((await read(county, fileId)).endingAsked?.can).toEqual({ decide: false, withdraw: false });
    expect(await todosOf(fileId)).toEqual([{ subject: 'developmentEnding', org: ORGS.committeeA1.id, done: false }]);
    // Asked once, and meanwhile no step is done, neither offered nor taken.
    expect((await askToEnd(branch, fileId, DAY)).text).toContain(`等待${ORGS.committeeA1.name}决定`);
    expect((await read(branch, fileId)).steps.some(({ can }) => can.submit)).toBe(false);
    expect((await next(fileId)).text).toContain('请先撤回终止申请');
    // Never whoever handed in, nor a branch beside it, nor somebody further up.
    expect((await sayToEnd(branch, fileId, true)).code).not.toBe(200);
    const id = await idOf(fileId);
    const say = (caller: Caller) => caller.post('/api/fzdy/correction/decide', { id, agree: true });
    expect((await say(sibling)).code).toBe(404);
    expect((await say(county)).text).toContain(`由${ORGS.committeeA1.name}审批`);
    expect((await say(member)).code).toBe(403);
    expect((await sayToEnd(superior, fileId, false)).data.fields).toEqual({ opinion: '请写明不同意的理由' });
    expect((await read(branch, fileId)).endedOn).toBeNull();

    const two = await Promise.all([say(superior), say(superior)]);
    expect(two.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1);
    expect(two.map(({ text }) => text).join()).toContain('已被处理');
    expect(await read(branch, fileId)).toMatchObject({
      ending: 'stopped',
      endedOn: DAY,
      endedFor: '长期不参加活动',
      endingAsked: null,
    });
    // Of steps that it never came to nothing is asked.
    expect((await read(branch, fileId)).findings.filter(({ no }) => no > 3)).toEqual([]);
    expect((await todosOf(fileId)).every(({ done }) => done)).toBe(true);
    const { rows } = await branch.call(listCorrections, { memberId } as never);
    expect(rows).toMatchObject([{ fieldName: '终止培养', after: `${DAY} 终止培养`, state: 'agreed' }]);
    const notices = await sql<{ title: string }>`
      select title from notice where title = '陈雨桐的终止培养已同意'`.execute(t.db);
    expect(notices.rows).toHaveLength(1);
  });

  test('that the superior does not agree to gives the branch a to-do with the reason, and the way goes on', async () => {
    const { fileId } = await activist(602);
    await expectOk(askToEnd(branch, fileId, DAY));
    await expectOk(sayToEnd(superior, fileId, false, '再培养半年'));
    expect(await read(branch, fileId)).toMatchObject({ endedOn: null, endingAsked: null });
    expect(await todosOf(fileId)).toEqual([
      { subject: 'developmentEnding', org: ORGS.committeeA1.id, done: true },
      { subject: 'developmentMend', org: ORGS.branchA11.id, done: false },
    ]);
    await expectOk(next(fileId));
    // And it may be asked anew.
    await expectOk(askToEnd(branch, fileId, DAY));
    await expectOk(sayToEnd(superior, fileId, true));
    expect(await read(branch, fileId)).toMatchObject({ ending: 'stopped' });
  });

  test('is taken back by whoever asked until it is decided; asked by the superior’s own worker, another of them decides', async () => {
    const { fileId } = await activist(603);
    await expectOk(askToEnd(branch, fileId, DAY));
    expect((await withdraw(superior, fileId)).text).toContain('只能由本人撤回');
    await expectOk(withdraw(branch, fileId));
    expect((await todosOf(fileId)).map(({ done }) => done)).toEqual([true]);
    expect((await read(superior, fileId)).endingAsked).toBeNull();
    await expectOk(next(fileId));
    await expectOk(askToEnd(superior, fileId, DAY));
    expect((await sayToEnd(superior, fileId, true)).text).toContain('不能审批自己申请的终止培养');
    expect((await read(superior, fileId)).endingAsked?.can).toEqual({ decide: false, withdraw: true });
  });

  test('falls with the file: whoever died or took the application back is no longer asked about, nor whoever moved', async () => {
    const { fileId } = await activist(604);
    await expectOk(askToEnd(branch, fileId, DAY));
    const id = await idOf(fileId);
    const { version } = await read(branch, fileId);
    await expectOk(branch.call(endFile, { fileId, version, ending: 'withdrawn', reason: '本人撤回', day: DAY }));
    expect((await superior.post('/api/fzdy/correction/decide', { id, agree: true })).text).toContain('已被处理');
    expect(await read(branch, fileId)).toMatchObject({ ending: 'withdrawn' });
    expect((await todosOf(fileId)).every(({ done }) => done)).toBe(true);

    const moved = await activist(605);
    await expectOk(askToEnd(branch, moved.fileId, DAY));
    const place = ({ id: org, code }: { id: string; code: string }) => ({ id: org, code });
    const to = place(ORGS.branchA12);
    await t.db
      .transaction()
      .execute((trx) => moveFile(trx, moved.memberId, { from: place(ORGS.branchA11), to, by: '魏员' }));
    expect((await read(superior, moved.fileId)).endingAsked).toBeNull();
    expect((await todosOf(moved.fileId)).every(({ done }) => done)).toBe(true);
  });

  test('stands in 待我审批 of whoever decides, with 更正 beside it; list and number agree', async () => {
    const { fileId } = await activist(607);
    const other = await activist(608);
    const listed = async (caller: Caller, view: 'decide' | 'ready') =>
      (await caller.call(listFiles, { view, stage: 4, pageSize: 100 })).rows;
    const has = async (caller: Caller, view: 'decide' | 'ready', id = fileId) =>
      (await listed(caller, view)).some((row) => row.id === id);
    const number = async (caller: Caller) =>
      (await caller.call(overview, {})).result.views.find(({ view }) => view === 'decide')?.count;
    const all = async (caller: Caller) => (await caller.call(listFiles, { view: 'decide' })).total;
    const before = (await number(superior)) ?? 0;
    expect([await has(superior, 'decide'), await has(branch, 'ready')]).toEqual([false, true]);

    await expectOk(askToEnd(branch, fileId, DAY));
    const correction = {
      memberId: other.memberId,
      field: 'handledOn',
      stepNo: 1,
      after: '2023-03-04',
      reason: '看错一行',
      files: [await paper(branch)],
    };
    await expectOk(branch.call(addCorrection, correction as never));
    const rows = await listed(superior, 'decide');
    expect(rows.find(({ id }) => id === fileId)).toMatchObject({
      isEnding: true,
      correctionWaits: false,
      nextAct: '终止培养等待决定',
    });
    expect(rows.find(({ id }) => id === other.fileId)).toMatchObject({ isEnding: false, correctionWaits: true });
    expect(await number(superior)).toBe(before + 2);
    expect(await all(superior)).toBe(before + 2);
    // Whoever asked, a neighbour and who is further up decide nothing; meanwhile the branch has nothing to do there.
    for (const caller of [branch, sibling, county]) {
      expect(await has(caller, 'decide')).toBe(false);
      expect(await number(caller)).toBe(await all(caller));
    }
    const own = (await branch.call(listFiles, { stage: 4, pageSize: 100 })).rows;
    expect(own.find(({ id }) => id === other.fileId)).toMatchObject({ correctionWaits: false });
    expect([await has(branch, 'ready'), await has(branch, 'ready', other.fileId)]).toEqual([false, true]);

    await expectOk(sayToEnd(superior, fileId, false, '再培养半年'));
    expect([await has(superior, 'decide'), await has(branch, 'ready')]).toEqual([false, true]);
    expect([await number(superior), await all(superior)]).toEqual([before + 1, before + 1]);
    // By another of the superior's workers it is not the own decision of whoever asked.
    await expectOk(askToEnd(superior, fileId, DAY));
    expect(await has(superior, 'decide')).toBe(false);
  });

  test('rests the terms of its file until it is decided', async () => {
    const { fileId } = await activist(609);
    await sql`update development_file set due_on = (now() at time zone 'Asia/Shanghai')::date - 9 where id = ${fileId}`.execute(
      t.db,
    );
    const open = async () =>
      (
        await sql<{ title: string }>`
          select title from todo where subject = ${`developmentDue:${fileId}`} and done_at is null`.execute(t.db)
      ).rows.length;
    const late = async () =>
      (
        await sql`select from todo where subject = ${`developmentLate:${ORGS.committeeA1.id}`} and done_at is null`.execute(
          t.db,
        )
      ).rows.length;
    await sweepTerms(t.services);
    expect([await open(), await late()]).toEqual([1, 1]);
    await expectOk(askToEnd(branch, fileId, DAY));
    expect(await open()).toBe(0);
    await sweepTerms(t.services);
    expect([await open(), await late()]).toEqual([0, 0]);
    expect(await sweepTerms(t.services)).toEqual({ written: 0, closed: 0, told: 0 });
    await expectOk(sayToEnd(superior, fileId, false, '再培养半年'));
    await sweepTerms(t.services);
    expect([await open(), await late()]).toEqual([1, 1]);
  });

  test('is late nowhere meanwhile: lists, numbers, terms, and the kept check agree', async () => {
    const { fileId } = await activist(610);
    await sql`update development_file set due_on = (now() at time zone 'Asia/Shanghai')::date - 9, earliest_on = '2023-01-01'
               where id = ${fileId}`.execute(t.db);
    const has = async (view: 'overdue' | 'ready') => [
      (await branch.call(listFiles, { view, pageSize: 100 })).rows.some(({ id }) => id === fileId),
      (await branch.call(listDue, { view, pageSize: 100 })).rows.some(({ id }) => id === fileId),
    ];
    const numbers = async () => {
      const { views, desks } = (await branch.call(overview, {})).result;
      const there = houseContext(t.services, t.db, ORGS.branchA11);
      const { code } = ORGS.branchA11;
      const late = (counts: ReadonlyMap<string, Readonly<Record<string, number>>>) =>
        counts.get(code)?.developmentOverdue ?? 0;
      return [
        views.find(({ view }) => view === 'overdue')?.count,
        desks.find(({ orgId }) => orgId === ORGS.branchA11.id)?.count ?? 0,
        (await branch.call(listFiles, { view: 'overdue' })).total,
        (await branch.call(listDue, { view: 'overdue' })).total,
        late(await recruitmentRuleChecks.countBelow(there, [code])),
        late(await countKept(there, recruitmentRuleChecks, [code])),
      ];
    };
    const all = (n: number) => Array(6).fill(n);
    const row = async () =>
      (await branch.call(listFiles, { stage: 4, pageSize: 100 })).rows.find(({ id }) => id === fileId);
    await recountChecks(t.services);
    const n = (await numbers())[0] ?? 0;
    expect(await numbers()).toEqual(all(n));
    expect([await has('overdue'), await has('ready')]).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(await row()).toMatchObject({ daysLeft: -9 });

    await expectOk(askToEnd(branch, fileId, DAY));
    // Counted anew for the mark alone, before and after the worker.
    expect(await numbers()).toEqual(all(n - 1));
    await recountChecks(t.services);
    expect(await numbers()).toEqual(all(n - 1));
    expect([await has('overdue'), await has('ready')]).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(await row()).toMatchObject({ isEnding: true, earliestOn: null, dueOn: null, daysLeft: null });
    expect((await branch.call(listDue, { pageSize: 100 })).rows.some(({ id }) => id === fileId)).toBe(false);

    await expectOk(withdraw(branch, fileId));
    expect(await numbers()).toEqual(all(n));
    await recountChecks(t.services);
    expect(await numbers()).toEqual(all(n));
    expect(await row()).toMatchObject({ daysLeft: -9 });
  });

  test('against a step that is handed in at once: one wins, the other is told', async () => {
    const { fileId } = await activist(606);
    const papers = await papersFor(branch, 4);
    const { version } = await read(branch, fileId);
    const day = { handledOn: '2023-06-30', facts: factsOf(4, people), papers };
    const [asked, sent] = await Promise.all([
      branch.call(endFile, { fileId, version, ending: 'stopped', reason: '试', day: DAY }),
      branch.call(submitStep, { fileId, no: 4, version, ...day } as never),
    ]);
    expect([asked.code, sent.code].filter((code) => code === 200)).toHaveLength(1);
    const { step, endingAsked } = await read(branch, fileId);
    expect([step, endingAsked !== null]).toEqual(asked.code === 200 ? [4, true] : [5, false]);
  });
});

describe('重新申请', () => {
  const again = (caller: Caller, fileId: string) => caller.call(applyAgain, { fileId } as never);

  test('opens a new file at step 1 beside the old one, once; of two at once one wins', async () => {
    const { fileId, memberId } = await activist(641);
    expect((await again(branch, fileId)).text).toContain('正在办理');
    await expectOk(askToEnd(branch, fileId, DAY));
    await expectOk(sayToEnd(superior, fileId, true));
    expect((await read(branch, fileId)).can.again).toBe(true);
    expect((await read(superior, fileId)).can.again).toBe(true);
    expect((await again(member, fileId)).code).toBe(403);
    expect((await again(sibling, fileId)).code).toBe(404);
    const both = await Promise.all([again(branch, fileId), again(branch, fileId)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(both.find(({ code }) => code === 400)?.msg).toContain('已重新申请');
    const id = both.find(({ code }) => code === 200)?.data.id ?? '';
    expect(await read(branch, id)).toMatchObject({ step: 1, category: 5, paperUntil: 0, ending: null });
    expect(await read(branch, fileId)).toMatchObject({ ending: 'stopped', can: { again: false } });
    const { rows } = await branch.call(listFiles, { memberId } as never);
    expect(rows.map((row) => [row.id, row.ending])).toEqual([
      [id, null],
      [fileId, 'stopped'],
    ]);
    // The new application is not older than the end of the old way.
    const early = await submit(branch, id, 1, { handledOn: '2024-01-09' });
    expect(early.data.fields).toEqual({ handledOn: `不能早于上一份档案结束的 ${DAY}` });
    await expectOk(submit(branch, id, 1, { handledOn: DAY }));
    const now = await sql<{ category: number; applied: string }>`
      select person_category as category, applied_on as applied from member where id = ${memberId}`.execute(t.db);
    expect(now.rows).toEqual([{ category: 5, applied: DAY }]);
  });
});
