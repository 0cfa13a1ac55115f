import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  getOwnReport,
  listOwnReports,
  previewOwnReport,
  removeOwnReport,
  restoreOwnReport,
  saveOwnReport,
} from '../contract.own.ts';
import { exportReport, getReport, listReport } from '../contract.ts';
import { ownKey } from '../rules.own.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [city, county, branch] = [await t.as('cityWorker'), await t.as('countyWorker'), await t.as('branchWorker')];
});
afterAll(() => t.close());

const where = (field: string, op: string, values: string[] = []) => ({
  v: 1 as const,
  join: 'and' as const,
  items: [{ field, op, values }],
});
const counted = (title: string, query = where('gender', 'in', ['2'])) => ({ kind: 'count' as const, title, query });
const women = counted('女党员');
const all = counted('党员', where('personCategory', 'in', ['1', '2']));
const share = { kind: 'share' as const, title: '女党员占比', of: 1, among: 0 };

/** Keeps a report of a caller. Answers its id. */
async function kept(caller: Caller, title: string, more: object = {}): Promise<string> {
  const made = await caller.call(saveOwnReport, {
    title,
    people: 'members',
    columns: [all, women, share],
    ...more,
  });
  expect(made.code, made.text).toBe(200);
  return made.data.id;
}

test('the numbers of an own report are those of its lists and of a bare count, row by row', async () => {
  const id = await kept(county, '女党员情况');
  const { data, text } = await county.call(getReport, { key: ownKey(id) });
  expect(data?.title, text).toBe('女党员情况');
  expect(data.words.join()).toContain('女党员：性别是女');
  const bare = await sql<{ all: number; women: number }>`
    select count(*)::int as all, (count(*) filter (where gender = 2))::int as women from member
     where deleted_at is null and person_category in (1, 2) and membership_status = 1
       and org_code >= ${ORGS.countyA.code} and org_code < ${`${ORGS.countyA.code}:`}`.execute(t.db);
  const [people, women_] = data.total;
  expect([people?.value, women_?.value]).toEqual([bare.rows[0]?.all, bare.rows[0]?.women]);
  expect(people?.value).toBeGreaterThan(0);
  const listed = await county.call(listReport, { key: ownKey(id), column: 'c1' });
  expect(listed.total).toBe(bare.rows[0]?.women);
  expect(
    data.rows.reduce((sum: number, row: { cells: { value: number | null }[] }) => sum + (row.cells[0]?.value ?? 0), 0),
  ).toBe(people?.value);
});

test('a share is drawn from the sums, not summed', async () => {
  const id = await kept(county, '占比');
  const { data } = await county.call(getReport, { key: ownKey(id) });
  const [people, women_, part] = data.total.map(({ value }: { value: number | null }) => value ?? 0);
  expect(part).toBeCloseTo(((women_ ?? 0) / (people ?? 1)) * 100, 1);
});

test('a shared report is offered below and counts the scope of whoever opens it', async () => {
  const id = await kept(city, '市里共享的', { isShared: true });
  const hidden = await kept(city, '市里自己的');
  const { data } = await branch.call(listOwnReports, {});
  expect(data.reports.map(({ title }: { title: string }) => title)).toContain('市里共享的');
  expect(data.reports.map(({ title }: { title: string }) => title)).not.toContain('市里自己的');
  const [mine, theirs] = [
    await branch.call(getReport, { key: ownKey(id) }),
    await city.call(getReport, { key: ownKey(id) }),
  ];
  expect(mine.data.org.id).toBe(ORGS.branchA11.id);
  expect(mine.data.total[0]?.value).toBeLessThan(theirs.data.total[0]?.value ?? 0);
  expect((await branch.call(getReport, { key: ownKey(hidden) })).code).toBe(404);
  expect((await branch.call(getReport, { key: ownKey(id), orgId: ORGS.countyA.id })).code).toBe(404);
});

test('nobody changes or deletes what another organisation has', async () => {
  const id = await kept(city, '只有市里改', { isShared: true });
  const change = { id, version: 1, title: '改了', people: 'members' as const, columns: [all] };
  expect((await county.call(saveOwnReport, change)).code).toBe(404);
  expect((await county.call(removeOwnReport, { id })).code).toBe(404);
  expect((await city.call(getOwnReport, { id })).data).toMatchObject({ title: '只有市里改', can: { edit: true } });
  expect((await county.call(getOwnReport, { id })).data).toMatchObject({ can: { edit: false } });
});

test('what is wrong stands at its column', async () => {
  const columns = [
    counted('甲', where('nation', 'in', ['没有'])),
    counted('甲', where('orgId', 'below', [ORGS.branchA11.id])),
    { kind: 'share' as const, title: '乙', of: 0, among: 0 },
  ];
  const { code, data } = await county.call(saveOwnReport, { title: '错的', people: 'members', columns });
  expect(code).toBe(600);
  expect(data.fields).toMatchObject({
    'columns.1.title': '栏目名称重复',
    'columns.1.query.0': '报表已按党组织分行，条件里不再选党组织',
    'columns.2.of': '请选两个不同的栏',
  });
  expect(data.fields['columns.0.query.0']).toBe('请选择民族');
});

test('a second save over the same version is refused, and a title stands once', async () => {
  const id = await kept(county, '两个人改');
  const change = { id, version: 1, title: '两个人改', people: 'roll' as const, columns: [all] };
  expect((await county.call(saveOwnReport, change)).data).toMatchObject({ version: 2 });
  expect((await county.call(saveOwnReport, change)).text).toContain('这个报表已被别人修改');
  const again = await county.call(saveOwnReport, { title: '两个人改', people: 'members', columns: [all] });
  expect(again.data.fields).toMatchObject({ title: '本组织已有同名的自定义报表' });
});

test('a deleted report is gone and comes back', async () => {
  const id = await kept(county, '先删再放回');
  expect((await county.call(removeOwnReport, { id })).code).toBe(200);
  expect((await county.call(getReport, { key: ownKey(id) })).code).toBe(404);
  expect((await county.call(restoreOwnReport, { id })).code).toBe(200);
  expect((await county.call(getReport, { key: ownKey(id) })).code).toBe(200);
});

test('trying it out counts without keeping', async () => {
  const before = (await county.call(listOwnReports, {})).data.reports.length;
  const { data } = await county.call(previewOwnReport, { people: 'members', columns: [all, women, share] });
  expect(data.columns.map(({ text }: { text: string }) => text)).toEqual([
    '人员类别是正式党员、预备党员之一',
    '性别是女',
    '',
  ]);
  expect(data.columns[0]?.value).toBeGreaterThan(0);
  expect((await county.call(listOwnReports, {})).data.reports).toHaveLength(before);
});

test('a report whose conditions do not hold any more says so and counts nothing', async () => {
  const id = await kept(county, '旧条件');
  await sql`update own_report set columns = jsonb_set(columns, '{columns,1,query,items,0,field}', '"没有的"') where id = ${id}`.execute(
    t.db,
  );
  const { code, text } = await county.call(getReport, { key: ownKey(id) });
  expect(code).not.toBe(200);
  expect(text).toContain('“女党员”一栏现在不能统计');
  expect((await county.call(getOwnReport, { id })).data.fault).toContain('没有“没有的”这个字段');
});

test('it is exported by the same job', async () => {
  const id = await kept(county, '导出的');
  const { data, code } = await county.call(exportReport, { key: ownKey(id), purpose: '试' });
  expect(code).toBe(200);
  expect(data.jobId).toBeTruthy();
});

test('a member sees no own report, and cannot design one', async () => {
  const member = await t.as('member');
  const id = await kept(city, '成员看不到', { isShared: true });
  expect((await member.call(getReport, { key: ownKey(id) })).code).not.toBe(200);
  expect((await member.call(saveOwnReport, { title: '试', people: 'members', columns: [all] })).code).toBe(403);
});
