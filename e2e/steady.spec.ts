import { expect } from '@playwright/test';
import { test } from './support/gallery.ts';
import { LIST, names, rows } from './support/members.ts';
import { BRANCH_WORKER, CITY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go } from './support/test.ts';

test('a press counts for the row that was seen: when other people have come, none of them takes it at that moment', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, CITY);
  await go(page, '/__gallery/choosing');
  await page.getByRole('button', { name: '选多人', exact: true }).click();
  const box = page.getByRole('dialog', { name: '选择人员' });
  const rows = box.locator('.pick-table tbody tr');
  await expect(rows).toHaveCount(10);
  const name = (await rows.nth(1).locator('td').nth(1).textContent()) ?? '';
  const place = await rows.first().locator('td').nth(1).boundingBox();
  if (!place) throw new Error('the first row is not drawn');
  // Whether a row takes a press at the very moment in which other rows stand there.
  const seen = await box.evaluateHandle(
    (dialog, [x, y]) => {
      const takes: boolean[] = [];
      new MutationObserver((all) => {
        if (!all.some(({ target }) => target instanceof Element && target.matches('tbody'))) return;
        takes.push(document.elementFromPoint(x, y)?.closest('tbody tr') instanceof Element);
      }).observe(dialog, { childList: true, subtree: true });
      return takes;
    },
    [place.x + 4, place.y + place.height / 2] as const,
  );
  await box.getByRole('searchbox', { name: '姓名、拼音首字母、身份证号或手机号' }).fill(name);
  await expect(rows.first()).toContainText(name);
  expect(await seen.evaluate((takes) => takes.length > 0 && takes.every((one) => !one))).toBe(true);
  // Once it has stood for a moment it is what is pressed.
  await rows.first().click();
  await expect(box.getByRole('region', { name: '已选' }).getByRole('listitem')).toHaveText([new RegExp(name)]);
});

test('so it is in a list with ticks: no row takes a press at the moment in which others come', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  const place = await rows(page).nth(1).boundingBox();
  if (!place) throw new Error('the second row is not drawn');
  const seen = await page.evaluateHandle(
    ([x, y]) => {
      const takes: boolean[] = [];
      new MutationObserver((all) => {
        if (!all.some(({ target }) => target instanceof Element && target.matches('tbody'))) return;
        takes.push(document.elementFromPoint(x, y)?.closest('tbody tr') instanceof Element);
      }).observe(document.body, { childList: true, subtree: true });
      return takes;
    },
    [place.x + 20, place.y + place.height / 2] as const,
  );
  const own = await names(page).allTextContents();
  await page.getByRole('columnheader', { name: '入党日期' }).getByRole('button').click();
  await expect(names(page)).not.toHaveText(own);
  expect(await seen.evaluate((takes) => takes.length > 0 && takes.every((one) => !one))).toBe(true);
  // What stands is ticked.
  const [, second = ''] = await names(page).allTextContents();
  await rows(page).nth(1).getByRole('checkbox').click();
  await expect(
    rows(page)
      .nth(1)
      .getByRole('checkbox', { name: `选择${second}` }),
  ).toBeChecked();
});
