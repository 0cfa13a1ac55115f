import { expect, type Page } from '@playwright/test';
import { addDays, beijingTime } from '#platform/time/days.ts';
import { graveFaults } from './support/axe.ts';
import { openTab } from './support/menu.ts';
import { BRANCH_WORKER, GENERAL_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

/** A picture of the page in both sizes, with nothing wider than the window and nothing grave to axe. */
async function look(page: Page, name: string): Promise<void> {
  for (const [size, width, height] of [
    ['wide', 1440, 900],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(over, `${name} at ${size} is wider than the window`).toBeLessThanOrEqual(0);
    if (process.env.PICTURES)
      await page.screenshot({ path: `.cache/screens/people-${name}-${size}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect.soft(await graveFaults(page), name).toEqual([]);
}
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
const today = () => beijingTime(Date.now()).slice(0, 10);

test('a group is made, a member is appointed to keep activities, a pair is asked for and accepted', async ({
  page,
  another,
}) => {
  await signIn(page, GENERAL_WORKER, '/service/newGrouping');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await look(page, 'groups');
  await page.getByRole('button', { name: '新建分组' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('请输入分组名称')).toBeVisible();
  await page.getByRole('textbox', { name: '分组名称' }).fill('渡口巡护队');
  await look(page, 'group-new');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '渡口巡护队' })).toBeVisible();
  await page.getByRole('button', { name: '添加人员' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row').nth(1).getByRole('checkbox').check();
  await dialog.getByRole('tab', { name: '报到本地' }).click();
  await look(page, 'group-add');
  await dialog.getByRole('button', { name: '确定' }).click();
  await notice(page, '已加入1人');
  await page.getByRole('button', { name: '设为组长' }).first().click();
  await notice(page, '组长为');
  await look(page, 'group');
  const group = new URL(page.url()).hash.slice(1);
  const wrong = await another();
  await signIn(wrong, BRANCH_WORKER, group);
  await expect(wrong.getByRole('heading', { name: '没有找到，或不在管理范围内' })).toBeVisible();

  await go(page, '/service/addAdmin');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await look(page, 'keepers');
  await page.getByRole('button', { name: '新增管理员' }).click();
  await page.getByRole('button', { name: '选择人员' }).click();
  const people = page.getByRole('dialog').last();
  await look(page, 'keeper-people');
  await people.getByRole('button', { name: '取消' }).click();
  await page.getByRole('textbox', { name: '开始日期' }).fill(today());
  await page.getByRole('textbox', { name: '截止日期' }).fill(addDays(today(), 30));
  await page.getByRole('textbox', { name: '事由' }).fill('照看周末活动');
  await page.getByRole('button', { name: '指定' }).click();
  await expect(page.getByText('请选择人员')).toBeVisible();
  await look(page, 'keeper-new');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();

  const member = await another();
  await signIn(member, MEMBER, '/service/volunteerTest/keep');
  await expect(member.getByRole('heading', { level: 1, name: '现场管理' })).toBeVisible();
  await member.waitForLoadState('networkidle');
  await look(member, 'keep');

  await go(page, '/service/volunteer/pair');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await look(page, 'pairs');
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: '结对双方' })).toBeVisible();
  await look(page, 'pair');
  await go(page, '/service/volunteer/apply');
  await page.getByLabel('结对类型').selectOption({ label: '党员帮扶' });
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('请输入困难群众的姓名').first()).toBeVisible();
  await look(page, 'pair-ask');
  await go(page, '/service/volunteer/pair');
  await openTab(page, '结对人员');
  await expect(page.getByRole('heading', { level: 1, name: /结对人员/ })).toBeVisible();
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await look(page, 'pair-members');

  await go(page, '/dataManage/dataCheck');
  await expect(page.getByRole('button', { name: '开始核查' })).toBeVisible();
  await look(page, 'check');
  await page.getByRole('button', { name: '开始核查' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '开始核查' }).click();
  await notice(page, '已开始核查');
  await expect(page.getByRole('button', { name: '开始核查' })).toBeVisible();
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await look(page, 'checked');
  await page.locator('tbody tr').first().getByRole('checkbox').check();
  await page.getByRole('button', { name: '说明1条' }).click();
  await page.getByLabel('为什么不用改').fill('档案在转接中');
  await look(page, 'check-explain');
  await page.getByRole('dialog').getByRole('button', { name: '说明' }).click();
  await notice(page, '已说明1条');
  await go(page, '/dataManage/dataCheck?side=given');
  await expect(page.locator('.plain-list tbody tr, .plain-list .state').first()).toBeVisible();
  await look(page, 'check-given');
});
