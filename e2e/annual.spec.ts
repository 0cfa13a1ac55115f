import { expect } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, CITY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

const look = lookAs('annual');

test('a committee explains and confirms its year; the city opens a frozen number’s names and what has changed since', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/decisionSupport/annual');
  await page.getByRole('link', { name: new RegExp(`^${new Date().getFullYear()}年年报`) }).click();
  await page.getByRole('button', { name: /^(确认本组织|重新确认)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '确认' }).click();
  // Some of the demo's records lack something: it is not confirmed without a word.
  await expect(dialog.getByText('请说明原因')).toBeVisible();
  await dialog.getByLabel('说明').fill('两名同志的学历正在核实');
  await dialog.getByRole('button', { name: '确认' }).click();
  await expect(page.getByRole('region', { name: '本组织' })).toContainText('说明：两名同志的学历正在核实');
  await look(page, 'confirmed');

  const city = await another();
  await signIn(city, CITY, '/decisionSupport/annual');
  await city.getByRole('link', { name: new RegExp(`^${new Date().getFullYear() - 1}年年报.*已冻结`) }).click();
  await expect(city.getByRole('region', { name: '直接下级' })).toContainText('已确认');
  await look(city, 'round');
  const frozen = city.getByRole('region', { name: '冻结的年报' });
  await frozen.getByRole('link', { name: '党员增减情况' }).click();
  await expect(city.locator('.report-head')).toContainText(`截至${new Date().getFullYear() - 1}-12-31`);
  const all = city.locator('.report-table tfoot').getByRole('cell').first();
  const n = (await all.textContent()) ?? '';
  await all.getByRole('link').click();
  await expect(city.locator('.plain-list')).toContainText(`共${n}人`);
  await look(city, 'frozen');
  await city.goBack();
  await city.goBack();
  await frozen.getByRole('link', { name: '对比' }).click();
  await expect(city.getByRole('heading', { name: '年报对比' })).toBeVisible();
  await city.locator('.report-table tbody').getByRole('row').first().getByRole('link').click();
  await expect(city.getByRole('heading', { name: /党员：增减/ })).toBeVisible();
  await expect(city.locator('.plain-list')).toContainText('新进');
  await look(city, 'compared');
});

test('a year that was begun by mistake is taken back, asked once', async ({ page }) => {
  const year = new Date().getFullYear() - 3;
  await signIn(page, CITY, '/decisionSupport/annual');
  await page.getByRole('button', { name: '发起年报' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('还没有冻结的并入本次');
  await dialog.getByRole('button', { name: '发起' }).click();
  await expect(page.getByRole('heading', { name: `${year}年年报` })).toBeVisible();
  await look(page, 'begun');
  await page.getByRole('button', { name: '撤回年报' }).click();
  await expect(dialog).toContainText('下级已确认的一并作废');
  await look(page, 'withdrawing');
  await dialog.getByRole('button', { name: '撤回年报' }).click();
  await expect(page.getByRole('heading', { name: '年报确认和冻结' })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`^${year}年年报`) })).toHaveCount(0);
});
