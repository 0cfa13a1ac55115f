import { expect, type Page } from '@playwright/test';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

test('a branch writes, a number is refused and masked, its committee approves, a member reads on a phone, it is withdrawn', async ({
  page,
  another,
}) => {
  const title = `支部到江滩捡垃圾 ${Date.now()}`;
  await signIn(page, BRANCH_WORKER, '/archive/article');
  await page.getByRole('link', { name: '新增文章' }).click();
  await page.getByRole('combobox', { name: '栏目' }).selectOption({ label: '基层党建' });
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await page.getByRole('textbox', { name: '正文' }).click();
  await page.keyboard.type('周六上午，支部的十二名同志到江滩捡垃圾，联系人一三八零零零一二三四五。');
  await expect(page.getByText(/手机号138\*{4}2345/).first()).toBeVisible();
  await page.getByRole('button', { name: '一键遮盖', exact: true }).click();
  await expect(page.getByText(/手机号138\*{4}2345/)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: '送审', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '送审', exact: true }).click();
  await notice(page, '已送审');
  const id = /view\/(\d+)/.exec(page.url())?.[1] ?? '';

  const committee = await another();
  await signIn(committee, BASE_WORKER, `/archive/article/view/${id}`);
  await committee.getByRole('button', { name: '同意发布' }).click();
  await committee.getByRole('dialog').getByRole('button', { name: '同意发布' }).click();
  await notice(committee, '现在起展示');

  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone, MEMBER, `/newsInformation/article/view/${id}`);
  await expect(phone.getByRole('heading', { name: title })).toBeVisible();
  await expect(phone.getByText('138****2345').or(phone.getByText(/\*{4}/)).first()).toBeVisible();
  await phone.getByRole('button', { name: '打印' }).click();
  await expect(
    phone
      .getByRole('dialog')
      .getByText(/第1页|共1页|下载/)
      .first(),
  ).toBeVisible();

  await go(committee, `/archive/article/view/${id}`);
  await committee.getByRole('button', { name: '撤下' }).click();
  await committee.getByRole('textbox', { name: '撤下原因' }).fill('数字有误');
  await committee.getByRole('dialog').getByRole('button', { name: '撤下' }).click();
  await notice(committee, '已撤下');
  await phone.reload();
  await expect(phone.getByText('该内容已撤下')).toBeVisible();
});

test('a member posts, is reported and hidden, objects, and an organisation above shows it again', async ({
  page,
  another,
}) => {
  const text = `楼道的灯坏了三天 ${Date.now()}`;
  await signIn(page, MEMBER, '/archive/circleFriends');
  await page.getByRole('link', { name: '发布', exact: true }).click();
  await page.getByRole('textbox', { name: '内容' }).fill(text);
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await notice(page, '已发布');
  await expect(page.getByRole('heading', { name: '动态详情' })).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  const path = new URL(page.url()).hash.slice(1);

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, path);
  await branch.getByRole('button', { name: '举报' }).click();
  await branch.getByRole('textbox', { name: '举报原因' }).fill('没有核实');
  await branch.getByRole('dialog').getByRole('button', { name: '举报' }).click();
  await notice(branch, '已收到');
  await go(branch, '/archive/circleFriends?tab=pending');
  await expect(branch.getByText(text)).toBeVisible();
  await go(branch, path);
  await branch.getByRole('button', { name: '隐藏' }).click();
  await branch.getByRole('textbox', { name: '原因' }).fill('没有核实的消息');
  await branch.getByRole('dialog').getByRole('button', { name: '隐藏' }).click();
  await expect(branch.getByText('隐藏原因：没有核实的消息')).toBeVisible();

  await page.reload();
  await expect(page.getByText('隐藏原因：没有核实的消息')).toBeVisible();
  await page.getByRole('button', { name: '提出异议' }).click();
  await page.getByRole('textbox', { name: '为什么不应隐藏' }).fill('我亲眼看到的');
  await page.getByRole('dialog').getByRole('button', { name: '提出异议' }).click();
  await notice(page, '已提出');
  await branch.reload();
  await expect(branch.getByText('有异议')).toBeVisible();
  await expect(branch.getByRole('button', { name: '维持隐藏' })).toHaveCount(0);

  const above = await another();
  await signIn(above, BASE_WORKER, path);
  await above.getByRole('button', { name: '恢复显示' }).click();
  await notice(above, '大家可以看到');
  await page.reload();
  await expect(page.getByText('隐藏原因')).toHaveCount(0);
});
