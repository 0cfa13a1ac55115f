import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { type Counterpart, SECRETS, settingsFor, startCounterpart } from '../test/support/counterparts/counterpart.ts';
import { ADMIN, BRANCH_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { setSite } from './support/site.ts';
import { test } from './support/test.ts';

/** The base platform's own page, and a site that would like to be it: both hold whatever frames their address names. */
let platform: Counterpart;
let holder: { server: Server; origin: string };
let stranger: { server: Server; origin: string };

const framing = (): Promise<{ server: Server; origin: string }> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const frames = new URL(request.url ?? '/', 'http://x').searchParams.getAll('frame');
      const body = frames.map(
        (src, index) => `<iframe name="f${index}" width="900" height="600" src="${src}"></iframe>`,
      );
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${body.join('')}`);
    }).listen(0, '127.0.0.1', () => {
      resolve({ server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });

test.beforeAll(async ({ browser }) => {
  [platform, holder, stranger] = await Promise.all([startCounterpart(), framing(), framing()]);
  await configure(await browser.newPage(), {
    ...settingsFor(platform.origin, [base()]),
    basePlatform: {
      platformUrl: `${platform.origin}/base/login`,
      appKey: 'party-base',
      origin: holder.origin,
      checkUrl: `${platform.origin}/base/check`,
    },
    redirectOrigins: [platform.origin],
  });
});
test.afterAll(async ({ browser }) => {
  await configure(await browser.newPage(), {});
  await platform.close();
  holder.server.close();
  stranger.server.close();
});

async function configure(page: Page, settings: object): Promise<void> {
  await signIn(page, ADMIN, '/sys/logs');
  await setSite(page, new URL(base()).host, settings, Object.keys(settings).length > 0 ? SECRETS : {});
  await page.close();
}

const framed = (page: Page): FrameLocator => page.frameLocator('iframe[name=f0]');
const handoff = (query = '') => `${base()}/#/bpLogin${query}`;
const hold = (origin: string, ...frames: string[]) =>
  `${origin}/?${new URLSearchParams(frames.map((frame) => ['frame', frame]))}`;

/** Has the page that holds the frame speak to it. */
const say = (page: Page, message: unknown, times = 1) =>
  page.evaluate(
    ({ message, times }) => {
      for (let turn = 0; turn < times; turn++) window.frames[0]?.postMessage(message, '*');
    },
    { message, times },
  );

test('P50 a ticket counts from the configured origin alone; without one the page says so', async ({ page }) => {
  const ticket = () => platform.issue('base', { who: BRANCH_WORKER, orgId: '1' });
  // A sibling at another origin speaks first.
  await page.goto(hold(holder.origin, handoff(), `${stranger.origin}/`));
  const frame = framed(page);
  await expect(frame.getByRole('heading', { name: '等待登录信息' })).toBeVisible();
  const asked = platform.hits.length;
  const sibling = page.frame({ name: 'f1' });
  await sibling?.evaluate((ticket) => {
    for (let turn = 0; turn < 1000; turn++) window.parent.frames[0]?.postMessage({ ticket, orgId: '1' }, '*');
  }, ticket());
  // What concerns nobody is passed over, from the right origin too.
  await say(page, 'a text');
  await say(page, null);
  await say(page, 7, 1000);
  await say(page, [{ ticket: 'x' }]);
  await expect(frame.getByRole('heading', { name: '等待登录信息' })).toBeVisible();
  expect(platform.hits.length).toBe(asked);

  await say(page, { orgId: '1' });
  await expect(frame.getByRole('alert')).toHaveText('未获取到有效的登录信息，请重新登录');
  await page.screenshot({ path: '.cache/login/handoff.png' });
  await frame.getByRole('button', { name: '重新登录' }).click();
  await expect(frame.getByRole('heading', { name: '等待登录信息' })).toBeVisible();
  await say(page, { ticket: ticket(), orgId: '1' }, 50);
  await expect(frame.locator('main.bare')).toBeVisible();
  await expect.poll(() => page.frame({ name: 'f0' })?.url()).toMatch(/#\/partyBranch/);
  await expect(frame.locator('.head, .side')).toHaveCount(0);
});

test.describe('held by others', () => {
  test.use({ faults: [/frame-ancestors|ERR_BLOCKED_BY_RESPONSE|X-Frame-Options/] });

  test('P50 no other site may hold the page', async ({ page }) => {
    await page.goto(hold(stranger.origin, handoff()));
    await expect.poll(() => page.frame({ name: 'f0' })?.url()).toMatch(/^chrome-error/);
  });
});

test('P49 the way back leads home, to a listed site after a question, and nowhere else', async ({ page }) => {
  const by = async (backUrl: string) => {
    await page.goto('about:blank');
    await page.goto(handoff(`?isAutoLogin=true&backUrl=${encodeURIComponent(backUrl)}`));
    await page.getByRole('textbox').fill(BRANCH_WORKER);
    await page.getByRole('button', { name: '登录' }).click();
  };
  await by('/news?tab=2');
  await expect(page).toHaveURL(`${base()}/#/news?tab=2&isHide=true`);
  await expect(page.locator('.head')).toHaveCount(0);

  await by(`${platform.origin}/in`);
  await expect(page.getByRole('heading', { name: '即将离开本平台' })).toBeVisible();
  await page.screenshot({ path: '.cache/login/leaving.png' });
  await page.getByRole('button', { name: '取消，进入本平台' }).click();
  await expect(page).toHaveURL(/#\/partyBranch/);

  for (const evil of ['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)']) {
    await by(evil);
    await expect(page.getByRole('heading', { name: '已停止跳转' }), evil).toBeVisible();
    expect(page.url().startsWith(`${base()}/`), evil).toBe(true);
  }
  await page.getByRole('button', { name: '进入本平台' }).click();
  await expect(page).toHaveURL(/#\/partyBranch/);
});

test('a platform that has no ticket for its user sends nobody round and round', async ({ page }) => {
  const left: string[] = [];
  // It comes back at once, with the state alone.
  await page.route(`${platform.origin}/base/login**`, (route) => {
    left.push(route.request().url());
    const back = new URL(route.request().url()).searchParams.get('backUrl') ?? '';
    return route.fulfill({ status: 302, headers: { location: back } });
  });
  await page.goto('about:blank');
  await page.goto(handoff('?isAutoLogin=true'));
  await expect(page.getByRole('alert')).toHaveText('未获取到有效的登录信息，请重新登录');
  expect(left).toHaveLength(1);
  expect(page.url()).not.toContain('state');
  await page.getByRole('button', { name: '重新登录' }).click();
  await expect.poll(() => left.length).toBe(2);
  await expect(page.getByRole('alert')).toHaveText('未获取到有效的登录信息，请重新登录');
  await page.getByRole('link', { name: '改用账号登录' }).click();
  await expect(page).toHaveURL(/#\/login$/);
});

test('a stored session is over once the handoff page opens', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/news');
  await page.route('**/api/basePlatform/getParams', (route) =>
    route.fulfill({ json: { code: 400, msg: '本站未接入基础平台', data: null } }),
  );
  await page.evaluate(() => location.assign('#/bpLogin'));
  await expect(page.getByRole('alert')).toHaveText('本站未接入基础平台');
  expect(await page.evaluate(() => sessionStorage.getItem('session-token'))).toBeNull();
  await page.getByRole('link', { name: '改用账号登录' }).click();
  await expect(page).toHaveURL(/#\/login$/);
});

test('P51 a code in the address is used once and is nowhere afterwards', async ({ page }) => {
  const code = platform.issue('app', { who: BRANCH_WORKER });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto('about:blank');
  await page.goto(`${base()}/#/login?appCode=${code}&redirect=%2Fnews`);
  await expect(page).toHaveURL(`${base()}/#/news`);
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
  await page.goForward();
  await expect(page).toHaveURL(`${base()}/#/news`);
  expect(requests.join('\n')).not.toContain(code);

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.goto(`${base()}/#/login?appCode=${code}`);
  await expect(page.locator('.login-notice')).toBeVisible();
  await expect(page).toHaveURL(`${base()}/#/login`);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(code);
});

test('the platform chooser opens both tiles and stops at foreign addresses', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/news');
  await page.evaluate(() => location.assign('#/other?url=%2Fnews'));
  await page.screenshot({ path: '.cache/login/other.png' });
  await page.locator('.other-tile').first().click();
  await expect(page).toHaveURL(/#\/news\?timestamp=\d+$/);
  for (const query of [
    'url=%2F%2Felsewhere.example',
    'uriPrefix=%2F%2Felsewhere.example',
    'url=https%3A%2F%2Fa.example',
  ]) {
    await page.evaluate((query) => location.assign(`#/other?${query}`), query);
    await expect(page.getByRole('alert'), query).toContainText('已停止跳转');
    await expect(page.locator('.other-tile').first()).toBeDisabled();
  }
});

test.describe('inside a messaging application', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 12) Chrome/107.0 Mobile Safari/537.36 MicroMessenger/8.0.30' });

  test('the download page asks to be opened outside', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${base()}/#/download`);
    await expect(page.getByRole('alert')).toContainText('请在浏览器中打开本页');
    await expect(page.getByRole('alert')).toContainText('微信内不能下载安装包');
    await expect(page.getByRole('heading', { name: '暂未提供安装包' })).toBeVisible();
    await page.screenshot({ path: '.cache/login/download.png' });
  });
});
