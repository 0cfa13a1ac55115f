import { expect, type Locator, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { BRANCH_WORKER, GENERAL_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

test.use({ actionTimeout: 30_000 });

const ORGS = '/integral/exemptionsSet';

/** The page in both sizes; nothing wider than the window, nothing grave to axe. */
async function look(page: Page, name: string): Promise<void> {
  for (const [size, width, height] of [
    ['phone', 390, 844],
    ['wide', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(over, `${name} at ${size} is wider than the window`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `.cache/screens/scores-exempt-${name}-${size}.png` });
  }
  expect.soft(await graveFaults(page), name).toEqual([]);
}

const rowOf = (page: Page, reason: string): Locator => page.getByRole('row', { name: new RegExp(reason) });

async function agree(page: Page, reason: string): Promise<void> {
  await rowOf(page, reason).getByRole('button', { name: '同意', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
  await expect(rowOf(page, reason).getByText('已确认')).toBeVisible();
}

/** Ends a confirmed one from a day on. */
async function endFrom(page: Page, reason: string, day: string, why: string): Promise<void> {
  await rowOf(page, reason).getByRole('button', { name: '结束', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^结束/ });
  await dialog.getByRole('textbox', { name: '从哪天起照常考核' }).fill(day);
  await dialog.getByRole('button', { name: '结束免考' }).click();
  await expect(dialog.getByText('请输入原因').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: '结束原因' }).fill(why);
  await look(page, `end-${reason.length}`);
  await dialog.getByRole('button', { name: '结束免考' }).click();
  await expect(dialog).toHaveCount(0);
}

test('an organisation: asked for, taken back, asked for again, confirmed above, and ended from a day', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, ORGS);
  const open = async (reason: string) => {
    await page.getByRole('button', { name: '申请免考' }).click();
    const dialog = page.getByRole('dialog', { name: '申请免考' });
    await dialog.getByRole('combobox', { name: '考核方案' }).selectOption({ index: 1 });
    await dialog.getByRole('textbox', { name: '免考原因' }).fill(reason);
    await dialog
      .getByTestId('upload-input')
      .setInputFiles({ name: '批复.txt', mimeType: 'text/plain', buffer: Buffer.from(`批复 ${reason}`) });
    await expect(dialog.getByRole('button', { name: '批复.txt', exact: true })).toBeVisible();
    await look(page, `org-form-${reason.length}`);
    await dialog.getByRole('button', { name: '提交' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, reason).getByText('待确认')).toBeVisible();
  };
  await open('渡口改造期间停止活动');
  await rowOf(page, '渡口改造期间停止活动').getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: '撤回原因' }).fill('期间填错');
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(rowOf(page, '渡口改造期间停止活动').getByText('已撤销')).toBeVisible();
  await open('渡口改造停止活动');
  const above = await another();
  await signIn(above, GENERAL_WORKER, ORGS);
  await agree(above, '渡口改造停止活动');
  await look(above, 'org-confirmed');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await endFrom(above, '渡口改造停止活动', today, '改造完成');
  await expect(rowOf(above, '渡口改造停止活动').getByText('改造完成')).toBeVisible();
  await look(above, 'org-ended');
  await page.reload();
  await expect(rowOf(page, '渡口改造停止活动').getByText('改造完成')).toBeVisible();
  await expect(rowOf(page, '渡口改造停止活动').getByRole('button', { name: '结束' })).toHaveCount(0);
});
