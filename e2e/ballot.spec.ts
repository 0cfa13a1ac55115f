import { expect } from '@playwright/test';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, test } from './support/test.ts';

// The line is broken on purpose.
test.use({ faults: [/net::ERR_FAILED/] });

const NAME = '换届方案表决';

test('a member votes on a phone with a slip that names nobody; the line breaks once and nothing is lost', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/event/ballot/edit/new');
  await page.getByLabel('投票名称').fill(NAME);
  await page.getByLabel('表决事项').fill('换届工作方案\n选举办法');
  await page.getByRole('textbox', { name: '截止时间' }).fill('2099-12-31 18:00');
  await page.getByRole('button', { name: '存草稿' }).click();
  await page.getByRole('button', { name: '开始投票' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '开始投票' }).click();
  await expect(page.getByText('投票期间只显示人数', { exact: false })).toBeVisible();

  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone, MEMBER, '/partyMember/ballot');
  await phone.getByRole('link', { name: NAME }).first().click();
  let lost = false;
  await phone.route('**/api/zzsh/ballot/own/slip', async (route) => {
    if (lost) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort();
  });
  await phone.getByRole('button', { name: '领票' }).click();
  await expect(phone.getByRole('alert')).toBeVisible();
  await phone.reload();
  await phone.getByRole('button', { name: '领票' }).click();
  const first = phone.getByRole('group', { name: '换届工作方案' });
  await expect(first).toBeVisible();
  await first.getByText('赞成').click();
  await phone.getByRole('button', { name: '投票', exact: true }).click();
  await expect(phone.getByText('请对每一项表决')).toBeVisible();
  await phone.getByRole('group', { name: '选举办法' }).getByText('反对').click();
  if (process.env.LOOK) await phone.screenshot({ path: `${process.env.LOOK}/vote.png`, fullPage: true });
  const handed = phone.waitForRequest('**/api/zzsh/ballot/cast');
  await phone.getByRole('button', { name: '投票', exact: true }).click();
  await phone.getByRole('dialog').getByRole('button', { name: '投出' }).click();
  const { authorization, cookie } = await (await handed).allHeaders();
  expect([authorization, cookie]).toEqual([undefined, undefined]);
  await expect(phone.getByText('您的票已经投出')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('您的票已经投出')).toBeVisible();

  await page.reload();
  await expect(page.locator('.ballot-figures')).toContainText('1票');
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/open.png`, fullPage: true });
});

test('paper ballots: two tellers who agree end the vote, two passwords seal it', async ({ page, another }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/event/ballot/edit/new');
  await page.getByLabel('投票名称').fill('支部委员选举');
  await page.getByLabel('投票方式').selectOption({ label: '选举（在候选人中选）' });
  await page.getByLabel('应选人数').fill('2');
  await page.getByLabel('候选人').fill('陈国梁\n向春梅\n周正平');
  await page.getByRole('textbox', { name: '截止时间' }).fill('2099-12-31 18:00');
  await page.getByLabel('用纸质选票').check();
  await page.getByRole('button', { name: '存草稿' }).click();
  await page.getByRole('button', { name: '开始投票' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '开始投票' }).click();
  await expect(page.getByText('还没有人录入', { exact: false })).toBeVisible();
  const address = new URL(page.url()).hash.slice(1);
  // An election holds from four fifths of those entitled on.
  const { voters } = (await ask(page, `/api/zzsh/ballot/${address.split('/').at(-1)}`)).data;
  const cast = Math.ceil(voters * 0.8);
  const street = await another();
  await signIn(street, BASE_WORKER, address);
  const enter = async (who: typeof page, votes: string) => {
    await who.getByRole('button', { name: '录入票数' }).click();
    const dialog = who.getByRole('dialog');
    await dialog.getByLabel('收回选票').fill(String(cast));
    await dialog.getByLabel('陈国梁得票').fill(String(cast - 2));
    await dialog.getByLabel('向春梅得票').fill(votes);
    await dialog.getByLabel('周正平得票').fill('5');
    await dialog.getByRole('button', { name: '录入', exact: true }).click();
  };
  await enter(page, String(cast - 8));
  await expect(page.locator('.notice', { hasText: '等另一名计票人录入' })).toBeVisible();
  await enter(street, String(cast - 7));
  await expect(street.getByText('与另一名计票人录入的不一致', { exact: false })).toBeVisible();
  await street
    .getByRole('dialog')
    .getByLabel('向春梅得票')
    .fill(String(cast - 8));
  await street.getByRole('dialog').getByRole('button', { name: '录入', exact: true }).click();
  await expect(street.getByRole('row', { name: /陈国梁/ })).toContainText('当选');
  await expect(street.getByRole('row', { name: /周正平/ })).toContainText('未当选');
  await page.reload();
  // The branch first; the superior is the second person alone.
  for (const who of [page, street]) {
    await who.reload();
    await who.getByRole('button', { name: '确认结果' }).click();
    await who.getByRole('dialog').getByLabel('登录密码').fill('Party2026');
    await who.getByRole('dialog').getByRole('button', { name: '确认', exact: true }).click();
    await expect(who.getByRole('dialog')).toHaveCount(0);
  }
  await expect(street.getByText('封存，不能再改', { exact: false })).toBeVisible();
  if (process.env.LOOK) await street.screenshot({ path: `${process.env.LOOK}/encrypted.png`, fullPage: true });
  await expect(street.getByRole('button', { name: '作废' })).toHaveCount(0);
});
