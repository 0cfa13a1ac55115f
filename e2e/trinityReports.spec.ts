import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const BRANCH = '渡口第一党支部';
const look = lookAs('trinity');
const CASE = '计划一张表，总结对着表';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
const year = new Date(Date.now() + 8 * 3600_000).getUTCFullYear();

test('a street reads its three reports of an evaluation; a branch sees its own line while it runs and proposes a case, which the street decides', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/trinity/report');
  await expect(page.getByText('进行中，尚未冻结')).toBeVisible();
  await look(page, 'report');
  await page.getByRole('link', { name: /组织报表/ }).click();
  await expect(page.getByText(`与${year - 1}年“${year - 1}年度党建工作考评”相比`)).toBeVisible();
  await look(page, 'orgReport');
  const rows = page.locator('.wide-scroll tbody tr');
  const all = await rows.count();
  await page.getByRole('combobox', { name: '组别' }).selectOption({ label: '党支部' });
  expect(await rows.count()).toBeLessThan(all);
  await page.getByRole('combobox', { name: '排序' }).selectOption({ label: '比上年提高多的' });
  // What was chosen stands in the address: read again, and come back to, it is the same.
  const chosen = await rows.allInnerTexts();
  await page.reload();
  await expect.poll(() => rows.allInnerTexts()).toEqual(chosen);
  await rows.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('组织报表');
  await page.goBack();
  await expect.poll(() => rows.allInnerTexts()).toEqual(chosen);
  await expect(page.getByRole('combobox', { name: '组别' })).toHaveValue('党支部');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  expect((await downloaded).suggestedFilename()).toContain('组织报表（党支部）（进行中，尚未冻结）');

  await page.getByRole('link', { name: '得分报表' }).click();
  await expect(page.getByRole('heading', { name: '得分率低的指标' })).toBeVisible();
  await look(page, 'scoreReport');
  await page.getByRole('combobox', { name: '考核单位' }).selectOption({ label: BRANCH });
  await expect(page.getByRole('columnheader', { name: '比平均' })).toBeVisible();
  await look(page, 'scoreReportOne');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: '比平均' })).toBeVisible();

  await page.getByRole('link', { name: '资料报表' }).click();
  await expect(page.getByText('按时报送率').first()).toBeVisible();
  await look(page, 'materialReport');
  const sum = page.locator('.wide-scroll tfoot').getByRole('link', { name: /合计 通过/ });
  const passed = (await sum.textContent()) ?? '';
  await sum.click();
  await expect(page.getByRole('tab', { name: `通过 ${passed}`, exact: true })).toHaveAttribute('aria-selected', 'true');
  await look(page, 'behind');
  await page.getByRole('button', { name: '导出' }).click();
  const start = page.getByRole('dialog', { name: '导出通过的资料' });
  await start.getByRole('textbox', { name: '用途' }).fill('核对考评资料');
  await start.getByRole('button', { name: '开始导出' }).click();
  await expect(page.getByText(`导出${year}年度党建工作考评 通过的资料`).first()).toBeVisible();
  await go(page, '/trinity/report/materialReport');
  await page.getByRole('combobox', { name: '年度' }).selectOption({ label: `${year - 1}年` });
  await expect(page.getByText('已冻结')).toBeVisible();

  // A branch: its own line while it runs, all places once it is closed.
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/trinity/report/orgReport');
  await expect(branch.getByText('共1个考核单位')).toBeVisible();
  await branch.getByRole('combobox', { name: '年度' }).selectOption({ label: `${year - 1}年` });
  await expect(branch.getByText('已冻结')).toBeVisible();
  await expect(branch.locator('.wide-scroll tbody tr')).toHaveCount(all);
  await look(branch, 'orgReportBranch');

  // It proposes one of its materials of that year, which it cannot publish itself.
  await branch.getByRole('link', { name: '资料报表' }).click();
  await branch
    .locator('.wide-scroll tfoot')
    .getByRole('link', { name: /合计 通过/ })
    .click();
  await branch.getByRole('link', { name: '党建工作计划和总结' }).first().click();
  await branch.getByRole('button', { name: '推荐为优秀案例' }).click();
  const dialog = branch.getByRole('dialog');
  await dialog.getByRole('button', { name: '提交审核' }).click();
  await expect(dialog.getByText('请输入案例标题').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: '案例标题' }).fill(CASE);
  await look(branch, 'caseDialog');
  await dialog.getByRole('button', { name: '提交审核' }).click();
  await notice(branch, /已推荐，由.*审核/);
  await branch.getByRole('link', { name: '优秀案例（待审核）' }).click();
  await expect(branch.getByRole('heading', { name: new RegExp(CASE) })).toBeVisible();
  await expect(branch.getByRole('button', { name: '撤回' })).toBeVisible();
  await expect(branch.getByRole('button', { name: '发布' })).toHaveCount(0);
  const one = branch.url();

  await go(page, '/trinity/excellentCase');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  await look(page, 'cases');
  await page.getByRole('tab', { name: /待审核/ }).click();
  await page.getByRole('link', { name: CASE }).first().click();
  await page.getByRole('button', { name: '发布' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await notice(page, '已发布');
  await look(page, 'case');
  await branch.reload();
  await expect(branch.getByText('已发布').first()).toBeVisible();
  await page.getByRole('button', { name: '撤下' }).click();
  const reason = page.getByRole('dialog');
  await reason.getByRole('textbox', { name: '撤下的原因' }).fill('有新的规定');
  await reason.getByRole('button', { name: '撤下' }).click();
  await expect(page.getByText('已撤下：有新的规定')).toBeVisible();

  const member = await another();
  await signIn(member, MEMBER, '/');
  await member.goto(one);
  await expect(member.getByRole('heading', { name: new RegExp(CASE) })).toHaveCount(0);
  await go(member, '/trinity/report');
  await expect(member.getByText('没有权限').or(member.getByText('当前角色')).first()).toBeVisible();
});
