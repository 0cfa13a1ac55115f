import { expect, type Page } from '@playwright/test';
import { lookAs, settled } from './support/look.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { test } from './support/test.ts';

const look = lookAs('menu');

const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const barOf = (page: Page, entry: string) => page.getByRole('navigation', { name: `${entry}的页面` });

test('an entry opens the tab that was used last, and its bar stays where it is', async ({ page }) => {
  await signIn(page, BRANCH_WORKER);
  await menuOf(page).getByRole('link', { name: '党员', exact: true }).click();
  await expect(page.getByRole('heading', { name: '党员信息', level: 1 })).toBeVisible();
  const bar = barOf(page, '党员');
  await expect(bar.getByRole('link', { name: '党员信息' })).toHaveAttribute('aria-current', 'page');
  const place = await bar.boundingBox();
  await look(page, 'members');

  await bar.getByRole('link', { name: '组织关系', exact: true }).click();
  await expect(page.getByRole('heading', { name: '组织关系', level: 1 })).toBeVisible();
  await expect(bar.getByRole('link', { name: '组织关系', exact: true })).toHaveAttribute('aria-current', 'page');
  expect(await bar.boundingBox()).toEqual(place);

  await menuOf(page).getByRole('link', { name: '党组织', exact: true }).click();
  await expect(page.getByRole('heading', { name: '组织信息', level: 1 })).toBeVisible();
  await menuOf(page).getByRole('link', { name: '党员', exact: true }).click();
  await expect(page.getByRole('heading', { name: '组织关系', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: '组织信息', level: 1 })).toBeVisible();
});

test('what does not fit stands behind 其余, by keyboard as well, and the tab at hand is in the line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, BASE_WORKER, '/affairs/member');
  const bar = barOf(page, '党员');
  const more = bar.getByRole('button', { name: /^其余\d+页$/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  const last = await page.locator('[role=menuitem]:focus').textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: last ?? '', level: 1 })).toBeVisible();
  const current = bar.locator('[aria-current]');
  await expect(current).toHaveText(last ?? '');
  await expect(current).toBeInViewport({ ratio: 1 });
});

test('on a phone the line scrolls to the tab at hand', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, BASE_WORKER, '/affairs/mobilePartyMembers/statistics');
  const current = barOf(page, '党员').locator('[aria-current]');
  await expect(current).toHaveText('流动统计');
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect(barOf(page, '党员').getByRole('button', { name: /^其余\d+页$/ })).toBeHidden();
});

/** What the head of a page has: acts, how many of them are red, and the pages of the menu that they lead to. */
const headOf = (page: Page, tabs: readonly string[]) =>
  page.evaluate((paths) => {
    const acts = [...document.querySelectorAll('.page-acts > .button')].filter(
      (one) => one.checkVisibility() && !/帮助$/.test(one.textContent ?? ''),
    );
    return {
      red: acts.filter((one) => one.matches('.primary')).length,
      ways: acts.flatMap((one) => {
        const to =
          one
            .getAttribute('href')
            ?.slice(1)
            .replace(/[?&]orgId=\d+/, '') ?? '';
        return paths.includes(to) ? [`${one.textContent} ${to}`] : [];
      }),
    };
  }, tabs);

for (const [who, account] of [
  ['a branch worker', BRANCH_WORKER],
  ['a worker of a committee', BASE_WORKER],
  ['an administrator', ADMIN],
  ['a member', MEMBER],
] as const) {
  test(`${who} reaches every tab of the menu by two presses, and no head has a way to another tab`, async ({
    page,
  }) => {
    test.slow();
    await signIn(page, account);
    // A member's home has no sidebar: the menu is there from the first page on.
    if (account === MEMBER) await page.goto(`${page.url().split('#')[0]}#/partyMember/personalFiles`);
    const menu = menuOf(page);
    await expect(menu.getByRole('link').first()).toBeVisible();
    // 常用 stands above the entries of a wide menu, and has no place of its own in the walk.
    const pins = await menu.getByRole('region', { name: '常用' }).getByRole('link').allTextContents();
    const entries = (await menu.getByRole('link').allTextContents()).filter((one) => !pins.includes(one));
    expect(entries.length).toBeLessThanOrEqual(13);
    const faults: string[] = [];
    for (const entry of entries.filter((one) => one !== '今日')) {
      await menu.getByRole('link', { name: entry, exact: true }).click();
      await settled(page, entry);
      const bar = barOf(page, entry);
      const tabs =
        (await bar.count()) === 0
          ? []
          : await bar
              .locator('a')
              .evaluateAll((all) =>
                all.map((one) => ({ title: one.textContent ?? '', to: one.getAttribute('href')?.slice(1) ?? '' })),
              );
      for (const { title, to } of tabs) {
        const link = bar.getByRole('link', { name: title, exact: true });
        if (await link.isVisible()) await link.click();
        else {
          await bar.getByRole('button', { name: /^其余\d+页$/ }).click();
          await page.getByRole('menuitem', { name: title, exact: true }).click();
        }
        await settled(page, title);
        await expect(bar.locator('[aria-current]'), title).toHaveText(title);
        await expect(page.getByRole('heading', { name: '当前角色不能查看' }), title).toHaveCount(0);
        const head = await headOf(
          page,
          tabs.map((one) => one.to).filter((one) => one !== to),
        );
        if (head.ways.length > 0) faults.push(`${entry} ${title} leads to ${head.ways.join(', ')}`);
        if (head.red > 1) faults.push(`${entry} ${title} has ${head.red} red acts`);
      }
    }
    expect(faults).toEqual([]);
  });
}
