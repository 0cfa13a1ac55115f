import { expect, type Page } from '@playwright/test';
import {
  ADMIN,
  BASE_WORKER,
  BRANCH_WORKER,
  CITY,
  COLLEGE,
  COUNTY,
  FLOATING,
  MEMBER,
  VOLUNTEER,
} from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go, test, totalOf } from './support/test.ts';

test('every role lands on its own home', async ({ page }) => {
  const homes: readonly [account: string, path: string][] = [
    [ADMIN, '/partyCommittee'],
    [CITY, '/countyCity'],
    [COUNTY, '/countyCity'],
    [BASE_WORKER, '/partyCommittee'],
    [COLLEGE, '/partyCommittee'],
    [BRANCH_WORKER, '/partyBranch'],
    [MEMBER, '/partyMember'],
    [FLOATING, '/partyMember'],
    [VOLUNTEER, '/partyMember'],
  ];
  for (const [account, path] of homes) {
    await signIn(page, account);
    await expect(page, account).toHaveURL(new RegExp(`#${path}$`));
    await expect(page.locator('.home-hello h1'), account).toBeVisible();
    await expect(page.locator('[aria-busy=true]'), account).toHaveCount(0);
    await expect(page.getByRole('alert'), account).toHaveCount(0);
    await page.evaluate(() => sessionStorage.clear());
  }
});

/** The links of the home that open a list, each with the number that stands beside it. */
async function numbers(page: Page): Promise<{ label: string; count: number; href: string }[]> {
  await expect(page.locator('.chart-bars').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const more = page.getByRole('button', { name: '逐项查看' });
  if (await more.isVisible()) await more.click();
  return page.evaluate(() => {
    const read = (text: string | null | undefined) => Number((text ?? '').replace(/[^\d]/g, ''));
    const found: { label: string; count: number; href: string }[] = [];
    const add = (link: Element | null, text: string | null | undefined) => {
      const href = link?.getAttribute('href');
      if (href && text && !text.includes('%')) found.push({ label: link?.textContent ?? '', count: read(text), href });
    };
    for (const figure of document.querySelectorAll('.home-figures .home-figure')) {
      add(figure, figure.querySelector('.home-value')?.textContent);
    }
    for (const warning of document.querySelectorAll('.home-warning')) {
      add(warning, warning.querySelector('b')?.textContent);
    }
    for (const line of document.querySelectorAll('.chart-bars tbody tr')) {
      add(line.querySelector('a'), line.querySelector('.chart-bar-value')?.textContent);
    }
    for (const child of document.querySelectorAll('.home-children li')) {
      add(child.querySelector('.home-child'), child.querySelector('.home-child-count')?.textContent);
      const away = child.querySelector('a.home-away');
      add(away, away?.textContent);
    }
    return found;
  });
}

for (const [title, account, least] of [
  ['of a branch', BRANCH_WORKER, 20],
  ['of a committee', BASE_WORKER, 40],
] as const) {
  test(`each number ${title} opens the list that holds as many`, async ({ page }) => {
    await signIn(page, account);
    const all = await numbers(page);
    expect(all.length).toBeGreaterThanOrEqual(least);
    for (const { label, count, href } of all) {
      await page.evaluate((hash) => location.assign(hash), href);
      await expect(page.locator('.pager-total'), `${label} ${href}`).toHaveText(
        new RegExp(`^共${count.toLocaleString('en-US')}[人个件项]$`),
      );
    }
  });
}

test('a number is opened by mouse and by keyboard, and Back returns to it', async ({ page }) => {
  await signIn(page, BRANCH_WORKER);
  const figure = page.locator('.home-figure').first();
  const count = Number(((await figure.locator('.home-value').textContent()) ?? '').replace(/\D/g, ''));
  await figure.hover();
  await expect(page.getByRole('tooltip').first()).toContainText('正式党员与预备党员之和');
  await figure.click();
  await expect(page).toHaveURL(/#\/affairs\/member/);
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  expect(await totalOf(page)).toBe(count);
  await page.goBack();
  await figure.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.pager-total')).toHaveText(`共${count}人`);
});

test('a to-do leads to its page', async ({ page }) => {
  await signIn(page, BRANCH_WORKER);
  const queue = page.locator('.home-queue li');
  await expect(queue.first()).toBeVisible();
  const links = await queue.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(1);
  await queue.first().locator('a').click();
  await expect(page).toHaveURL(new RegExp(`${links[0]?.replace(/[?.*]/g, '\\$&')}$`));
  for (const link of links) {
    await page.goto(`${base()}/${link}`);
    await expect(page.locator('main h1').first(), link).toBeVisible();
    await expect(page, link).not.toHaveURL(/web404/);
    await expect(page.getByRole('alert'), link).toHaveCount(0);
  }
});

test('a member sees the own profile with its code, and nobody else’s', async ({ page }) => {
  await signIn(page, MEMBER);
  await expect(page.getByRole('heading', { name: '田晓雯', exact: true })).toBeVisible();
  await expect(page.getByAltText('我的党员二维码')).toBeVisible();
  await expect(page.locator('.mine-facts')).toContainText('420***********006X');
  await page.getByRole('link', { name: '我的档案' }).click();
  await expect(page).toHaveURL(/\/partyMember\/personalFiles$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('田晓雯');
  await expect(page.getByRole('button', { name: '查看原值' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: '编辑' })).toHaveCount(0);
  const own = (await ask(page, '/api/getInfo')).data.member.id;
  await page.goto(`${base()}/#/affairs/member/browse/${Number(own) - 1}`);
  await expect(page.getByRole('heading', { name: '没有找到，或不在管理范围内' })).toBeVisible();
});

test('a notice on the home opens itself, and the way back leads home', async ({ page }) => {
  await signIn(page, BRANCH_WORKER);
  const link = page.locator('.home-notices li a').first();
  const title = (await link.getAttribute('title')) ?? '';
  await link.click();
  await expect(page).toHaveURL(/#\/news\?/);
  await expect(page.getByRole('dialog')).toContainText(title);
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await page.locator('.page-acts').getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(/#\/partyBranch$/);
});

test('the home asked for again while it is on its way still comes', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/MemberHome.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, MEMBER);
  await go(page, '/');
  release();
  await expect(page).toHaveURL(/#\/partyMember$/);
  await expect(page).toHaveTitle(/党员首页/);
});

test('the carousel stands on the homes of branch, committee, county and administrator', async ({ page }) => {
  for (const account of [BRANCH_WORKER, BASE_WORKER, COUNTY, ADMIN]) {
    await signIn(page, account);
    await expect(page.locator('.home-pictures .carousel-picture img'), account).toBeVisible();
    await page.evaluate(() => sessionStorage.clear());
  }
});

test('the number of a warning stands on the line of its title, whatever the width', async ({ page }) => {
  await signIn(page, CITY);
  await page.getByRole('button', { name: '逐项查看' }).click();
  for (const width of [1366, 1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.locator('.home-warning-head').first()).toBeVisible();
    const heights = await page.locator('.home-warning-head').evaluateAll((all) => all.map((one) => one.clientHeight));
    for (const height of heights) expect(height, `${width}`).toBeLessThan(30);
    const wide = await page
      .locator('.home-warning')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(wide, `${width}`).toBe(0);
    // However many there are, none lies outside of the card.
    const card = await page.locator('.home-warnings').boundingBox();
    for (const box of await page
      .locator('.home-warning')
      .all()
      .then((all) => Promise.all(all.map((one) => one.boundingBox()))))
      expect((box?.x ?? 0) + (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(
        (card?.x ?? 0) + (card?.width ?? 0) + 1,
      );
  }
});

test('pages that another system shows without the frame keep their margins', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/member?isHide=true');
  const head = page.getByRole('heading', { level: 1 });
  await expect(head).toBeVisible();
  await expect(page.locator('.head, .side')).toHaveCount(0);
  expect((await head.boundingBox())?.x).toBeGreaterThanOrEqual(12);
  expect((await head.boundingBox())?.y).toBeGreaterThanOrEqual(8);
});

test('a member’s home leads to 三务公开 and shows what the branch has published', async ({ page }) => {
  await signIn(page, MEMBER);
  for (const title of ['任职与奖惩', '我的信息修改', '支部公开']) {
    await expect(page.locator('.mine-main').getByRole('heading', { name: title })).toBeVisible();
  }
  const shown = page.locator('.mine-main').getByRole('region', { name: '支部公开' }).locator('li a').first();
  const title = (await shown.getAttribute('title')) ?? '';
  await shown.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await page.goBack();
  await page.getByRole('navigation', { name: '快捷入口' }).getByRole('link', { name: '三务公开' }).click();
  await expect(page).toHaveURL(/threeAffairsOpenClassify\/party$/);
});
