import { expect, type Page } from '@playwright/test';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const save = (page: Page) => page.keyboard.press('Control+s');

const yesterday = () => new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE');

/** The organisation at which the page's user works, and a full member of it. */
async function place(page: Page) {
  const org = (await ask(page, '/api/common/getOrgTree/all')).data[0] as { id: string; name: string };
  const people = await page.evaluate(async (orgId) => {
    const headers = {
      authorization: sessionStorage.getItem('session-token') ?? '',
      'content-type': 'application/json',
    };
    const init = { method: 'POST', headers, body: JSON.stringify({ orgId }) };
    return (await (await fetch('/api/zzxx/office/candidates', init)).json()).data as { name: string }[];
  }, org.id);
  const chosen = people.find(({ name }) => people.filter((one) => one.name.includes(name)).length === 1);
  return { org, name: chosen?.name ?? '' };
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a term is renewed, its votes are corrected, and a deletion is undone, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, BASE_WORKER, '/affairs/organization/browseOrganization');
    await page.getByRole('tab', { name: '届次' }).click();
    const { org, name } = await place(page);
    const rows = page.locator('.record-table tbody tr');
    await expect(rows.first()).toContainText('任命');
    const before = await rows.count();
    await page.screenshot({ path: `.cache/p/terms-${width}.png` });

    await page.getByRole('link', { name: '登记新一届' }).click();
    await expect(page.getByRole('heading', { name: `登记新一届 ${org.name}` })).toBeVisible();
    await field(page, '应到会人数').fill('20');
    await save(page);
    await expect(field(page, '当选日期')).toBeFocused();
    await field(page, '当选日期').fill(yesterday());
    await page.getByRole('combobox', { name: '产生方式' }).selectOption('党员大会选举');
    // Who picks the wrong way to come about finds the numbers again.
    await page.getByRole('combobox', { name: '产生方式' }).selectOption('任命');
    await expect(field(page, '应到会人数')).toHaveCount(0);
    await page.getByRole('combobox', { name: '产生方式' }).selectOption('党员大会选举');
    await expect(field(page, '应到会人数')).toHaveValue('20');
    await field(page, '实到会人数').fill('15');
    await field(page, '添加班子成员').fill(name);
    await page.getByRole('list', { name: '查找结果' }).getByRole('button', { name }).first().click();
    await field(page, `${name}的得票`).fill('9');
    await save(page);
    await expect(page.getByText('到会人数未达到应到会人数的五分之四，选举无效')).toBeVisible();
    await expect(field(page, '实到会人数')).toBeFocused();
    await field(page, '实到会人数').fill('18');
    await save(page);
    await expect(page.getByText('的得票未超过实到会人数的一半，不能当选')).toBeVisible();
    await page.screenshot({ path: `.cache/p/form-${width}.png`, fullPage: true });
    await field(page, `${name}的得票`).fill('17');
    await save(page);
    await expect(page.locator('.record-name')).toContainText(name);
    await expect(page.locator('.record-fields')).toContainText('18人');
    await page.screenshot({ path: `.cache/p/term-${width}.png`, fullPage: true });

    await page.getByRole('link', { name: '编辑', exact: true }).click();
    await field(page, `${name}的得票`).fill('16');
    await save(page);
    await expect(page.locator('.record-table')).toContainText('16票');

    await page.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('登记错了');
    await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
    await expect(rows).toHaveCount(before);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(rows).toHaveCount(before + 1);

    await go(page, '/affairs/organization/office');
    await expect(page.getByRole('heading', { name: '任期与换届' })).toBeVisible();
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
    await page.screenshot({ path: `.cache/p/list-${width}.png` });
    // The term goes again, so that whoever comes next finds what was there.
    await go(page, `/affairs/organization/browseOrganization/${org.id}?tab=office`);
    await expect(rows).toHaveCount(before + 1);
    await rows.first().getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('演练');
    await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
    await expect(rows).toHaveCount(before);
  });
}

test('what lacks leads to its field; what was filled in is in the history of that field', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/organization');
  const rows = page.locator('.list-table tbody tr');
  await rows.nth(1).getByRole('link').first().click();
  const gaps = page.getByRole('region', { name: '完整度' });
  await expect(gaps).toContainText(/信息完整|还缺\d+项/);
  await page.getByRole('link', { name: '编辑', exact: true }).first().click();
  const before = await field(page, '联系人').inputValue();
  await field(page, '联系人').fill('');
  await save(page);
  const gap = gaps.getByRole('listitem').filter({ hasText: '联系人' });
  await expect(gap).toBeVisible();
  await page.screenshot({ path: '.cache/p/gaps-1440.png', fullPage: true });
  await gap.getByRole('link', { name: '补填' }).click();
  await expect(field(page, '联系人')).toBeFocused();
  await field(page, '联系人').fill('沈渡口');
  await save(page);
  await expect(gaps).toBeVisible();
  await expect(gap).toHaveCount(0);

  const name = await page.title();
  await page.getByRole('tab', { name: '变更记录' }).click();
  await page.getByRole('combobox', { name: '字段' }).selectOption({ label: '联系人' });
  const history = page.locator('.record-table tbody tr');
  await expect(history.first()).toContainText('沈渡口');
  await expect(history.nth(1)).toContainText(before || '联系人');
  // The window is still named by the organisation.
  await expect(page).toHaveTitle(name);
  await page.screenshot({ path: '.cache/p/history-1440.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '.cache/p/history-390.png' });
});

test('an award is registered, contradicts itself first, and the further facts are filled in', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/organization');
  await page.locator('.list-table tbody tr').nth(2).getByRole('link').first().click();
  await page.getByRole('tab', { name: '奖惩情况' }).click();
  await page.getByRole('link', { name: '新增', exact: true }).click();
  await page.getByRole('combobox', { name: '奖惩类型' }).selectOption({ label: '问责处理' });
  await page.getByRole('combobox', { name: '奖惩名称' }).selectOption({ label: '先进基层党组织' });
  await field(page, '批准日期').fill('2021-07-01');
  await page.getByRole('textbox', { name: '批准机关', exact: true }).fill('峡州市委');
  await save(page);
  await expect(page.getByText('奖惩名称与奖惩类型不一致')).toBeVisible();
  await page.getByRole('combobox', { name: '奖惩类型' }).selectOption({ label: '表彰奖励' });
  await save(page);
  const rows = page.locator('.record-table tbody tr');
  await expect(rows.first()).toContainText('先进基层党组织');
  await page.screenshot({ path: '.cache/p/reward-1440.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '.cache/p/reward-390.png', fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('tab', { name: '扩展信息' }).click();
  await page.getByRole('link', { name: '登记', exact: true }).click();
  await field(page, '邮政编码').fill('12');
  await save(page);
  await expect(page.getByText('邮政编码为6位数字')).toBeVisible();
  await field(page, '邮政编码').fill('443000');
  await page.getByRole('combobox', { name: '所在行政区划' }).fill('湖北省宜');
  await page.getByRole('option', { name: '宜昌市' }).click();
  await page.getByRole('combobox', { name: '所在行政区划' }).press('End');
  await page.keyboard.type('夷陵区');
  await page.getByRole('combobox', { name: '是否新业态' }).selectOption({ label: '否' });
  await save(page);
  await expect(page.locator('.record-fields')).toContainText('443000');
  await expect(page.locator('.record-fields')).toContainText('湖北省宜昌市夷陵区');
  await page.screenshot({ path: '.cache/p/extension-1440.png' });
  await page.getByRole('tab', { name: '考核评议' }).click();
  await expect(page.getByText('还没有登记考核评议')).toBeVisible();
});

test('an organisation goes back to an earlier state, which shows old and new first, and the going back is undone', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/organization');
  await page.locator('.list-table tbody tr').nth(3).getByRole('link').first().click();
  const change = async (contact: string) => {
    await page.getByRole('link', { name: '编辑', exact: true }).first().click();
    await field(page, '联系人').fill(contact);
    await save(page);
    await expect(page.locator('.record-fields').first()).toContainText(contact);
  };
  await change('沈渡口');
  await change('沈舟桥');
  await page.getByRole('tab', { name: '时间线' }).click();
  const line = page.getByRole('list', { name: '时间线' }).getByRole('listitem');
  await expect(line.first()).toContainText('沈舟桥');
  await expect(line.first().getByRole('button', { name: '回到此状态' })).toHaveCount(0);
  await page.getByRole('combobox', { name: '内容' }).selectOption({ label: '大事记' });
  await expect(line.first()).toContainText('大事记');
  await page.getByRole('combobox', { name: '内容' }).selectOption({ label: '全部' });
  await expect(line.first()).toContainText('沈舟桥');
  await page.screenshot({ path: '.cache/f/timeline-1440.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '.cache/f/timeline-390.png', fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });

  await line.nth(1).getByRole('button', { name: '回到此状态' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: '将改回的内容' })).toContainText('沈舟桥');
  await page.screenshot({ path: '.cache/f/goback-1440.png' });
  await dialog.getByRole('button', { name: '回到此状态' }).click();
  await expect(dialog.getByText('请输入原因')).toBeVisible();
  await dialog.getByRole('textbox', { name: '原因' }).fill('登记有误');
  await dialog.getByRole('button', { name: '回到此状态' }).click();
  await expect(line.first()).toContainText('登记有误');
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(line.first()).toContainText('撤销');
  await page.getByRole('tab', { name: '基本信息' }).click();
  await expect(page.locator('.record-fields').first()).toContainText('沈舟桥');
});
