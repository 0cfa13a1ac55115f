import { expect, type Page } from '@playwright/test';

/** The bar of tabs of the entry of the menu that is open. */
export const bar = (page: Page) => page.getByRole('navigation', { name: /的页面$/ });

/** Opens a tab of the entry at hand, in the line or behind 其余. */
export async function openTab(page: Page, title: string): Promise<void> {
  await expect(bar(page)).toBeVisible();
  const tab = bar(page).getByRole('link', { name: title, exact: true });
  if (await tab.isVisible()) return tab.click();
  await bar(page)
    .getByRole('button', { name: /^其余\d+页$/ })
    .click();
  await page.getByRole('menuitem', { name: title, exact: true }).click();
}

/** An act behind 更多 in the head of the page. */
export async function more(page: Page, act: string): Promise<void> {
  await page.locator('.page-acts').getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}
