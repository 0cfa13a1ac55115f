import { expect, type Page } from '@playwright/test';
import { BASE_WORKER, BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test, totalOf } from './support/test.ts';

const rows = (page: Page) => page.locator('.list-table tbody tr');
const bar = (page: Page, text: string) => page.locator('.undo-bar', { hasText: text });

/** What the server says of the own notices, in their order. */
const notices = async (page: Page) => (await ask(page, '/api/message/sysMessage/listPage?pageSize=200')).rows;

test('three notices are received and deleted at once, and both are taken back', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/news');
  await expect(rows(page).first()).toBeVisible();
  const before = await notices(page);
  const open = rows(page).filter({ hasText: '未处理' });
  const waiting = await open.count();
  expect(waiting).toBeGreaterThan(2);
  const choose = async () => {
    for (const at of [0, 1, 2]) await open.nth(at).getByRole('checkbox').check();
    await expect(page.locator('.list-selected')).toContainText('已选3条');
  };

  await choose();
  await page.locator('.list-selected').getByRole('button', { name: '接收3条' }).click();
  await expect(open).toHaveCount(waiting - 3);
  await bar(page, '已接收3条通知').getByRole('button', { name: '撤销' }).press('Enter');
  await expect(open).toHaveCount(waiting);
  // The button is gone, the focus is not.
  await expect(page.locator('body')).not.toBeFocused();
  expect(await notices(page)).toEqual(before);

  await choose();
  await page.locator('.list-selected').getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  const deleted = bar(page, '已删除3条通知');
  await expect(deleted).toContainText(/还有\d秒/);
  await expect(page.locator('.pager-total')).toHaveText(`共${before.length - 3}条`);
  // The offer goes along to another page.
  await go(page, '/dataManage/exportList');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('导出列表');
  await deleted.getByRole('button', { name: '撤销' }).click();
  // The first undo's notice may still stand: what counts is what the server says.
  await expect.poll(() => notices(page)).toEqual(before);
  await go(page, '/news');
  await expect(page.locator('.pager-total')).toHaveText(`共${before.length}条`);
});

test('the offer ends after eight seconds, and waits while it has the focus', async ({ page }) => {
  await page.clock.install();
  await signIn(page, BASE_WORKER, '/news');
  await expect(rows(page).first()).toBeVisible();
  const first = (await notices(page))[0];
  await page.getByRole('button', { name: '删除' }).first().click();
  await page.clock.pauseAt(new Date(Date.now() + 600_000));
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  const offer = bar(page, '已删除1条通知');
  await expect(offer).toContainText('还有8秒');
  await offer.getByRole('button', { name: '撤销' }).focus();
  await page.clock.runFor(20_000);
  await expect(offer).toContainText('还有8秒');
  await page.getByRole('heading', { level: 1 }).click();
  for (let left = 7; left > 0; left--) {
    await page.clock.runFor(1000);
    await expect(offer).toContainText(`还有${left}秒`);
  }
  await page.clock.runFor(1000);
  await expect(offer).toHaveCount(0);
  const back = await page.evaluate(async (id) => {
    const headers = {
      authorization: sessionStorage.getItem('session-token') ?? '',
      'content-type': 'application/json',
    };
    const init = { method: 'POST', headers, body: JSON.stringify({ id }) };
    return (await (await fetch('/api/message/sysMessage/restore', init)).json()).code;
  }, first.id);
  expect(back).toBe(200);
});

test('a person deleted by mistake is back with one press, and so is a place in the order', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  await expect(rows(page)).toHaveCount(20);
  const people = await totalOf(page);
  const names = page.locator('.list-table tbody tr td[data-card="title"]');
  const order = await names.allTextContents();

  await rows(page).nth(4).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '上移一位' }).click();
  await expect(names.nth(3)).toHaveText(order[4] ?? '');
  await bar(page, '已上移').getByRole('button', { name: '撤销' }).click();
  await expect(names).toHaveText(order);
  await rows(page).nth(4).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '下移一位' }).click();
  await expect(names.nth(5)).toHaveText(order[4] ?? '');
  await bar(page, '已下移').getByRole('button', { name: '撤销' }).click();
  await expect(names).toHaveText(order);

  await rows(page).nth(4).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: /^删除/ }).click();
  const dialog = page.getByRole('dialog', { name: /^删除/ });
  await dialog.getByRole('textbox', { name: '删除原因' }).fill('选错了人');
  await dialog.getByPlaceholder('请输入登录密码').fill('Party2026');
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect(page.locator('.pager-total')).toHaveText(`共${people - 1}人`);
  await bar(page, `已删除${order[4]}`).getByRole('button', { name: '撤销' }).click();
  await expect(page.locator('.pager-total')).toHaveText(`共${people}人`);
  await expect(names).toHaveText(order);
});
