import { expect } from '@playwright/test';
import { BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

test('a branch plays a programme, a member signs in by phone and is seen on the list, the session ends', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, '/education/videoCenter/TVcenter');
  await page.getByRole('button', { name: '开始播放' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '开始播放' }).click();
  await expect(dialog.getByText('请选择节目')).toBeVisible();
  await dialog.getByRole('checkbox').nth(0).check();
  await dialog.getByRole('checkbox').nth(1).check();
  const code = page.waitForResponse('**/api/zhjy/tv/code**');
  await dialog.getByRole('button', { name: '开始播放（2个节目）' }).click();
  const now = page.getByRole('list', { name: '节目单' }).locator('[aria-current]');
  await expect(now).toContainText('1');
  await now.press('ArrowRight');
  await expect(now).toContainText('2');
  // A beat of before the press may be under way.
  const told = page.waitForRequest((one) => one.url().endsWith('/api/zhjy/tv/beat') && one.postDataJSON().isPlaying);
  await now.press('Enter');
  await told;

  const { data } = await (await code).json();
  const id = new URL(page.url()).hash.split('id=')[1] ?? '';
  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone, MEMBER, `/m/tv/${id}/${data.code}`);
  await phone.getByRole('button', { name: '签到' }).click();
  await expect(phone.getByRole('heading', { name: '签到成功' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^1 \/ \d+人在场$/)).toBeVisible();
  await page.getByLabel('姓名').fill('陈国梁');
  await page.getByRole('checkbox', { name: '陈国梁' }).click();
  await expect(page.getByText(/^2 \/ \d+人在场$/)).toBeVisible();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/tv.png`, fullPage: true });
  await page.getByRole('button', { name: '结束场次' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '结束' }).click();
  await expect(page.locator('.notice', { hasText: '场次已结束' })).toBeVisible();
  await page.getByRole('link', { name: '全部场次' }).click();
  await page.getByRole('tab', { name: '站点' }).click();
  await expect(page.getByRole('row').filter({ hasText: '渡口第一党支部' })).toContainText('%');
});
