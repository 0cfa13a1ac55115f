import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BRANCH_WORKER, COLLEGE, FLOATING, MEMBER } from './support/people.ts';
import { computeCheck } from './support/pictureCheck.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const LIST = '/affairs/mobilePartyMembers';
const NAME = '覃小川';

const look = lookAs('floating');
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

test('a floating member reports in by the code of a poster, is received there, and is contacted by the home branch', async ({
  page,
  another,
}) => {
  // The branch of the worker stands in for the place of inflow's neighbour: its poster is printed, its code opened on a phone.
  await signIn(page, COLLEGE, `${LIST}/setting`);
  await page.getByRole('button', { name: '打印海报' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: '下载PDF' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click();
  const { reportPath } = (await ask(page, '/api/flow/setting')).data as { reportPath: string };

  const phone = await another();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(`${base()}/#${reportPath}`);
  await phone.getByRole('button', { name: '报到', exact: true }).click();
  await expect(phone.getByText('请输入姓名')).toBeVisible();
  await look(phone, 'report-in-faults');
  await phone.getByLabel('姓名').fill(NAME);
  await phone.getByLabel('身份证号').fill('420599199209090078');
  await phone.getByLabel('手机号').fill('15400000077');
  await phone.getByLabel('组织关系所在党支部').fill('渡口第一党支部');
  await phone.getByRole('textbox', { name: '到本地的日期' }).fill('2026-02-10');
  await computeCheck(phone);
  await phone.getByRole('button', { name: '报到', exact: true }).click();
  await expect(phone.locator('.field-fault').first()).toBeVisible();
  await phone.getByLabel('身份证号').fill(FLOATING);
  await phone.getByRole('button', { name: '报到', exact: true }).click();
  await expect(phone.getByText('已收到您的报到')).toBeVisible();
  await look(phone, 'reported');

  await go(page, `${LIST}?view=confirm`);
  await page.getByRole('tab', { name: /^待确认/ }).click();
  await page.getByRole('link', { name: NAME }).first().click();
  await page.getByRole('button', { name: '接收', exact: true }).click();
  await notice(page, `已接收${NAME}`);
  await expect(page.getByText('已接收', { exact: true }).first()).toBeVisible();
  await look(page, 'received');

  // The home branch sees where he is and logs the month's contact in three taps.
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, LIST);
  await branch.setViewportSize({ width: 390, height: 844 });
  await branch.getByPlaceholder('姓名').fill(NAME);
  await branch.getByPlaceholder('姓名').press('Enter');
  await branch.getByRole('link', { name: NAME }).first().click();
  await expect(branch.getByText('已纳入流入地').first()).toBeVisible();
  await branch.getByRole('button', { name: '登记联系' }).click();
  await branch.getByRole('dialog').getByRole('button', { name: '电话', exact: true }).click();
  await branch.getByRole('dialog').getByRole('button', { name: '联系上了' }).click();
  await look(branch, 'contact');
  await branch.getByRole('dialog').getByRole('button', { name: '情况正常' }).click();
  await notice(branch, '已登记，下次一个月后联系');
  await expect(branch.getByRole('region', { name: '联系记录' }).getByText('电话，情况正常').first()).toBeVisible();
  await look(branch, 'contacted');

  // He sees his own; a member without office sees no list.
  const own = await another();
  await signIn(own, FLOATING, `${LIST}/moveApply`);
  await expect(own.locator('main')).toContainText('已纳入流入地');
  await look(own, 'own');
  const wrong = await another();
  await signIn(wrong, MEMBER, LIST);
  expect((await ask(wrong, '/api/flow/member/listPage')).code).not.toBe(200);
});
