import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { pdfOf } from './support/pdf.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const BRANCH = '渡口第一党支部';
const look = lookAs('trinity');
const year = new Date(Date.now() + 8 * 3600_000).getUTCFullYear();
const NAME = `${year}年述职评议考核`;
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

test('a street sets up an evaluation, a branch hands in, it comes back once and is passed', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/trinity/evaluationSet');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  await look(page, 'list');
  await page.getByRole('link', { name: '新增考评' }).click();
  await page.getByRole('textbox', { name: '考评名称' }).fill(NAME);
  await page.getByRole('textbox', { name: '方案' }).fill('述职评议考核');
  await page.getByRole('combobox', { name: '考评级别' }).selectOption({ label: '乡镇级' });
  await page.getByRole('textbox', { name: '年度' }).fill(String(year));
  await page.getByRole('textbox', { name: '开始日期' }).fill(`${year - 1}-01-01`);
  await page.getByRole('textbox', { name: '截止日期' }).fill(`${year + 1}-01-31`);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('开始日期应在考评年度内').first()).toBeVisible();
  await page.getByRole('textbox', { name: '开始日期' }).fill(`${year}-01-01`);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: new RegExp(NAME) })).toBeVisible();
  await expect(page.getByText('还不能开始：还没有考评指标')).toBeVisible();

  await page.getByRole('button', { name: '添加板块' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '板块名称' }).fill('资料审核');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: '添加指标 资料审核' }).click();
  await dialog.getByRole('textbox', { name: '指标名称' }).fill('述职报告');
  await dialog.getByRole('textbox', { name: '满分' }).fill('100');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('还不能开始：还没有考核单位')).toBeVisible();
  await look(page, 'draft');
  const record = page.url();
  await page.getByRole('link', { name: '考核单位' }).last().click();
  await page.getByRole('button', { name: '添加考核单位' }).click();
  const orgs = page.getByRole('dialog', { name: '添加考核单位' });
  await orgs.getByRole('searchbox').fill(BRANCH);
  await page.keyboard.press('Enter');
  await orgs
    .getByRole('row', { name: new RegExp(BRANCH) })
    .first()
    .getByRole('checkbox')
    .check();
  await orgs.getByRole('button', { name: '确定' }).click();
  await dialog.getByRole('textbox', { name: '组别' }).fill('党支部');
  await dialog.getByRole('button', { name: '保存' }).click();
  await notice(page, '已添加1个考核单位');
  await look(page, 'units');
  await page.goto(record);
  await page.getByRole('button', { name: '开始考评' }).click();
  await dialog.getByRole('button', { name: '开始' }).click();
  await notice(page, '考评已开始');

  // The branch hands it in; who stands elsewhere has nothing here.
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/trinity/evaluationManage');
  await branch.getByRole('link', { name: NAME }).first().click();
  await branch.getByRole('link', { name: '报送' }).click();
  await branch.getByRole('button', { name: '报送资料' }).click();
  const hand = branch.getByRole('dialog');
  await hand.getByRole('textbox', { name: '自评分' }).fill('95');
  await hand.getByRole('button', { name: '提交审核' }).click();
  await expect(hand.getByText('请输入完成情况').first()).toBeVisible();
  await hand.getByRole('textbox', { name: '完成情况' }).fill('已述职，报告附后。');
  await hand
    .getByTestId('upload-input')
    .setInputFiles({ name: '述职报告.pdf', mimeType: 'application/pdf', buffer: pdfOf(1) });
  await expect(hand.locator('.upload-row', { hasText: '述职报告.pdf' })).toHaveClass(/success/);
  await hand.getByRole('button', { name: '提交审核' }).click();
  await notice(branch, /已提交，由.*审核/);
  const material = branch.url();
  await expect(branch.getByRole('button', { name: '审核', exact: true })).toHaveCount(0);

  await page.goto(material);
  await page.getByRole('button', { name: '审核', exact: true }).click();
  await dialog.getByRole('combobox', { name: '审核意见' }).selectOption({ label: '不通过，退回补正' });
  await dialog.getByRole('textbox', { name: '不通过的原因' }).fill('缺整改清单');
  await dialog.getByRole('button', { name: '不通过' }).click();
  await notice(page, '已退回补正');
  await branch.reload();
  await expect(branch.getByText('退回：缺整改清单')).toBeVisible();
  await branch.getByRole('button', { name: '修改资料' }).click();
  await hand.getByRole('button', { name: '提交审核' }).click();
  await notice(branch, /已提交，由.*审核/);
  await page.reload();
  await page.getByRole('button', { name: '审核', exact: true }).click();
  await dialog.getByRole('textbox', { name: '得分' }).fill('90');
  await dialog.getByRole('button', { name: '审核通过' }).click();
  await expect(dialog.getByText('与自评分不同，请写明原因').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: '意见' }).fill('整改清单不够具体');
  await dialog.getByRole('button', { name: '审核通过' }).click();
  await notice(page, '审核通过');
  await look(page, 'material');
  await page.getByRole('link', { name: '考评详情' }).last().click();
  await expect(page.getByText('90/100').first()).toBeVisible();
  await look(page, 'unit');
  await go(page, '/trinity/dataManage');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  await look(page, 'materials');
  await go(page, '/trinity/evaluationManage');
  await look(page, 'manage');
  await go(page, '/trinity/organizationManage');
  await expect(page.locator('.list-table tbody tr', { hasText: '组织考评' }).first()).toBeVisible();
  await look(page, 'orgs');

  await page.goto(record);
  await page.getByRole('button', { name: '结束考评' }).click();
  await dialog.getByRole('button', { name: '结束' }).click();
  await notice(page, '得分和名次已定');
  await branch.goto(material);
  await branch.reload();
  await expect(branch.getByRole('button', { name: '修改资料' })).toHaveCount(0);

  const member = await another();
  await signIn(member, MEMBER, '/trinity/evaluationSet');
  await expect(member.getByRole('link', { name: '新增考评' })).toHaveCount(0);
});
