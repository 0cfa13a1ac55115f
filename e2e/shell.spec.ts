import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { matchPath } from 'react-router';
import { hasPage } from '../src/platform/web/session/siteKind.ts';
import { webModules } from '../src/rooms/web.ts';
import { ELSEWHERE } from './support/examples.ts';
import { base, signIn, signInByPage } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const PRODUCT = '峡州智慧党建平台';
const CITY = '420599197507010013';
const BASE_WORKER = '420599198008080038';
const MEMBER = '42059919900520006X';

/** Ends the session behind the page's back. */
const endSession = (page: Page) =>
  page.evaluate(async () => {
    const token = sessionStorage.getItem('session-token') ?? '';
    const answer: { code: number } = await (await fetch('/api/logout', { headers: { authorization: token } })).json();
    return answer.code;
  });

test('a deep link asks for the login and comes back', async ({ page }) => {
  await page.goto(`${base()}/#/sys/logs`);
  await expect(page).toHaveURL(/#\/login\?redirect=%2Fsys%2Flogs/);
  await page.getByPlaceholder('请输入身份证号或账号').fill(BASE_WORKER);
  await page.getByPlaceholder('请输入密码').fill('Party2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/sys\/logs$/);
  await expect(page).toHaveTitle(`系统日志 - ${PRODUCT}`);
  await expect(page.getByRole('heading', { name: '系统日志' })).toBeVisible();
});

test('the role switch starts over in the other role', async ({ page }) => {
  await signIn(page, CITY);
  // The server opens a session in the role that was used last; both ways are walked.
  for (const _way of ['there', 'back']) {
    await expect(page).toHaveURL(/#\/(countyCity|partyCommittee|partyBranch)$/);
    const before = page.url();
    const organisation = (await page.locator('.head-org').textContent()) ?? '';
    await page.evaluate(() => sessionStorage.setItem('list:/affairs/member', '{"keyWords":"某人"}'));
    await page.locator('button.head-role').click();
    await expect(page.locator('.role-entry')).toHaveCount(2);
    await page.locator('.role-entry:not([disabled])').click();
    await expect(page.locator('.head-org')).not.toHaveText(organisation);
    expect(page.url()).not.toBe(before);
    expect(await page.evaluate(() => sessionStorage.getItem('list:/affairs/member'))).toBeNull();
  }
});

test('pages hide the parts of the frame that the specification names', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/sys/logs');
  const parts = async (path: string, header: number, sidebar: number) => {
    await go(page, path);
    await expect(page.locator('.head'), path).toHaveCount(header);
    await expect(page.locator('.side'), path).toHaveCount(sidebar);
  };
  for (const path of ['/news', '/map', '/help', '/partyMember/memberVideo']) await parts(path, 1, 0);
  for (const path of ['/maxMap', '/download', '/safeCenter/changePwd', '/other']) await parts(path, 0, 0);
  await parts('/affairs/dues', 1, 1);
  await parts('/affairs/dues?isHide=true', 0, 0);
});

test('an unknown path leads to /web404, which links it', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/no/such/page');
  await expect(page).toHaveURL(/#\/web404/);
  await expect(page.getByText('404 页面未找到')).toBeVisible();
  await expect(page.getByRole('link', { name: '/no/such/page' })).toBeVisible();
});

/** What pages.spec.ts opens one by one, where each has its title and does not lead to /web404. */
const isLookedAt = (path: string) =>
  webModules
    .flatMap(({ routes }) => routes)
    .some((route) => !(route.path in ELSEWHERE) && hasPage('city', route.path) && matchPath(route.path, path));

test('every route opens: built, or it says what will be there', async ({ page }) => {
  const paths = readFileSync('docs/routes.txt', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    // The handoff page ends the session (handoff.spec.ts).
    .filter(([, path = '', title]) => !/^\/(login|bpLogin|web404)$/.test(path) && !title?.startsWith('->'))
    // A part of 组织信息 is named by a word, and another word is nothing.
    .map(([, path = '']) => path.replace('/affairs/organization/{page}', '/affairs/organization/company'))
    .map((path) => path.replace(/\{\w+\?\}/g, '').replace(/\{\w+\}/g, '1'))
    // The demo is a city: a college's own pages are not there.
    .filter((path) => hasPage('city', path));
  expect(paths.length).toBeGreaterThan(320);
  await signIn(page, CITY, '/sys/logs');
  for (const path of paths.filter((path) => !isLookedAt(path))) {
    // Looked for at each frame: asked from outside, some three hundred and fifty times, the next question comes too late.
    await page.evaluate(async (hash) => {
      document.title = '';
      location.assign(hash);
      const until = performance.now() + 60_000;
      while (document.title === '' && performance.now() < until) await new Promise(requestAnimationFrame);
    }, `#${path}`);
    await expect(page, path).toHaveTitle(new RegExp(`.+ - ${PRODUCT}$`));
    expect(page.url(), path).not.toContain('web404');
  }
});

test('the session ends in place: one prompt, and what was typed stays', async ({ page }) => {
  await signInByPage(page, BASE_WORKER, '/sys/logs');
  await page.getByLabel('跳至').fill('7');
  expect(await endSession(page)).toBe(200);
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toContainText('您的登录已过期，请重新登录！');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: '账号' })).toHaveValue('420***********0038');
  await page.getByPlaceholder('请输入密码').fill('Party2026');
  await page.getByRole('button', { name: '重新登录' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('跳至')).toHaveValue('7');
  await expect(page.locator('tbody')).toContainText('退出登录');
});

test.describe('while a page has nothing to do', () => {
  test.use({ ahead: true });

  test('the code of the pages most likely opened next is fetched, so that they open without a line', async ({
    page,
  }) => {
    const list = page.waitForResponse(/assets\/MemberList-[\w-]+\.js$/);
    await signIn(page, BASE_WORKER);
    expect((await list).status()).toBe(200);
  });
});

test.describe('without its code', () => {
  // The journey itself keeps the file away.
  test.use({ faults: [/JobList-/] });

  test('a page whose code is gone asks for a reload within the frame', async ({ page }) => {
    await signIn(page, BASE_WORKER, '/sys/logs');
    await page.route('**/assets/JobList-*.js', (route) => route.abort());
    await go(page, '/dataManage/exportList');
    await expect(page.getByRole('heading', { name: '页面版本已更新，请刷新' })).toBeVisible();
    await expect(page.locator('.head')).toBeVisible();
    await page.unroute('**/assets/JobList-*.js');
    await page.getByRole('button', { name: '刷新页面' }).click();
    await expect(page.getByRole('heading', { name: '导出列表' })).toBeVisible();
  });
});

test.describe('without the code of a part', () => {
  test.use({ faults: [/Calendar-/] });

  test('a form keeps what was typed where a part of it does not come, and brings it at the next try', async ({
    page,
  }) => {
    await signIn(page, BASE_WORKER, '/affairs/member/edit/add');
    await page.route('**/assets/Calendar-*.js', (route) => route.abort());
    const name = page.getByRole('textbox', { name: '姓名', exact: true });
    await name.fill('万里行');
    await page.getByRole('button', { name: '选择出生日期' }).click();
    const missing = page.getByRole('alert').filter({ hasText: '这一部分没有加载成功' });
    const again = missing.getByRole('button', { name: '重试' });
    await expect(again).toBeEnabled();
    await page.unroute('**/assets/Calendar-*.js');
    await again.click();
    await expect(page.getByRole('dialog', { name: '出生日期' }).getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(name).toHaveValue('万里行');
  });
});

test('who signs out is out, also when the server does not answer', async ({ page }) => {
  await signIn(page, BASE_WORKER);
  // Never answered: the journey ends before.
  await page.route('**/api/logout*', () => {});
  await page.getByRole('button', { name: /的账号$/ }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByPlaceholder('请输入密码')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('session-token'))).toBeNull();
});

test('signing out leaves nothing behind', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/sys/logs');
  await page.getByRole('button', { name: /的账号$/ }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog', { name: '退出登录' }).getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/#\/login/);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await go(page, '/sys/logs');
  await expect(page).toHaveURL(/#\/login\?redirect=/);
});

test('a role without the right is told who can help', async ({ page }) => {
  await signIn(page, MEMBER, '/sys/logs');
  await expect(page.getByRole('heading', { name: '当前角色不能查看系统日志' })).toBeVisible();
  await expect(page.locator('.page')).toContainText(/联系.*0700-\d{7}/);
  await expect(page.locator('.quick')).not.toContainText('帮助');
});

test('the compulsory password change cannot be closed', async ({ page }) => {
  await page.route('**/api/getInfo', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.user.ifCompelChangePwd = true;
    await route.fulfill({ response: answer, json: body });
  });
  await signIn(page, BASE_WORKER, '/sys/logs');
  const dialog = page.getByRole('dialog', { name: '请先修改密码' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(0);
  expect((await dialog.boundingBox())?.width).toBe(700);
  await dialog.locator('[name=password]').fill('abcdef');
  await dialog.getByRole('button', { name: '修改密码' }).click();
  await expect(dialog).toContainText('请输入原密码');
  await expect(dialog).toContainText('新密码必须包含字母和数字');
  await go(page, '/safeCenter');
  await expect(dialog).toHaveCount(0);
});

test('the overlay waits for 800 ms, the badge asks each 120 s', async ({ page }) => {
  await page.clock.install();
  await signIn(page, BASE_WORKER, '/news');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/back/log/getList*', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.pauseAt(new Date(Date.now() + 600_000));
  const asked = page.waitForRequest('**/api/back/log/getList*');
  await go(page, '/sys/logs');
  await asked;
  const overlay = page.locator('.loading.shown');
  await page.clock.runFor(790);
  await expect(overlay).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(overlay).toHaveCount(1);
  release();
  await expect(overlay).toHaveCount(0);

  const polled = page.waitForRequest('**/api/message/sysMessage/getMsgCount');
  await page.clock.runFor(120_000);
  await polled;
});

test('a notice is received, which is said for 3000 ms and lowers the badge', async ({ page }) => {
  await page.clock.install();
  await signIn(page, BASE_WORKER, '/news');
  const badge = page.locator('.quick-badge');
  const before = Number.parseInt((await badge.textContent()) ?? '', 10);
  expect(before).toBeGreaterThan(1);
  await page.locator('tbody tr', { hasText: '未处理' }).first().getByRole('button', { name: '详情' }).click();
  await page.clock.pauseAt(new Date(Date.now() + 600_000));
  await page.getByRole('dialog').getByRole('button', { name: '接收' }).click();
  const said = page.locator('.notice', { hasText: '已接收' });
  await expect(said).toBeVisible();
  await page.clock.runFor(2990);
  await expect(said).toBeVisible();
  await page.clock.runFor(20);
  await expect(said).toHaveCount(0);
  // An answer that comes only now is drawn by a timer, too.
  await page.clock.resume();
  await expect(badge).toContainText(String(before - 1));
});

test('a message is deleted after a question, and brought back', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/news');
  const total = page.locator('.pager-total');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  const all = (await total.textContent()) ?? '';
  await page.getByRole('button', { name: '删除' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('确定删除这条消息吗？');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(total).not.toHaveText(all);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(total).toHaveText(all);
});

test.describe('without the network', () => {
  test.use({ faults: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('saving fails at once, keeps what was typed and sends nothing later by itself; a list comes back by itself', async ({
    page,
    context,
  }) => {
    const name = `断网试验组${Date.now() % 100_000}`;
    await signIn(page, CITY, '/contentManager/group');
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
    await page.getByRole('link', { name: '新增分组' }).click();
    await expect(page.getByRole('heading', { name: '新增分组' })).toBeVisible();
    await page.getByLabel('分组名称').fill(name);
    await page.getByLabel('分组类别').selectOption('组织生活');
    await context.setOffline(true);
    await expect(page.getByText('网络已断开，已填写的内容还在本页')).toBeVisible();
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.locator('.notice.error')).toHaveText('后端接口连接异常');
    await expect(page.getByRole('button', { name: '保存' })).toBeEnabled();
    await context.setOffline(false);
    await expect(page.getByText('网络已断开，已填写的内容还在本页')).toBeHidden();
    await expect(page.getByLabel('分组名称')).toHaveValue(name);
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();

    await go(page, '/contentManager/group');
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
    await context.setOffline(true);
    const search = page.locator('.list-filters').getByRole('searchbox');
    await search.fill(name);
    await search.press('Enter');
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1);
    await expect(page.locator('.list-table tbody tr')).toHaveCount(1);
  });
});
