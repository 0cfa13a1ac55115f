import { expect, type Page } from '@playwright/test';
import { beijingTime } from '#platform/time/days.ts';
import { lookAs } from './support/look.ts';
import { openTab } from './support/menu.ts';
import { BRANCH_WORKER, GENERAL_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const HOME = '/service/volunteer';
const NAME = '江堤巡护';

const look = lookAs('service');
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

/** A moment so many minutes from now, as the form writes it. */
const later = (minutes: number) => beijingTime(Date.now() + minutes * 60_000);

test('a community publishes an activity, a member signs up and in, hours are reported and audited', async ({
  page,
  another,
}) => {
  await signIn(page, GENERAL_WORKER, HOME);
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await look(page, 'list');
  await page.getByRole('link', { name: '发布活动' }).click();
  // The list that is left has a field of that name, too.
  await expect(page.getByRole('heading', { level: 1, name: '发布活动' })).toBeVisible();
  await page.getByLabel('活动名称').fill(NAME);
  await page.getByRole('button', { name: '发布', exact: true }).click();
  for (const fault of ['请选择服务岗位', '请输入活动内容', '请选择时间', '请输入活动地点', '请输入联系电话']) {
    await expect(page.getByText(fault).first()).toBeVisible();
  }
  await look(page, 'faults');
  await page.getByLabel('服务岗位').selectOption({ label: '安全巡逻' });
  await page.getByLabel('活动内容').fill('沿江堤巡查隐患，劝导野泳，带好反光背心。');
  await page.getByRole('textbox', { name: '开始时间' }).fill(later(30));
  await page.getByRole('textbox', { name: '结束时间' }).fill(later(120));
  await page.getByRole('textbox', { name: '报名截止' }).fill(later(25));
  await page.getByLabel('服务时长').fill('3');
  await page.getByLabel('活动地点').fill('渡口江堤');
  await page.getByLabel('报名范围').selectOption({ label: '全体党员' });
  await page.getByLabel('人数上限').fill('2');
  await page.getByLabel('联系电话').fill('13900000001');
  await page.getByLabel('报名要审核').check();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('不能超过活动时长（1.5小时）').first()).toBeVisible();
  await page.getByLabel('服务时长').fill('1.5');
  await look(page, 'form');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await notice(page, '已发布，可以报名了');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('报名中');
  await look(page, 'published');
  const path = new URL(page.url()).hash.slice(1);
  const id = path.split('/').at(-1);

  // Who stands beside reads nothing of it as a worker.
  const wrong = await another();
  await signIn(wrong, BRANCH_WORKER, path);
  await expect(wrong.getByRole('heading', { name: '没有找到，或不在管理范围内' })).toBeVisible();

  const member = await another();
  await member.setViewportSize({ width: 390, height: 844 });
  await signIn(member, MEMBER, '/service/volunteerTest/activity');
  const card = member.getByRole('listitem').filter({ hasText: NAME });
  await expect(card).toContainText('已报0/2人');
  await look(member, 'own-list');
  await card.getByRole('button', { name: '报名' }).click();
  await notice(member, '已报名，由发布组织审核');
  await go(member, `/service/volunteerTest/activity?id=${id}`);
  await expect(member.getByRole('heading', { level: 1 })).toContainText('待审');
  await look(member, 'own-waiting');

  await go(page, `/service/auditActivityMember?activityId=${id}`);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await look(page, 'signups');
  await page.locator('tbody tr').first().getByRole('checkbox').check();
  await page.getByRole('button', { name: '通过1人', exact: true }).click();
  await notice(page, '已通过1人');
  await expect(page.locator('tbody tr').first()).toContainText('已通过');

  await go(page, path);
  await page.getByRole('button', { name: '签到码' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: '志愿活动签到二维码' })).toBeVisible();
  await look(page, 'code');
  await go(member, `/m/service/${id}/0123456789abcdef`);
  await expect(member.getByRole('alert')).toContainText('签到码已经失效');
  const { data } = (await ask(page, `/api/sbd/activity/code?id=${id}`)) as unknown as { data: { code: string } };
  await go(member, `/m/service/${id}/${data.code}`);
  await expect(member.getByRole('heading', { name: '签到成功' })).toBeVisible();
  await look(member, 'signed');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('已签到1人');
  await page.getByRole('dialog').getByRole('button', { name: '收起' }).click();
  await expect(page.getByRole('button', { name: '结束活动' })).toHaveCount(0);

  // Hours of the demo: audited by somebody else than who reported them.
  await go(page, '/service/auditHours');
  await expect(page.locator('tbody tr').first()).toContainText('待审');
  await look(page, 'hours');
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: '到场人员' })).toBeVisible();
  await look(page, 'hours-people');
  const first = page.getByLabel(/的认定时长$/).first();
  await first.fill('1');
  await expect(page.getByText('请写明原因')).toBeVisible();
  await page.getByLabel(/的核减原因$/).fill('提前离开');
  await look(page, 'hours-lowered');
  await page.getByRole('button', { name: '认定时长' }).click();
  await notice(page, '已认定');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('已认定');
  await page.locator('tbody td').getByRole('link').first().click();
  await expect(page.getByText('本人时长')).toBeVisible();
  await page.getByRole('button', { name: '更正时长' }).click();
  await page.getByLabel('认定时长（小时）').fill('2');
  await page.getByLabel('更正原因').fill('核对照片，中途返回');
  await look(page, 'hours-correct');
  await page.getByRole('dialog').getByRole('button', { name: '更正' }).click();
  await notice(page, '已更正');
  await look(page, 'hours-info');
  await go(page, '/service/signInRecord');
  await expect(page.locator('tbody tr').first()).toContainText('扫码');
  await look(page, 'signed-list');
  for (const [name, at] of [
    ['own-mine', '/service/volunteerTest/mine'],
    ['own-hours', '/service/volunteerTest/hours'],
    ['own-report', '/service/volunteerTest/report'],
  ] as const) {
    await go(member, at);
    await expect(member.locator('main h1').first()).toBeVisible();
    await member.waitForLoadState('networkidle');
    await look(member, name);
  }
});

test('who serves most, and what a year came to', async ({ page }) => {
  await signIn(page, GENERAL_WORKER, '/service/activityCount');
  await expect(page.getByRole('heading', { name: '按下级组织' })).toBeVisible();
  await look(page, 'count');
  await go(page, HOME);
  await openTab(page, '志愿者');
  await expect(page.locator('tbody tr').first()).toContainText('小时');
  await look(page, 'volunteers');
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: '服务时长' })).toBeVisible();
  await expect(page.locator('tbody tr').first()).toContainText('已通过');
  await look(page, 'volunteer');
});
