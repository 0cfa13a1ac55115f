import { expect } from '@playwright/test';
import sharp from 'sharp';
import { graveFaults } from './support/axe.ts';
import { test } from './support/gallery.ts';
import { hold } from './support/line.ts';
import { CITY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go } from './support/test.ts';

test('a picture is a new one, a single one of the right kind, or one that was uploaded before', async ({ page }) => {
  await signIn(page, CITY);
  await go(page, '/__gallery/upload');
  const opener = page.getByRole('button', { name: '选择图片', exact: true });
  await opener.click();
  const box = page.getByRole('dialog', { name: '选择图片' });
  await box.getByRole('button', { name: '确定' }).click();
  await expect(box.getByRole('alert')).toHaveText('请选择要上传的文件');
  const image = async (name: string, background: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  });
  const [red, blue] = [await image('红旗.png', '#c7000b'), await image('长江.png', '#0958d9')];
  const input = box.getByTestId('image-input');
  await input.evaluate((field: HTMLInputElement) => {
    field.multiple = true;
  });
  await input.setInputFiles([red, blue]);
  await expect(box.getByRole('alert')).toHaveText('请选择一张图片');
  await input.setInputFiles({ ...red, name: '红旗.txt', mimeType: 'text/plain' });
  await expect(box.getByRole('alert')).toHaveText('文件格式错误，请选择图片文件');
  await input.setInputFiles(red);
  await box.getByLabel('图片说明').fill('广场上的红旗');
  await box.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('img', { name: '广场上的红旗' })).toBeVisible();

  await opener.click();
  await box.getByRole('tab', { name: '选择以前的图片' }).click();
  await box.getByRole('button', { name: '确定' }).click();
  await expect(box.getByRole('alert')).toHaveText('请选择一张图片');
  await box.getByRole('button', { name: '红旗.png' }).press('Enter');
  expect(await graveFaults(page, { within: ['dialog'] })).toEqual([]);
  await box.getByRole('button', { name: '确定' }).click();
  await expect(box).toBeHidden();
  await expect(page.getByRole('img', { name: '所选图片' })).toBeVisible();
});

test('who closes the dialog while a picture is on its way has chosen none', async ({ page }) => {
  await signIn(page, CITY);
  await go(page, '/__gallery/upload');
  const opener = page.getByRole('button', { name: '选择图片', exact: true });
  await opener.click();
  const box = page.getByRole('dialog', { name: '选择图片' });
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c7000b' } })
    .png()
    .toBuffer();
  await box.getByTestId('image-input').setInputFiles({ name: '慢.png', mimeType: 'image/png', buffer });
  await box.getByLabel('图片说明').fill('还在路上');
  const address = '**/api/sys/oss/upload*';
  const release = await hold(page, '/api/sys/oss/upload');
  const asked = page.waitForRequest(address);
  await box.getByRole('button', { name: '确定' }).click();
  const sent = await asked;
  const gone = page.waitForEvent('requestfailed', (request) => request === sent);
  await box.getByRole('button', { name: '取消' }).click();
  await gone;
  await release();
  await expect(box).toBeHidden();
  await expect(page.getByRole('img', { name: '还在路上' })).toHaveCount(0);
  await expect(opener).toBeFocused();
});
