import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { expect, type Page } from '@playwright/test';
import { find, LIST, names, rows, search, secondPage } from './support/members.ts';
import { BASE_WORKER, BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, test, totalOf } from './support/test.ts';

test('rows are ordered by the head, and moved one place by the menu', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  const own = await names(page).allTextContents();
  const head = page.getByRole('columnheader', { name: '入党日期' });
  const days = () => page.locator('.list-table td[data-title="入党日期"]').allTextContents();
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  // The rows before stay until those of the new order are there.
  await expect(names(page)).not.toHaveText(own);
  const sorted = await days();
  expect(sorted).toEqual([...sorted].sort());
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(names(page)).not.toHaveText(own);
  await head.getByRole('button').click();
  await expect(names(page)).toHaveText(own);

  const [, , third = '', fourth = ''] = own;
  await rows(page).nth(2).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '下移一位' }).click();
  await expect(page.locator('.undo-bar', { hasText: `${third}已下移` })).toBeVisible();
  await expect(names(page).nth(2)).toHaveText(fourth);
  await rows(page).nth(3).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '上移一位' }).click();
  await expect(names(page)).toHaveText(own);
});

test('a filter becomes a view; its link opens it for others, without a name in it', async ({ page, another }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  const all = await totalOf(page);
  await page.getByRole('button', { name: '更多条件' }).click();
  await page.getByRole('button', { name: /^性别/ }).click();
  await page.getByRole('radio', { name: '女' }).click();
  await expect(page.getByRole('button', { name: /^性别/ })).toContainText('女');
  await expect(page.locator('.pager-total')).not.toHaveText(`共${all}人`);
  const women = await totalOf(page);
  await page.getByRole('button', { name: '存为视图' }).click();
  await page.getByLabel('视图名称').fill('女党员');
  await page.getByLabel('本组织的人都能用').check();
  await page.keyboard.press('Enter');
  const tab = page.getByRole('tab', { name: '女党员' });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  const link = page.url();
  await page.getByRole('tab', { name: /^全部/ }).click();
  await expect(page.locator('.pager-total')).not.toHaveText(`共${women}人`);
  await tab.click();
  await expect(page.locator('.pager-total')).toHaveText(`共${women}人`);

  // The same link at the committee above: the same filter over what that role may see.
  const other = await secondPage(another, BASE_WORKER, new URL(link).hash.slice(1));
  await expect(other.getByRole('button', { name: /^性别/ })).toContainText('女');
  await expect(other.locator('.list-table td[data-title="性别"]').first()).toHaveText('女');
  expect(await totalOf(other)).toBeGreaterThan(women);
  await expect(other.getByRole('tab', { name: '女党员' })).toHaveCount(0);
  await page.getByRole('button', { name: '删除此视图' }).click();
  await expect(tab).toHaveCount(0);
  await page.locator('.undo-bar', { hasText: '已删除视图“女党员”' }).getByRole('button', { name: '撤销' }).click();
  await tab.click();
  await expect(page.locator('.pager-total')).toHaveText(`共${women}人`);
  await page.getByRole('button', { name: '删除此视图' }).click();
  await expect(tab).toHaveCount(0);
});

test('columns, order, page and page size outlive a reload and a new login on another machine', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '手机号' }).uncheck();
  await page.getByRole('checkbox', { name: '年龄' }).check();
  await page.getByRole('button', { name: '年龄前移' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('separator', { name: '姓名列宽' }).focus();
  await page.keyboard.press('ArrowRight');
  const width = await page.locator('th[data-key="name"]').evaluate((th: HTMLElement) => th.offsetWidth);
  await page.getByLabel('每页条数').selectOption('50');
  await expect(rows(page)).toHaveCount(50);
  await page.locator('th[data-key="age"]').getByRole('button').click();
  await expect(page.locator('th[data-key="age"]')).toHaveAttribute('aria-sort', 'ascending');
  const further = (await totalOf(page)) - 50;
  await page.getByRole('button', { name: '第2页' }).click();
  await expect(rows(page)).toHaveCount(further);
  const kept = async (page: Page) => {
    await expect(page.getByRole('button', { name: '第2页' })).toHaveAttribute('aria-current', 'page');
    await expect(rows(page)).toHaveCount(further);
    await expect(page.locator('th[data-key="age"]')).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.locator('th[data-key="phonenumber"]')).toHaveCount(0);
    expect(await page.locator('th[data-key="name"]').evaluate((th: HTMLElement) => th.offsetWidth)).toBe(width);
  };
  // The server has all of it before the reload.
  await expect
    .poll(async () => (await ask(page, '/api/search/table/list')).data[0]?.memory)
    .toMatchObject({
      columns: { hidden: expect.arrayContaining(['phonenumber']), widths: { name: width } },
      sort: 'age',
      pageNum: 2,
      pageSize: 50,
    });
  await page.reload();
  await kept(page);
  const other = await secondPage(another, BRANCH_WORKER, LIST);
  await kept(other);
  // A filter is not remembered, and leaving it leads to the first page.
  await search(other).fill('txw');
  await expect(rows(other)).toHaveCount(1);
  await other.getByRole('button', { name: '重置' }).click();
  await expect(rows(other)).toHaveCount(50);

  await other.getByRole('button', { name: '列设置' }).click();
  await other.getByRole('button', { name: '恢复默认' }).click();
  await other.keyboard.press('Escape');
  await expect(other.locator('th[data-key="phonenumber"]')).toBeVisible();
  await expect(other.locator('th[data-key="age"]')).toHaveCount(0);
  await expect(rows(other)).toHaveCount(20);
  await expect.poll(async () => (await ask(other, '/api/search/table/list')).data).toEqual([]);
});

test('the filtered list is exported in the background and fetched', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await find(page, '卫', 2);
  await page.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^导出党员名册/ });
  await dialog.getByRole('button', { name: '开始导出' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('请输入用途');
  await dialog.getByRole('textbox').fill('年度统计核对');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/dataManage\/exportList/);
  const job = page.locator('tbody tr').first();
  await expect(job.getByRole('button', { name: '下载' })).toBeVisible();
  const started = page.waitForEvent('download');
  await job.getByRole('button', { name: '下载' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  const book = read(readFileSync(await download.path()));
  const lines = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: false });
  const text = JSON.stringify(lines);
  expect(text).toContain('朱卫涛');
  expect(text).toContain('董卫进');
  expect(text).not.toContain('陈建波","');
  expect(text).toContain('年度统计核对');
  expect(text).not.toMatch(/\d{17}[\dX]/);
});

test('on a phone the first screen shows at least four people, and what can be done is within reach', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  const [, , , fourth] = await rows(page).all();
  const foot = await page.locator('.list-foot').boundingBox();
  const card = await fourth?.boundingBox();
  expect(card && foot && foot.y - (card.y + card.height), 'the fourth card ends above the bar').toBeGreaterThanOrEqual(
    0,
  );
  // No smaller for the thumb than before, and nothing lost beyond the edge.
  const name = await names(page).first().getByRole('link').boundingBox();
  expect(name?.height).toBeGreaterThanOrEqual(44);
  await expect(page.getByRole('link', { name: '新增党员' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: '导出', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: '导出', exact: true })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: '.cache/p/list-phone.png' });
});
