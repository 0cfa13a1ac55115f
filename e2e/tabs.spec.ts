import { expect, type Page } from '@playwright/test';
import { ADMIN, BRANCH_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, test } from './support/test.ts';

const MAIN = 'main.main, main.bare';
const LIST = '/affairs/organization';
const whoIs = async (page: Page) => {
  const { user } = (await ask(page, '/api/getInfo')).data;
  return [user.userId, user.roleId, user.workOrgId];
};
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('session-token'));

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /的账号$/ }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
}

test('a link in a new tab and a typed address are signed in, in the same role; sign-out ends all of them', async ({
  page,
  context,
}) => {
  await signIn(page, BRANCH_WORKER);
  // Not the first link of all: the product's name leads on to the home of the role.
  const link = page.locator('a[href="#/affairs/member"]:visible').first();
  const opened = context.waitForEvent('page');
  await link.click({ modifiers: ['Control'] });
  const second = await opened;
  await expect(second.locator(MAIN).first()).toBeVisible();
  await expect(second).toHaveURL(/#\/affairs\/member(\?|$)/);

  const third = await context.newPage();
  await third.goto(`${base()}/#${LIST}`);
  await expect(third.locator(MAIN).first()).toBeVisible();
  await expect(third).toHaveURL(new RegExp(`#${LIST}`));
  for (const tab of [second, third]) {
    expect(await whoIs(tab)).toEqual(await whoIs(page));
    // A session of its own: the role is switched in one without the others.
    expect(await tokenOf(tab)).not.toBe(await tokenOf(page));
  }

  await signOut(page);
  for (const tab of [page, second, third]) await expect(tab).toHaveURL(/#\/login/);
  for (const tab of [page, second, third]) expect(await tokenOf(tab)).toBeNull();
});

test('the tabs of somebody else go on when one signs out, and answer the next new tab', async ({ page, context }) => {
  await signIn(page, ADMIN);
  const other = await context.newPage();
  await signIn(other, BRANCH_WORKER);
  await signOut(other);
  await expect(other).toHaveURL(/#\/login/);
  const third = await context.newPage();
  await third.goto(`${base()}/#${LIST}`);
  await expect(third.locator(MAIN).first()).toBeVisible();
  expect(await whoIs(third)).toEqual(await whoIs(page));
});

test('where nobody is signed in the login stands at once and keeps the address', async ({ page, context }) => {
  await page.goto(`${base()}/#/login`);
  await expect(page.getByPlaceholder('请输入密码')).toBeVisible();
  const second = await context.newPage();
  await second.goto(`${base()}/#${LIST}`);
  await expect(second).toHaveURL((url) => url.hash === `#/login?redirect=${encodeURIComponent(LIST)}`);
  await expect(second.getByPlaceholder('请输入密码')).toBeVisible();
});
