import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { ADMIN, BASE_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const BRANCH = '渡口第一党支部';
const WALLS = [
  [1366, 768],
  [1920, 1080],
  [3840, 1080],
] as const;

/** In every size: nothing to scroll, nothing that reaches out of its panel, no panel upon another. */
async function fits(page: Page, name: string): Promise<void> {
  for (const [width, height] of WALLS) {
    await page.setViewportSize({ width, height });
    const found = await page.evaluate(() => {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
      const boxes = [...document.querySelectorAll('.wall-panel, .wall-six, .wall-map, .wall-ticker')].map((part) => ({
        name: part.getAttribute('aria-label') ?? part.className,
        over: part.scrollHeight - part.clientHeight,
        box: part.getBoundingClientRect(),
      }));
      const upon = boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            ({ box }) =>
              box.left < one.box.right - 1 &&
              one.box.left < box.right - 1 &&
              box.top < one.box.bottom - 1 &&
              one.box.top < box.bottom - 1,
          )
          .map((other) => `${one.name} lies upon ${other.name}`),
      );
      const cut = boxes.filter(({ over }) => over > 1).map(({ name: part, over }) => `${part} is cut by ${over}`);
      return { right: scrollWidth - clientWidth, down: scrollHeight - clientHeight, faults: [...upon, ...cut] };
    });
    expect.soft(found, `${name} at ${width}`).toEqual({ right: 0, down: 0, faults: [] });
    if (process.env.PICTURES) await page.screenshot({ path: `.cache/screens/wall-${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(wide, `${name} on a phone`).toBeLessThanOrEqual(0);
  if (process.env.PICTURES) {
    await page.screenshot({ path: `.cache/screens/wall-${name}-390.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect.soft(await graveFaults(page), name).toEqual([]);
}

test('a street opens its wall, chooses a branch and a member, and reads what stands behind a number', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/bigScreen');
  await expect(page.getByRole('row', { name: /党建全景/ })).toBeVisible();
  await expect(page.getByRole('link', { name: '新增大屏' })).toHaveCount(0);
  const [street] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /打开大屏/ }).click(),
  ]);
  await expect(street.getByRole('heading', { level: 1 })).toHaveText('江南街道党建全景');
  await expect(street.getByRole('region', { name: '党员队伍' })).toContainText('名党员');
  await fits(street, 'street');

  const [dues] = await Promise.all([
    street.waitForEvent('popup'),
    street.getByRole('link', { name: '党费收缴' }).click(),
  ]);
  await expect(dues.getByRole('row', { name: /渡口社区/ })).toBeVisible();
  await dues
    .getByRole('link', { name: /渡口社区/ })
    .first()
    .click();
  await expect(dues.getByRole('row', { name: new RegExp(BRANCH) })).toBeVisible();

  await page.getByRole('button', { name: /选择支部/ }).click();
  const dialog = page.getByRole('dialog', { name: /选择支部/ });
  await dialog.getByRole('searchbox').fill('没有这个支部');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('没有找到支部')).toBeVisible();
  await dialog.getByRole('searchbox').fill('渡口第一');
  await page.keyboard.press('Enter');
  const row = dialog.getByRole('row', { name: new RegExp(BRANCH) }).first();
  const [branch] = await Promise.all([page.waitForEvent('popup'), row.getByRole('link', { name: /打开/ }).click()]);
  await expect(branch.getByRole('heading', { level: 1 })).toHaveText(BRANCH);
  expect(branch.url()).toMatch(/orgId=\d+&orgCode=\d+/);
  await expect(branch.getByRole('region', { name: '三会一课' })).toBeVisible();
  await fits(branch, 'branch');
  const [person] = await Promise.all([
    branch.waitForEvent('popup'),
    branch.getByRole('region', { name: '党员墙' }).getByRole('link').first().click(),
  ]);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('党员画像');
  await fits(person, 'member');

  // Another organisation's wall reads as not there.
  await go(branch, '/bigScreen/show/org?orgId=1');
  await expect(branch.getByRole('alert')).toContainText('不在管理范围内');
});

test('the administrator keeps the list; members have none', async ({ page, another }) => {
  await signIn(page, ADMIN, '/bigScreen');
  await page.getByRole('link', { name: '新增大屏' }).click();
  await page.getByRole('textbox', { name: '大屏名称' }).fill('值班大屏');
  await page.getByRole('textbox', { name: '跳转地址' }).fill('javascript:alert(1)');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请输入本平台的页面地址').first()).toBeVisible();
  await page.getByRole('textbox', { name: '跳转地址' }).fill('/maxMap');
  await page.keyboard.press('Control+s');
  const row = page.getByRole('row', { name: /值班大屏/ });
  await expect(row.getByRole('link', { name: /打开大屏/ })).toHaveAttribute('href', '#/maxMap');
  await row.getByRole('button', { name: /删除/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('换新');
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect(row).toHaveCount(0);

  const member = await another();
  await signIn(member, MEMBER, '/bigScreen/show/org');
  await expect(member.getByText(/^当前角色不能/).first()).toBeVisible();
});
