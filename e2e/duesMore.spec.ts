import { expect } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { openTab } from './support/menu.ts';
import { BASE_WORKER, BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

// Without a network the browser says so for everything that it had still wanted to load.
test.use({ faults: [/ERR_INTERNET_DISCONNECTED/] });

const look = lookAs('dues');

test('standards come by a workbook into the cells, and another income is tried before anything is set', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/dues/standards');
  await expect(page.getByRole('heading', { name: /^成批设置党费标准/ })).toBeVisible();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载表格' }).click();
  expect((await started).suggestedFilename()).toMatch(/党费标准\.xlsx$/);
  const answered = page.waitForResponse((response) => response.url().includes('/api/dfgl/standard/grid'));
  await page.reload();
  const { data } = await (await answered).json();
  const [first, second] = data.rows as { memberId: string; name: string }[];
  const csv = `编号,姓名,缴费类别,计缴基数（元）\n${first?.memberId},${first?.name},按月领取工资,8888.88\n${second?.memberId},${second?.name},农民,0.5\n,查无此人,农民,0.5\n`;
  await page
    .getByLabel('填好的党费标准表')
    .setInputFiles({ name: '标准.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('读入2人；这些行没有认出是谁：查无此人')).toBeVisible();
  await expect(page.getByText(/改动2人/)).toBeVisible();
  await look(page, 'standards-read');

  await page.getByRole('button', { name: '恢复原样' }).click();
  await openTab(page, '党费试算');
  await expect(page.getByRole('heading', { name: /^党费试算/ })).toBeVisible();
  await page.getByRole('textbox', { name: '收入基数上调（%）' }).fill('五');
  await page.getByRole('button', { name: '试算' }).click();
  await expect(page.getByText('请填写百分比，如 5 或 -2.5')).toBeVisible();
  await page.getByRole('textbox', { name: '收入基数上调（%）' }).fill('10');
  await page.getByRole('textbox', { name: '上缴比例（%）' }).fill('50');
  await page.getByRole('button', { name: '试算' }).click();
  await expect(page.getByRole('region', { name: '试算结果' })).toContainText(/每月由[\d,.]+元变为[\d,.]+元/);
  await look(page, 'trial');
});

test('cash that is taken without a network is kept and booked once when the line is back', async ({
  page,
  context,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/dues?view=owed');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量缴纳' }).click();
  await expect(page.getByRole('heading', { name: /^缴纳党费/ })).toBeVisible();
  const sum = (await page.locator('.dues-total strong').textContent()) ?? '';
  await page.getByRole('textbox', { name: '清点金额（元）' }).fill(sum);
  await context.setOffline(true);
  await page.getByRole('button', { name: '登记缴纳' }).click();
  await expect(page.getByText(/断网时收的1笔、[\d,.]+元加密存在本机/)).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain('billIds');
  await look(page, 'kept-cash');
  await context.setOffline(false);
  await expect(page.getByText('已全部登记，收据在缴纳记录里。')).toBeVisible();
  await go(page, '/affairs/dues?tab=payments');
  await expect(page.locator('.list-table tbody tr').first()).toContainText(sum);
});

test('the pages of dues stand in grey and in large type', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/dues');
  for (const mode of ['grey', 'large'] as const) {
    await page.evaluate(
      (size) => localStorage.setItem('display-mode', JSON.stringify({ size })),
      mode === 'large' ? 'large' : 'normal',
    );
    await page.reload();
    // Printed or seen without colours, a state is told by its words.
    if (mode === 'grey')
      await page.evaluate(() => document.documentElement.style.setProperty('filter', 'grayscale(1)'));
    for (const [name, path] of [
      ['list', '/affairs/dues'],
      ['books', '/affairs/dues/histryPartyDues'],
      ['closing', '/affairs/dues?tab=closing'],
      ['handup', '/affairs/dues?tab=handup'],
      ['trial', '/affairs/dues?tab=trial'],
    ] as const) {
      await go(page, path);
      await expect(page.locator('main h1').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true], .plain-wait')).toHaveCount(0);
      await look(page, `${mode}-${name}`);
    }
  }
});
