import { expect, type Page } from '@playwright/test';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const QUALITY = '/contentManager/dataQuality';
const rows = (page: Page) => page.locator('.list-table tbody tr');

/** Adds a person to a branch as the form does; answers nothing. */
async function add(page: Page, given: Record<string, unknown>): Promise<void> {
  const code = await page.evaluate(async (body) => {
    const headers = {
      authorization: sessionStorage.getItem('session-token') ?? '',
      'content-type': 'application/json',
    };
    const answer = await fetch('/api/dyxx/member', { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()).code as number;
  }, given);
  expect(code).toBe(200);
}

/** A branch below the worker, by somebody who stands in it. */
const branchOf = async (page: Page): Promise<string> =>
  (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1')).rows[0].orgId as string;

const twin = (orgId: string, idCardNo: string, given: Record<string, unknown> = {}) => ({
  orgId,
  name: '欧阳明德',
  idCardNo,
  gender: 1,
  birthDate: '1966-03-05',
  nation: '01',
  personCategory: 1,
  admissionDate: '1990-07-01',
  conversionDate: '1991-07-01',
  ...given,
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a number opens its rows, a row is fixed where it stands and the fixing is taken back, at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, BASE_WORKER, QUALITY);
    await add(page, twin(await branchOf(page), width === 1440 ? '420599196603050037' : '420599196603050053'));
    await page.reload();
    const check = page.getByRole('link', { name: /^没有现居住地/ });
    await expect(check).toBeVisible();
    await page.screenshot({ path: `.cache/p/quality-${width}.png` });
    const before = Number(((await check.locator('b').textContent()) ?? '').replaceAll(',', ''));
    await check.click();
    const list = page.getByRole('region', { name: '没有现居住地' });
    await expect(list.locator('.pager-total')).toContainText(String(before));
    const first = rows(page).first();
    const name = (await first.locator('td[data-card="title"]').textContent()) ?? '';
    await first.getByRole('button', { name: new RegExp(`^保存\\s*${name}$`) }).click();
    await expect(page.getByText('没有改动')).toBeVisible();
    await first.getByRole('textbox', { name: '现居住地' }).fill('江南街道12号');
    await page.keyboard.press('Enter');
    await expect(check.locator('b')).toHaveText((before - 1).toLocaleString('en-US'));
    await page.screenshot({ path: `.cache/p/quality-rows-${width}.png` });
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await expect(page.getByText('已撤销', { exact: true })).toBeVisible();
    await expect(check.locator('b')).toHaveText(before.toLocaleString('en-US'));
  });
}

test('two records of one person are found, compared, merged, and parted again', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/member/duplicates');
  const orgId = await branchOf(page);
  const same = { name: '欧阳明远', birthDate: '1967-03-05' };
  await add(page, twin(orgId, '420599196703050018', { ...same, residence: '江南街道1号' }));
  await add(page, twin(orgId, '420599196703050034', { ...same, residence: '江南街道2号', workUnit: '第一中学' }));
  await page.getByRole('button', { name: '查找重复人员' }).click();
  const pair = rows(page).filter({ hasText: '欧阳明远' });
  await expect(async () => {
    await page.getByRole('button', { name: '刷新' }).click();
    await expect(pair).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await expect(pair).toContainText('姓名和出生日期');
  await page.screenshot({ path: '.cache/p/duplicates-1440.png' });
  await pair.getByRole('link', { name: /^对照/ }).click();
  await expect(page.getByRole('heading', { name: '对照 欧阳明远' })).toBeVisible();
  await page.getByRole('radio', { name: '保留第一份' }).check();
  await page.getByRole('radio', { name: '现居住地用第二份的：江南街道2号' }).check();
  await expect(page.getByRole('radio', { name: /^工作单位用第二份的/ })).toBeChecked();
  await page.screenshot({ path: '.cache/p/compare-1440.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '.cache/p/compare-390.png' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '合并', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '合并', exact: true }).click();
  await expect(dialog.getByText('请输入合并原因')).toBeVisible();
  await dialog.getByRole('textbox', { name: '合并原因' }).fill('重复登记');
  await dialog.getByRole('button', { name: '合并', exact: true }).click();
  await expect(page.getByText(/^已合并，.*：重复登记/)).toBeVisible();
  const kept = page.getByRole('link', { name: '查看保留的一份' });
  const address = (await kept.getAttribute('href')) ?? '';
  await go(page, address.replace(/^#/, ''));
  await expect(page.getByText('江南街道2号').first()).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: '撤销合并' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销合并' }).click();
  await expect(page.getByText('已撤销合并，两份信息已恢复')).toBeVisible();
  await page.getByRole('button', { name: '不是同一人' }).click();
  await page.getByRole('textbox', { name: '理由' }).fill('两人同名同日生');
  await page.getByRole('button', { name: '认定', exact: true }).click();
  await expect(page.getByText(/^不是同一人，.*：两人同名同日生/)).toBeVisible();
});
