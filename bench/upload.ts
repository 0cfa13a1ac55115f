// A file of 300 MB through the page's uploader, paused, taken up again after a reload, in Chromium on this machine:
// `npm run bench:upload` (BASE_URL: on a server that runs). Too slow for the journeys; they do the same with 16 MB.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect } from '@playwright/test';
import { buildGallery, serveGallery } from '../e2e/support/gallery.ts';
import { BRANCH_WORKER } from '../e2e/support/people.ts';
import startServer from '../e2e/support/server.ts';
import { signIn } from '../e2e/support/signIn.ts';

const MB = 1024 ** 2;
const SIZE = 300;
const NAME = '换届大会录像.pdf';
const WIDGET = '附件，最多五个';
/** Percent at which the page is paused and left. */
const LEFT_AT = 40;

/** Writes the file; answers its SHA-256. */
async function write(path: string): Promise<string> {
  const out = createWriteStream(path);
  const hash = createHash('sha256');
  for (let at = 0; at < SIZE; at++) {
    const piece = randomBytes(MB);
    if (at === 0) piece.write('%PDF-1.7\n', 0, 'latin1');
    hash.update(piece);
    if (!out.write(piece)) await new Promise<void>((resolve) => out.once('drain', () => resolve()));
  }
  await new Promise<void>((resolve) => out.end(() => resolve()));
  return hash.digest('hex');
}

async function run(browser: Browser, path: string, sha256: string): Promise<void> {
  const context = await browser.newContext({ locale: 'zh-CN' });
  await serveGallery(context);
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  let chunks = 0;
  page.on('requestfinished', (request) => {
    if (request.url().includes('mergeVideo')) chunks++;
  });
  await signIn(page, BRANCH_WORKER, '/');
  await page.evaluate(() => location.assign('#/__gallery/upload'));
  const widget = page.locator('.gallery-case').filter({ hasText: WIDGET });
  const row = widget.locator('.upload-row');
  const start = performance.now();
  await widget.getByTestId('upload-input').setInputFiles(path);
  await page.waitForFunction((least) => {
    const shown = /(\d+)%/.exec(document.querySelector('.upload-row')?.textContent ?? '');
    return Number(shown?.[1]) >= least;
  }, LEFT_AT);
  const first = (performance.now() - start) / 1000;
  await row.getByRole('button', { name: /^暂停/ }).click();
  const before = chunks;
  await page.reload();
  const chooser = page.waitForEvent('filechooser');
  await widget.getByRole('button', { name: '继续上传' }).click();
  const again = performance.now();
  await (await chooser).setFiles(path);
  await expect(row).toContainText('正在合并与检查', { timeout: 300_000 });
  const second = (performance.now() - again) / 1000;
  const merging = performance.now();
  await expect(row).toHaveClass(/success/, { timeout: 300_000 });
  const merge = (performance.now() - merging) / 1000;
  const downloading = page.waitForEvent('download');
  await row.getByRole('button', { name: NAME, exact: true }).click();
  const file = await (await downloading).path();
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  if (hash.digest('hex') !== sha256) throw new Error('the file is not the same');
  const shown = (value: number) => value.toFixed(1).padStart(7);
  console.log(`${SIZE} MB by the page's uploader, paused at ${LEFT_AT} % and left, taken up after a reload`);
  console.log(`${shown(first)} s   to ${LEFT_AT} %, ${shown((before * MB) / first / MB)} MB/s`);
  console.log(`${shown(second)} s   from choosing the file again to the last chunk`);
  console.log(`${shown(merge)} s   merging and checking`);
  console.log(`${chunks} chunks arrived for ${SIZE}; the file is the same to the last byte`);
  await context.close();
}

const folder = mkdtempSync(join(tmpdir(), 'party-upload-'));
const stop = await startServer();
const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await buildGallery();
  const path = join(folder, NAME);
  await run(browser, path, await write(path));
} finally {
  await browser.close();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
