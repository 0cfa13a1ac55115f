import { expect, type Page } from '@playwright/test';
import { paperOn } from './support/paper.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

test.use({ keepsWindow: true });

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const saved = (page: Page) => expect(page.locator('.notice', { hasText: '保存成功' }).first()).toBeVisible();
const table = (page: Page) => page.locator('.record-table tbody');

/** Opens a person of the list by the place in it; answers the address of the record. */
async function openPerson(page: Page, at: number): Promise<string> {
  await page.locator('.list-table tbody tr').nth(at).getByRole('link').first().click();
  await expect(tab(page, '基本信息')).toHaveAttribute('aria-selected', 'true');
  return page.url();
}

test('a record is completed tab by tab, a mistake is undone, and the address keeps the tab', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  await openPerson(page, 2);

  // By keyboard: the last tab, the first again, the next.
  await tab(page, '基本信息').focus();
  await page.keyboard.press('End');
  await expect(tab(page, '历史信息')).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, '历史信息')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, '补充信息')).toBeFocused();
  await page.getByRole('link', { name: '登记', exact: true }).click();
  await field(page, '户籍所在地').fill('江南街道渡口路');
  await choose(page, '健康状况', '健康或良好');
  await page.keyboard.press('Control+s');
  await saved(page);
  await expect(page.getByRole('tabpanel')).toContainText('江南街道渡口路');

  await tab(page, '家庭成员').click();
  await expect(page.getByText('还没有登记家庭成员')).toBeVisible();
  await page.getByRole('link', { name: '新增', exact: true }).click();
  await choose(page, '称谓', '女儿');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请输入姓名')).toBeVisible();
  await expect(field(page, '姓名')).toBeFocused();
  await field(page, '姓名').fill('谭小渡');
  await field(page, '出生日期').fill('2099-01-01');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('出生日期不能晚于今天')).toBeVisible();
  await field(page, '出生日期').fill('2012-06-01');
  await field(page, '备注').fill('在读小学');
  await page.keyboard.press('Control+s');
  await expect(table(page)).toHaveCount(1);
  await expect(table(page)).toContainText('女儿');
  await expect(tab(page, '家庭成员')).toContainText('1');

  await page.reload();
  await expect(tab(page, '家庭成员')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: '编辑谭小渡' }).click();
  await field(page, '姓名').fill('谭晓渡');
  await page.keyboard.press('Control+s');
  await expect(table(page)).toContainText('谭晓渡');

  await page.getByRole('button', { name: '删除谭晓渡' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('登记到别人名下');
  await page.getByRole('dialog').getByRole('button', { name: '删除家庭成员' }).click();
  await expect(table(page)).toHaveCount(0);
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(table(page)).toContainText('谭晓渡');

  await tab(page, '基本信息').click();
  await expect(page.getByRole('region', { name: '变更记录' })).toContainText('家庭成员：');
});

test('a worker registers how somebody came, the superior reviews it, and the main record follows', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  const address = await openPerson(page, 3);
  await tab(page, '进入登记').click();
  await page.getByRole('link', { name: '新增', exact: true }).click();
  await choose(page, '进入支部类型', '组织关系转入');
  await field(page, '进入支部日期').fill('2021-04-12');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请填写原所在党支部')).toBeVisible();
  await field(page, '原所在党支部').fill('外县某党支部');
  await page.keyboard.press('Control+s');
  await expect(table(page)).toContainText('待审核');
  await expect(page.getByRole('button', { name: '审核', exact: true })).toHaveCount(0);

  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, BASE_WORKER, address.slice(address.indexOf('#') + 1));
  await tab(page, '进入登记').click();
  await page.getByRole('button', { name: '审核', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '不通过' }).click();
  await expect(dialog.getByText('不通过的请写明原因')).toBeVisible();
  await dialog.getByRole('textbox').fill('材料齐全');
  await dialog.getByRole('button', { name: '通过', exact: true }).click();
  await expect(table(page)).toContainText('审核通过');
  await tab(page, '基本信息').click();
  await expect(page.locator('.record-fields').last()).toContainText('2021-04-12');

  // The state before the review is kept, and shown for a reason.
  await tab(page, '历史信息').click();
  await page
    .getByRole('button', { name: /查看第\d+版/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('请选择查看原因')).toBeVisible();
  await page.getByRole('dialog').getByRole('combobox').selectOption({ label: '核对档案信息' });
  await page.getByRole('dialog').getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByRole('row', { name: /进入支部日期/ })).toContainText('2021-04-12');
  await page.screenshot({ path: '.cache/memberHistory.png', fullPage: true });
});

test('on a phone the tabs scroll, a row is a card, and nothing is wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  const address = await openPerson(page, 4);
  await page.goto(address.replace(/#.*/, (hash) => `${hash.replace('browse', 'record')}/rewar/add`));
  await choose(page, '奖惩类型', '表彰奖励');
  await choose(page, '奖惩名称', '警告');
  await field(page, '批准日期').fill('2021-07-01');
  await field(page, '批准机关').fill('街道党工委');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('奖惩名称与奖惩类型不一致')).toBeVisible();
  await choose(page, '奖惩名称', '优秀共产党员');
  await field(page, '原因及说明').fill('防汛救灾表现突出');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(table(page)).toContainText('优秀共产党员');
  await expect(tab(page, '奖惩情况')).toBeInViewport();
  await page.screenshot({ path: '.cache/memberRecord-390.png', fullPage: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('who has a political birthday this month is greeted once', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/member/politicalBirthday');
  await expect(page.locator('.plain-note')).toContainText('月入党');
  await page.getByRole('button', { name: '发送祝福' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click();
  await expect(page.locator('.notice').first()).toContainText(/已向\d+人发送祝福|没有需要发送的人/);
  await page.screenshot({ path: '.cache/memberBirthday.png' });
  await expect(page.locator('.list-table tbody .tag', { hasText: '未祝福' })).toHaveCount(0);
  await page.getByRole('button', { name: '发送祝福' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click();
  await expect(page.locator('.notice', { hasText: '没有需要发送的人' }).first()).toBeVisible();
});

test('a member reads the own file, changes nothing in it, and prints the collection sheet', async ({ page }) => {
  await signIn(page, MEMBER, '/partyMember/personalFiles');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('田晓雯');
  await expect(tab(page, '历史信息')).toHaveCount(0);
  await tab(page, '家庭成员').click();
  await expect(page.getByRole('link', { name: '新增', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '打印信息采集表' }).click();
  const [collected] = await paperOn(page);
  expect(collected?.text).toContain('党员信息采集表');
  expect(collected?.text).toContain('420***********006X');
  expect(collected?.text).toContain('正式党员');
  await page.getByRole('button', { name: '改印党员登记表' }).click();
  await expect(page.getByRole('region', { name: /^党员登记表/ })).toBeVisible();
  const [registered] = await paperOn(page);
  expect(registered?.text).toContain('党员登记表');
});

test('the own file stands for itself: no neighbours of the list that was read before', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  const own = (await ask(page, '/api/getInfo')).data.user.userName as string;
  await page.getByRole('link', { name: own, exact: true }).first().click();
  await expect(page.getByRole('navigation', { name: '列表中的前后' })).toBeVisible();
  await go(page, '/partyMember/personalFiles');
  await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText('个人档案');
  await expect(page.getByRole('heading', { name: own })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '列表中的前后' })).toHaveCount(0);
});

for (const [width, height, at] of [
  [1440, 900, 6],
  [390, 844, 7],
] as const) {
  test(`family members are entered in the table row by row and saved together, at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, BRANCH_WORKER, '/affairs/member');
    await openPerson(page, at);
    await tab(page, '家庭成员').click();
    const before = await table(page).count();
    await page.getByRole('button', { name: '逐行录入' }).click();
    await expect(page.getByRole('combobox', { name: '第1行称谓' })).toBeFocused();
    await field(page, '第1行姓名').fill('黄秀英');
    await field(page, '第1行出生日期').fill('1975.2.3');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: '第2行称谓' })).toBeFocused();
    await page.getByRole('combobox', { name: '第2行称谓' }).selectOption({ label: '儿子' });
    await field(page, '第2行姓名').fill('谈小川');
    // The relation of the first is missing: nothing is saved, the cell says so and has the focus.
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('combobox', { name: '第1行称谓' })).toBeFocused();
    await expect(page.getByText('请选择称谓', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: '第1行称谓' }).selectOption({ index: 1 });
    await page.keyboard.press('Control+s');
    await expect(page.locator('.notice', { hasText: '已新增2条家庭成员' })).toBeVisible();
    await expect(table(page)).toHaveCount(before + 2);
    await expect(table(page).filter({ hasText: '黄秀英' })).toContainText('1975-02-03');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
