import { expect, type Page } from '@playwright/test';
import { nothingIsAsked } from './support/leaving.ts';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const TITLE = '防汛物资储备情况统计表';
const BRANCH = '渡口第一党支部';
const look = lookAs('dataCentre');
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
const wide = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

/** Beijing, `2026-01-31`, so many days on. */
const day = (on: number) => new Date(Date.now() + (8 * 3600 + on * 86_400) * 1000).toISOString().slice(0, 10);

/** Adds a field by the dialog of the design. */
async function addField(
  page: Page,
  name: string,
  kind: string,
  given: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.getByRole('button', { name: '加字段' }).click();
  const dialog = page.getByRole('dialog', { name: '加字段' });
  await dialog.getByRole('textbox', { name: '名称' }).fill(name);
  await dialog.getByRole('combobox', { name: '类型' }).selectOption({ label: kind });
  for (const [label, text] of Object.entries(given)) await dialog.getByRole('textbox', { name: label }).fill(text);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
}

test('a street designs a table, a branch fills it in, it comes back once, is accepted and summed', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/tablemanager/tablelist');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  await look(page, 'list');
  await wide(page);
  await page.getByRole('link', { name: '新增数据表' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill(TITLE);
  await page.getByRole('combobox', { name: '填报周期' }).selectOption({ label: '一次性' });
  await page.getByRole('textbox', { name: '开始日期' }).fill(day(0));
  await page.getByRole('textbox', { name: '提前提醒' }).fill('7');
  await page.getByRole('combobox', { name: '填报范围' }).selectOption({ label: '指定组织' });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请填写截止日期').first()).toBeVisible();
  await page.getByRole('textbox', { name: '截止日期' }).fill(day(5));
  await look(page, 'form');
  await wide(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: new RegExp(TITLE) })).toBeVisible();

  await page.getByRole('link', { name: '设计字段' }).click();
  await addField(page, '储备点', '整数', { 单位: '个' });
  await addField(page, '编织袋', '整数', { 单位: '条' });
  await addField(page, '其中新购', '整数', { 单位: '条' });
  await addField(page, '有人值守', '是/否');
  await addField(page, '说明', '多行文字');
  await page.getByRole('button', { name: '修改说明' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: '必填' }).uncheck();
  await look(page, 'field');
  await wide(page);
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '加规则' }).click();
  const rule = page.getByRole('dialog', { name: '核对规则' });
  await rule.getByRole('combobox', { name: '字段', exact: true }).selectOption({ label: '其中新购' });
  await rule.getByRole('combobox', { name: '另一个字段' }).selectOption({ label: '编织袋' });
  await rule.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('其中新购 ≤ 编织袋')).toBeVisible();
  await look(page, 'design');
  await wide(page);
  await page.getByRole('button', { name: '保存' }).click();
  await notice(page, '字段已保存');

  await page.getByRole('button', { name: '选择填报组织' }).click();
  const dialog = page.getByRole('dialog', { name: '选择填报组织' });
  await dialog.getByRole('searchbox').fill(BRANCH);
  await page.keyboard.press('Enter');
  await dialog
    .getByRole('row', { name: new RegExp(BRANCH) })
    .first()
    .getByRole('checkbox')
    .check();
  await dialog.getByRole('button', { name: '确定' }).click();
  await notice(page, '已选1个填报组织');
  await page.getByRole('button', { name: '下发' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '下发' }).click();
  await notice(page, '已下发给1个组织');
  await expect(page.getByRole('region', { name: '各期填报情况' })).toContainText('本次填报');
  await look(page, 'table');
  await wide(page);
  const table = page.url();

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/today');
  await expect(branch.getByText(`填报：${TITLE}`).first()).toBeVisible();
  await go(branch, '/tablemanager/tablelist/mine');
  await expect(branch.getByRole('link', { name: TITLE }).first()).toBeVisible();
  await look(branch, 'mine');
  await wide(branch);
  await branch.getByRole('link', { name: TITLE }).first().click();
  await branch.getByRole('textbox', { name: '储备点' }).fill('2');
  await branch.getByRole('textbox', { name: '编织袋' }).fill('300');
  await branch.getByRole('textbox', { name: '其中新购' }).fill('400');
  await branch.getByRole('button', { name: '暂存' }).click();
  await notice(branch, '已暂存，上报前还有2处要改');
  await branch.getByRole('button', { name: '上报' }).click();
  await expect(branch.getByText('不能大于“编织袋”')).toBeVisible();
  await look(branch, 'fill');
  await wide(branch);
  await branch.getByRole('textbox', { name: '其中新购' }).fill('100');
  await branch.getByRole('combobox', { name: '有人值守' }).selectOption({ label: '是' });
  await branch.getByRole('button', { name: '上报' }).click();
  await notice(branch, /已上报，由.*审核/);
  await expect(branch.getByRole('button', { name: '催办' })).toBeVisible();
  await expect(branch.getByRole('button', { name: '审核通过' })).toHaveCount(0);
  const fill = new URL(branch.url()).hash.slice(1);

  await page.reload();
  await page.getByRole('region', { name: '各期填报情况' }).getByRole('link', { name: '本次填报' }).click();
  await page.getByRole('link', { name: BRANCH }).first().click();
  await look(page, 'view');
  await wide(page);
  await page.getByRole('button', { name: '退回' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('请核对编织袋数量');
  await page.getByRole('dialog').getByRole('button', { name: '退回' }).click();
  await notice(page, '已退回');

  await branch.reload();
  await expect(branch.getByText('退回：请核对编织袋数量').first()).toBeVisible();
  await branch.getByRole('link', { name: '补正' }).click();
  await branch.getByRole('textbox', { name: '编织袋' }).fill('320');
  await branch.getByRole('button', { name: '上报' }).click();
  await notice(branch, /已上报，由.*审核/);

  await page.reload();
  await page.getByRole('button', { name: '审核通过' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await notice(page, '审核通过');
  await page.goto(table);
  await page.getByRole('link', { name: '汇总' }).first().click();
  await expect(page.getByRole('region', { name: '汇总表' })).toContainText('320');
  await look(page, 'sum');
  await wide(page);
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('防汛检查');
  await page.getByRole('dialog').getByRole('button', { name: /导出/ }).click();
  await expect(page).toHaveURL(/exportList/);

  // A table that many fill in.
  await go(page, '/tablemanager/tablelist/fills');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  await look(page, 'fills');
  await wide(page);
  await go(page, '/tablemanager/tablelist');
  await page.getByRole('link', { name: '季度党建经费使用统计表' }).first().click();
  await page.getByRole('region', { name: '各期填报情况' }).getByRole('link', { name: '汇总' }).nth(1).click();
  const sums = page.getByRole('region', { name: '汇总表' });
  await expect(sums).toContainText('合计');
  // What lies below one is opened in its place, and stands so when the page is read again.
  const below = sums.getByRole('button', { name: /的下级$/ }).first();
  const before = await sums.locator('tbody tr').count();
  await below.click();
  await expect(below).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => sums.locator('tbody tr').count()).toBeGreaterThan(before);
  await expect(sums.getByText('正在读取')).toHaveCount(0);
  const opened = await sums.locator('tbody').textContent();
  await page.reload();
  await expect.poll(() => sums.locator('tbody').textContent()).toBe(opened);
  await look(page, 'sums');
  await wide(page);

  // Whoever is no worker is told so; nothing of it is theirs.
  const member = await another();
  await signIn(member, MEMBER, fill);
  await expect(member.getByRole('heading', { name: '当前角色不能查看填报详情' })).toBeVisible();
  await expect(member.getByText(TITLE)).toHaveCount(0);
});

test('several rows are pasted or read from a spreadsheet, and told the row in which something is wrong', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/tablemanager/tablelist/mine');
  await page.getByRole('link', { name: '走访慰问困难党员登记表' }).first().click();
  await page.getByRole('button', { name: '加一行' }).click();
  await page.locator('.import-grid tbody td').first().click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData(
      'text/plain',
      `张建国\t患病\t500\t${new Date().getFullYear()}-01-20\t是\n李桂兰\t高龄\t600\t${new Date().getFullYear()}-01-21\t否`,
    );
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await notice(page, '已粘贴10格，请核对');
  await look(page, 'rows');
  await wide(page);
  await page.getByRole('button', { name: '上报' }).click();
  await notice(page, /第2行“困难类型”应为/);

  await page.getByRole('button', { name: '从表格导入' }).click();
  const dialog = page.getByRole('dialog', { name: /从表格导入/ });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toBe('走访慰问困难党员登记表-填报模板.xlsx');
  const sheet = (lines: string) => ({ name: '登记.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  const file = dialog.getByLabel('填好的表格');
  await file.setInputFiles(sheet('甲,乙\n1,2\n'));
  await expect(dialog.getByRole('alert')).toContainText('没有找到表头');
  const day = `${new Date().getFullYear()}-01-22`;
  await file.setInputFiles(
    sheet(
      `姓名*,困难类型*,慰问金（元）*,慰问日期*,已上门*,备注\n赵国强,残疾,800,${day},是,\n钱秀芳,高龄,三百,${day},否,老党员\n`,
    ),
  );
  await expect(dialog.getByRole('status')).toHaveText('读出2行，其中1行有误，共2处。');
  await expect(dialog.getByText('没有认出的列：备注')).toBeVisible();
  await look(page, 'import');
  await wide(page);
  const faulty = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载有误的1行' }).click();
  expect((await faulty).suggestedFilename()).toBe('走访慰问困难党员登记表-有误的行.xlsx');
  await dialog.getByRole('radio', { name: '替换已填的' }).check();
  await dialog.getByRole('button', { name: '只填入没有错的1行' }).click();
  await notice(page, '已填入1行，核对后暂存或上报');
  await expect(page.locator('.import-grid tbody tr')).toHaveCount(1);
  await expect(page.locator('.import-grid')).toContainText('赵国强');
  await nothingIsAsked(page);
  await page.reload();
  // Nothing was saved by it; what was typed is this browser's draft alone, and is there again until it is given up.
  await expect(page.locator('.import-grid')).toContainText('赵国强');
  await page.getByRole('status').getByRole('button', { name: '放弃草稿' }).click();
  await expect(page.getByText('还没有一行')).toBeVisible();
});
