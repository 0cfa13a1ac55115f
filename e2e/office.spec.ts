import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER, COLLEGE } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const TITLE = '报送慰问困难党员情况';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('office');

/** What the address names: `/affairs/task/<what>/<id>…`. */
const idOf = (page: Page) => /\/affairs\/task\/\w+\/(\d+)/.exec(page.url())?.[1] ?? '';

test('a street gives a task, a branch answers it by phone, it comes back and is accepted', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/task/add');
  await page.getByRole('textbox', { name: '任务名称' }).fill(TITLE);
  await page.getByRole('textbox', { name: '任务要求' }).fill('写明慰问了谁、什么时候、反映了什么困难。');
  await page.getByRole('textbox', { name: '截止日期' }).fill('2099-12-31');
  await page.getByRole('button', { name: '存草稿，去预览' }).click();
  await expect(page.getByRole('heading', { name: '任务预览' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /发给\d+个组织/ })).toBeVisible();
  await look(page, 'preview');
  const id = idOf(page);

  // To one branch alone: the draft is changed before it goes out.
  await page.getByRole('link', { name: '修改' }).click();
  await page.getByRole('combobox', { name: '发给谁' }).selectOption('chosen');
  await page.getByRole('button', { name: '存草稿，去预览' }).click();
  await expect(page.getByText('请选择组织').first()).toBeVisible();
  await page.getByRole('button', { name: '选择组织' }).click();
  const dialog = page.getByRole('dialog', { name: '选择承办组织' });
  await dialog.getByRole('searchbox').fill('渡口第一党支部');
  await page.keyboard.press('Enter');
  await dialog
    .getByRole('row', { name: /渡口第一党支部/ })
    .getByRole('checkbox')
    .check();
  await dialog.getByRole('button', { name: '确定' }).click();
  await look(page, 'form');
  await page.getByRole('button', { name: '存草稿，去预览' }).click();
  await page.getByRole('button', { name: '发布给1个组织' }).click();
  await expect(page).toHaveURL(new RegExp(`/affairs/task/detail/${id}`));
  await expect(page.getByRole('row', { name: /渡口第一党支部/ })).toBeVisible();
  await look(page, 'detail');

  const branch = await another();
  await branch.setViewportSize({ width: 390, height: 844 });
  await signIn(branch, BRANCH_WORKER, '/affairs/office');
  await look(branch, 'home');
  await go(branch, `/affairs/task/view/${id}`);
  await branch.getByRole('link', { name: TITLE }).click();
  await look(branch, 'finish');
  // Opening it is receiving it.
  await expect(branch.locator('.record-tags')).toContainText('办理中');
  await branch.getByRole('button', { name: '上报', exact: true }).click();
  await expect(branch.getByText('请输入办理情况，或引用本组织的记录').first()).toBeVisible();
  await branch.getByRole('textbox', { name: '办理情况' }).fill('十一月二十日慰问了三名困难党员。');
  await branch.getByRole('button', { name: '上报', exact: true }).click();
  await notice(branch, '已上报，等待验收');
  await branch.getByRole('textbox', { name: '留言' }).fill('照片随后补传。');
  await branch.getByRole('button', { name: '发送' }).click();
  await expect(branch.getByText('照片随后补传。')).toBeVisible();

  // The street returns it from the table, and accepts what comes back.
  await page.reload();
  await page.getByRole('button', { name: /^选中本页待验收的1件/ }).click();
  await page.getByRole('button', { name: '退回' }).click();
  const reason = page.getByRole('dialog', { name: '退回1件' });
  await reason.getByLabel('退回原因').fill('请写明困难的具体情况');
  await reason.getByRole('button', { name: '退回' }).click();
  await notice(page, '已退回1件');

  await branch.reload();
  await expect(branch.getByText('退回：请写明困难的具体情况')).toBeVisible();
  await branch.getByRole('textbox', { name: '办理情况' }).fill('慰问了三名困难党员，反映看病开支大，已联系医疗救助。');
  await branch.getByRole('button', { name: '上报', exact: true }).click();
  await notice(branch, '已上报，等待验收');

  await page.reload();
  await page.getByRole('link', { name: /渡口第一党支部.*已上报/ }).click();
  await look(page, 'part');
  await page.getByRole('button', { name: '验收通过' }).click();
  await notice(page, '已验收通过');
  await go(page, '/affairs/task/list?tab=given&as=gantt');
  await look(page, 'gantt');
  await go(page, `/affairs/task/detail/${id}`);
  await expect(page.getByText('1/1').first()).toBeVisible();

  // Kept as a template, it is given again from the list.
  await page.getByRole('button', { name: '存为模板' }).click();
  await notice(page, '已存为模板');
  await go(page, '/affairs/task/list?tab=given');
  await page.getByRole('button', { name: '任务模板' }).click();
  await expect(page.getByRole('dialog', { name: '任务模板' }).getByText(TITLE)).toBeVisible();
  await look(page, 'templates');
  await page.getByRole('button', { name: `用${TITLE}新建任务` }).click();
  await expect(page.getByRole('heading', { name: `编辑 ${TITLE}` })).toBeVisible();

  // Somebody elsewhere finds nothing.
  const stranger = await another();
  await signIn(stranger, COLLEGE, `/affairs/task/view/${id}`);
  await expect(stranger.getByRole('heading', { name: '没有找到，或不在管理范围内' })).toBeVisible();
});
