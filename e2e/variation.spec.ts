import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BRANCH_WORKER, COLLEGE, GENERAL_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const LIST = '/affairs/variation';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const day = (ago: number) =>
  new Date(Date.now() - ago * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

const look = lookAs('variation');
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

/** The paper and, where the branch has voted, day and count. */
async function fill(page: Page, meeting: boolean): Promise<void> {
  if (meeting) {
    await page.getByRole('textbox', { name: '支部大会日期' }).fill(day(3));
    await page.getByRole('textbox', { name: '应到人数' }).fill('20');
    await page.getByLabel('实到人数').fill('16');
    await page.getByLabel('赞成票数').fill('15');
  }
  await page.getByTestId('upload-input').setInputFiles({ name: '材料.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByRole('button', { name: '去掉' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

test('停止党籍 is voted and agreed above, and restored; a death is registered at once; others see nothing of it', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  const { rows } = (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=100')) as {
    rows: { id: string; name: string; isFloating: boolean; personCategory: number }[];
  };
  // Not the first ones, who hold the posts.
  const [lost, dead] = rows.filter((one) => one.personCategory === 1 && !one.isFloating).slice(20);
  if (!lost || !dead) throw new Error('nobody in the branch');

  await go(page, `${LIST}/variationAdd?kind=suspended&memberId=${lost.id}&ground=settled`);
  await page.getByRole('textbox', { name: '情况说明' }).fill('因私出国并长期定居');
  await page.getByRole('button', { name: '报批' }).click();
  await expect(page.getByText('请上传材料')).toBeVisible();
  await look(page, 'faults');
  await page.getByRole('textbox', { name: '定居的日期' }).fill(day(60));
  await page.getByRole('textbox', { name: '生效日期' }).fill(day(1));
  await fill(page, true);
  await page.getByRole('button', { name: '报批' }).click();
  await notice(page, '已报渡口社区党总支审批');
  await expect(page).toHaveURL(/variationDetail\/\d+/);
  const address = page.url().replace(/^[^#]*#/, '');
  // Whoever has registered it does not decide it.
  await expect(page.getByRole('button', { name: '批准', exact: true })).toHaveCount(0);

  const street = await another();
  await signIn(street, GENERAL_WORKER, address);
  await look(street, 'detail');
  await street.getByRole('button', { name: '批准', exact: true }).click();
  await street.getByRole('dialog').getByRole('button', { name: '批准', exact: true }).click();
  await notice(street, '已批准并生效');
  await look(street, 'effective');

  await page.reload();
  await page.getByRole('link', { name: '恢复党籍' }).click();
  await page.getByRole('textbox', { name: '恢复日期' }).fill(day(0));
  await page.getByRole('textbox', { name: '情况说明' }).fill('已取得联系，本人要求恢复');
  await fill(page, true);
  await look(page, 'restore');
  await page.getByRole('button', { name: '报批' }).click();
  await notice(page, '已报渡口社区党总支审批');
  await expect(page.getByRole('heading', { name: `恢复党籍 ${lost.name}` })).toBeVisible();
  await go(street, page.url().replace(/^[^#]*#/, ''));
  await street.getByRole('button', { name: '批准', exact: true }).click();
  await street.getByRole('dialog').getByRole('button', { name: '批准', exact: true }).click();
  await notice(street, '已批准并生效');

  await go(page, `${LIST}/variationAdd?kind=died&memberId=${dead.id}`);
  await page.getByRole('textbox', { name: '死亡日期' }).fill(day(2));
  await page.getByRole('textbox', { name: '情况说明' }).fill('因病去世');
  await fill(page, false);
  await page.getByRole('button', { name: '登记', exact: true }).click();
  await notice(page, '已登记并生效');
  await look(page, 'death');

  const college = await another();
  await signIn(college, COLLEGE, address);
  await expect(college.getByText('没有找到，或不在管理范围内').first()).toBeVisible();
  const wrong = await another();
  await signIn(wrong, MEMBER, LIST);
  expect((await ask(wrong, '/api/dyyd/listPage')).code).not.toBe(200);
});
