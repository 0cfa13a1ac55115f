import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

test.use({ keepsWindow: true });

const PAGES = ['/partyCommittee', '/affairs/member', '/affairs/member/edit/add', '/affairs/organization', '/news'];

async function stands(page: Page, path: string): Promise<void> {
  await go(page, path);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true], .plain-wait')).toHaveCount(0);
}

test('another look keeps what was typed, the place and the focus', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/affairs/member/edit/add');
  const place = page.getByRole('combobox', { name: '现居住地' });
  await place.fill('望江路8号');
  await page.getByRole('button', { name: '显示设置' }).click();
  for (const mode of ['深色', '大字', '高对比']) {
    const box = page.getByRole('checkbox', { name: new RegExp(`^${mode}`) });
    await box.check();
    await expect(box).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(place).toHaveValue('望江路8号');
  expect(await place.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize))).toBeGreaterThanOrEqual(
    18,
  );
  await page.getByRole('textbox', { name: '姓名', exact: true }).focus();
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { size: 'normal' }));
  await expect(page.getByRole('textbox', { name: '姓名', exact: true })).toBeFocused();
});

// In the dark alone each page is looked at in pages.spec.ts.
test('text is dark or light enough in high contrast', async ({ page }) => {
  await signIn(page, BASE_WORKER);
  for (const look of [
    { theme: 'light', contrast: 'high' },
    { theme: 'dark', contrast: 'high' },
  ]) {
    await page.evaluate((mode) => localStorage.setItem('display-mode', JSON.stringify(mode)), look);
    await page.reload();
    for (const path of PAGES) {
      await stands(page, path);
      expect.soft(await graveFaults(page, { colours: true }), `${path} ${JSON.stringify(look)}`).toEqual([]);
    }
  }
});

test('at 320 pixels, as at 400 % zoom, nothing is cut off sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, BASE_WORKER);
  for (const path of PAGES) {
    await stands(page, path);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(over, path).toBeLessThanOrEqual(0);
  }
});

test('what the Tab key reaches is seen: no bar at the bottom lies over it', async ({ page }) => {
  await signIn(page, BASE_WORKER);
  for (const [path, width, height] of [
    ['/affairs/member/edit/add', 1440, 900],
    ['/affairs/member', 720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await stands(page, path);
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab');
      const under = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return null;
        const { left, top, width, height } = focused.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        const own = (focused.closest('label') ?? focused).contains(seen) || seen?.contains(focused);
        return own || width === 0 ? null : `${focused.outerHTML.slice(0, 120)} under ${seen?.className}`;
      });
      expect.soft(under, `${path}, step ${step}`).toBeNull();
    }
  }
});
