import { expect, type Page } from '@playwright/test';
import { webModules } from '../src/modules/web.ts';
import { hasPage } from '../src/platform/web/siteKind.ts';
import { ELSEWHERE, EXAMPLES } from './support/examples.ts';
import { BRANCH_WORKER, CITY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

/** Pages that are there to type in: their addresses say so. */
const FORMS = webModules
  .flatMap(({ routes }) => routes)
  .map(({ path }) => path)
  .filter((path) => !(path in ELSEWHERE) && hasPage('city', path))
  .filter((path) => /add|edit|apply|new\b|register|setting|issue|design|scoring|record\//i.test(path));
const TYPED = '写到一半的话';
const ELSE = '/news';

/** What takes words: no search fields of trees, days or numbers. */
const WORDS = 'main textarea, main form input:not([role]):not([inputmode]):not([type])';
/** Milliseconds until a page has drawn its form; one without any takes as long. */
const DRAWN = 2000;

/** Which of the fields takes words, counted from 0; -1 where the page has none. */
async function fieldOf(page: Page): Promise<number> {
  const fields = page.locator(WORDS);
  await fields
    .first()
    .waitFor({ timeout: DRAWN })
    .catch(() => {});
  for (const [at, field] of (await fields.all()).entries()) {
    if (!(await field.isVisible()) || !(await field.isEditable())) continue;
    await field.fill(TYPED);
    // A day or a number takes no words: the form has not changed by them.
    const foot = await page.locator('.form-foot').allTextContents();
    if ((await field.inputValue()) === TYPED && foot.every((text) => !text.includes('还没有改动'))) return at;
    await field.fill('');
  }
  return -1;
}

/** The ways out of a page, and back to it. */
const WAYS: readonly [string, (page: Page, path: string, account: string) => Promise<Page>][] = [
  [
    'menu',
    async (page, path) => {
      await go(page, ELSE);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await go(page, path);
      return page;
    },
  ],
  [
    'back',
    async (page) => {
      await page.goBack();
      await page.goForward();
      return page;
    },
  ],
  [
    'reload',
    async (page) => {
      await page.reload();
      return page;
    },
  ],
  [
    'closed tab',
    async (page, path, account) => {
      const next = await page.context().newPage();
      // What is typed within these moments asks before the window closes; a journey would answer at once.
      await expect(page.locator('.form-foot')).toContainText('已存草稿');
      await page.close();
      await signIn(next, account, path);
      return next;
    },
  ],
];

for (const account of [CITY, BRANCH_WORKER])
  test(`whatever is typed is there again, by whatever way the page was left: ${account}`, async ({ page: first }) => {
    test.setTimeout(240_000);
    await signIn(first, account, ELSE);
    const { rows } = await ask(first, '/api/orgMeber/org/datalistPage?pageSize=1&pmType=1');
    const ids: Readonly<Record<string, string>> = { member: rows?.[0]?.id, org: rows?.[0]?.orgId };
    const lost: string[] = [];
    let page = first;
    let tried = 0;
    for (const route of FORMS) {
      const path = (EXAMPLES[route] ?? route).replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
      if (/[:{]/.test(path)) continue;
      await go(page, ELSE);
      await go(page, path);
      const field = await fieldOf(page);
      if (field < 0) continue;
      const isPage = (await page.locator('.form-foot').count()) > 0;
      const [way, leave] = WAYS[tried % (isPage ? 4 : 3)] as (typeof WAYS)[number];
      page = await leave(page, path, account);
      tried += 1;
      const isThere = await expect(page.locator(WORDS).nth(field))
        .toHaveValue(TYPED)
        .then(() => true)
        .catch(() => false);
      if (!isThere) lost.push(`${path} (${way})`);
    }
    expect(lost).toEqual([]);
    expect(tried).toBeGreaterThan(15);
  });
