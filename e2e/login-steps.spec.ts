import { expect, type Page } from '@playwright/test';
import { SECRETS, startCounterpart } from '../test/support/counterparts/counterpart.ts';
import { hold } from './support/line.ts';
import { ADMIN, BRANCH_WORKER, CITY, PRODUCT } from './support/people.ts';
import { base, signInByPage as signIn } from './support/signIn.ts';
import { setSite } from './support/site.ts';
import { type Another, test } from './support/test.ts';

const name = (page: Page) => page.getByPlaceholder('请输入身份证号或账号');
const password = (page: Page) => page.getByPlaceholder('请输入密码');
const host = () => new URL(base()).host;

async function openLogin(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${base()}/#/login`);
  await expect(page).toHaveTitle(`登录 - ${PRODUCT}`);
}

/** Runs a journey under settings of this host; afterwards it inherits everything again. */
async function under(
  another: Another,
  settings: object,
  journey: () => Promise<void>,
  secrets: object = {},
): Promise<void> {
  const administrator = await another();
  await signIn(administrator, ADMIN, '/sys/logs');
  await setSite(administrator, host(), settings, secrets);
  try {
    await journey();
  } finally {
    await setSite(administrator, host(), {});
  }
}

test('the page is light and works with every other host blocked', async ({ page }) => {
  const sizes = new Map<string, number>();
  page.on('response', async (response) => {
    if (/\.js(\?|$)/.test(response.url())) sizes.set(response.url(), Number(response.headers()['content-length'] ?? 0));
  });
  await page.route(
    (url) => url.origin !== base(),
    (route) => route.abort(),
  );
  await openLogin(page);
  await expect(name(page)).toBeFocused();
  const sum = [...sizes.values()].reduce((all, size) => all + size, 0);
  expect([...sizes.values()].every((size) => size > 0)).toBe(true);
  expect(sum).toBeLessThanOrEqual(120_000);
});

test('fast fingers: Enter before the settings have come waits for them', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/getFrontEndConfig', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`${base()}/#/login`);
  await name(page).fill(BRANCH_WORKER);
  await password(page).fill('Party2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '正在登录' })).toBeVisible();
  answer();
  await expect(page).toHaveURL(/#\/partyBranch$/);
});

test('a weak password asks for an SMS code, whose lock of 60 seconds outlives a reload', async ({ page, another }) => {
  await under(another, { verificationOn: true }, async () => {
    await page.clock.install();
    await openLogin(page);
    await password(page).fill('x');
    await password(page).blur();
    await expect(page.locator('#login-fault')).toHaveText('请先输入用户名或密码');
    await name(page).fill(BRANCH_WORKER);
    await password(page).fill('12345678');
    await password(page).blur();
    await expect(page.locator('#login-fault')).toHaveText('系统检测到您的密码为弱密码，需要进行身份验证');
    const send = page.getByRole('button', { name: '获取验证码' });
    await expect(send).toBeEnabled();
    await name(page).fill('');
    await expect(send).toBeDisabled();
    await name(page).fill(BRANCH_WORKER);
    await password(page).press('Enter');
    await expect(page.locator('#login-fault')).toHaveText('验证码不能为空');
    await expect(page.getByPlaceholder('请输入短信验证码')).toBeFocused();
    await page.screenshot({ path: '.cache/login/sms.png' });
    await send.click();
    await expect(page.getByRole('button', { name: /^(60|5\d)秒后重发$/ })).toBeDisabled();
    await expect(page.locator('.field-hint')).toContainText('请联系党务工作者核对登记的手机号');
    await page.clock.runFor(20_000);
    // On a slow line all is typed before the site's configuration comes.
    const release = await hold(page, '/api/getFrontEndConfig');
    await page.reload();
    await name(page).fill(BRANCH_WORKER);
    await password(page).fill('12345678');
    await password(page).blur();
    await release();
    const waiting = page.getByRole('button', { name: /^([123]\d|40)秒后重发$/ });
    await expect(waiting).toBeDisabled();
    await page.clock.runFor(41_000);
    await expect(page.getByRole('button', { name: '获取验证码' })).toBeEnabled();

    // Not weak, but all letters and digits: a tip with its link, and nothing is blocked.
    await password(page).fill('Party2026');
    await password(page).blur();
    await expect(page.locator('#login-fault')).toContainText('您的密码过于简单，建议');
    await expect(page.getByRole('link', { name: '立即修改密码' })).toHaveAttribute('href', '#/safeCenter/changePwd');
    await password(page).press('Enter');
    await expect(page).toHaveURL(/#\/partyBranch$/);
  });
});

test('the picture check by keyboard alone: wrong signs bring another picture, the machine computes in its place', async ({
  page,
  another,
}) => {
  await under(another, { captcha: 'image' }, async () => {
    await openLogin(page);
    const picture = page.locator('.captcha-picture img');
    await expect(picture).toBeVisible();
    await name(page).fill(BRANCH_WORKER);
    await password(page).fill('Party2026');
    await page.keyboard.press('Enter');
    await expect(page.locator('#login-fault')).toHaveText('请完成图形验证');
    await expect(page.getByPlaceholder('请输入图中字符')).toBeFocused();
    const first = await picture.getAttribute('src');
    await page.getByPlaceholder('请输入图中字符').fill('!!!!');
    await page.keyboard.press('Enter');
    await expect(page.locator('#login-fault')).toContainText('图形验证码');
    await expect(picture).not.toHaveAttribute('src', first ?? '');
    await expect(page.getByPlaceholder('请输入图中字符')).toHaveValue('');
    await page.screenshot({ path: '.cache/login/captcha.png' });

    await page.getByRole('button', { name: '看不清？由本机计算验证' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('本机计算验证已完成，可以登录')).toBeVisible({ timeout: 90_000 });
    await password(page).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/partyBranch$/);
  });
});

test('a picture that nobody has looked at for two minutes is renewed; one that is being read stays', async ({
  page,
  another,
}) => {
  await under(another, { captcha: 'image' }, async () => {
    await page.clock.install();
    let pictures = 0;
    let hold: Promise<void> | null = null;
    await page.route('**/api/captchaImage', async (route) => {
      pictures++;
      await hold;
      await route.continue();
    });
    await openLogin(page);
    const picture = page.locator('.captcha-picture img');
    const field = page.getByPlaceholder('请输入图中字符');
    await expect(picture).toBeVisible();
    const first = await picture.getAttribute('src');
    await page.clock.runFor(109_000);
    expect(pictures).toBe(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    hold = promise;
    await page.clock.runFor(2_000);
    // The old one is gone, and without one nothing can be typed.
    await expect(picture).toHaveCount(0);
    await expect(field).not.toBeEditable();
    resolve();
    await expect(picture).not.toHaveAttribute('src', first ?? '');
    expect(pictures).toBe(2);
    await field.fill('A');
    await page.clock.runFor(300_000);
    await expect(field).toHaveValue('A');
    expect(pictures).toBe(2);
  });
});

test('a right SMS code is kept over a wrong password, and asked for anew once it was used', async ({
  page,
  another,
}) => {
  await under(another, { verificationOn: true }, async () => {
    const sent: { smsCode?: string }[] = [];
    const answers = [
      { code: 0, msg: '用户不存在/密码错误', data: { remaining: 3, lockedUntil: null } },
      { code: 200, msg: '操作成功', data: { secondFactor: { challenge: 'c' } } },
    ];
    await page.route('**/api/login', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: answers[sent.length - 1] });
    });
    await openLogin(page);
    await name(page).fill(BRANCH_WORKER);
    await password(page).fill('12345678');
    await password(page).blur();
    const code = page.getByPlaceholder('请输入短信验证码');
    await code.fill('123456');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '知道了' }).click();
    await expect(code).toHaveValue('123456');
    await password(page).press('Enter');
    const second = page.getByRole('dialog', { name: '二次验证' });
    await second.getByRole('button', { name: '取消' }).click();
    await expect(code).toHaveValue('');
    expect(sent.map(({ smsCode }) => smsCode)).toEqual(['123456', '123456']);
  });
});

test('the Tencent check: its script is loaded with the login, its ticket goes along, and closing it stops', async ({
  page,
  another,
}) => {
  const outside = await startCounterpart();
  const settings = { captcha: 'tencent', captchaAppId: '2000000000', captchaUrl: `${outside.origin}/captcha/verify` };
  const script = `let turn = 0;
    window.TencentCaptcha = function (appId, done) {
      this.show = () => done(turn++ ? { ret: 0, ticket: 'good', randstr: '@' + appId } : { ret: 2 });
    };`;
  let loaded = 0;
  await page.route('https://turing.captcha.qcloud.com/**', async (route) => {
    loaded++;
    await route.fulfill({
      body: script,
      contentType: 'text/javascript',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    });
  });
  await under(
    another,
    settings,
    async () => {
      await openLogin(page);
      await name(page).fill(BRANCH_WORKER);
      await password(page).fill('Party2026');
      expect(loaded).toBe(0);
      await page.keyboard.press('Enter');
      await expect(page.locator('#login-fault')).toHaveText('请完成图形验证');
      await password(page).press('Enter');
      await expect(page).toHaveURL(/#\/partyBranch$/);
      expect(loaded).toBe(1);
      expect(outside.hits.at(-1)?.path).toBe('/captcha/verify');
    },
    { captchaSecret: SECRETS.captchaSecret },
  );
  await outside.close();
});

test('a check that the site has not set up says so', async ({ page }) => {
  await page.route('**/api/getFrontEndConfig', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    Object.assign(body.data, { captcha: 'tencent', captchaAppId: '' });
    await route.fulfill({ response: answer, json: body });
  });
  await openLogin(page);
  await name(page).fill(BRANCH_WORKER);
  await password(page).fill('Party2026');
  await page.keyboard.press('Enter');
  await expect(page.locator('.login-notice')).toContainText('提示 系统未就绪，请稍后提交');
  await expect(page).toHaveURL(/#\/login/);
});

test.describe('the intranet', () => {
  test.use({ faults: [/ERR_CONNECTION_REFUSED|ERR_FAILED/] });

  test('city workers are asked whether to move there, after a try whether it can be reached', async ({
    page,
    another,
  }) => {
    // The platform itself stands for an intranet that answers; nothing listens at the other port.
    for (const [intranetUrl, reached] of [
      [`${base()}/#/login`, true],
      ['http://127.0.0.1:39999/', false],
    ] as const) {
      await under(another, { intranetUrl }, async () => {
        await openLogin(page);
        await name(page).fill(CITY);
        await password(page).fill('Party2026');
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: '前往内网' });
        if (reached) {
          await expect(dialog).toContainText('内网可以连通');
          await expect(dialog.getByRole('button', { name: '前往内网' })).toBeEnabled();
          await dialog.getByRole('button', { name: '取消' }).click();
        } else {
          await expect(dialog).toContainText('当前网络连不上内网');
          await page.screenshot({ path: '.cache/login/intranet.png' });
          await expect(dialog.getByRole('button', { name: '仍要前往' })).toBeVisible();
          await dialog.getByRole('button', { name: '留在当前网络' }).click();
        }
        await expect(page).toHaveURL(/#\/(countyCity|party(Committee|Branch))$/);
        await page.evaluate(() => sessionStorage.clear());
      });
    }
  });
});

test('P16 a login elsewhere ends the first one, which is told; after signing in again the act goes on', async ({
  page,
  another,
}) => {
  await under(another, { singleLogon: true }, async () => {
    await page.goto('about:blank');
    await signIn(page, BRANCH_WORKER, '/news');
    await expect(page.locator('tbody tr').first()).toBeVisible();
    const elsewhere = await another();
    await signIn(elsewhere, BRANCH_WORKER, '/news');

    await page.evaluate(() => location.assign('#/affairs/member'));
    const dialog = page.getByRole('dialog', { name: '您的账号已在其他地方登录' });
    await expect(dialog).toContainText('如果不是本人操作');
    await page.screenshot({ path: '.cache/login/elsewhere.png' });
    await dialog.getByPlaceholder('请输入密码').fill('Party2026');
    await dialog.getByRole('button', { name: '重新登录' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/#\/affairs\/member/);
    await expect(page.locator('tbody tr').first()).toBeVisible();
  });
});

test('a first sign-in is greeted by role, and only at the landing page', async ({ page }) => {
  await page.route('**/api/getInfo', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.user.loginCount = 1;
    await route.fulfill({ response: answer, json: body });
  });
  await signIn(page, BRANCH_WORKER);
  await expect(page).toHaveURL(/#\/welcome$/);
  await expect(page.getByRole('heading', { name: new RegExp(`欢迎使用${PRODUCT}`) })).toBeVisible();
  await expect(page.locator('.welcome-steps li')).not.toHaveCount(0);
  await page.screenshot({ path: '.cache/login/welcome.png' });
  await page.getByRole('link', { name: '进入首页' }).click();
  await expect(page).toHaveURL(/#\/partyBranch$/);
});
