import { expect, type Page } from '@playwright/test';
import { openTab } from './support/menu.ts';
import { BASE_WORKER, COUNTY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

const LIST = '/affairs/organization/change';
const rows = (page: Page) => page.locator('.list-table tbody tr');
const table = (page: Page, name: string) => page.getByRole('table', { name });

/** Chooses an organisation by its name in the tree of a form's field. */
async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  const popup = page.getByRole('dialog', { name: field });
  await popup.getByRole('searchbox', { name: '名称、拼音首字母' }).fill(name);
  await popup.getByRole('treeitem', { name: new RegExp(name) }).click();
  await expect(page.getByRole('button', { name: field })).toContainText(name);
}

async function document(page: Page, kind: string, number: string): Promise<void> {
  await page.getByRole('link', { name: '起草变更文件' }).click();
  await page.getByRole('combobox', { name: '变更种类' }).selectOption({ label: kind });
  await page.getByRole('textbox', { name: '文号' }).fill(number);
  await page.getByRole('textbox', { name: '发文日期' }).fill('2026-03-01');
  await page.getByRole('textbox', { name: '变更事由' }).fill('按照街道党组织设置调整方案');
}

test('a branch gets another superior by a document: previewed, carried out, in its history, taken back', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/organization');
  await openTab(page, '组织变更');
  await expect(page.getByText('这里没有组织变更文件')).toBeVisible();
  await document(page, '隶属调整', '江组〔2026〕12号');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请选择新的上级党组织')).toBeVisible();
  await choose(page, '调整的组织', '渡口第一党支部');
  await choose(page, '新的上级组织', '商圈联合党支部');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('该类别的组织不能设在所选上级之下')).toBeVisible();
  await choose(page, '新的上级组织', '流动党员党总支');
  await page.keyboard.press('Control+s');

  await expect(page.getByRole('heading', { name: '执行前预览：涉及的组织' })).toBeVisible();
  const touched = table(page, '涉及的组织').getByRole('row', { name: /渡口第一党支部/ });
  await expect(touched).toContainText('调整隶属');
  const codes = (await touched.getByRole('cell').allTextContents()).slice(2);
  expect(codes[0]).not.toBe(codes[1]);
  await page.screenshot({ path: '.cache/screens/org-change-preview.png' });
  await page.getByRole('button', { name: '执行', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '执行', exact: true }).click();
  await expect(page.locator('.record-tags')).toContainText('已执行');

  await page.locator('.record-fields').getByRole('link', { name: '渡口第一党支部' }).click();
  await expect(page.locator('.record-place')).toContainText('流动党员党总支 > 渡口第一党支部');
  await page.getByRole('tab', { name: '变更记录' }).click();
  await expect(table(page, '变更记录').getByRole('row', { name: /上级党组织/ })).toContainText('江组〔2026〕12号');
  await page.goBack();

  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('文号有误');
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click();
  await expect(page.locator('.record-tags')).toContainText('已撤回');
  await expect(page.locator('.record-fields')).toContainText('文号有误');
  await page.locator('.record-fields').getByRole('link', { name: '渡口第一党支部' }).click();
  await expect(page.locator('.record-place')).toContainText('渡口社区党总支 > 渡口第一党支部');
});

test('a branch is divided with everybody’s destination; the draft is fixed, and deleted and brought back', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, LIST);
  await document(page, '分设', '江组〔2026〕13号');
  await choose(page, '分设的组织', '实验小学党支部');
  await page.getByRole('button', { name: '增加一个新组织' }).click();
  await page.getByRole('textbox', { name: '新组织1名称' }).fill('实验小学离退休党支部');
  const people = table(page, '人员和组织的去向')
    .getByRole('row')
    .filter({ has: page.getByRole('combobox') });
  for (const place of [0, 1, 2, 3]) {
    await people.nth(place).getByRole('combobox').selectOption({ label: '实验小学离退休党支部' });
  }
  await page.screenshot({ path: '.cache/screens/org-change-form.png', fullPage: true });
  await page.keyboard.press('Control+s');
  await expect(table(page, '人员划转').getByRole('row', { name: /实验小学离退休党支部/ })).toContainText('4人');

  // Somebody else saves the draft meanwhile: both are compared and merged.
  await page.getByRole('link', { name: '编辑', exact: true }).click();
  await page.getByRole('textbox', { name: '文号' }).fill('江组〔2026〕14号');
  const county = await another();
  await signIn(county, COUNTY, new URL(page.url()).hash.slice(1));
  await county.getByRole('textbox', { name: '变更事由' }).fill('按照区委批复');
  await county.keyboard.press('Control+s');
  await expect(table(county, '人员划转')).toBeVisible();
  await page.keyboard.press('Control+s');
  const diff = page.getByRole('dialog', { name: '对照两份 江组〔2026〕13号' });
  await expect(diff).toContainText('向丽华');
  await expect(diff.getByRole('row', { name: /变更事由/ })).toContainText('按照区委批复');
  await page.screenshot({ path: '.cache/screens/org-change-diff.png' });
  await diff.getByRole('button', { name: '合并并保存' }).click();
  await expect(page.locator('.record-fields').first()).toContainText('按照区委批复');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('江组〔2026〕14号');

  await page.getByRole('link', { name: '编辑', exact: true }).click();
  await people.nth(4).getByRole('combobox').selectOption({ label: '实验小学离退休党支部' });
  await page.keyboard.press('Control+s');
  await expect(table(page, '人员划转').getByRole('row', { name: /实验小学离退休党支部/ })).toContainText('5人');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '.cache/screens/org-change-phone.png', fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('暂不分设');
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await expect(rows(page).filter({ hasText: '江组〔2026〕14号' })).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(rows(page).filter({ hasText: '江组〔2026〕14号' })).toHaveCount(1);
  await page.screenshot({ path: '.cache/screens/org-change-list.png' });
});

test('what belongs to a revoked branch goes to the one that takes over, seen before, and comes back', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, LIST);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('组织变更');
  const { data: root } = await ask(page, '/api/common/getOrgTree/all');
  const made = await askBy(page, '/api/zzxx/org', { parentId: root[0].id, name: '滨江试点党支部', type: 46 });
  const group = { orgId: made.data.id, groupType: 3, groupName: '滨江筹备组' };
  const { data } = await askBy(page, '/api/sys/grout/info', group);
  const homeOfGroup = async () => {
    await go(page, `/contentManager/group/detail/${data.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('滨江筹备组');
    return page.locator('main');
  };

  await document(page, '撤销', '江组〔2026〕21号');
  await choose(page, '撤销的组织', '滨江试点党支部');
  await choose(page, '承接的组织', '商圈联合党支部');
  await page.keyboard.press('Control+s');
  const row = table(page, '随同划转').getByRole('row', { name: /分组/ });
  await expect(row).toContainText('商圈联合党支部');
  await expect(row).toContainText('1个');
  const address = new URL(page.url()).hash.slice(1);
  await page.screenshot({ path: '.cache/screens/org-change-along.png', fullPage: true });
  await page.getByRole('button', { name: '执行', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '执行', exact: true }).click();
  await expect(page.locator('.record-tags')).toContainText('已执行');
  await expect(await homeOfGroup()).toContainText('商圈联合党支部');

  await go(page, address);
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('暂缓撤销');
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click();
  await expect(page.locator('.record-tags')).toContainText('已撤回');
  await expect(await homeOfGroup()).toContainText('滨江试点党支部');
});
