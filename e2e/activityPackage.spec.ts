import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { pdfOf } from './support/pdf.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

const TITLE = '汛期巡查主题党日';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('package');

test('a street offers a package with its files, a branch begins a meeting with it', async ({ page, another }) => {
  await signIn(page, BASE_WORKER, '/activityPackage/packageList');
  await page.getByRole('link', { name: '新增活动包' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill(TITLE);
  await page.getByRole('combobox', { name: '类型' }).selectOption({ label: '志愿服务' });
  await page.getByRole('textbox', { name: '建议时长' }).fill('5');
  await page.getByRole('textbox', { name: '活动步骤' }).fill('1. 讲清险情\n2. 分段巡查');
  await page.getByRole('textbox', { name: '会前准备' }).fill('带好雨具');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('建议时长不能小于10').first()).toBeVisible();
  await page.getByRole('textbox', { name: '建议时长' }).fill('100');
  await look(page, 'form');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: new RegExp(TITLE) })).toBeVisible();
  await page.getByRole('button', { name: '添加资料' }).click();
  const files = page.getByRole('dialog', { name: /资料/ });
  await files
    .getByTestId('upload-input')
    .setInputFiles({ name: '巡查路线.pdf', mimeType: 'application/pdf', buffer: pdfOf(1) });
  await expect(files.locator('.upload-row', { hasText: '巡查路线.pdf' })).toHaveClass(/success/);
  await files.getByRole('button', { name: '保存' }).click();
  await expect(files).toHaveCount(0);
  await expect(page.getByRole('list', { name: '资料' })).toContainText('巡查路线.pdf');
  await page.getByRole('link', { name: '编辑' }).first().click();
  await expect(page).toHaveURL(/editPackage/);
  await page.getByRole('textbox', { name: '活动目的' }).fill('守住堤段。');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('守住堤段。')).toBeVisible();

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/activityPackage/packageList');
  await look(branch, 'list');
  await branch.setViewportSize({ width: 1440, height: 900 });
  await branch.getByRole('link', { name: TITLE }).first().click();
  await expect(branch.getByRole('heading', { name: new RegExp(TITLE) })).toBeVisible();
  await expect(branch.getByRole('link', { name: '编辑' })).toHaveCount(0);
  await look(branch, 'detail');
  await branch.setViewportSize({ width: 1440, height: 900 });
  await branch.getByRole('button', { name: '打包下载' }).click();
  await branch.getByRole('dialog').getByRole('textbox').fill('支部用');
  await branch.getByRole('dialog').getByRole('button').last().click();
  await expect(branch.getByRole('heading', { name: '导出列表' })).toBeVisible();
  await branch.goBack();
  await branch.getByRole('button', { name: '用此活动包' }).click();
  await expect(branch.getByRole('textbox', { name: '会议名称' })).toHaveValue(TITLE);
  await expect(branch.getByRole('textbox', { name: '通知事项' })).toHaveValue('带好雨具');
  await expect(branch.getByRole('textbox', { name: '第2个议题' })).toHaveValue('分段巡查');
  await expect(branch.getByLabel('结束时间')).toHaveValue('10:45');
  await look(branch, 'meeting');
  await branch.setViewportSize({ width: 1440, height: 900 });
  await branch
    .getByRole('textbox', { name: '日期' })
    .fill(new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10));
  await branch.getByRole('textbox', { name: '地点' }).fill('堤防值守点');
  await branch.keyboard.press('Control+s');
  await notice(branch, '已存为草稿');
  await expect(branch.getByText('分段巡查').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('1次').first()).toBeVisible();

  const member = await another();
  await signIn(member, MEMBER, '/activityPackage/packageList');
  await expect(member.getByText('当前角色不能查看').first()).toBeVisible();
});
