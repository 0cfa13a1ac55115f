import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER, GENERAL_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('lifeMatters');

test('民主生活会: plan before, said by name for those present alone, a problem struck off, report after', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/event');
  const { today, orgId } = (await ask(page, '/api/zzsh/duty/overview')).data;
  const day = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  await go(page, `/affairs/event/editDemocraticLifeMeeting/0/${orgId}`);
  await page.getByRole('textbox', { name: '会议名称' }).fill('领导班子民主生活会');
  await page.getByRole('textbox', { name: '日期' }).fill(day);
  await page.getByRole('textbox', { name: '地点' }).fill('三楼会议室');
  await page.getByRole('button', { name: '存为草稿' }).click();
  await notice(page, '已存为草稿');
  await expect(page).toHaveURL(/viewDemocraticLifeMeeting\/\d+/);
  const id = /viewDemocraticLifeMeeting\/(\d+)\//.exec(page.url())?.[1] ?? '';
  const matter = `/affairs/event/editDemocraticLifeMeeting/${id}/${orgId}`;
  await go(page, matter);
  await page.getByRole('button', { name: '填写', exact: true }).click();
  let dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '会议方案' }).fill('按规定程序召开。');
  await dialog.getByRole('textbox', { name: '会前学习' }).fill('集中学习党章。');
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('按规定程序召开。')).toBeVisible();
  await go(page, `/affairs/event/viewDemocraticLifeMeeting/${id}/${orgId}`);
  await page.getByRole('button', { name: '发出通知' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发出通知' }).click();
  await notice(page, '通知已发出');
  await go(page, `/affairs/event/meeting/${id}`);
  await page.getByRole('button', { name: '结束签到' }).click();
  await notice(page, '签到已结束');
  await go(page, matter);
  await page.getByRole('button', { name: '登记问题' }).click();
  dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '问题' }).fill('到基层调研少');
  await dialog.getByRole('textbox', { name: '整改措施' }).fill('每月下沉一次');
  await dialog.getByRole('textbox', { name: '整改期限' }).fill(today);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: '销号' }).click();
  dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '完成日期' }).fill(today);
  await dialog.getByRole('textbox', { name: '整改结果' }).fill('已下沉两次');
  await dialog.getByRole('button', { name: '销号', exact: true }).click();
  await expect(page.getByText('1个问题，已销号1个')).toBeVisible();
  await page.getByRole('region', { name: '情况报告' }).getByRole('button', { name: '上报' }).click();
  dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '上报', exact: true }).click();
  await expect(dialog.getByText('请输入会议情况报告')).toBeVisible();
  await dialog.getByRole('textbox', { name: '会议情况报告' }).fill('会议按方案召开，达到预期。');
  await dialog.getByRole('button', { name: '上报', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('会议按方案召开，达到预期。')).toBeVisible();
  await look(page, 'report');
  const other = await another();
  await signIn(other, BRANCH_WORKER, '/affairs/event');
  expect((await ask(other, `/api/zzsh/meeting/${id}`)).code).toBe(404);
});

test('民主评议: the plan goes up, comes back with a reason, is agreed; 自评 begins; a grade against the poll needs a reason', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/event');
  const { today, orgId } = (await ask(page, '/api/zzsh/duty/overview')).data;
  await go(page, `/affairs/event/editDemocraticAppraisal/0/${orgId}`);
  await page.getByRole('textbox', { name: '会议名称' }).fill('民主评议党员大会');
  await page.getByRole('textbox', { name: '日期' }).fill(today);
  await page.getByRole('textbox', { name: '地点' }).fill('支部活动室');
  await page.getByRole('button', { name: '存为草稿' }).click();
  await notice(page, '已存为草稿');
  await expect(page).toHaveURL(/viewDemocraticAppraisal\/\d+/);
  const id = /viewDemocraticAppraisal\/(\d+)\//.exec(page.url())?.[1] ?? '';
  const matter = `/affairs/event/editDemocraticAppraisal/${id}/${orgId}`;
  await go(page, matter);
  const send = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '上报', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  await send('上报方案');
  const above = await another();
  await signIn(above, GENERAL_WORKER, matter);
  await above.getByRole('button', { name: '退回', exact: true }).click();
  const back = above.getByRole('dialog');
  await back.getByRole('textbox', { name: '退回原因' }).fill('时间没有写明');
  await back.getByRole('button', { name: '退回', exact: true }).click();
  await notice(above, '已退回');
  await page.reload();
  await expect(page.getByText('时间没有写明')).toBeVisible();
  await send('补正后再报');
  await above.reload();
  await above.getByRole('button', { name: '同意', exact: true }).click();
  await above.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
  await notice(above, '已同意方案');
  await page.reload();
  await page.getByRole('button', { name: '开始评议' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '开始评议' }).click();
  await notice(page, '评议已开始');
  const grades = page.getByRole('region', { name: '测评和等次' });
  // The first whose grade is not one's own.
  const other = grades
    .getByRole('listitem')
    .filter({ has: page.locator('select:enabled') })
    .first();
  await other.getByRole('textbox', { name: /的测评合格票$/ }).fill('10');
  await other.getByRole('combobox').selectOption({ label: '优秀' });
  await grades.getByRole('button', { name: '保存', exact: true }).click();
  await notice(page, '评议结果已保存');
  await grades.getByRole('button', { name: '完成评议' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '完成评议' }).click();
  await expect(other.getByRole('alert')).toContainText('的等次与测评多数意见“合格”不同，请写明理由');
  await look(page, 'appraisal-grades');
});
