import { expect } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

test.use({ readsQuestions: true });
const look = lookAs('asks');

test('an act that tells or binds many asks once, with the number and who; who says no has done nothing', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/event');
  const { today } = (await ask(page, '/api/zzsh/duty/overview')).data;
  const day = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const { user } = await ask(page, '/api/getInfo').then(({ data }) => data);
  const made = await askBy(page, '/api/zzsh/meeting', {
    orgId: user.deptId ?? user.orgId,
    type: 1,
    title: '先问一句的党员大会',
    startsAt: `${day} 09:00`,
    endsAt: `${day} 10:00`,
    place: '会议室',
    note: '',
    topics: [{ kind: 1, title: '学习' }],
    files: [],
  });
  expect(made.code, JSON.stringify(made)).toBe(200);
  await go(page, `/affairs/event/viewMeeting/${made.data.id}/1`);
  await page.getByRole('button', { name: '发出通知' }).click();
  const box = page.getByRole('dialog', { name: /^发出通知/ });
  await expect(box).toContainText(/涉及\d+人：.+、.+/);
  await look(page, 'notify');
  await box.getByRole('button', { name: '发出通知' }).click();
  await expect(page.locator('.notice', { hasText: '通知已发出' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await go(page, `/affairs/event/meeting/${made.data.id}`);
  const rest = page.getByRole('button', { name: /^其余\d+人都到了$/ });
  const [count = ''] = /\d+/.exec((await rest.textContent()) ?? '') ?? [];
  await rest.click();
  const question = page.getByRole('dialog', { name: '登记其余到会' });
  await expect(question).toContainText(`涉及${count}人：`);
  await look(page, 'rest');
  await question.getByRole('button', { name: '取消' }).click();
  await expect(question).toHaveCount(0);
  await expect(rest).toHaveText(`其余${count}人都到了`);
  await expect(rest).toBeEnabled();
  await page.getByRole('button', { name: '结束签到' }).click();
  const end = page.getByRole('dialog', { name: '结束签到' });
  // The one who keeps the minutes has not signed in either, and marks nobody's attendance of their own.
  await expect(end).toContainText(`涉及${Number(count) + 1}人：`);
  await end.getByRole('button', { name: '确定结束签到' }).click();
  await expect(page.getByRole('button', { name: '提交会议记录' })).toBeVisible();
  await rest.click();
  await question.getByRole('button', { name: '确定登记其余到会' }).click();
  await expect(page.locator('.notice', { hasText: `其余${count}人已登记为已到` })).toBeVisible();
});
