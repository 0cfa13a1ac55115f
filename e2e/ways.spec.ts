import { expect, type Page } from '@playwright/test';
import { type Counterpart, SECRETS, settingsFor, startCounterpart } from '../test/support/counterparts/counterpart.ts';
import { ADMIN, BRANCH_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { setSite } from './support/site.ts';
import { go, test } from './support/test.ts';

let outside: Counterpart;
test.beforeAll(async () => {
  outside = await startCounterpart();
});
test.afterAll(() => outside.close());

/** Lets the host's ways lead to the counterpart; afterwards it inherits everything again. */
async function withWays(page: Page, journey: () => Promise<void>): Promise<void> {
  const host = new URL(base()).host;
  const ways = settingsFor(outside.origin, [base()]);
  const outsideSites = [
    { key: 'dataVisualisation', name: '数据可视化', url: `${outside.origin}/landing`, legacyTokenHandoff: false },
  ];
  await signIn(page, ADMIN, '/sys/logs');
  await setSite(page, host, { ...ways, outsideSites }, { ...SECRETS, dataVisualisationKey: 'key of the data site' });
  await page.evaluate(() => sessionStorage.clear());
  try {
    await journey();
  } finally {
    await page.goto('about:blank');
    await signIn(page, ADMIN, '/sys/logs');
    await setSite(page, host, {});
  }
}

const openLogin = async (page: Page) => {
  await page.goto('about:blank');
  await page.goto(`${base()}/#/login`);
};
/** Says who one is at the other platform. */
async function sayWho(page: Page, title: string, who: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('textbox').fill(who);
  await page.getByRole('button', { name: '登录' }).click();
}

test('P51 the unified platform, WeChat with its binding, the base platform: in by each, and no code stays', async ({
  page,
}) => {
  await withWays(page, async () => {
    await openLogin(page);
    await page.screenshot({ path: '.cache/ways/login.png' });
    await page.getByRole('button', { name: '统一平台登录' }).click();
    await sayWho(page, '统一平台', BRANCH_WORKER);
    await expect(page).toHaveURL(`${base()}/#/partyBranch`);

    await page.evaluate(() => sessionStorage.clear());
    await openLogin(page);
    await page.getByRole('button', { name: '微信扫码' }).click();
    await sayWho(page, '微信', 'openid-of-the-journey');
    const dialog = page.getByRole('dialog', { name: '微信登录' });
    await expect(dialog).toContainText('该微信还没有绑定账号');
    await page.screenshot({ path: '.cache/ways/unbound.png' });
    await dialog.getByRole('button', { name: '返回登录' }).click();
    await page.getByLabel('登录后绑定刚才扫码的微信').check();
    await page.getByPlaceholder('请输入身份证号或账号').fill(BRANCH_WORKER);
    await page.getByPlaceholder('请输入密码').fill('Party2026');
    await page.screenshot({ path: '.cache/ways/bind.png' });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${base()}/#/partyBranch`);

    await page.evaluate(() => sessionStorage.clear());
    await openLogin(page);
    await page.getByRole('button', { name: '微信扫码' }).click();
    await sayWho(page, '微信', 'openid-of-the-journey');
    await expect(page).toHaveURL(`${base()}/#/partyBranch`);

    await go(page, '/safeCenter/sessions');
    const card = page.getByRole('region', { name: '微信登录' });
    await expect(card).toContainText('已绑定微信');
    await page.screenshot({ path: '.cache/ways/bound.png' });
    await card.getByRole('button', { name: '解除绑定' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '解除绑定' }).click();
    await expect(card).toBeHidden();

    await page.goto('about:blank');
    await page.goto(`${base()}/#/bpLogin`);
    await sayWho(page, '基础平台', BRANCH_WORKER);
    await expect(page).toHaveURL(`${base()}/#/partyBranch`);
  });
});

test('P51 a menu opens the outside site with a ticket that its server redeems; the token is not in the address', async ({
  page,
}) => {
  await withWays(page, async () => {
    await openLogin(page);
    await signIn(page, BRANCH_WORKER);
    const entry = page.getByRole('button', { name: '数据可视化' });
    await entry.scrollIntoViewIfNeeded();
    await page.screenshot({ path: '.cache/ways/menu.png' });
    const [opened] = await Promise.all([page.context().waitForEvent('page'), entry.click()]);
    await opened.waitForURL(`${outside.origin}/landing**`);
    const token = await page.evaluate(() => sessionStorage.getItem('session-token') ?? '');
    const { ticket = '' } = Object.fromEntries(new URL(opened.url()).searchParams);
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(opened.url()).not.toContain(token);
    const landed = outside.hits.filter((hit) => hit.path === '/landing');
    expect(landed).toHaveLength(1);
    expect(landed[0]?.headers.referer).toBeUndefined();
  });
});
