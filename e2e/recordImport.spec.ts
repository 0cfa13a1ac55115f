import { expect, type Page } from '@playwright/test';
import { XLSX_MIME, xlsx } from '../src/platform/server/spreadsheet/write.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, test } from './support/test.ts';

const BRANCH_WORKER = '420599198510010051';
/** The demo's member of that branch. */
const ID_CARD = '42059919900520006X';
const LIST = '/affairs/member/recordImport';

async function workbook(lines: readonly (readonly string[])[]): Promise<Buffer> {
  const [head = [], ...rest] = lines;
  const parts: Buffer[] = [];
  const columns = head.map((text) => ({ head: text, width: 16 }));
  for await (const part of xlsx('表', columns, rest)) parts.push(part);
  return Buffer.concat(parts);
}
/** Goes where a link of the menu would, without loading the page anew. */
const go = (page: Page, place: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, place);
const person = async (page: Page): Promise<{ id: string; name: string }> =>
  (await askBy(page, '/api/dyxx/member/idCardNo', { idCardNo: ID_CARD })).data;

test('a sheet of one tab: the template, what is wrong, the writing, its place in the record, the undoing', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  const { id, name } = await person(page);
  const head = ['人员姓名', '身份证号', '称谓', '姓名', '出生日期'];
  const sheet = await workbook([
    head,
    [name, ID_CARD, '配偶', '龙小溪', '1991.4.5'],
    [name, ID_CARD, '朋友', '龙二', ''],
  ]);
  const file = { name: '家庭成员.xlsx', mimeType: XLSX_MIME, buffer: sheet };

  await page.getByRole('button', { name: '选择文件' }).click();
  await expect(page.getByRole('alert')).toContainText('请先选择导入的内容');
  await page.getByLabel('导入的内容').selectOption({ label: '家庭成员' });
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载模板' }).click();
  expect((await started).suggestedFilename()).toBe('家庭成员导入模板.xlsx');

  await page.setInputFiles('input[type="file"]', file);
  const result = page.getByRole('region', { name: '校验结果' });
  await expect(result.getByRole('status')).toContainText('可写入1条家庭成员');
  await expect(result.getByRole('row')).toHaveCount(2);
  await expect(result).toContainText('称谓：“朋友”不在选项里');
  await page.getByRole('button', { name: '写入1条' }).click();
  await expect(page.getByRole('heading', { name: '已写入1条家庭成员' })).toBeVisible();

  await go(page, `/affairs/member/browse/${id}?tab=family`);
  await expect(page.getByRole('region', { name: '家庭成员' })).toContainText('龙小溪');
  await expect(page.getByRole('region', { name: '家庭成员' })).toContainText('1991-04-05');

  await go(page, LIST);
  await page.getByRole('link', { name: '家庭成员.xlsx' }).first().click();
  await page.getByRole('button', { name: '撤销导入' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
  await expect(page.getByRole('heading', { name: '这次导入已撤销' })).toBeVisible();
  await go(page, `/affairs/member/browse/${id}?tab=family`);
  await expect(page.getByRole('tab', { name: '家庭成员' })).toBeVisible();
  await expect(page.getByText('龙小溪')).toBeHidden();
});

test('who is registered already is updated field by field, and the batch brings it back', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member/import');
  const { id, name } = await person(page);
  const residence = async () => (await ask(page, `/api/dyxx/member/get/${id}`)).data.residence;
  const before = await residence();
  const sheet = await workbook([
    ['姓名', '身份证号', '人员类别', '现居住地'],
    [name, ID_CARD, '正式党员', '滨江新居三号'],
  ]);
  await page.setInputFiles('input[type="file"]', { name: '住址.xlsx', mimeType: XLSX_MIME, buffer: sheet });
  await page.getByRole('button', { name: '校验并导入1行' }).click();
  await page.getByRole('button', { name: '更新已在册人员' }).click();
  const dialog = page.getByRole('dialog', { name: '更新已在册人员' });
  await expect(dialog.getByRole('row', { name: /现居住地/ })).toContainText('滨江新居三号');
  await dialog.getByLabel('现居住地怎样更新').selectOption('overwrite');
  await dialog.getByRole('button', { name: '更新这1人' }).click();
  await expect(page.getByRole('heading', { name: /更新已在册1人/ })).toBeVisible();
  expect(await residence()).toBe('滨江新居三号');
  await page.getByRole('button', { name: '撤销本批' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销本批' }).click();
  await expect(page.getByRole('heading', { name: '本批已撤销' })).toBeVisible();
  expect(await residence()).toBe(before);
});
