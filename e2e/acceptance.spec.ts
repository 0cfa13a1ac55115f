import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { LIST, rows, secondPage } from './support/members.ts';
import { BASE_WORKER, BRANCH_WORKER, COLLEGE } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test, totalOf } from './support/test.ts';

test.use({ keepsWindow: true });

/** The page stands with what it shows. */
async function stands(page: Page, path: string): Promise<void> {
  await go(page, path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true], .loading.shown, .route-progress')).toHaveCount(0);
}

// As high as its content: what lies under the bar at the bottom is scrolled clear of it by whoever presses it.
const SIZES = [
  [1440, 900],
  [390, 6000],
] as const;

const WORK = [
  '/partyCommittee',
  LIST,
  `${LIST}/edit/add`,
  '/affairs/organization',
  '/contentManager/dataQuality',
  '/dataManage/exportList',
  '/news',
  '/map',
  '/affairs/importManage',
];

test('what is pressed is 24 pixels wide and high, or stands that far apart, at 1440 and at 390 pixels', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER);
  const { rows: people } = await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1');
  const record = `${LIST}/browse/${people[0].id}`;
  for (const path of [...WORK, record, `${record}?tab=inoff`]) {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await stands(page, path);
      expect.soft(await graveFaults(page, { only: ['target-size'] }), `${path} at ${width}`).toEqual([]);
    }
  }
});

test('Tab goes through a page and out at its end; nothing holds it', async ({ page }) => {
  await signIn(page, BASE_WORKER);
  for (const path of [
    '/partyCommittee',
    LIST,
    `${LIST}/edit/add`,
    '/affairs/organization',
    '/contentManager/dataQuality',
  ]) {
    await stands(page, path);
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
    });
    const MOST = 400;
    let held = '';
    let isOut = false;
    let steps = 0;
    for (; steps < MOST && !isOut && !held; steps++) {
      await page.keyboard.press('Tab');
      [isOut, held] = await page.evaluate(
        ([path, isFirst]): [boolean, string] => {
          const one = document.activeElement as (Element & { seen?: string }) | null;
          if (!one || one === document.body) return [!isFirst, isFirst ? 'nothing is reached' : ''];
          // Round once is out as well: from the end the browser goes to the beginning.
          if (one.seen === `${path} first`) return [true, ''];
          if (one.seen === path) return [false, one.outerHTML.slice(0, 120)];
          one.seen = isFirst ? `${path} first` : path;
          return [false, ''];
        },
        [path, steps === 0] as const,
      );
    }
    expect.soft([isOut, held], path).toEqual([true, '']);
    // The frame alone has as many.
    expect.soft(steps, path).toBeGreaterThan(20);
  }
});

test('the link of a view shows those of another organisation no row of it, whatever it names', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  const all = await totalOf(page);
  const { rows: people } = await ask(page, '/api/orgMeber/org/datalistPage?pageSize=200');
  const { orgId } = people[0];
  await go(page, `${LIST}?orgId=${orgId}&gender=2`);
  await expect(page.locator('.pager-total')).not.toHaveText(`共${all}人`);
  await expect(rows(page).first()).toBeVisible();
  const link = new URL(page.url()).hash.slice(1);
  const other = await secondPage(another, COLLEGE, link);
  await expect(other.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(other.locator('[aria-busy=true]')).toHaveCount(0);
  const shown = await other.locator('.list-table td[data-card="title"]').allTextContents();
  const own = (await ask(other, '/api/orgMeber/org/datalistPage?pageSize=200')).rows as { name: string; id: string }[];
  const ids = new Set(people.map(({ id }: { id: string }) => id));
  expect(own.filter(({ id }) => ids.has(id))).toEqual([]);
  for (const name of shown) expect(own.map((one) => one.name)).toContain(name);
  const answer = await ask(other, `/api/orgMeber/org/datalistPage?orgId=${orgId}&gender=2&pageSize=200`);
  expect(answer.rows ?? []).toEqual([]);
});

test('an export whose tab was closed is told and fetched when its user comes back', async ({ page, context }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^导出党员名册/ });
  await dialog.getByLabel('用途').fill('关闭窗口后取');
  const started = page.waitForResponse(
    (answer) => answer.url().includes('/export') && answer.request().method() === 'POST',
  );
  await dialog.getByRole('button', { name: '开始导出' }).click();
  await started;
  const again = await context.newPage();
  await page.close();
  await signIn(again, BRANCH_WORKER, '/news');
  await expect(again.locator('.undo-bar', { hasText: '导出党员名册已完成' })).toBeVisible();
  await go(again, '/dataManage/exportList');
  const download = again.waitForEvent('download');
  await rows(again).first().getByRole('button', { name: '下载' }).click();
  expect((await download).suggestedFilename()).toMatch(/^党员名册-.*\.xlsx$/);
});
