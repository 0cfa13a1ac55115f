import { expect } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { pdfOf } from './support/pdf.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

const BRANCH = '420599198510010051';
const MEMBER = '42059919900520006X';

test('a branch puts a text into its knowledge base, its member reads and keeps it on a phone, a new version says what changed', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH, '/education/knowledge');
  await page.getByRole('button', { name: '新增文件夹' }).click();
  const folder = page.getByRole('dialog');
  await folder.getByLabel('文件夹名称').fill('抗旱安排');
  await folder.getByRole('button', { name: '保存' }).click();
  const card = page.getByRole('listitem').filter({ hasText: '抗旱安排' });
  await card.getByRole('link', { name: '加文档' }).click();
  await page.getByLabel('标题').fill('旱期值守要求');
  await page.getByLabel('内容提要').fill('谁值班、多久巡一次、先报给谁。');
  await page.locator('input[type="file"]').setInputFiles({
    name: '值班.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('每两小时巡堤一次，发现渗水先报街道。'),
  });
  await expect(page.getByRole('button', { name: '值班.txt', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('还是草稿，只有管理的人看得到。')).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('每两小时巡堤一次')).toBeVisible();

  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone, MEMBER, '/partyMember/memberKnowledge');
  await phone
    .getByRole('link', { name: /旱期值守要求/ })
    .first()
    .click();
  await expect(phone.getByText('每两小时巡堤一次')).toBeVisible();
  await phone.getByRole('button', { name: '收藏', exact: true }).click();
  await expect(phone.getByRole('button', { name: '已收藏' })).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1)).toBe(true);

  await page.getByRole('link', { name: '编辑', exact: true }).click();
  await page.getByRole('button', { name: '去掉 值班.txt' }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: '值班2.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('每小时巡堤一次，发现渗水先报街道。'),
  });
  await expect(page.getByRole('button', { name: '值班2.txt', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('换了文件，请写明这次改了什么')).toBeVisible();
  await page.getByLabel('修改说明').fill('巡堤改为每小时一次');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存，读者看到的是新内容')).toBeVisible();

  await phone.reload();
  await expect(phone.getByText('这是第1版，已有新的版本。')).toBeVisible();
  await phone.getByRole('link', { name: '看现在的版本' }).click();
  await expect(phone.getByText('每小时巡堤一次', { exact: false }).first()).toBeVisible();
  await expect(phone.getByText('巡堤改为每小时一次')).toBeVisible();
});

test('a PDF is read page by page where nothing may be saved; the pages read are kept, and reading goes on there', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH, '/education/knowledge');
  await page.getByRole('button', { name: '新增文件夹' }).click();
  const folder = page.getByRole('dialog');
  await folder.getByLabel('文件夹名称').fill('只读的教材');
  await folder.getByLabel('提供下载').uncheck();
  await folder.getByRole('button', { name: '保存' }).click();
  const card = page.getByRole('listitem').filter({ hasText: '只读的教材' });
  await card.getByRole('link', { name: '加文档' }).click();
  await page.getByLabel('标题').fill('党员教育教材');
  const file = { name: '教材.pdf', mimeType: 'application/pdf', buffer: pdfOf(5) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByRole('button', { name: file.name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: '存草稿' }).click();
  await page.getByRole('button', { name: '发布', exact: true }).click();

  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone, MEMBER, '/partyMember/memberKnowledge');
  const open = () =>
    phone
      .getByRole('link', { name: /党员教育教材/ })
      .first()
      .click();
  await open();
  const paper = phone.getByRole('document', { name: '党员教育教材' });
  await expect(paper.getByText('Page 1')).toBeVisible();
  await expect(phone.getByRole('button', { name: '下载' })).toHaveCount(0);
  await phone.getByRole('button', { name: '下一页' }).click();
  await phone.getByRole('button', { name: '下一页' }).click();
  await expect(phone.getByText('3/5页', { exact: true })).toBeVisible();
  await expect(paper.getByText('Page 3')).toBeVisible();
  await phone.getByRole('button', { name: '放大' }).click();
  await expect(phone.getByText('3/5页', { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: '缩小' }).click();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1)).toBe(true);
  expect(await graveFaults(phone)).toEqual([]);
  // What was in view goes with the next word to the server, every fifteen seconds.
  await expect(phone.getByText(/已读[123]\/5页/)).toBeVisible({ timeout: 40_000 });
  await phone.reload();
  await expect(phone.getByText('3/5页', { exact: true })).toBeVisible();
  await expect(phone.getByText(/已读[123]\/5页/)).toBeVisible();
});
