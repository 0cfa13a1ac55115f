import { expect, type Page } from '@playwright/test';
import { BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const LIST = '/dataManage/exportList';
const rows = (page: Page) => page.locator('.list-table tbody tr');

/** Starts an export of the members' list from its page; it is queued when the list of jobs shows. */
async function startExport(page: Page, purpose: string): Promise<void> {
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(purpose);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/dataManage\/exportList/);
}

test('an export goes on elsewhere, says when it is done, is fetched, and is made once more', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, '/affairs/member');
  await expect(rows(page)).toHaveCount(20);
  // Its end is not told before the user is elsewhere.
  let elsewhere = () => {};
  const held = new Promise<void>((resolve) => {
    elsewhere = resolve;
  });
  await page.route('**/api/job/ended', async (route) => {
    await held;
    await route.continue();
  });
  await startExport(page, '换届名册');
  await go(page, '/news');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  elsewhere();
  const offer = page.locator('.undo-bar', { hasText: /导出党员名册已完成：已导出\d+人/ });
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: '去下载' }).click();
  await expect(page).toHaveURL(/#\/dataManage\/exportList/);
  const first = rows(page).first();
  const started = page.waitForEvent('download');
  await first.getByRole('button', { name: '下载' }).click();
  expect((await started).suggestedFilename()).toMatch(/^党员名册-.*\.xlsx$/);

  const before = (await ask(page, '/api/job/listPage?type=export')).total;
  await first.getByRole('button', { name: '重新导出' }).click();
  await expect.poll(async () => (await ask(page, '/api/job/listPage?type=export')).total).toBe(before + 1);
  await expect(first.getByRole('button', { name: '下载' })).toBeVisible();

  await page.getByRole('button', { name: /^类别/ }).click();
  await page.getByRole('radio', { name: '导入' }).click();
  await expect(page.getByRole('button', { name: /^类别/ })).toContainText('导入');
  await expect(rows(page).filter({ hasText: '导出党员名册' })).toHaveCount(0);
});

test('a job that runs shows how far it is and when it ends, and is cancelled after a question', async ({ page }) => {
  const job = {
    id: '77',
    type: 'export',
    typeName: '导出',
    title: '导出党员名册',
    state: 'running',
    stateName: '进行中',
    progress: 80_000,
    total: 200_000,
    message: '正在导出',
    createTime: '2026-11-20T08:00:00.000Z',
    finishTime: null,
    secondsLeft: 95,
    fileName: null,
    fileSize: null,
    href: null,
    can: { cancel: true, download: false, repeat: false },
  };
  const ended = {
    ...job,
    state: 'cancelled',
    stateName: '已取消',
    message: '已取消',
    can: { ...job.can, cancel: false },
  };
  let now = job;
  await page.route('**/api/job/listPage*', (route) =>
    route.fulfill({ json: { code: 200, msg: '', rows: [now], total: 1 } }),
  );
  await page.route('**/api/job/cancel', (route) => {
    now = ended;
    return route.fulfill({ json: { code: 200, msg: '', data: null } });
  });
  await signIn(page, BRANCH_WORKER, LIST);
  const row = rows(page).first();
  await expect(row).toContainText('40%，80,000 / 200,000行，约剩1分35秒');
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  await row.getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog', { name: '取消任务' }).getByRole('button', { name: '取消任务' }).click();
  await expect(row).toContainText('已取消');
  await expect(row.getByRole('button', { name: '取消' })).toHaveCount(0);
});
