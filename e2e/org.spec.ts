import { expect, type Page } from '@playwright/test';
import { checkCharacter } from '../src/people/member/rules/idCard.ts';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test, totalOf } from './support/test.ts';

const LIST = '/affairs/organization';
const NAME = '江南花园党支部';
const RENAMED = '江南花园第一党支部';
const CARD = `42059920000115001${checkCharacter('42059920000115001')}`;
const rows = (page: Page) => page.locator('.list-table tbody tr');
const node = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(name) }).first();
const nameField = (page: Page) => page.getByRole('textbox', { name: '组织名称', exact: true });
const said = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text })).toBeVisible();

/** Opens the menu of the row with this name and takes an entry. */
async function act(page: Page, name: string, entry: string): Promise<void> {
  await rows(page).filter({ hasText: name }).first().getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The organisations and members that the home counts, as text of two numbers. */
async function figures(page: Page): Promise<{ orgs: number; members: number }> {
  const { data } = await ask(page, '/api/firstPage/data/org');
  const members = await ask(page, '/api/firstPage/data/members');
  return { orgs: data.figures[0].value, members: members.data.figures[0].value };
}

test('the tree is found by initials and walked by arrow keys', async ({ page }) => {
  await signIn(page, BASE_WORKER, LIST);
  const root = page.getByRole('treeitem', { name: /江南街道/ });
  await expect(root).toHaveAttribute('aria-expanded', 'true');
  const tree = page.getByRole('searchbox', { name: '名称、拼音首字母' });
  for (const words of ['dksq', 'dukou', '渡口社区']) {
    await tree.fill(words);
    await expect(page.getByRole('treeitem').first(), words).toContainText('渡口社区党总支');
  }
  await page.getByRole('treeitem').first().click();
  await expect(page).toHaveURL(/\?q=/);
  await expect(rows(page).first()).toContainText('渡口社区党总支');
  await tree.fill('');
  const village = page.locator('[aria-level="2"]', { hasText: '渡口社区党总支' });
  await village.focus();
  await page.keyboard.press('ArrowRight');
  await expect(village).toHaveAttribute('aria-expanded', 'true');
  await expect(node(page, '渡口第一党支部')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(node(page, '渡口第一党支部')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.pager-total')).toHaveText('共1个');
  await expect(rows(page).first()).toContainText('渡口第一党支部');
});

test('an organisation is added, corrected, moved and deleted; the counts follow', async ({ page }) => {
  await signIn(page, BASE_WORKER, LIST);
  await expect(rows(page).first()).toBeVisible();
  const before = await figures(page);
  const total = await totalOf(page);
  expect(total).toBe(before.orgs);

  await test.step('add: the name is checked while it is filled in', async () => {
    await page.getByRole('link', { name: '新增下级组织' }).click();
    await nameField(page).fill('街道机关党支部');
    await page.keyboard.press('Tab');
    await expect(page.locator('.banner.bad')).toContainText('已有同名的组织');
    await nameField(page).fill(NAME);
    await page.keyboard.press('Tab');
    await expect(page.locator('.banner.bad')).toHaveCount(0);
    // What may not stand below a committee of the base is not offered.
    await expect(page.getByLabel('组织类别').locator('option', { hasText: '地方党委' })).toHaveCount(0);
    await page.getByRole('textbox', { name: '联系电话' }).fill('123');
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByLabel('组织类别')).toBeFocused();
    await page.getByLabel('组织类别').selectOption('46');
    await page.getByLabel('所在单位情况').selectOption({ index: 1 });
    await page.getByRole('textbox', { name: '联系电话' }).fill('0700-8600123');
    await page.getByRole('textbox', { name: '成立日期', exact: true }).fill('20200701');
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(NAME);
    await expect(page.locator('.record-main')).toContainText('2020-07-01');
    // Who made it; nobody has changed it yet.
    await expect(page.locator('.audit-banner')).toHaveText(/^创建：周敏 20[\d-]+ [\d:]+$/);
    await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText(`当前位置：党组织>组织信息>${NAME}`);
  });

  const id = page.url().split('/').at(-1) ?? '';
  await go(page, LIST);
  await expect(page.locator('.pager-total')).toHaveText(`共${total + 1}个`);
  expect((await figures(page)).orgs).toBe(before.orgs + 1);
  await expect(node(page, NAME)).toBeVisible();

  await test.step('correct', async () => {
    await go(page, `${LIST}/editOrganization/${id}`);
    await nameField(page).fill(RENAMED);
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(RENAMED);
    await expect(page.locator('.audit-banner')).toContainText('最后修改：周敏');
  });

  await test.step('move among its siblings', async () => {
    await go(page, LIST);
    await page.getByLabel('范围').selectOption('onlyChild');
    const names = () => page.locator('.list-table td[data-card="title"]').allTextContents();
    await expect(rows(page).last()).toContainText(RENAMED);
    const order = await names();
    await act(page, RENAMED, '上移一位');
    await expect(page.locator('.undo-bar', { hasText: '已上移' })).toBeVisible();
    await expect.poll(async () => (await names()).at(-2)).toBe(RENAMED);
    await act(page, RENAMED, '下移一位');
    await expect.poll(names).toEqual(order);
    await act(page, RENAMED, '下移一位');
    await said(page, '已经是同级最后一个');
  });

  await test.step('with a person in it, it stays', async () => {
    await go(page, `/affairs/member/edit/add/${encodeURIComponent('入党申请人')}?orgId=${id}`);
    await page.getByRole('textbox', { name: '姓名', exact: true }).fill('孙小满');
    await page.getByRole('textbox', { name: '身份证号' }).fill(CARD);
    await page.keyboard.press('Tab');
    await page.locator('input[name=nation]').fill('汉');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('孙小满');
    expect((await figures(page)).members).toBe(before.members);
    await go(page, `${LIST}?searchRange=onlyChild`);
    await act(page, RENAMED, `删除 ${RENAMED}`);
    const dialog = page.getByRole('dialog', { name: `删除 ${RENAMED}` });
    await dialog.getByLabel('删除原因').fill('设置有误');
    await dialog.getByRole('button', { name: '删除', exact: true }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect(rows(page).filter({ hasText: RENAMED })).toHaveCount(1);
  });

  await test.step('empty again, it goes', async () => {
    await go(page, '/affairs/member');
    await page.getByRole('searchbox', { name: '姓名、身份证号、手机号' }).fill('孙小满');
    await expect(rows(page)).toHaveCount(1);
    await act(page, '孙小满', '删除 孙小满');
    const person = page.getByRole('dialog', { name: '删除 孙小满' });
    await person.getByLabel('删除原因').fill('登记有误');
    await person.getByPlaceholder('请输入登录密码').fill('Party2026');
    await person.getByRole('button', { name: '删除', exact: true }).click();
    await said(page, '删除成功');
    await go(page, `${LIST}/browseOrganization/${id}`);
    await page.getByRole('button', { name: '删除' }).click();
    const dialog = page.getByRole('dialog', { name: `删除 ${RENAMED}` });
    await dialog.getByLabel('删除原因').fill('设置有误');
    await dialog.getByRole('button', { name: '删除', exact: true }).click();
    await expect(page.locator('.pager-total')).toBeVisible();
    await expect(node(page, '江南街道')).toBeVisible();
    await expect(node(page, RENAMED)).toHaveCount(0);
    expect(await figures(page)).toEqual(before);
  });
});
