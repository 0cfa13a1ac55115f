import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture, upload } from '#kernel/files/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  countScores,
  decideScore,
  getScore,
  getUnit,
  giveScore,
  handIn,
  listScores,
  ownMeetings,
  recallScore,
} from '../contract.score.ts';
import { closeEvaluation, extendEvaluation, setReviewer } from '../contract.ts';
import { evaluationCalls } from '../nouns/evaluation.ts';
import { act, day, itemOf, opened, unitsOf } from './factory.ts';

let t: TestApp;
let worker: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

const scoresOf = async (caller: Caller, evaluationId: string, input: object = {}) =>
  (await caller.call(listScores, { evaluationId, ...input })).rows;
const see = async (caller: Caller, id: string) => (await caller.call(getScore, { id })).result;
/** The branch's material of an evaluation. */
const mine = async (evaluationId: string) => {
  const [one] = await scoresOf(branch, evaluationId);
  if (!one) throw new Error('nothing to hand in');
  return one;
};
const hand = async (id: string, input: object = {}) =>
  branch.call(handIn, {
    id,
    version: (await see(branch, id)).version,
    self: '55',
    content: '已完成',
    submit: true,
    ...input,
  });
const judge = async (caller: Caller, id: string, input: object) =>
  caller.call(decideScore, { id, version: (await see(caller, id)).version, agree: true, ...input });

test('material is saved, handed in with files and meetings, taken back, failed, corrected and passed', async () => {
  const evaluation = await opened(worker, { name: '报送' });
  const { id } = await mine(evaluation);
  expect(await hand(id, { self: '61' })).toMatchObject({
    data: { fields: { self: '自评分不能超过满分60分' } },
  });
  expect((await hand(id, { content: '' })).data.fields.content).toBe('请输入完成情况');
  const file = (await upload(t, branch, '计划.png', await picture().png().toBuffer())).data.id as string;
  expect((await hand(id, { submit: false, content: '', files: [file] })).data.decider).toBe('');
  expect(await see(branch, id)).toMatchObject({
    state: 0,
    review: 0,
    self: 5500,
    papers: [{ name: '计划.png' }],
    can: { handIn: true },
  });

  await sql`insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state)
    values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 4, '十月主题党日', ${`${day(-9)} 09:00+08`}, ${`${day(-9)} 10:00+08`}, 3)`.execute(
    t.db,
  );
  const [meeting] = (await branch.call(ownMeetings, { id })).result;
  expect(meeting).toMatchObject({ type: 1, title: '十月主题党日', heldOn: day(-9) });
  expect((await hand(id, { meetingIds: ['999999'] })).code).toBe(404);
  const sent = await hand(id, { files: [file], meetingIds: [meeting?.meetingId] });
  expect(sent, sent.text).toMatchObject({ code: 200, data: { decider: ORGS.committeeA1.name } });
  expect(await see(worker, id)).toMatchObject({
    state: 1,
    review: 0,
    records: 1,
    files: 1,
    meetings: [{ title: '十月主题党日' }],
    can: { decide: true },
  });
  expect((await hand(id)).text).toContain('正在审核');
  // Whoever handed in decides nothing; nobody else takes it back.
  expect((await judge(branch, id, {})).code).toBe(400);
  expect((await worker.call(recallScore, { id })).text).toContain('只能由本人撤回');
  expect((await branch.call(recallScore, { id })).code).toBe(200);
  expect((await hand(id, { files: [file] })).code).toBe(200);

  expect((await judge(worker, id, { agree: false })).data.fields.opinion).toBe('请写明不通过的原因');
  expect((await judge(worker, id, { agree: false, opinion: '缺总结' })).code).toBe(200);
  expect(await see(branch, id)).toMatchObject({ state: 1, review: 2, opinion: '缺总结', can: { handIn: true } });
  expect((await hand(id, { files: [file] })).code).toBe(200);
  expect((await judge(worker, id, { points: '50' })).data.fields.opinion).toBe('与自评分不同，请写明原因');
  expect((await judge(worker, id, { points: '60.5', opinion: '试' })).data.fields.points).toContain('不能超过满分');
  expect((await judge(worker, id, { points: '50', opinion: '总结太短' })).code).toBe(200);
  const done = await see(branch, id);
  expect(done).toMatchObject({ review: 1, final: 5000, opinion: '总结太短', can: { handIn: false } });
  expect(done.entries.map((one: { act: string }) => one.act)).toEqual([
    '提交',
    '撤回',
    '提交',
    '不通过',
    '补正提交',
    '通过',
  ]);
  expect((await hand(id)).text).toContain('已经通过');
  expect(await scoresOf(worker, evaluation, { review: 1 })).toHaveLength(1);
  expect(await scoresOf(worker, evaluation, { state: -1 })).toHaveLength(1);
});

test('of two reviewers at once one wins; closing and handing in take turns', async () => {
  const evaluation = await opened(worker, { name: '并发' });
  const { id } = await mine(evaluation);
  expect((await hand(id)).code).toBe(200);
  const { version } = await see(worker, id);
  const two = await Promise.all(
    [{ agree: true }, { agree: false, opinion: '试' }].map((input) =>
      worker.call(decideScore, { id, version, ...input }),
    ),
  );
  expect(two.map(({ code }) => code).sort()).toEqual([200, 400]);
  const late = await opened(worker, { name: '结束' });
  const other = await mine(late);
  const [handed, closed] = await Promise.all([hand(other.id), act(worker, closeEvaluation, late)]);
  // Either it was handed in first, and closing waits for its review; or it was closed, and nothing is taken any more.
  expect([handed.code, closed.code].sort()).toEqual([200, 400]);
  expect(`${handed.text}${closed.text}`).toMatch(/待审核|不再收资料|已有变化/);
});

test('after the last day nothing is taken until it is extended', async () => {
  const evaluation = await opened(worker, { name: '截止' });
  const { id } = await mine(evaluation);
  await sql`update trinity_evaluation set ends_on = ${day(-1)} where id = ${evaluation}`.execute(t.db);
  expect((await hand(id)).text).toContain('已经截止，不再收资料');
  expect((await act(worker, extendEvaluation, evaluation, { endsOn: day(3), reason: '补报' })).code).toBe(200);
  expect((await hand(id)).code).toBe(200);
});

test('points given by hand have a reason, never for the own organisation; closed, they are a correction that draws the results anew', async () => {
  const evaluation = await opened(worker, { name: '评分' });
  const unit = (await unitsOf(worker, evaluation)).find(({ orgId }) => orgId === ORGS.branchA11.id);
  const detail = (await worker.call(getUnit, { id: unit?.id ?? '' })).result;
  const direct = detail.parts[1]?.items[0]?.scores[0];
  if (!direct) throw new Error('no score');
  const give = async (caller: Caller, points: string, reason = '述职较好') =>
    caller.call(giveScore, { id: direct.id, version: (await see(caller, direct.id)).version, points, reason });
  expect((await give(branch, '40')).text).toContain('不能给本组织评分');
  expect((await give(worker, '41')).data.fields.points).toContain('不能超过满分40分');
  expect((await give(worker, '36', '')).data.fields.reason).toContain('请输入');
  expect((await give(worker, '36')).code).toBe(200);
  // What runs is over what is decided; nobody has a grade or a place.
  expect((await unitsOf(worker, evaluation)).find(({ id }) => id === unit?.id)).toMatchObject({
    total: 9000,
    grade: '',
    place: null,
  });
  expect((await unitsOf(branch, evaluation))[0]).toMatchObject({ total: 9000, place: null, isFinal: false });
  expect((await act(worker, closeEvaluation, evaluation)).code).toBe(200);
  expect((await unitsOf(branch, evaluation))[0]).toMatchObject({ total: 3600, grade: '差', place: 1, isFinal: true });
  expect((await give(worker, '30', '更正：重复计分')).code).toBe(200);
  expect((await unitsOf(branch, evaluation))[0]).toMatchObject({ total: 3000 });
  expect((await see(branch, direct.id)).entries.at(-1)).toMatchObject({
    act: '更正',
    old: 3600,
    new: 3000,
    text: '更正：重复计分',
  });
});

test('a part is reviewed by the organisation that is named for it, and by that alone', async () => {
  const evaluation = await opened(worker, { name: '评审组织' }, undefined, [ORGS.branchA12.id]);
  const [part] = (await worker.call(evaluationCalls.get, { id: evaluation })).result.parts;
  expect((await act(worker, setReviewer, evaluation, { partId: part?.id, reviewerId: ORGS.branchA11.id })).code).toBe(
    200,
  );
  const [one] = await scoresOf(branch, evaluation);
  expect(one).toMatchObject({ orgId: ORGS.branchA12.id, reviewerName: ORGS.branchA11.name });
  await sql`update trinity_score set state = 1, self = 5000, asked_by = (select min(id) from account), decider_org_id = ${ORGS.branchA11.id} where id = ${one?.id}`.execute(
    t.db,
  );
  expect((await judge(worker, one?.id ?? '', {})).text).toContain(`由${ORGS.branchA11.name}审核`);
  expect((await judge(branch, one?.id ?? '', {})).code).toBe(200);
});

test('what a check finds counts by itself, until somebody scores by hand', async () => {
  const parts = [
    { title: '督查', items: [itemOf('组织生活', '100', { method: '1', checkCode: 'lifeMissed', breach: '1' })] },
  ];
  const evaluation = await opened(worker, { name: '核查' }, parts);
  const [unit] = await unitsOf(worker, evaluation);
  const score = (await worker.call(getUnit, { id: unit?.id ?? '' })).result.parts[0]?.items[0]?.scores[0];
  if (!score) throw new Error('no score');
  expect(score.final).toBe(score.suggested);
  expect(score.suggested).not.toBeNull();
  expect((await worker.call(countScores, { id: evaluation })).data.counted).toBe(2);
  const given = await worker.call(giveScore, {
    id: score.id,
    version: score.version + 1,
    points: '12',
    reason: '特殊情况',
  });
  expect(given.code, given.text).toBe(200);
  expect((await worker.call(countScores, { id: evaluation })).data.counted).toBe(1);
  expect((await see(worker, score.id)).final).toBe(1200);
});

test('a neighbour sees no material', async () => {
  const evaluation = await opened(worker, { name: '邻居' });
  const { id } = await mine(evaluation);
  const neighbour = await t.as('siblingWorker');
  expect((await neighbour.call(getScore, { id })).code).toBe(404);
  expect((await neighbour.call(handIn, { id, version: 1, self: '1', content: '试', submit: true })).code).toBe(404);
  expect((await neighbour.call(giveScore, { id, version: 1, points: '1', reason: '试' })).code).toBe(404);
});
