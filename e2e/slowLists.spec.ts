import { expect, type Page } from '@playwright/test';
import { hold, loseAnswer } from './support/line.ts';
import { BASE_WORKER, CITY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test, totalOf } from './support/test.ts';

test.use({ keepsWindow: true });

const MEMBERS = '/api/orgMeber/org/datalistPage';
const NOTICES = '/api/message/sysMessage/listPage';
const VIEWS = '/api/search/view';
const rows = (page: Page) => page.locator('.list-table tbody tr');
const total = (page: Page) => page.locator('.pager-total');
const search = (page: Page) => page.getByRole('searchbox', { name: '姓名、身份证号、手机号' });

// The journeys themselves fail the calls.
test.use({ faults: [/status of 502/] });

test('rows of the last filter are not taken for those of the next, nor counted as them', async ({ page }) => {
  await signIn(page, CITY, '/affairs/member');
  await expect(rows(page).first()).toBeVisible();
  await expect(total(page)).toHaveText(/共[\d,]+人/);
  const release = await hold(page, MEMBERS, (request) => request.postData()?.includes('刘志明') ?? false);
  const asked = page.waitForRequest((request) => request.postData()?.includes('刘志明') ?? false);
  await search(page).fill('刘志明');
  await asked;
  await expect(total(page)).toHaveText('共…人');
  // By the keyboard, which is quicker than what covers the page for the pointer.
  await rows(page).first().getByRole('checkbox').press('Space');
  await expect(page.locator('.list-selected')).toContainText('已选1人');
  await expect(page.getByRole('button', { name: /选中全部/ })).toHaveCount(0);
  await release();
  await expect(total(page)).toHaveText(/共\d+人/);
  await expect(rows(page).first()).toContainText('刘志明');
  await expect(page.locator('.list-selected')).toHaveText('未选中');
});

test('nothing is said to be missing before the answer has come, in a large list and in a small one', async ({
  page,
}) => {
  await signIn(page, CITY, '/affairs/member');
  await search(page).fill('无此人姓名');
  await expect(page.getByText('没有符合条件的记录')).toBeVisible();
  const release = await hold(page, MEMBERS);
  await page.getByRole('button', { name: '清除条件' }).click();
  await expect(page.getByText(/没有符合条件的记录|这个组织还没有党员/)).toHaveCount(0);
  await release();
  await expect(rows(page).first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.goto(`${new URL(page.url()).origin}/#/news`);
  await expect(rows(page).first()).toBeVisible();
  const answers = await hold(page, NOTICES, (request) => request.url().includes('startTime=2001-01-01'));
  await page.getByRole('button', { name: /^发布时间/ }).click();
  await page.getByLabel('从').fill('2001-01-01');
  await page.getByLabel('到', { exact: true }).fill('2001-01-02');
  await page.getByRole('button', { name: '确定' }).click();
  await answers();
  await expect(page.getByText('没有符合条件的记录')).toBeVisible();
  const again = await hold(page, NOTICES);
  await page.getByRole('button', { name: /^状态/ }).click();
  // The choice closes its box, and the radio with it.
  await page.getByRole('radio', { name: '未处理' }).click();
  await expect(page.getByText('正在加载…')).toBeVisible();
  await expect(page.getByText('没有符合条件的记录')).toHaveCount(0);
  await again();
  await expect(page.getByText('没有符合条件的记录')).toBeVisible();
});

test('what is typed on while the search answers stays in the field', async ({ page }) => {
  await signIn(page, CITY, '/affairs/member');
  await expect(rows(page).first()).toBeVisible();
  const asked = page.waitForResponse((answer) => answer.request().postData()?.includes('李') ?? false);
  await search(page).pressSequentially('李 ');
  await asked;
  await expect(page.locator('.list-scroll[aria-busy=false]')).toBeVisible();
  // The space between the parts of a name that is being typed.
  await expect(search(page)).toHaveValue('李 ');
});

test('a press on a row counts while the search is still to come, and nobody is called back by it', async ({
  another,
}) => {
  const page = await another();
  await signIn(page, CITY, '/affairs/member');
  const link = rows(page).first().getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await link.hover();
  // The half second after which a search goes out by itself does not pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
  await search(page).fill('王');
  await page.mouse.down();
  await expect(search(page)).not.toBeFocused();
  await expect(page.locator('.list-scroll[aria-busy=false]')).toBeVisible();
  await page.mouse.up();
  await page.clock.resume();
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  await page.goBack();
  await expect(rows(page).first()).toBeVisible();
  await expect(search(page)).toHaveValue('');
});

test('a list that was read once says so when a newer answer does not come, and brings it at the next try', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/news');
  await expect(rows(page).first()).toBeVisible();
  await page.route(`**${NOTICES}*`, (route) => route.fulfill({ status: 502, body: '<html>' }));
  await page.getByRole('button', { name: '刷新' }).click();
  const outdated = page.getByRole('alert').filter({ hasText: '没有取到最新内容' });
  await expect(outdated).toContainText(/系统接口502异常。现在显示的是\d\d:\d\d的内容/);
  await expect(rows(page).first()).toBeVisible();
  await page.unroute(`**${NOTICES}*`);
  await outdated.getByRole('button', { name: '重试' }).click();
  await expect(outdated).toHaveCount(0);
});

test('how the account left a list is not written over where it could not be read', async ({ page, another }) => {
  const other = await another();
  await signIn(other, CITY, '/affairs/member');
  await other.getByLabel('每页条数').selectOption('50');
  const tables = () => ask(other, '/api/search/table/list');
  await expect.poll(async () => JSON.stringify((await tables()).data)).toContain('"pageSize":50');

  await page.route('**/api/search/table/list', (route) => route.fulfill({ status: 502, body: '<html>' }));
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') written.push(request.url());
  });
  await signIn(page, CITY, '/affairs/member');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: '第2页' }).click();
  await expect(page.locator('.pager-where')).toContainText('第2页');
  await expect(page.locator('.list-scroll[aria-busy=false]')).toBeVisible();
  expect(written).toEqual([]);
  expect(JSON.stringify((await tables()).data)).toContain('"pageSize":50');
});

test('a view is kept once, however often it is pressed and although its answer was lost', async ({ page }) => {
  await signIn(page, CITY, '/affairs/member');
  await page.getByRole('tab', { name: /预备期将满/ }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: '存为视图' }).click();
  await page.getByLabel('视图名称').fill('慢线路');
  await loseAnswer(page, VIEWS, 'POST');
  const save = page.getByRole('button', { name: '保存视图' });
  await save.click();
  await expect(page.locator('.notice', { hasText: '系统接口502异常' })).toBeVisible();
  await expect(save).toBeEnabled();
  await expect(page.getByLabel('视图名称')).toHaveValue('慢线路');

  const release = await hold(page, VIEWS);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/search/view') sent += 1;
  });
  await page.getByLabel('视图名称').press('Enter');
  await page.getByLabel('视图名称').press('Enter');
  await release();
  await expect(page.locator('.notice', { hasText: '视图已保存' })).toBeVisible();
  expect(sent).toBe(1);
  await expect(page.getByRole('tab', { name: '慢线路' })).toHaveCount(1);
  await page.getByRole('button', { name: '删除此视图' }).click();
  await expect(page.getByRole('tab', { name: '慢线路' })).toHaveCount(0);
});

test('the focus goes on to the next row when its own goes', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/news');
  await expect(rows(page).first()).toBeVisible();
  const before = await totalOf(page);
  const act = rows(page).first().getByRole('button', { name: '删除' });
  await act.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).press('Enter');
  await expect(total(page)).toHaveText(`共${before - 1}条`);
  await expect(rows(page).first().locator(':focus')).toHaveCount(1);
  await page.locator('.undo-bar').getByRole('button', { name: '撤销' }).press('Enter');
  await expect(total(page)).toHaveText(`共${before}条`);
});

test('a deletion confirmed by password whose answer was lost is pressed again and is carried out once', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/member');
  const { id, name } = (await ask(page, `${MEMBERS}?pageSize=5`)).rows[4];
  await go(page, `/affairs/member/browse/${id}`);
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: `删除 ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `删除 ${name}` });
  await dialog.getByRole('textbox', { name: '删除原因' }).fill('重复登记');
  await dialog.getByLabel('登录密码').fill('Party2026');
  await loseAnswer(page, '/api/dyxx/member', 'DELETE');
  await dialog.getByRole('button', { name: '删除', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: '删除', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '党员信息' })).toBeVisible();
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect.poll(async () => (await ask(page, `/api/dyxx/member/get/${id}`)).code).toBe(200);
});
