import { expect, type Page } from '@playwright/test';
import { XLSX_MIME, xlsx } from '../src/platform/server/spreadsheet/write.ts';
import { lookAs } from './support/look.ts';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

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
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text })).toBeVisible();
const look = lookAs('import');
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
  const bad = page.getByRole('region', { name: '待修正的行' });
  await expect(bad.getByRole('row')).toHaveCount(2);
  await expect(bad).toContainText('“朋友”不在选项里');
  await look(page, 'recordImport');
  await page.getByRole('button', { name: '写入1条' }).click();
  await expect(result.getByRole('status')).toContainText('已写入1条');

  // The bad row is fixed in the sheet by keys alone, and written by a second word.
  await bad.getByRole('button', { name: '下一处错误' }).focus();
  await page.keyboard.press('Enter');
  const cell = page.getByRole('combobox', { name: '第3行称谓' });
  await expect(cell).toBeFocused();
  await page.keyboard.type('同学');
  await expect(bad.getByRole('status')).toHaveText('已改好1行，尚未保存');
  await expect(page.getByRole('button', { name: '没有可以写入的行' })).toBeDisabled();
  await page.keyboard.press('Enter');
  await notice(page, '第3行仍有错误，原因已更新');
  await expect(bad).toContainText('“同学”不在选项里');
  await bad.getByRole('button', { name: '下一处错误' }).click();
  await cell.fill('儿子');
  await page.keyboard.press('Enter');
  await expect(bad).toContainText('有误的行都已改好');
  await expect(result.getByRole('status')).toContainText('已写入1条');
  await page.getByRole('button', { name: '写入1条' }).click();
  await expect(page.getByRole('heading', { name: '已写入2条家庭成员' })).toBeVisible();

  await go(page, `/affairs/member/browse/${id}?tab=family`);
  await expect(page.getByRole('region', { name: '家庭成员' })).toContainText('龙小溪');
  await expect(page.getByRole('region', { name: '家庭成员' })).toContainText('1991-04-05');
  await expect(page.getByRole('region', { name: '家庭成员' })).toContainText('龙二');

  await go(page, LIST);
  await page.getByRole('link', { name: '家庭成员.xlsx' }).first().click();
  await page.getByRole('button', { name: '撤销导入' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
  await expect(page.getByRole('heading', { name: '这次导入已撤销' })).toBeVisible();
  await go(page, `/affairs/member/browse/${id}?tab=family`);
  await expect(page.getByRole('tab', { name: '家庭成员' })).toBeVisible();
  await expect(page.getByText('龙小溪')).toBeHidden();
});

test('rewards and a leadership of organisations come by sheets from their tabs, and are taken back', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/organization/browseOrganization?tab=reward');
  const org = (await ask(page, '/api/common/getOrgTree/all')).data[0] as { id: string; name: string };
  const rewards = page.getByRole('region', { name: '奖惩情况' });
  await rewards.getByRole('link', { name: '导入' }).click();
  await expect(page.getByLabel('导入的内容')).toHaveValue('reward');
  const head = ['党组织名称', '上级党组织', '奖惩类型', '奖惩名称', '批准日期', '批准机关', '文号'];
  const reward = ['', '表彰奖励', '先进基层党组织', '2021.7.1', '市委', '导入第一号'];
  const send = async (name: string, lines: readonly (readonly string[])[]) =>
    page.setInputFiles('input[type="file"]', { name, mimeType: XLSX_MIME, buffer: await workbook(lines) });
  await send('奖惩.xlsx', [head, [org.name, ...reward], ['别处的党委', ...reward]]);
  const result = page.getByRole('region', { name: '校验结果' });
  await expect(result.getByRole('status')).toContainText('可写入1条奖惩情况');
  const bad = page.getByRole('region', { name: '待修正的行' });
  await expect(bad.getByRole('row', { name: /别处的党委/ })).toContainText('您管理的范围内没有这个名称的党组织');
  await look(page, 'orgImport');
  await page.getByRole('button', { name: '写入1条' }).click();
  await expect(result.getByRole('status')).toContainText('已写入1条');
  await go(page, `/affairs/organization/browseOrganization/${org.id}?tab=reward`);
  await expect(rewards).toContainText('导入第一号');
  await page.goBack();
  await page.getByRole('button', { name: '撤销导入' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
  await expect(page.getByRole('heading', { name: '这次导入已撤销' })).toBeVisible();

  await go(page, '/affairs/organization/office');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导出届次和班子成员' });
  await expect(dialog.getByLabel('导出的届次')).toHaveValue('current');
  await page.screenshot({ path: '.cache/p/termExport-1440.png' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.getByRole('link', { name: '导入', exact: true }).click();
  await expect(page.getByLabel('导入的内容')).toHaveValue('office');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '.cache/p/termImport-390.png', fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: '.cache/p/termImport-1440.png', fullPage: true });
  const posts = ['党组织名称', '届次', '当选日期', '产生方式', '党内职务', '姓名'];
  await send('届次.xlsx', [posts, [org.name, '', '2199-1-1', '任命', '书记', '没有人']]);
  await expect(bad).toContainText('该组织范围内没有名叫“没有人”的正式党员');
  await expect(page.getByRole('button', { name: '没有可以写入的行' })).toBeDisabled();
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
  const undone = page.getByRole('status').filter({ hasText: '本批已撤销' });
  await expect(undone).toContainText('本批已撤销：1人恢复原值');
  expect(await residence()).toBe(before);
});
