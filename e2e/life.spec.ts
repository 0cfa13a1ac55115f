import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('life');

test('a superior locks a quarter, the branch is told at the day, and it is opened with a reason', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/event');
  const { today } = (await ask(page, '/api/zzsh/duty/overview')).data;
  // A quarter of last year, which is over on whatever day this runs.
  const year = Number(today.slice(0, 4)) - 1;
  await go(page, `/affairs/event?tab=locks&year=${year}`);
  await page.getByRole('button', { name: `锁定${year}年第一季度`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '锁定', exact: true }).click();
  await notice(page, '已锁定');
  await look(page, 'locks');

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/event');
  await branch.getByRole('link', { name: '登记会议', exact: true }).click();
  await branch.getByRole('textbox', { name: '日期' }).fill(`${year}-02-10`);
  await branch.getByRole('textbox', { name: '地点' }).fill('二楼会议室');
  await branch.getByRole('button', { name: '存为草稿' }).click();
  await expect(branch.getByText(`${year}年第一季度已由`).first()).toBeVisible();
  await expect(branch.getByText('还有1处要改')).toBeVisible();

  await page.getByRole('button', { name: /^解锁/ }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '解锁', exact: true }).click();
  await expect(dialog.getByText('请输入解锁原因')).toBeVisible();
  await dialog.getByRole('textbox', { name: '解锁原因' }).fill('补录遗漏的会议');
  await dialog.getByRole('button', { name: '解锁', exact: true }).click();
  await notice(page, '已解锁');
  await expect(page.getByText('补录遗漏的会议')).toBeVisible();
  await branch.getByRole('button', { name: '存为草稿' }).click();
  await notice(branch, '已存为草稿');
});

test('the administrator sees what a rule changes before it is saved; a branch only reads the rules', async ({
  page,
  another,
}) => {
  await signIn(page, ADMIN, '/affairs/event?tab=rules');
  await look(page, 'rules');
  await page.getByRole('button', { name: '修改主题党日的规则', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '频次' }).selectOption({ label: '每季度1次' });
  await expect(dialog.getByRole('rowheader', { name: '改动后' })).toBeVisible();
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog.getByText('请输入原因')).toBeVisible();
  await dialog.getByRole('button', { name: '取消', exact: true }).click();
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/event?tab=rules');
  await expect(branch.getByText('党支部每月相对固定1天开展主题党日').first()).toBeVisible();
  await expect(branch.getByRole('button', { name: /的规则$/ })).toHaveCount(0);
});
