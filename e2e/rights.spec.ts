import { expect, type Page } from '@playwright/test';
import { breakLine, reconnect } from './support/line.ts';
import { ADMIN, BRANCH_WORKER, COUNTY, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

test.use({ keepsWindow: true });

/** The names of the dialog's and the page's controls that save. */
async function save(page: Page, sentence: RegExp, withPassword = true): Promise<void> {
  await page.getByRole('button', { name: '查看影响并保存' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(sentence);
  if (withPassword) await dialog.getByLabel('本人登录密码').fill('Party2026');
  await page.getByRole('button', { name: '确认保存' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('已保存，立即生效')).toBeVisible();
}

/** Opens the rights of a person, who may stand on any page of the list. */
async function open(page: Page, name: string, link: string): Promise<void> {
  await page.getByRole('searchbox', { name: '姓名或完整身份证号' }).fill(name);
  await page.getByRole('row', { name }).getByRole('link', { name: link }).click();
}

test('a right taken from a role is gone from a worker already signed in, and comes back', async ({ page, another }) => {
  const worker = await another();
  await signIn(worker, BRANCH_WORKER, '/affairs/member');
  const list = '/api/sys/right/catalogue';
  expect((await ask(worker, list)).code).toBe(200);

  await signIn(page, ADMIN, '/affairs/member/userRole');
  await page.getByRole('row', { name: '党务工作者' }).getByRole('link', { name: '设置权限' }).click();
  await expect(page.getByRole('heading', { name: '党务工作者的权限' })).toBeVisible();
  await page.getByRole('searchbox', { name: '权限名称' }).fill('查看权限');
  await page.getByLabel('查看权限').uncheck();
  await expect(page.locator('.right-line.changed')).toContainText('已改');
  await save(page, /\d+个组织的\d+人将失去权限/);
  expect((await ask(worker, list)).code).toBe(403);

  await page.getByRole('searchbox', { name: '权限名称' }).fill('查看权限');
  await page.getByLabel('查看权限').check();
  await save(page, /\d+个组织的\d+人将获得权限/);
  expect((await ask(worker, list)).code).toBe(200);
});

test('a role of the deployment is added by the keyboard alone and appears in the list', async ({ page }) => {
  await signIn(page, ADMIN, '/affairs/member/userRole');
  await page.getByRole('button', { name: '新增角色' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '新增角色' });
  await dialog.getByRole('button', { name: '新增' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('请输入角色名称')).toBeVisible();
  await expect(dialog.getByLabel('角色名称')).toBeFocused();
  await page.keyboard.type('档案员');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('沿用权限')).toBeFocused();
  await expect(dialog.getByText('先带上所选角色的权限')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByLabel('沿用权限')).toHaveValue('3');
  for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: '新增' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '档案员的权限' })).toBeVisible();
  await expect(page.getByLabel('维护党员')).toBeChecked();
  await go(page, '/affairs/member/userRole');
  await expect(page.getByRole('row', { name: '档案员' })).toContainText('本级及下级组织');
});

test('a county worker sees where rights come from, sets those below and not those of their own level', async ({
  page,
}) => {
  await signIn(page, COUNTY, '/popedom/manage');
  await open(page, '陈建波', '设置权限');
  await expect(page.getByRole('heading', { name: '陈建波的权限' })).toBeVisible();
  const line = page.locator('.right-line', { hasText: '导出党员' });
  await expect(line).toContainText('来自角色：党务工作者');
  await line.getByRole('checkbox').uncheck();
  await save(page, /陈建波以“党务工作者”在渡口第一党支部.*失去导出党员/);
  await expect(line).toContainText('对本人停用');
  // What the giver lacks cannot be given.
  await expect(page.locator('.right-line', { hasText: '维护角色' }).getByRole('checkbox')).toBeDisabled();
  await line.getByRole('checkbox').check();
  await save(page, /获得导出党员/);

  await go(page, '/popedom/manage');
  await open(page, '向丽华', '设置权限');
  await expect(page.getByText('不能给自己授权，请由其他管理人员办理')).toBeVisible();
  await expect(page.getByRole('button', { name: '查看影响并保存' })).toHaveCount(0);
});

test('what is limited at an organisation is inherited below it', async ({ page }) => {
  await signIn(page, ADMIN, '/popedom/organization');
  await expect(page.getByText('本级组织的权限由上级组织设置')).toBeVisible();
  await page.getByRole('treeitem', { name: '中共临峡区委员会' }).click();
  await page.getByLabel('导出党员').uncheck();
  // To limit takes rights away; only to lift a limit gives them.
  await save(page, /限制使用：导出党员.*\d+个组织的\d+人将失去权限/, false);
  await page.getByRole('treeitem', { name: '中共临峡区委员会' }).press('ArrowRight');
  await page.getByRole('treeitem', { name: '江南街道党工委' }).click();
  await expect(page.locator('.right-line', { hasText: '导出党员' })).toContainText('组织限制：中共临峡区委员会');
  await expect(page.getByLabel('导出党员')).toBeDisabled();
  await page.getByRole('treeitem', { name: '中共临峡区委员会' }).click();
  await page.getByLabel('导出党员').check();
  await save(page, /取消限制：导出党员.*获得权限/);
});

test('the fixed query names who may do something at an organisation, and exports it', async ({ page }) => {
  await signIn(page, COUNTY, '/affairs/member/searchFixedQuery/105');
  await expect(page.getByRole('combobox', { name: '权限' })).toHaveValue('105');
  await expect(page.getByRole('row', { name: '向丽华' })).toContainText('来自角色：党务工作者');
  await page.getByRole('button', { name: /^组织：/ }).click();
  await page.getByRole('treeitem', { name: '江南街道党工委' }).click();
  await expect(page.getByRole('row', { name: '周敏' })).toBeVisible();
  await expect(page.getByRole('row', { name: '郑国平' })).toHaveCount(0);
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByRole('button', { name: '开始导出' }).click();
  await expect(page.getByText('请输入用途')).toBeVisible();
  await page.getByPlaceholder('例如：季度权限核对').fill('季度权限核对');
  await page.getByRole('button', { name: '开始导出' }).click();
  await expect(page.getByRole('row', { name: /导出权限一览/ }).first()).toContainText(/已导出([2-9]|[1-9]\d+)条权限/);
});

test('three administrators: what lacks is said, and nothing is switched', async ({ page }) => {
  await signIn(page, ADMIN, '/affairs/member/userRole');
  await page.getByRole('button', { name: '三员分立' }).click();
  const dialog = page.getByRole('dialog', { name: '三员分立' });
  await expect(dialog).toContainText('还没有指定安全管理员');
  await expect(dialog.getByRole('button', { name: '启用三员分立' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a member finds no page of rights; the view only shows', async ({ page }) => {
  await signIn(page, MEMBER);
  for (const [path, title] of [
    ['/popedom/manage', '权限管理'],
    ['/popedom/organization', '组织权限'],
    ['/affairs/member/userRole', '用户角色'],
    ['/affairs/member/searchFixedQuery/100', '固定查询'],
  ] as const) {
    await go(page, path);
    await expect(page.getByRole('heading', { name: `当前角色不能查看${title}` }), path).toBeVisible();
  }
});

test('the view of rights has no way to change them', async ({ page }) => {
  await signIn(page, COUNTY, '/popedom/view/manage');
  await open(page, '陈建波', '查看权限');
  await expect(page.locator('.right-read', { hasText: '导出党员' })).toBeVisible();
  await expect(page.locator('.right-line input')).toHaveCount(0);
  await expect(page.getByRole('link', { name: '设置权限' })).toHaveCount(0);
});

test('ticks that are not saved are not lost on the way to another organisation without a question', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/popedom/organization');
  await page.getByRole('treeitem', { name: '中共白鹭区委员会' }).click();
  const box = page.getByLabel('导出党员');
  await box.uncheck();
  await page.getByRole('treeitem', { name: '中共南津区委员会' }).click();
  const question = page.getByRole('dialog', { name: '离开本页' });
  await question.getByRole('button', { name: '继续填写' }).click();
  await expect(box).not.toBeChecked();
  await page.getByRole('navigation', { name: '权限管理' }).getByRole('link', { name: '角色' }).click();
  await question.getByRole('button', { name: '离开', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '用户角色' })).toBeVisible();
});

test.describe('the line breaks', () => {
  test.use({ faults: [/Failed to load resource/] });

  test('ticks stay where the rights are read again in vain', async ({ page }) => {
    await signIn(page, ADMIN, '/popedom/organization');
    await page.getByRole('treeitem', { name: '中共白鹭区委员会' }).click();
    const box = page.getByLabel('导出党员');
    await box.uncheck();
    const path = '/api/sys/right/org';
    const asked = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === path);
    const restore = await breakLine(page, path);
    // What was read half a minute ago is read again.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await reconnect(page);
    await asked;
    await restore();
    await expect(box).not.toBeChecked();
    await page.getByRole('button', { name: '放弃改动' }).click();
    await expect(box).toBeChecked();
  });
});
