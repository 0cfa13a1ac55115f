import { read, utils } from '@e965/xlsx';
import { type Download, expect, type Page } from '@playwright/test';
import { checkCharacter } from '../src/people/member/rules/idCard.ts';
import { XLSX_MIME, xlsx } from '../src/platform/server/spreadsheet/write.ts';
import { hold } from './support/line.ts';
import { signIn } from './support/signIn.ts';
import { ask, test } from './support/test.ts';

const BASE_WORKER = '420599198008080038';
const LIST = '/affairs/member/import';

const HEAD = [
  '姓名',
  '公民身份号码',
  '民族',
  '文化程度',
  '人员类别',
  '入党时间',
  '转正时间',
  '所属支部',
  '联系方式',
  '备注2',
];
const GOOD = 40;
const NAMES = '方胡龚梅许易邹雷万秦';

/** A number of area 420599 that nobody of the demo has: born in 1971, serials from 700. */
function card(n: number): string {
  const first17 = `4205991971${String(1 + (n % 12)).padStart(2, '0')}17${String(700 + n)}`;
  return first17 + checkCharacter(first17);
}
const wrongDigit = (number: string) => number.slice(0, 17) + (number.endsWith('1') ? '2' : '1');

function line(n: number, branch: string, given: Partial<Record<string, string>> = {}): string[] {
  const cells: Record<string, string> = {
    姓名: `${NAMES.charAt(n % 10)}晓${NAMES.charAt((n * 7) % 10)}`,
    公民身份号码: card(n),
    民族: '土家族',
    文化程度: '本科',
    人员类别: '正式党员',
    入党时间: '2010-06-20',
    转正时间: '2011-06-20',
    所属支部: branch,
    联系方式: `1870009${String(n).padStart(4, '0')}`,
    备注2: '不要',
  };
  return HEAD.map((head) => given[head] ?? cells[head] ?? '');
}

/** Forty good lines and six bad ones: two that a click fixes, four that need eyes. */
async function workbook(branch: string): Promise<Buffer> {
  const lines = Array.from({ length: GOOD }, (_, n) => line(n, branch));
  lines.splice(
    10,
    0,
    line(50, branch, { 文化程度: '大学' }),
    line(51, branch, { 文化程度: '大学毕业' }),
    line(52, branch, { 公民身份号码: wrongDigit(card(52)) }),
    line(53, branch, { 联系方式: '1870009' }),
    line(54, branch, { 公民身份号码: card(3) }),
    line(55, branch, { 文化程度: '没读过书' }),
  );
  const parts: Buffer[] = [];
  const columns = HEAD.map((head) => ({ head, width: 16 }));
  for await (const part of xlsx('名册', columns, lines)) parts.push(part);
  return Buffer.concat(parts);
}

const people = async (page: Page): Promise<number> =>
  (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1')).total;

async function sheetOf(download: Download): Promise<string[][]> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const book = read(Buffer.concat(chunks));
  const [first = ''] = book.SheetNames;
  return utils.sheet_to_json<string[]>(book.Sheets[first] ?? {}, { header: 1, raw: false, defval: '' });
}

const legend = (page: Page) => page.locator('.import-legend');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('a sheet from its template to its undoing', async ({ page }) => {
  await signIn(page, BASE_WORKER, LIST);
  const before = await people(page);
  const branch: string = (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1')).rows[0].orgName;
  const file = { name: '江南名册.xlsx', mimeType: XLSX_MIME, buffer: await workbook(branch) };
  const upload = () => page.setInputFiles('input[type="file"]', file);

  await test.step('the template names every column', async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载模板' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('党员信息采集表.xlsx');
    const [head] = await sheetOf(download);
    expect(head).toEqual(expect.arrayContaining(['姓名', '身份证号', '人员类别', '所在党支部']));
  });

  await test.step('what is no sheet is refused at the field', async () => {
    await page.setInputFiles('input[type="file"]', {
      name: '说明.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    });
    await expect(page.getByRole('alert')).toContainText('文件格式错误');
    await page.setInputFiles('input[type="file"]', { ...file, buffer: Buffer.from('not a workbook') });
    await expect(page.getByRole('alert')).toContainText('没有找到表头');
  });

  await test.step('columns are matched; without a required one nothing starts', async () => {
    await upload();
    await expect(page.getByLabel('公民身份号码')).toHaveValue('idCardNo');
    await expect(page.getByLabel('备注2')).toHaveValue('');
    const start = page.getByRole('button', { name: `校验并导入${GOOD + 6}行` });
    await page.getByLabel('公民身份号码').selectOption('');
    await expect(page.getByRole('alert')).toContainText('身份证号');
    await expect(start).toBeDisabled();
    await page.getByLabel('公民身份号码').selectOption('idCardNo');
    await start.click();
  });
  const bench = page.url();

  await test.step('good rows are written, only the bad ones come back with their reasons', async () => {
    await expect(page.locator('.import-grid tbody tr')).toHaveCount(6);
    await expect(legend(page)).toContainText(`已入库${GOOD}行`);
    await expect(legend(page)).toContainText('待修正6行');
    await expect(page.locator('td.bad')).toHaveCount(6);
    await expect(page.locator('td.bad[data-label="手机号"]')).toContainText('少4位');
    expect(await people(page)).toBe(before + GOOD);
  });

  await test.step('the bad rows as a file', async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载错误行' }).click();
    const [head, ...lines] = await sheetOf(await started);
    expect(head).toEqual([...HEAD, '原因']);
    expect(lines).toHaveLength(6);
    expect(lines.every((line) => line.at(-1) !== '')).toBe(true);
  });

  await test.step('one click fixes a group', async () => {
    await page.getByRole('button', { name: '一键改正2行' }).click();
    await expect(page.locator('.import-groups .fixed')).toContainText('已改2行');
    await expect(legend(page)).toContainText('待修正4行');
  });

  await test.step('a reload keeps the batch', async () => {
    await page.reload();
    await expect(page.locator('.import-grid tbody tr')).toHaveCount(4);
    await expect(legend(page)).toContainText(`已入库${GOOD + 2}行`);
  });

  await test.step('cells are fixed by keyboard alone', async () => {
    await page.locator('td.bad').first().focus();
    expect(await focused(page)).toBe('第14行身份证号');
    await page.keyboard.type(card(52));
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('第15行手机号');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('第14行手机号');
    await page.keyboard.press('Enter');
    await expect(legend(page)).toContainText('待修正3行');
    expect(await focused(page)).toBe('第15行手机号');
    await page.keyboard.type('18700095353');
    await page.keyboard.press('Enter');
    await expect(legend(page)).toContainText('待修正2行');
    await expect(legend(page)).toContainText(`已入库${GOOD + 4}行`);
  });

  await test.step('a spreadsheet’s cells are pasted over several', async () => {
    await page.locator('td.bad[data-label="学历"]').focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '大学本科\t2010-06-21\r\n');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    });
    await expect(page.locator('.import-status')).toContainText('已改好1行，尚未入库');
    // Until the rows are read again, none is given up that was just fixed.
    const release = await hold(page, '/api/orgMeber/imports/rows');
    await page.getByRole('button', { name: '保存1行并入库' }).click();
    await expect(legend(page)).toContainText('待修正1行');
    await expect(page.getByRole('button', { name: '跳过这些行' })).toBeDisabled();
    await release();
    await expect(legend(page)).toContainText(`已入库${GOOD + 5}行`);
  });

  await test.step('the rest is skipped, and the batch is done', async () => {
    await page.getByRole('button', { name: '跳过这些行' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '跳过1行' }).click();
    await expect(page.getByText(`已入库${GOOD + 5}人，跳过1行`)).toBeVisible();
    expect(await people(page)).toBe(before + GOOD + 5);
  });

  await test.step('the end leads to a list of just these people', async () => {
    await page.getByRole('link', { name: `查看这${GOOD + 5}人` }).click();
    await expect(page.getByRole('button', { name: /^导入/ })).toContainText('江南名册.xlsx');
    await expect(page.locator('.pager-total')).toHaveText(`共${GOOD + 5}人`);
    await page.getByRole('button', { name: '重置' }).click();
    await expect(page.locator('.pager-total')).toHaveText(`共${(before + GOOD + 5).toLocaleString('en-US')}人`);
    await page.goto(bench);
  });

  await test.step('the same file again changes nothing', async () => {
    await page.getByRole('link', { name: '导入另一个表格' }).click();
    await upload();
    // What was fixed by a click is fixed without one; the others stay as they were.
    await expect(page.getByRole('checkbox', { name: '学历不在字典里' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: '日期只有年月' })).not.toBeChecked();
    await page.getByRole('button', { name: /校验并导入/ }).click();
    await expect(page.locator('.import-grid')).toBeVisible();
    await expect(legend(page)).toContainText('已入库0行');
    await expect(legend(page)).toContainText(`跳过${GOOD + 2}行`);
    expect(await people(page)).toBe(before + GOOD + 5);
  });

  await test.step('a batch is undone as one', async () => {
    await page.goto(bench);
    await page.getByRole('button', { name: '撤销本批' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '撤销本批' }).click();
    const undone = page.getByRole('status').filter({ hasText: '本批已撤销' });
    await expect(undone).toContainText(`本批已撤销：${GOOD + 5}人移入回收站`);
    await expect(page.getByRole('region', { name: '撤销结果' }).locator('.list-table tbody tr')).not.toHaveCount(0);
    expect(await people(page)).toBe(before);
  });
});

test('many bad rows: any page is reached, the next error is found across pages, reasons are read whole', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, LIST);
  const branch: string = (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1')).rows[0].orgName;
  const lines = Array.from({ length: 120 }, (_, n) =>
    line(100 + n, branch, { 联系方式: '1870009', 所属支部: n === 0 ? '这个名字很长而且哪里都没有的党支部' : branch }),
  );
  const parts: Buffer[] = [];
  for await (const part of xlsx(
    '名册',
    HEAD.map((head) => ({ head, width: 16 })),
    lines,
  ))
    parts.push(part);
  const file = { name: '都有错的名册.xlsx', mimeType: XLSX_MIME, buffer: Buffer.concat(parts) };
  await page.setInputFiles('input[type="file"]', file);
  await page.getByRole('button', { name: /校验并导入/ }).click();
  const rows = page.locator('.import-grid tbody tr');
  await expect(rows).toHaveCount(50);
  const cut = await page
    .locator('td.bad small > span')
    .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
  expect(cut).toBe(0);
  await page.screenshot({ path: '.cache/screens/import-many-wide.png' });

  await page.getByRole('textbox', { name: '跳至' }).fill('3');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(20);
  await expect(rows.first().getByRole('rowheader')).toHaveText('102');
  await page.getByRole('button', { name: '第1页' }).click();
  await expect(rows.first().getByRole('rowheader')).toHaveText('2');
  await page.locator('td.bad').last().focus();
  expect(await focused(page)).toBe('第51行手机号');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('第52行手机号');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => focused(page)).toBe('第51行手机号');
  await page.getByRole('button', { name: '下一处错误' }).click();
  await expect.poll(() => focused(page)).toBe('第52行手机号');
  await page.getByRole('button', { name: '下一处错误' }).click();
  await expect.poll(() => focused(page)).toBe('第53行手机号');
  await page.setViewportSize({ width: 390, height: 844 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
  await page.screenshot({ path: '.cache/screens/import-many-phone.png' });
});
