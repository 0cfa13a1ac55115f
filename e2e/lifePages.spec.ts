import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BRANCH_WORKER, COUNTY, GENERAL_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('lifePages');

test('what leaders and members owe: from the matrix to the list to the names; a talk meets its line', async ({
  page,
  another,
}) => {
  await signIn(page, COUNTY, '/affairs/event?tab=matrix&type=11');
  await expect(page.getByText('书记每年至少讲1次党课').first()).toBeVisible();
  await look(page, 'matrix');
  await page.getByRole('link', { name: /^区教育局党委\d{4}：/ }).click();
  await expect(page.getByRole('cell', { name: '书记讲党课' }).first()).toBeVisible();
  await look(page, 'owed');
  await page.getByRole('link', { name: '名单', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: '领导班子组织生活' })).toBeVisible();
  await expect(page.getByText('区教育局党委').first()).toBeVisible();
  await expect(page.getByText('区直机关工委')).toHaveCount(0);
  await look(page, 'leaders');

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/event?tab=year');
  const line = branch.getByRole('region', { name: '谈心谈话' });
  await line.getByRole('link', { name: '名单' }).click();
  await expect(branch.getByRole('heading', { name: /还没有谈到的$/ })).toBeVisible();
  await look(branch, 'talks');
  const lacking = branch.getByRole('region', { name: '还没有谈到' }).getByRole('button');
  const before = await lacking.count();
  await lacking.first().click();
  const dialog = branch.getByRole('dialog');
  const { today } = (await ask(branch, '/api/zzsh/duty/overview')).data;
  await dialog.getByRole('textbox', { name: '谈话日期' }).fill(today);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(lacking).toHaveCount(before - 1);

  // Who has nothing to do with it reads nothing of it.
  const member = await another();
  await signIn(member, MEMBER, '/partyMember/orgLife');
  expect((await ask(member, '/api/zzsh/duty/leaders')).code).toBe(403);
});

test('a year is planned in one press, once; its calendar is read at a secret address until it is ended', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/event');
  const plan = async () => {
    await page.getByRole('button', { name: '一键排计划' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: '年份' }).selectOption({ index: 1 });
    await dialog.getByRole('textbox', { name: '地点' }).fill('支部活动室');
    await dialog.getByRole('button', { name: '排出计划' }).click();
  };
  await plan();
  await notice(page, /已排出\d+次会议/);
  await expect(page.getByRole('heading', { name: '会议记录' })).toBeVisible();
  await look(page, 'plan');
  await go(page, '/affairs/event');
  await plan();
  await notice(page, '该排的都排了，没有新增');

  await page.getByRole('button', { name: '订阅日历' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /生成地址|换一个地址/ }).click();
  const address = await dialog.getByRole('textbox', { name: /^日历地址/ }).inputValue();
  const read = () => page.request.get(address);
  const first = await read();
  expect(first.status()).toBe(200);
  expect(await first.text()).toContain('BEGIN:VCALENDAR');
  await dialog.getByRole('button', { name: '停用' }).click();
  await expect(dialog.getByText('还没有生效的地址')).toBeVisible();
  expect(await (await read()).text()).not.toContain('BEGIN:VCALENDAR');
});

test('五星创评: begun by a superior, scored by the branch, reviewed, shown and awarded', async ({ page, another }) => {
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/event/editFiveStarContests/0');
  await expect(branch.getByText('五星创评由上级党组织发起，本组织不能发起')).toBeVisible();

  await signIn(page, GENERAL_WORKER, '/affairs/event/editFiveStarContests/0');
  const title = '总支五星党支部创评';
  // Of next year: the demo has one of this year already.
  await page.getByRole('textbox', { name: '年份' }).fill(String(new Date().getFullYear() + 1));
  await page.getByRole('textbox', { name: '名称' }).fill(title);
  await look(page, 'contest');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await notice(page, '已保存');
  const next = async (of: Page) => {
    const act = of.locator('.page-head button.primary');
    const name = (await act.textContent()) ?? '';
    await act.click();
    await of.getByRole('dialog').locator('button.primary').click();
    await notice(of, '已进入下一步');
    // The page has read what comes next.
    await expect(act.filter({ hasText: name })).toHaveCount(0);
  };
  await expect(page).toHaveURL(/scoreList\/\d+/);
  await next(page);
  const id = /scoreList\/(\d+)/.exec(page.url())?.[1] ?? '';
  await go(branch, `/affairs/event/scoreList/${id}`);
  await branch.getByRole('button', { name: '自评', exact: true }).click();
  const self = branch.getByRole('dialog');
  const boxes = self.locator('input.life-points');
  const count = await boxes.count();
  for (let at = 0; at < count; at++) await boxes.nth(at).fill(at === 0 ? '9999' : '5');
  await self.getByRole('button', { name: '保存' }).click();
  // More than an item gives is told at the item.
  await expect(self.locator('.life-state.missing').first()).toBeVisible();
  await boxes.first().fill('5');
  await self.getByRole('button', { name: '保存' }).click();
  await notice(branch, '已保存');
  await look(branch, 'scores');

  await page.reload();
  await next(page);
  const reviews = page.getByRole('button', { name: '初审', exact: true });
  // They are drawn once the new state has been read.
  await expect(reviews.first()).toBeVisible();
  for (let left = await reviews.count(); left > 0; left--) {
    await reviews.first().click();
    const dialog = page.getByRole('dialog');
    const items = dialog.locator('input.life-points');
    for (let at = 0; at < count; at++) await items.nth(at).fill('5');
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(reviews).toHaveCount(left - 1);
  }
  await next(page);
  await next(page);
  await branch.reload();
  await expect(branch.getByText(/^[一二三四五]星$/).first()).toBeVisible();
  await look(branch, 'stars');
});
