import { expect, type Page } from '@playwright/test';
import { signIn } from './signIn.ts';
import type { Another } from './test.ts';

/** Where the list of people is. */
export const LIST = '/affairs/member';
export const rows = (page: Page) => page.locator('.list-table tbody tr');
export const names = (page: Page) => page.locator('.list-table tbody tr td[data-card="title"]');
export const search = (page: Page) => page.getByRole('searchbox', { name: '姓名、身份证号、手机号' });

/** The rows have come that the search asks for. */
export async function find(page: Page, words: string, count: number): Promise<void> {
  await search(page).fill(words);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(count);
}

/** A page of somebody's own browser, signed in. */
export async function secondPage(another: Another, account: string, path: string): Promise<Page> {
  const page = await another();
  await signIn(page, account, path);
  return page;
}
