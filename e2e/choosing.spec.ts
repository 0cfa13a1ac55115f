import { expect, type Locator, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { test } from './support/gallery.ts';
import { ADMIN, CITY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go } from './support/test.ts';

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const rows = (box: Locator) => box.locator('.pick-table tbody tr');
const chosen = (box: Locator) => box.getByRole('region', { name: '已选' }).getByRole('listitem');
const nameIn = async (row: Locator) => (await row.locator('td').nth(1).textContent()) ?? '';

async function open(page: Page, widget: string, button: string, title: string): Promise<Locator> {
  await go(page, `/__gallery/${widget}`);
  await page.getByRole('button', { name: button, exact: true }).click();
  const box = dialog(page, title);
  await expect(rows(box).first()).toBeVisible();
  return box;
}

/** Axe finds nothing serious in what is open. */
async function expectClean(page: Page): Promise<void> {
  expect(await graveFaults(page, { within: ['dialog'] })).toEqual([]);
}

test('the person dialog: 1000 px, its tabs as the data says, one choice over tabs and pages, nobody twice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, CITY);
  const plain = await open(page, 'choosing', '选多人', '选择人员');
  expect((await plain.boundingBox())?.width).toBe(1000);
  await expect(plain.getByRole('tab')).toHaveCount(0);
  await expect(rows(plain)).toHaveCount(10);
  await plain.getByRole('button', { name: '取消' }).click();

  const box = await open(page, 'choosing', '多人，两种分组', '选择人员');
  await expect(box.getByRole('tab')).toHaveText(['选择人员', '选择分组', '分组']);
  await expect(box.getByRole('tab', { name: '选择人员' })).toHaveAttribute('aria-selected', 'true');
  await expectClean(page);
  const first = await nameIn(rows(box).first());
  await rows(box).first().click();
  await expect(chosen(box)).toHaveCount(1);

  await box.getByRole('tab', { name: '选择分组' }).click();
  await expect(box.getByRole('listbox', { name: '分组' }).getByRole('option').first()).toBeVisible();
  await expect(chosen(box)).toHaveText([new RegExp(first)]);
  // A whole group is taken in, and a second time changes nothing.
  await box.getByRole('listbox', { name: '分组' }).focus();
  await page.keyboard.press('Home');
  const size = Number((await box.locator('.choose-group-head .muted').textContent())?.replace(/\D/g, ''));
  await box.getByRole('button', { name: '选择全组' }).click();
  await expect(chosen(box).nth(size - 1)).toBeVisible();
  const taken = await chosen(box).count();
  await box.getByRole('button', { name: '选择全组' }).click();
  await expect(box.getByRole('button', { name: '选择全组' })).toBeEnabled();
  await expect(chosen(box)).toHaveCount(taken);
  await expectClean(page);

  await box.getByRole('tab', { name: '分组', exact: true }).click();
  await expect(rows(box)).toHaveCount(5);
  await rows(box).nth(1).getByRole('checkbox').check();
  await expect(chosen(box)).toHaveCount(taken + 1);
  await box.getByRole('button', { name: '下一页' }).click();
  await expect(box.locator('.pager [aria-current=page]')).toHaveText('2');
  await expect(chosen(box)).toHaveCount(taken + 1);

  await box.getByRole('tab', { name: '选择人员' }).click();
  await expect(rows(box).first().getByRole('checkbox')).toBeChecked();
  await chosen(box)
    .first()
    .getByRole('button', { name: `移除${first}` })
    .click();
  await expect(rows(box).first().getByRole('checkbox')).not.toBeChecked();
  await box.getByRole('button', { name: '确定' }).click();
  await expect(box).toBeHidden();
  const told = page.getByRole('region', { name: '选择人员', exact: true }).locator('.gallery-value');
  await expect(told).toContainText('确定1次');
  expect((await told.textContent())?.split('、')).toHaveLength(taken);

  // A field of many folds them.
  const many = page.getByRole('list', { name: '已选宣讲对象' }).getByRole('button', { name: /^移除/ });
  await expect(many).toHaveCount(30);
  await page.getByRole('button', { name: '展开全部64人' }).click();
  await expect(many).toHaveCount(64);
  await page.getByRole('button', { name: '收起' }).click();
  await expect(many).toHaveCount(30);

  // Cancelling drops what was chosen; the next time the dialog begins with what was confirmed, on its first tab.
  await page.getByRole('button', { name: '多人，两种分组' }).click();
  await box.getByRole('button', { name: '清空' }).click();
  await box.getByRole('tab', { name: '分组', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(told).toContainText('确定1次');
  await page.getByRole('button', { name: '多人，两种分组' }).click();
  await expect(box.getByRole('tab', { name: '选择人员' })).toHaveAttribute('aria-selected', 'true');
  await expect(chosen(box)).toHaveCount(taken);
});

test('role type, range, organisation and name narrow the people; one alone; party workers, two at most; all by keys', async ({
  page,
}) => {
  await signIn(page, CITY);
  const box = await open(page, 'choosing', '选一人', '选择人员');
  await expect(box.getByRole('searchbox')).toBeFocused();
  const total = box.locator('.pager-total');
  const all = (await total.textContent()) ?? '';
  await box.getByLabel('人员角色').selectOption('流动党员');
  await expect(total).not.toHaveText(all);
  await box.getByRole('button', { name: '重置' }).click();
  await expect(total).toHaveText(all);
  await box.getByRole('button', { name: /^组织/ }).click();
  const tree = page.getByRole('tree', { name: '组织' });
  await expect(tree.getByRole('treeitem', { level: 2 }).first()).toBeVisible();
  await page.getByPlaceholder('名称、拼音首字母').fill('zzbdzb');
  await tree
    .getByRole('treeitem', { name: /组织部党支部/ })
    .first()
    .click();
  await expect(rows(box).first()).toContainText('组织部党支部');
  await expect(total).not.toHaveText(all);
  await box.getByLabel('范围').selectOption('仅下级');
  await expect(box.getByText('没有找到人员')).toBeVisible();
  await box.getByRole('button', { name: '重置' }).click();
  // The first two by the keyboard alone: of a single choice the second takes the place of the first.
  await rows(box).nth(0).getByRole('radio').focus();
  await page.keyboard.press('Space');
  await rows(box).nth(1).getByRole('radio').focus();
  await page.keyboard.press('Space');
  await expect(chosen(box)).toHaveCount(1);
  await box.getByRole('button', { name: '确定' }).click();

  await page.getByRole('button', { name: '只选党务工作者，最多两人' }).click();
  await expect(rows(box).first()).toBeVisible();
  await expect(box.getByLabel('人员角色')).toHaveCount(0);
  for (const at of [0, 1, 2]) await rows(box).nth(at).click();
  await expect(box.getByRole('status').filter({ hasText: '已选满2人' })).toBeVisible();
  await expect(chosen(box)).toHaveCount(2);
});

test('the organisation dialog: 900 px, its filters, query and reset, many over pages', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, CITY);
  const box = await open(page, 'org-tree', '选多个', '选择组织');
  expect((await box.boundingBox())?.width).toBe(900);
  const total = box.locator('.pager-total');
  const all = (await total.textContent()) ?? '';
  await rows(box).nth(2).click();
  await box.getByLabel('组织类别').selectOption('基层党委');
  await box.getByLabel('人员类别').selectOption({ index: 1 });
  await box.getByRole('button', { name: '查询' }).click();
  await expect(total).not.toHaveText(all);
  await expect(rows(box).first().locator('td').nth(2)).toHaveText('基层党委');
  await box.getByLabel('法人单位').check();
  await box.getByLabel('党内职务').selectOption('书记');
  await box.getByRole('button', { name: '查询' }).click();
  await expect(box.locator('.pick-table, .state').first()).toBeVisible();
  await box.getByRole('button', { name: '重置' }).click();
  await expect(total).toHaveText(all);
  await box.getByRole('button', { name: '下一页' }).click();
  await expect(box.locator('.pager [aria-current=page]')).toHaveText('2');
  await rows(box).first().click();
  await expect(chosen(box)).toHaveCount(2);
  await expectClean(page);
  await box.getByRole('button', { name: '确定' }).click();
  await expect(box).toBeHidden();
});

test('a group is made of people chosen in the dialog, shown, changed, taken away and brought back', async ({
  page,
}) => {
  await signIn(page, CITY, '/contentManager/group');
  await page.getByRole('link', { name: '新增分组' }).click();
  await page.getByRole('button', { name: '保存' }).click({ force: true });
  const name = `走访慰问组${Date.now() % 100_000}`;
  await page.getByLabel('分组名称').fill(`${name}先进`);
  await page.getByLabel('分组类别').selectOption('组织生活');
  await page.getByRole('button', { name: '选择人员' }).click();
  const box = dialog(page, '选择人员');
  await expect(rows(box).nth(2)).toBeVisible();
  const leader = await nameIn(rows(box).nth(1));
  for (const at of [0, 1, 2]) await rows(box).nth(at).click();
  await box.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('list', { name: '已选人员' }).getByRole('button', { name: /^移除/ })).toHaveCount(3);
  await page.getByLabel('组长').selectOption({ index: 2 });
  // A label's keyword stands in the name: the label is proposed.
  await page.getByRole('button', { name: '加上“先进典型”' }).click();
  await page.getByLabel('分类', { exact: true }).selectOption({ label: '学习资料' });
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: `${name}先进` })).toBeVisible();
  const people = page.getByRole('region', { name: '组内人员' });
  await expect(people.getByRole('row')).toHaveCount(4);
  await expect(people.getByRole('row').filter({ hasText: '组长' })).toContainText(leader);
  await expect(page.locator('.record-fields')).toContainText('先进典型');

  await page.getByRole('link', { name: '编辑' }).click();
  await page
    .getByRole('button', { name: `移除${leader}` })
    .first()
    .click();
  await expect(page.getByLabel('组长')).toHaveValue('');
  await page.getByLabel('分组名称').fill(name);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name, exact: false })).toBeVisible();
  await expect(people.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: '删除' }).click();
  await page.getByLabel('删除原因').fill('试验完毕');
  await dialog(page, `删除分组 ${name}`).getByRole('button', { name: '删除分组' }).click();
  await expect(page.getByRole('heading', { name: '分组管理' })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await page
    .locator('.undo-bar', { hasText: `已删除${name}` })
    .getByRole('button', { name: '撤销' })
    .click();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
});

test('people are chosen by conditions, all who are found at once; the form behind sends nothing meanwhile', async ({
  page,
}) => {
  await signIn(page, CITY, '/contentManager/group/edit/add');
  await page.getByRole('button', { name: '选择人员' }).click();
  const box = dialog(page, '选择人员');
  const total = box.locator('.pager-total');
  const all = (await total.textContent()) ?? '';
  await expect(box.getByText(/^超过[\d,]+人，缩小范围后可以选择全部$/)).toBeVisible();
  await box.getByRole('button', { name: '按条件' }).click();
  const builder = dialog(page, '组合条件');
  await builder.getByLabel('字段').selectOption('失联党员');
  const found = Number((await builder.locator('output b').textContent())?.replace(/\D/g, ''));
  expect(found).toBeGreaterThan(10);
  await builder.getByRole('button', { name: '使用', exact: true }).click();
  await expect(builder).toBeHidden();
  await expect(box.getByText('是失联党员')).toBeVisible();
  await expect(total).toContainText(String(found));
  await expectClean(page);
  await box.getByRole('button', { name: `选择全部${found}人` }).click();
  await expect(chosen(box)).toHaveCount(found);
  await box.getByRole('button', { name: '不用此条件' }).click();
  await expect(total).toHaveText(all);
  await expect(chosen(box)).toHaveCount(found);
  await box.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('list', { name: '已选人员' }).getByRole('button', { name: /^移除/ })).toHaveCount(found);
  // Neither the conditions nor the organisation dialog's query were taken for saving the group.
  await page.getByRole('button', { name: /^所属组织/ }).click();
  await page.getByRole('button', { name: '按条件查找…' }).click();
  await dialog(page, '选择所属组织').getByRole('button', { name: '查询' }).click();
  await expect(rows(dialog(page, '选择所属组织')).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.field-fault')).toHaveCount(0);
});

test('the focus stays where work goes on: what is removed, cleared or taken back gives it on', async ({ page }) => {
  await signIn(page, CITY, '/contentManager/group/edit/add');
  await page.getByRole('button', { name: '选择人员' }).click();
  const box = dialog(page, '选择人员');
  await expect(rows(box).nth(2)).toBeVisible();
  for (const at of [0, 1]) await rows(box).nth(at).click();
  const right = box.getByRole('region', { name: '已选' });
  await right.getByRole('button', { name: '清空' }).press('Enter');
  await expect(right.getByText('已选', { exact: true })).toBeFocused();
  for (const at of [0, 1]) await rows(box).nth(at).click();
  await chosen(box).first().getByRole('button').press('Enter');
  await expect(chosen(box).first().getByRole('button')).toBeFocused();
  await chosen(box).first().getByRole('button').press('Enter');
  await expect(right.getByText('已选', { exact: true })).toBeFocused();
  await rows(box).first().click();
  await box.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: /^移除/ }).press('Enter');
  await expect(page.getByRole('button', { name: '选择人员' })).toBeFocused();
});

test('on a phone the dialog and the pages fit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, CITY);
  const box = await open(page, 'choosing', '多人，带分组', '选择人员');
  const wide = (where: Locator) => where.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(await wide(box)).toBe(0);
  await box.getByRole('tab', { name: '选择分组' }).click();
  await expect(rows(box).first()).toBeVisible();
  expect(await wide(box)).toBe(0);
  await page.keyboard.press('Escape');
  for (const path of ['group', 'label', 'label/filter', 'classification', 'group/edit/add']) {
    await go(page, `/contentManager/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await wide(page.locator('html')), path).toBe(0);
  }
});

test('members of a user group are chosen in the dialog', async ({ page }) => {
  await signIn(page, ADMIN, '/popedom/user/group/edit');
  await page.getByRole('button', { name: '批量选择' }).click();
  const members = dialog(page, '选择成员');
  await expect(rows(members).nth(2)).toBeVisible();
  const open = members.locator('tbody tr:not([data-closed])');
  const name = await nameIn(open.first());
  await open.first().click();
  await open.nth(1).click();
  await members.getByRole('button', { name: '确定' }).click();
  const list = page.getByRole('list', { name: '成员', exact: true });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText(name);
  // Whoever is in the group already is ticked when the dialog opens again; nobody chooses themselves.
  await page.getByRole('button', { name: '批量选择' }).click();
  await expect(chosen(members)).toHaveCount(2);
  await members.getByRole('searchbox').fill('系统管理员');
  await expect(rows(members)).toHaveCount(1);
  await expect(rows(members).getByRole('checkbox')).toBeDisabled();
  await members.getByRole('button', { name: '取消' }).click();
  await expect(members).toBeHidden();
});

test('the person of an account is chosen by conditions', async ({ page }) => {
  await signIn(page, ADMIN, '/popedom/user/account/edit/add');
  await page.getByRole('button', { name: '按条件选择' }).click();
  const people = dialog(page, '选择人员');
  await people.getByRole('button', { name: '按条件', exact: true }).click();
  const builder = dialog(page, '组合条件');
  await builder.getByLabel('字段').selectOption('流动党员');
  const total = people.locator('.pager-total');
  const all = (await total.textContent()) ?? '';
  await builder.getByRole('button', { name: '使用', exact: true }).click();
  await expect(people.getByText('是流动党员')).toBeVisible();
  await expect(total).not.toHaveText(all);
  const free = people.locator('tbody tr:not([data-closed])').first();
  const person = await nameIn(free);
  await free.click();
  await people.getByRole('button', { name: '确定' }).click();
  await expect(page.locator('.person-picked')).toContainText(person);
});

test.describe('when organisations do not come', () => {
  test.use({ faults: [/status of 500/] });
  test('the tree says so at its top and at a branch, and is asked once more by pressing or by the arrow key', async ({
    page,
  }) => {
    let failing = true;
    await page.route('**/api/common/getOrgTree/all**', (route) =>
      failing
        ? route.fulfill({ status: 500, json: { code: 500, msg: '系统未知错误，请反馈给管理员', data: null } })
        : route.continue(),
    );
    await signIn(page, CITY);
    const box = await open(page, 'choosing', '选一人', '选择人员');
    await box.getByRole('button', { name: /^组织/ }).click();
    const popup = page.getByRole('dialog', { name: '组织', exact: true });
    await expect(popup.getByText('系统未知错误')).toBeVisible();
    failing = false;
    await popup.getByRole('button', { name: '重试' }).click();
    const county = popup.getByRole('treeitem', { level: 2, expanded: false }).first();
    await expect(county).toBeVisible();
    failing = true;
    await county.focus();
    await page.keyboard.press('ArrowRight');
    const opened = popup.getByRole('treeitem', { level: 2, expanded: true });
    await expect(opened).toContainText('下级没有读到');
    failing = false;
    await page.keyboard.press('ArrowRight');
    await expect(popup.getByRole('treeitem', { level: 3 }).first()).toBeVisible();
    await expect(opened).not.toContainText('下级没有读到');
  });
});
