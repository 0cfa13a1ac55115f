import { afterAll, beforeAll, expect, test } from 'vitest';
import { beijingDay } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { listOrgs, listUnits } from '../contract.read.ts';
import {
  closeEvaluation,
  copyEvaluation,
  dropUnit,
  extendEvaluation,
  openEvaluation,
  setGrades,
  setItems,
  setReviewer,
  setUnits,
  urgeEvaluation,
} from '../contract.ts';
import { evaluationCalls } from '../nouns/evaluation.ts';
import { act, addEvaluation, day, itemOf, opened, PARTS, unitsOf, versionOf } from './factory.ts';

let t: TestApp;
let worker: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

const { get, update, remove, list } = evaluationCalls;
const BRANCHES = [ORGS.branchA11.id, ORGS.branchA12.id];

test('a draft gets its tree, grades, reviewers and units, and is opened once it is whole', async () => {
  const id = await addEvaluation(worker, { name: '草稿' });
  expect((await act(worker, openEvaluation, id)).text).toContain('还没有考评指标');
  const bad = await act(worker, setItems, id, {
    parts: [{ title: '督查', items: [itemOf('核查', '60', { method: '1' })] }],
  });
  expect(bad.data.fields.parts).toContain('自动核查的项目请选择核查项');
  expect((await act(worker, setItems, id, { parts: [{ title: '资料', items: [itemOf('计划', '60')] }] })).code).toBe(
    200,
  );
  const stale = await worker.call(setItems, { id, version: 1, parts: [] });
  expect(stale).toMatchObject({ code: 400, data: { conflict: true } });
  expect((await act(worker, setUnits, id, { orgIds: BRANCHES, group: '支部', weight: '49' })).data.fields.weight).toBe(
    '系数从50%到150%',
  );
  expect((await act(worker, setUnits, id, { orgIds: [ORGS.committeeA1.id], group: '支部' })).data.fields.orgIds).toBe(
    '不能考评本组织',
  );
  expect((await act(worker, setUnits, id, { orgIds: [ORGS.branchB11.id], group: '支部' })).code).toBe(404);
  expect((await act(worker, setUnits, id, { orgIds: BRANCHES, group: '支部' })).data.added).toBe(2);
  expect((await act(worker, openEvaluation, id)).text).toContain('各项满分合计应为100分，现为60分');
  expect((await branch.call(get, { id })).code).toBe(404);

  expect((await act(worker, setItems, id, { parts: PARTS })).code).toBe(200);
  const grades = [
    { label: '优', from: '85' },
    { label: '良', from: '85' },
    { label: '差', from: '0' },
  ];
  expect((await act(worker, setGrades, id, { grades })).data.fields.grades).toContain('应低于');
  expect((await act(worker, setGrades, id, { grades: [grades[0], { label: '差', from: '0' }] })).code).toBe(200);
  const before = (await worker.call(get, { id })).result;
  expect(before).toMatchObject({
    fault: '',
    points: 10_000,
    units: 2,
    grades: [
      { label: '优', from: 8500 },
      { label: '差', from: 0 },
    ],
  });
  const [part] = before.parts;
  expect((await act(worker, setReviewer, id, { partId: part?.id, reviewerId: ORGS.branchA12.id })).code).toBe(200);
  // Whoever reviews a part stays with its name.
  expect((await act(worker, setItems, id, { parts: PARTS })).code).toBe(200);
  expect((await worker.call(get, { id })).result.parts[0]).toMatchObject({ reviewerId: ORGS.branchA12.id });

  expect((await act(worker, openEvaluation, id)).code).toBe(200);
  expect((await act(worker, openEvaluation, id)).text).toContain('已经开始');
  expect((await act(worker, setItems, id, { parts: PARTS })).text).toContain('开始后考评指标不能再改');
  expect((await worker.call(update, { id, version: await versionOf(worker, id), name: '改' })).text).toContain(
    '开始后不能修改',
  );
  expect((await worker.call(remove, { id, deleteReason: '试' })).text).toContain('不能删除');
  // A unit reads it, without who else is evaluated; it is no draft of others.
  expect((await branch.call(get, { id })).result).toMatchObject({ units: 0, own: { set: false, run: false } });
  expect((await branch.call(listUnits, { evaluationId: id })).rows.map(({ orgId }) => orgId)).toEqual([
    ORGS.branchA11.id,
  ]);
  expect((await branch.call(closeEvaluation, { id, version: 1 })).code).toBe(400);
});

test('of an open one units are added and dropped, days extended, those behind urged; closing freezes 0 for what is missing', async () => {
  const id = await opened(worker, { name: '进行中' }, PARTS, [ORGS.branchA11.id]);
  const more = await act(worker, setUnits, id, { orgIds: [ORGS.branchA12.id], group: '机关', weight: 110 });
  expect(more.data.added).toBe(1);
  const added = (await unitsOf(worker, id)).find(({ orgId }) => orgId === ORGS.branchA12.id);
  expect(added).toMatchObject({ group: '机关', weight: 110, materials: 1, total: null });
  expect((await act(worker, dropUnit, id, { unitId: added?.id, reason: '' })).data.fields.reason).toContain('请输入');
  expect((await act(worker, dropUnit, id, { unitId: added?.id, reason: '不参加' })).code).toBe(200);
  expect(await unitsOf(worker, id)).toHaveLength(1);
  expect((await worker.call(urgeEvaluation, { id })).data).toMatchObject({ due: 1, reminded: 1 });
  expect((await act(worker, extendEvaluation, id, { endsOn: day(29), reason: '试' })).data.fields.endsOn).toContain(
    '应晚于',
  );
  expect((await act(worker, extendEvaluation, id, { endsOn: day(40), reason: '汛期' })).code).toBe(200);
  expect((await worker.call(get, { id })).result).toMatchObject({ endsOn: day(40), reason: '汛期' });
  expect((await act(worker, closeEvaluation, id)).code).toBe(200);
  expect((await unitsOf(worker, id)).map(({ total, grade, place, isFinal }) => [total, grade, place, isFinal])).toEqual(
    [[0, '差', 1, true]],
  );
  expect(
    (
      await act(worker, setGrades, id, {
        grades: [
          { label: '优', from: '85' },
          { label: '差', from: '0' },
        ],
      })
    ).text,
  ).toContain('考评已结束');
});

test('is copied into another year with tree, grades and units, and told in 组织管理', async () => {
  const id = await opened(worker, { name: '往年' });
  const year = Number(beijingDay().slice(0, 4));
  const { data } = await worker.call(copyEvaluation, { id, name: '明年', year: year + 1 });
  expect((await worker.call(get, { id: data.id })).result).toMatchObject({
    state: 'draft',
    year: year + 1,
    startsOn: `${year + 1}-01-01`,
    units: 2,
    points: 10_000,
    fault: '',
  });
  expect((await worker.call(copyEvaluation, { id, name: '明年', year: year + 1 })).data.fields.name).toContain('同名');
  expect((await branch.call(copyEvaluation, { id, name: '别处', year })).code).toBe(400);
  const { rows } = await worker.call(listOrgs, { role: 'unit', year });
  expect(rows.find((row) => row.id === ORGS.branchA11.id)?.years.map((one: { name: string }) => one.name)).toContain(
    '往年',
  );
  expect((await worker.call(listOrgs, { role: 'give' })).rows.map((row) => row.id)).toEqual([ORGS.committeeA1.id]);
});

test('lies with its organisation: a neighbour sees neither it nor its units, and a member has no right', async () => {
  const id = await opened(worker, { name: '本处' });
  const neighbour = await t.as('siblingWorker');
  expect((await neighbour.call(get, { id })).code).toBe(404);
  expect((await neighbour.call(listUnits, { evaluationId: id })).code).toBe(404);
  expect((await neighbour.call(closeEvaluation, { id, version: 1 })).code).toBe(404);
  expect((await (await t.as('member')).call(list, {})).code).toBe(403);
});
