import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { enter } from './support/college.ts';
import { lookAs } from './support/look.ts';
import { pdfOf } from './support/pdf.ts';
import { COLLEGE, STUDENT } from './support/people.ts';
import { ask, go, test } from './support/test.ts';

const TITLE = '青春心向党';
const BELOW = '机电工程学院党总支';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('special');

/** Beijing, `2026-01-31`, so many days on. */
const day = (on: number) => new Date(Date.now() + (8 * 3600 + on * 86_400) * 1000).toISOString().slice(0, 10);
const photo = () =>
  sharp({ create: { width: 960, height: 540, channels: 3, background: '#a80009' } })
    .png()
    .toBuffer();

test('a college starts a campaign, a general branch hands in, it comes back once, certificates follow and one is revoked', async ({
  page,
  another,
}) => {
  await enter(page, COLLEGE, '/specialActivity/activityManage');
  await page.getByRole('link', { name: '新增专项活动' }).click();
  await page.getByRole('textbox', { name: '活动名称' }).fill(TITLE);
  await page.getByRole('combobox', { name: '活动类型' }).selectOption({ label: '主题教育' });
  await page.getByRole('textbox', { name: '开始日期' }).fill(day(-1));
  await page.getByRole('textbox', { name: '结束日期' }).fill(day(-3));
  await page.getByRole('textbox', { name: '活动说明' }).click();
  await page.keyboard.type('读一本书，写一篇心得。');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('结束日期不能早于开始日期').first()).toBeVisible();
  await page.getByRole('textbox', { name: '结束日期' }).fill(day(60));
  await look(page, 'form');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: new RegExp(TITLE) })).toBeVisible();
  await expect(page.locator('.rich-text')).toContainText('读一本书');

  await page.getByRole('button', { name: '添加一项' }).click();
  const item = page.getByRole('dialog', { name: '添加附件资料' });
  await item.getByRole('textbox', { name: '资料名称' }).fill('读书心得');
  await item.getByRole('textbox', { name: '截止日期' }).fill(day(20));
  await item.getByRole('textbox', { name: '要求' }).fill('每人一篇');
  await item.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('region', { name: /附件资料目录/ })).toContainText('每人一篇');
  await page.getByRole('button', { name: '选择参加组织' }).click();
  const orgs = page.getByRole('dialog', { name: '选择参加组织' });
  await orgs.getByRole('searchbox').fill(BELOW);
  await page.keyboard.press('Enter');
  await orgs
    .getByRole('row', { name: new RegExp(BELOW) })
    .first()
    .getByRole('checkbox')
    .check();
  await orgs.getByRole('button', { name: '确定' }).click();
  await notice(page, '已选1个参加组织');
  await page.getByRole('button', { name: '添加海报和资料' }).click();
  const files = page.getByRole('dialog', { name: /海报和活动资料/ });
  await files
    .getByTestId('upload-input')
    .setInputFiles({ name: '书目.pdf', mimeType: 'application/pdf', buffer: pdfOf(1) });
  await expect(files.locator('.upload-row', { hasText: '书目.pdf' })).toHaveClass(/success/);
  await files.getByRole('button', { name: '保存' }).click();
  await expect(files).toHaveCount(0);
  await expect(page.getByRole('list', { name: '活动资料' })).toContainText('书目.pdf');
  await look(page, 'draft');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await notice(page, '已发布');
  const record = page.url();

  // A student of a branch below reads it on the phone.
  const student = await another({ viewport: { width: 390, height: 844 } });
  await enter(student, STUDENT, '/specialActivity/specialActivityFiles');
  await student.getByRole('link', { name: new RegExp(TITLE) }).click();
  await expect(student.getByRole('region', { name: '活动说明' })).toContainText('读一本书');
  await expect(student.getByRole('region', { name: '活动资料' })).toContainText('书目.pdf');
  const { data } = await ask(student, '/api/getInfo');
  const login = `dw${String(data.user.orgCode).slice(0, -4)}`;

  const branch = await another();
  await enter(branch, login, '/specialActivity/attachmentFiles');
  await expect(branch.getByRole('row').filter({ hasText: '读书心得' })).toContainText('还有20天');
  await look(branch, 'materials');
  await branch.setViewportSize({ width: 1440, height: 900 });
  await branch.getByRole('link', { name: '读书心得' }).click();
  await branch.getByRole('main').getByRole('link', { name: '活动资料' }).first().click();
  await branch.getByRole('button', { name: '登记参加党员' }).click();
  await branch.getByRole('button', { name: '选择参加党员' }).click();
  const people = branch.getByRole('dialog', { name: '选择参加党员' });
  await people.getByRole('searchbox').first().fill(data.user.userName);
  await branch.keyboard.press('Enter');
  await people
    .getByRole('row', { name: new RegExp(data.user.userName) })
    .first()
    .getByRole('checkbox')
    .check();
  await people.getByRole('button', { name: '确定' }).click();
  await branch.getByRole('dialog', { name: '登记参加党员' }).getByRole('button', { name: '保存' }).click();
  await notice(branch, '已登记1人');
  await look(branch, 'open');
  await branch.setViewportSize({ width: 1440, height: 900 });
  await branch.getByRole('link', { name: '上传', exact: true }).click();
  await branch.getByRole('textbox', { name: '说明' }).fill('按要求完成。');
  await branch.keyboard.press('Control+s');
  await expect(branch.getByText('请上传附件').first()).toBeVisible();
  const bring = async (name: string) => {
    await branch.getByTestId('upload-input').setInputFiles({ name, mimeType: 'image/png', buffer: await photo() });
    await expect(branch.locator('.upload-row', { hasText: name })).toHaveClass(/success/);
  };
  await bring('心得.png');
  await look(branch, 'hand-in');
  await branch.keyboard.press('Control+s');
  await notice(branch, /已上传，由.*审核/);
  await expect(branch.getByRole('button', { name: '催办' })).toBeVisible();
  const material = new URL(branch.url()).hash.slice(1);

  await go(page, material);
  await expect(page.getByRole('img', { name: '心得.png' })).toBeVisible();
  await look(page, 'decide');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '退回' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('缺签名');
  await page.getByRole('dialog').getByRole('button', { name: '退回' }).click();
  await notice(page, '已退回');
  await branch.reload();
  await expect(branch.getByText('退回：缺签名')).toBeVisible();
  await branch.getByRole('link', { name: '重新上传' }).click();
  await expect(branch.locator('.upload-row')).toHaveCount(1);
  await bring('签名页.png');
  await branch.keyboard.press('Control+s');
  await notice(branch, /已上传，由.*审核/);
  await page.reload();
  await page.getByRole('button', { name: '审核通过' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await notice(page, '审核通过');

  await page.goto(record);
  await expect(page.getByRole('region', { name: '各参加组织的情况' })).toContainText('已交齐');
  await page.getByRole('button', { name: '颁发证书' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '颁发' }).click();
  await notice(page, '已颁发：组织1份，党员1份');
  await look(page, 'record');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('main').getByRole('link', { name: '附件情况', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: BELOW })).toContainText('2份');
  await look(page, 'conditions');

  await go(student, '/specialActivity/myCertificate');
  const mine = student.getByRole('listitem').filter({ hasText: TITLE });
  await mine.getByRole('button', { name: '查看和打印' }).click();
  await expect(student.getByRole('dialog').getByRole('button', { name: '下载PDF' })).toBeVisible({ timeout: 30_000 });
  await student.keyboard.press('Escape');
  if (process.env.PICTURES) {
    await student.setViewportSize({ width: 1440, height: 900 });
    await mine.getByRole('button', { name: '查看和打印' }).click();
    await expect(student.getByRole('dialog').locator('canvas, iframe').first()).toBeVisible();
    await student.screenshot({ path: '.cache/screens/special-paper-wide.png' });
    await student.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await go(page, '/specialActivity/myCertificate?view=issued');
  const given = page.getByRole('listitem').filter({ hasText: TITLE }).filter({ hasText: data.user.userName });
  await given.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('名字有误');
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click();
  await notice(page, '已撤销');
  await look(page, 'certificates');
  await student.reload();
  await expect(student.getByText('撤销原因：名字有误')).toBeVisible();

  // A member sees neither the desk nor what organisations hand in.
  await go(student, '/specialActivity/attachmentFiles');
  await expect(student.getByText('当前角色不能查看').first()).toBeVisible();
});
