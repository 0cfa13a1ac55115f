import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addPlan,
  getPlan,
  listPlans,
  previewScope,
  removePlan,
  setItems,
  setScope,
  stepPlan,
} from '#assessment/orgAssessment/contract.plan.ts';
import { exportReport, monthReport, planReport, printCable } from '#assessment/orgAssessment/contract.report.ts';
import {
  askChange,
  decideChange,
  getScore,
  integralHome,
  listOwn,
  orgDetails,
  reportScore,
  reviewScores,
} from '#assessment/orgAssessment/contract.score.ts';
import {
  addProject,
  addType,
  bindProjects,
  getProject,
  handLoad,
  listChecks,
  listProjects,
  listTypes,
  orderProjects,
  removeType,
  stopProject,
  updateProject,
} from '#assessment/orgAssessment/contract.ts';
import { listOwed } from '#life/orgLife/contract.duty.ts';
import { homeWarnings } from '#overview/home/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { todosOf } from '../../../../test/support/todos.ts';
import { plan, planOf, project } from './factory.ts';

let t: TestApp;
let county: Caller;
let city: Caller;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
const A11 = ORGS.branchA11.id;

beforeAll(async () => {
  t = await startTestApp();
  [city, county, committee, branch, sibling] = [
    await t.as('cityWorker'),
    await t.as('countyWorker'),
    await t.as('committeeWorker'),
    await t.as('branchWorker'),
    await t.as('siblingWorker'),
  ];
});
afterAll(() => t.close());

const fieldsOf = (reply: { data: unknown }) => (reply.data as { fields?: Record<string, string> }).fields ?? {};

describe('the library', () => {
  test('whoever adds an item sees what those below fill already; what nobody fills is not counted', async () => {
    expect((await committee.call(handLoad, {})).data).toMatchObject({ items: 0, orgs: 0, cells: 0, mostName: '' });
    const made = await planOf(committee, '负担', [A11, ORGS.branchA12.id]);
    expect(made.id).not.toBe('');
    expect((await committee.call(handLoad, {})).data).toMatchObject({
      items: 1,
      orgs: 2,
      branches: 2,
      cells: 2,
      most: 1,
    });
    expect((await branch.call(handLoad, {})).data).toMatchObject({ items: 1, orgs: 1, mostName: ORGS.branchA11.name });
    await sql`delete from integral_score`.execute(t.db);
    await sql`update integral_plan set state = 4`.execute(t.db);
  });

  test('types have two levels, items are bound, ordered, stopped, and keep what they measured', async () => {
    const top = (await committee.call(addType, { name: '党建责任' })).data.id;
    const below = (await committee.call(addType, { name: '组织生活', parentId: top })).data.id;
    expect(fieldsOf(await committee.call(addType, { name: '三级', parentId: below })).parentId).toContain('两级');
    expect(fieldsOf(await committee.call(addType, { name: '党建责任' })).name).toContain('同名');
    const one = (await committee.call(addProject, project({ name: '甲' }) as never)).data.id;
    const two = (await committee.call(addProject, project({ name: '乙', points: '12.5' }) as never)).data.id;
    expect((await committee.call(bindProjects, { typeId: below, ids: [one, two] })).code).toBe(200);
    expect((await committee.call(listTypes, {})).data.find(({ id }: { id: string }) => id === top)).toMatchObject({
      projects: 2,
      points: 7250,
    });
    expect((await committee.call(removeType, { id: below, deleteReason: '试' })).code).toBe(400);
    await committee.call(orderProjects, { ids: [two, one] });
    const page = await committee.call(listProjects, { typeId: top });
    expect(page.rows.map(({ name }: { name: string }) => name)).toEqual(['乙', '甲']);
    const seen = (await committee.call(getProject, { id: two })).data;
    const changed = await committee.call(updateProject, {
      id: two,
      version: seen.version,
      ...project({ name: '乙', points: '20', typeId: below }),
    } as never);
    expect(changed.code, changed.text).toBe(200);
    const after = (await committee.call(getProject, { id: two })).data;
    expect(after).toMatchObject({ number: 2, points: 2000 });
    expect(after.versions).toEqual([expect.objectContaining({ number: 1, points: 1250 })]);
    expect((await committee.call(stopProject, { id: two, version: seen.version, stopped: true })).data).toMatchObject({
      conflict: true,
    });
    expect((await committee.call(stopProject, { id: two, version: after.version, stopped: true })).code).toBe(200);
    expect((await sibling.call(getProject, { id: two })).code).toBe(404);
    expect((await county.call(stopProject, { id: two, version: 1, stopped: false })).code).toBe(400);
  });

  test.each([
    [{ points: '0' }, 'points', '1至100'],
    [{ points: '1.234' }, 'points', '两位小数'],
    [{ method: 1 }, 'checkCode', '核查项'],
    [{ method: 1, checkCode: 'nothing', breach: '1' }, 'checkCode', '没有这个核查项'],
    [{ name: '' }, 'name', '请输入项目名称'],
    [{ inspection: 9 }, 'inspection', '检查时间'],
  ])('a bad item %o is said at its field', async (more, field, sentence) => {
    const reply = await committee.call(addProject, project({ name: '坏', ...more }) as never);
    expect(reply.code).toBe(600);
    expect(fieldsOf(reply)[field]).toContain(sentence);
  });

  test('what 组织生活 records already is not asked for as material: 主题党日 and 三会一课 are counted from the records', async () => {
    for (const [name, check] of [
      ['主题党日开展情况', '主题党日缺开'],
      ['三会一课台账', '三会一课缺开'],
      ['上好党课', '三会一课缺开'],
    ]) {
      const asked = await committee.call(addProject, project({ name }) as never);
      expect(asked.code, name).toBe(600);
      expect(fieldsOf(asked).method).toContain(check);
      const given = await committee.call(addProject, project({ name, method: 3 }) as never);
      expect(given.code, given.text).toBe(200);
    }
  });

  test('items are checked by the rules of the house', async () => {
    const checks = (await committee.call(listChecks, {})).data;
    expect(checks.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['lifeMissed', 'lifeTheme', 'lifeMeetings']),
    );
  });
});

describe('plans', () => {
  test('a draft is its own; it is published with 100 points and somebody to assess', async () => {
    const { id } = (await committee.call(addPlan, plan({ name: '草稿' }))).data;
    expect((await county.call(getPlan, { id })).code).toBe(404);
    expect((await branch.call(getPlan, { id })).code).toBe(404);
    const one = (await committee.call(addProject, project({ name: '草稿项', points: '95' }) as never)).data.id;
    const { version } = (await committee.call(setItems, { id, version: 1, projectIds: [one] })).data;
    expect((await committee.call(getPlan, { id })).data.faults[0]).toBe('各项满分合计应为100分，现为95分');
    expect((await committee.call(stepPlan, { id, version, step: 'publish' })).code).toBe(400);
    const foreign = await committee.call(setScope, { id, version, mode: 'chosen', orgIds: [ORGS.branchB11.id] });
    expect(foreign.code).toBe(404);
    const own = await committee.call(setScope, { id, version, mode: 'chosen', orgIds: [ORGS.committeeA1.id] });
    expect(fieldsOf(own).orgIds).toContain('本组织');
    const seen = (await committee.call(previewScope, { id, mode: 'below', types: [46] })).data;
    expect(seen.orgs.map(({ id }: { id: string }) => id)).toEqual([ORGS.branchA11.id, ORGS.branchA12.id]);
    expect((await committee.call(stepPlan, { id, version, step: 'archive' })).code).toBe(400);
    expect((await committee.call(removePlan, { id, deleteReason: '重复' })).code).toBe(200);
  });

  test('handed in, refused, fixed, reviewed, changed by two, published and taken back', async () => {
    const { id, version } = await planOf(committee, '全程', [A11, ORGS.branchA12.id]);
    const todo = await branch.call(listOwn, { planId: id, view: 'own' });
    const material = todo.rows.find(({ method }: { method: number }) => method === 2);
    const hand = todo.rows.find(({ method }: { method: number }) => method === 3);
    expect(material.can.report).toBe(true);
    const much = await branch.call(reportScore, { id: material.id, version: 1, self: '61', report: '好' });
    expect(fieldsOf(much).self).toContain('60');
    const saved = await branch.call(reportScore, { id: material.id, version: 1, self: '50', report: '' });
    expect(saved.code, saved.text).toBe(200);
    const early = await committee.call(reviewScores, { ids: [material.id], agree: true });
    expect(early.code).toBe(400);
    const sent = await branch.call(reportScore, {
      id: material.id,
      version: saved.data.version,
      self: '50',
      report: '按月开展',
      submit: true,
    });
    expect(sent.code, sent.text).toBe(200);
    expect((await branch.call(reviewScores, { ids: [material.id], agree: true })).code).toBe(400);
    const empty = await committee.call(reviewScores, { ids: [material.id], agree: false });
    expect(fieldsOf(empty).opinion).toBeTruthy();
    await committee.call(reviewScores, { ids: [material.id], agree: false, opinion: '请附照片' });
    const back = (await branch.call(getScore, { id: material.id })).data;
    expect(back).toMatchObject({ review: 2, can: { report: true } });
    await branch.call(reportScore, {
      id: back.id,
      version: back.version,
      self: '50',
      report: '已补照片',
      submit: true,
    });
    const less = await committee.call(reviewScores, { ids: [back.id], agree: true, points: '45' });
    expect(fieldsOf(less).opinion).toContain('自评分');
    await committee.call(reviewScores, { ids: [back.id], agree: true, points: '45', opinion: '一次未开展' });
    await committee.call(reviewScores, { ids: [hand.id], agree: true, points: '40' });
    const now = (await committee.call(getScore, { id: back.id })).data;
    expect(now).toMatchObject({ final: 4500, review: 1 });
    const asked = await committee.call(askChange, {
      id: now.id,
      version: now.version,
      points: '48',
      reason: '漏计一次',
    });
    expect(asked.code, asked.text).toBe(200);
    const self = await committee.call(decideChange, { id: now.id, version: asked.data.version, agree: true });
    expect(self.text).toContain('另一人');
    // Put before the second person, until it is decided.
    expect(await todosOf(t, `integralAsked:${now.id}`)).toMatchObject([{ done: false }]);
    const agreed = await county.call(decideChange, { id: now.id, version: asked.data.version, agree: true });
    expect(agreed.code, agreed.text).toBe(200);
    expect(await todosOf(t, `integralAsked:${now.id}`)).toMatchObject([{ done: true }]);
    const end = (await branch.call(getScore, { id: now.id })).data;
    expect(end.final).toBe(4800);
    expect(end.entries.map(({ act }: { act: string }) => act)).toEqual([
      '提交',
      '不通过',
      '补正提交',
      '通过',
      '提出改分',
      '确认改分',
    ]);
    const details = (await committee.call(orgDetails, { planId: id, orgId: A11 })).data;
    expect(details).toMatchObject({ total: 8800, grade: null, place: null, isFinal: false });
    const soFar = (await county.call(planReport, { id })).data;
    expect(
      soFar.rows.map(({ place, grade }: { place: number | null; grade: number | null }) => [place, grade]),
    ).toEqual([
      [null, null],
      [null, null],
    ]);

    const open = await committee.call(stepPlan, { id, version, step: 'notice' });
    expect(open.text).toContain('还有1项没有评审');
    const waits = async () => (await todosOf(t, `integralReview:${id}`)).filter(({ done }) => !done);
    expect(await waits()).toMatchObject([{ title: '评审考核得分：全程' }]);
    const other = (await committee.call(orgDetails, { planId: id, orgId: ORGS.branchA12.id })).data;
    await committee.call(reviewScores, {
      ids: [other.rows.find(({ method }: { method: number }) => method === 3).id],
      agree: true,
      points: '10',
    });
    expect(await waits()).toEqual([]);
    const out = await committee.call(stepPlan, { id, version, step: 'notice' });
    expect(out.code, out.text).toBe(200);
    const written = () =>
      sql<{ result: string }>`select fields->>'result' as result from sub_record
        where kind = 'access' and org_id = ${A11} and deleted_at is null`.execute(t.db);
    expect((await written()).rows).toEqual([{ result: '2' }]);
    const report = (await county.call(planReport, { id })).data;
    expect(report).toMatchObject({ isFinal: true, total: { most: 8800, least: 1000 } });
    expect(report.rows.map(({ place }: { place: number }) => place)).toEqual([1, 2]);
    expect(report.gather[0]).toMatchObject({ orgs: 2, grades: [0, 1, 0, 1] });
    expect((await branch.call(planReport, { id })).data.rows).toHaveLength(1);
    expect((await committee.call(stepPlan, { id, version: out.data.version, step: 'archive' })).text).toContain('期满');
    const none = await committee.call(stepPlan, { id, version: out.data.version, step: 'withdraw' });
    expect(fieldsOf(none).reason).toBeTruthy();
    await committee.call(stepPlan, { id, version: out.data.version, step: 'withdraw', reason: '有误' });
    expect((await written()).rows).toEqual([]);
    expect((await committee.call(planReport, { id })).data.isFinal).toBe(false);
  });

  test('fifty reviewers of one score: one wins', async () => {
    const { id } = await planOf(committee, '抢评', [A11]);
    const details = (await committee.call(orgDetails, { planId: id, orgId: A11 })).data;
    const score = details.rows.find(({ method }: { method: number }) => method === 3);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        committee.call(reviewScores, { ids: [score.id], agree: true, points: String(at % 40) }),
      ),
    );
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    const { rows } = await sql`select from integral_entry where score_id = ${score.id}`.execute(t.db);
    expect(rows).toHaveLength(1);
  });

  test('主题党日 and 三会一课 give what the records say: each is a part of what lacks, and no warning of its own', async () => {
    await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
    const ids: string[] = [];
    for (const [name, checkCode] of [
      ['党日', 'lifeTheme'],
      ['三会', 'lifeMeetings'],
    ])
      ids.push(
        (await committee.call(addProject, project({ name, points: '50', method: 1, checkCode, breach: '1' }) as never))
          .data.id,
      );
    const { id } = (await committee.call(addPlan, plan({ name: '记录' }))).data;
    let { version } = (await committee.call(setItems, { id, version: 1, projectIds: ids })).data;
    version = (await committee.call(setScope, { id, version, mode: 'chosen', orgIds: [A11] })).data.version;
    version = (await committee.call(stepPlan, { id, version, step: 'publish' })).data.version;
    expect((await committee.call(stepPlan, { id, version, step: 'score' })).code).toBe(200);
    const owed = (await branch.call(listOwed, { state: 'missing', pageSize: 100 })).rows;
    const missing = (types: number[]) => owed.filter(({ type }: { type: number }) => types.includes(type)).length;
    const [theme, meetings] = (await committee.call(orgDetails, { planId: id, orgId: A11 })).data.rows;
    for (const [row, types] of [
      [theme, [4]],
      [meetings, [1, 2, 3, 5]],
    ] as const) {
      const seen = (await committee.call(getScore, { id: row.id })).data;
      expect(seen).toMatchObject({ breaches: missing([...types]), suggested: 5000 - 100 * missing([...types]) });
      expect(seen.evidence.count).toBe(seen.breaches);
      expect(seen.evidence.rows).toHaveLength(Math.min(20, seen.breaches));
      // Nobody is asked to fill it in.
      expect(row.can.report).toBe(false);
    }
    // A plan of before still asks for material: what is recorded stands there already.
    const old = await planOf(committee, '旧方案', [A11], ['publish']);
    const asks = (await committee.call(orgDetails, { planId: old.id, orgId: A11 })).data.rows.find(
      ({ method }: { method: number }) => method === 2,
    );
    await sql`update integral_item set name = '主题党日台账' where id = ${asks.itemId}`.execute(t.db);
    await sql`insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state)
              values (${A11}, ${ORGS.branchA11.code}, 4, '七月党日', '2026-07-06 09:00+08', '2026-07-06 10:00+08', 3),
                     (${A11}, ${ORGS.branchA11.code}, 1, '党员大会', '2026-07-07 09:00+08', '2026-07-07 10:00+08', 3)`.execute(
      t.db,
    );
    expect((await branch.call(getScore, { id: asks.id })).data.records).toMatchObject([
      { title: '七月党日', day: '2026-07-06', typeName: '主题党日', link: expect.stringContaining('/viewTheme/') },
    ]);
    const warned = (await branch.call(homeWarnings, {})).data.map(({ code }: { code: string }) => code);
    expect(warned).not.toContain('lifeTheme');
  });

  test('items by a check suggest what the check leaves; the landing, reports, workbook and cable open', async () => {
    const made = await county.call(
      addProject,
      project({
        name: '组织生活',
        points: '100',
        method: 1,
        checkCode: 'lifeMissed',
        breach: '5',
        cap: '30',
        submit: 2,
      }) as never,
    );
    expect(made.code, made.text).toBe(200);
    const { id } = (await county.call(addPlan, plan({ name: '核查' }))).data;
    let { version } = (await county.call(setItems, { id, version: 1, projectIds: [made.data.id] })).data;
    version = (await county.call(setScope, { id, version, mode: 'children' })).data.version;
    version = (await county.call(stepPlan, { id, version, step: 'publish' })).data.version;
    const out = await county.call(stepPlan, { id, version, step: 'score' });
    expect(out.code, out.text).toBe(200);
    const score = (await county.call(orgDetails, { planId: id, orgId: ORGS.committeeA1.id })).data.rows[0];
    expect(score.suggested).toBeGreaterThanOrEqual(7000);
    const seen = (await county.call(getScore, { id: score.id })).data;
    expect(seen.evidence).toMatchObject({ label: '组织生活缺开', count: seen.breaches });
    expect((await county.call(monthReport, { id })).data.items[0].months).toHaveLength(12);
    for (const kind of ['items', 'gather', 'months'] as const)
      expect((await county.call(exportReport, { id, kind })).status).toBe(200);
    const cable = await county.call(printCable, {
      id,
      level: '平急',
      number: '甲组电〔2026〕3号',
      to: '各镇党委',
      title: '关于考核情况的通报',
      text: '现将考核情况通报如下。',
      rows: '10',
    });
    expect(cable.code, cable.text).toBe(200);
    expect(cable.data.pages).toBe(1);
    const long = await county.call(printCable, {
      id,
      level: '平急',
      number: '甲组电〔2026〕4号',
      to: '各镇党委',
      title: '关于考核情况的通报',
      text: '现将考核情况通报如下。\n'.repeat(90),
      rows: '10',
    });
    expect(long.text).toContain('应为一页');
    const home = (await committee.call(integralHome, {})).data;
    expect(home.standings.map(({ planId }: { planId: string }) => planId)).toContain(id);
    expect((await city.call(listPlans, {})).total).toBeGreaterThan(2);
  });
});
