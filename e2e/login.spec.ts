import { expect, type Page } from '@playwright/test';
import { ADMIN, BRANCH_WORKER, COLLEGE, PRODUCT, VOLUNTEER } from './support/people.ts';
import { base, signInByPage as signIn } from './support/signIn.ts';
import { storedTexts } from './support/storage.ts';
import { test } from './support/test.ts';

const name = (page: Page) => page.getByPlaceholder('请输入身份证号或账号');
const password = (page: Page) => page.getByPlaceholder('请输入密码');
const dialog = (page: Page) => page.getByRole('dialog', { name: '登录没有成功' });

async function openLogin(page: Page, query = ''): Promise<void> {
  await page.goto(`${base()}/#/login${query}`);
  await expect(page).toHaveTitle(`登录 - ${PRODUCT}`);
}

async function submit(page: Page, account: string, secret: string): Promise<void> {
  await name(page).fill(account);
  await password(page).fill(secret);
  await page.keyboard.press('Enter');
}

test('by keyboard alone: name, password, the options, Enter', async ({ page }) => {
  await openLogin(page);
  await expect(name(page)).toBeFocused();
  await page.keyboard.type(BRANCH_WORKER);
  await page.keyboard.press('Tab');
  await expect(password(page)).toBeFocused();
  await page.keyboard.type('Party2026');
  const stops: string[] = [];
  for (let at = 0; at < 5; at++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const one = document.activeElement;
        return one?.getAttribute('aria-label') ?? one?.closest('label')?.textContent ?? one?.textContent ?? '';
      }),
    );
  }
  expect(stops).toEqual(['显示密码', '记住账号', '修改密码', '忘记密码', '登录']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/partyBranch$/);
  await expect(page).toHaveTitle(new RegExp(PRODUCT));
});

test('nothing filled in: told below the form, nothing sent', async ({ page }) => {
  await openLogin(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) asked++;
  });
  await expect(name(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const told = page.locator('#login-fault');
  await expect(told).toHaveText('用户名和密码不能为空');
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true');
  await name(page).fill(BRANCH_WORKER);
  await expect(told).toHaveText('');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(told).toHaveText('用户名和密码不能为空');
  expect(asked).toBe(0);
});

test('wrong passwords are counted down to the lock, which an administrator lifts', async ({ page, another }) => {
  await page.clock.install();
  await openLogin(page);
  await name(page).fill(VOLUNTEER);
  for (const left of [4, 3, 2, 1]) {
    await password(page).fill('Wrong2026');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('用户不存在/密码错误');
    await expect(dialog(page)).toContainText(`您还有${left}次登录机会，之后账号将被锁定`);
    // The first by Enter on the button that has the focus, the others by Esc.
    await page.keyboard.press(left === 4 ? 'Enter' : 'Escape');
    await expect(password(page)).toBeFocused();
  }
  await password(page).fill('Wrong2026');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('您的账号已锁定，请联系管理员');
  await page.keyboard.press('Enter');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) asked++;
  });
  await submit(page, VOLUNTEER, 'Party2026');
  await expect(dialog(page)).toContainText('账号已锁定，请联系管理员');
  await page.keyboard.press('Enter');
  expect(asked).toBe(0);

  // Another browser hears the same, even with the right password; other accounts are not held up.
  const other = await another();
  await openLogin(other);
  await submit(other, VOLUNTEER, 'Party2026');
  await expect(dialog(other)).toContainText('账号已锁定，请联系管理员');
  await other.keyboard.press('Enter');
  await signIn(other, ADMIN, '/popedom/user/account');

  await other.getByRole('button', { name: /^状态/ }).click();
  await other.getByRole('radio', { name: '已锁定' }).click();
  const row = other.locator('tbody tr', { hasText: '邓雨薇' });
  await expect(row).toContainText('已锁定');
  await row.getByRole('button', { name: /更多/ }).click();
  await other.getByRole('menuitem', { name: '解除锁定' }).click();
  await other.getByRole('dialog', { name: '解锁账号 邓雨薇' }).getByRole('button', { name: '解锁' }).click();
  await expect(other.locator('.notice', { hasText: '邓雨薇的账号已解锁' })).toBeVisible();
  await expect(row).toHaveCount(0);

  // The page that was told of the lock asks again after a minute.
  await page.clock.runFor(60_000);
  await submit(page, VOLUNTEER, 'Party2026');
  await expect(page).toHaveURL(/#\/(?!login)/);
});

test('a remembered name comes back masked and is forgotten on wish', async ({ page }) => {
  const signOut = async () => {
    await page.getByRole('button', { name: /的账号$/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
    await expect(page).toHaveURL(/#\/login/);
  };
  await openLogin(page);
  await page.getByLabel('记住账号').check();
  await submit(page, COLLEGE, 'Party2026');
  await expect(page.locator('main.main')).toBeVisible();
  await signOut();
  // What is kept may be an id card, so that it rests in cipher alone (acceptance point 40).
  const stored = await storedTexts(page);
  expect(stored.some((text) => /"data":".{10}/.test(text))).toBe(true);
  expect(stored.filter((text) => text.includes(COLLEGE))).toEqual([]);
  await page.reload();
  await expect(name(page)).toHaveValue('420***********0098');
  await expect(password(page)).toBeFocused();
  await page.keyboard.type('Party2026');
  await page.getByLabel('记住账号').uncheck();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.locator('main.main')).toBeVisible();
  await signOut();
  await page.reload();
  await expect(name(page)).toHaveValue('');
  await expect(name(page)).toBeFocused();
});

test('an address of elsewhere is no place to come back to', async ({ page }) => {
  const places = ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', '/login', 'javascript:0'];
  for (const place of places) {
    await openLogin(page, `?redirect=${encodeURIComponent(place)}`);
    await submit(page, BRANCH_WORKER, 'Party2026');
    await expect(page, place).toHaveURL(/#\/partyBranch$/);
    expect(page.url().startsWith(`${base()}/`), place).toBe(true);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
  }
});

test.describe('without the server', () => {
  test.use({ faults: [/net::ERR_/] });

  test('a lost connection is told, what was typed stays, and the next try goes through', async ({ page }) => {
    await openLogin(page);
    await page.route('**/api/login', (route) => route.abort());
    await submit(page, BRANCH_WORKER, 'Party2026');
    await expect(page.locator('.login-notice')).toContainText('后端接口连接异常');
    await expect(name(page)).toHaveValue(BRANCH_WORKER);
    await expect(password(page)).toHaveValue('Party2026');
    await page.unroute('**/api/login');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL(/#\/partyBranch$/);
  });

  test('a page that found no server offers another try', async ({ page }) => {
    await page.route('**/api/getFrontEndConfig', (route) => route.abort());
    await page.goto(`${base()}/#/login`);
    await expect(page.getByRole('alert').first()).toContainText('后端接口连接异常');
    await submit(page, BRANCH_WORKER, 'Party2026');
    await expect(page.locator('#login-fault')).toHaveText('系统未就绪，请稍后提交');
    await page.unroute('**/api/getFrontEndConfig');
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page).toHaveTitle(`登录 - ${PRODUCT}`);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL(/#\/partyBranch$/);
  });
});
