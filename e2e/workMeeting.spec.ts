import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { pdfOf } from './support/pdf.ts';
import { BASE_WORKER, BRANCH_WORKER, COLLEGE } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const TITLE = '冬季集中培训动员会';
/** A sheet that is taken back when the meeting ends. */
const CLOSED = '人事方案.pdf';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('work-meeting');

test('a street calls a meeting, a branch answers, is marked as there, and the minutes become a task', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/meeting/addMeeting');
  await page.getByRole('textbox', { name: '会议名称' }).fill(TITLE);
  await page.getByRole('textbox', { name: '开始时间' }).fill('2099-12-01 09:00');
  await page.getByRole('textbox', { name: '结束时间' }).fill('2099-12-01 08:00');
  await page.getByRole('textbox', { name: '地点' }).fill('街道二楼会议室');
  await page.getByRole('textbox', { name: '议程' }).fill('一、动员\n二、布置任务');
  await page.getByRole('combobox', { name: '通知范围' }).selectOption('chosen');
  await page.getByRole('button', { name: '存为草稿' }).click();
  await expect(page.getByText('结束时间应晚于开始时间').first()).toBeVisible();
  await page.getByRole('textbox', { name: '结束时间' }).fill('2099-12-01 11:00');
  await page.getByRole('button', { name: '选择组织' }).click();
  const dialog = page.getByRole('dialog', { name: '选择承办组织' });
  await dialog.getByRole('searchbox').fill('渡口第一党支部');
  await page.keyboard.press('Enter');
  await dialog
    .getByRole('row', { name: /渡口第一党支部/ })
    .getByRole('checkbox')
    .check();
  await dialog.getByRole('button', { name: '确定' }).click();
  const closed = page.locator('.form-field', { hasText: '会后收回的材料' });
  await closed
    .getByTestId('upload-input')
    .setInputFiles({ name: CLOSED, mimeType: 'application/pdf', buffer: pdfOf(2) });
  await expect(closed.getByText(CLOSED)).toBeVisible();
  await look(page, 'form');
  await page.getByRole('button', { name: '存为草稿' }).click();
  await page.getByRole('button', { name: '发出通知' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发出通知' }).click();
  await notice(page, '通知已发出');
  const path = /#(\/affairs\/meeting\/viewMeetingRecord\/(\d+)\/0)/.exec(page.url());
  const id = path?.[2] ?? '';

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/meeting');
  await branch.getByRole('link', { name: TITLE }).click();
  await branch.getByRole('button', { name: '填写回执' }).click();
  const answer = branch.getByRole('dialog', { name: /会议回执/ });
  await answer.getByRole('combobox', { name: '回执' }).selectOption('2');
  await answer.getByRole('button', { name: '提交回执' }).click();
  await expect(answer.getByText('请输入请假原因')).toBeVisible();
  await answer.getByRole('combobox', { name: '回执' }).selectOption('1');
  await answer.getByRole('button', { name: '提交回执' }).click();
  await notice(branch, '保存成功');
  await expect(branch.getByRole('button', { name: '修改回执' })).toBeVisible();
  await look(branch, 'answered');
  // What is taken back is read here and nowhere else.
  await expect(branch.getByText('只能在会议结束前在页面里查看，不能下载')).toBeVisible();
  await expect(branch.getByRole('button', { name: `下载${CLOSED}` })).toHaveCount(0);
  await branch.getByRole('button', { name: `查看${CLOSED}` }).click();
  const paper = branch.getByRole('dialog', { name: `查看 ${CLOSED}` });
  await expect(paper.getByText('1/2页')).toBeVisible();
  await expect(paper.getByText('Page 1')).toBeVisible();
  await expect(paper.locator('iframe')).toHaveCount(0);
  await look(branch, 'closed');
  await branch.keyboard.press('Escape');

  await go(page, `/affairs/meeting/memberList/${id}`);
  await page.getByRole('button', { name: '登记' }).click();
  const mark = page.getByRole('dialog', { name: /登记到会/ });
  await mark.getByRole('textbox', { name: '原因' }).fill('手机没电');
  await mark.getByRole('button', { name: '登记' }).click();
  await expect(page.getByText('已到').first()).toBeVisible();
  await look(page, 'members');
  // It begins in many years: it is not held before.
  await page.getByRole('button', { name: '结束签到' }).click();
  await expect(page.getByRole('dialog')).toContainText(/通知\d+人，已到\d+人，未到\d+人/);
  await page.getByRole('dialog').getByRole('button', { name: '结束签到' }).click();
  await expect(page.getByText('会议还没有开始').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();

  // The demo's meeting whose minutes are out: what was agreed becomes a task.
  await go(page, '/affairs/meeting?tab=held');
  await look(page, 'list');
  await page.getByRole('link', { name: '第三季度党建工作例会' }).click();
  await expect(page.getByText(/会议纪要〔\d{4}〕第1号/).first()).toBeVisible();
  await look(page, 'minutes');
  await page.getByRole('button', { name: '转为任务' }).first().click();
  await expect(page.getByRole('heading', { name: /编辑 各支部补齐/ })).toBeVisible();

  await go(branch, '/affairs/meeting');
  await branch.getByRole('link', { name: '第三季度党建工作例会' }).click();
  await branch.getByRole('link', { name: '填写落实情况' }).click();
  await branch.getByRole('textbox', { name: '落实情况' }).fill('已在支部党员大会传达，补齐了两次会议记录。');
  await look(branch, 'record');
  await branch.getByRole('button', { name: '保存' }).click();
  await expect(branch.getByText('补齐了两次会议记录')).toBeVisible();

  const stranger = await another();
  await signIn(stranger, COLLEGE, `/affairs/meeting/viewMeetingRecord/${id}/0`);
  await expect(stranger.getByRole('heading', { name: '没有找到，或不在管理范围内' })).toBeVisible();
});
