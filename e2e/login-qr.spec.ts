import { expect, type Page } from '@playwright/test';
import { loseAnswer } from './support/line.ts';
import { BRANCH_WORKER, MEMBER } from './support/people.ts';
import { base, signInByPage as signIn } from './support/signIn.ts';
import { type Another, test } from './support/test.ts';

const STATUS = '**/api/connect/qrConnect/getQrCodeStatus';
const shown = (page: Page) => page.getByAltText('登录二维码');

/** Opens the tab; answers where its code leads and which number stands beside it. */
async function openQr(page: Page): Promise<{ path: string; number: string }> {
  await page.goto(`${base()}/#/login`);
  const fetched = page.waitForResponse('**/api/connect/qrConnect/getQrCode');
  await page.getByRole('tab', { name: '扫码登录' }).click();
  const { data } = await (await fetched).json();
  await expect(shown(page)).toBeVisible();
  await expect(page.locator('.qr-login em')).toHaveText(String(data.number));
  return { path: data.path.replace('/#', ''), number: String(data.number) };
}

/** A phone on which somebody is signed in, at the page to which the code leads. */
async function scan(another: Another, path: string): Promise<Page> {
  const page = await another(PHONE);
  await signIn(page, BRANCH_WORKER, path);
  await expect(page.getByRole('heading', { name: '确认在电脑上登录' })).toBeVisible();
  return page;
}

/** A phone. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('the phone sees who asks, picks the number, and the computer is in with its next question', async ({
  page,
  another,
}) => {
  const { path, number } = await openQr(page);
  let questions = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/getQrCodeStatus')) questions++;
  });
  await page.screenshot({ path: '.cache/login/qr.png' });
  const phone = await scan(another, path);
  await expect(phone.locator('.standalone-facts')).toContainText(/Chrome/);
  await expect(phone.locator('.standalone-facts')).toContainText('同一网络');
  const numbers = phone.locator('.confirm-numbers button');
  await expect(numbers).toHaveCount(3);
  for (const box of await numbers.all()) expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(60);
  await phone.screenshot({ path: '.cache/login/confirm.png' });
  await expect(page.locator('.qr-scanned')).toBeVisible();
  await numbers.getByText(number, { exact: true }).click();
  await expect(phone.getByRole('heading', { name: '已确认登录' })).toBeVisible();
  const asked = questions;
  await expect(page).toHaveURL(/#\/partyBranch$/);
  expect(questions - asked).toBeLessThanOrEqual(1);
  await expect(page.locator('.head-count')).toBeVisible();
});

test.describe('on a line that loses answers', () => {
  test.use({ faults: [/status of 502/] });

  test('the phone says its number again, and it counts once', async ({ page, another }) => {
    const { path, number } = await openQr(page);
    const phone = await scan(another, path);
    const pick = phone.locator('.confirm-numbers button').getByText(number, { exact: true });
    await expect(pick).toBeVisible();
    await loseAnswer(phone, '/api/connect/qrConnect/confirm', 'POST');
    await pick.click();
    await expect(phone.getByRole('heading', { name: '没有登录成功' })).toBeVisible();
    await phone.getByRole('button', { name: '重试' }).click();
    await pick.click();
    await expect(phone.getByRole('heading', { name: '已确认登录' })).toBeVisible();
    await expect(page).toHaveURL(/#\/partyBranch$/);
  });
});

test('P13 whoever only photographed the code gets nothing: another browser is told that it is over', async ({
  page,
  another,
}) => {
  const { path, number } = await openQr(page);
  const uuid = new URLSearchParams(path.split('?')[1]).get('uuid');
  const stranger = await another(PHONE);
  await stranger.goto(`${base()}/#/login`);
  const poll = () =>
    stranger.evaluate(async (uuid) => {
      const body = JSON.stringify({ uuid, status: 0, timestamp: Date.now() });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/connect/qrConnect/getQrCodeStatus', { method: 'POST', headers, body })).json();
    }, uuid);
  expect((await poll()).data).toEqual({ status: 4 });
  const phone = await scan(another, path);
  // Twice, as people do.
  await phone.locator('.confirm-numbers').getByText(number, { exact: true }).dblclick();
  await expect(phone.getByRole('heading', { name: '已确认登录' })).toBeVisible();
  expect((await poll()).data).toEqual({ status: 4 });
  await expect(page).toHaveURL(/#\/partyBranch$/);
});

test('a wrong number or a refusal ends the code; the computer shows another one by itself', async ({
  page,
  another,
}) => {
  const first = await openQr(page);
  const phone = await scan(another, first.path);
  const wrong = phone.locator('.confirm-numbers button').filter({ hasNotText: first.number }).first();
  const second = page.waitForResponse('**/api/connect/qrConnect/getQrCode');
  await wrong.click();
  await expect(phone.getByRole('alert')).toContainText('数字与电脑上显示的不一致');
  const { data } = await (await second).json();

  await phone.evaluate((path) => location.assign(`#${path}`), data.path.replace('/#', ''));
  await expect(phone.getByRole('heading', { name: '确认在电脑上登录' })).toBeVisible();
  const third = page.waitForResponse('**/api/connect/qrConnect/getQrCode');
  await phone.getByRole('button', { name: '不是我，拒绝登录' }).click();
  await expect(phone.getByRole('heading', { name: '已拒绝登录' })).toBeVisible();
  await third;
  await expect(page).toHaveURL(/#\/login/);
});

test('an expired code is replaced; nothing is asked on the other tab, in a hidden window, on another page', async ({
  page,
}) => {
  await page.clock.install();
  let asked = 0;
  let status = 0;
  await page.route(STATUS, async (route) => {
    asked++;
    await route.fulfill({ json: { code: 200, msg: '', data: { status } } });
  });
  const codes: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/getQrCode')) codes.push((await response.json()).data.uuid);
  });
  await openQr(page);
  await expect.poll(() => asked).toBeGreaterThan(0);
  status = 4;
  await expect.poll(() => codes.length).toBeGreaterThan(1);
  status = 0;
  expect(new Set(codes).size).toBe(codes.length);

  const quiet = async (why: string) => {
    // What is under way comes to its end.
    await page.clock.runFor(2000);
    const before = asked;
    await page.clock.runFor(20_000);
    expect(asked, why).toBe(before);
  };
  await page.getByRole('tab', { name: '账号登录' }).click();
  await quiet('the other tab');
  await page.getByRole('tab', { name: '扫码登录' }).click();
  await expect(shown(page)).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await quiet('a hidden window');
  const before = asked;
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => asked).toBeGreaterThan(before);
  await page.evaluate(() => location.assign('#/download'));
  await expect(page.getByRole('heading', { name: /手机应用/ })).toBeVisible();
  await quiet('another page');
});

test('tabs by the arrow keys; without a signed-in phone the login comes first and leads back', async ({
  page,
  another,
}) => {
  await page.goto(`${base()}/#/login`);
  // Its tab comes with the site's configuration.
  await expect(page.getByRole('tab', { name: '扫码登录' })).toBeVisible();
  await page.getByRole('tab', { name: '账号登录' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '扫码登录' })).toBeFocused();
  await expect(shown(page)).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByPlaceholder('请输入密码')).toBeVisible();

  const phone = await another(PHONE);
  await phone.goto(`${base()}/#/m/confirm?uuid=00000000-0000-4000-8000-000000000000&type=9`);
  await expect(phone).toHaveURL(/#\/login\?redirect=/);
  await phone.getByPlaceholder('请输入身份证号或账号').fill(MEMBER);
  await phone.getByPlaceholder('请输入密码').fill('Party2026');
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('alert')).toContainText('二维码已失效');
});
