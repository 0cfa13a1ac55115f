import { expect } from '@playwright/test';
import { test } from './support/gallery.ts';
import { BASE_WORKER, CITY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go } from './support/test.ts';

test('a hundred thousand groups: what is seen is drawn, keys reach both ends, a whole group is taken as far as there is room', async ({
  page,
}) => {
  const groups = Array.from({ length: 100_000 }, (_, at) => ({
    id: String(at + 1),
    groupId: String(at + 1),
    groupName: `第${at + 1}宣讲组`,
    groupType: 1,
    typeName: '党务办公',
    orgId: '1',
    orgName: `第${at % 900}党支部`,
    members: 2400,
  }));
  const person = {
    genderName: '男',
    personCategoryName: '正式党员',
    orgName: '第1党支部',
    phonenumber: '',
    roleName: '',
  };
  await page.route(/\/api\/common\/group\/list/, (route) =>
    route.fulfill({ json: { code: 200, msg: '', rows: groups, total: groups.length } }),
  );
  await page.route(/\/api\/common\/group\/members/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const [number, size] = ['pageNum', 'pageSize'].map((name) => Number(searchParams.get(name)));
    const first = ((number ?? 1) - 1) * (size ?? 10);
    const rows = Array.from({ length: size ?? 10 }, (_, at) => ({
      ...person,
      id: String(first + at + 1),
      name: `第${first + at + 1}人`,
    }));
    return route.fulfill({ json: { code: 200, msg: '', rows, total: 2400, capped: false } });
  });
  await signIn(page, CITY);
  await go(page, '/__gallery/choosing');
  await page.getByRole('button', { name: '多人，带分组', exact: true }).click();
  const box = page.getByRole('dialog', { name: '选择人员' });
  const chosen = box.getByRole('region', { name: '已选' }).getByRole('listitem');
  await box.getByRole('tab', { name: '选择分组' }).click();
  const list = box.getByRole('listbox', { name: '分组' });
  const options = list.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-setsize', '100000');
  expect(await options.count()).toBeLessThan(60);
  await list.focus();
  await page.keyboard.press('End');
  const chosenGroup = list.getByRole('option', { selected: true });
  await expect(chosenGroup).toHaveAttribute('aria-posinset', '100000');
  await expect(chosenGroup).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(chosenGroup).toContainText('第99999宣讲组');
  await list.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  await expect(list.getByRole('option', { name: /^第50001宣讲组/ })).toBeInViewport();
  expect(await options.count()).toBeLessThan(60);
  await box.getByRole('searchbox', { name: '查找分组' }).fill('第77777宣讲');
  await expect(options).toHaveCount(1);
  await options.first().click();
  await box.getByRole('button', { name: '选择全组' }).click();
  await expect(box.getByText('已选满1000人')).toBeVisible();
  // Of the chosen, too, what is seen is drawn; one that is put out gives its place and the focus to the next.
  await expect(chosen.first()).toHaveAttribute('aria-setsize', '1000');
  expect(await chosen.count()).toBeLessThan(60);
  const third = chosen.nth(2);
  await third.getByRole('button', { name: '移除第3人' }).press('Enter');
  await expect(third.getByRole('button', { name: '移除第4人' })).toBeFocused();
  await expect(box.getByText('已选999人')).toBeVisible();
});

test('fifty thousand nodes, all opened: what is seen is drawn, keys reach every end, names are read', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER);
  await go(page, '/__gallery/tree');
  await page.getByRole('button', { name: '备好数据' }).click();
  await page.getByRole('button', { name: '打开' }).click();
  const tree = page.getByRole('tree', { name: '五万个组织' });
  const items = tree.getByRole('treeitem');
  await expect(items.first()).toBeVisible();
  expect(await items.count()).toBeLessThan(60);
  await items.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('treeitem', { name: /第1基层党委/ })).toBeFocused();
  await page.keyboard.press('End');
  const last = tree.locator('[role=treeitem]:focus');
  await expect(last).toHaveAttribute('aria-posinset', '1000');
  await expect(last).toHaveAttribute('aria-level', '3');
  await expect(last).toBeInViewport();
  expect(await items.count()).toBeLessThan(60);
  // Up to the branch that holds it, which closes with all its thousand.
  await page.keyboard.press('ArrowLeft');
  const branch = tree.locator('[role=treeitem]:focus');
  await expect(branch).toContainText('第50基层党委');
  await page.keyboard.press('ArrowLeft');
  await expect(branch).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Home');
  await expect(tree.locator('[role=treeitem]:focus')).toContainText('试验市委员会');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已选：试验市委员会')).toBeVisible();
});
