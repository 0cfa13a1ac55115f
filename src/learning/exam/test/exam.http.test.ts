import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuestion, listQuestions, readPasted, removeLib, updateQuestion } from '#learning/exam/contract.bank.ts';
import {
  followExam,
  getExam,
  grantExtra,
  publishResults,
  urgeExam,
  withdrawExam,
} from '#learning/exam/contract.exam.ts';
import {
  analysePaper,
  decideAppeal,
  markAnswer,
  markOverview,
  nextAnswer,
  regrade,
} from '#learning/exam/contract.mark.ts';
import { createPaper, getPaper } from '#learning/exam/contract.paper.ts';
import {
  askAppeal,
  handIn,
  ownExam,
  ownExams,
  ownResult,
  ownWrong,
  saveAnswers,
  startExam,
} from '#learning/exam/contract.sit.ts';
import { handInDue } from '#learning/exam/server/service/sit.ts';
import { maintainExamPeople } from '#learning/exam/server/service/steps.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { bankOf, packets, published as publishedBy, TEXT } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
let floating: Caller;
const A = 'device-aaaaaaaa';
const B = 'device-bbbbbbbb';

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, twin, member, floating] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
    t.as('floating'),
  ] as const);
});
afterAll(() => t.close());

const published = (name: string, given: object = {}) => publishedBy(committee, name, given);

describe('banks and papers', () => {
  test('pasted text is read line by line; equal stems and wrong keys are named; a foreign bank is not there', async () => {
    const libId = await bankOf(committee, '粘贴');
    const again = await committee.call(readPasted, { libId, text: `${TEXT}\n7. 无答案的题\nA.甲 B.乙` });
    const read = again.data.questions;
    expect(read.map((one: { kind: number }) => one.kind)).toEqual([1, 1, 2, 3, 4, 5, 5]);
    expect(read[0]).toMatchObject({
      options: ['实现共产主义', '实现现代化', '实现小康'],
      key: ['0'],
      explanation: '党章总纲。',
    });
    expect(read[0].same).toContain('题库里已有');
    expect(read.at(-1).faults.length).toBeGreaterThan(0);
    expect((await twin.call(listQuestions, { libId })).code).toBe(404);
    const wrong = await committee.call(createQuestion, {
      libId,
      kind: 2,
      stem: '试',
      options: ['甲', '乙'],
      key: ['0'],
    });
    expect(wrong.data.fields.key).toBe('多选题至少有两个正确答案');
  });

  test('a drawn paper proves that it can be drawn, with its sentence', async () => {
    const libId = await bankOf(committee, '抽题');
    const rule = { libId, kind: 1, difficulty: null, amount: 20, score: 4 };
    const form = { orgId: ORGS.committeeA1.id, name: '抽不出', type: 1 };
    const short = await committee.call(createPaper, { ...form, rules: [rule] });
    expect(short.data.fields.rules).toBe('题库中符合条件的单选题只有2道，需要20道');
    const good = await committee.call(createPaper, { ...form, rules: [{ ...rule, amount: 2 }] });
    expect((await committee.call(getPaper, { id: good.data.id })).data).toMatchObject({ total: 8, questions: 2 });
    expect((await committee.call(removeLib, { id: libId, deleteReason: '试' })).msg).toContain('还在使用');
    expect((await twin.call(createPaper, { ...form, orgId: ORGS.twin.id, rules: [rule] })).code).toBe(404);
  });
});

describe('sitting', () => {
  test('no key before publication; an older packet never wins; a second device takes over; handed in once', async () => {
    const id = await published('坐下来');
    expect((await member.call(ownExams, {})).rows[0]).toMatchObject({ id, record: 0, left: 1, score: null });
    const begun = await member.call(startExam, { id, device: A });
    expect(begun.code, begun.text).toBe(200);
    expect(begun.text).not.toMatch(/"key"|explanation|党章总纲/);
    const { attemptId, questions } = begun.data;
    const [first] = questions;
    const save = (device: string, number: number, answer: string[]) =>
      member.call(saveAnswers, { attemptId, device, answers: [{ seq: first.seq, number, answer }] });
    expect((await save(A, 5, ['1'])).data.saved).toEqual({ [first.seq]: 5 });
    expect((await save(A, 3, ['0'])).data.saved).toEqual({ [first.seq]: 5 });
    // Somebody else's attempt is not there.
    expect((await floating.call(saveAnswers, { attemptId, device: A, answers: [] })).code).toBe(404);
    expect((await floating.call(ownResult, { attemptId })).code).toBe(404);
    expect((await member.call(startExam, { id, device: B })).data).toMatchObject({ elsewhere: true, questions: [] });
    const taken = await member.call(startExam, { id, device: B, takeOver: true });
    expect(taken.data.questions[0]).toMatchObject({ answer: ['1'], saved: 5 });
    expect((await save(A, 6, ['2'])).data).toMatchObject({ elsewhere: true });
    const done = await member.call(handIn, { attemptId, device: B, answers: packets(questions, 9) });
    expect(done.code, done.text).toBe(200);
    expect((await member.call(handIn, { attemptId, device: B })).data.handedAt).toBeTruthy();
    expect((await save(B, 99, ['2'])).data).toMatchObject({ over: true });
    expect((await member.call(startExam, { id, device: B })).msg).toBe('考试次数已用完');
    expect((await member.call(ownResult, { attemptId })).msg).toBe('成绩还没有公布');
    expect((await member.call(ownExam, { id })).text).not.toMatch(/"score":\d/);
    expect((await twin.call(getExam, { id })).code).toBe(404);
    expect((await committee.call(withdrawExam, { id, reason: '试' })).msg).toContain('已有1人开考');
  });

  test('the deadline is the database’s: what is saved is handed in; extra time moves it', async () => {
    const id = await published('到时间');
    const { attemptId, questions } = (await member.call(startExam, { id, device: A })).data;
    await member.call(saveAnswers, { attemptId, device: A, answers: packets(questions) });
    await sql`update exam_attempt set deadline = now() - interval '10 seconds' where id = ${attemptId}`.execute(t.db);
    expect(
      (await member.call(saveAnswers, { attemptId, device: A, answers: packets(questions, 2) })).data,
    ).toMatchObject({ over: true });
    const person = (await committee.call(followExam, { id, record: 1 })).rows[0];
    expect((await committee.call(grantExtra, { id, personId: person.id, minutes: 5, reason: '断电' })).code).toBe(200);
    expect((await member.call(saveAnswers, { attemptId, device: A, answers: packets(questions, 2) })).code).toBe(200);
    await sql`update exam_attempt set deadline = now() - interval '10 seconds' where id = ${attemptId}`.execute(t.db);
    await Promise.all([handInDue(t.services), handInDue(t.services)]);
    expect((await committee.call(followExam, { id, record: 2 })).rows[0]).toMatchObject({
      handedBy: 'deadline',
      answered: 6,
    });
    const urged = await committee.call(urgeExam, { id });
    expect(urged.data.people).toBe((await committee.call(followExam, { id })).total - 1);
    expect((await committee.call(urgeExam, { id })).code).toBe(400);
  });
});

test('marked without names and never the own paper; published, appealed, regraded, analysed', async () => {
  const id = await published('阅卷');
  for (const who of [member, branch]) {
    const { attemptId, questions } = (await who.call(startExam, { id, device: A })).data;
    expect((await who.call(handIn, { attemptId, device: A, answers: packets(questions) })).code).toBe(200);
  }
  await handInDue(t.services);
  const overview = await branch.call(markOverview, { id });
  expect(overview.code).toBe(404);
  const seen = (await committee.call(markOverview, { id })).data;
  expect(seen).toMatchObject({ waiting: 2, questions: [{ kind: 5, all: 2, marked: 0 }] });
  const [{ questionId }] = seen.questions;
  const mine = t.fixture.principals.committeeWorker.memberId;
  const { rows: own } = await sql<{
    id: string;
  }>`select w.id from exam_answer w join exam_attempt a on a.id = w.attempt_id
    join exam_person p on p.id = a.person_id where a.exam_id = ${id} and p.member_id = ${mine}`.execute(t.db);
  expect(own).toEqual([]);
  for (const points of [3, 4]) {
    const next = await committee.call(nextAnswer, { id, questionId });
    expect(next.text).not.toContain('党元');
    expect(
      (await committee.call(markAnswer, { id, answerId: next.data.answer.id, points: 9 })).data.fields.points,
    ).toBe('最多2分');
    expect((await committee.call(markAnswer, { id, answerId: next.data.answer.id, points })).code).toBe(200);
    expect((await committee.call(markAnswer, { id, answerId: next.data.answer.id, points })).msg).toContain('他人批阅');
  }
  expect((await committee.call(publishResults, { id })).msg).toContain('还没有结束');
  expect((await member.call(ownWrong, {})).rows).toEqual([]);
  await sql`update exam set closes_at = now() - interval '1 minute' where id = ${id}`.execute(t.db);
  await maintainExamPeople(t.services);
  expect((await committee.call(publishResults, { id })).code).toBe(200);
  const [attempt] = (await member.call(ownExam, { id })).data.attempts;
  expect([23, 24]).toContain(attempt.score);
  const result = (await member.call(ownResult, { attemptId: attempt.id })).data;
  expect(result.questions.filter((one: { points: number }) => one.points === 4).length).toBeGreaterThanOrEqual(5);
  const wrong = (await member.call(ownWrong, {})).rows.map(({ stem }: { stem: string }) => stem);
  const missed = result.questions.filter((one: { points: number; score: number }) => one.points < one.score);
  expect(new Set(wrong)).toEqual(new Set(missed.map(({ stem }: { stem: string }) => stem)));
  expect(wrong.length).toBe(missed.length);
  expect((await floating.call(ownWrong, {})).rows ?? []).not.toContainEqual(
    expect.objectContaining({ stem: wrong[0] }),
  );
  expect((await member.call(askAppeal, { attemptId: attempt.id, reason: '简答题应得满分' })).code).toBe(200);
  expect((await member.call(askAppeal, { attemptId: attempt.id, reason: '再来' })).msg).toContain('正在处理');
  const [appeal] = (await committee.call(markOverview, { id })).data.appeals;
  const essay = appeal.answers.find((one: { kind: number }) => one.kind === 5);
  const decided = await committee.call(decideAppeal, {
    id,
    appealId: appeal.id,
    opinion: '同意',
    changes: [{ answerId: essay.id, points: 2 }],
    score: null,
  });
  expect(decided.data.score).toBe(attempt.score - essay.points + 2);
  const single = result.questions.find((one: { kind: number }) => one.kind === 3);
  const { rows: asked } = await sql<{
    id: string;
  }>`select question_id as id from exam_item i join question q on q.id = i.question_id
    where i.exam_id = ${id} and q.kind = 3`.execute(t.db);
  const change = { id, questionId: asked[0]?.id ?? '', key: ['0'] };
  expect((await committee.call(regrade, change)).data).toMatchObject({ answers: 2, changed: 2, written: false });
  expect((await committee.call(regrade, { ...change, preview: false, reason: '答案有误' })).data.written).toBe(true);
  expect((await member.call(ownExam, { id })).data.attempts[0].score).toBe(decided.data.score - single.score);
  const { paperId } = (await committee.call(getExam, { id })).data;
  const figures = (await committee.call(analysePaper, { centerId: id, paperId })).data;
  expect(figures).toMatchObject({ papers: 2, enough: false });
  expect(figures.items.find((one: { kind: number }) => one.kind === 3)).toMatchObject({
    n: 2,
    difficulty: 0,
    discrimination: null,
  });
});

test('what an exam has asked never changes: a correction is the next version', async () => {
  const id = await published('版本');
  const { rows } = await sql<{
    lib: string;
    question: string;
  }>`select q.lib_id as lib, q.id as question from exam_item i
    join question q on q.id = i.question_id where i.exam_id = ${id} and q.kind = 3`.execute(t.db);
  const { lib = '', question = '' } = rows[0] ?? {};
  const edit = { libId: lib, id: question, kind: 3, stem: '改过的题', key: ['0'] };
  const version = (await committee.call(listQuestions, { libId: lib, kind: 3 })).rows[0].version;
  expect((await committee.call(updateQuestion, { ...edit, version })).data.number).toBe(2);
  expect((await committee.call(updateQuestion, { ...edit, version })).data).toMatchObject({ conflict: true });
  const begun = await member.call(startExam, { id, device: A });
  expect(begun.text).not.toContain('改过的题');
});
