import { expect, type Page } from '@playwright/test';
import { BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const rows = (page: Page) => page.locator('.record-table tbody');
/** The names of the rows as they stand. */
const stand = (page: Page, ...names: string[]) => expect(rows(page)).toContainText(names);

async function add(page: Page, name: string, relation: string) {
  await page.getByRole('link', { name: '新增', exact: true }).click();
  await page.getByRole('combobox', { name: '称谓', exact: true }).selectOption({ label: relation });
  await field(page, '姓名').fill(name);
}
async function save(page: Page, name: string) {
  await page.keyboard.press('Control+s');
  await expect(rows(page).filter({ hasText: name })).toHaveCount(1);
}

test('rows of a tab have attachments and are put into order by key and button; a step is undone, the days come back', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  await page.locator('.list-table tbody tr').nth(3).getByRole('link').first().click();
  await page.getByRole('tab', { name: /^家庭成员/ }).click();
  await add(page, '谭大江', '儿子');
  await field(page, '备注').fill('在外地工作，每年春节回来');
  await page.getByTestId('upload-input').setInputFiles([
    { name: '户口簿.txt', mimeType: 'text/plain', buffer: Buffer.from('户口簿首页') },
    { name: '关系证明.txt', mimeType: 'text/plain', buffer: Buffer.from('关系证明') },
  ]);
  await expect(page.locator('.upload-row.success')).toHaveCount(2);
  await page.screenshot({ path: '.cache/p/recordForm-1440.png' });
  await save(page, '谭大江');
  await add(page, '谭小溪', '女儿');
  await save(page, '谭小溪');
  await add(page, '周水生', '父亲');
  await save(page, '周水生');
  await stand(page, '周水生', '谭小溪', '谭大江');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载户口簿.txt' }).click();
  expect((await download).suggestedFilename()).toBe('户口簿.txt');

  await page.getByRole('button', { name: '排序', exact: true }).click();
  const handle = page.getByRole('button', { name: /^调整谭大江的顺序/ });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await stand(page, '周水生', '谭大江', '谭小溪');
  await expect(handle).toBeFocused();
  await page.screenshot({ path: '.cache/p/recordOrder-1440.png' });
  const up = page.getByRole('button', { name: '上移谭大江' });
  await up.click();
  await stand(page, '谭大江', '周水生', '谭小溪');
  // What cannot go further up hands the focus on.
  await expect(page.getByRole('button', { name: '下移谭大江' })).toBeFocused();
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await stand(page, '周水生', '谭大江', '谭小溪');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '下移周水生' }).click();
  await stand(page, '谭大江', '周水生', '谭小溪');
  await page.screenshot({ path: '.cache/p/recordOrder-390.png', fullPage: true });
  await page.getByRole('button', { name: '完成' }).click();
  await page.screenshot({ path: '.cache/p/recordFiles-390.png', fullPage: true });
  await page.reload();
  await stand(page, '谭大江', '周水生', '谭小溪');
  await page.getByRole('link', { name: '编辑谭大江' }).click();
  await expect(page.getByText('关系证明.txt')).toBeVisible();
  await page.screenshot({ path: '.cache/p/recordForm-390.png', fullPage: true });
  await page.goBack();
  await page.getByRole('button', { name: '排序', exact: true }).click();
  await page.getByRole('button', { name: '恢复按登记先后排列' }).click();
  await stand(page, '周水生', '谭小溪', '谭大江');
  await expect(page.getByRole('button', { name: '恢复按登记先后排列' })).toHaveCount(0);
});
