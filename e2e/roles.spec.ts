import { expect, type Page } from '@playwright/test';
import { ADMIN, BRANCH_WORKER, COUNTY, FLOATING, MEMBER, VOLUNTEER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

/** What the page's own session is answered: the body's code. */
const codeOf = async (page: Page, path: string): Promise<number> => (await ask(page, path)).code;

for (const [who, account] of [
  ['a member', MEMBER],
  ['a floating member', FLOATING],
  ['a volunteer', VOLUNTEER],
] as const) {
  test(`${who} finds no page of the party workers, by menu or by address`, async ({ page }) => {
    await signIn(page, account);
    await expect(page.locator('.side')).toHaveCount(0);
    for (const [path, title] of [
      ['/affairs/member', '党员信息'],
      ['/affairs/member/import', '导入党员信息'],
      ['/affairs/member/edit/add', '编辑党员'],
      ['/affairs/organization', '组织信息'],
      ['/affairs/organization/addOrganization', '新增组织'],
      ['/popedom/user/account', '用户账号'],
      ['/sys/logs', '系统日志'],
      ['/partyCommittee', '党委首页'],
    ] as const) {
      await go(page, path);
      await expect(page.getByRole('heading', { name: `当前角色不能查看${title}` }), path).toBeVisible();
      await expect(page.locator('table'), path).toHaveCount(0);
    }
    for (const path of [
      '/api/orgMeber/org/datalistPage',
      '/api/zzxx/org/valid?name=x',
      '/api/firstPage/data/members',
    ]) {
      expect(await codeOf(page, path), path).toBe(403);
    }
  });
}

test('a branch worker has one branch: no other organisation, no accounts of others', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/organization');
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await expect(page.locator('.pager-total')).toHaveText('共1个');
  await expect(page.getByRole('treeitem')).toContainText('渡口第一党支部');
  await page.getByRole('searchbox', { name: '名称、拼音首字母' }).fill('dksq');
  await expect(page.locator('.tree-note')).toContainText('没有叫“dksq”的');
  // Accounts of the own branch may be looked at; what gives rights to many belongs to the administrator.
  await go(page, '/popedom/user/account');
  await expect(page.locator('.list-table tbody tr')).not.toHaveCount(0);
  for (const row of await page.locator('.list-table tbody tr').all()) await expect(row).toContainText('渡口第一党支部');
  await expect(page.getByRole('link', { name: '新增账号' })).toHaveCount(0);
  await go(page, '/popedom/user/type');
  await expect(page.getByRole('heading', { name: '当前角色不能查看用户类型' })).toBeVisible();
  // The own branch's committee, its county and the city are known by their ids: 1 is the city.
  await go(page, '/affairs/organization/browseOrganization/1');
  await expect(page.getByRole('heading', { name: '没有找到，或不在管理范围内' })).toBeVisible();
  await go(page, '/affairs/organization/editOrganization/1');
  await expect(page.getByRole('heading', { name: '没有找到，或不在管理范围内' })).toBeVisible();
  const menu = await page.locator('.side a').allTextContents();
  expect(menu.join()).not.toMatch(/用户类型|用户组/);
});

test('a county worker sees the county alone, its siblings neither by tree nor by name', async ({ page }) => {
  await signIn(page, COUNTY, '/affairs/organization');
  await expect(page.getByRole('treeitem').first()).toContainText('临峡区');
  const search = page.getByRole('searchbox', { name: '名称、拼音首字母' });
  await search.fill('峡州职业技术学院');
  await expect(page.locator('.tree-note')).toBeVisible();
  await go(page, '/affairs/member');
  await page.getByRole('searchbox', { name: '姓名、身份证号、手机号' }).fill('刘志明');
  await page.keyboard.press('Enter');
  await expect(page.locator('.list-scroll[aria-busy=false]')).toBeVisible();
  await expect(page.locator('.list-table tbody tr', { hasText: '学院机关党支部' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: '姓名、身份证号、手机号' }).fill('420599198309100098');
  await page.keyboard.press('Enter');
  await expect(page.getByText('没有符合条件的记录')).toBeVisible();
});

test('the administrator manages accounts and logs; a refusal of others stands in the log', async ({
  page,
  another,
}) => {
  const other = await another();
  await signIn(other, MEMBER);
  expect(await codeOf(other, '/api/orgMeber/org/datalistPage')).toBe(403);
  await signIn(page, ADMIN, '/sys/logs');
  await page.getByRole('button', { name: /^结果/ }).click();
  await page.getByRole('radio', { name: /拒绝/ }).click();
  await expect(page.locator('tbody tr', { hasText: '田晓雯' }).first()).toBeVisible();
  await go(page, '/popedom/user/account');
  // Other journeys may have made more accounts than the nine of the demo, and than a page holds.
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThanOrEqual(9);
  await page.getByPlaceholder('姓名、完整身份证号').fill('田晓雯');
  await expect(page.locator('tbody tr', { hasText: '田晓雯' }).first()).toBeVisible();
});
