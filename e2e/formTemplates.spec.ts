import { expect } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

test('the wording of a form is edited with fields as chips, previewed, kept in versions and taken back', async ({
  page,
}) => {
  await signIn(page, 'admin', '/affairs/recruitment/templates');
  await page.getByRole('link', { name: '集中培训结业证明' }).click();
  const body = page.getByRole('textbox', { name: '正文' });
  await expect(body.locator('.editor-chip').first()).toHaveText('{姓名}');
  await body.press('Control+End');
  await page.keyboard.type('所在支部：');
  await page.getByLabel('插入字段').selectOption('党支部');
  await page.keyboard.type('。');
  await page.getByRole('button', { name: '预览打印效果' }).click();
  const paper = page.getByRole('dialog', { name: '预览 集中培训结业证明' });
  await expect(paper.getByText('共1页')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('落款').fill('{培训班}');
  await page.getByLabel('修改说明').fill('写明所在支部');
  await page.getByRole('button', { name: '保存为新版本' }).click();
  await expect(page.getByText('没有“培训班”这个字段，请用“插入字段”选择')).toBeVisible();
  await page.getByLabel('落款').fill('{党支部}');
  await page.getByRole('button', { name: '保存为新版本' }).click();
  await expect(page.getByText('写明所在支部')).toBeVisible();
  expect(await graveFaults(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '集中培训结业证明' }).click();
  await expect(page.getByRole('textbox', { name: '正文' })).toContainText('所在支部：{党支部}。');
  await page.getByRole('listitem').filter({ hasText: '内置模板' }).getByRole('button', { name: '恢复' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('第2版')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '正文' })).not.toContainText('所在支部');

  await signIn(page, '420599198510010051', '/affairs/recruitment/templates');
  await expect(page.getByText('当前角色不能维护材料模板')).toBeVisible();
});
