import { expect } from '@playwright/test';
import { holdAnswers } from './support/line.ts';
import { ADMIN, BASE_WORKER, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

test.use({ keepsWindow: true });

test('help is found by pinyin, read from one document to the next, and opened by its own address', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/help');
  await expect(page.getByRole('heading', { name: '登录与账号', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: '查找帮助' }).fill('pldr');
  await expect(page.getByRole('navigation', { name: '帮助目录' }).getByRole('link')).toHaveText(['批量导入党员']);
  // Words that stand in a text and in no title; the place is shown.
  await page.getByRole('searchbox', { name: '查找帮助' }).fill('逐行检查');
  await expect(page.locator('.help-passage mark').first()).toHaveText('逐行检查');
  await page.getByRole('searchbox', { name: '查找帮助' }).fill('pldr');
  await page.getByRole('link', { name: '批量导入党员' }).click();
  await expect(page.getByRole('heading', { name: '批量导入党员' })).toBeVisible();
  await expect(page.locator('.help-document')).toContainText('最近更新 20');
  await page.reload();
  await expect(page.getByRole('heading', { name: '批量导入党员' })).toBeVisible();
  await page.getByRole('link', { name: /^下一篇/ }).click();
  await expect(page.getByRole('heading', { name: '导出名单' })).toBeVisible();
});

test('a document is written with the editor, placed, read, and deleted', async ({ page }) => {
  await signIn(page, ADMIN, '/contentManager/help');
  await page.getByRole('link', { name: '新增文档' }).click();
  await page.getByRole('textbox', { name: '标题' }).fill('怎样交接工作');
  // Its page is found by name.
  await page.getByRole('textbox', { name: '对应页面' }).fill('消息中心');
  await page.keyboard.press('Enter');
  const pages = page.getByRole('list', { name: '已选页面' });
  await expect(pages).toHaveText('消息中心');
  // Typed and not chosen: the very name of a page is taken, anything else is told, nothing is dropped.
  await page.getByRole('textbox', { name: '对应页面' }).fill('数据质量');
  await page.getByRole('textbox', { name: '标题' }).focus();
  await expect(pages.getByRole('listitem')).toHaveText(['消息中心', '数据分析 > 数据质量']);
  await page.getByRole('textbox', { name: '对应页面' }).fill('组织');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.locator('.field-fault')).toHaveText('“组织”还没有选中，请从查找结果中选择，或清空');
  await expect(page.getByRole('textbox', { name: '对应页面' })).toBeFocused();
  await page.getByRole('textbox', { name: '对应页面' }).fill('');
  await expect(page.locator('.field-fault')).toHaveCount(0);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.locator('.field-fault')).toHaveText('请输入内容');
  const text = page.getByRole('textbox', { name: '内容' });
  await text.click();
  await page.keyboard.type('先收回原来的角色');
  await page.getByRole('button', { name: '首行缩进' }).click();
  await page.getByRole('button', { name: '加粗' }).click();
  // An input method hands over a phrase at once.
  await page.keyboard.insertText('，再给新任');
  await page.keyboard.press('Control+s');
  const line = page.locator('.help-line', { hasText: '怎样交接工作' });
  await expect(line).toContainText('已发布');
  await line.getByRole('button', { name: /^上移/ }).click();
  await expect(page.locator('.help-line').last()).not.toContainText('怎样交接工作');

  await page.goto(`${base()}/#/help`);
  await page
    .getByRole('navigation', { name: '帮助目录' })
    .getByRole('link', { name: '怎样交接工作', exact: true })
    .click();
  await expect(page.locator('.rich-text p.rt-indent strong')).toHaveText('，再给新任');

  await page.goto(`${base()}/#/contentManager/help`);
  await line.getByRole('button', { name: /^删除/ }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('试写');
  await page.getByRole('dialog').getByRole('button', { name: '删除文档' }).click();
  await expect(line).toHaveCount(0);
});

test('a page’s own help opens beside the work and closes by Esc', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/member');
  const button = page.getByRole('button', { name: '本页帮助', exact: true });
  await button.click();
  const panel = page.getByRole('complementary', { name: '本页帮助' });
  await expect(panel).toContainText('党员信息');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  // Beside the work, not over it: the last of the page's acts can still be pressed.
  const edge = (await panel.boundingBox())?.x ?? 0;
  const last = await page.locator('.page-acts > *').last().boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(edge);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('all help stands at organisation 0001 but for the member role, a page’s own help for everybody', async ({
  page,
  another,
}) => {
  await signIn(page, ADMIN, '/sys/swiper');
  await page.getByRole('button', { name: '帮助', exact: true }).click();
  const all = page.getByRole('complementary', { name: '帮助', exact: true });
  await all.getByRole('button', { name: '批量导入党员' }).click();
  await expect(all.getByRole('heading', { name: '批量导入党员' })).toBeVisible();
  await all.getByRole('button', { name: '全部帮助' }).click();
  await expect(all.getByRole('button', { name: '批量导入党员' })).toBeVisible();
  const worker = await another();
  const button = worker.getByRole('button', { name: '本页帮助', exact: true });
  await signIn(worker, BASE_WORKER, '/sys/logs');
  await expect(worker.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(button).toHaveCount(0);
  await go(worker, '/contentManager/group');
  await button.click();
  await expect(worker.getByRole('complementary', { name: '本页帮助' })).toContainText('选择全组');
  await expect(worker.getByRole('button', { name: '帮助', exact: true })).toHaveCount(0);
  const member = await another();
  await signIn(member, MEMBER, '/safeCenter/changePwd');
  await expect(member.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(member.getByRole('button', { name: '帮助', exact: true })).toHaveCount(0);
});

test('an earlier text is compared with what stands now, and taken back', async ({ page }) => {
  await signIn(page, ADMIN, '/contentManager/help');
  const line = page.locator('.help-line', { hasText: '导出名单' });
  await line.getByRole('link', { name: '导出名单' }).first().click();
  const text = page.getByRole('textbox', { name: '内容' });
  await text.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('先想清楚要哪些列');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await line.getByRole('link', { name: /^历史/ }).click();
  const compared = page.getByRole('list', { name: '与现在对照' });
  await expect(compared.locator('.new')).toContainText('先想清楚要哪些列');
  await expect(compared.locator('.gone')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: '历史版本' }).getByRole('link')).toHaveCount(2);
  await page.getByRole('button', { name: '看全文' }).click();
  await expect(page.locator('.rich-text')).not.toContainText('先想清楚要哪些列');
  await page.getByRole('button', { name: '恢复这一版' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click();
  await line.getByRole('link', { name: /^历史/ }).click();
  await expect(page.getByRole('navigation', { name: '历史版本' }).getByRole('link')).toHaveCount(3);
  await page.getByRole('navigation', { name: '历史版本' }).getByRole('link').first().click();
  await expect(page.locator('.rich-text')).not.toContainText('先想清楚要哪些列');
});

test('a document is moved once by two presses on a slow line, and the key stays where it is', async ({ page }) => {
  await signIn(page, ADMIN, '/contentManager/help');
  const lines = page.locator('.help-line.level-1');
  await expect(lines.nth(2)).toBeVisible();
  const titles = await page.locator('.help-line.level-1 .help-line-title').allTextContents();
  const down = lines.first().getByRole('button', { name: '下移' });
  const release = await holdAnswers(page, '/api/help/document/listPage');
  await down.focus();
  await page.keyboard.press('Enter');
  await page.waitForResponse((answer) => answer.url().endsWith('/api/help/document/update'));
  await page.keyboard.press('Enter');
  await release();
  await expect(lines.first()).toContainText(titles[1] ?? '');
  await expect(lines.nth(1)).toContainText(titles[0] ?? '');
  await expect(lines.nth(1).getByRole('button', { name: '下移' })).toBeFocused();
  await expect(page.locator('.notice')).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(lines.first()).toContainText(titles[0] ?? '');
});
