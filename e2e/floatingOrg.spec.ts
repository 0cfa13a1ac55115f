import { expect, type Page } from '@playwright/test';
import { openTab } from './support/menu.ts';
import { BASE_WORKER, BRANCH_WORKER, COUNTY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const FOLDER = '.cache/f';
const NAME = '驻鹏城商会流动党支部';
const LIST = '/affairs/organization/mobileOrgList';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.keyboard.press('Control+s');
const row = (page: Page) => page.locator('.list-table tbody tr', { hasText: NAME });
const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

async function picture(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(wide, `${name} at ${width}`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `${FOLDER}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a committee asks for an organisation of floating members, fixes it, and the county sets it up', async ({
  page,
  browser,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/organization');
  await openTab(page, '流动党组织');
  await expect(page.getByRole('heading', { name: '流动党组织' })).toBeVisible();
  await page.getByRole('link', { name: '申请设立' }).click();
  await field(page, '组织名称').fill(NAME);
  await save(page);
  await expect(page.getByText('请选择依托单位')).toBeVisible();
  await expect(page.getByText('请选择书记人选')).toBeVisible();
  await page.getByRole('combobox', { name: '依托单位' }).selectOption({ label: '商会' });
  await page.getByRole('combobox', { name: '流入地区' }).fill('广东省鹏城市');
  await field(page, '联系人').fill('沈渡口');
  await field(page, '联系电话').fill('13900001111');
  await field(page, '设立理由').fill('在鹏城务工的党员较多，商会可提供活动场所。');
  await field(page, '书记人选').fill('王');
  await page.getByRole('list', { name: '书记人选查找结果' }).getByRole('button').first().click();
  await expect(page.getByRole('list', { name: '已选书记人选' }).getByRole('listitem')).toHaveCount(1);
  await field(page, '流动党员人数').fill('2');
  await save(page);
  await expect(page.getByText('流动党员不足3人的，不单独设立党组织')).toBeVisible();
  await field(page, '流动党员人数').fill('16');
  await picture(page, 'form');
  await save(page);
  await expect(page.locator('.notice', { hasText: '已提交，由' })).toBeVisible();
  await expect(page.locator('.record-head')).toContainText('待审核');
  await picture(page, 'pending');

  const superior = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(superior, COUNTY, LIST);
  await superior.getByRole('tab', { name: '审核' }).click();
  await expect(superior.locator('.plain-note')).toContainText('1个待您审核');
  await row(superior).getByRole('link', { name: '审核' }).click();
  await expect(superior.getByRole('region', { name: '审核要点' })).toContainText('《中国共产党支部工作条例（试行）》');
  await superior.getByRole('button', { name: '退回' }).click();
  const dialog = superior.getByRole('dialog');
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect(dialog.getByText('请输入退回原因')).toBeVisible();
  await dialog.getByRole('textbox', { name: '退回原因' }).fill('请补充活动场所');
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect(superior.locator('.record-head')).toContainText('已退回');

  await page.reload();
  await page.getByRole('link', { name: '修改后重新提交' }).click();
  await expect(page.getByText('退回原因：请补充活动场所')).toBeVisible();
  await field(page, '活动场所').fill('商会大厦三楼');
  await save(page);
  await expect(page.locator('.record-head')).toContainText('待审核');
  await expect(page.locator('.record-fields')).toContainText('商会大厦三楼');

  // What the auditor has read is no longer what is asked for: it is read again before it is decided.
  await superior.reload();
  await picture(superior, 'audit');
  await superior.getByRole('button', { name: '通过' }).click();
  await dialog.getByRole('textbox', { name: '审核意见' }).fill('同意设立');
  await dialog.getByRole('button', { name: '通过' }).click();
  await expect(superior.locator('.record-head')).toContainText('已设立');
  await superior.getByRole('link', { name: '组织档案' }).click();
  await expect(superior.getByRole('heading', { name: new RegExp(NAME) })).toContainText('流动党员党组织');
  await expect(superior.locator('.org-team')).toContainText('书记');
  await superior.context().close();

  await go(page, LIST);
  await expect(row(page)).toContainText('已设立');
  await picture(page, 'list');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  expect((await waiting).suggestedFilename()).toMatch(/^流动党组织-\d{4}-\d\d-\d\d\.xlsx$/);
  await row(page).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('演练结束');
  await page.getByRole('dialog').getByRole('button', { name: /撤销/ }).click();
  await expect(row(page)).toContainText('已撤销');
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(row(page)).toContainText('已设立');
});

test('on a phone a branch asks below its own superior; its deleted application comes back as it was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, BRANCH_WORKER, LIST);
  await page.getByRole('link', { name: '申请设立' }).click();
  await expect(page.getByText('（本支部的上级）')).toBeVisible();
  await field(page, '组织名称').fill('驻沪流动党支部');
  await page.getByRole('combobox', { name: '依托单位' }).selectOption({ label: '园区' });
  await page.getByRole('combobox', { name: '流入地区' }).fill('上海市');
  await field(page, '联系人').fill('沈渡口');
  await field(page, '联系电话').fill('0700-6551234');
  await field(page, '设立理由').fill('在沪党员较多。');
  await field(page, '流动党员人数').fill('5');
  await field(page, '书记人选').fill('不存在的人');
  await expect(page.getByText('没有查到正式党员“不存在的人”')).toBeVisible();
  await field(page, '书记人选').fill('王');
  await page.getByRole('list', { name: '书记人选查找结果' }).getByRole('button').first().click();
  await page.getByRole('button', { name: '提交审核' }).click();
  await expect(page.locator('.record-head')).toContainText('待审核');
  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('人员已返乡');
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await expect(page.getByRole('heading', { name: '流动党组织', exact: true })).toBeVisible();
  await expect(page.locator('.list-table tbody tr', { hasText: '驻沪流动党支部' })).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.locator('.list-table tbody tr', { hasText: '驻沪流动党支部' })).toContainText('待审核');
});
