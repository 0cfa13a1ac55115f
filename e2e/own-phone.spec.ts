import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { base, dataFolder, signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

const PASSWORD = 'Party2026';
/** The worker of another county, who has not confirmed the own phone yet. */
const DECIDER = 'dw00010002';

test('the phone of a retrieval is confirmed by its owner, who then retrieves by it', async ({ page, another }) => {
  const NUMBER = '13900007788';
  const lines = async () =>
    (await readFile(join(dataFolder(), 'sms.txt'), 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line.startsWith('139****7788'));
  await signIn(page, DECIDER, '/safeCenter');
  await expect(page.getByRole('link', { name: /找回密码手机/ })).toContainText('尚未确认');
  await page.getByRole('link', { name: /找回密码手机/ }).click();
  await expect(page.getByText(/账号上登记的手机1\d\d\*{4}\d{4}还没有经您本人确认，不能用来找回密码/)).toBeVisible();
  // Nothing is sent to half a number.
  await page.getByRole('textbox', { name: '手机号' }).fill('1390000');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText('请输入正确的手机号')).toBeVisible();
  await page.getByRole('textbox', { name: '手机号' }).fill(NUMBER);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect.poll(async () => (await lines()).length).toBe(1);
  const code = /验证码(\d{6})/.exec((await lines())[0] ?? '')?.[1] ?? '';
  await page.getByLabel('短信验证码').fill(code === '000000' ? '111111' : '000000');
  await page.getByLabel('登录密码').fill(PASSWORD);
  await page.getByRole('button', { name: '确认手机号' }).click();
  await expect(page.getByText('短信验证码不正确或已过期')).toBeVisible();
  await page.getByLabel('短信验证码').fill(code);
  await page.getByRole('button', { name: '确认手机号' }).click();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `.cache/ownPhone-${width}.png` });
  }
  await expect(page.getByText(/找回密码手机：139\*{4}7788，.*由本人确认/)).toBeVisible();
  await page.getByRole('link', { name: '安全中心' }).first().click();
  await expect(page.getByRole('link', { name: /找回密码手机/ })).toContainText('已确认');

  const stranger = await another();
  await stranger.goto(`${base()}/#/safeCenter/retrievePwd`);
  await stranger.getByLabel('身份证号或账号').fill(DECIDER);
  await stranger.keyboard.press('Enter');
  await stranger.getByLabel('短信验证码').click();
  await stranger.getByRole('button', { name: '获取验证码' }).click();
  await expect.poll(async () => (await lines()).length).toBe(2);
});
