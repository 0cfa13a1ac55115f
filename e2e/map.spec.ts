import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { holdAnswers } from './support/line.ts';
import { MANY_MARKERS } from './support/markers.ts';
import { ADMIN, BASE_WORKER, CITY } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const marks = (page: Page) => page.locator('.map-mark');
const rows = (page: Page) => page.getByRole('option');
const card = (page: Page) => page.locator('.map-card');
/** Where something stands on the screen. */
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not there`);
  return box;
};
/** The page's settings answered as if the site had a provider. */
const pretend = (page: Page, provider: string) =>
  page.route('**/api/map/settings', (route) =>
    route.fulfill({
      json: {
        code: 200,
        msg: '',
        data: { provider, tileKey: 'k', tileOrigin: base(), base: 'city', findsPlaces: false, city: '峡州' },
      },
    }),
  );

test('the map opens at the city, zooms from 9 to 18, goes full screen and comes back where it was', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/map');
  await expect(marks(page).first()).toBeVisible();
  await expect(page.locator('.map-scale')).toHaveText('1公里');
  await expect(page.getByRole('checkbox', { name: /^党支部/ })).toBeChecked();
  // 江南街道 lies at the centre that the specification names: most of its branches are in view.
  await expect(rows(page).first()).toBeVisible();
  const out = page.getByRole('button', { name: '缩小' });
  for (const scale of ['2公里', '5公里', '10公里', '20公里']) {
    await out.click();
    await expect(page.locator('.map-scale')).toHaveText(scale);
  }
  await expect(out).toBeDisabled();
  const scale = await page.locator('.map-scale').textContent();
  await page.getByRole('link', { name: '全屏' }).click();
  await expect(page).toHaveURL(/#\/maxMap/);
  await expect(page.locator('header.head')).toHaveCount(0);
  await expect(page.locator('.map-scale')).toHaveText(scale ?? '');
  await page.getByRole('link', { name: '返回' }).click();
  await expect(page).toHaveURL(/#\/map/);
  await expect(page.locator('.map-scale')).toHaveText(scale ?? '');
});

test('a marker opens its organisation beside it; what is missing says so and leads to where it is fixed', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/map');
  await page.getByRole('searchbox', { name: '查找组织' }).fill('wjde');
  await expect(rows(page).first()).toContainText('望江第二党支部');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await expect(card(page)).toContainText('正式党员');
  await expect(card(page)).toContainText(/书记.*\d{3}\*{4}\d{4}/);
  const [dialog, marker] = [await boxOf(page, '.map-card'), await boxOf(page, '.map-mark.chosen')];
  expect(dialog.x > marker.x + marker.width || dialog.x + dialog.width < marker.x).toBe(true);
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('button', { name: '关闭' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  // The keyboard is back at the row from which it came.
  await expect(rows(page).filter({ hasText: '望江第二党支部' })).toBeFocused();

  await page.route('**/api/map/orgDetail**', async (route) => {
    const body = await (await route.fetch()).json();
    Object.assign(body.data, {
      secretaryName: '',
      secretaryPhone: '',
      portrait: null,
      contact: '',
      contactPhone: '',
      address: '',
    });
    await route.fulfill({ json: body });
  });
  await page.getByRole('searchbox', { name: '查找组织' }).fill('渡口第一');
  await rows(page).filter({ hasText: '渡口第一党支部' }).click();
  await expect(card(page)).toContainText('暂无（请维护班子成员）');
  await expect(card(page)).toContainText('暂无（请维护组织基本信息）');
  await expect(card(page)).toContainText('暂无（请维护党务工作信息）');
  await expect(card(page)).toContainText('未上传');
  await card(page).getByRole('link', { name: '请维护组织基本信息' }).click();
  await expect(page).toHaveURL(/editOrganization/);
});

test('types and organisation are chosen, kept in the address, and put back', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/map');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('checkbox', { name: /^党总支/ }).check();
  await page.getByRole('checkbox', { name: /^党支部/ }).uncheck();
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('status').first()).toContainText(/^5个组织/);
  await page.getByRole('button', { name: /所属组织/ }).click();
  await page.getByRole('searchbox', { name: '名称、拼音首字母' }).fill('dksq');
  await page.getByRole('treeitem', { name: /渡口社区党总支/ }).click();
  await expect(page.getByRole('button', { name: '所属组织 渡口社区党总支' })).toBeVisible();
  await page.getByRole('button', { name: '查询' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('渡口社区党总支');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: '重置' }).click();
  await expect(page.getByRole('checkbox', { name: /^党支部/ })).toBeChecked();
  await expect(page.getByRole('button', { name: '重置' })).toBeFocused();
});

test('on a slow line the map says that nothing is there when it is known, not before', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/map');
  await expect(rows(page).first()).toBeVisible();
  const field = page.getByRole('searchbox', { name: '查找组织' });
  await field.fill('没有这个组织');
  await expect(page.getByText('所选类别里没有叫“没有这个组织”的组织')).toBeVisible();
  const release = await holdAnswers(page, '/api/map/list');
  const asked = page.waitForRequest((request) => request.url().includes('/api/map/list'));
  await field.fill('dkdy');
  await asked;
  await expect(page.getByText(/没有叫/)).toHaveCount(0);
  await release();
  await expect(rows(page).first()).toContainText('渡口第一党支部');
});

test('the map goes to where its user is, and says why it cannot', async ({ page, context }) => {
  await signIn(page, BASE_WORKER, '/map');
  await expect(marks(page).first()).toBeVisible();
  const here = page.getByRole('button', { name: '我的位置' });
  await context.clearPermissions();
  await here.click();
  await expect(page.locator('.notice.warning')).toContainText('浏览器没有允许定位');
  await context.grantPermissions(['geolocation'], { origin: base() });
  await context.setGeolocation({ longitude: 111.1, latitude: 30.5, accuracy: 200 });
  await here.click();
  await expect(page.locator('.map-here')).toBeInViewport();
  await expect(page.locator('.map-scale')).toHaveText('200米');
});

test('a position that comes when the map is left is let be', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (found) => {
      Object.assign(window, {
        answer: () => found({ coords: { longitude: 111.29, latitude: 30.69, accuracy: 20 } } as GeolocationPosition),
      });
    };
  });
  await signIn(page, ADMIN, '/map');
  const button = page.getByRole('button', { name: '我的位置' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await go(page, '/help');
  await expect(page.getByRole('heading', { name: '登录与账号', exact: true })).toBeVisible();
  // The journey fails where a page throws.
  await page.evaluate(() => (window as unknown as { answer: () => void }).answer());
  await expect(page.getByRole('searchbox', { name: '查找帮助' })).toBeEditable();
});

test('a cluster opens into its markers, and arrow keys go from one to the next', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/map');
  const cluster = page.getByRole('button', { name: /个组织：/ }).first();
  const name = await cluster.getAttribute('aria-label');
  await cluster.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator(`[aria-label="${name}"]`)).toHaveCount(0);
  await expect(page.locator('.map-mark:focus')).toHaveCount(1);
  const before = await page.locator('.map-mark:focus').getAttribute('aria-label');
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  const places = new Set<string | null>([before]);
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight']) {
    await page.keyboard.press(key);
    places.add(await page.locator('.map-mark:focus').getAttribute('aria-label'));
  }
  expect(places.size).toBeGreaterThan(1);
});

test.describe('with the pictures blocked', () => {
  test.use({ faults: [/DataServer|appmaptile|\/tile\/|Failed to load resource/] });
  test('markers, list and dialog work, and the page says what is amiss', async ({ page }) => {
    await pretend(page, 'amap');
    await page.route('**/appmaptile**', (route) => route.abort());
    await signIn(page, BASE_WORKER, '/map');
    await expect(page.getByText('地图图片加载不出来')).toBeVisible();
    await expect(marks(page).first()).toBeVisible();
    await rows(page).first().click();
    await expect(card(page)).toContainText('正式党员');
  });
});

for (const [provider, path] of [
  ['tianditu', '/DataServer'],
  ['amap', '/appmaptile'],
  ['baidu', '/tile/'],
] as const) {
  test(`${provider}: its tiles of the city are asked for, and the pictures of one place agree with the marker`, async ({
    page,
  }) => {
    const asked: URL[] = [];
    await pretend(page, provider);
    await page.route(`**${path}**`, async (route) => {
      asked.push(new URL(route.request().url()));
      await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    });
    await signIn(page, BASE_WORKER, '/map');
    await expect(marks(page).first()).toBeVisible();
    await expect(page.locator('.leaflet-control-attribution')).toContainText(/天地图|高德|百度/);
    const z = provider === 'tianditu' ? 'l' : 'z';
    const tiles = asked.map(({ searchParams: query }) => [query.get(z), query.get('x'), query.get('y')].map(Number));
    // The tile in which the centre lies, by each provider's published way of counting.
    const centre = provider === 'baidu' ? [13, 1512, 435] : [13, 6628, 3361];
    const near = tiles.some((tile) => tile.every((part, at) => Math.abs(part - (centre[at] ?? 0)) <= 1));
    expect(near, JSON.stringify(tiles.slice(0, 12))).toBe(true);
  });
}

test('5,000 markers are in groups, and no more elements than the view holds', async ({ page }) => {
  await page.route(/\/api\/map(\?|$)/, (route) => route.fulfill({ json: MANY_MARKERS }));
  await signIn(page, CITY, '/map');
  await expect(page.getByRole('button', { name: /个组织：/ }).first()).toBeVisible();
  const total = await page
    .getByRole('button', { name: /个组织：/ })
    .evaluateAll((all) =>
      all.reduce((sum, box) => sum + Number.parseInt(box.getAttribute('aria-label') ?? '0', 10), 0),
    );
  expect(total).toBeGreaterThan(1000);
  expect(await marks(page).count()).toBeLessThan(400);
});

test('the coordinates of an organisation are found by name, pressed on the map, and saved', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/organization');
  const { data } = await ask(page, '/api/map/place?keyWords=%E6%9C%9B%E6%B1%9F%E7%AC%AC%E4%B8%89');
  expect(data.places[0].source).toBe('org');
  const { rows: all } = await ask(page, '/api/map/list?keyWords=wjde');
  await go(page, `/affairs/organization/editOrganization/${all[0].id}`);
  await page.getByRole('button', { name: '在地图上设置坐标' }).click();
  const dialog = page.getByRole('dialog', { name: '坐标设置' });
  await expect(dialog.locator('.map-pin')).toBeVisible();
  await dialog.getByRole('textbox', { name: '地名' }).fill('望江第三');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /望江第三党支部/ }).click();
  await expect(dialog.getByRole('textbox', { name: '经度' })).toHaveValue(String(data.places[0].lng));
  await dialog.locator('.coordinates-map > .leaflet-container').click({ position: { x: 60, y: 200 } });
  const lng = await dialog.getByRole('textbox', { name: '经度' }).inputValue();
  expect(Number(lng)).toBeLessThan(data.places[0].lng);
  await dialog.getByRole('textbox', { name: '纬度' }).fill('90');
  await expect(dialog).toContainText('纬度应在 3 到 54 之间');
  await expect(dialog.getByRole('button', { name: '确定' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: '纬度' }).fill('30.6543');
  await dialog.getByRole('button', { name: '确定' }).click();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: '保存' }).click();
  await saved;
  const detail = await ask(page, `/api/map/orgDetail?orgId=${all[0].id}`);
  expect(detail.data).toMatchObject({ lng: Number(lng), lat: 30.6543 });
});

test('the map holds nothing serious against axe, in width and on a phone', async ({ page }) => {
  await signIn(page, ADMIN, '/map');
  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().click();
  await expect(card(page)).toContainText('正式党员');
  const faults = () => graveFaults(page, { within: ['.map-page'] });
  expect(await faults()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(card(page)).toHaveClass(/low/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faults()).toEqual([]);
  // There the list stands below the map: what is chosen in it comes into view.
  await card(page).getByRole('button', { name: '关闭' }).click();
  await rows(page).nth(7).click();
  await expect(card(page)).toBeInViewport({ ratio: 0.9 });
});
