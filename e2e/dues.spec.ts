import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { openTab } from './support/menu.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

const LIST = '/affairs/dues';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
/** The number beside a view's tab. */
const count = async (page: Page, view: string): Promise<number> => {
  const tab = page.getByRole('tab', { name: new RegExp(`^${view}`) }).locator('.count');
  await expect(tab).toHaveText(/\d/);
  return Number((await tab.textContent())?.replace(/\D/g, ''));
};

const look = lookAs('dues');

test('a branch opens a month, takes cash for two people, and asks that the receipt be refunded', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  // The coming month is not open yet, and says so with the act.
  await page.getByRole('button', { name: '下个月' }).click();
  await expect(page.getByRole('heading', { name: /^20\d\d-\d\d尚未开账$/ })).toBeVisible();
  await look(page, 'closed');
  await page.locator('.state').getByRole('button', { name: '开账' }).click();
  const dialog = page.getByRole('dialog', { name: /^开账 / });
  await expect(dialog.getByText(/未设党费标准，不会开出/)).toBeVisible();
  await look(page, 'opening');
  await dialog.getByRole('button', { name: '开账' }).click();
  await expect(dialog.getByText(/个党支部已开账，新开\d+人/)).toBeVisible();
  await dialog.getByRole('button', { name: '关闭' }).first().click();
  await expect(page.getByRole('heading', { name: /尚未开账/ })).toHaveCount(0);
  expect(await count(page, '应缴')).toBeGreaterThan(10);
  // Opened once more it bills nobody twice.
  const before = await count(page, '应缴');
  await page.getByRole('button', { name: '开账' }).click();
  await dialog.getByRole('button', { name: '开账' }).click();
  await expect(dialog.getByText(/新开0人/)).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await count(page, '应缴')).toBe(before);

  // Back in the current month: two who owe.
  await page.getByRole('button', { name: '上个月' }).click();
  await page.getByRole('tab', { name: /^欠缴/ }).click();
  const owed = await count(page, '欠缴');
  const paid = await count(page, '已缴');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('row').nth(2).getByRole('checkbox').check();
  await expect(page.getByText(/未缴2人，共[\d,.]+元/)).toBeVisible();
  await look(page, 'chosen');
  await page.getByRole('button', { name: '批量缴纳' }).click();
  await expect(page.getByRole('heading', { name: '批量缴纳 2人' })).toBeVisible();
  const sum = (await page.locator('.dues-total strong').textContent()) ?? '';
  await expect(page.locator('.dues-total')).toContainText('人民币');
  // Miscounted, and handed over by an organisation: a sentence at each field, nothing is written.
  await page.getByRole('textbox', { name: '清点金额（元）' }).fill('999999');
  await page.getByRole('combobox', { name: '由谁缴纳' }).selectOption({ label: '其他党员代缴' });
  await page.getByRole('textbox', { name: '代缴人姓名' }).fill('渡口第一党支部');
  await page.getByRole('button', { name: '登记缴纳' }).click();
  await expect(page.getByText(/应收[\d,.]+元，清点为999,999.00元/)).toBeVisible();
  await expect(page.getByText(/单位和党组织不得垫交、扣缴党费/)).toBeVisible();
  await look(page, 'faults');
  // A month less is a smaller sum; all again by the keyboard.
  const first = page.locator('.dues-payer').getByRole('checkbox').first();
  await first.focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.dues-total strong')).not.toHaveText(sum);
  await page.keyboard.press('Space');
  await expect(page.locator('.dues-total strong')).toHaveText(sum);
  await page.getByRole('textbox', { name: '代缴人姓名' }).fill('向春梅');
  await page.getByRole('textbox', { name: '清点金额（元）' }).fill(sum);
  await page.getByRole('button', { name: '登记缴纳' }).dblclick();
  await expect(page.getByText(/已登记[\d,.]+元，开出1张收据/)).toBeVisible();
  const receipt = (await page.locator('.dues-receipts li b').first().textContent()) ?? '';
  await look(page, 'receipt');
  await page.getByRole('link', { name: '返回党费管理' }).click();
  await expect(page.getByRole('tab', { name: /^欠缴/ }).locator('.count')).toHaveText(String(owed - 2));
  expect(await count(page, '已缴')).toBe(paid + 2);

  // One receipt of the two presses; the branch asks that it be refunded, and does not decide on it itself.
  await openTab(page, '缴纳记录');
  const row = page.getByRole('row').filter({ hasText: receipt });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: '申请冲销' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '申请冲销' }).click();
  await expect(page.getByText('请输入冲销原因')).toBeVisible();
  const asking = page.getByRole('dialog');
  await asking.getByRole('textbox', { name: '冲销原因' }).fill('登记错了人');
  // One line alone was wrong.
  await asking.getByRole('checkbox', { name: /只冲销其中几笔/ }).check();
  await asking.getByRole('button', { name: '申请冲销' }).click();
  await expect(asking.getByText('请勾选要冲销的月份')).toBeVisible();
  await asking.getByRole('group', { name: '要冲销的月份' }).getByRole('checkbox').first().check();
  await expect(asking.getByText(/^冲销1笔/)).toBeVisible();
  await look(page, 'refund-part');
  await asking.getByRole('button', { name: '申请冲销' }).click();
  await notice(page, '已申请冲销，由另一人批准');
  await expect(row.getByText('申请冲销', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: /冲销/ })).toHaveCount(0);
  await look(page, 'payments');

  // Somebody else above agrees: that month is due again, the others stand on a new receipt.
  const above = await another();
  await signIn(above, BASE_WORKER, `${LIST}?tab=payments&state=asked`);
  await above.getByRole('row').filter({ hasText: '登记错了人' }).getByRole('button', { name: '审批冲销' }).click();
  await expect(above.getByRole('dialog').getByText(/只冲销其中1笔/)).toBeVisible();
  await expect(above.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  await look(above, 'refund-decide');
  await above.getByRole('dialog').getByRole('button', { name: '批准冲销' }).click();
  await above.getByRole('dialog').getByRole('button', { name: '冲销', exact: true }).click();
  await notice(above, '已冲销，冲销的月份重新应缴');
  await go(page, LIST);
  await page.reload();
  expect(await count(page, '欠缴')).toBe(owed - 1);
});

test('a member neither opens the page nor the call', async ({ page }) => {
  await signIn(page, MEMBER, LIST);
  await expect(page.getByRole('heading', { name: '当前角色不能查看' })).toBeVisible();
  expect((await ask(page, '/api/dfgl/bill/listPage')).code).toBe(403);
  expect((await askBy(page, '/api/dfgl/pay/payable', { ids: ['1'] })).code).toBe(403);
});

test('a branch asks for a relief and withdraws it; a wrong address says that nothing is there', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, `${LIST}?view=owed`);
  const row = page.getByRole('row').nth(1);
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '申请减免缓缴' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('请选择减免方式')).toBeVisible();
  await dialog.getByRole('combobox', { name: '减免方式' }).selectOption({ label: '缓缴' });
  const month = new Date().toISOString().slice(0, 7);
  await dialog.getByRole('textbox', { name: '开始月份' }).fill(month);
  await dialog.getByRole('textbox', { name: '结束月份' }).fill('2020-01');
  await dialog.getByRole('textbox', { name: '支部研究情况和理由' }).fill('支部大会研究同意');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('结束月份不能早于开始月份')).toBeVisible();
  await dialog.getByRole('textbox', { name: '结束月份' }).fill(month);
  await look(page, 'relief');
  await dialog.getByRole('button', { name: '保存' }).click();
  await notice(page, /^已报.+批准$/);
  await openTab(page, '党费减免');
  const asked = page.getByRole('row').filter({ hasText: '支部大会研究同意' });
  await asked.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(asked.getByText('已撤回')).toBeVisible();
  for (const wrong of ['abc', '999999999']) {
    await go(page, `${LIST}/bulk-hand-in/${wrong}`);
    await expect(page.getByRole('link', { name: '返回党费管理' })).toBeVisible();
    await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0);
  }
});
