import { expect, type Page } from '@playwright/test';
import { hold } from './support/line.ts';
import { lookAs } from './support/look.ts';
import { more } from './support/menu.ts';
import { paperOn } from './support/paper.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const LIST = '/affairs/event';
const TITLE = '学习贯彻会议精神党员大会';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('event');

test('a branch holds a meeting: draft, notice, sign-in by phone, minutes, archive by the superior, on paper', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  // Of the day before, so that it has begun whatever the hour is.
  const { today } = (await ask(page, '/api/zzsh/duty/overview')).data;
  const day = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('link', { name: '登记会议' }).click();
  await page.getByRole('textbox', { name: '会议名称' }).fill(TITLE);
  await page.getByRole('textbox', { name: '日期' }).fill(day);
  await page.getByRole('textbox', { name: '地点' }).fill('二楼会议室');
  await page.getByRole('button', { name: '添加议题' }).click();
  await page.getByRole('combobox', { name: '第1个议题的类别' }).selectOption({ label: '讨论决定' });
  await page.getByRole('textbox', { name: '第1个议题', exact: true }).fill('讨论年度学习计划');
  await look(page, 'form');
  // An end before the beginning is told at its field, and nothing is written.
  await page.getByRole('combobox', { name: '结束时间' }).selectOption({ label: '08:30' });
  await page.getByRole('button', { name: '存为草稿' }).click();
  await expect(page.getByText('结束时间应晚于开始时间').first()).toBeVisible();
  await page.getByRole('combobox', { name: '结束时间' }).selectOption({ label: '10:30' });
  await page.getByRole('button', { name: '存为草稿' }).click();
  await notice(page, '已存为草稿');
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  const [, id = ''] = /viewMeeting\/(\d+)\//.exec(page.url()) ?? [];
  const href = page.url().replace(/^.*#/, '');

  await page.getByRole('button', { name: '发出通知' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '发出通知' }).click();
  await notice(page, '通知已发出');
  await more(page, '签到表');
  expect((await paperOn(page))[0]?.text).toContain('会议签到表');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '会议现场' }).click();
  await expect(page.getByAltText('会议签到的二维码')).toBeVisible();
  await look(page, 'run');

  // Somebody due opens what the code leads to, and nobody gets in by a code that was made up.
  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone, MEMBER, '/partyMember/orgLife');
  await go(phone, `/m/sign/${id}/0123456789abcdef`);
  await expect(phone.getByRole('alert')).toHaveText('签到码已经失效，请重新扫码');
  const { code } = (await ask(page, `/api/zzsh/meeting/code?id=${id}`)).data;
  await go(phone, `/m/sign/${id}/${code}`);
  await expect(phone.getByRole('heading', { name: '已签到（迟到）' })).toBeVisible();
  await look(phone, 'signed');
  // Whoever keeps the minutes signs in by the code as everybody does: nobody says of oneself that they came.
  const runs = page.url().split('#')[1] ?? '';
  const fresh = (await ask(page, `/api/zzsh/meeting/code?id=${id}`)).data.code;
  await go(page, `/m/sign/${id}/${fresh}`);
  await expect(page.getByRole('heading', { name: /^已签到/ })).toBeVisible();
  await go(page, runs);

  await page.getByRole('button', { name: '结束签到' }).click();
  await notice(page, '签到已结束');
  // Without minutes and with people of whom nothing is known it is refused at both fields.
  await page.getByRole('button', { name: '提交会议记录' }).click();
  await expect(page.getByText('请填写会议记录').first()).toBeVisible();
  await expect(page.getByText(/还有\d+人没有登记到会情况/).first()).toBeVisible();
  await page.getByRole('button', { name: /^其余\d+人都到了$/ }).click();
  await notice(page, /其余\d+人已登记为已到/);
  await page.getByRole('textbox', { name: '讨论年度学习计划的记录' }).fill('大家逐条讨论了学习计划。');
  await page.getByRole('textbox', { name: '讨论年度学习计划的议定事项' }).fill('每月集中学习一次');
  // Submitting follows saving at once: the meeting is not read again in between, however long that takes.
  const release = await hold(page, `/api/zzsh/meeting/${id}`);
  await page.getByRole('button', { name: '保存记录' }).click();
  await notice(page, '会议记录已保存');
  await expect(page.getByRole('textbox', { name: '讨论年度学习计划的记录' })).toHaveValue('大家逐条讨论了学习计划。');
  // By the keyboard: the mouse is kept off by the veil over calls that take longer than 0.8 s.
  await page.getByRole('button', { name: '提交会议记录' }).press('Enter');
  await notice(page, '已提交，等待上级审阅');
  await release();

  const superior = await another();
  await signIn(superior, BASE_WORKER, href);
  await expect(superior.getByRole('heading', { name: TITLE })).toBeVisible();
  await look(superior, 'view');
  await superior.getByRole('button', { name: '归档' }).click();
  await superior.getByRole('dialog').getByRole('button', { name: '归档' }).click();
  await notice(superior, '已归档');
  await expect(superior.getByRole('button', { name: '退回' })).toHaveCount(0);
  await superior.getByRole('button', { name: '会议记录' }).click();
  const [sheet] = await paperOn(superior);
  for (const words of [TITLE, '大家逐条讨论了学习计划。', '每月集中学习一次']) expect(sheet?.text).toContain(words);
  await superior.keyboard.press('Escape');

  // The branch reads that it is archived, and who signed in reads what was said.
  await go(page, `${LIST}?tab=year`);
  await page.getByRole('button', { name: '全年记录' }).click();
  expect((await paperOn(page))[0]?.text).toContain('组织生活记录');
  await page.keyboard.press('Escape');
  await look(page, 'year');
  await go(phone, '/partyMember/orgLife');
  await expect(phone.getByText(TITLE).first()).toBeVisible();
});
