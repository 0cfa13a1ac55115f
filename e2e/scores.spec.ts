import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { openTab } from './support/menu.ts';
import { paperOn } from './support/paper.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, CITY, COUNTY, GENERAL_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

test.use({ keepsWindow: true });

/** By the clock of the deployment's zone. */
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

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
  await dialog.getByRole('textbox', { name: '日期' }).fill(today());
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

test('dues that a branch takes give their person a point; a member contests a line of the own, and once more above', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/dues');
  await page.getByRole('tab', { name: /^欠缴/ }).click();
  const owing = page.getByRole('row').nth(1);
  await owing.getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量缴纳' }).click();
  const heading = page.getByRole('heading', { name: /^缴纳党费 / });
  await expect(heading).toBeVisible();
  const payer = ((await heading.textContent()) ?? '').replace(/^缴纳党费/, '').trim();
  const sum = (await page.locator('.dues-total strong').textContent()) ?? '';
  await page.getByRole('textbox', { name: '清点金额（元）' }).fill(sum);
  await page.getByRole('button', { name: '登记缴纳' }).click();
  await expect(page.getByText(/开出1张收据/)).toBeVisible();
  await expect
    .poll(async () => {
      const { rows } = await ask(page, '/api/dykh/points/lines?pageSize=50');
      return rows.some(
        ({ memberName, itemName, day }: Record<string, string>) =>
          memberName === payer && itemName === '按时缴纳党费' && day === today(),
      );
    })
    .toBe(true);
  await go(page, '/affairs/integral/integralManagement?tab=lines');
  await expect(page.getByText('按时缴纳党费').first()).toBeVisible();
  await look(page, 'lines');

  const member = await another();
  await signIn(member, MEMBER, '/partyMember/points');
  await member.getByRole('button', { name: '申诉', exact: true }).first().click();
  await member.getByRole('dialog').getByRole('textbox', { name: '请求补记的分值' }).fill('0.5');
  await member.getByRole('dialog').getByRole('textbox', { name: '理由' }).fill('应按全程参加计分');
  await member.getByRole('dialog').getByRole('button', { name: '提交' }).click();
  await notice(member, '已提交，由支部答复');
  await go(page, '/affairs/integral/integralManagement?tab=appeal');
  const asked = (on: Page) => on.getByRole('row').filter({ hasText: '应按全程参加计分' }).first();
  await asked(page).getByRole('button', { name: '不采纳', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: '理由' }).fill('签到表上没有下午的签到');
  await page.getByRole('dialog').getByRole('button', { name: '不采纳' }).click();
  await notice(page, '已答复，本人可再向上一级申诉一次');
  await member.reload();
  await member.getByRole('button', { name: '向上级申诉' }).first().click();
  await member.getByRole('dialog').getByRole('textbox', { name: '申诉理由' }).fill('应按全程参加计分，有照片为证');
  await member.getByRole('dialog').getByRole('button', { name: '提交' }).click();
  await notice(member, '已提交上一级党组织');
  await member.getByText('（上级）').first().scrollIntoViewIfNeeded();
  await look(member, 'appealed');
  const above = await another();
  await signIn(above, GENERAL_WORKER, '/affairs/integral/integralManagement?tab=appeal');
  await asked(above).getByRole('button', { name: '采纳', exact: true }).click();
  await above.getByRole('dialog').getByRole('button', { name: '采纳' }).click();
  await notice(above, '已采纳');
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

test('a branch scores a month in the grid, computes last year and shows it', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/assessment/statistics');
  await page.getByRole('button', { name: '批量评分' }).click();
  await expect(page.getByRole('heading', { name: /批量评分$/ })).toBeVisible();
  // By the keyboard: into the sheet, down to the next person, and from a workbook by pasting.
  const cell = page.locator('.import-grid td[tabindex="0"]');
  await cell.focus();
  const input = page.getByRole('combobox', { name: /得分$/ });
  const name = (await input.getAttribute('aria-label')) ?? '';
  await input.fill('999');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '最多' })).toBeVisible();
  await page.locator('.import-grid td.bad').click();
  await input.fill('1.5');
  await page.keyboard.press('Enter');
  await expect(input).not.toHaveAttribute('aria-label', name);
  await page.keyboard.type('2');
  await page.getByRole('textbox', { name: '与建议分不同的理由' }).fill('当月请假，由支部商定');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await notice(page, '已保存2人');
  await expect(page.locator('.import-grid .import-text').getByText('1.5', { exact: true })).toBeVisible();
  await look(page, 'grid');

  await go(page, '/affairs/assessment/index?tab=year');
  const lastYear = Number(today().slice(0, 4)) - 1;
  await page.getByRole('combobox', { name: '年份' }).selectOption(String(lastYear));
  await page.getByRole('button', { name: /测算$/ }).click();
  await notice(page, '已测算');
  await look(page, 'year');
  await page.getByRole('button', { name: '公示', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '公示', exact: true }).click();
  await notice(page, '已公示，到');
  await expect(page.getByRole('button', { name: /测算$/ })).toHaveCount(0);
  await look(page, 'year-shown');
});

test('the city accepts what a street reported and orders anew; the street reports, and the city accepts', async ({
  page,
  another,
}) => {
  const STREET = '江南街道党工委';
  await signIn(page, CITY, '/affairs/villageAndcity/index');
  await expect(page.locator('.colour-counts')).toBeVisible();
  await page.getByRole('searchbox', { name: '组织名称' }).fill(STREET);
  const row = page.locator('.colour-rows > li', { has: page.getByRole('button', { name: STREET, exact: true }) });
  await row.getByRole('button', { name: STREET, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await look(page, 'rectify-reported');
  await dialog.getByRole('button', { name: '验收通过' }).first().click();
  await page.getByRole('dialog').last().getByRole('button', { name: '验收通过', exact: true }).click();
  await expect(dialog.getByText('已验收').first()).toBeVisible();
  await dialog.getByRole('button', { name: '关闭' }).last().click();

  await row.getByRole('button', { name: '开展整改', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: '问题' })).toHaveValue(/^1\. /);
  await dialog.getByRole('button', { name: '下达整改' }).click();
  await expect(dialog.getByText(/责任人/).first()).toBeVisible();
  await dialog.getByRole('textbox', { name: '责任人' }).fill('周敏');
  await look(page, 'rectify');
  await dialog.getByRole('button', { name: '下达整改' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText('整改中').first()).toBeVisible();

  const street = await another();
  await signIn(street, BASE_WORKER, '/affairs/villageAndcity/index');
  await street.getByRole('button', { name: STREET, exact: true }).first().click();
  await expect(street.getByRole('dialog').getByText('一年内反弹').first()).toBeVisible();
  await street.getByRole('dialog').getByRole('button', { name: '报整改情况' }).click();
  await street.getByRole('dialog').last().getByRole('textbox', { name: '整改情况' }).fill('已逐项补齐，附台账');
  await street.getByRole('dialog').last().getByRole('button', { name: '提交' }).click();
  await expect(street.getByText('待验收').first()).toBeVisible();
  await look(street, 'rectify-street');

  await row.getByRole('button', { name: STREET, exact: true }).click();
  await expect(dialog.getByText('已逐项补齐，附台账')).toBeVisible();
  await dialog.getByRole('button', { name: '验收通过' }).first().click();
  await page.getByRole('dialog').last().getByRole('button', { name: '验收通过', exact: true }).click();
  await expect(dialog.getByText('待验收')).toHaveCount(0);
});

test('an administrator reads the whole house; sheets are printed and look the same in grey', async ({
  page,
  another,
}) => {
  await signIn(page, ADMIN, '/affairs/cockpit');
  await expect(page.getByRole('columnheader', { name: '组织', exact: true })).toBeVisible();
  await look(page, 'admin-cockpit');
  await page.locator('.cockpit-grid tbody tr').last().scrollIntoViewIfNeeded();
  for (const [path, name, said] of [
    ['/affairs/integral/integralManagement?tab=sets', 'admin-sets', '积分办法'],
    ['/affairs/assessment/index', 'admin-plans', '考核方案'],
    ['/integral/plan', 'admin-integral', '考核方案'],
    ['/affairs/villageAndcity/weak', 'admin-weak', '软弱涣散'],
  ] as const) {
    await go(page, path);
    await expect(page.getByRole('heading', { name: new RegExp(said) }).first()).toBeVisible();
    await look(page, name);
  }
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/integral/integralManagement');
  await openTab(branch, '积分报表');
  await expect(branch.getByRole('heading', { name: /党员积分亮分表$/ })).toBeVisible();
  await look(branch, 'sheet');
  await branch.getByRole('button', { name: '打印' }).click();
  const [first] = await paperOn(branch);
  expect(first?.text).toContain('党员积分亮分表');
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
