import { expect, type Page } from '@playwright/test';
import { sm2 } from 'sm-crypto-v2';
import { codeAt, stepAt } from '#kernel/session/server/totp.ts';
import { graveFaults } from './support/axe.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, FLOATING, MEMBER, PRODUCT, VOLUNTEER } from './support/people.ts';
import { base, signInByPage as signIn } from './support/signIn.ts';
import { setSite } from './support/site.ts';
import { askForCode } from './support/sms.ts';
import { ask, go, test } from './support/test.ts';

const PASSWORD = 'Party2026';
const OTHER = 'Chun#2026';
const loginDialog = (page: Page) => page.getByRole('dialog', { name: '登录' });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${base()}/#${path}`);
  await expect(page.locator('.safe-page h1')).toBeVisible();
}

async function typeLogin(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByPlaceholder('请输入身份证号或账号').fill(name);
  await page.getByPlaceholder('请输入密码').fill(password);
  await page.keyboard.press('Enter');
}

/** A password as the page encrypts it, for calls that a test makes itself. */
async function encrypt(password: string): Promise<string> {
  const { data } = await (await fetch(`${base()}/api/getFrontEndConfig`)).json();
  return sm2.doEncrypt(JSON.stringify({ p: password, t: data.serverTime, n: crypto.randomUUID() }), data.publicKey, 1);
}

/** Sets the second factor up by its dialog; answers a recovery code. */
async function enrol(page: Page): Promise<string> {
  await page.getByRole('button', { name: '开启二次验证' }).click();
  await expect(page.getByLabel('登录密码')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByAltText('二次验证二维码')).toBeVisible();
  const secret = ((await page.locator('.safe-secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('动态口令').fill('12345');
  await page.getByRole('button', { name: '确认开启' }).click();
  await expect(page.getByText('动态口令为6位数字')).toBeVisible();
  await page.getByLabel('动态口令').fill(codeAt(secret, stepAt(Date.now() / 1000)));
  await page.getByRole('button', { name: '确认开启' }).click();
  const kept = page.getByRole('dialog', { name: '请保存恢复码' });
  await expect(kept.locator('code')).toHaveCount(10);
  const recovery = (await kept.locator('code').first().textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(kept).toBeVisible();
  await expect(kept.getByRole('button', { name: '完成' })).toBeDisabled();
  await kept.getByLabel('已妥善保存').check();
  await kept.getByRole('button', { name: '完成' }).click();
  return recovery;
}

test('cards ask for the login where they need it; closing forgets what was typed; afterwards the card opens', async ({
  page,
}) => {
  await open(page, '/safeCenter');
  await expect(page).toHaveTitle(`安全中心 - ${PRODUCT}`);
  await expect(page.locator('.safe-foot')).toContainText(/0700-\d{7}.*峡州.*鄂ICP备/);
  await expect(page.locator('.side, .quick')).toHaveCount(0);
  const card = page.getByRole('button', { name: /密保管理/ });
  await card.click();
  expect((await loginDialog(page).boundingBox())?.width).toBe(470);
  await typeLogin(page, FLOATING, 'Wrong2026');
  await expect(page.getByRole('dialog', { name: '登录没有成功' })).toContainText('您还有4次登录机会');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(loginDialog(page)).toHaveCount(0);
  await expect(card).toBeFocused();
  await card.click();
  await expect(page.getByPlaceholder('请输入身份证号或账号')).toHaveValue('');
  await expect(page.getByPlaceholder('请输入密码')).toHaveValue('');
  await typeLogin(page, FLOATING);
  await expect(page).toHaveURL(/#\/safeCenter\/protectionManage$/);
  await expect(page.getByText('您还没有设置密保问题')).toBeVisible();
  await page.getByRole('button', { name: '退出' }).click();
  await expect(page).toHaveURL(/#\/login$/);
});

test('by keyboard alone, from the login page’s link to the form', async ({ page }) => {
  await page.goto(`${base()}/#/login`);
  await page.getByRole('link', { name: '修改密码' }).focus();
  await page.keyboard.press('Enter');
  await expect(loginDialog(page)).toBeVisible();
  await expect(page.getByPlaceholder('请输入身份证号或账号')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/safeCenter$/);
  await expect(loginDialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: '安全中心' }).focus();
  for (let at = 0; at < 2; at++) await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /修改密码/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(BASE_WORKER);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/safeCenter\/changePwd$/);
  await page.getByLabel('原密码').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('原密码')).toBeFocused();
  await expect(page.getByText('请输入原密码')).toBeVisible();
  await expect(page.getByText('请输入新密码').last()).toBeVisible();
});

test('Esc closes the topmost dialog alone: after a wrong password the login stays', async ({ page }) => {
  await page.goto(`${base()}/#/safeCenter/protectionManage`);
  await expect(loginDialog(page)).toBeVisible();
  await typeLogin(page, BASE_WORKER, 'Wrong2026');
  const refused = page.getByRole('dialog', { name: '登录没有成功' });
  await expect(refused).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(refused).toHaveCount(0);
  await expect(loginDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(loginDialog(page)).toHaveCount(0);
});

test('the change names each fault at its field and rates the password by the rule', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/safeCenter/changePwd');
  const old = page.getByLabel('原密码');
  const next = page.locator('[name=password]');
  const repeat = page.locator('[name=repeat]');
  const save = page.getByRole('button', { name: '修改密码' });
  const strength = page.locator('.password-strength');
  for (const [password, level] of [
    ['abcdef', '弱'],
    ['chun26', '中'],
    ['chunchunchun', '中'],
    ['chunchun2026', '强'],
    ['chunchun20261', '长度不合格'],
  ] as const) {
    await next.fill(password);
    await expect(strength).toContainText(level);
  }
  await old.fill('Wrong2026');
  await next.fill('abc');
  await repeat.fill('abd');
  await save.click();
  await expect(page.getByText('新密码长度不合格，应为6到12位')).toBeVisible();
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  await expect(next).toBeFocused();
  // A special character is welcome.
  await next.fill('Chun#2026');
  await repeat.fill('Chun#2026');
  await save.click();
  await expect(page.getByText('原密码不正确，还可以再试4次')).toBeVisible();
  await expect(old).toBeFocused();
  await expect(old).toHaveAttribute('aria-invalid', 'true');
});

test('questions are set and replaced; then a forgotten password is retrieved with them and a code', async ({
  page,
  another,
}) => {
  await signIn(page, MEMBER, '/safeCenter/protectionManage');
  const save = page.getByRole('button', { name: '保存密保问题' });
  await save.click();
  await expect(page.locator('[name=question0]')).toBeFocused();
  await expect(page.getByText('请选择密保问题')).toHaveCount(3);
  for (const [at, id] of ['3', '7', '12'].entries()) {
    await page.locator(`[name=question${at}]`).selectOption(id);
    await page.locator(`[name=answer${at}]`).fill(`答案${at}`);
  }
  // What one place has chosen the others no longer offer.
  await expect(page.locator('[name=question1] option[value="3"]')).toHaveCount(0);
  await page.getByLabel('登录密码').fill('Wrong2026');
  await save.click();
  await expect(page.getByText(/密码不正确，还可以再试4次/)).toBeVisible();
  await page.getByLabel('登录密码').fill(PASSWORD);
  await save.click();
  await expect(page.getByText(/^已设置密保问题/)).toBeVisible();

  await page.getByRole('button', { name: '更换密保问题' }).click();
  for (let at = 0; at < 3; at++) await page.locator(`[name=answer${at}]`).fill('不对');
  await page.getByLabel('登录密码').fill(PASSWORD);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('alert')).toContainText('密保答案不正确');
  await page.getByRole('button', { name: '取消' }).click();

  const stranger = await another();
  await open(stranger, '/safeCenter/retrievePwd');
  await stranger.getByRole('button', { name: '下一步' }).click();
  await expect(stranger.getByText('请输入身份证号或账号', { exact: true })).toBeVisible();
  await stranger.getByLabel('身份证号或账号').fill(MEMBER);
  await stranger.keyboard.press('Enter');
  await expect(stranger.getByText('420***********006X')).toBeVisible();
  await stranger.getByLabel('短信验证码').fill(await askForCode(stranger));
  await stranger.getByRole('button', { name: '下一步' }).click();
  await expect(stranger.getByText('您设置过密保问题，请再回答以下三个问题')).toBeVisible();
  for (let at = 0; at < 3; at++) await stranger.locator(`[name=answer${at}]`).fill('不对');
  await stranger.getByRole('button', { name: '下一步' }).click();
  await expect(stranger.getByRole('alert')).toContainText('短信验证码或密保答案不正确');
  for (let at = 0; at < 3; at++) await stranger.locator(`[name=answer${at}]`).fill(`答案${at}`);
  await stranger.getByRole('button', { name: '下一步' }).click();
  for (const field of ['password', 'repeat']) await stranger.locator(`[name=${field}]`).fill(OTHER);
  await stranger.getByRole('button', { name: '设置新密码' }).click();
  await expect(stranger.getByText('新密码已生效')).toBeVisible();
  await expect(stranger.getByText('去登录')).toBeFocused();
  await stranger.keyboard.press('Enter');
  await expect(stranger).toHaveURL(/#\/login$/);
  // The session that was open is over.
  expect((await ask(page, '/api/getInfo')).code).toBe(401);
  // The next journeys sign in as before.
  await open(stranger, '/safeCenter/changePwd');
  await typeLogin(stranger, MEMBER, OTHER);
  await stranger.getByLabel('原密码').fill(OTHER);
  for (const field of ['password', 'repeat']) await stranger.locator(`[name=${field}]`).fill(PASSWORD);
  await stranger.getByRole('button', { name: '修改密码' }).click();
  await expect(stranger.getByText('新密码已生效')).toBeVisible();
});

test('an unknown account is asked like any other', async ({ page }) => {
  await open(page, '/safeCenter/retrievePwd');
  await page.getByLabel('身份证号或账号').fill('420599198001010015');
  await page.keyboard.press('Enter');
  await expect(page.locator('.safe-group input')).toHaveCount(0);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText(/验证码已发往登记的手机/)).toBeVisible();
  await page.reload();
  await page.getByLabel('身份证号或账号').fill('420599198001010015');
  await page.keyboard.press('Enter');
  // The minute's lock survives the reload.
  await expect(page.getByRole('button', { name: /\d+秒后重发/ })).toBeDisabled();
  await page.getByLabel('短信验证码').fill('000000');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('alert')).toContainText('短信验证码或密保答案不正确');
});

test('a temporary password has to be changed: 700 pixels, no way out, then the login', async ({ page }) => {
  await signIn(page, VOLUNTEER);
  const { userId } = (await ask(page, '/api/getInfo')).data.user;
  await signIn(page, ADMIN);
  const given = await page.evaluate(
    async ({ id, password }) => {
      const headers = {
        authorization: sessionStorage.getItem('session-token') ?? '',
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ id, password });
      return (await fetch('/api/sys/user/resetPwd', { method: 'POST', headers, body })).json();
    },
    { id: userId, password: await encrypt(PASSWORD) },
  );
  expect(given.code, JSON.stringify(given)).toBe(200);
  const { temporary } = given.data;

  await page.goto(`${base()}/#/login`);
  await typeLogin(page, VOLUNTEER, temporary);
  const dialog = page.getByRole('dialog', { name: '请先修改密码' });
  await expect(dialog).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBe(700);
  await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(0);
  await expect(dialog.getByLabel('原密码')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  await expect(dialog).toBeVisible();
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest('dialog');
    });
    expect(outside).toBe(false);
  }
  // The safe centre's pages do not show it, but offer the change alone.
  await go(page, '/safeCenter/protectionManage');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible();
  await go(page, '/partyMember');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('原密码').fill(temporary);
  await dialog.locator('[name=password]').fill(PASSWORD);
  await dialog.locator('[name=repeat]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/login$/);
  await typeLogin(page, VOLUNTEER);
  await expect(page).not.toHaveURL(/login/);
  expect((await ask(page, '/api/getInfo')).data.user.ifCompelChangePwd).toBe(false);
});

test('another device is signed out from here; a second factor is set up, asked for, and switched off', async ({
  page,
  another,
}) => {
  const far = await another();
  await signIn(far, FLOATING);
  await signIn(page, FLOATING, '/safeCenter/sessions');
  const devices = page.locator('.safe-devices li');
  await expect(devices.filter({ hasText: '本机' })).toHaveCount(1);
  await page.getByRole('button', { name: '退出其他全部设备' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click();
  await expect(devices).toHaveCount(1);
  expect((await ask(far, '/api/getInfo')).code).toBe(401);

  const recovery = await enrol(page);
  await expect(page.getByText(/二次验证已开启/)).toBeVisible();
  await expect(page.getByText('还有10个恢复码可用')).toBeVisible();

  await page.locator('.safe-tools').getByRole('button', { name: '退出' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(page.getByPlaceholder('请输入密码')).toBeVisible();
  await open(page, '/safeCenter/sessions');
  await typeLogin(page, FLOATING);
  const second = page.getByRole('dialog', { name: '二次验证' });
  await second.getByRole('button', { name: /使用恢复码/ }).click();
  await second.getByRole('textbox').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page.getByText('还有9个恢复码可用')).toBeVisible();

  await page.getByRole('button', { name: '停用二次验证' }).click();
  await page.getByRole('button', { name: '停用', exact: true }).click();
  await expect(page.getByText('请输入登录密码').last()).toBeVisible();
  await page.getByLabel('登录密码').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('二次验证没有开启')).toBeVisible();
});

/** The administrator's page while the site demands a second factor: what falls in between must not keep all others out. */
let demanding: Page | null = null;
test.afterEach(async () => {
  if (demanding) await setSite(demanding, '127.0.0.1', {});
});

test('a second factor that the site demands comes before every other page', async ({ page, another }) => {
  const admin = await another();
  await signIn(admin, ADMIN);
  demanding = admin;
  await setSite(admin, '127.0.0.1', { secondFactor: 'workers' });
  await signIn(page, BRANCH_WORKER);
  await expect(page).toHaveURL(/#\/safeCenter\/sessions$/);
  await expect(page.getByText('本平台要求您的角色使用二次验证')).toBeVisible();
  await go(page, '/partyBranch');
  await expect(page).toHaveURL(/#\/safeCenter\/sessions$/);
  await go(page, '/safeCenter/protectionManage');
  await page.getByRole('link', { name: '开启二次验证' }).click();
  await enrol(page);
  await page.getByRole('link', { name: '进入平台' }).click();
  await expect(page).toHaveURL(/#\/partyBranch$/);
  await go(page, '/safeCenter/sessions');
  await expect(page.getByText('不能停用')).toBeVisible();
  await setSite(admin, '127.0.0.1', {});
  demanding = null;
  await page.reload();
  await page.getByRole('button', { name: '停用二次验证' }).click();
  await page.getByLabel('登录密码').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('二次验证没有开启')).toBeVisible();
});

for (const [size, width, height] of [
  ['wide', 1440, 900],
  ['phone', 390, 844],
] as const) {
  test(`every page fits and can be read, ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const judge = async (name: string) => {
      const wide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(wide, name).toBeLessThanOrEqual(0);
      expect(await graveFaults(page), name).toEqual([]);
      await page.screenshot({ path: `.cache/screens/safe-${name}-${size}.png`, fullPage: true });
    };
    await open(page, '/safeCenter');
    await judge('cards-out');
    await open(page, '/safeCenter/retrievePwd');
    await page.getByLabel('身份证号或账号').fill(BASE_WORKER);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('短信验证码')).toBeVisible();
    await judge('retrieve');
    await signIn(page, BASE_WORKER, '/safeCenter');
    await expect(page.getByText('尚未设置')).toBeVisible();
    await judge('cards');
    for (const path of ['changePwd', 'protectionManage', 'sessions']) {
      await go(page, `/safeCenter/${path}`);
      await expect(page.locator('.safe-card, .safe-devices').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await judge(path);
    }
  });
}
