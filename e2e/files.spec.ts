import { Buffer } from 'node:buffer';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from './support/gallery.ts';
import { paperOn } from './support/paper.ts';
import { BRANCH_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go } from './support/test.ts';

const MB = 1024 ** 2;

/** Bytes that begin as a PDF and differ everywhere. */
function pdf(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0, value = seed; at < size; at += 4) {
    value = (Math.imul(value, 1_103_515_245) + 12_345) >>> 0;
    bytes.writeUInt32LE(value, Math.min(at, size - 4));
  }
  bytes.write('%PDF-1.7\n', 0, 'latin1');
  return bytes;
}

const file = (name: string, buffer: Buffer, mimeType = 'application/pdf') => ({ name, buffer, mimeType });
const widget = (page: Page, title: string) => page.locator('.gallery-case').filter({ hasText: title });
const take = (page: Page, title: string, ...files: ReturnType<typeof file>[]) =>
  widget(page, title).getByTestId('upload-input').setInputFiles(files);

/** Holds the chunks of a page until the journey lets them go. */
async function holdChunks(page: Page) {
  let allowed = 0;
  const waiting: (() => void)[] = [];
  const next = () => {
    for (; allowed > 0 && waiting.length > 0; allowed--) waiting.shift()?.();
  };
  await page.route('**/mergeVideo.action', async (route) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      next();
    });
    // One that the page gave up while it was held is gone.
    await route.continue().catch(() => {});
  });
  return {
    letGo(count: number) {
      allowed += count;
      next();
    },
    /** Chunks that the page gave up are held no longer. */
    forget() {
      allowed = 0;
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** Goes on with what the banner of an earlier page offers. */
async function takeUp(page: Page, title: string, chosen: ReturnType<typeof file>) {
  const chooser = page.waitForEvent('filechooser');
  await widget(page, title).getByRole('button', { name: '继续上传' }).click();
  await (await chooser).setFiles(chosen);
}

test.describe('the connection is cut on purpose', () => {
  test.use({ faults: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

  test('a large file is paused, cut off, taken up again after a reload, and arrives whole', async ({
    page,
    context,
  }) => {
    await signIn(page, BRANCH_WORKER, '/');
    await go(page, '/__gallery/upload');
    const large = file('换届大会录像说明.pdf', pdf(16 * MB));
    const ATTACHMENTS = '附件，最多五个';
    const chunksHeld = await holdChunks(page);
    await take(page, ATTACHMENTS, large);
    const row = widget(page, ATTACHMENTS).locator('.upload-row');
    // A speed is known once two chunks have arrived some time apart.
    await expect(async () => {
      chunksHeld.letGo(1);
      await expect(row).toContainText(/每秒[\d.]+ [KM]B，剩余(约\d+(秒|分钟)|不到10秒)/, { timeout: 500 });
    }).toPass();
    await row.getByRole('button', { name: /^暂停/ }).click();
    await expect(row).toContainText('已暂停');
    chunksHeld.forget();
    const at = Number(/已传(\d+)%/.exec((await row.textContent()) ?? '')?.[1]);
    expect(at).toBeGreaterThan(0);
    await row.getByRole('button', { name: /^继续/ }).click();
    await expect(row).toContainText(/\d%，共16.0 MB/);

    await context.setOffline(true);
    chunksHeld.letGo(2);
    await expect(row).toContainText('网络中断，恢复后继续');
    await context.setOffline(false);
    await expect(row).toContainText(/\d%，共16.0 MB/);
    await row.getByRole('button', { name: /^暂停/ }).click();
    await expect(row).toContainText('已暂停');
    chunksHeld.forget();

    await page.reload();
    const banner = page.locator('.banner', { hasText: '换届大会录像说明.pdf' });
    await expect(banner.first()).toContainText('选择同一个文件可接着传');
    const wrong = file(large.name, pdf(16 * MB, 9));
    await takeUp(page, ATTACHMENTS, wrong);
    await expect(row).toContainText('所选文件与上次的不同，请选择原文件');
    await row.getByRole('button', { name: /^去掉/ }).click();
    let chunks = 0;
    page.on('request', (request) => {
      if (request.url().includes('mergeVideo')) chunks++;
    });
    chunksHeld.letGo(16);
    await takeUp(page, ATTACHMENTS, large);
    await expect(row).toHaveClass(/success/);
    expect(chunks).toBeLessThan(16 - Math.floor((at / 100) * 16) + 1);
    expect(chunks).toBeGreaterThan(0);
    const size = await page.evaluate(async () => {
      const headers = { authorization: sessionStorage.getItem('session-token') ?? '' };
      const { rows } = await (await fetch('/api/common/upload/unfinished', { headers })).json();
      return rows.length;
    });
    expect(size).toBe(0);
  });
});

test('a picture that was compressed is taken up again with the picture itself', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/');
  await go(page, '/__gallery/upload');
  const ATTACHMENTS = '附件，最多五个';
  // Its compressed picture must still be of two chunks.
  const noise = { width: 2700, height: 1800, channels: 3 } as const;
  const pixels = pdf(noise.width * noise.height * 3, 5);
  const picture = file(
    '会场全景.png',
    await sharp(pixels, { raw: noise }).png({ compressionLevel: 1 }).toBuffer(),
    'image/png',
  );
  const chunksHeld = await holdChunks(page);
  await take(page, ATTACHMENTS, picture);
  const row = widget(page, ATTACHMENTS).locator('.upload-row');
  chunksHeld.letGo(1);
  await expect(row).toContainText(/会场全景\.jpg.*[1-9]\d?%，共/);
  await row.getByRole('button', { name: /^暂停/ }).click();
  await expect(row).toContainText('已暂停');
  chunksHeld.forget();
  await page.reload();
  chunksHeld.letGo(16);
  await takeUp(page, ATTACHMENTS, picture);
  await expect(row).toHaveClass(/success/);
  await expect(widget(page, ATTACHMENTS).getByRole('button', { name: '继续上传' })).toHaveCount(0);
});

test('what may not be uploaded is said in the words of the specification, and several for one clear the choice', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/');
  await go(page, '/__gallery/upload');
  const said = (title: string) => widget(page, title).getByRole('alert').first();
  await take(page, '视频', file('录像.avi', pdf(100)));
  await expect(said('视频')).toHaveText('文件格式错误，请选择MP4 视频文件');
  const single = '一个文件，默认格式';
  // The chooser takes one; dropping takes what comes.
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ['a.pdf', 'b.pdf']) transfer.items.add(new File(['%PDF-1.7'], name));
    return transfer;
  });
  await widget(page, single).locator('.upload').dispatchEvent('drop', { dataTransfer: data });
  await expect(said(single)).toHaveText('请选择一个文件');
  await expect(widget(page, single).locator('.upload-row')).toHaveCount(0);
  await take(page, single, file('假.png', Buffer.from('<script>1</script>'), 'image/png'));
  await expect(widget(page, single).locator('.upload-row')).toContainText('文件格式不合法，请检查文件');
  await take(page, '附件，最多五个', ...[1, 2, 3, 4, 5, 6].map((n) => file(`${n}.pdf`, pdf(200, n))));
  await expect(said('附件，最多五个')).toHaveText('文件数量已达上限，最多5个');
  // Of several the right ones go on, and each of the others is named with its reason.
  const mixed = [file('会议纪要.pdf', pdf(200, 7)), file('程序.exe', pdf(200)), file('空白.pdf', Buffer.alloc(0))];
  await take(page, '附件，最多五个', ...mixed);
  await expect(said('附件，最多五个')).toHaveText(
    /^2个文件没有加入：“程序.exe”文件格式错误.*；“空白.pdf”文件是空的，请重新选择$/,
  );
  await expect(widget(page, '附件，最多五个').locator('.upload-row')).toHaveText([/会议纪要\.pdf/]);
});

test('a member gets a photo that is cut by the keyboard, and the registration form shows it', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  const { rows } = await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1');
  const { id } = rows[0];
  await go(page, `/affairs/member/edit/${id}`);
  await page.getByRole('button', { name: /上传照片|更换照片/ }).click();
  const dialog = page.getByRole('dialog');
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7da7c4' } })
    .jpeg()
    .toBuffer();
  await dialog.getByTestId('image-input').setInputFiles(file('证件照.jpg', picture, 'image/jpeg'));
  const frame = dialog.getByLabel(/裁剪框/);
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('img', { name: '照片' })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.locator('.record-photo')).toBeVisible();
  await go(page, `/affairs/member/print?ids=${id}`);
  const [sheet] = await paperOn(page);
  expect(sheet?.pictures).toBe(1);
  expect(base()).not.toBe('');
});
