import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, COUNTY, MEMBER, VOLUNTEER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, go, test, totalOf } from './support/test.ts';

/** What the house says of whatever is not there or not one's own. */
const GONE = '没有找到，或不在管理范围内';

const look = lookAs('recruit');

test('规则设置 and 工作日历 are read by whoever handles files, changed by administrators alone, and hidden from the others', async ({
  page,
  another,
}) => {
  const rules = '/affairs/recruitment/rules';
  const SETTING = { switchDay: '2026-05-11', inclusive: 'yes', lateDays: '30', thoughtMonths: '3', version: '1' };
  const CALENDAR = { year: '2031', off: '2031-01-01', work: '', version: '0' };
  const refused = async (who: Page) => {
    expect((await askBy(who, '/api/fzdy/setting', SETTING, 'PUT')).code).toBe(403);
    expect((await askBy(who, '/api/fzdy/calendar', CALENDAR)).code).toBe(403);
  };
  await signIn(page, BRANCH_WORKER, rules);
  for (const account of [BRANCH_WORKER, BASE_WORKER]) {
    const who = account === BRANCH_WORKER ? page : await another();
    if (who !== page) await signIn(who, account, rules);
    await expect(who.getByRole('region', { name: '规则设置' })).toContainText('2026-05-11');
    await expect(who.getByRole('heading', { name: '工作日历' })).toBeVisible();
    for (const name of ['修改设置', '登记一年', '修改']) await expect(who.getByRole('button', { name })).toHaveCount(0);
    await refused(who);
  }
  // A member meets the own way under every address of the room; a volunteer nothing.
  const member = await another();
  await signIn(member, MEMBER, rules);
  await expect(member.getByRole('heading', { name: '我的入党进度' })).toBeVisible();
  await expect(member.getByText('规则核对')).toHaveCount(0);
  await refused(member);
  const volunteer = await another();
  await signIn(volunteer, VOLUNTEER, rules);
  await expect(volunteer.getByText(/^当前角色不能|没有权限/).first()).toBeVisible();
  expect((await ask(volunteer, '/api/fzdy/setting')).code).toBe(403);
  await refused(volunteer);

  const admin = await another();
  await signIn(admin, ADMIN, rules);
  await expect(admin.getByRole('button', { name: '修改设置' })).toBeVisible();
  await admin.getByRole('button', { name: '登记一年' }).click();
  const dialog = admin.getByRole('dialog', { name: '登记工作日历' });
  await dialog.getByRole('textbox', { name: '年度' }).fill('2031');
  await dialog.getByRole('textbox', { name: '放假日期' }).fill('2031-02-30');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('“2031-02-30”不正确')).toBeVisible();
  await look(admin, 'calendarFault');
});

test('a file of another branch is not there: neither its pages, nor its tab in the record, nor 重新申请', async ({
  page,
  another,
}) => {
  const county = await another();
  await signIn(county, COUNTY, '/affairs/recruitment/overview');
  await signIn(page, BRANCH_WORKER, '/affairs/recruitment/overview');
  const [own] = (await ask(page, '/api/fzdy/file/listPage?pageSize=1')).rows;
  interface File {
    id: string;
    memberId: string;
    name: string;
    orgId: string;
    category: number;
  }
  const others = async (query: string): Promise<File> => {
    const { rows } = await ask(county, `/api/fzdy/file/listPage?pageSize=100&${query}`);
    const found = (rows as File[]).find(({ orgId }) => orgId !== own.orgId);
    if (!found) throw new Error(`nobody of another branch: ${query}`);
    return found;
  };
  const running = await others('stage=4');
  const ended = await others('view=ended');

  for (const file of [running, ended]) {
    await go(page, `/affairs/recruitment/steps/${file.id}/${file.category}`);
    await expect(page.getByText(GONE)).toBeVisible();
    await expect(page.getByText(file.name)).toHaveCount(0);
    await go(page, `/affairs/recruitment/detailInfo?id=${file.id}`);
    await expect(page.getByText(GONE)).toBeVisible();
    await expect(page.getByRole('button', { name: '重新申请' })).toHaveCount(0);
    expect((await askBy(page, '/api/fzdy/file/again', { fileId: file.id })).code).toBe(404);
    expect((await ask(page, `/api/fzdy/file/listPage?memberId=${file.memberId}`)).total).toBe(0);
    await go(page, `/affairs/member/browse/${file.memberId}`);
    await expect(page.getByText(GONE)).toBeVisible();
    await expect(page.getByRole('tab', { name: '发展经历' })).toHaveCount(0);
  }
  await look(page, 'otherBranch');
  const member = await another();
  await signIn(member, MEMBER, `/affairs/recruitment/detailInfo?id=${running.id}`);
  await expect(member.getByText(GONE)).toBeVisible();
  expect((await askBy(member, '/api/fzdy/file/again', { fileId: running.id })).code).toBe(403);
});

test('期限 shows the terms of a month: a day narrows the list by mouse and key, on a phone they are a list by day', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/recruitment/due');
  const month = page.getByRole('region', { name: '期限月历' });
  const days = month.getByRole('table').getByRole('button');
  await expect(days.first()).toBeVisible();
  const all = await totalOf(page);
  await look(page, 'dueMonth');

  // As many as the day says; pressed again, the list is whole.
  const first = days.first();
  const said = (await first.getAttribute('aria-label')) ?? '';
  const count = [...said.matchAll(/(\d+)件/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => totalOf(page)).toBe(count);
  await look(page, 'dueDay');
  await first.click();
  await expect.poll(() => totalOf(page)).toBe(all);

  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(days.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(days.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await expect(first).toBeFocused();

  const now = (await month.getByRole('heading').textContent()) ?? '';
  await month.getByRole('button', { name: '下一月' }).click();
  await expect(month.getByRole('heading')).not.toHaveText(now);
  await month.getByRole('button', { name: '本月' }).click();
  await expect(month.getByRole('heading')).toHaveText(now);

  await month.getByRole('button', { name: '收起月历' }).click();
  await expect(month.getByRole('table')).toHaveCount(0);
  await month.getByRole('button', { name: '展开月历' }).click();
  await expect(days.first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(month.getByRole('table')).toHaveCount(0);
  const line = month.getByRole('list').getByRole('button').first();
  await line.click();
  await expect.poll(() => totalOf(page)).toBe(count);
});
