import { expect } from '@playwright/test';
import { BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

const NAME = '支部读书课';

test('a branch makes a course, a member learns it chapter by chapter, the worker ticks the live one', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, '/education/course?tab=manage');
  await page.getByRole('link', { name: '新增课程' }).click();
  await expect(page.getByRole('heading', { name: '新增课程' })).toBeVisible();
  await page.getByLabel('课程名称').fill(NAME);
  await page.getByLabel('学完另计学时').fill('1');
  await page.getByRole('button', { name: '添加一章' }).click();
  const first = page.getByRole('group', { name: '第1章', exact: true });
  await first.getByLabel('第1章类型').selectOption({ label: '链接' });
  await first.getByLabel('第1章名称').fill('看网页');
  await page.getByRole('button', { name: '添加一章' }).click();
  const second = page.getByRole('group', { name: '第2章', exact: true });
  await second.getByRole('button', { name: '选择视频' }).click();
  await page.getByRole('dialog').getByRole('radio').first().click();
  await expect(second.getByLabel('第2章名称')).not.toHaveValue('');
  await second.getByLabel('第2章类型').selectOption({ label: '集中学习' });
  await second.getByLabel('第2章名称').fill('交流讨论');
  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('第1章：网址应以 https:// 或 http:// 开头')).toBeVisible();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/form.png`, fullPage: true });
  await first.getByLabel('第1章网址').fill('https://www.12371.cn/');
  await page.getByRole('button', { name: '存草稿' }).click();
  await page.getByRole('button', { name: '发布课程' }).click();
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  await expect(page.getByText('未开始', { exact: true }).first()).toBeVisible();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/follow.png`, fullPage: true });

  const member = await another({ viewport: { width: 390, height: 844 } });
  await signIn(member, MEMBER, '/education/course');
  await member.getByRole('link', { name: NAME }).click();
  const parts = member.getByRole('list', { name: '章节' }).getByRole('listitem');
  await expect(parts).toHaveCount(2);
  await expect(parts.nth(1)).toContainText('学完前面的必学章节后开放');
  const opened = member.waitForEvent('popup');
  await member.getByRole('button', { name: '开始学习' }).click();
  await (await opened).close();
  await parts.first().getByRole('button', { name: '我已学完' }).click();
  await expect(parts.first()).toContainText('学完');
  await expect(parts.nth(1)).toContainText('由组织者登记到课');
  await expect(member.getByText('必学2章，学完1章')).toBeVisible();

  if (process.env.LOOK) await member.screenshot({ path: `${process.env.LOOK}/learn.png`, fullPage: true });
  await page.reload();
  const line = page.getByRole('row').filter({ hasText: '学习中' });
  await expect(line).toHaveCount(1);
  await line.getByRole('checkbox').check();
  await page.getByRole('button', { name: '登记到课：交流讨论' }).click();
  await expect(page.locator('.notice', { hasText: '已登记1人' })).toBeVisible();
  await member.reload();
  await expect(member.getByText('已学完', { exact: true })).toBeVisible();
  await member.goto(`${member.url().split('#')[0]}#/education/myHours`);
  await expect(member.getByRole('link', { name: NAME })).toBeVisible();
});
