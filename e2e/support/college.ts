import { expect, type Page } from '@playwright/test';
import { base } from './signIn.ts';

/** The site of the demo's college: the same server under its own name. */
export const site = () => base().replace(/\/\/[^:/]+/, '//college.localhost');

/** Signs in at the college's own login and opens a path. */
export async function enter(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${site()}/#/login?redirect=${encodeURIComponent(path)}`);
  await page.getByPlaceholder('请输入身份证号或账号').fill(name);
  await page.getByPlaceholder('请输入密码').fill('Party2026');
  await page.keyboard.press('Enter');
  await expect(page.locator('main.main, main.bare').first()).toBeVisible();
}
