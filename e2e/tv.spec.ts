import { expect } from '@playwright/test';
import { fits, picture, resize } from './support/look.ts';
import { BRANCH_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

// Calls that the journey cuts off itself.
test.use({ faults: [/ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/] });

test('tv: a television is paired, plays its programme by itself, goes on without the line and stops when it is out of use', async ({
  page,
  another,
}) => {
  const tv = await another({ viewport: { width: 1920, height: 1080 } });
  await tv.goto(`${base()}/player/`);
  const shown = tv.getByRole('status', { name: '配对数字' });
  await expect(shown).toBeVisible();
  await picture(tv, 'tv-unpaired');
  const digits = ((await shown.textContent()) ?? '').replace(/\D/g, '');

  await signIn(page, BRANCH_WORKER, '/box/groups');
  await page.getByRole('link', { name: '新增终端组' }).first().click();
  await page.getByRole('textbox', { name: '名称' }).fill('门厅');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: '添加节目' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '栏目' }).selectOption({ label: '欢迎词' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('欢迎词全部1项')).toBeVisible();
  // Programmes from above may stand in it at their hours.
  await expect(page.getByText(/^00:00至\d\d:\d\d/).first()).toBeVisible();
  await picture(page, 'tv-programme');

  await go(page, '/box/boxManage');
  await page.getByRole('link', { name: '新增终端' }).first().click();
  await page.getByRole('textbox', { name: '终端名称' }).fill('门厅电视');
  await page.getByRole('textbox', { name: '摆放位置' }).fill('门厅');
  await page.getByRole('combobox', { name: '终端组' }).selectOption({ label: '门厅' });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: /门厅电视/ })).toContainText('未绑定');
  // As a phone that scanned the code.
  await go(page, `/box/pair?code=${digits}`);
  const row = page.getByRole('listitem').filter({ hasText: '门厅电视' });
  await row.getByRole('button', { name: '配对这一台' }).click();
  await dialog.getByRole('button', { name: '配对', exact: true }).click();
  await expect(page.locator('.notice', { hasText: '已配对' })).toBeVisible();

  await expect(tv.getByRole('heading', { name: /欢迎/ })).toBeVisible({ timeout: 20_000 });
  for (const [name, size] of [
    ['1920', [1920, 1080]],
    ['1366', [1366, 768]],
    ['upright', [1080, 1920]],
  ] as const) {
    await resize(tv, size);
    await fits(tv, name);
    await picture(tv, `tv-${name}`);
  }
  await tv.keyboard.press('ArrowDown');
  // What comes from above stands in the list as well.
  const welcome = tv.getByRole('button', { name: /欢迎/ });
  await expect(tv.getByRole('navigation', { name: '节目' }).locator('button:focus')).toBeVisible();
  const items = await tv.getByRole('navigation', { name: '节目' }).getByRole('button').count();
  for (let n = 0; n < items && !(await welcome.evaluate((one) => one === document.activeElement)); n++)
    await tv.keyboard.press('ArrowDown');
  await expect(welcome).toBeFocused();
  await tv.keyboard.press('Escape');
  await expect(tv.getByRole('button', { name: '返回' })).toHaveCount(0);

  // A power cut without the line: the page and what it plays are kept.
  await tv.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await tv.context().setOffline(true);
  await tv.reload();
  await expect(tv.getByRole('heading', { name: /欢迎/ })).toBeVisible();
  await tv.context().setOffline(false);

  await go(page, '/box/boxManage');
  await page.getByRole('link', { name: '门厅电视' }).click();
  await expect(page.getByRole('heading', { name: /门厅电视/ })).toContainText('在线');
  await picture(page, 'tv-record');
  await page.getByRole('button', { name: '停用' }).click();
  await dialog.getByRole('textbox').fill('报废');
  await dialog.getByRole('button', { name: '停用' }).click();
  await expect(page.getByRole('heading', { name: /门厅电视.*已停用/ })).toBeVisible();
  await tv.reload();
  await expect(tv.getByRole('heading', { name: /此终端已停用，请联系/ })).toBeVisible();
});
