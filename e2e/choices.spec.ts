import { expect } from '@playwright/test';
import { BRANCH_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

test('a long choice opens at the first tap although the field that is left says what is wrong; on its way it says so', async ({
  browser,
}) => {
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: base(),
  });
  const page = await phone.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/sys/dict/select**', async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, BRANCH_WORKER, '/affairs/member/edit/add');
  const nation = page.getByLabel('民族');
  await expect(nation).toBeDisabled();
  await expect(nation).toContainText('正在载入选项');
  release();
  await expect(page.getByRole('combobox', { name: '民族' })).toBeEnabled();
  await page.getByRole('combobox', { name: '民族' }).fill('没有这个族');
  await page.getByRole('combobox', { name: '学历' }).tap();
  await expect(page.getByText('没有“没有这个族”，请从列表里选')).toBeVisible();
  await expect(page.getByRole('listbox', { name: '学历的选项' })).toBeVisible();
  await phone.close();
});

test('a list under a field is as wide as the field, stands above it where the window ends, and goes with it', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member/edit/add');
  const field = page.getByRole('combobox', { name: '学历' });
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = page.locator('.field-box.combo').filter({ has: field });
  const list = page.getByRole('listbox', { name: '学历的选项' });
  const places = async () => {
    const [at, shown] = [await box.boundingBox(), await list.boundingBox()];
    return at && shown ? { below: shown.y - at.y - at.height, above: at.y - shown.y - shown.height } : null;
  };
  await field.click();
  await expect.poll(async () => (await places())?.below).toBeCloseTo(2, 0);
  expect((await list.boundingBox())?.width).toBeCloseTo((await box.boundingBox())?.width ?? 0, -1);
  // The window ends a little below the field: there is more room above.
  const at = await box.boundingBox();
  await page.setViewportSize({ width: 1440, height: Math.round((at?.y ?? 0) + (at?.height ?? 0)) + 70 });
  await expect.poll(async () => (await places())?.above).toBeCloseTo(2, 0);
  await page.locator('main').evaluate((main) => main.scrollBy(0, 20));
  await expect.poll(async () => (await places())?.above).toBeCloseTo(2, 0);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
});
