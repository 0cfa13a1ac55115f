import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, CITY, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

test.use({ keepsWindow: true });

const field = (page: Page) => page.getByRole('combobox', { name: '搜索人员、组织、功能、帮助' });
const group = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true });
const selected = (page: Page) => page.locator('.palette [role="option"][aria-selected="true"]');

/** Opens the palette by its keys and types. */
async function ask(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await field(page).fill(words);
  await expect(field(page)).toHaveAttribute('aria-busy', 'false');
}

const serious = (page: Page) => graveFaults(page, { within: ['.palette'] });

test('Ctrl+K finds a person by initials; Enter opens, Esc gives the focus back, the choice comes first next time', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/sys/logs');
  await page.getByRole('button', { name: '刷新' }).focus();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: '刷新' })).toBeFocused();

  await ask(page, 'tzy');
  await expect(selected(page)).toHaveText(/^谭志远渡口第二党支部，正式党员/);
  await expect(selected(page).locator('b')).toHaveText('谭志远');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/affairs\/member\/browse\/\d+$/);
  await expect(page.getByRole('heading', { name: '谭志远' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(group(page, '最近').getByRole('option')).toHaveText([/^谭志远/]);
  await expect(selected(page)).toHaveText(/^谭志远/);
  // What is kept beyond the session is no name.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('谭志远');
  await page.keyboard.press('Escape');
});

test('arrow keys walk through all groups and round; organisations, units, pages, notices and help open', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/sys/logs');
  await ask(page, '渡口');
  const all = page.locator('.palette [role="option"]');
  const count = await all.count();
  expect(count).toBeGreaterThan(6);
  await expect(all.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(all.last()).toHaveAttribute('aria-selected', 'true');
  await expect(all.last()).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(all.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await all.nth(1).getAttribute('id')) ?? '');
  await page.keyboard.press('Escape');

  const opens = async (words: string, title: string, name: RegExp, address: RegExp) => {
    await ask(page, words);
    await group(page, title).getByRole('option', { name }).first().click();
    await expect(page).toHaveURL(address);
  };
  await opens('dkdedzb', '组织', /渡口第二党支部/, /browseOrganization\/\d+$/);
  await expect(page.getByRole('heading', { name: '渡口第二党支部' })).toBeVisible();
  await opens('jmwyh', '单位', /居民委员会/, /browseCompany\/\d+$/);
  await opens('xiaoxi', '功能', /消息中心/, /#\/news$/);
  await opens('pldr', '帮助', /批量导入党员/, /#\/help\?q=/);
  await expect(page.getByRole('heading', { name: '批量导入党员' })).toBeVisible();
  await opens('民主评议', '通知', /民主评议/, /#\/news\?q=/);
  await expect(page.getByRole('dialog')).toContainText('做好年度组织生活会和民主评议工作');
  await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(page).toHaveURL(/#\/news$/);
});

test('a person is found by the whole id card alone, and the number stands in no address', async ({ page }) => {
  await signIn(page, CITY, '/sys/logs');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await ask(page, MEMBER);
  await expect(group(page, '人员').getByRole('option')).toHaveCount(1);
  await expect(page.locator('.palette [role="option"]')).toHaveCount(1);
  await expect(page.locator('.palette')).not.toContainText(/\d{4}/);
  await field(page).fill(MEMBER.slice(0, 12));
  await expect(page.locator('.palette-none')).toContainText('身份证号、手机号要输入完整的号码');
  expect(asked.filter((url) => url.includes(MEMBER.slice(0, 12)))).toEqual([]);
});

test('> lists what can be done; signing out asks first, and what opens keeps the keys to itself', async ({ page }) => {
  await signIn(page, CITY, '/sys/logs');
  await ask(page, '>');
  await expect(group(page, '动作').getByRole('option', { name: '切换角色' })).toBeVisible();
  await expect(page.locator('.palette-group')).toHaveCount(1);
  await field(page).fill('>tcdl');
  await expect(page.locator('.palette [role="option"]')).toHaveText([/^退出登录/]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('确定退出登录吗？');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await ask(page, '>切换');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').locator('.role-entry')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await ask(page, '新增党员');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/affairs\/member\/edit\/add$/);
});

test('Enter before the answer waits for it; what was shown for other words is not opened', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/sys/logs');
  await ask(page, '渡口');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/search/all', async (route) => {
    await held;
    await route.continue();
  });
  await field(page).fill('谭志远');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(/#\/sys\/logs$/);
  release();
  await expect(page).toHaveURL(/#\/affairs\/member\/browse\/\d+$/);
  await expect(page.getByRole('heading', { name: '谭志远' })).toBeVisible();
});

test('everybody finds what they may see: a branch its own, a member the own record, the administrator the settings', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/sys/logs');
  await ask(page, '石桥');
  await expect(group(page, '组织')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => sessionStorage.clear());

  await page.goto('about:blank');
  await signIn(page, MEMBER);
  await ask(page, 'tzy');
  await expect(group(page, '人员')).toHaveCount(0);
  await field(page).fill('>');
  await expect(group(page, '动作').getByRole('option', { name: '新增党员' })).toHaveCount(0);
  await expect(group(page, '动作').getByRole('option', { name: '退出登录' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.evaluate(() => sessionStorage.clear());

  await page.goto('about:blank');
  await signIn(page, ADMIN);
  await ask(page, 'zdpz');
  await expect(selected(page)).toHaveText(/^站点配置/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/sys\/site$/);
});

test.describe('when the server does not answer', () => {
  test.use({ faults: [/status of 500/] });
  test('it says so, and pages are found all the same', async ({ page }) => {
    await signIn(page, BASE_WORKER, '/sys/logs');
    await page.route('**/api/search/all', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: '系统未知错误，请反馈给管理员', data: null } }),
    );
    await ask(page, 'dyxx');
    await expect(page.locator('.palette-none.bad')).toContainText('系统未知错误');
    await expect(selected(page)).toHaveText(/^党员信息/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/affairs\/member$/);
  });
});

test('axe finds nothing serious in the palette, in every look', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/sys/logs');
  await ask(page, '渡口');
  expect(await serious(page)).toEqual([]);
  for (const look of [{ theme: 'dark' }, { theme: 'light', size: 'large' }, { size: 'normal', contrast: 'high' }]) {
    await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), look);
    expect(await serious(page), JSON.stringify(look)).toEqual([]);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('the search opens by touch, fills the screen, and a touch opens what was found', async ({ page }) => {
    await signIn(page, BASE_WORKER);
    const button = page.getByRole('button', { name: '搜索', exact: true });
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await button.tap();
    await expect(field(page)).toBeFocused();
    await field(page).fill('tzy');
    const option = group(page, '人员').getByRole('option');
    await expect(option).toHaveText([/^谭志远/]);
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await serious(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: '关闭搜索' }).tap();
    await expect(button).toBeFocused();
    await button.tap();
    await field(page).fill('tzy');
    await option.tap();
    await expect(page.getByRole('heading', { name: '谭志远' })).toBeVisible();
    expect(page.url()).toContain(base());
  });
});
