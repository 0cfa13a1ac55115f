import { expect, type Locator, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BRANCH_WORKER, GENERAL_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

test.use({ actionTimeout: 30_000 });

const ORGS = '/integral/exemptionsSet';

const look = lookAs('scores-exempt');

const rowOf = (page: Page, reason: string): Locator => page.getByRole('row', { name: new RegExp(reason) });

async function agree(page: Page, reason: string): Promise<void> {
  await rowOf(page, reason).getByRole('button', { name: '同意', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
  await expect(rowOf(page, reason).getByText('已确认')).toBeVisible();
}

/** Ends a confirmed one from a day on. */
async function endFrom(page: Page, reason: string, day: string, why: string): Promise<void> {
  await rowOf(page, reason).getByRole('button', { name: '结束', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^结束/ });
  await dialog.getByRole('textbox', { name: '从哪天起照常考核' }).fill(day);
  await dialog.getByRole('button', { name: '结束免考' }).click();
  await expect(dialog.getByText('请输入原因').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: '结束原因' }).fill(why);
  await look(page, `end-${reason.length}`);
  await dialog.getByRole('button', { name: '结束免考' }).click();
  await expect(dialog).toHaveCount(0);
}

test('an organisation: asked for, taken back, asked for again, confirmed above, and ended from a day', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, ORGS);
  const open = async (reason: string) => {
    await page.getByRole('button', { name: '申请免考' }).click();
    const dialog = page.getByRole('dialog', { name: '申请免考' });
    await dialog.getByRole('combobox', { name: '考核方案' }).selectOption({ index: 1 });
    await dialog.getByRole('textbox', { name: '免考原因' }).fill(reason);
    await dialog
      .getByTestId('upload-input')
      .setInputFiles({ name: '批复.txt', mimeType: 'text/plain', buffer: Buffer.from(`批复 ${reason}`) });
    await expect(dialog.getByRole('button', { name: '批复.txt', exact: true })).toBeVisible();
    await look(page, `org-form-${reason.length}`);
    await dialog.getByRole('button', { name: '提交' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, reason).getByText('待确认')).toBeVisible();
  };
  await open('渡口改造期间停止活动');
  await rowOf(page, '渡口改造期间停止活动').getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: '撤回原因' }).fill('期间填错');
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(rowOf(page, '渡口改造期间停止活动').getByText('已撤销')).toBeVisible();
  await open('渡口改造停止活动');
  const above = await another();
  await signIn(above, GENERAL_WORKER, ORGS);
  await agree(above, '渡口改造停止活动');
  await look(above, 'org-confirmed');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await endFrom(above, '渡口改造停止活动', today, '改造完成');
  await expect(rowOf(above, '渡口改造停止活动').getByText('改造完成')).toBeVisible();
  await look(above, 'org-ended');
  await page.reload();
  await expect(rowOf(page, '渡口改造停止活动').getByText('改造完成')).toBeVisible();
  await expect(rowOf(page, '渡口改造停止活动').getByRole('button', { name: '结束' })).toHaveCount(0);
});

const RANK = '/affairs/integral/integralManagement';
const MATRIX = '/affairs/assessment/statistics';

test('a person: asked for by the branch, confirmed above, apart in the rank and in the matrix, and back once it is ended', async ({
  page,
  another,
}) => {
  const WHO = '向春梅';
  const REASON = '长期卧床，不参加考核';
  const ranked = (seen: Page) => seen.getByRole('row', { name: new RegExp(WHO) });
  /** Where the person stands, as the branch reads it: in the rank with a place or without, in the matrix with signs. */
  const stands = async (isApart: boolean, name: string) => {
    await go(page, RANK);
    // What another session did is read anew.
    await page.reload();
    await page.getByRole('searchbox', { name: '姓名' }).fill(WHO);
    await expect(ranked(page)).toHaveCount(1);
    await expect(ranked(page).getByText('免考', { exact: true }).and(page.locator('.tag'))).toHaveCount(
      isApart ? 1 : 0,
    );
    if (isApart) await expect(ranked(page).getByText(REASON)).toBeVisible();
    await look(page, `rank-${name}`);
    await go(page, MATRIX);
    await page.reload();
    const row = page.getByRole('row', { name: new RegExp(WHO) });
    await expect(row.getByText('免', { exact: true })).toHaveCount(isApart ? 12 : 0);
    await expect(row.getByText('免考', { exact: true })).toHaveCount(isApart ? 1 : 0);
    await look(page, `matrix-${name}`);
  };
  await signIn(page, BRANCH_WORKER, RANK);
  await stands(false, 'before');

  await go(page, `${ORGS}?tab=people`);
  await page.getByRole('button', { name: '申请免考' }).click();
  const dialog = page.getByRole('dialog', { name: '申请党员免考' });
  await dialog.getByRole('button', { name: '选择党员' }).click();
  const box = page.getByRole('dialog', { name: '选择党员' });
  await box.getByRole('row', { name: new RegExp(WHO) }).click();
  await box.getByRole('button', { name: '确定' }).click();
  await dialog.getByRole('textbox', { name: '免考原因' }).fill(REASON);
  await dialog
    .getByTestId('upload-input')
    .setInputFiles({ name: '病历.txt', mimeType: 'text/plain', buffer: Buffer.from('病历摘要') });
  await expect(dialog.getByRole('button', { name: '病历.txt', exact: true })).toBeVisible();
  await look(page, 'person-form');
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, REASON).getByText('待确认')).toBeVisible();
  // As long as it waits nothing has changed.
  await stands(false, 'waiting');

  const above = await another();
  await signIn(above, GENERAL_WORKER, `${ORGS}?tab=people`);
  await agree(above, REASON);
  await look(above, 'person-confirmed');
  await stands(true, 'apart');

  // From its first day on: it is taken back whole.
  await rowOf(above, REASON).getByRole('button', { name: '结束', exact: true }).click();
  const end = above.getByRole('dialog', { name: /^结束/ });
  await end
    .getByRole('textbox', { name: '从哪天起照常考核' })
    .fill(`${new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()}-01-01`);
  await end.getByRole('textbox', { name: '结束原因' }).fill('已康复');
  await end.getByRole('button', { name: '结束免考' }).click();
  await expect(end).toHaveCount(0);
  await expect(rowOf(above, REASON).getByText('已撤销')).toBeVisible();
  await stands(false, 'back');
});
