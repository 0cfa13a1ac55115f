import { expect, type Page } from '@playwright/test';
import { hasPage } from '../src/platform/web/session/siteKind.ts';
import { webModules } from '../src/rooms/web.ts';
import { graveFaults } from './support/axe.ts';
import { ELSEWHERE, EXAMPLES, idsBy } from './support/examples.ts';
import { axe, fits, look, picture, resize, SIZES, settled, UNKNOWN, WIDE } from './support/look.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, CITY, COUNTY, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

const MODES = [{ theme: 'dark' }, { size: 'large' }] as const;

/** Pages that somebody's role opens as its own, and those that no route names, by the picture's name. */
const OWN: readonly (readonly [account: string, pages: Readonly<Record<string, string>>])[] = [
  [CITY, { 'home-city': '/' }],
  [COUNTY, { 'home-county': '/countyCity' }],
  [MEMBER, { 'home-member': '/partyMember', 'no-right': '/sys/logs', 'own-record': '/affairs/member/browse/{me}' }],
  [BRANCH_WORKER, { 'home-branch': '/partyBranch', 'branch-members': '/affairs/member', other: '/other' }],
];
/** What else these see: a list with its filter, no page at all; what says 正在建设 has a route of its own. */
const FURTHER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [BASE_WORKER]: { todos: '/today', 'not-found': UNKNOWN },
  [ADMIN]: { 'home-admin': '/partyCommittee', dictionary: '/sys/dict?id=1' },
};

/** Those of a college are looked at under its own host, in college.spec.ts. */
const ROUTES = webModules
  .flatMap(({ routes }) => routes)
  .filter(({ path }) => !(path in ELSEWHERE) && hasPage('city', path));
/** In as many portions the routes are looked at, each by whoever runs out of work first. */
const PORTIONS = 8;

test.describe.configure({ mode: 'parallel' });

/** The ids that the addresses name, by who may see them: asked once in each process. */
const known = new Map<string, ReturnType<typeof idsBy>>();
const idsFor = (page: Page, account: string) => {
  const ids = known.get(account) ?? idsBy((path, body) => (body ? askBy(page, path, body) : ask(page, path)));
  known.set(account, ids);
  return ids;
};

/** Opens the page anew in another look. */
async function takeMode(page: Page, mode: (typeof MODES)[number]): Promise<void> {
  await page.evaluate((mode) => localStorage.setItem('display-mode', JSON.stringify(mode)), mode);
  await page.reload();
}

test('the login in all sizes and modes', async ({ page }) => {
  for (const [size, box] of Object.entries({ ...SIZES, wide: WIDE })) {
    await resize(page, box);
    await page.goto(`${base()}/#/login`);
    await expect(page.locator('.login-foot')).toBeVisible();
    await settled(page, 'login');
    await fits(page, `login at ${size}`);
    await picture(page, `login-${size}`);
    if (size === 'wide') await axe(page, 'login');
  }
  for (const mode of MODES) {
    await takeMode(page, mode);
    await settled(page, 'login');
    await fits(page, `login ${Object.values(mode)[0]}`);
    await picture(page, `login-${Object.values(mode)[0]}`);
    await page.getByRole('tab', { name: '扫码登录' }).click();
    await expect(page.getByAltText('登录二维码')).toBeVisible();
    await axe(page, `login-qr-${Object.values(mode)[0]}`);
    await picture(page, `login-qr-${Object.values(mode)[0]}`);
  }
});

test('the document of the calls, in width and on a phone', async ({ page }) => {
  await page.goto(`${base()}/api/docs`);
  await page.locator('details').first().click();
  for (const [size, box] of Object.entries({ wide: WIDE, ...SIZES })) {
    await resize(page, box);
    await fits(page, `calls at ${size}`);
  }
  await picture(page, 'calls-phone');
  // Some thousand calls: what axe says of one holds for all, and it reads whatever stands in the page.
  await page.evaluate(() => {
    for (const call of [...document.querySelectorAll('details')].slice(1)) call.remove();
  });
  expect(await graveFaults(page, { within: ['h1', 'details:first-of-type'] })).toEqual([]);
});

for (const [account, pages] of OWN) {
  test(`the own pages of ${account}`, async ({ page }) => {
    await signIn(page, account);
    const me: string = (await ask(page, '/api/party/personal/profile')).data?.memberId ?? '';
    await look(
      page,
      Object.entries(pages).map(([name, path]) => [name, path.replace('{me}', me)]),
    );
  });
}

/** The addresses of routes as the page's session may see them, by the picture's name. */
async function addressesOf(page: Page, account: string, routes: readonly { path: string }[]) {
  const ids = await idsFor(page, account);
  return routes.map(({ path }) => {
    // Without an example, what may be left out is left out.
    const example = EXAMPLES[path] ?? path.replace(/\/:\w+\?/g, '');
    // Where there is nothing to open, the form for a new one stands at the same address.
    const address = example.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? 'add');
    expect.soft(address, `${path} has no example`).not.toContain(':');
    return [path.replace(/[^\w]+/g, '-').replace(/^-|-$/g, ''), address] as const;
  });
}

for (let portion = 0; portion < PORTIONS; portion++) {
  test(`every built page, portion ${portion + 1} of ${PORTIONS}`, async ({ page }) => {
    let left = ROUTES.filter((_route, at) => at % PORTIONS === portion);
    // A worker looks at whatever a worker may open, the administrator at the rest.
    for (const account of [BASE_WORKER, ADMIN]) {
      await page.goto('about:blank');
      await signIn(page, account);
      const { permissionKeys } = (await ask(page, '/api/getInfo')).data;
      const mine = left.filter(
        ({ permission }) =>
          !permission ||
          permissionKeys.includes('*:*:*') ||
          permission.split(',').some((key) => permissionKeys.includes(key)),
      );
      left = left.filter((route) => !mine.includes(route));
      const further = portion === 0 ? Object.entries(FURTHER[account] ?? {}) : [];
      await look(page, [...(await addressesOf(page, account, mine)), ...further]);
    }
    expect(left.map(({ path }) => path)).toEqual([]);
  });
}

test('an address with a wrong id says that nothing is there, alike on all pages, and leads back to the list', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const { permissionKeys } = (await ask(page, '/api/getInfo')).data;
  const withId = webModules
    .flatMap(({ routes }) => routes)
    // What is read by a code says so in its own words.
    .filter(
      ({ path }) =>
        /:(id|orgId|memberId|companyID)\b/.test(path) && !/open\/:|:code/.test(path) && hasPage('city', path),
    )
    .filter(
      ({ permission }) =>
        !permission ||
        permissionKeys.includes('*:*:*') ||
        permission.split(',').some((key) => permissionKeys.includes(key)),
    );
  expect(withId.length).toBeGreaterThan(20);
  const nothing = page.getByRole('heading', { name: '没有找到，或不在管理范围内' });
  for (const { path, crumbs } of withId) {
    // What the page before has said must not count for this one.
    const kind = path.includes('organization') ? 'reward' : 'family';
    await go(page, '/no/such/page');
    // Its address is replaced by that of the page which says so: before that is done, nobody goes on.
    await expect(page.getByRole('heading', { name: '您访问的页面不存在' })).toBeVisible();
    await go(
      page,
      path.replace(/:\w+\??/g, (name) => (/^:(kind|reason|page|identity)/.test(name) ? kind : 'abc')),
    );
    await expect.soft(nothing, path).toBeVisible();
    await expect.soft(page.getByRole('button', { name: '重试' }), path).toHaveCount(0);
    const list = crumbs?.at(-1)?.[0];
    if (list) await expect.soft(page.getByRole('link', { name: `返回${list}` }), path).toBeVisible();
  }
});
