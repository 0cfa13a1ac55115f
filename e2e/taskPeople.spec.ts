import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const TITLE = '撰写学习心得';
/** Of the demo's member. */
const name = '田晓雯';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('taskPeople');

const idOf = (page: Page) => /\/affairs\/task\/\w+\/(\d+)/.exec(page.url())?.[1] ?? '';
/** Beijing, `2026-01-31`, so many days on. */
const day = (on: number) => new Date(Date.now() + (8 * 3600 + on * 86_400) * 1000).toISOString().slice(0, 10);

test('a street gives a task to one member, who is urged, answers it by phone, and is accepted', async ({
  page,
  another,
}) => {
  const member = await another();
  await signIn(member, MEMBER, '/affairs/task/list');
  await expect(member.getByRole('heading', { name: '我的任务' })).toBeVisible();

  await signIn(page, BASE_WORKER, '/affairs/task/add');
  await page.getByRole('textbox', { name: '任务名称' }).fill(TITLE);
  await page.getByRole('textbox', { name: '任务要求' }).fill('写明学了什么、有什么体会。');
  await page.getByRole('textbox', { name: '截止日期' }).fill(day(2));
  await page.getByRole('combobox', { name: '发给谁' }).selectOption('people');
  await page.getByRole('button', { name: '存草稿，去预览' }).click();
  await expect(page.getByText('请选择人员').first()).toBeVisible();
  await page.locator('.chosen-audience button', { hasText: '选择人员' }).click();
  const people = page.getByRole('dialog', { name: '选择办理人员' });
  await people.getByRole('searchbox').first().fill(name);
  await page.keyboard.press('Enter');
  await people.locator('.pick-table tbody tr').filter({ hasText: name }).first().click();
  await people.getByRole('button', { name: '确定' }).click();
  await look(page, 'form');
  await page.getByRole('button', { name: '存草稿，去预览' }).click();
  await expect(page.getByRole('button', { name: '发布给1人' })).toBeVisible();
  await look(page, 'preview');
  await page.getByRole('button', { name: '发布给1人' }).click();
  await expect(page).toHaveURL(/\/affairs\/task\/detail\//, { timeout: 30_000 });
  const id = idOf(page);
  await expect(page.getByRole('region', { name: '各人办理情况' }).getByText(name)).toBeVisible();
  await page.getByRole('button', { name: '催办' }).click();
  await notice(page, '1人还没有上报，已提醒1人');
  await look(page, 'detail');

  await member.setViewportSize({ width: 390, height: 844 });
  await member.reload();
  await member.getByRole('link', { name: TITLE }).first().click();
  await expect(member.locator('.record-tags')).toContainText('办理中');
  await look(member, 'finish');
  await member.setViewportSize({ width: 390, height: 844 });
  await member.getByRole('textbox', { name: '办理情况' }).fill('学了三章，记了八页。');
  await member.getByRole('button', { name: '上报', exact: true }).click();
  await notice(member, '已上报，等待验收');
  await look(member, 'reported');

  await page.reload();
  await page.getByRole('button', { name: '甘特图' }).click();
  await expect(page.getByRole('region', { name: '各人进度' })).toBeVisible();
  await look(page, 'gantt');
  await page.getByRole('button', { name: '表格' }).click();
  await page.getByRole('link', { name: new RegExp(`${name}.*已上报`) }).click();
  await look(page, 'part');
  await page.getByRole('button', { name: '验收通过' }).click();
  await notice(page, '已验收通过');
  await go(page, `/affairs/task/detail/${id}`);
  await expect(page.getByText('1/1').first()).toBeVisible();
  await member.reload();
  await expect(member.locator('.record-tags')).toContainText('已完成');
});
