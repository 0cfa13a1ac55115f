import { expect, type Page } from '@playwright/test';
import { SECRETS, settingsFor, startCounterpart } from '../test/support/counterparts/counterpart.ts';
import { lookAs } from './support/look.ts';
import { ADMIN, BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, test } from './support/test.ts';

const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('speech');

test('a recording is turned into text by the service that the administrator set, and stands behind what is written', async ({
  page,
  another,
}) => {
  const outside = await startCounterpart();
  outside.recognise({ asks: 1, text: '大家学习了文件，一致同意。' });
  await signIn(page, ADMIN, '/sys/site');
  await page.getByLabel('启用语音转文字').check();
  await page.getByRole('textbox', { name: '语音转文字服务地址' }).fill(settingsFor(outside.origin, []).speech.url);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  // Switched on without a key it could never work.
  await expect(page.getByText('启用语音转文字时，请设置密钥')).toBeVisible();
  await page.getByRole('button', { name: '语音转文字密钥：设置' }).click();
  await page.getByLabel('语音转文字密钥', { exact: true }).fill(SECRETS.speechKey);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await notice(page, '保存成功');

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/event');
  const { today } = (await ask(branch, '/api/zzsh/duty/overview')).data;
  const day = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  await branch.getByRole('link', { name: '登记会议', exact: true }).click();
  await branch.getByRole('textbox', { name: '会议名称' }).fill('有录音的党员大会');
  await branch.getByRole('textbox', { name: '日期' }).fill(day);
  await branch.getByRole('textbox', { name: '地点' }).fill('二楼会议室');
  const recording = Buffer.concat([Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1'), Buffer.alloc(2048)]);
  await branch
    .getByTestId('upload-input')
    .first()
    .setInputFiles({ name: '会议录音.mp3', mimeType: 'audio/mpeg', buffer: recording });
  // Its name is a button once all of it has arrived; until then nothing is saved.
  await expect(branch.getByRole('button', { name: '会议录音.mp3', exact: true })).toBeVisible();
  await branch.getByRole('button', { name: '存为草稿' }).click();
  await notice(branch, '已存为草稿');
  await branch.getByRole('button', { name: '发出通知' }).click();
  await branch.getByRole('dialog').getByRole('button', { name: '发出通知' }).click();
  await notice(branch, '通知已发出');
  await branch.getByRole('link', { name: '会议现场' }).click();
  const minutes = branch.getByRole('textbox', { name: '会议记录', exact: true });
  await minutes.fill('主持人宣布开会。');
  await branch.getByRole('button', { name: '转成文字' }).click();
  await expect(branch.getByText('大家学习了文件，一致同意。')).toBeVisible();
  await expect(minutes).toHaveValue('主持人宣布开会。');
  await branch.getByRole('button', { name: '放到会议记录后面' }).click();
  await expect(minutes).toHaveValue('主持人宣布开会。\n大家学习了文件，一致同意。');
  await look(branch, 'minutes');
  expect(outside.speech.map(({ name }) => name)).toEqual(['会议录音.mp3']);

  // Away, it says so at the recording, and what is written stays.
  outside.fail('/speech', 'error');
  await branch.getByRole('button', { name: '重新转写' }).click();
  await expect(branch.getByText('外部服务暂时没有响应，请稍后再试')).toBeVisible();
  await expect(minutes).toHaveValue('主持人宣布开会。\n大家学习了文件，一致同意。');
  await page.getByLabel('启用语音转文字').uncheck();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await look(page, 'site');
  await outside.close();
});
