import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { openTab } from './support/menu.ts';
import { paperOn } from './support/paper.ts';
import { BASE_WORKER, BRANCH_WORKER, COLLEGE, FLOATING, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const DESK = '/affairs/relation';

const look = lookAs('relation');
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
const address = (page: Page) => page.url().replace(/^[^#]*#/, '');

test('a member applies on the phone, branch and committee send, the college takes in', async ({ page, another }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, MEMBER, DESK);
  await page.getByRole('link', { name: '申请转出' }).click();
  await page.getByLabel('接收党支部').fill('峡州职业技术学院 第');
  await page.getByRole('listbox', { name: '党支部' }).getByRole('option').first().click();
  await page.getByLabel('转接原因').fill('毕业后到学院工作');
  await expect(page.getByRole('heading', { name: '路径和核对' })).toBeVisible();
  await look(page, 'apply');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '提交申请' }).click();
  await notice(page, '已提交所在党支部');
  await expect(page).toHaveURL(/businessHandle\/\d+\/open/);
  await look(page, 'own');
  const handle = address(page);

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, handle);
  await branch.getByRole('button', { name: '同意', exact: true }).click();
  await notice(branch, '已办理');

  const street = await another();
  await signIn(street, BASE_WORKER, handle);
  await look(street, 'handle');
  await street.getByRole('button', { name: '同意', exact: true }).click();
  await notice(street, '已办理');
  await street.getByRole('link', { name: '介绍信', exact: true }).click();
  await expect(street.getByRole('heading', { name: /峡临渡转〔\d{4}〕第\d{4}号/ })).toBeVisible();
  await look(street, 'letter');
  // Printed as it is issued: one page, its number and the name, and the print is counted.
  await street.getByRole('button', { name: '打印', exact: true }).click();
  const [printed, ...more] = await paperOn(street);
  expect(more).toEqual([]);
  expect(printed?.text).toContain('组织关系介绍信');
  await street.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click();
  await street.reload();
  await expect(street.getByText(/^1次，最近/)).toBeVisible();

  const college = await another();
  await signIn(college, COLLEGE, handle);
  await college.getByRole('button', { name: '同意', exact: true }).click();
  await notice(college, '已办理');
  await expect(college.getByText('等待办理').first()).toBeVisible();
  // The branch has no worker of its own: the committee above takes the person in for it.
  const takeIn = college.getByRole('button', { name: '受理编入支部' });
  await takeIn.click();
  // The notice of the act before may still stand: the page is left once this one is done.
  await expect(takeIn).toHaveCount(0);
  await college.reload();
  await expect(college.getByText('已完成').first()).toBeVisible();
  await look(college, 'done');
  // Inside the platform the receipt has come by itself; who was not asked reads nothing of it.
  await expect(college.getByText(/回执/).first()).toBeVisible();
  const stranger = await another();
  await signIn(stranger, FLOATING, handle);
  await expect(stranger.getByText('没有找到，或不在管理范围内').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('已完成').first()).toBeVisible();

  // The committee that completed it takes it back; the journeys that follow meet the member where she was.
  await college.getByRole('button', { name: '撤销已完成的转接' }).click();
  const dialog = college.getByRole('dialog');
  await dialog.getByRole('textbox').fill('学院没有录用，回原支部');
  await dialog.getByRole('button', { name: '撤销', exact: true }).click();
  await notice(college, '已转回原党支部');
});

test('the desk shows what waits, overdue first; a letter is looked over before it is issued', async ({ page }) => {
  await signIn(page, BASE_WORKER, DESK);
  await expect(page.getByRole('tab', { name: /^待办/ })).toBeVisible();
  await look(page, 'desk');
  await page.getByRole('tab', { name: /^未办结/ }).click();
  await expect(page.locator('a[data-row-link]').first()).toBeVisible();
  const own: string = (await ask(page, '/api/getInfo')).data.user.workOrg.orgCode;
  // The organisations below, each with its numbers; behind a number stand its rows, one above reads as not there.
  await go(page, DESK);
  await openTab(page, '下级办理');
  await expect(page.getByRole('row', { name: /渡口社区党总支/ })).toBeVisible();
  await look(page, 'under');
  await page
    .getByRole('row', { name: /渡口社区党总支/ })
    .locator('a[href*="workDetail/open"]')
    .click();
  await expect(page.getByRole('heading', { name: '渡口社区党总支：未办结' })).toBeVisible();
  await expect(page.locator('a[data-row-link]').first()).toBeVisible();
  await go(page, `${DESK}/workDetail/open/${own}/-`);
  await expect(page.getByRole('heading', { name: /：未办结$/ })).toBeVisible();
  await expect(page.locator('a[data-row-link]').first()).toBeVisible();
  await look(page, 'work');
  await go(page, `${DESK}/workDetail/open/0001/-`);
  await expect(page.getByText('没有找到，或不在管理范围内')).toBeVisible();
  await go(page, `${DESK}?view=pocket`);
  await expect(page.getByRole('tab', { name: /^口袋党员/ })).toBeVisible();
  await look(page, 'pocket');
});

test('who came by a letter on paper: the receipt goes back from the phone, and the transfer is complete', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, DESK);
  await page.getByRole('row').filter({ hasText: '已接收' }).locator('a[data-row-link]').click();
  await expect(page.getByText('已接收，回执待接收党委寄回。')).toBeVisible();
  await expect(page.getByText('云岭市高新大道88号', { exact: false })).toBeVisible();
  await look(page, 'owed');
  const handle = address(page);
  // The branch that has the person sees it, and does not send it.
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, handle);
  await expect(branch.getByText('已接收，回执待接收党委寄回。')).toBeVisible();
  await expect(branch.getByRole('button', { name: '登记寄回的回执' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '登记寄回的回执' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('请上传回执扫描件')).toBeVisible();
  await dialog.getByTestId('upload-input').setInputFiles({
    name: '回执.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(dialog.getByRole('button', { name: '去掉' })).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await look(page, 'receipt');
  await dialog.getByRole('button', { name: '保存' }).click();
  await notice(page, '转接已完成');
  await expect(page.getByText('已完成').first()).toBeVisible();
  const member = await another();
  await signIn(member, MEMBER, handle);
  await expect(member.getByText('没有找到，或不在管理范围内').first()).toBeVisible();
});
