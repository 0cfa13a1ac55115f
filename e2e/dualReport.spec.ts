import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BRANCH_WORKER, COLLEGE, GENERAL_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const COMMUNITY = '渡口社区党总支';
const HOME = '/service/reportList';

const look = lookAs('dual');
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

/** Chooses a community by a part of its name. */
async function chooseCommunity(page: Page, label: string, part: string, name: string): Promise<void> {
  await page.getByLabel(label).fill(part);
  await page.getByRole('list', { name: '可以报到的社区党组织' }).getByRole('button', { name }).click();
}

test('a branch reports one of its people, the community accepts, the receipt is printed; an organisation reports and is accepted', async ({
  page,
  another,
}) => {
  await signIn(page, COLLEGE, HOME);
  await expect(page.locator('tbody tr').first()).toContainText(/待审|已报到/);
  await look(page, 'list');
  await page.getByRole('link', { name: '党员报到', exact: true }).click();
  await page.getByLabel('小区').fill('渡口新村');
  await page.getByRole('button', { name: '提交' }).click();
  for (const fault of [
    '请选择报到党员',
    '请选择社区党组织',
    '请输入居住地址',
    '请至少选一个服务岗位',
    '请至少选一个服务时间',
  ]) {
    await expect(page.getByText(fault).first()).toBeVisible();
  }
  await look(page, 'faults');
  const free = (await ask(page, '/api/sbd/volunteer/getToReportVolunteerList?lack=none&pageSize=1')).rows?.[0]
    ?.name as string;
  await page.getByRole('button', { name: '选择报到党员' }).click();
  const people = page.getByRole('dialog');
  await people.getByRole('searchbox').or(people.getByPlaceholder(/姓名/)).first().fill(free);
  await people.locator('tbody tr', { hasText: free }).first().click();
  await people.getByRole('button', { name: '确定' }).click();
  await chooseCommunity(page, '社区党组织', '渡口', COMMUNITY);
  await page.getByLabel('居住地址').fill('渡口街18号3栋502室');
  await page.getByLabel('小区').fill('渡口新村');
  await page.getByLabel('法律援助').check();
  await page.getByLabel('周末').check();
  await page.getByLabel('特长').fill('普法咨询');
  await look(page, 'form');
  await page.getByRole('button', { name: '提交' }).click();
  await notice(page, `已报到，由${COMMUNITY}审核`);
  await expect(page.getByRole('heading', { name: new RegExp(`^${free}`) })).toContainText('待审');
  await expect(page.getByRole('button', { name: '接收' })).toHaveCount(0);
  await look(page, 'waiting');
  const path = new URL(page.url()).hash.slice(1);

  // Who stands at neither end reads nothing.
  const wrong = await another();
  await signIn(wrong, BRANCH_WORKER, path);
  await expect(wrong.getByRole('heading', { name: '没有找到，或不在管理范围内' })).toBeVisible();

  const community = await another();
  await signIn(community, GENERAL_WORKER, '/service/auditMember');
  await expect(community.locator('tbody tr').first()).toContainText('待审');
  await look(community, 'desk');
  await community.getByRole('link', { name: free }).first().click();
  await community.getByRole('button', { name: '退回' }).click();
  await community.getByRole('dialog').getByRole('button', { name: '退回' }).click();
  await expect(community.getByRole('dialog')).toContainText('请输入退回原因');
  await community.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await community.getByRole('button', { name: '接收' }).click();
  await notice(community, `已接收${free}`);
  await expect(community.getByRole('heading', { name: new RegExp(`^${free}`) })).toContainText('已报到');
  await look(community, 'accepted');
  await community.getByRole('button', { name: '报到回执单' }).click();
  await expect(community.getByRole('dialog').getByRole('button', { name: '下载PDF' })).toBeVisible();
  await expect(community.getByRole('dialog').locator('canvas, img').first()).toBeVisible();
  await look(community, 'receipt');
  await community.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click();

  // The college's organisation reports as well.
  await go(page, '/service/addOrg');
  await chooseCommunity(page, '社区（街道）党组织', '渡口', COMMUNITY);
  await page.getByLabel('联系人').fill('周宁');
  await page.getByLabel('联系电话').fill('0700-6320001');
  await page.getByLabel('文化体育').check();
  await page.getByLabel('可提供的资源和服务').fill('周末开放操场和图书馆');
  await look(page, 'org-form');
  await page.getByRole('button', { name: '提交' }).click();
  await notice(page, `已报到，由${COMMUNITY}审核`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('待审');
  const pair = new URL(page.url()).hash.slice(1);
  await go(community, pair);
  await community.getByRole('button', { name: '接受' }).click();
  await notice(community, '已接受');
  await look(community, 'org-accepted');
  await go(community, '/service/adminOrg');
  await expect(community.locator('tbody tr').first()).toContainText('已接受');
  await look(community, 'orgs');
  for (const [name, at] of [
    ['members', '/service/memberCount'],
    ['organisations', '/service/organizationCount'],
    ['lacking', '/service/memberCount?names=1'],
    ['configuration', '/service/configuration'],
    ['org-desk', '/service/auditOrg'],
  ] as const) {
    await go(page, at);
    await expect(page.locator('main h1').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await look(page, name);
  }
});

test('a member reports by the code of a community on a phone, and takes it back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, MEMBER, '/service/addMember');
  await expect(page.getByText('还没有报到。')).toBeVisible();
  const places = await ask(page, `/api/zhfw/orgPair/orgList?name=${encodeURIComponent('橘林')}`);
  const place = (places.data as { id: string; name: string }[])[0];
  await look(page, 'own-empty');
  await page.setViewportSize({ width: 390, height: 844 });
  await go(page, `/service/addMember?orgId=${place?.id}&orgName=x`);
  await expect(page.getByLabel('社区党组织')).toHaveValue(place?.name ?? '');
  await page.getByLabel('居住地址').fill('橘园路6号1栋201室');
  await page.getByLabel('社区治理').check();
  await page.getByLabel('应急随叫随到').check();
  await look(page, 'own-form');
  await page.getByRole('button', { name: '提交' }).click();
  await notice(page, `已提交，由${place?.name}审核`);
  await expect(page.getByRole('article', { name: place?.name ?? '' })).toContainText('待审');
  await look(page, 'own-waiting');
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await notice(page, '已撤回');
  await expect(page.getByRole('article', { name: place?.name ?? '' })).toContainText('已撤回');
  expect((await ask(page, '/api/sbd/orgPair/getAlreadyReportVolunteerList')).code).not.toBe(200);
});
