import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { lookAs, settled } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test, totalOf } from './support/test.ts';

const look = lookAs('today');

const bar = (page: Page) => page.getByRole('navigation', { name: '今日的页面' });
const rows = (page: Page) => page.locator('.plain-list tbody tr');

test('the list of the home opens into 今日, whose tabs hold what waits, what is put off and what is done', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER);
  await page.getByRole('link', { name: '查看全部', exact: true }).click();
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expect(bar(page).getByRole('link', { name: '待办', exact: true })).toHaveAttribute('aria-current', 'page');
  await look(page, 'open');
  expect(await graveFaults(page)).toEqual([]);
  const all = await totalOf(page);

  // Narrowed by room with the number that stands beside it.
  await page.getByRole('button', { name: /^模块/ }).click();
  const choice = page.getByRole('dialog', { name: '模块' }).locator('.filter-option').nth(1);
  const wanted = Number(/\d+$/.exec((await choice.textContent()) ?? '')?.[0] ?? 0);
  expect(wanted).toBeGreaterThan(0);
  await choice.click();
  await expect.poll(() => totalOf(page)).toBe(wanted);
  await page.getByRole('button', { name: '重置', exact: true }).click();
  await expect.poll(() => totalOf(page)).toBe(all);

  // Put off by the keyboard alone, taken back, put off again and taken up from there.
  const later = page.getByRole('button', { name: /^稍后：/ }).last();
  const name = ((await later.getAttribute('aria-label')) ?? '').slice(3);
  await later.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '稍后提醒' });
  await expect(dialog.getByRole('textbox', { name: '提醒日期' })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await look(page, 'later-dialog');
  await dialog.getByRole('button', { name: '推到这天', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => totalOf(page)).toBe(all - 1);
  await page.locator('.undo-bar').getByRole('button', { name: '撤销' }).click();
  await expect.poll(() => totalOf(page)).toBe(all);
  await page
    .getByRole('button', { name: `稍后：${name}`, exact: true })
    .last()
    .click();
  await dialog.getByRole('button', { name: '推到这天', exact: true }).click();
  await expect.poll(() => totalOf(page)).toBe(all - 1);
  await bar(page).getByRole('link', { name: '稍后', exact: true }).click();
  await expect(page.getByRole('heading', { name: '稍后', level: 1 })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await look(page, 'later');
  await page.getByRole('button', { name: `拿回：${name}`, exact: true }).click();
  await expect(page.getByText('没有推到稍后的事')).toBeVisible();

  for (const title of ['今天办结', '待我审批', '我发起的', '抄送']) {
    await bar(page).getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await settled(page, title);
    await look(page, title);
  }
  // What older links asked for.
  await page.goto(`${page.url().split('#')[0]}#/news?tab=todo`);
  await expect(page).toHaveURL(/#\/today$/);
});

test('a committee sees where things are stuck, by whom, and urges once in two hours', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/today/stuck');
  await expect(page.getByRole('heading', { name: '卡在哪里', level: 1 })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await look(page, 'stuck');
  expect(await graveFaults(page)).toEqual([]);
  const urge = page
    .getByRole('button', { name: /^催办：/ })
    .and(page.locator(':enabled'))
    .first();
  const name = (await urge.getAttribute('aria-label')) ?? '';
  await urge.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.notice', { hasText: /^已催办1件，通知\d+人/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name, exact: true }).first()).toBeDisabled();
  await look(page, 'stuck-urged');
  await page.getByRole('link', { name: /^等上级办的/ }).click();
  await expect(page.getByRole('link', { name: /^等上级办的/ })).toHaveAttribute('aria-current', 'page');
  await settled(page, 'above');
  await look(page, 'stuck-above');
});

test('a member has 今日 without approvals, on a phone as well', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, MEMBER);
  await page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: /^办事/ }).click();
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  await settled(page, 'phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(bar(page).getByRole('link', { name: '待我审批' })).toHaveCount(0);
  await look(page, 'member');
});
