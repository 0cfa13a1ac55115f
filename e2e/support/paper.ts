import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type PdfPage, pdfPages } from '../../test/support/pdfText.ts';

/** The pages of the paper that stands on the page, as it is printed and downloaded. */
export async function paperOn(page: Page): Promise<PdfPage[]> {
  const load = page.getByRole('button', { name: '下载PDF' });
  await expect(load).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), load.click()]);
  return pdfPages(readFileSync(await download.path()));
}
