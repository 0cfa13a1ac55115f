import { expect, type Page } from '@playwright/test';
import { XLSX_MIME, xlsx } from '../src/platform/server/spreadsheet/write.ts';
import { hold } from './support/line.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const BASE_WORKER = '420599198008080038';
const RECORDS = '/affairs/member/recordImport';
const IMPORT = '/affairs/member/import';

async function sheet(name: string, lines: readonly (readonly string[])[]) {
  const [head = [], ...rest] = lines;
  const parts: Buffer[] = [];
  const columns = head.map((text) => ({ head: text, width: 16 }));
  for await (const part of xlsx('表', columns, rest)) parts.push(part);
  return { name, mimeType: XLSX_MIME, buffer: Buffer.concat(parts) };
}

/** Uploads two lines of which neither can be written; the bench shows both. */
async function twoBadRows(page: Page): Promise<void> {
  await signIn(page, BASE_WORKER, IMPORT);
  const branch: string = (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1')).rows[0].orgName;
  const lines = [
    ['姓名', '身份证号', '人员类别', '所在党支部', '手机号'],
    ['严晓甲', '4205991971', '正式党员', branch, '18700099001'],
    ['严晓乙', '4205991972', '正式党员', branch, '18700099002'],
  ];
  await page.setInputFiles('input[type="file"]', await sheet('两行.xlsx', lines));
  await page.getByRole('button', { name: '校验并导入2行' }).click();
  await expect(page.locator('.import-grid tbody tr')).toHaveCount(2);
}

const card = (page: Page, row: number) => page.locator('.import-grid tbody tr').nth(row).locator('td.bad').first();

async function type(page: Page, row: number, text: string): Promise<void> {
  await card(page, row).focus();
  await page.keyboard.type(text);
}

test('a row that another window gave up does not hold up what was typed in the others', async ({ page, another }) => {
  await twoBadRows(page);
  await type(page, 0, '42059919710');
  await page.keyboard.press('Tab');
  await page.keyboard.type('42059919720');
  await expect(page.getByText('已改好2行，尚未入库')).toBeVisible();

  const other = await another();
  await signIn(other, BASE_WORKER, new URL(page.url()).hash.slice(1));
  await other.getByLabel('选择第2行').check();
  await other.getByRole('button', { name: '跳过选中1行' }).click();
  await other.getByRole('dialog').getByRole('button', { name: '跳过1行' }).click();
  await expect(other.locator('.import-grid tbody tr')).toHaveCount(1);

  await page.getByRole('button', { name: '保存2行并入库' }).click();
  await expect(page.locator('.notice', { hasText: '1行已在别处改好或跳过，没有再保存' })).toBeVisible();
  await expect(page.locator('.import-grid tbody tr')).toHaveCount(1);
  await expect(page.getByRole('button', { name: '保存并入库' })).toBeDisabled();
});

test('who goes elsewhere while a sheet is uploaded is not pulled back', async ({ page }) => {
  await signIn(page, BASE_WORKER, RECORDS);
  await page.getByLabel('导入的内容').selectOption({ label: '家庭成员' });
  const release = await hold(page, '/api/dyxx/recordImports/upload');
  const lines = [
    ['人员姓名', '身份证号', '称谓', '姓名'],
    ['无此人', '420599199102030011', '朋友', '龙二'],
  ];
  await page.setInputFiles('input[type="file"]', await sheet('离开.xlsx', lines));
  await expect(page.getByRole('button', { name: '正在上传并校验…' })).toBeVisible();
  await go(page, '/affairs/member');
  await expect(page.getByRole('heading', { level: 1, name: '党员信息' })).toBeVisible();
  const answered = page.waitForResponse((response) => response.url().endsWith('/upload'));
  await release();
  await (await answered).finished();
  await expect(page).toHaveURL(/#\/affairs\/member$/);
  await expect(page.getByRole('heading', { level: 1, name: '党员信息' })).toBeVisible();
});
