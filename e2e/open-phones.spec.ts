import { expect } from '@playwright/test';
import { more } from './support/menu.ts';
import { BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { askBy, test } from './support/test.ts';

test('one reason opens the phones of a list: also of the next page, to call on a phone, until they are closed', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  await more(page, '查看手机号');
  const dialog = page.getByRole('dialog', { name: '查看手机号' });
  await dialog.getByRole('button', { name: /^查看\d+人$/ }).click();
  await expect(dialog.getByText('请输入查看原因')).toBeVisible();
  await dialog.getByLabel('查看原因').fill('通知会议');
  await dialog.getByRole('button', { name: /^查看\d+人$/ }).click();
  await expect(page.getByText(/手机号已打开，\d\d:\d\d自动遮住。原因：通知会议/)).toBeVisible();
  const open = page.getByRole('cell', { name: /^1\d{10}/ });
  await expect(open.first()).toBeVisible();
  const first = await open.first().textContent();
  await page.getByRole('button', { name: '第2页' }).click();
  await expect(page.getByRole('cell', { name: first ?? '' })).toHaveCount(0);
  await expect(open.first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('a[href^="tel:1"]').first()).toBeVisible();
  await page.getByRole('button', { name: '现在遮住' }).click();
  await expect(page.locator('a[href^="tel:1"]')).toHaveCount(0);
  // Whoever lacks the right is refused by the server, too.
  await signIn(page, MEMBER);
  expect((await askBy(page, '/api/dyxx/member/reveal/phones', { ids: ['1'], reason: '看看' })).code).toBe(403);
});
