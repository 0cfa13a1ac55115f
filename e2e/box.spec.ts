import { expect } from '@playwright/test';
import { BASE_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

test('box: what the screens show is written, published, put into order and deleted', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/box/publicityHall');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  await page.getByRole('link', { name: '新增宣传内容' }).click();
  await page.getByRole('combobox', { name: '状态' }).selectOption({ label: '已发布' });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请输入标题')).toBeVisible();
  await page.getByRole('textbox', { name: '标题' }).fill('渡口夜校开班');
  await page.getByRole('textbox', { name: '正文' }).fill('每周三晚七点');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: /渡口夜校开班/ })).toBeVisible();
  await expect(page.locator('.record-fields')).toContainText('每周三晚七点');

  await go(page, '/box/publicityHall');
  await page.getByRole('button', { name: '调整顺序' }).click();
  const lines = page.getByRole('dialog').getByRole('listitem');
  await expect(lines.first()).toContainText('渡口夜校开班');
  await page.getByRole('button', { name: '下移渡口夜校开班' }).click();
  await expect(lines.nth(1)).toContainText('渡口夜校开班');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('link', { name: '渡口夜校开班' }).click();

  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('重复登记');
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await expect(page.locator('.notice', { hasText: '删除成功' })).toBeVisible();

  await go(page, '/box/bigevent');
  await page.getByRole('link', { name: '按年份看' }).click();
  await expect(page.getByRole('heading', { name: '大事年表' })).toBeVisible();
});

test('box: a member has no page of it', async ({ page }) => {
  await signIn(page, MEMBER, '/box/publicityHall');
  await expect(page.getByRole('link', { name: '新增宣传内容' })).toHaveCount(0);
  await expect(page.locator('.list-table')).toHaveCount(0);
});
