import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportStatistics, fairness } from '#assessment/memberAssessment/contract.out.ts';
import { listPlans, publishPlan, savePlan } from '#assessment/memberAssessment/contract.plan.ts';
import {
  computeResult,
  decideMonth,
  getCurrentYearScore,
  getMonth,
  getResult,
  grid,
  monthChanges,
  rewardPunish,
  saveGrid,
  saveMonth,
  seenResult,
  settleResult,
  showResult,
  statistics,
} from '#assessment/memberAssessment/contract.ts';
import { syncLateTodos } from '#assessment/memberAssessment/server/service/late.ts';
import { beijingDay } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let member: Caller;
let me: string;
let year: number;
const { id: orgId } = ORGS.branchA11;
const item = (name: string, most: number, more: object = {}) => ({
  kind: 1,
  name,
  most,
  submit: 2,
  inspection: 5,
  ...more,
});

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, member] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('member')];
  me = t.fixture.principals.member.memberId ?? '';
  // Last year: all its months are over, whatever today is.
  const { rows } = await sql<{
    year: number;
  }>`select extract(year from now() at time zone 'Asia/Shanghai')::int - 1 as year`.execute(t.db);
  year = rows[0]?.year ?? 0;
  await sql`update member set admission_date = '2001-07-01', joined_branch_on = '2001-07-01'`.execute(t.db);
});
afterAll(() => t.close());

test('a plan is published once its maxima are a hundred', async () => {
  const { data } = await member.call(getCurrentYearScore, {});
  expect(data).toMatchObject({ counted: false, message: '本年度尚未计分' });
  const made = await committee.call(savePlan, {
    year,
    name: '考核方案',
    items: [item('组织生活', 6000), item('纪律', 3500)],
  });
  expect(made.code, made.text).toBe(200);
  const short = await committee.call(publishPlan, { id: made.data.id, version: 1 });
  expect(short.text).toContain('各项满分合计应为100分，现为95分');
  const items = [item('组织生活', 6000, { dimension: '组织生活' }), item('纪律', 4000)];
  const again = await committee.call(savePlan, { id: made.data.id, version: 1, year, name: '考核方案', items });
  expect(again.code, again.text).toBe(200);
  expect((await committee.call(publishPlan, { id: made.data.id, version: 2 })).code).toBe(200);
  expect((await branch.call(listPlans, {})).result.rows.find(({ holds }) => holds)?.name).toBe('考核方案');
  expect((await branch.call(publishPlan, { id: made.data.id, version: 3 })).code).toBe(404);
});

test('a month is scored beside its suggestion, submitted, confirmed; of many at once one wins', async () => {
  const sheet = (await branch.call(getMonth, { memberId: me, year, month: 3 })).result;
  expect(sheet.items.map(({ suggested }) => suggested)).toEqual([3600, null]);
  const [first, second] = sheet.items.map(({ itemId }) => itemId);
  const score = (cells: object[], more: object = {}) =>
    branch.call(saveMonth, { memberId: me, year, month: 3, version: 0, cells, ...more } as never);
  expect((await score([{ itemId: first, score: 6001, reason: '多' }])).code).toBe(600);
  expect((await score([{ itemId: first, score: 5000 }])).text).toContain('请写明理由');
  expect((await score([{ itemId: first, score: 3600 }], { submit: true })).text).toContain('还有项目没有评分');
  const cells = [
    { itemId: first, score: 5700, reason: '到会齐全' },
    { itemId: second, score: 3800 },
  ];
  const all = await Promise.all(Array.from({ length: 50 }, () => score(cells)));
  expect(all.filter(({ code }) => code === 200)).toHaveLength(1);
  const sent = await score(cells, { version: 1, submit: true });
  expect(sent.data).toEqual({ version: 2, total: 9500 });
  expect((await score(cells, { version: 2 })).text).toContain('不能再改');
  const now = (await branch.call(getMonth, { memberId: me, year, month: 3 })).result;
  expect((await member.call(decideMonth, { ids: [now.monthId], agree: true })).code).toBe(403);
  expect((await branch.call(decideMonth, { ids: [now.monthId], agree: false })).code).toBe(600);
  expect((await branch.call(decideMonth, { ids: [now.monthId], agree: true })).data).toEqual({
    decided: 1,
    skipped: 0,
  });
  const { changes } = (await branch.call(monthChanges, { memberId: me, year, month: 3 })).result;
  expect(changes.map(({ act }) => act)).toEqual(['确认', '提交', '评分', '评分']);
  const future = await branch.call(saveMonth, {
    memberId: me,
    year: year + 2,
    month: 1,
    version: 0,
    cells: [cells[1]],
  } as never);
  expect(future.text).toContain('还没有到这个月');
});

test('a month that is late asks the branch and the organisation above, until it was handed in', async () => {
  // The newest month that is late, by the clock that the work goes by.
  const { rows } = await sql<{ year: number; month: number }>`
    select extract(year from m)::int as year, extract(month from m)::int as month
      from (select date_trunc('month', (now() at time zone 'Asia/Shanghai')::date - 10) - interval '1 month' as m) as of`.execute(
    t.db,
  );
  const [late] = rows;
  await sql`update assess_plan set year = ${late?.year} where state = 1`.execute(t.db);
  const open = async () =>
    (
      await sql<{ org: string; detail: string }>`
        select org_id as org, detail from todo where done_at is null and subject ~ '^assessLate' and org_id = any(${[orgId, ORGS.committeeA1.id]}::bigint[])
         order by length(org_code)`.execute(t.db)
    ).rows;
  await syncLateTodos(t.services);
  const [above, own] = await open();
  expect(above?.detail).toMatch(new RegExp(`^${late?.year}年${late?.month}月有\\d个党支部没有提交评分$`));
  expect(own?.detail).toMatch(new RegExp(`^${late?.year}年${late?.month}月还有\\d+人没有提交评分$`));
  await sql`insert into assess_exemption (member_id, org_id, org_code, from_on, to_on, reason, state, asked_by)
    select id, org_id, org_code, make_date(${late?.year}::int, 1, 1), make_date(${late?.year}::int, 12, 31), '试', 1, '试'
      from member where org_id = ${orgId}`.execute(t.db);
  await syncLateTodos(t.services);
  expect((await open()).map(({ org }) => org)).toEqual([ORGS.committeeA1.id]);
  await sql`update assess_exemption set state = 3 where reason = '试'`.execute(t.db);
  await sql`update assess_plan set year = ${year} where state = 1`.execute(t.db);
});

test('the grid writes what was changed and names whoever was changed meanwhile', async () => {
  const people = (await branch.call(statistics, { year, pageSize: 200 })).result.rows.filter(({ can }) => can.score);
  const ids = people.slice(0, 3).map(({ id }) => id);
  const sheet = (await branch.call(grid, { ids: ids.join(','), year, month: 4 })).result;
  const itemId = sheet.items[1]?.itemId ?? '';
  const rows = sheet.people.map(({ memberId }) => ({ memberId, version: 0, cells: [{ itemId, score: 3000 }] }));
  expect((await branch.call(saveGrid, { year, month: 4, people: rows.slice(0, 1) })).data).toEqual({
    saved: 1,
    stale: [],
  });
  const second = await branch.call(saveGrid, { year, month: 4, people: rows });
  expect(second.data.saved).toBe(rows.length - 1);
  expect(second.data.stale).toHaveLength(1);
  expect((await branch.call(grid, { ids: t.fixture.members.branchA12?.[0] ?? '0', year, month: 4 })).code).toBe(404);
});

test('the year counts what was confirmed, is shown, read, and holds after its days', async () => {
  const made = await branch.call(computeResult, { year, appraisals: [{ memberId: me, grade: 1 }] });
  expect(made.code, made.text).toBe(200);
  const result = (await branch.call(getResult, { year })).result;
  expect(result.people.find(({ id }) => id === me)).toMatchObject({
    months: 1,
    mean: 9500,
    appraisal: 95,
    total: 9500,
  });
  const shown = await branch.call(showResult, { id: result.id, version: result.version });
  expect(shown.code, shown.text).toBe(200);
  expect((await branch.call(computeResult, { year })).text).toContain('正在公示');
  expect((await branch.call(settleResult, { id: result.id, version: shown.data.version })).text).toContain(
    '期满后才能生效',
  );
  expect((await member.call(seenResult, { id: result.id })).code).toBe(200);
  expect((await member.call(getCurrentYearScore, {})).data.result).toMatchObject({ seen: true });
  await sql`update assess_result set shown_until = '2020-01-01'`.execute(t.db);
  expect((await branch.call(settleResult, { id: result.id, version: shown.data.version })).code).toBe(200);
  expect((await branch.call(computeResult, { year })).code).toBe(600);
  expect((await branch.call(computeResult, { year, reason: '更正月度评分' })).code).toBe(200);
  expect((await branch.call(getResult, { year })).result.edition).toBe(2);
  expect((await branch.call(rewardPunish, { memberId: me, year })).data.rows).toEqual([]);
  expect((await branch.call(getResult, { year, orgId: ORGS.branchA12.id })).code).toBe(404);
  expect(orgId).not.toBe('');
});

test('不合格 opens 限期改正 of a year once it holds, unless one runs; the sheet goes out; branches are held against each other', async () => {
  await sql`update assess_month set total = 4000 where member_id = ${me} and year = ${year}`.execute(t.db);
  const before = (await branch.call(getResult, { year })).result;
  // The edition of before is a calculation still.
  expect(before.state).toBe(0);
  const hold = async () => {
    const made = await branch.call(computeResult, { year, reason: '更正' });
    expect(made.code, made.text).toBe(200);
    const result = (await branch.call(getResult, { year })).result;
    expect(result.people.find(({ id }) => id === me)?.gradeName).toBe('不合格');
    const shown = await branch.call(showResult, { id: result.id, version: result.version });
    expect(shown.code, shown.text).toBe(200);
    await sql`update assess_result set shown_until = '2020-01-01' where id = ${result.id}`.execute(t.db);
    expect((await branch.call(settleResult, { id: result.id, version: shown.data.version })).code).toBe(200);
  };
  const rectifying = () =>
    sql<{ endsOn: string; reason: string }>`
      select fields->>'endsOn' as "endsOn", fields->>'reason' as reason from sub_record
       where member_id = ${me} and kind = 'rewar' and title = '限期改正' and deleted_at is null`
      .execute(t.db)
      .then(({ rows }) => rows);
  await hold();
  const [one, ...others] = await rectifying();
  expect(others).toEqual([]);
  expect(one?.reason).toBe(`${year}年度党员考核不合格`);
  expect(Number(one?.endsOn.slice(0, 4))).toBe(Number(beijingDay().slice(0, 4)) + 1);
  // One runs: another edition opens none.
  await hold();
  expect(await rectifying()).toHaveLength(1);
  expect((await branch.call(exportStatistics, { year })).status).toBe(200);
  expect((await branch.call(exportStatistics, { year, orgId: ORGS.branchA12.id })).code).toBe(404);
  const fair = (await committee.call(fairness, { year })).data;
  expect(fair.rows.find((row: { orgId: string }) => row.orgId === orgId)).toMatchObject({ people: 1, mean: 4000 });
  expect((await branch.call(fairness, { year, orgId: ORGS.branchA12.id })).code).toBe(404);
});
