import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followExam, getExam, publishResults } from '#learning/exam/contract.exam.ts';
import { decideAppeal, markAnswer, markOverview, nextAnswer, regrade } from '#learning/exam/contract.mark.ts';
import { SCORES_IMPORT } from '#learning/exam/contract.scores.ts';
import { askAppeal, handIn, ownExam, startExam } from '#learning/exam/contract.sit.ts';
import { handInDue } from '#learning/exam/server/service/sit.ts';
import { maintainExamPeople } from '#learning/exam/server/service/steps.ts';
import { upload, workbook } from '#people/member/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { packets, published } from './factory.ts';

let t: TestApp;
let committee: Caller;
let county: Caller;
let city: Caller;
let member: Caller;
let branch: Caller;
let me = '';

beforeAll(async () => {
  t = await startTestApp();
  [committee, county, city, member, branch] = await Promise.all([
    t.as('committeeWorker'),
    t.as('countyWorker'),
    t.as('cityWorker'),
    t.as('member'),
    t.as('branchWorker'),
  ] as const);
  me = t.fixture.principals.member.memberId ?? '';
});
afterAll(() => t.close());

const over = async (id: string) => {
  await sql`update exam set closes_at = now() - interval '1 minute' where id = ${id}`.execute(t.db);
  await maintainExamPeople(t.services);
};
const minutesOf = async (id: string) => {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(l.minutes), 0)::int as n from learning_line l join learning_hour h on h.id = l.hour_id
     where l.member_id = ${me} and h.evidence = ${`exam:${id}`}`.execute(t.db);
  return rows[0]?.n ?? 0;
};

/** The certificates of an exam, oldest first. Hours and scores in tenths. */
const certificatesOf = async (id: string) => {
  const { rows } = await sql<{ mine: boolean; hours: number; score: number; total: number; void: string }>`
    select member_id = ${me} as mine, hours, score, total, void_reason as void from learning_certificate
     where source = 'exam' and evidence = ${`exam:${id}`} order by id`.execute(t.db);
  return rows;
};

test('two mark without seeing each other, a third where they lie apart; passing grants hours and a certificate, an appeal takes them back', async () => {
  const id = await published(committee, '双评', { doubleGap: 0.5, hours: 1, passPercent: 90, certificate: true });
  expect((await committee.call(getExam, { id })).data.certificate).toBe(true);
  for (const who of [member, branch]) {
    const { attemptId, questions } = (await who.call(startExam, { id, device: 'device-aaaaaaaa' })).data;
    expect((await who.call(handIn, { attemptId, device: 'device-aaaaaaaa', answers: packets(questions) })).code).toBe(
      200,
    );
  }
  await handInDue(t.services);
  const [{ questionId }] = (await committee.call(markOverview, { id })).data.questions;
  const next = async (who: Caller) => (await who.call(nextAnswer, { id, questionId })).data;
  const give = async (who: Caller, answerId: string, points: number) => {
    const given = await who.call(markAnswer, { id, answerId, points });
    expect(given.code, given.text).toBe(200);
  };
  const first = (await next(committee)).answer.id;
  await give(committee, first, 4);
  expect((await committee.call(markAnswer, { id, answerId: first, points: 4 })).msg).toContain('您已经批阅过');
  const second = (await next(committee)).answer.id;
  expect(second).not.toBe(first);
  await give(committee, second, 0);
  expect((await next(committee)).answer).toBeNull();
  expect((await committee.call(markOverview, { id })).data.questions[0]).toMatchObject({ marked: 0, mine: 2, left: 0 });
  // One half point apart: the mean, rounded up. Far apart: a third.
  await give(county, first, 3);
  await give(county, second, 4);
  expect((await committee.call(markOverview, { id })).data.questions[0]).toMatchObject({ marked: 1, all: 2 });
  expect(await next(city)).toMatchObject({ left: 1, answer: { id: second } });
  await give(city, second, 3);
  const { rows } = await sql<{ id: string; points: number }>`
    select id, points from exam_answer where id = any(${[first, second]}::bigint[])`.execute(t.db);
  expect(Object.fromEntries(rows.map((one) => [one.id, one.points]))).toEqual({ [first]: 4, [second]: 4 });
  await over(id);
  expect(await minutesOf(id)).toBe(0);
  expect(await certificatesOf(id)).toEqual([]);
  expect((await committee.call(publishResults, { id })).code).toBe(200);
  expect(await minutesOf(id)).toBe(45);
  // All six right: 12 of 12 points, an hour.
  const full = { hours: 10, score: 120, total: 120, void: '' };
  expect(await certificatesOf(id)).toEqual(
    expect.arrayContaining([
      { ...full, mine: true },
      { ...full, mine: false },
    ]),
  );
  const [attempt] = (await member.call(ownExam, { id })).data.attempts;
  expect((await member.call(askAppeal, { attemptId: attempt.id, reason: '看看' })).code).toBe(200);
  const decide = async (points: number) => {
    const { appeals } = (await committee.call(markOverview, { id })).data;
    const appeal = appeals.find((one: { state: number }) => one.state === 0);
    const essay = appeal.answers.find((one: { kind: number }) => one.kind === 5);
    const changes = [{ answerId: essay.id, points }];
    const given = { id, appealId: appeal.id, opinion: '从严', changes, score: null };
    expect((await committee.call(decideAppeal, given)).code).toBe(200);
  };
  const mine = async () =>
    (await certificatesOf(id)).filter((one) => one.mine).map(({ score, void: why }) => [score, why]);
  // Half a point less passes still: the hours stay, another paper says the other score.
  await decide(3);
  expect(await minutesOf(id)).toBe(45);
  expect(await mine()).toEqual([
    [120, '重新判分后成绩有变'],
    [115, ''],
  ]);
  expect((await member.call(askAppeal, { attemptId: attempt.id, reason: '再看看' })).code).toBe(200);
  await decide(0);
  expect(await minutesOf(id)).toBe(0);
  expect((await mine()).map(([, why]) => why)).toEqual(['重新判分后成绩有变', '重新判分后成绩有变']);
  expect((await certificatesOf(id)).filter((one) => !one.mine)).toEqual([{ ...full, mine: false }]);
});

test('a regrade takes hours and certificates along, with its reason; by the right key again they come back', async () => {
  const id = await published(committee, '改判', { hours: 1, passPercent: 100, certificate: true });
  for (const who of [member, branch]) {
    const { attemptId, questions } = (await who.call(startExam, { id, device: 'device-aaaaaaaa' })).data;
    await who.call(handIn, { attemptId, device: 'device-aaaaaaaa', answers: packets(questions) });
  }
  await handInDue(t.services);
  const [{ questionId }] = (await committee.call(markOverview, { id })).data.questions;
  for (const marker of [committee, county]) {
    const { answer } = (await marker.call(nextAnswer, { id, questionId })).data;
    expect((await marker.call(markAnswer, { id, answerId: answer.id, points: 4 })).code).toBe(200);
  }
  await over(id);
  expect((await committee.call(publishResults, { id })).code).toBe(200);
  const standing = async () => (await certificatesOf(id)).filter((one) => one.void === '').length;
  expect([await minutesOf(id), await standing()]).toEqual([45, 2]);
  const { rows } = await sql<{ id: string; key: string[] }>`
    select i.question_id as id, v.key from exam_item i join question_version v on v.question_id = i.question_id and v.number = i.number
     where i.exam_id = ${id} and v.kind = 3`.execute(t.db);
  const judged = rows[0] ?? { id: '', key: [] };
  const wrong = { id, questionId: judged.id, isVoid: false, key: [judged.key[0] === '1' ? '0' : '1'] };
  const preview = (await committee.call(regrade, { ...wrong, preview: true })).data;
  expect(preview).toMatchObject({ changed: 2, failing: 2, written: false });
  expect([await minutesOf(id), await standing()]).toEqual([45, 2]);
  expect((await committee.call(regrade, { ...wrong, preview: false, reason: '试错' })).data.written).toBe(true);
  expect([await minutesOf(id), await standing()]).toEqual([0, 0]);
  const right = { ...wrong, key: judged.key, preview: false, reason: '改回' };
  expect((await committee.call(regrade, right)).data).toMatchObject({ passing: 2, written: true });
  expect([await minutesOf(id), await standing()]).toEqual([45, 2]);
});

test('whoever joins the audience comes in until the close, and not after it', async () => {
  const id = await published(committee, '后来的人');
  const listed = async () => {
    const page = await committee.call(followExam, { id, pageSize: 50 });
    return page.rows.map((row: { name: string }) => row.name);
  };
  const { rows } = await sql<{ id: string; orgId: string; orgCode: string }>`
    select id, org_id as "orgId", org_code as "orgCode" from member
     where org_code like ${`${ORGS.branchB11.code}%`} and deleted_at is null order by id limit 2`.execute(t.db);
  const [early = { id: '0' }, late = { id: '0' }] = rows;
  const before = await listed();
  const move = async (who: { id: string }) => {
    const { id: orgId, code } = ORGS.branchA11;
    await sql`update member set org_id = ${orgId}, org_code = ${code}, name = ${`后来${who.id}`} where id = ${who.id}`.execute(
      t.db,
    );
    await maintainExamPeople(t.services);
  };
  await move(early);
  expect((await listed()).sort()).toEqual([...before, `后来${early.id}`].sort());
  await over(id);
  await move(late);
  expect(await listed()).not.toContain(`后来${late.id}`);
});

test('scores on paper come in by sheet, each person once, and are taken back before publication', async () => {
  const id = await published(committee, '纸考', { onPaper: true, hours: 2 });
  expect((await member.call(startExam, { id, device: 'device-aaaaaaaa' })).msg).toContain('纸质考试');
  const card = t.fixture.principals.member.loginName;
  const bytes = await workbook([
    ['人员姓名', '身份证号', '所在党支部', '考试名称', '成绩'],
    ['党元', card, '', '纸考', '11.5'],
    ['党元', card, '', '纸考', '10'],
    ['党元', card, '', '没有的考试', '10'],
    ['党元', card, '', '纸考', '10.3'],
    ['田员', t.fixture.principals.siblingWorker.loginName, '', '纸考', '12'],
    ['党元', card, '', '纸考', '13'],
  ]);
  const send = async () => {
    const sent = await upload(t, committee, '成绩.xlsx', bytes, { kind: 'score' }, SCORES_IMPORT.upload.path);
    expect(sent.code, JSON.stringify(sent)).toBe(200);
    return sent.data.id as string;
  };
  const batch = await send();
  expect((await committee.call(SCORES_IMPORT.check, { id: batch })).data).toMatchObject({ total: 6, ready: 1, bad: 5 });
  expect((await committee.call(SCORES_IMPORT.write, { id: batch })).code).toBe(200);
  const scored = async () => (await committee.call(followExam, { id, record: 3 })).rows;
  expect(await scored()).toMatchObject([{ name: '党元', score: 23, handedBy: 'paper', passed: true }]);
  expect((await committee.call(SCORES_IMPORT.undo, { id: batch })).data).toMatchObject({ removed: 1 });
  expect(await scored()).toEqual([]);
  const again = await send();
  expect((await committee.call(SCORES_IMPORT.write, { id: again })).code).toBe(200);
  await over(id);
  expect((await committee.call(publishResults, { id })).code).toBe(200);
  expect(await minutesOf(id)).toBe(90);
  expect((await committee.call(SCORES_IMPORT.undo, { id: again })).data).toMatchObject({ removed: 0 });
  const [attempt] = (await member.call(ownExam, { id })).data.attempts;
  expect((await member.call(askAppeal, { attemptId: attempt.id, reason: '看看' })).code).toBe(200);
  const [appeal] = (await committee.call(markOverview, { id })).data.appeals;
  const decided = await committee.call(decideAppeal, { id, appealId: appeal.id, opinion: '漏计', score: 24 });
  expect(decided.data.score).toBe(24);
});

test('what the server was away is given back to the second to whoever sat, before anybody is handed in', async () => {
  const id = await published(committee, '中断');
  const { attemptId } = (await member.call(startExam, { id, device: 'device-aaaaaaaa' })).data;
  await handInDue(t.services);
  const left = async () =>
    (
      await sql<{ left: number; state: number }>`
        select round(extract(epoch from deadline - now()))::int as left, state::int from exam_attempt where id = ${attemptId}`.execute(
        t.db,
      )
    ).rows[0];
  // Ten minutes away, of which the last five were beyond the deadline.
  await sql`update exam_attempt set started_at = started_at - interval '65 minutes', deadline = now() - interval '5 minutes'
             where id = ${attemptId}`.execute(t.db);
  await sql`update exam_clock set beat_at = now() - interval '10 minutes'`.execute(t.db);
  await Promise.all([handInDue(t.services), handInDue(t.services)]);
  const after = await left();
  expect(after?.state).toBe(1);
  expect(after?.left).toBeGreaterThan(290);
  expect(after?.left).toBeLessThan(310);
  const { outages } = (await committee.call(getExam, { id })).data;
  expect(outages).toMatchObject([{ people: 1 }]);
  // A short silence is none, and one that is over is given back once.
  await sql`update exam_clock set beat_at = now() - interval '90 seconds'`.execute(t.db);
  await handInDue(t.services);
  expect((await left())?.left).toBeLessThan(310);
  await sql`update exam_attempt set deadline = now() - interval '4 seconds' where id = ${attemptId}`.execute(t.db);
  await handInDue(t.services);
  expect((await left())?.state).toBeGreaterThan(1);
});
