import { expect, type Page } from '@playwright/test';
import { lookAs, settled } from './support/look.ts';
import { BRANCH_WORKER, COUNTY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { storedTexts } from './support/storage.ts';
import { ask, go, test } from './support/test.ts';

const look = lookAs('recent');
const REMARK = '先写到这里，明天再补';

const draftsOn = (page: Page) => page.getByRole('region', { name: /^草稿/ });
const visitsOn = (page: Page) => page.getByRole('region', { name: '最近', exact: true });

/** By the account's menu: two presses from any page. */
async function openRecent(page: Page): Promise<void> {
  await page.getByRole('button', { name: /的账号$/ }).click();
  await page.getByRole('link', { name: '草稿和最近', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: '草稿和最近', level: 1 })).toBeVisible();
}

test('what was typed and not sent stands in one list, is gone on with from there, and given up after a question', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member/partyGroup/add');
  await page.getByRole('textbox', { name: '党小组名称' }).fill(REMARK);
  await openRecent(page);
  const row = draftsOn(page).getByRole('listitem').filter({ hasText: REMARK });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('党员');
  await expect(row).toContainText('刚刚');
  await expect(page.getByRole('complementary', { name: '快捷导航' }).getByRole('link', { name: /最近/ })).toContainText(
    '1',
  );
  await look(page, 'drafts');

  await row.getByRole('link', { name: '继续填写' }).click();
  await expect(page.getByRole('textbox', { name: '党小组名称' })).toHaveValue(REMARK);
  await expect(page.getByText('已恢复上次未提交的内容')).toBeVisible();

  await openRecent(page);
  await row.getByRole('button', { name: '放弃' }).click();
  const question = page.getByRole('dialog', { name: '放弃草稿' });
  await question.getByRole('button', { name: '保留' }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: '放弃' }).click();
  await question.getByRole('button', { name: '放弃', exact: true }).click();
  await expect(row).toHaveCount(0);
  await expect(draftsOn(page)).toContainText('没有草稿');
  await go(page, '/affairs/member/partyGroup/add');
  await settled(page, 'form');
  await expect(page.getByRole('textbox', { name: '党小组名称' })).toHaveValue('');
});

test('a record that was looked at is found again by its name, which lies in no clear text, and by nobody else on the machine', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER);
  const member = (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1&pmType=1')).rows?.[0];
  await go(page, `/affairs/member/browse/${member.id}`);
  await expect(page.locator('.crumb [aria-current]')).toContainText(member.name);
  await look(page, 'record');
  // Whoever only passes has not seen it: it stands for 800 ms before it counts, by the page's own clock.
  const seen = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 1200, seen);
  await openRecent(page);
  await expect(visitsOn(page).getByRole('link', { name: member.name })).toHaveCount(1);
  // The name lies in cipher, in no part of what the browser keeps in the clear.
  expect((await storedTexts(page)).filter((text) => text.includes(member.name))).toEqual([]);
  await visitsOn(page).getByRole('link', { name: member.name }).click();
  await expect(page.locator('.crumb [aria-current]')).toContainText(member.name);

  await page.goto('about:blank');
  await signIn(page, COUNTY, '/recent');
  await expect(draftsOn(page)).toContainText('没有草稿');
  await expect(visitsOn(page).getByRole('link', { name: member.name })).toHaveCount(0);
});
