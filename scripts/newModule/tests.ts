import type { Names } from './names.ts';

/** The calls of a new noun through the real door. */
export const httpTest = ({
  module,
  noun,
  Noun,
  label,
}: Names) => `import { afterAll, beforeAll, expect, test } from 'vitest';
import { orgModule } from '#people/org/server/routes.ts';
import { systemModule } from '#kernel/system/server/routes.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { addDays } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { ${noun}Calls } from '../nouns/${noun}.ts';
import { ${module}Module } from '../server/routes.ts';
import { add${Noun}, ${noun}Form } from './factory.ts';

let t: TestApp;
let worker: Caller;
let yesterday: string;
beforeAll(async () => {
  t = await startTestApp({ modules: [orgModule, systemModule, ${module}Module] });
  yesterday = addDays(await todayOf(t.db), -1);
  worker = await t.as('committeeWorker');
});
afterAll(() => t.close());

const { list, get, update, remove, history, exports } = ${noun}Calls;

test('is added, found, changed with its version, told in the history and deleted', async () => {
  const id = await add${Noun}(worker, { happenedOn: yesterday });
  const found = await worker.call(list, { name: '试', state: 'open', happenedOnFrom: yesterday });
  expect(found).toMatchObject({ total: 1, rows: [{ id, stateName: '进行中', orgName: ORGS.branchA11.name, amount: 3 }] });
  expect((await worker.call(list, { state: 'draft' })).total).toBe(0);
  expect(await worker.call(update, { id, version: 1, amount: '' })).toMatchObject({ code: 200, data: { version: 2 } });
  const stale = await worker.call(update, { id, version: 1, name: '试二' });
  expect(stale).toMatchObject({ code: 400, data: { conflict: true, current: { version: 2, amount: null } } });
  expect((await worker.call(get, { id })).result).toMatchObject({ name: '试一', amount: null, version: 2 });
  expect((await worker.call(history, { id })).rows.map(({ action }) => action)).toEqual(['修改${label}', '新增${label}']);
  expect((await worker.call(remove, { id, deleteReason: '重复' })).code).toBe(200);
  expect((await worker.call(get, { id })).code).toBe(404);
  expect((await worker.call(list, {})).total).toBe(0);
});

test('is refused at its field, and nothing is written', async () => {
  const bad = await worker.call(${noun}Calls.create, ${noun}Form({ name: ' ', amount: '三' }));
  expect(bad.data.fields).toEqual({ name: '请输入名称', amount: '数量应为数字' });
  const open = await worker.call(${noun}Calls.create, ${noun}Form({ state: 'closed', happenedOn: '' }));
  expect(open.data.fields).toEqual({ happenedOn: '已结束的应填写日期' });
  expect((await worker.call(list, {})).total).toBe(0);
});

test('belongs to its organisation: a neighbour neither sees, changes nor receives it, and a member has no right', async () => {
  const id = await add${Noun}(worker);
  const neighbour = await t.as('siblingWorker');
  expect((await neighbour.call(get, { id })).code).toBe(404);
  expect((await neighbour.call(update, { id, version: 1, name: '别处' })).code).toBe(404);
  expect((await neighbour.call(remove, { id, deleteReason: '试' })).code).toBe(404);
  expect((await worker.call(update, { id, version: 1, orgId: ORGS.branchA21.id })).code).toBe(404);
  expect((await (await t.as('member')).call(list, {})).code).toBe(403);
  await worker.call(remove, { id, deleteReason: '试' });
});

test('names its leader, who is of the own scope', async () => {
  const [[own = ''], [foreign = '']] = [t.fixture.members.branchA11 ?? [], t.fixture.members.branchB11 ?? []];
  const id = await add${Noun}(worker, { leaderId: own });
  const { leaderName } = (await worker.call(get, { id })).result;
  expect((await worker.call(list, {})).rows).toMatchObject([{ leaderId: own, leaderName }]);
  expect((await worker.call(update, { id, version: 1, leaderId: foreign })).code).toBe(404);
  expect((await worker.call(update, { id, version: 1, leaderId: '' })).code).toBe(200);
  expect((await worker.call(history, { id })).rows[0].changes).toEqual([
    { label: '负责人', before: leaderName, after: '' },
  ]);
  await worker.call(remove, { id, deleteReason: '试' });
});

test('is exported as the list shows it', async () => {
  const id = await add${Noun}(worker, { name: '江北', happenedOn: yesterday });
  await add${Noun}(worker, { name: '别的', state: 'draft' });
  const started = await worker.call(exports, { state: 'open', purpose: '年度统计' });
  expect(started.code, started.text).toBe(200);
  const lines = await exportedLines(t, started.data.jobId);
  expect(lines.slice(0, 2)).toEqual([
    ['名称', '所属党组织', '状态', '负责人', '日期', '数量', '备注'],
    ['江北', ORGS.branchA11.name, '进行中', '', yesterday, '3'],
  ]);
  expect(lines).toHaveLength(3);
  expect(id).toMatch(/^\\d+$/);
});
`;

/** A worker's way through the pages of a new noun. */
export const journey = ({ module, label, path }: Names) => `import { expect } from '@playwright/test';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test, totalOf } from './support/test.ts';

test('${module}: a new one is added, corrected and deleted', async ({ page }) => {
  await signIn(page, BASE_WORKER, '${path}');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  const before = await totalOf(page);

  await page.getByRole('link', { name: '新增${label}' }).click();
  await page.getByRole('textbox', { name: '数量' }).fill('三');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请输入名称')).toBeVisible();
  await expect(page.getByText('数量应为数字')).toBeVisible();
  await page.getByRole('textbox', { name: '数量' }).fill('3');
  await page.getByRole('textbox', { name: '名称' }).fill('江南渡口');
  await page.getByRole('combobox', { name: '状态' }).selectOption({ label: '进行中' });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: /江南渡口/ })).toBeVisible();
  await expect(page.locator('.record-fields')).toContainText('3个');

  await page.getByRole('link', { name: '编辑', exact: true }).first().click();
  await page.getByRole('textbox', { name: '备注' }).fill('渡口路一号');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.record-fields')).toContainText('渡口路一号');

  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('重复登记');
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await expect(page.locator('.notice', { hasText: '删除成功' })).toBeVisible();
  await expect.poll(() => totalOf(page)).toBe(before);
});
`;
