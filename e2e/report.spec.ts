import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { openTab } from './support/menu.ts';
import { BASE_WORKER, BRANCH_WORKER, COUNTY, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const STREET = '江南街道党工委';

const look = lookAs('report');
const table = (page: Page) => page.locator('.report-table');
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });

test('a county reads a report, goes down the tree, opens the names behind a number, exports and prints; a branch reads its own', async ({
  page,
  another,
}) => {
  await signIn(page, COUNTY, '/decisionSupport/dataReport/overview');
  await look(page, 'overview');
  await page.getByRole('link', { name: /^党员增减报表/ }).click();
  await expect(rowOf(page, STREET)).toBeVisible();
  // The sums of the street stand alike in the county's row and in its own report.
  const texts = await rowOf(page, STREET).getByRole('cell').allTextContents();
  await rowOf(page, STREET).getByRole('link', { name: STREET }).click();
  await expect(page.getByRole('heading', { name: STREET, exact: true })).toBeVisible();
  await expect.poll(() => rowOf(page, '合计').getByRole('cell').allTextContents()).toEqual(texts);
  await page.getByLabel('统计方式').selectOption({ label: '按季' });
  await expect(page.locator('.report-head')).toContainText('季度');
  await page.getByRole('navigation', { name: '上级组织' }).getByRole('link').last().click();
  await expect(rowOf(page, STREET)).toBeVisible();
  await look(page, 'change');

  // What a number opens holds as many.
  await go(page, '/decisionSupport/residenceServingPartyMembersCadres');
  const reported = rowOf(page, STREET).getByRole('cell').nth(1);
  const n = ((await reported.textContent()) ?? '').replace(',', '');
  await reported.getByRole('link').click();
  await expect(page.getByRole('heading', { name: /已报到名单/ })).toBeVisible();
  await expect(page.locator('.plain-list')).toContainText(`共${n}人`);
  await look(page, 'names');

  await go(page, '/decisionSupport/statisic');
  await expect(page.getByRole('table', { name: /学历$/ })).toBeVisible();
  await look(page, 'statistics');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '打印' }).click();
  const printed = page.getByRole('dialog', { name: '统计分析' });
  await expect(printed.getByRole('button', { name: '下载PDF' })).toBeVisible({ timeout: 30_000 });
  if (process.env.PICTURES) {
    await expect(printed.locator('canvas, iframe').first()).toBeVisible();
    await page.screenshot({ path: '.cache/screens/report-paper-wide.png' });
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByLabel('用途').fill('年报核对');
  await page.getByRole('button', { name: '开始导出' }).click();
  await expect(page.getByText('导出统计分析').first()).toBeVisible();

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/decisionSupport/duesNoSet');
  await expect(table(branch).locator('tbody tr')).toHaveCount(1);
  await look(branch, 'branch');

  const member = await another();
  await signIn(member, MEMBER, '/decisionSupport/duesNoSet');
  await expect(member.getByText('当前角色不能查看').first()).toBeVisible();
});

test('a street says which reports it offers, and a branch of it finds those alone; the common reports open in a tab of their own', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/decisionSupport/set');
  const line = page.getByRole('listitem').filter({ hasText: '百岁党员报表' });
  await line.getByRole('checkbox').uncheck();
  await page.getByLabel('党员增减报表的提醒').fill('每季度末月25日前核对');
  await page.getByRole('button', { name: '未设党费标准上移' }).click();
  await look(page, 'set');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.locator('.notice', { hasText: '已保存' }).first()).toBeVisible();

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/decisionSupport/dataReport/overview');
  await expect(branch.getByText('每季度末月25日前核对')).toBeVisible();
  await expect(branch.getByRole('link', { name: /^百岁党员报表/ })).toHaveCount(0);
  await go(branch, '/decisionSupport/over100Report');
  await expect(branch.getByText(/没有提供这个报表/).first()).toBeVisible();

  await page.getByRole('button', { name: '沿用上级' }).click();
  await expect(page.locator('.notice', { hasText: '沿用上级' }).first()).toBeVisible();
  await go(branch, '/partyStatistics');
  await look(branch, 'common');
  const [tab] = await Promise.all([
    branch.context().waitForEvent('page'),
    branch.getByRole('button', { name: '百岁党员报表' }).click(),
  ]);
  await expect(tab).toHaveURL(/decisionSupport\/over100Report/);
  await branch.bringToFront();
  await openTab(branch, '党务报表');
  await expect(branch.getByText('期末实有＝期末应有')).toBeVisible();
  await look(branch, 'yearly');
});

test('a county puts a report together, sees its numbers while it does, opens the names, and a street uses it for itself', async ({
  page,
  another,
}) => {
  await signIn(page, COUNTY, '/decisionSupport/dataReport/overview');
  const card = page.getByRole('region', { name: '自定义报表' });
  await expect(card).toContainText('年轻党员和学历');
  await card.getByRole('link', { name: '新建' }).click();
  await page.getByLabel('报表名称').fill('女党员情况');
  await page.getByLabel('第1栏的名称').fill('女党员');
  const first = page.getByRole('region', { name: '女党员' });
  await first.getByLabel('字段').selectOption({ label: '性别' });
  await page.getByRole('button', { name: '保存' }).click();
  await expect(first.getByRole('alert')).toContainText('请选择性别');
  await first.getByLabel('性别').selectOption({ label: '女' });
  await expect(first.getByLabel('女党员现在是')).toContainText('人');
  await page.getByRole('button', { name: '加人数栏' }).click();
  await page.getByLabel('第2栏的名称').fill('党员');
  const second = page.getByRole('region', { name: '党员', exact: true });
  await second.getByLabel('人员类别').selectOption({ label: '正式党员' });
  await page.getByRole('button', { name: '加占比栏' }).click();
  await page.getByLabel('第3栏的名称').fill('女党员占比');
  await page.getByLabel('分子').selectOption({ label: '女党员' });
  await page.getByLabel('分母').selectOption({ label: '党员' });
  await expect(page.getByLabel('女党员占比现在是')).toContainText('%');
  await page.getByLabel('下级组织也能用').check();
  await look(page, 'own-form');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: '女党员情况' })).toBeVisible();
  await expect(rowOf(page, STREET)).toBeVisible();
  await look(page, 'own');
  const women = rowOf(page, '合计').getByRole('cell').first();
  const n = await women.textContent();
  await women.getByRole('link').click();
  await expect(page.getByRole('heading', { name: /女党员名单/ })).toBeVisible();
  await expect(page.locator('.plain-list')).toContainText(`共${n}人`);

  const street = await another();
  await signIn(street, BASE_WORKER, '/decisionSupport/dataReport/overview');
  await street.getByRole('link', { name: /^女党员情况/ }).click();
  await expect(street.getByRole('heading', { name: '女党员情况' })).toBeVisible();
  await expect(street.getByRole('button', { name: '更多' })).toBeVisible();

  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
  await expect(card.getByText('女党员情况')).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(card.getByText('女党员情况')).toBeVisible();
});
