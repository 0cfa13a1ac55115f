import { expect, type Page } from '@playwright/test';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test, totalOf } from './support/test.ts';

const rows = (page: Page) => page.locator('.list-table tbody tr');
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('the home counts units, the list shows them, and a new one is added, corrected and deleted', async ({ page }) => {
  // The specification has a second address for this part of 组织信息, and no other word there is a page.
  await signIn(page, BASE_WORKER, '/affairs/organization/part');
  await expect(page).toHaveURL(/#\/web404/);
  await go(page, '/affairs/organization/company');
  await expect(page).toHaveURL(/#\/affairs\/company$/);
  await expect(rows(page).first()).toBeVisible();
  const counted = (await ask(page, '/api/firstPage/data/unit')).data.figures[0].value;
  expect(await totalOf(page)).toBe(counted);

  await page.getByRole('link', { name: '新增单位' }).click();
  await page.getByRole('textbox', { name: '单位负责人' }).fill('沈渡');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请输入单位名称')).toBeVisible();
  await page.getByRole('textbox', { name: '单位名称' }).fill('江南渡口轮渡公司');
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill('914205990000000100');
  await page.getByRole('combobox', { name: '单位性质' }).selectOption({ label: '企业（公有制）' });
  await page.getByRole('combobox', { name: '企业规模' }).selectOption({ label: '小型' });
  await page.getByRole('textbox', { name: '在岗职工人数' }).fill('86');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请输入正确的统一社会信用代码')).toBeVisible();
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill('');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: /江南渡口轮渡公司/ })).toBeVisible();
  await expect(page.locator('.record-fields')).toContainText('小型');

  await page.getByRole('link', { name: '编辑', exact: true }).first().click();
  await field(page, '地址').fill('渡口路一号');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.record-fields')).toContainText('渡口路一号');

  await go(page, '/affairs/company');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('每个单位一行');
  await page.getByRole('dialog').getByRole('textbox').fill('单位统计');
  await page.getByRole('dialog').getByRole('button', { name: '开始导出' }).click();
  await expect(page).toHaveURL(/exportList/);
  await expect(page.getByText(`已导出${counted + 1}个`)).toBeVisible();
  await go(page, '/affairs/company');
  await page.getByRole('link', { name: '江南渡口轮渡公司' }).click();

  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('已注销');
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await expect(page.locator('.notice', { hasText: '删除成功' })).toBeVisible();
  await expect.poll(() => totalOf(page)).toBe(counted);
});

test('a change in the evening of one day in Greenwich is told by the day that it was here', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/company');
  await page.route(/\/api\/zzxx\/unit\/\d+/, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, updateDate: '2026-03-01T17:30:00.000Z' } } });
  });
  await rows(page).first().getByRole('link').first().click();
  await expect(page.locator('.audit-banner')).toContainText('2026-03-02 01:30');
});
