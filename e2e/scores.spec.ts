import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { BRANCH_WORKER, CITY, COUNTY, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const notice = (page: Page, text: string | RegExp) =>
  // Asking for a level counts every check of the house once.
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

/** The page in both sizes and, wide, in grey as a printer has it; nothing wider than the window, nothing grave to axe. */
async function look(page: Page, name: string): Promise<void> {
  for (const [size, width, height] of [
    ['phone', 390, 844],
    ['wide', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(over, `${name} at ${size} is wider than the window`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `.cache/screens/scores-${name}-${size}.png` });
  }
  await page.evaluate(() => {
    document.documentElement.style.filter = 'grayscale(1)';
  });
  await page.screenshot({ path: `.cache/screens/scores-${name}-grey.png` });
  await page.evaluate(() => {
    document.documentElement.style.filter = '';
  });
  expect.soft(await graveFaults(page), name).toEqual([]);
}

test('a member reads the own points, asks for what is missing, and the branch answers', async ({ page, another }) => {
  await signIn(page, MEMBER, '/partyMember/points');
  await expect(page.getByRole('heading', { name: '我的积分' }).first()).toBeVisible();
  await look(page, 'own');
  await page.getByRole('button', { name: '申请补记' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '项目' }).selectOption({ index: 1 });
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await dialog.getByRole('textbox', { name: '日期' }).fill(today);
  await dialog.getByRole('textbox', { name: '请求补记的分值' }).fill('1');
  await dialog.getByRole('textbox', { name: '理由' }).fill('当天参加了清洁家园活动，名单漏登');
  await dialog.getByRole('button', { name: '提交' }).click();
  await notice(page, '已提交，由支部答复');

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/integral/integralManagement?tab=appeal');
  await look(branch, 'appeals');
  await branch.getByRole('button', { name: '采纳', exact: true }).first().click();
  await branch.getByRole('dialog').getByRole('button', { name: '采纳' }).click();
  await notice(branch, '已采纳');
  await go(branch, '/affairs/assessment/statistics');
  await expect(branch.getByText(/■ 已确认/).first()).toBeVisible();
  await look(branch, 'statistics');
});

test('a county asks for a level by hand, the city confirms it, draws the levels its way, and history keeps its numbers', async ({
  page,
  another,
}) => {
  await signIn(page, COUNTY, '/affairs/villageAndcity/index');
  await expect(page.locator('.colour-counts')).toBeVisible();
  await look(page, 'colours');
  const row = page.locator('.colour-rows > li', { has: page.getByRole('button', { name: '人工定级', exact: true }) });
  const name = (await row.first().getByRole('button').first().textContent()) ?? '';
  await row.first().getByRole('button', { name: '人工定级', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '调整为' }).selectOption({ index: 1 });
  await dialog.getByRole('textbox', { name: '理由' }).fill('上级督查后已全部整改');
  await dialog.getByRole('button', { name: '报上级确认' }).click();
  await expect(dialog.getByText('请上传材料').first()).toBeVisible();
  await dialog
    .getByTestId('upload-input')
    .setInputFiles({ name: '督查意见.txt', mimeType: 'text/plain', buffer: Buffer.from('同意') });
  // Its name is a button once it has arrived.
  await expect(dialog.getByRole('button', { name: '督查意见.txt', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: '报上级确认' }).click();
  await notice(page, '已报上级');

  const city = await another();
  await signIn(city, CITY, '/affairs/villageAndcity/index');
  await city.getByRole('searchbox', { name: '组织名称' }).fill(name.trim());
  await city.getByRole('button', { name: '人工定级待确认' }).first().click();
  await look(city, 'hand');
  await city.getByRole('dialog').getByRole('button', { name: '确认', exact: true }).click();
  await city.getByRole('dialog').last().getByRole('button', { name: '确认', exact: true }).click();
  await expect(city.getByText('已确认').first()).toBeVisible();
  await city.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();

  await city.getByRole('button', { name: '四色方案' }).click();
  await city.getByRole('button', { name: '红先进、绿良好、黄一般、黑后进' }).click();
  await look(city, 'scheme');
  await city.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await notice(city, '已保存四色方案');
  await expect(city.locator('.colour-counts').getByText('红先进')).toBeVisible();
  await look(city, 'redBest');
  await city.getByRole('button', { name: '四色方案' }).click();
  await city.getByRole('button', { name: '绿黄橙红' }).click();
  await city.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(city.locator('.colour-counts').getByText('绿良好')).toBeVisible();
});

test('the cockpit: some checks alone, kept as a view, down to the last row', async ({ page }) => {
  await signIn(page, CITY, '/affairs/cockpit');
  await expect(page.getByRole('columnheader', { name: '组织', exact: true })).toBeVisible();
  await look(page, 'cockpit');
  await page.getByRole('button', { name: /^检查项/ }).click();
  const dialog = page.getByRole('dialog');
  const boxes = dialog.getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  await page.getByRole('checkbox', { name: '只看有不符合的' }).check();
  await page.getByRole('button', { name: '存为视图' }).click();
  await page.getByRole('textbox', { name: '视图名称' }).fill('重点两项');
  await page.getByRole('button', { name: '保存视图' }).click();
  await notice(page, '视图已保存');
  await look(page, 'cockpit-view');
  await go(page, '/affairs/cockpit');
  await page.getByRole('tab', { name: '重点两项' }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  await page.getByRole('button', { name: '删除此视图' }).click();
  await go(page, '/affairs/cockpit');
  // Down to an organisation that has none below it, and its last row.
  for (let level = 0; level < 6; level++) {
    const link = page.locator('.cockpit-grid tbody th a').first();
    if ((await link.count()) === 0) break;
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { name: new RegExp(`${name.trim()}$`) })).toBeVisible();
  }
  const cell = page.locator('.cockpit-grid tbody button').first();
  if ((await cell.count()) > 0) {
    await cell.click();
    await expect(page.getByRole('dialog').locator('.colour-rows > li').first()).toBeVisible();
    await look(page, 'cockpit-cell');
  }
});

test('an item of a set bears a floor, a validity and classes; nobody publishes what does not fit', async ({ page }) => {
  await signIn(page, COUNTY, '/affairs/integral/integralManagement?tab=sets');
  await page.getByRole('button', { name: '新办法' }).click();
  await page.getByRole('textbox', { name: '第1项名称' }).fill('志愿服务');
  await page.getByRole('textbox', { name: '第1项起计分' }).fill('1.5');
  await page.getByRole('textbox', { name: '第1项有效期月数' }).fill('13');
  await page.getByRole('checkbox', { name: '第1项适用于特殊党员' }).check();
  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText('第1项：有效期为1至12个月')).toBeVisible();
  await look(page, 'set');
  await page.getByRole('textbox', { name: '第1项有效期月数' }).fill('6');
  await page.getByRole('button', { name: '保存草稿' }).click();
  await notice(page, '已保存草稿');
  await expect(page.getByText('1.5分起计，有效6个月，限特殊党员')).toBeVisible();
  await page.getByRole('button', { name: '删除草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByText('1.5分起计')).toHaveCount(0);
});
