import { expect, type Page } from '@playwright/test';

/** Of what each worker has one, this worker's; where one serves all, that one. */
function own(list: string | undefined): string {
  const all = (list ?? '').split(' ');
  return all[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? all[0] ?? '';
}

/** The address of this worker's server (server.ts). */
export const base = () => own(process.env.BASE_URL);

/** The data folder of this worker's server. */
export const dataFolder = () => own(process.env.DATA_OF_RUN);

/** Signs in by the login page with a demo account and waits for the page that follows. */
export async function signIn(page: Page, name: string, path = '/'): Promise<void> {
  await page.goto(`${base()}/#/login?redirect=${encodeURIComponent(path)}`);
  await page.getByPlaceholder('请输入身份证号或账号').fill(name);
  await page.getByPlaceholder('请输入密码').fill('Party2026');
  await page.keyboard.press('Enter');
  await expect(page.locator('main.main, main.bare').first()).toBeVisible();
}
