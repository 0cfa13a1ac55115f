import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { more } from './support/menu.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';
import { expectClean, windowOf } from './support/workflow.ts';

/** Somebody of the branch worker's own branch who pays dues: the demo's member. */
async function memberOf(page: Page): Promise<{ id: string; name: string }> {
  const { data } = await ask(page, '/api/dfgl/own');
  const { data: me } = await ask(page, '/api/party/personal/profile');
  return { id: me.memberId, name: data.name };
}

const look = lookAs('dues');

test('a standard is set by the parts of a pay, its sentence stands at once, and the member reads the own one', async ({
  page,
  another,
}) => {
  const member = await windowOf(another, MEMBER, '/partyMember/duesSearch');
  await expect(member.getByRole('heading', { name: '党费查询' })).toBeVisible();
  const { id, name } = await memberOf(member);

  await signIn(page, BRANCH_WORKER, `/affairs/dues/dues-standard/${id}/-/add`);
  await expect(page.getByRole('heading', { name: `设置党费标准 ${name}` })).toBeVisible();
  await page.getByRole('combobox', { name: '缴费类别' }).selectOption({ label: '按月领取工资' });
  const calculator = page.getByRole('status', { name: '每月应缴' });

  // Wrong input stands at its field, and nothing is asked of anybody.
  await page.getByRole('textbox', { name: '岗位（职务）工资（元）' }).fill('三千');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('请填写金额，如 3200.00')).toBeVisible();
  await page.getByRole('textbox', { name: '岗位（职务）工资（元）' }).fill('6,888.88');
  await page.getByRole('textbox', { name: '薪级（级别）工资（元）' }).fill('2000');
  await expect(calculator).toContainText('基数8,888.88元×1.5%＝133.33元，第一、二条');
  await page.getByRole('textbox', { name: '从哪个月起' }).fill('1931-01');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('起缴纳，不能更早（第八条）')).toBeVisible();
  const { data } = await ask(page, `/api/dfgl/standard/${id}`);
  const month: string = data.current;
  await page.getByRole('textbox', { name: '从哪个月起' }).fill(month);
  await page.getByRole('textbox', { name: '说明' }).fill('工资调整');
  await look(page, 'standard-form');
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`从${month}起每月133.33元`);
  await look(page, 'standard-preview');
  await dialog.getByRole('button', { name: '确认设置' }).click();
  await expect(page.locator('.notice', { hasText: `已设置${name}从${month}起每月133.33元` })).toBeVisible();
  await expect(page.getByRole('region', { name: '现在的标准' })).toContainText('基数8,888.88元×1.5%＝133.33元');
  await expectClean(page, 'standard');
  await look(page, 'standard');

  // Of two windows that change the same month the second is told, and saves only when it means it.
  const edit = page.getByRole('link', { name: `更正${month}起的标准` });
  const second = await windowOf(another, BRANCH_WORKER, ((await edit.getAttribute('href')) ?? '').replace('#', ''));
  await edit.click();
  await page.getByRole('textbox', { name: '绩效工资（元）' }).fill('100');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('dialog').getByRole('button', { name: '确认设置' }).click();
  await expect(page.getByRole('region', { name: '现在的标准' })).toContainText('基数8,988.88元');
  await second.getByRole('textbox', { name: '绩效工资（元）' }).fill('200');
  await second.keyboard.press('ControlOrMeta+s');
  await second.getByRole('dialog').getByRole('button', { name: '确认设置' }).click();
  await expect(second.getByText(/已把.*起的标准改为每月134\.83元/)).toBeVisible();
  await look(second, 'standard-conflict');
  await second.keyboard.press('ControlOrMeta+s');
  await second.getByRole('dialog').getByRole('button', { name: '确认设置' }).click();
  await expect(second.getByRole('region', { name: '现在的标准' })).toContainText('基数9,088.88元');

  // The record stands in twelve cells; the income stands only where it is set and where its person reads it.
  await second.getByRole('link', { name: '缴费记录' }).click();
  await expect(second.getByRole('heading', { name: `缴费记录 ${name}` })).toBeVisible();
  await expect(second.getByRole('list', { name: '各月党费' }).getByRole('listitem')).toHaveCount(12);
  await expect(second.getByText('9,088.88')).toHaveCount(0);
  await expectClean(second, 'member record');
  await look(second, 'record');
  await second.getByRole('button', { name: `${Number(month.slice(0, 4)) - 1}年` }).click();
  await expect(second.getByRole('region', { name: `${Number(month.slice(0, 4)) - 1}年党费` })).toBeVisible();

  await member.reload();
  await expect(member.getByRole('region', { name: '缴纳标准' })).toContainText('基数9,088.88元×1.5%＝136.33元');
  await expect(member.getByRole('list', { name: '各月党费' }).getByRole('listitem')).toHaveCount(12);
  await expectClean(member, 'own dues');
  await look(member, 'own');
  // Whose dues they are follows from the session: what others have set is not the member's to open.
  await go(member, `/affairs/dues/dues-standard/${id}/-/view`);
  await expect(member.getByText('9,088.88')).toHaveCount(0);
});

test('the books of a branch: what blocks the closing leads to where it is dealt with, sums open what they add', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/dues/histryPartyDues');
  // A voucher stands in the month of its day; a coming month that is open already stands above it.
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' }));
  const row = page
    .locator('.list-table tbody tr')
    .filter({ has: page.getByRole('link', { name: today.slice(0, 7), exact: true }) })
    .first();
  await expect(row).toContainText('收缴中');
  await expectClean(page, 'books');
  // Cash goes to the bank with the number of its slip; more than there is, is refused at its field.
  await row.getByRole('button', { name: /^存银行/ }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: '存入金额（元）' });
  const held = await amount.inputValue();
  await dialog.getByRole('textbox', { name: '缴款单号' }).fill('JK20261123');
  await dialog.getByRole('textbox', { name: '存入日期' }).fill(today);
  await amount.fill('99999999');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText(/账上现金只有/)).toBeVisible();
  await amount.fill(held);
  await look(page, 'deposit');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(
    page.locator('.notice', { hasText: `已记在${today.slice(0, 7)}的账，库存现金还有0.00元` }),
  ).toBeVisible();
  await expect(row.getByRole('button', { name: /^存银行/ })).toHaveCount(0);
  await row.getByRole('button', { name: /^凭证/ }).click();
  await expect(dialog.getByText('缴款单JK20261123')).toBeVisible();
  await expectClean(page, 'vouchers');
  await look(page, 'vouchers');
  await page.keyboard.press('Escape');

  // A month that was closed is opened again from above, and closed by who did not collect in it.
  await page.getByRole('button', { name: /^状态/ }).click();
  await page.getByText('已结账', { exact: true }).click();
  const closed = page.locator('.list-table tbody tr').first();
  await closed.getByRole('button', { name: /^重新打开/ }).click();
  await dialog.getByRole('button', { name: '重新打开' }).click();
  await expect(dialog.getByText('请输入原因')).toBeVisible();
  await dialog.getByRole('textbox').fill('漏记一笔');
  await dialog.getByRole('button', { name: '重新打开' }).click();
  await expect(page.locator('.notice', { hasText: '的账已重新打开' })).toBeVisible();
  await go(page, '/affairs/dues/histryPartyDues?state=3');
  await page.getByRole('button', { name: /^结账/ }).first().click();
  await expect(dialog.getByText('到')).not.toHaveCount(0);
  await expectClean(page, 'closing');
  await look(page, 'closing');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: '汇总明细' }).click();
  await expectClean(page, 'total detail');
  await page.locator('.dues-table tbody a').first().click();
  await expect(page.getByRole('heading', { name: '本级党员' })).toBeVisible();
  await expectClean(page, 'total of a branch');
  await look(page, 'total-branch');
  await page.locator('.dues-table tbody a').first().click();
  await expect(page.getByRole('heading', { name: /^缴费记录/ })).toBeVisible();
  await more(page, '设置');
  await page.getByRole('checkbox', { name: '按季缴纳' }).check();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('按季缴纳须经党支部同意（第十二条），请写明')).toBeVisible();
  await page.getByRole('textbox', { name: '支部同意情况' }).fill('2026年1月支委会同意');
  await expectClean(page, 'settings');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.locator('.notice', { hasText: '保存成功' })).toBeVisible();
});
