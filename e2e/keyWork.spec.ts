import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { lookAs } from './support/look.ts';
import { pdfOf } from './support/pdf.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const TITLE = '汛期值守责任落实';
const BRANCH = '渡口第一党支部';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('keyWork');

/** Beijing, `2026-01-31`, so many days on. */
const day = (on: number) => new Date(Date.now() + (8 * 3600 + on * 86_400) * 1000).toISOString().slice(0, 10);

const photo = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: '#5c9346' } })
    .png()
    .toBuffer();

test('a street sets key work, a branch reports and completes it, it comes back once and is accepted', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/importWork/keyWorkSetting');
  await page.getByRole('link', { name: '新增重点工作' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill(TITLE);
  await page.getByRole('combobox', { name: '类别' }).selectOption({ label: '中心工作' });
  await page.getByRole('textbox', { name: '牵头领导' }).fill('街道党工委书记');
  await page.getByRole('textbox', { name: '工作内容' }).fill('明确值守人员，落实巡查责任。');
  await page.getByRole('textbox', { name: '开始日期' }).fill(day(-1));
  await page.getByRole('textbox', { name: '截止日期' }).fill(day(-3));
  await page.getByRole('combobox', { name: '报送频次' }).selectOption({ label: '每月报送' });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('截止日期不能早于开始日期').first()).toBeVisible();
  await page.getByRole('textbox', { name: '截止日期' }).fill(day(75));
  await look(page, 'form');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: new RegExp(TITLE) })).toBeVisible();

  await page.getByRole('button', { name: '选择责任单位' }).click();
  const dialog = page.getByRole('dialog', { name: '选择责任单位' });
  await dialog.getByRole('searchbox').fill(BRANCH);
  await page.keyboard.press('Enter');
  await dialog
    .getByRole('row', { name: new RegExp(BRANCH) })
    .first()
    .getByRole('checkbox')
    .check();
  await dialog.getByRole('button', { name: '确定' }).click();
  await notice(page, '已选1个责任单位');
  await page.getByRole('button', { name: '下达' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '下达' }).click();
  await notice(page, '已下达给1个责任单位');
  await expect(page.getByRole('region', { name: '各责任单位的情况' })).toContainText(BRANCH);
  await look(page, 'item');
  const item = page.url();

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/importWork/myKeyWork');
  await expect(branch.getByRole('link', { name: TITLE }).first()).toBeVisible();
  await look(branch, 'mine');
  await branch.setViewportSize({ width: 1440, height: 900 });
  await branch.getByRole('link', { name: TITLE }).first().click();
  await branch.getByRole('button', { name: '报送进展' }).click();
  const report = branch.getByRole('dialog', { name: /报送进展/ });
  await report.getByRole('textbox', { name: '进度' }).fill('30');
  await report.getByRole('textbox', { name: '进展情况' }).fill('值守表已排定，巡查两次。');
  await report.getByRole('button', { name: '报送', exact: true }).click();
  await notice(branch, '已报送进展');
  await expect(branch.getByRole('region', { name: /报送记录/ })).toContainText('值守表已排定');
  await look(branch, 'part');
  await branch.setViewportSize({ width: 1440, height: 900 });
  await branch.getByRole('link', { name: '资料' }).first().click();
  await expect(branch.getByRole('region', { name: '附件' })).toContainText('没有附件');
  await look(branch, 'files');
  await branch.setViewportSize({ width: 1440, height: 900 });
  await branch.getByRole('link', { name: '重点工作详情' }).click();
  await branch.getByRole('link', { name: '报送完成情况' }).click();
  await branch.getByRole('textbox', { name: '完成情况' }).fill('值守到位，无险情。');
  for (const [name, mimeType, buffer] of [
    ['巡查照片.png', 'image/png', await photo()],
    ['巡查记录.pdf', 'application/pdf', pdfOf(2)],
  ] as const) {
    await branch.getByTestId('upload-input').setInputFiles({ name, mimeType, buffer });
    await expect(branch.locator('.upload-row', { hasText: name })).toHaveClass(/success/);
  }
  await look(branch, 'finish');
  await branch.keyboard.press('Control+s');
  await notice(branch, /已报送，由.*验收/);
  await expect(branch.getByRole('button', { name: '催办' })).toBeVisible();

  await page.reload();
  await page.getByRole('link', { name: '验收' }).click();
  await expect(page.getByRole('img', { name: '巡查照片.png' })).toBeVisible();
  await look(page, 'papers');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '巡查记录.pdf', exact: true }).click();
  await expect(page.locator('.previews-pdf')).toBeVisible();
  await page.getByRole('button', { name: '退回' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('请补充巡查记录');
  await page.getByRole('dialog').getByRole('button', { name: '退回' }).click();
  await notice(page, '已退回');

  await branch.reload();
  await expect(branch.getByText('退回：请补充巡查记录')).toBeVisible();
  await branch.getByRole('link', { name: '要求和各期' }).click();
  // What was returned is what comes next.
  await expect(branch.getByRole('link', { name: '报送完成情况' })).toHaveClass(/primary/);
  await branch.getByRole('link', { name: '报送完成情况' }).click();
  await expect(branch.getByRole('textbox', { name: '完成情况' })).toHaveValue('值守到位，无险情。');
  await expect(branch.locator('.upload-row')).toHaveCount(2);
  await branch.getByRole('textbox', { name: '完成情况' }).fill('值守到位，无险情，巡查记录附后。');
  await branch.keyboard.press('Control+s');
  await notice(branch, /已报送，由.*验收/);

  await page.reload();
  await look(page, 'decide');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '验收通过' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '验收通过' }).click();
  await notice(page, '验收通过');
  await page.goto(item);
  await page.getByRole('button', { name: '完成情况表' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: '下载PDF' })).toBeVisible({ timeout: 30_000 });
  if (process.env.PICTURES) {
    await expect(page.getByRole('dialog').locator('canvas, iframe').first()).toBeVisible();
    await page.screenshot({ path: '.cache/screens/keyWork-paper-wide.png' });
  }

  await go(page, '/importWork/report');
  await page.getByRole('link', { name: TITLE }).first().click();
  await expect(page.getByRole('link', { name: TITLE }).first()).toBeVisible();
  await page.getByRole('link', { name: '按事项' }).click();
  await expect(page.getByRole('status').filter({ hasText: '按期完成' })).toBeVisible();
  await look(page, 'report');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '打印' }).click();
  const printed = page.getByRole('dialog', { name: '重点工作报表' });
  await expect(printed.getByRole('button', { name: '下载PDF' })).toBeVisible({ timeout: 30_000 });
  if (process.env.PICTURES) {
    await expect(printed.locator('canvas, iframe').first()).toBeVisible();
    await page.screenshot({ path: '.cache/screens/keyWork-figures-wide.png' });
  }
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '按责任单位' }).click();
  await expect(page.getByRole('status').filter({ hasText: '按期完成' })).toBeVisible();
  await expect(page.locator('.list-table tbody tr').nth(5)).toBeVisible();
  await look(page, 'report-orgs');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: '明细' }).click();
  await expect(page.locator('.list-table tbody tr').nth(5)).toBeVisible();
  await look(page, 'report-rows');
  await go(branch, '/importWork/finished');
  await expect(branch.getByRole('link', { name: TITLE }).first()).toBeVisible();
  await look(branch, 'finished');

  const member = await another();
  await signIn(member, MEMBER, '/importWork/myKeyWork');
  await expect(member.getByText('当前角色不能查看').first()).toBeVisible();
});
