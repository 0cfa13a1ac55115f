import { expect, type Page, type Request } from '@playwright/test';
import { checkCharacter } from '../src/people/member/rules/idCard.ts';
import { breakLine, hold, loseAnswer, reconnect } from './support/line.ts';
import { LIST, names } from './support/members.ts';
import { more } from './support/menu.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

test.use({ keepsWindow: true });

const PEOPLE = '/api/orgMeber/org/datalistPage';
/** Some person whom the session may see. */
const somebody = async (page: Page, at = 0): Promise<{ id: string; name: string }> =>
  (await ask(page, `${PEOPLE}?pageSize=20`)).rows[at];

/** What a call sends, wherever it carries it. */
const asked = (request: Request): string => decodeURIComponent(request.url()) + (request.postData() ?? '');

/** A valid number that nobody has. */
const NOBODY = `42059919910203001${checkCharacter('42059919910203001')}`;

// The journeys themselves break the line.
test.use({ faults: [/Failed to load resource/] });

test('what was typed of a person stays when the record is read again in vain', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  const { id } = await somebody(page);
  await go(page, `${LIST}/edit/${id}`);
  const unit = page.getByRole('textbox', { name: '工作单位' });
  await unit.fill('县农业服务中心');
  const path = `/api/dyxx/member/get/${id}`;
  const restore = await breakLine(page, path);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(path));
  await reconnect(page);
  await failed;
  await restore();
  // A further call has been answered by the time that the failed one would be drawn.
  await ask(page, '/api/getInfo');
  await expect(unit).toHaveValue('县农业服务中心');
});

test('a person is edited from the record as it is now, not from an answer of before', async ({ page, another }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  const { id } = await somebody(page, 1);
  await go(page, `${LIST}/browse/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await another();
  await signIn(other, BRANCH_WORKER, LIST);
  await go(other, `${LIST}/edit/${id}`);
  await other.getByRole('textbox', { name: '工作单位' }).fill('城关镇卫生院');
  await other.getByRole('button', { name: '保存', exact: true }).click();
  await expect(other.locator('.notice', { hasText: '保存成功' })).toBeVisible();
  const release = await hold(page, `/api/dyxx/member/get/${id}`);
  await page.getByRole('link', { name: '编辑' }).first().click();
  await expect(page.getByRole('textbox', { name: '工作单位' })).toHaveCount(0);
  await release();
  await expect(page.getByRole('textbox', { name: '工作单位' })).toHaveValue('城关镇卫生院');
  await page.getByRole('textbox', { name: '职务', exact: true }).fill('护士长');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.locator('.notice', { hasText: '保存成功' })).toBeVisible();
});

test('who leaves a form while it is saved stays where they went, and is told that it was saved', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  const { id } = await somebody(page, 2);
  await go(page, `${LIST}/edit/${id}`);
  await page.getByRole('textbox', { name: '工作单位' }).fill('县档案馆');
  const release = await hold(page, '/api/dyxx/member', (request) => request.method() === 'PUT');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('link', { name: '党员信息' }).first().click();
  const heading = page.getByRole('heading', { name: '党员信息' });
  await expect(heading).toBeVisible();
  await release();
  await expect(page.locator('.notice', { hasText: '保存成功' })).toBeVisible();
  await expect(heading).toBeVisible();
});

test('conditions that are changed stay when they are read again behind the dialog', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await more(page, '组合条件');
  const dialog = page.getByRole('dialog', { name: '组合条件' });
  await dialog.getByRole('combobox', { name: '选择人员类别' }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: '使用', exact: true }).click();
  const change = page.getByRole('button', { name: '修改条件' });
  const path = '/api/dyxx/member/query/get';
  await expect(change).toBeVisible();
  const release = await hold(page, path);
  await change.click();
  await expect(dialog.getByText('正在加载')).toBeAttached();
  await release();
  await dialog.getByRole('textbox', { name: '名称' }).fill('慢线路条件');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const again = page.waitForResponse((answer) => answer.url().includes(path));
  await reconnect(page);
  await (await again).finished();
  await ask(page, '/api/getInfo');
  await expect(dialog.getByRole('textbox', { name: '名称' })).toHaveValue('慢线路条件');
});

test('the own proposal is not denied before it is known, and taking it back is no fault when its answer was lost', async ({
  page: self,
}) => {
  await signIn(self, MEMBER, '/partyMember/personalFiles');
  const release = await hold(self, '/api/dyxx/member/selfEdit/own');
  await self.reload();
  // Nothing moves under the pointer when the answer comes: its place is kept, and no proposal is denied before it.
  await expect(self.getByRole('region', { name: '我的信息修改' })).toBeVisible();
  await expect(self.getByRole('link', { name: '修改我的信息' })).toHaveCount(0);
  await release();
  await self.getByRole('link', { name: '修改我的信息' }).click();
  await self.getByRole('textbox', { name: '工作单位' }).fill('县第二中学');
  await self.getByRole('button', { name: '提交审核' }).click();
  await expect(self.getByRole('button', { name: '撤回修改' })).toBeVisible();

  const path = '/api/dyxx/member/selfEdit/withdraw';
  await loseAnswer(self, path, 'POST');
  await self.getByRole('button', { name: '撤回修改' }).click();
  const dialog = self.getByRole('dialog', { name: '撤回信息修改' });
  await dialog.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(self.locator('.notice', { hasText: '系统接口502异常' })).toBeVisible();
  await dialog.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(self.locator('.notice', { hasText: '修改已撤回' })).toBeVisible();
  await expect(self.getByRole('link', { name: '修改我的信息' })).toBeVisible();
});

test('who goes elsewhere while the next page of people is on its way stays there', async ({ page }) => {
  await signIn(page, BASE_WORKER, LIST);
  const last = page.locator('.list-table tbody tr').last();
  await expect(last).toBeVisible();
  await last.getByRole('link').first().click();
  const next = page.getByRole('button', { name: '下一人' });
  await expect(next).toBeEnabled();
  const release = await hold(page, PEOPLE, (request) => asked(request).includes('pageNum=2'));
  const called = page.waitForRequest((request) => asked(request).includes('pageNum=2'));
  await next.click();
  const held = await called;
  await page.getByRole('link', { name: '编辑' }).first().click();
  await expect(page.getByRole('textbox', { name: '姓名' })).toBeVisible();
  const here = page.url();
  await release();
  await (await held.response())?.finished();
  await ask(page, '/api/getInfo');
  expect(page.url()).toBe(here);
});

test('the next person is reached by one key after the other, however late the records come', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(names(page).nth(2)).toBeVisible();
  const people = await names(page).allInnerTexts();
  await names(page).first().getByRole('link').click();
  const trail = page.getByRole('navigation', { name: '列表中的前后' });
  await expect(trail).toContainText('第1人');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { promise: opened, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/api\/dyxx\/member\/get\//, async (route) => {
    await opened;
    await route.continue().catch(() => {});
  });
  const next = trail.getByRole('button', { name: '下一人' });
  await next.press('Enter');
  await expect(trail).toContainText('第2人');
  await expect(next).toBeFocused();
  await next.press('Enter');
  await expect(trail).toContainText('第3人');
  await expect(next).toBeFocused();
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(people[2] ?? '');
});

test('a late answer about another number does not say that the one typed now is registered', async ({ page }) => {
  const path = '/api/dyxx/member/idCardNo';
  await signIn(page, BRANCH_WORKER, `${LIST}/edit/add`);
  const number = page.getByRole('textbox', { name: '身份证号' });
  let first = true;
  const release = await hold(page, path, () => first);
  const held = page.waitForRequest((request) => request.url().includes(path));
  await number.fill(MEMBER);
  await number.blur();
  const request = await held;
  first = false;
  const answered = page.waitForResponse((answer) => answer.url().includes(path));
  await number.fill(NOBODY);
  await number.blur();
  await answered;
  await release();
  await (await request.response())?.finished();
  // What the late answer would draw is drawn by the time that a further call has been answered.
  await ask(page, '/api/getInfo');
  await expect(page.locator('.banner', { hasText: '已经登记' })).toHaveCount(0);
});

test('a review whose answer was lost is carried out once and told as done', async ({ page, another }) => {
  await signIn(page, MEMBER, '/partyMember/personalFiles/edit');
  await page.getByRole('textbox', { name: '工作单位' }).fill('峡州市第四医院');
  await page.getByRole('button', { name: '提交审核' }).click();
  await expect(page.getByRole('region', { name: '我的信息修改' })).toContainText('正在等待');
  const worker = await another();
  await signIn(worker, BRANCH_WORKER, '/affairs/member/selfEdit');
  await worker.getByRole('link', { name: '审核', exact: true }).first().click();
  const review = worker.getByRole('region', { name: '修改内容' });
  const act = review.getByRole('button', { name: '全部采纳' });
  await expect(act).toBeVisible();
  await loseAnswer(worker, '/api/dyxx/member/selfEdit/decide', 'POST', 0);
  // What stands now cannot be read either: the form is still there to be sent once more.
  const restore = await breakLine(worker, `/api/dyxx/member/selfEdit/get/${worker.url().split('/').at(-1)}`);
  await act.click();
  await expect(review.getByRole('alert')).toBeVisible();
  await restore();
  await act.click();
  await expect(worker.locator('.notice', { hasText: '审核已提交' })).toBeVisible();
  await expect(worker.getByRole('heading', { level: 1 })).toContainText('已采纳');
});
