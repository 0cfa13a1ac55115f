import { expect } from '@playwright/test';
import { BRANCH_WORKER, COUNTY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

test('a county reminds a branch of its probations; the branch reads it, and the county sees that', async ({
  page,
  another,
}) => {
  // Two people take their turns, each on pages of their own.
  await signIn(page, COUNTY, '/affairs/member?view=probationDue');
  await page.getByRole('button', { name: '一键催办' }).click();
  const dialog = page.getByRole('dialog', { name: '催办：预备期届满' });
  await expect(dialog).toContainText('渡口第一党支部');
  await dialog.getByRole('button', { name: /^催办\d+人$/ }).click();
  // Not again within two hours.
  await expect(dialog.getByText('刚催办过').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: '催办', exact: true })).toBeDisabled();
  const record = dialog.getByRole('region', { name: '催办记录' });
  const sent = record.getByRole('button', { name: /渡口第一党支部/ });
  for (const one of await sent.all()) await one.click();
  await expect(record).toContainText(/\S 未读/);

  const branch = await another();
  await signIn(branch, BRANCH_WORKER);
  await branch
    .locator('.home-notices')
    .getByRole('link', { name: /催办：预备期届满/ })
    .click();
  await expect(branch.getByRole('dialog')).toContainText('应讨论能否转正');
  await branch.getByRole('dialog').getByRole('button', { name: '接收' }).click();
  await expect(branch.locator('tbody tr', { hasText: '催办：预备期届满' }).first()).toContainText('已处理');

  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('button', { name: '一键催办' }).click();
  await expect(record.getByRole('button', { name: /^已读(?!\d)/ }).first()).toBeVisible();
});
