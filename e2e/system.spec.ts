import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test, totalOf } from './support/test.ts';

const rows = (page: Page) => page.locator('.list-table tbody tr');
const dialog = (page: Page) => page.getByRole('dialog');

test('a deleted person is told by the bin, comes back by the keyboard, and the log tells both', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  await expect(rows(page)).toHaveCount(20);
  const before = await totalOf(page);
  const name = (await page.locator('.list-table tbody tr td[data-card="title"]').nth(3).textContent()) ?? '';
  await rows(page).nth(3).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: /^删除/ }).click();
  await dialog(page).getByLabel('删除原因').fill('重复登记');
  await dialog(page).getByPlaceholder('请输入登录密码').fill('Party2026');
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.locator('.pager-total')).toContainText(String(before - 1));

  await go(page, '/sys/recycle');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('回收站');
  await page.getByRole('tab', { name: '人员' }).click();
  await expect(rows(page).first()).toContainText(name);
  await expect(rows(page).first()).toContainText('重复登记');
  await rows(page).first().getByRole('button', { name: '恢复' }).press('Enter');
  await expect(dialog(page).getByLabel('恢复原因')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('请输入恢复原因')).toBeVisible();
  await expect(dialog(page).getByLabel('恢复原因')).toBeFocused();
  await page.keyboard.type('误删');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已恢复')).toBeVisible();

  await go(page, '/affairs/member');
  await expect(page.locator('.pager-total')).toContainText(String(before));
  await go(page, '/sys/logs');
  await expect(rows(page).first()).toContainText('从回收站恢复');
  await expect(rows(page).first()).toContainText(name);
  await page.getByRole('button', { name: /^操作内容/ }).click();
  await page.getByPlaceholder('例如：删除').fill('删除');
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toContainText('删除人员');
  // What was sought may be a name: it stays out of the address.
  expect(page.url()).not.toContain('?');
  await rows(page).first().getByRole('button', { name: '详情' }).click();
  await expect(dialog(page)).toContainText('重复登记');
  // A party worker reads the log and takes nothing out of it.
  await expect(dialog(page).getByRole('button', { name: /导出/ })).toHaveCount(0);
});

test('sign-ins have their tab; the administrator takes out an incident and verifies the log', async ({ page }) => {
  await signIn(page, ADMIN, '/sys/logs');
  await page.getByRole('tab', { name: '登录日志' }).click();
  await expect(page).toHaveURL(/q=/);
  await expect(rows(page).first()).toContainText('账号');
  await expect(rows(page).first()).toContainText('成功');
  await rows(page).first().getByRole('button', { name: '详情' }).click();
  await expect(dialog(page)).toContainText('登录方式');
  await dialog(page).getByRole('button', { name: '导出此人的记录' }).click();
  await dialog(page).getByRole('button', { name: '开始导出' }).click();
  await expect(dialog(page).getByText('请输入用途')).toBeVisible();
  await dialog(page).getByLabel('用途').fill('事件调查');
  await dialog(page).getByRole('button', { name: '开始导出' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('导出列表');
  await expect(rows(page).first()).toContainText('导出事件记录');
  await expect(rows(page).first()).toContainText('已完成');

  await go(page, '/sys/logs');
  await page.getByRole('button', { name: '核验日志' }).click();
  await dialog(page).getByRole('button', { name: '开始核验' }).click();
  await expect(dialog(page).getByText(/共核验\d+条日志.*未发现改动/)).toBeVisible();
  await page.keyboard.press('Escape');

  // A photo of the screen says whose it was; a piece of a sheet without its number leads nowhere, and says so.
  await expect(page.locator('.page-mark')).toHaveAttribute('data-mark', /^系统管理员 \d{4}-\d\d-\d\d$/);
  await page.getByRole('button', { name: '追查导出文件' }).click();
  await dialog(page).getByRole('button', { name: '查找' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('请粘贴文件里的内容');
  await dialog(page).getByRole('textbox', { name: '导出编号或复制的内容' }).fill('张三，男');
  await dialog(page).getByRole('button', { name: '查找' }).click();
  await expect(dialog(page).getByRole('status')).toContainText('没有找到对应的导出');
  expect(await graveFaults(page)).toEqual([]);
});

test('the bin of a committee holds its kinds; who has no right is told who can help', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/sys/recycle');
  for (const kind of ['党组织', '单位', '人员', '通知'])
    await expect(page.getByRole('tab', { name: new RegExp(`^${kind}\\s*\\d+$`) })).toBeVisible();
  // It opens on everything; the kinds wrap, so that none stands beyond the edge.
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^全部\d+$/);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const beyond = await page
      .getByRole('tab')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length);
    expect(beyond, `${width}`).toBe(0);
  }
  await page.getByRole('tab', { name: /^通知\s*0$/ }).click();
  await expect(page.getByText('回收站是空的')).toBeVisible();
});

test('a member has neither log nor bin', async ({ page }) => {
  await signIn(page, MEMBER, '/');
  for (const [path, title] of [
    ['/sys/logs', '系统日志'],
    ['/sys/recycle', '回收站'],
  ] as const) {
    await go(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`当前角色不能查看${title}`);
    await expect(page.locator('.list-table')).toHaveCount(0);
  }
});

test('log, dialogs and bin have no serious fault for assistive technology', async ({ page }) => {
  const faults = async (name: string) => expect(await graveFaults(page), name).toEqual([]);
  await signIn(page, ADMIN, '/sys/logs');
  await expect(rows(page).first()).toBeVisible();
  await faults('log');
  await page.getByRole('button', { name: '核验日志' }).click();
  await expect(dialog(page).getByText('签名公钥')).toBeVisible();
  await faults('verification');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await faults('export');
  await page.keyboard.press('Escape');
  await go(page, '/sys/recycle');
  await expect(page.getByRole('tab', { name: '人员' })).toBeVisible();
  await faults('bin');
});
