import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { platformEntries } from '#platform/web/gallery/entries.ts';
import { moduleEntries } from '#rooms/gallery.ts';
import { graveFaults } from './support/axe.ts';
import { BUILT, test } from './support/gallery.ts';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go } from './support/test.ts';

const MODES = [
  {},
  { theme: 'dark' },
  { size: 'large' },
  { contrast: 'high' },
  { theme: 'dark', contrast: 'high' },
  { density: 'compact' },
] as const;

async function open(page: Page, widget: string): Promise<void> {
  await go(page, `/__gallery/${widget}`);
  await expect(page.locator('.gallery-stage > .section-title')).toBeVisible();
  await expect(page.locator('.gallery-case').first()).toBeVisible();
  await expect(page.locator('.gallery-stage > [aria-busy=true]')).toHaveCount(0);
}

async function look(page: Page, mode: object): Promise<void> {
  await page.evaluate((chosen) => {
    const usual = { theme: 'light', size: 'normal', contrast: 'normal', density: 'normal' };
    Object.assign(document.documentElement.dataset, usual, chosen);
  }, mode);
}

/** Axe finds nothing serious; in a look that changes colours alone, only contrasts are asked. */
async function expectClean(page: Page, name: string, colours = false): Promise<void> {
  expect.soft(await graveFaults(page, { colours }), name).toEqual([]);
}

const box = (page: Page, title: string) => page.getByRole('region', { name: title });

test('the gallery is in the tests’ build and not in the release', () => {
  const texts = (folder: string) =>
    readdirSync(join(folder, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, 'assets', name), 'utf8'));
  expect(texts(BUILT).some((text) => text.includes('__gallery'))).toBe(true);
  expect(texts('dist/web').filter((text) => text.includes('__gallery') || text.includes('组件陈列'))).toEqual([]);
});

const ENTRIES = [...platformEntries, ...moduleEntries];
/** In so many portions the widgets are looked at, each in one window. */
const PORTIONS = 6;
for (let portion = 0; portion < PORTIONS; portion++) {
  test(`every widget in every look, portion ${portion + 1} of ${PORTIONS}: axe finds nothing serious, no text is too pale, nothing is cut off`, async ({
    page,
  }) => {
    await signIn(page, BASE_WORKER, '/__gallery');
    for (const { id, title } of ENTRIES.filter((_entry, at) => at % PORTIONS === portion)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, id);
      await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
      for (const mode of MODES) {
        await look(page, mode);
        const coloursAlone = Object.keys(mode).length > 0 && !('size' in mode);
        await expectClean(page, `${title} ${JSON.stringify(mode)}`, coloursAlone);
      }
      await look(page, {});
      await page.screenshot({ path: `.cache/screens/gallery-${id}.png`, fullPage: true });
      // 320 pixels are what a window of 1280 leaves at 400 %, 720 what one of 1440 leaves at 200 %.
      for (const width of [720, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(over, `${title} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test('what opens over a page: axe finds nothing serious, Esc closes it and the focus goes back', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/__gallery/dialogs');
  for (const name of ['1000像素', '确认', '删除：原因和密码', '对照两份', '更多']) {
    const opener = page.getByRole('button', { name, exact: true });
    await opener.click();
    await expect(page.locator('dialog[open], [role=menu]')).toBeVisible();
    await expectClean(page, name);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open], [role=menu]')).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await open(page, 'date-time');
  for (const mode of [{}, { theme: 'dark' }, { size: 'large' }]) {
    await look(page, mode);
    await page.getByRole('button', { name: '选择会议时间' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expectClean(page, `date and time ${JSON.stringify(mode)}`);
    await page.screenshot({ path: `.cache/screens/gallery-picker-${Object.values(mode)[0] ?? 'light'}.png` });
    await page.keyboard.press('Escape');
  }
});

test('the calendar’s range swaps, disabled days stay, keys move and lunar days stand', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/__gallery/calendar');
  const range = box(page, '选起止');
  const day = (name: string) => range.locator(`[data-day="${name}"]`);
  await day('2026-11-20').click();
  await expect(range.getByText('已选：2026-11-20', { exact: true })).toBeVisible();
  await day('2026-11-05').click();
  await expect(range.getByText('已选：2026-11-05 至 2026-11-20')).toBeVisible();
  await expect(day('2026-11-12').locator('..')).toHaveAttribute('aria-selected', 'true');

  const bounded = box(page, '只可选11月6日至24日的工作日');
  for (const closed of ['2026-11-05', '2026-11-07', '2026-11-25']) {
    const cell = bounded.locator(`[data-day="${closed}"]`);
    await expect(cell).toHaveAttribute('aria-disabled', 'true');
    // Playwright would wait for the day to open.
    await cell.click({ force: true });
    await expect(bounded.getByText('已选：2026-11-20')).toBeVisible();
  }
  await bounded.locator('[data-day="2026-11-24"]').click();
  await expect(bounded.getByText('已选：2026-11-24')).toBeVisible();
  // All that may be chosen lies in this month.
  for (const name of ['上一月', '下一月']) await expect(bounded.getByRole('button', { name })).toBeDisabled();
  await bounded.getByRole('button', { name: '11月', exact: true }).click();
  await expect(bounded.getByRole('button', { name: '12月', exact: true })).toBeDisabled();

  // A day that is taken back keeps the place.
  const several = box(page, '选多天');
  await several.locator('[data-day="2026-10-20"]').click();
  await expect(several.getByText('已选：2026-10-01、2026-10-06、2026-10-20')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(several.getByText('已选：2026-10-01、2026-10-06', { exact: true })).toBeVisible();
  await expect(page.locator(':focus')).toHaveAttribute('data-day', '2026-10-20');

  const single = box(page, '选一天');
  const focused = page.locator(':focus');
  await single.locator('[data-day="2026-11-20"]').focus();
  await expect(focused).toHaveAccessibleName(/2026年11月20日，星期五，丙午年十月十二/);
  for (const [key, lands] of [
    ['ArrowRight', '2026-11-21'],
    ['ArrowDown', '2026-11-28'],
    ['ArrowLeft', '2026-11-27'],
    ['ArrowUp', '2026-11-20'],
    ['Home', '2026-11-16'],
    ['End', '2026-11-22'],
    ['PageDown', '2026-12-22'],
    ['PageUp', '2026-11-22'],
    ['Shift+PageUp', '2025-11-22'],
    ['Shift+PageDown', '2026-11-22'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused, key).toHaveAttribute('data-day', lands);
  }
  await page.keyboard.press('Enter');
  await expect(single.getByText('已选：2026-11-22')).toBeVisible();
  await single.getByRole('button', { name: '2026年', exact: true }).click();
  await expect(single.getByRole('group', { name: '年份' }).getByRole('button')).toHaveCount(20);
  await single.getByRole('button', { name: '2025年', exact: true }).click();
  await single.getByRole('button', { name: '11月', exact: true }).click();
  await single.getByRole('button', { name: '4月', exact: true }).click();
  await expect(single.locator('[data-day="2025-04-04"] small')).toHaveText('清明');
  await expect(box(page, '闰月').locator('[data-day="2033-12-22"]')).toHaveAccessibleName(/癸丑年闰十一月初一/);
  const late = box(page, '2100年之后没有农历');
  await expect(late.locator('[data-day="2100-12-31"] small')).toHaveCount(1);
  await expect(late.locator('[data-day="2101-01-01"] small')).toHaveCount(0);
});

test('a list’s filter of days takes a range from the calendar', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/__gallery/list');
  await page.getByRole('button', { name: /^入党日期/ }).click();
  const popup = page.getByRole('dialog', { name: '入党日期' });
  await popup.getByLabel('从').fill('2026-11-17');
  await popup.locator('[data-day="2026-11-09"]').click();
  await expect(popup.getByLabel('从')).toHaveValue('2026-11-09');
  await expect(popup.getByLabel('到')).toHaveValue('2026-11-17');
  await expectClean(page, 'filter');
  // The popup is as wide as its calendar, not as the window.
  expect((await popup.boundingBox())?.width).toBeLessThan(420);
  await page.screenshot({ path: '.cache/screens/gallery-filter.png' });
  await popup.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('入党日期：2026-11-09 至 2026-11-17')).toBeVisible();
});

test('a date field takes typing and the calendar; a time is clamped', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/__gallery/date-time');
  const day = page.getByRole('textbox', { name: '谈话日期' });
  await day.fill('2026年3月5日');
  await page.keyboard.press('Tab');
  await expect(day).toHaveValue('2026-03-05');
  await page.getByRole('button', { name: '选择谈话日期' }).click();
  await expect(page.locator(':focus')).toHaveAttribute('data-day', '2026-03-05');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(day).toHaveValue('2026-03-06');
  await expect(page.getByRole('button', { name: '选择谈话日期' })).toBeFocused();

  // A press on the field opens the calendar; who types goes on typing, and Tab leaves both.
  await day.click();
  const calendar = page.getByRole('dialog', { name: '谈话日期' });
  await expect(calendar).toBeVisible();
  await expect(day).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('x');
  await expect(calendar).toBeHidden();
  await page.keyboard.press('Backspace');
  await expect(day).toHaveValue('2026-03-06');
  await day.click();
  await calendar.locator('[data-day="2026-03-11"]').click();
  await expect(day).toHaveValue('2026-03-11');
  await expect(calendar).toBeHidden();
  await expect(day).toBeFocused();
  await day.click();
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(calendar).toBeHidden();
  await day.click();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(day).toBeFocused();
  await expect(day).toHaveAttribute('placeholder', '年-月-日');

  const time = page.getByRole('textbox', { name: '会议时间' });
  await page.getByRole('button', { name: '选择会议时间' }).click();
  await page.getByRole('spinbutton', { name: '时' }).fill('31');
  await page.getByRole('spinbutton', { name: '分' }).fill('75');
  await page.getByRole('button', { name: '确定' }).click();
  await expect(time).toHaveValue('2026-11-20 23:59');
  await page.getByRole('button', { name: '选择会议时间' }).click();
  await page.getByRole('button', { name: '现在' }).click();
  await expect(time).not.toHaveValue('2026-11-20 23:59');
  await expect(time).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  const options = page.getByRole('combobox', { name: '上课时间' }).locator('option');
  await expect(options).toHaveCount(50);
  await expect(options.nth(1)).toHaveText('08:00');
  await expect(options.last()).toHaveText('20:00');
});

test('the Gantt chart of nine and eleven days', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/__gallery/gantt');
  const nine = box(page, '九天：按周显示').getByRole('region', { name: '九天的任务' });
  const size = async (selector: string) => (await nine.locator(selector).first().boundingBox())?.width;
  expect(await size('table')).toBe(988);
  expect(await size('tbody svg')).toBe(672);
  await expect(nine.locator('thead svg > text')).toHaveCount(9);
  await expect(nine.locator('thead')).toContainText('周一');
  await expect(nine.getByRole('rowheader').nth(2)).toHaveText('起止颠倒的任务自动对调，名称超过十八');
  await expect(nine.locator('tbody tr').nth(1)).toContainText('2026-11-17至2026-11-24，完成50%');
  await expect(nine.locator('tbody tr').nth(1).locator('.gantt-dot.selected')).toHaveCount(4);
  const eleven = box(page, '十一天：月和日').getByRole('region', { name: '十一天的任务' });
  await expect(eleven.locator('thead svg > text')).toHaveCount(11);
  await expect(eleven.locator('thead')).toContainText('2026年11月');
  await expect(eleven.locator('thead')).not.toContainText('周一');
  await nine.getByRole('button', { name: '谈话提醒' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('打开了第2项')).toBeVisible();
  // On a phone the names stay while the days move.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await size('tbody svg')).toBe(672);
  await nine.evaluate((chart) => chart.scrollTo({ left: 300 }));
  const left = async (selector: string) => (await nine.locator(selector).first().boundingBox())?.x ?? 0;
  const edge = (await nine.boundingBox())?.x ?? 0;
  expect(await left('tbody th')).toBeCloseTo(edge, 0);
  expect(await left('tbody svg')).toBeLessThan(edge);
  await page.screenshot({ path: '.cache/screens/gallery-gantt-phone.png' });
});

test('keywords are checked, and one that is there is not taken twice', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/__gallery/tags');
  const some = box(page, '已有关键词');
  const field = some.getByRole('textbox', { name: '关键词' });
  await field.fill('主题党日');
  await page.keyboard.press('Enter');
  await expect(some.locator('.field-fault')).toHaveText('关键词不能重复');
  await expect(page.locator('.notice.warning')).toHaveText('关键词不能重复');
  await field.fill('测试词');
  await page.keyboard.press('Enter');
  await expect(some.locator('.field-fault')).toHaveText('含有不允许的词');
  await field.fill('红色资源');
  await page.keyboard.press('Enter');
  await expect(some.getByRole('listitem')).toHaveCount(4);
  await page.keyboard.press('Backspace');
  await expect(some.getByRole('listitem')).toHaveCount(3);
});

test('a masked value shows after a reason; a QR code can be kept; the banner names the administrator', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/__gallery/fields');
  await page.getByRole('button', { name: '查看原值' }).first().click();
  await page.getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByText('请输入查看原因')).toBeVisible();
  await page.getByLabel('查看原因').fill('核对身份');
  await page.keyboard.press('Enter');
  await expect(page.getByText('420599198603050022')).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载' }).click()]);
  expect(file.suggestedFilename()).toBe('通知.png');
  await expect(page.locator('.audit-banner')).toHaveText([
    '创建：系统管理员 2026-11-03 10:40最后修改：王建军 2026-11-20 09:05',
    '创建：王建军 2026-11-03 10:40',
  ]);
});

test('another look keeps what was typed and the focus, in all four', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/__gallery/form');
  const name = page.getByRole('textbox', { name: '姓名' }).first();
  await name.fill('黄立新');
  for (const mode of ['深色', '大字', '高对比']) {
    const tick = page.getByRole('checkbox', { name: new RegExp(`^${mode}`) });
    await tick.check();
    await expect(tick).toBeFocused();
    await expect(name).toHaveValue('黄立新');
  }
  await expect(page.getByRole('checkbox', { name: /^紧凑/ })).toBeDisabled();
  await page.getByRole('checkbox', { name: /^大字/ }).uncheck();
  await page.getByRole('checkbox', { name: /^紧凑/ }).check();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(name).toHaveValue('黄立新');
});

test('an act that is refused says why in the dialog that asked for it, whichever call it was', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/__gallery/dialogs');
  await page.getByRole('button', { name: '撤回', exact: true }).click();
  const asked = page.getByRole('dialog', { name: '撤回 购置投影仪' });
  await asked.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(asked.getByRole('alert')).toHaveText('这件申请已被处理');
  await asked.getByRole('button', { name: '取消' }).click();
  await expect(asked).toHaveCount(0);
});

test('an open menu stays at its button when something comes above it or the page is scrolled, and closes when the button is out of sight', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/__gallery');
  await open(page, 'dialogs');
  const button = page.getByRole('button', { name: '更多', exact: true });
  await button.click();
  const menu = page.locator('[role=menu]');
  const apart = async () => {
    const [at, below] = [await button.boundingBox(), await menu.boundingBox()];
    return at && below ? Math.min(Math.abs(below.y - at.y - at.height), Math.abs(at.y - below.y - below.height)) : null;
  };
  await expect.poll(apart).toBeCloseTo(4, 0);
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.style.height = '120px';
    document.querySelector('.gallery-stage')?.prepend(late);
  });
  await expect.poll(apart).toBeCloseTo(4, 0);
  await page.evaluate(() => window.scrollBy(0, 60));
  await expect.poll(apart).toBeCloseTo(4, 0);
  await page.evaluate(() => {
    document.querySelector('main')?.style.setProperty('padding-bottom', '3000px');
    window.scrollBy(0, 2500);
  });
  await expect(menu).toHaveCount(0);
});
