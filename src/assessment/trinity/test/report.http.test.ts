import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  exportBehind,
  exportReport,
  listBehind,
  materialReport,
  orgReport,
  printReport,
  scoreReport,
} from '../contract.report.ts';
import { decideScore, getScore, getUnit, giveScore, handIn, listScores } from '../contract.score.ts';
import { closeEvaluation, setReviewer } from '../contract.ts';
import { evaluationCalls } from '../nouns/evaluation.ts';
import { FIGURE_NAMES, STANDS } from '../rules.report.ts';
import { act, addEvaluation, day, opened, unitsOf } from './factory.ts';

let t: TestApp;
let worker: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

const year = Number(day(0).slice(0, 4));
/** Hands in the branch's material and has it passed with these points. */
async function pass(evaluationId: string, points: string) {
  const one = (await branch.call(listScores, { evaluationId })).rows[0];
  const handed = await branch.call(handIn, {
    id: one?.id ?? '',
    version: one?.version ?? 0,
    self: points,
    content: '已完成',
    submit: true,
  });
  expect(handed.code, handed.text).toBe(200);
  const { version } = (await worker.call(getScore, { id: one?.id ?? '' })).result;
  expect((await worker.call(decideScore, { id: one?.id ?? '', version, agree: true, points })).code).toBe(200);
}
/** Gives a unit points for what is scored by hand. */
async function give(evaluationId: string, orgId: string, points: string) {
  const unit = (await unitsOf(worker, evaluationId)).find((one) => one.orgId === orgId);
  const detail = (await worker.call(getUnit, { id: unit?.id ?? '' })).result;
  const { id, version } = detail.parts[1]?.items[0]?.scores[0] ?? { id: '', version: 0 };
  expect((await worker.call(giveScore, { id, version, points, reason: '试' })).code).toBe(200);
}
const orgs = async (caller: Caller, evaluationId: string) => (await caller.call(orgReport, { evaluationId })).result;

test('组织报表 tells what runs as far as it is decided, and what is closed as it was frozen, with the change since the year before', async () => {
  const before = await opened(worker, {
    name: `${year - 1}年考评`,
    year: String(year - 1),
    startsOn: `${year - 1}-01-01`,
  });
  await give(before, ORGS.branchA11.id, '20');
  await give(before, ORGS.branchA12.id, '30');
  expect((await act(worker, closeEvaluation, before)).code).toBe(200);

  const now = await opened(worker, { name: `${year}年考评` });
  await pass(now, '54');
  await give(now, ORGS.branchA11.id, '40');
  const running = await orgs(worker, now);
  expect(running).toMatchObject({
    isFinal: false,
    before: { name: `${year - 1}年考评`, year: year - 1 },
    groups: ['支部'],
    parts: [{ points: 6000 }, { points: 4000 }],
    total: { mean: 9400, least: 9400, most: 9400 },
  });
  const [first, second] = running.rows;
  expect(first).toMatchObject({
    orgId: ORGS.branchA11.id,
    isSeen: true,
    parts: [5400, 4000],
    total: 9400,
    // 2 of 2 are decided, and still nobody has a grade or a place before it is closed.
    grade: '',
    place: null,
    decided: 2,
    before: { total: 2000, place: 2 },
    totalChange: null,
    placeChange: null,
  });
  expect(second).toMatchObject({ parts: [null, null], total: null, grade: '', place: null, totalChange: null });
  // The same as the list of units says.
  expect((await unitsOf(worker, now)).find(({ orgId }) => orgId === ORGS.branchA11.id)).toMatchObject({
    total: 9400,
    place: null,
  });

  // While it runs a unit sees its own line and no place; once it is closed, all places, and no more of the others.
  const own = await orgs(branch, now);
  expect(own.rows.map(({ orgId, total, place }) => [orgId, total, place])).toEqual([[ORGS.branchA11.id, 9400, null]]);
  expect((await act(worker, closeEvaluation, now)).code).toBe(200);
  const closed = await orgs(branch, now);
  expect(closed).toMatchObject({ isFinal: true });
  expect(
    closed.rows.map(({ orgId, isSeen, parts, total, place, before: b }) => [
      orgId,
      isSeen,
      parts,
      total,
      place,
      b?.total,
    ]),
  ).toEqual([
    [ORGS.branchA11.id, true, [5400, 4000], 9400, 1, 2000],
    [ORGS.branchA12.id, false, [null, null], 0, 2, undefined],
  ]);
  expect((await branch.call(scoreReport, { evaluationId: now })).result.units).toHaveLength(1);
  // A correction draws the results anew, and the report with them.
  await give(now, ORGS.branchA11.id, '30');
  expect((await orgs(worker, now)).rows[0]).toMatchObject({ total: 8400, parts: [5400, 3000] });
});

test('得分报表 tells mean, spread and loss of each item', async () => {
  const id = await opened(worker, { name: '失分' });
  await give(id, ORGS.branchA11.id, '40');
  await give(id, ORGS.branchA12.id, '30');
  const report = (await worker.call(scoreReport, { evaluationId: id })).result;
  expect(report.items).toMatchObject([
    { title: '支部工作计划', mean: null, lost: 0 },
    { title: '述职评议', mean: 3500, least: 3000, most: 4000, lost: 1000 },
  ]);
  expect(report.units.map(({ scores }) => scores)).toEqual([
    [null, 4000],
    [null, 3000],
  ]);
  expect((await worker.call(scoreReport, { evaluationId: id, group: '没有' })).result.units).toEqual([]);
});

test('资料报表 counts each material once, and behind each number stand as many materials', async () => {
  const id = await opened(worker, { name: '资料' });
  await pass(id, '60');
  await sql`update trinity_score set due_on = ${day(-2)} where evaluation_id = ${id}`.execute(t.db);
  const report = (await worker.call(materialReport, { evaluationId: id })).result;
  expect(report.total).toEqual({
    all: 2,
    idle: 1,
    saved: 0,
    waiting: 0,
    passed: 1,
    failed: 0,
    late: 2,
    due: 2,
    onTime: 0,
  });
  expect(report.units.map(({ figures }) => STANDS.reduce((sum, name) => sum + figures[name], 0))).toEqual([1, 1]);
  for (const view of FIGURE_NAMES) {
    for (const of of [{}, { unitId: report.units[0]?.id }, { itemId: report.items[0]?.id }]) {
      const found = await worker.call(listBehind, { evaluationId: id, view, ...(of as object) });
      const told = 'unitId' in of ? report.units[0]?.figures : report.total;
      expect([view, found.total, found.rows.length], found.text).toEqual([view, told?.[view], told?.[view]]);
      expect(found.body.figures[view]).toBe(told?.[view]);
    }
  }
  // A branch meets its own alone, and one that is no unit of it nothing.
  expect((await branch.call(listBehind, { evaluationId: id })).total).toBe(1);
  const other = await opened(worker, { name: '别的' });
  const foreign = (await unitsOf(worker, other))[0]?.id ?? '';
  expect((await worker.call(listBehind, { evaluationId: id, unitId: foreign })).data.fields.unitId).toContain(
    '不是这项',
  );
  expect((await worker.call(listBehind, { evaluationId: id, itemId: '999999' })).data.fields.itemId).toContain(
    '不是这项',
  );
});

test('whoever reviews a part sees all units, and no places while it runs; drafts have no report, strangers and members none at all', async () => {
  const id = await opened(worker, { name: '评审组织' }, undefined, [ORGS.branchA12.id]);
  const part = (await worker.call(evaluationCalls.get, { id })).result.parts[1];
  expect((await act(worker, setReviewer, id, { partId: part?.id, reviewerId: ORGS.branchA11.id })).code).toBe(200);
  await give(id, ORGS.branchA12.id, '40');
  expect((await orgs(branch, id)).rows).toMatchObject([{ orgId: ORGS.branchA12.id, isSeen: true, place: null }]);
  const draft = await addEvaluation(worker, { name: '没开始' });
  expect((await worker.call(orgReport, { evaluationId: draft })).text).toContain('还没有开始');
  const neighbour = await t.as('siblingWorker');
  const member = await t.as('member');
  for (const call of [orgReport, scoreReport, materialReport, listBehind] as const) {
    expect((await neighbour.call(call, { evaluationId: id })).code).toBe(404);
    expect((await member.call(call, { evaluationId: id })).code).toBe(403);
  }
  expect((await neighbour.call(printReport, { evaluationId: id, kind: 'org' })).code).toBe(404);
});

test('each report is exported with its number and printed, and says that it is not frozen', async () => {
  const id = await opened(worker, { name: '导出' });
  for (const kind of ['org', 'score', 'material'] as const) {
    const sheet = await worker.call(exportReport, { evaluationId: id, kind });
    expect(sheet.status, sheet.text.slice(0, 200)).toBe(200);
    const name = decodeURIComponent(String(sheet.headers['content-disposition']));
    expect(name).toContain('尚未冻结');
    const { rows } = await sql<{ title: string }>`select title from export_mark order by made_at desc limit 1`.execute(
      t.db,
    );
    expect(rows[0]?.title).toContain('导出');
  }
  for (const kind of ['org', 'score', 'material'] as const) {
    const paper = await worker.call(printReport, { evaluationId: id, kind, by: 'items' });
    expect(paper.code, paper.text.slice(0, 200)).toBe(200);
  }
});

test('the materials behind a number are exported as a job, a line for each', async () => {
  const id = await opened(worker, { name: '清单' });
  const asked = await branch.call(exportBehind, { evaluationId: id, view: 'idle', purpose: '核对' });
  expect(asked, asked.text).toMatchObject({ code: 200 });
  const lines = await exportedLines(t, asked.data.jobId);
  const told = lines.filter(([first]) => first === ORGS.branchA11.name || first === '考核单位');
  expect(told.map((line) => line.slice(0, 3))).toEqual([
    ['考核单位', '板块', '指标'],
    [ORGS.branchA11.name, '资料审核', '支部工作计划'],
  ]);
  expect(lines.flat()).not.toContain(ORGS.branchA12.name);
  const neighbour = await t.as('siblingWorker');
  expect((await neighbour.call(exportBehind, { evaluationId: id, purpose: '试' })).code).toBe(404);
});
