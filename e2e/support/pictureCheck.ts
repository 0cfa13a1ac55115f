import { expect, type Page } from '@playwright/test';

/** Passes the picture check of a page without a session, as somebody does who cannot read the picture: the machine computes. */
export async function computeCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: '看不清？由本机计算验证' }).click();
  await expect(page.getByText(/^本机计算验证已完成/)).toBeVisible({ timeout: 90_000 });
}
