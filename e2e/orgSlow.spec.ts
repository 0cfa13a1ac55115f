import { expect, type Page, type Request } from '@playwright/test';
import { breakLine, hold, holdAnswers, reconnect } from './support/line.ts';
import { BASE_WORKER, BRANCH_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

test.use({ keepsWindow: true });

const ORG = '/affairs/organization';
/** The organisation that the session works for. */
const own = async (page: Page): Promise<string> => (await ask(page, '/api/getInfo')).data.user.workOrgId;

/** What a call sends, wherever it carries it. */
const asked = (request: Request): string => decodeURIComponent(request.url()) + (request.postData() ?? '');

// The journeys themselves break the line.
test.use({ faults: [/Failed to load resource/] });

test('what was typed of an organisation stays when it is read again in vain', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, ORG);
  const id = await own(page);
  await go(page, `${ORG}/editOrganization/${id}`);
  const contact = page.getByRole('textbox', { name: '联系人' });
  await contact.fill('周志远');
  const restore = await breakLine(page, `/api/zzxx/org/${id}`);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(`/api/zzxx/org/${id}`));
  await reconnect(page);
  await failed;
  await expect(contact).toHaveValue('周志远');
  await expect(page.getByRole('button', { name: '保存' })).toBeEnabled();
  await restore();
});

test('a late answer about another name does not say that the one typed now is taken', async ({ page }) => {
  await signIn(page, BASE_WORKER, ORG);
  await page.getByRole('link', { name: '新增下级组织' }).click();
  const name = page.getByRole('textbox', { name: '组织名称' });
  const { rows } = await ask(page, `/api/zzxx/org/listPage?searchRange=onlyChild&pageSize=1`);
  const asks = (name: string) => (request: Request) => asked(request).includes(name);
  const release = await hold(page, '/api/zzxx/org/valid', asks(rows[0].name));
  const first = page.waitForRequest(asks(rows[0].name));
  await name.fill(rows[0].name);
  await name.blur();
  const held = await first;
  await name.fill('从来没有过的党支部');
  const answered = page.waitForResponse((answer) => asks('从来没有过的党支部')(answer.request()));
  await name.blur();
  await answered;
  await release();
  await (await held.response())?.finished();
  // What the late answer would draw is drawn by the time that a further call has been answered.
  await own(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('用全称，同一上级下不能重名')).toBeVisible();
});

test('nobody is said to be missing while the search is on its way, and a search that failed is asked again', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, ORG);
  await go(page, `${ORG}/office/add/${await own(page)}`);
  const search = page.getByRole('textbox', { name: '添加班子成员' });
  await search.fill('无此人');
  await expect(page.getByText('没有查到正式党员“无此人”')).toBeVisible();
  const candidates = '/api/zzxx/office/candidates';
  const release = await holdAnswers(page, candidates);
  await search.fill('张');
  await expect(page.getByText('正在查找…')).toBeVisible();
  await expect(page.getByText(/没有查到正式党员/)).toHaveCount(0);
  await release();
  await expect(page.getByRole('list', { name: '查找结果' })).not.toContainText('正在查找');
  const restore = await breakLine(page, candidates);
  await search.fill('李');
  const again = page.getByRole('button', { name: '再试一次' });
  await expect(again).toBeVisible();
  await restore();
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('list', { name: '查找结果' })).not.toContainText('正在查找');
});

test('an organisation goes back to a state when what that changes is there', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, ORG);
  const id = await own(page);
  await go(page, `${ORG}/editOrganization/${id}`);
  await page.getByRole('textbox', { name: '地址' }).fill(`滨江路${Date.now() % 1000}号`);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.locator('.notice', { hasText: '保存成功' })).toBeVisible();
  await go(page, `${ORG}/browseOrganization/${id}?tab=timeline`);
  const earlier = '/api/zzxx/org/earlier';
  const restore = await breakLine(page, earlier);
  await page.getByRole('button', { name: '回到此状态' }).last().click();
  const dialog = page.getByRole('dialog');
  const retry = dialog.getByRole('button', { name: '重试' });
  await expect(retry).toBeVisible();
  await expect(dialog.getByRole('button', { name: '回到此状态' })).toHaveCount(0);
  await restore();
  const release = await holdAnswers(page, earlier);
  await retry.click();
  await expect(dialog.getByRole('textbox', { name: '原因' })).toHaveCount(0);
  await release();
  await dialog.getByRole('textbox', { name: '原因' }).fill('核对原状');
  await expect(dialog.getByRole('region', { name: '将改回的内容' })).toBeVisible();
});

test('a public affair of an organisation that cannot be read says so, and is drafted when it can', async ({ page }) => {
  await signIn(page, BASE_WORKER, ORG);
  const { rows } = await ask(page, `/api/zzxx/org/listPage?searchRange=onlyChild&pageSize=1`);
  const path = `/api/zzxx/org/${rows[0].id}`;
  const restore = await breakLine(page, path);
  await go(page, `${ORG}/threeAffairsOpenEdit/add?orgId=${rows[0].id}`);
  const retry = page.getByRole('button', { name: '重试' });
  await expect(retry).toBeVisible();
  await restore();
  await retry.click();
  await expect(page.getByRole('heading', { name: `新增公开 ${rows[0].name}` })).toBeVisible();
});

test('what a resident typed on a public page stays when the page is read again in vain', async ({ page, another }) => {
  await signIn(page, BASE_WORKER, ORG);
  const { rows } = await ask(page, '/api/zzxx/open/listPage?phase=open&pageSize=1');
  const orgId: string = rows[0].orgId;
  const { data: board } = await ask(page, `/api/zzxx/open/board?orgId=${orgId}`);
  await page.evaluate(
    async (body) => {
      const headers = {
        authorization: sessionStorage.getItem('session-token') ?? '',
        'content-type': 'application/json',
      };
      await fetch('/api/zzxx/open/board', { method: 'PUT', headers, body: JSON.stringify(body) });
    },
    { orgId, version: board.version, shows: true, hears: true },
  );
  const { data: affair } = await ask(page, `/api/zzxx/open/${rows[0].id}`);
  const resident = await another();
  await resident.goto(`${base()}/#${affair.publicPath}`);
  const words = resident.getByRole('textbox', { name: '意见' });
  await words.fill('请说明活动室的开放时间。');
  const path = `/api/zzxx/open/public/${affair.publicPath.split('/').at(-1)}`;
  await breakLine(resident, path);
  const failed = resident.waitForEvent('requestfailed', (request) => request.url().includes(path));
  await reconnect(resident);
  await failed;
  // A further call has been answered by the time that the failed one would be drawn.
  await resident.evaluate(() => fetch('/').catch(() => null));
  await expect(words).toHaveValue('请说明活动室的开放时间。');
});

test('a branch is not offered what cannot stand below it, also before that is known; its superior is', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, ORG);
  const id = await own(page);
  const add = page.getByRole('link', { name: '新增下级组织' });
  const draft = page.getByRole('link', { name: '起草变更文件' });
  for (const [path, act] of [
    [ORG, add],
    [`${ORG}/change`, draft],
  ] as const) {
    const release = await hold(page, `/api/zzxx/org/${id}`);
    const asks = page.waitForRequest((request) => request.url().endsWith(`/api/zzxx/org/${id}`));
    await go(page, path);
    await page.reload();
    await asks;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(act).toHaveCount(0);
    const known = page.waitForResponse((response) => response.url().endsWith(`/api/zzxx/org/${id}`));
    await release();
    await known;
    await expect(act).toHaveCount(0);
  }
  const superior = await another();
  await signIn(superior, BASE_WORKER, ORG);
  await expect(superior.getByRole('link', { name: '新增下级组织' })).toBeVisible();
  await go(superior, `${ORG}/change`);
  await expect(superior.getByRole('link', { name: '起草变更文件' })).toBeVisible();
});
