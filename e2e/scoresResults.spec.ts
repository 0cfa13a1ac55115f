import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { paperOn } from './support/paper.ts';
import { BRANCH_WORKER, GENERAL_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('scores');

test('results of organisations by page: an item, a plan, its scope, material, review, publication, the reports, and all of it withdrawn', async ({
  page,
  another,
}) => {
  const plan = `党员教育规范化考核${Date.now() % 100_000}`;
  await signIn(page, GENERAL_WORKER, '/integral/addProject');
  await page.getByRole('textbox', { name: '项目名称' }).fill('党员教育档案');
  await page.getByRole('textbox', { name: '满分' }).fill('100');
  await page.getByRole('textbox', { name: '评分标准' }).fill('每月一次，有签到、照片和记录；少一次扣8分。');
  await page.getByRole('combobox', { name: '评分方式' }).selectOption({ label: '材料评审' });
  await page.getByRole('combobox', { name: '报送频次' }).selectOption({ label: '一次' });
  await page.getByRole('combobox', { name: '检查时间' }).selectOption({ label: '全年' });
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await notice(page, '已存入项目库');

  await go(page, '/integral/plan');
  await page.getByRole('button', { name: '新增方案' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '方案名称' }).fill(plan);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await notice(page, '已存为草稿');
  await expect(page.getByRole('heading', { name: plan }).first()).toBeVisible();
  await page.getByRole('button', { name: '选定项目' }).click();
  await dialog.getByRole('checkbox', { name: /党员教育档案/ }).check();
  await expect(dialog.getByText('已选1项，合计100分')).toBeVisible();
  await dialog.getByRole('button', { name: '选定', exact: true }).click();
  await page.getByRole('link', { name: '指定范围' }).click();
  await page.getByRole('radio', { name: '全部下级组织' }).check();
  await expect(page.getByText('渡口第一党支部').first()).toBeVisible();
  await look(page, 'plan-scope');
  await page.getByRole('button', { name: '保存范围' }).click();
  await notice(page, /已指定\d+个组织/);
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await dialog.getByRole('button', { name: '发布', exact: true }).click();
  await notice(page, '已发布');

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/integral/projectList?view=todo');
  await branch.getByRole('searchbox', { name: '项目名称' }).fill('党员教育档案');
  await branch
    .getByRole('row', { name: /党员教育档案/ })
    .getByRole('link', { name: '填报' })
    .click();
  await branch.getByRole('button', { name: '填报' }).click();
  const form = branch.getByRole('dialog');
  await form.getByRole('textbox', { name: '自评分' }).fill('100');
  await form.getByRole('textbox', { name: '完成情况' }).fill('全年集中教育12次，签到表和照片齐全。');
  await form.getByRole('button', { name: '提交', exact: true }).click();
  await notice(branch, '已提交，等待评审');

  await page.getByRole('button', { name: '开始评分' }).click();
  await dialog.getByRole('button', { name: '开始评分' }).click();
  await notice(page, '已开始评分');
  const address = page.url();
  await go(page, '/integral/projectList?view=review');
  await page
    .getByRole('row', { name: /党员教育档案/ })
    .getByRole('link', { name: '评审' })
    .click();
  await page.getByRole('textbox', { name: /^得分/ }).fill('92');
  await page.getByRole('textbox', { name: '意见' }).fill('9月缺签到表，扣8分');
  await look(page, 'plan-review');
  await page.getByRole('button', { name: '通过', exact: true }).click();
  await notice(page, '已通过并计分');

  await page.goto(address);
  await page.getByRole('button', { name: '公示结果' }).click();
  await expect(dialog.getByText('写入各组织的“考核评议”')).toBeVisible();
  await dialog.getByRole('button', { name: '公示结果' }).click();
  await notice(page, '已公示结果');
  await look(page, 'plan-published');

  await branch.reload();
  await go(branch, '/integral');
  const standing = branch.locator('.integral-rows > li', { hasText: plan });
  await expect(standing.getByText('第1名')).toBeVisible();
  await expect(standing.getByText('92', { exact: true })).toBeVisible();
  await look(branch, 'plan-standing');

  await page.getByRole('link', { name: '考核结果', exact: true }).click();
  await expect(page.getByText('失分多的项目')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: '平均' })).toBeVisible();
  await look(page, 'plan-itemized');
  await page.getByRole('button', { name: '打印' }).click();
  const [sheet] = await paperOn(page);
  expect(sheet?.text).toContain('党员教育档案');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click();
  await page
    .getByRole('link', { name: '汇总报表' })
    .or(page.getByRole('tab', { name: '汇总报表' }))
    .first()
    .click();
  await expect(page.getByRole('heading', { name: '汇总报表' }).first()).toBeVisible();
  await look(page, 'plan-gather');
  await page
    .getByRole('link', { name: '电报报表' })
    .or(page.getByRole('tab', { name: '电报报表' }))
    .first()
    .click();
  await look(page, 'plan-cable');
  await page.getByRole('button', { name: '生成电报' }).click();
  const papers = await paperOn(page);
  expect(papers).toHaveLength(1);
  expect(papers[0]?.text).toContain('渡口第一党支部');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click();

  await page.goto(address);
  await page.getByRole('button', { name: '撤回公示' }).click();
  await dialog.getByRole('textbox', { name: '撤回原因' }).fill('漏评两个支部');
  await dialog.getByRole('button', { name: '撤回公示' }).click();
  await notice(page, '已撤回公示');
  await branch.reload();
  await expect(standing.getByText('第1名')).toHaveCount(0);
});

test('a branch asks that a person be left out, with a paper; the organisation above confirms', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, '/integral/exemptionsSet?tab=people');
  await expect(page.getByRole('tab', { name: '党员' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: '申请免考' }).click();
  const dialog = page.getByRole('dialog', { name: '申请党员免考' });
  await dialog.getByRole('textbox', { name: '免考原因' }).fill('脑卒中后长期卧床');
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect(dialog.getByText('请选择党员').first()).toBeVisible();
  await dialog.getByRole('button', { name: '选择党员' }).click();
  const choose = page.getByRole('dialog').last();
  await choose.locator('tbody tr').nth(2).click();
  await choose.getByRole('button', { name: '确定' }).click();
  const chip = dialog.getByRole('list', { name: '已选党员' }).getByRole('button', { name: /^移除/ });
  await expect(chip).toBeVisible();
  await dialog
    .getByTestId('upload-input')
    .setInputFiles({ name: '诊断证明.txt', mimeType: 'text/plain', buffer: Buffer.from('诊断证明') });
  await expect(dialog.getByRole('button', { name: '诊断证明.txt', exact: true })).toBeVisible();
  await look(page, 'exempt-form');
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: /脑卒中后长期卧床/ }).getByText('待确认')).toBeVisible();
  await look(page, 'exempt-list');

  const above = await another();
  await signIn(above, GENERAL_WORKER, '/integral/exemptionsSet?tab=people');
  await above
    .getByRole('row', { name: /脑卒中后长期卧床/ })
    .getByRole('button', { name: '同意', exact: true })
    .click();
  await look(above, 'exempt-confirm');
  await above.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
  await expect(above.getByRole('row', { name: /脑卒中后长期卧床/ }).getByText('已确认')).toBeVisible();
});
