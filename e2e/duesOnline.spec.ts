import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER, CITY, MEMBER } from './support/people.ts';
import { PASSWORD, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';
import { expectClean, windowOf } from './support/workflow.ts';

const look = lookAs('dues');

/** Plays the payer at the demo's cashier, in a window of its own. */
async function atCashier(page: Page, act: string, name = ''): Promise<void> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: '打开演示收银台' }).click();
  const cashier = await opening;
  await expect(cashier.getByText('演示环境：不会真的扣款')).toBeVisible();
  await cashier.setViewportSize({ width: 390, height: 844 });
  if (name) await cashier.screenshot({ path: `.cache/screens/dues-${name}.png` });
  await cashier.getByRole('button', { name: act }).click();
  await expect(cashier.getByRole('status')).toBeVisible();
  await cashier.close();
}

test('a member pays the month ahead online, cancels an order, and the branch turns one to cash', async ({
  page,
  another,
}) => {
  const member = await windowOf(another, MEMBER, '/partyMember/duesSearch');
  await expect(member.getByRole('heading', { name: '党费查询' })).toBeVisible();
  const { data } = await ask(member, '/api/dfgl/own');
  expect(data.channels).toEqual([1, 2, 3]);
  const pays = member.getByRole('region', { name: '在线缴费' });
  await signIn(page, BRANCH_WORKER, '/affairs/dues');
  await look(member, 'online-own');

  // The month to be paid is ticked where it is due; one ahead is for the member to tick.
  const tick = () => pays.getByRole('checkbox').first().check();

  // An order that is left open says so, and is cancelled.
  await tick();
  await pays.getByRole('radio', { name: '微信' }).check();
  await pays.getByRole('button', { name: /^缴费/ }).click();
  const code = member.getByRole('dialog', { name: '在线支付' });
  await expect(code.getByAltText('支付二维码')).toBeVisible();
  await look(member, 'online-code');
  await code.getByRole('button', { name: '稍后再付' }).click();
  await expect(member.getByText('该月正在支付中，可继续支付或取消')).toBeVisible();
  await member.getByRole('button', { name: '继续支付或取消' }).click();
  await code.getByRole('button', { name: '取消订单' }).click();
  await expect(code.getByText('没有扣款，可以重新缴纳')).toBeVisible();
  await code.getByRole('button', { name: '知道了' }).click();

  // Left open again, the branch turns it to cash.
  await tick();
  await pays.getByRole('button', { name: /^缴费/ }).click();
  await expect(code.getByAltText('支付二维码')).toBeVisible();
  await code.getByRole('button', { name: '稍后再付' }).click();
  const { data: own } = await ask(member, '/api/party/personal/profile');
  await go(page, `/affairs/dues/turnLine/${own.memberId}`);
  await expect(page.getByRole('button', { name: '核实并转线下' })).toBeVisible();
  await look(page, 'turn');
  await page.getByRole('button', { name: '核实并转线下' }).click();
  await expect(page.getByText('订单已关闭，可以收现金')).toBeVisible();
  await expect(page.getByRole('button', { name: '登记现金' })).toBeVisible();

  // Paid by Alipay, it is booked while the page looks on.
  await member.reload();
  await tick();
  await pays.getByRole('radio', { name: '支付宝' }).check();
  await pays.getByRole('button', { name: /^缴费/ }).click();
  await expect(code.getByAltText('支付二维码')).toBeVisible();
  await atCashier(member, '确认支付', 'cashier');
  await expect(code.getByText('党费已入账')).toBeVisible();
  await look(member, 'online-paid');
  await code.getByRole('button', { name: '知道了' }).click();
  await expectClean(member, 'own dues, online');

  // The branch sees every order and the receipt.
  await go(page, '/affairs/dues?tab=orders');
  await expect(page.locator('.list-table tbody tr').first()).toContainText('已支付');
  await look(page, 'orders');
  await expectClean(page, 'online orders');
});

test('a committee takes one code for several people, and the city sets its accounts', async ({ page, another }) => {
  await signIn(page, BASE_WORKER, '/affairs/dues?view=owed');
  const { rows } = await ask(page, '/api/dfgl/bill/listPage?view=owed&pageSize=3');
  await go(page, `/affairs/dues/bulk-hand-in/${rows.map((row: { memberId: string }) => row.memberId).join(',')}`);
  await page.getByRole('combobox', { name: '缴纳方式' }).selectOption({ label: '微信扫码（一个二维码）' });
  await expect(page.getByRole('textbox', { name: '清点金额（元）' })).toHaveCount(0);
  await page.getByRole('textbox', { name: '说明' }).fill('主题党日集中收缴');
  await look(page, 'bulk-scan');
  await page.getByRole('button', { name: '生成收款二维码' }).click();
  const code = page.getByRole('dialog', { name: '在线支付' });
  await expect(code.getByAltText('支付二维码')).toBeVisible();
  await atCashier(page, '确认支付');
  await expect(code.getByText('党费已入账')).toBeVisible();
  await code.getByRole('button', { name: '知道了' }).click();
  await expect(page.locator('.list-table tbody tr').first()).toContainText('在线缴纳');

  const city = await windowOf(another, CITY, '/affairs/dues?tab=merchants');
  await expect(city.getByText('演示环境').first()).toBeVisible();
  await look(city, 'merchants');
  await city.getByRole('button', { name: '设置微信' }).click();
  const dialog = city.getByRole('dialog', { name: '设置微信收款账户' });
  await dialog.getByRole('checkbox', { name: /演示环境/ }).uncheck();
  await dialog.getByPlaceholder('确认是您本人操作').fill(PASSWORD);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('请填写商户号')).toBeVisible();
  await look(city, 'merchant-faults');
  await expectClean(city, 'accounts');
});
