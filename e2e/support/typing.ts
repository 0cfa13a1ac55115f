import { expect, type Page } from '@playwright/test';
import { nothingIsAsked } from './leaving.ts';
import { settled, UNKNOWN } from './look.ts';
import { signIn } from './signIn.ts';
import { go } from './test.ts';

/** What can be typed into on a page, wherever it stands. */
const BOXES = 'main :is(input, textarea, [contenteditable=true])';
/** Where words to find or to choose by are typed, which are no work. */
const FINDING = 'search, [role=search], .list-filters, .filter-popup, .pager';
/** So many fields of a page are typed into: the first ones. */
const FIELDS = 6;
/** What is typed, the next where one is not taken. */
const TEXTS = {
  day: ['2026-01-02'],
  number: ['7'],
  text: ['写到一半的话', '13900001111', '2026-01-02'],
} as const;
/** Milliseconds in which what was typed comes back; a page that stands shows it at once. */
const BACK = 15_000;

/** The ways to leave a page and to come back to it. */
export const WAYS = ['menu', 'back', 'reload', 'close'] as const;
export type Way = (typeof WAYS)[number];

interface Field {
  /** Its place among all boxes of the page. */
  at: number;
  name: string;
  /** Which of those with this name. */
  nth: number;
  takes: 'day' | 'number' | 'text';
  value: string;
}

/** The fields of the page that hold work. */
export const fieldsOf = (page: Page): Promise<Field[]> =>
  page.locator(BOXES).evaluateAll((boxes, finding) => {
    const names: string[] = [];
    return boxes.flatMap((box, at) => {
      const input = box as HTMLInputElement;
      // A label says that its field was changed.
      const label = input.labels?.[0]?.textContent?.replace(/已改$/, '');
      const name = box.getAttribute('aria-label') || label || input.name || '';
      const nth = names.filter((one) => one === name).length;
      names.push(name);
      const isText = box.tagName !== 'INPUT' || /^(text|number|tel|email|url|password)$/.test(input.type);
      const isOpen = box.checkVisibility() && !input.disabled && !input.readOnly;
      const finds =
        box.closest(finding) !== null || box.getAttribute('role') === 'combobox' || /查找|搜索/.test(input.placeholder);
      if (!isText || !isOpen || finds) return [];
      const isDay = /^\d{4}-\d\d-\d\d/.test(input.placeholder);
      const isNumber = input.type === 'number' || /decimal|numeric/.test(input.inputMode ?? '');
      const takes = isDay ? 'day' : isNumber ? 'number' : 'text';
      return [{ at, name, nth, takes, value: input.value ?? box.textContent ?? '' }];
    });
  }, FINDING);

/**
 * What stands in fields now, by their names, since others may have come before them; nothing where it is words to find something by,
 * of which nothing has been chosen.
 */
const valuesOf = (page: Page, fields: readonly Field[]): Promise<string[]> =>
  page.locator(BOXES).evaluateAll((boxes, fields) => {
    const nameOf = (box: Element) =>
      box.getAttribute('aria-label') ||
      (box as HTMLInputElement).labels?.[0]?.textContent?.replace(/已改$/, '') ||
      (box as HTMLInputElement).name ||
      '';
    return fields.map(({ at, name, nth }) => {
      const box = name === '' ? boxes[at] : boxes.filter((box) => nameOf(box) === name)[nth];
      const input = box as HTMLInputElement | undefined;
      return input?.validity?.customError ? '' : (input?.value ?? input?.textContent ?? '');
    });
  }, fields);

/** Types into the first fields of the page; answers those that took it. A day or a phone is typed where a word is not taken. */
export async function typeInto(page: Page): Promise<Field[]> {
  const typed: Field[] = [];
  const started = (await fieldsOf(page)).slice(0, FIELDS);
  for (const field of started) {
    const box = page.locator(BOXES).nth(field.at);
    for (const text of TEXTS[field.takes]) {
      // What the page takes away while it is typed into is told by the fields that are missing.
      const isFilled = await box.fill(text, { timeout: 3000 }).then(
        () => true,
        () => false,
      );
      const [value = ''] = isFilled ? await valuesOf(page, [field]) : [];
      if (value !== text || value === field.value) continue;
      typed.push({ ...field, value });
      break;
    }
  }
  // As people do: a page that nobody has pressed a key in may be closed without a question.
  if (typed.length > 0) await page.keyboard.press('Shift');
  // A field that was left writes a day or a sum as it reads it; the last one still has the focus.
  const values = await valuesOf(page, typed);
  return typed.flatMap((field, at) => {
    const value = values[at] ?? '';
    const before = started.find((one) => one.at === field.at)?.value;
    return value === before ? [] : [{ ...field, value }];
  });
}

const question = (page: Page) => page.getByRole('dialog', { name: '离开本页' });

/** Does what leaves the page, and answers whether it has asked before it went; it is left then. */
async function isAskedBy(page: Page, leave: () => Promise<unknown>): Promise<boolean> {
  const box = await page.locator(BOXES).first().elementHandle();
  const isGone = async () => {
    await leave();
    return page
      .waitForFunction((box) => !box?.isConnected || document.querySelector('dialog[open]') !== null, box, {
        timeout: 3000,
      })
      .then(
        () => true,
        () => false,
      );
  };
  // A page that keeps its tab in the address is left by the second step back.
  if (!(await isGone())) await isGone();
  if (!(await question(page).isVisible())) return false;
  await question(page).getByRole('button', { name: '离开', exact: true }).click();
  await page.waitForFunction((box) => !box?.isConnected, box);
  return true;
}

/** Leaves the open page by a way and comes back to its address; answers the window, and whether leaving was asked about. */
async function leaveAndReturn(
  page: Page,
  way: Way,
  address: string,
  account: string,
): Promise<{ page: Page; asked: boolean }> {
  if (way === 'menu' || way === 'back') {
    const link = page.getByRole('navigation', { name: '主菜单' }).locator('a:not([aria-current])').last();
    const isFramed = await link.isVisible();
    const asked = await isAskedBy(page, () =>
      way === 'back' ? page.evaluate(() => history.back()) : isFramed ? link.click() : go(page, UNKNOWN, true),
    );
    await go(page, address, true);
    return { page, asked };
  }
  let asked = false;
  page.on('dialog', (dialog) => {
    asked = true;
    void dialog.accept();
  });
  if (way === 'reload') {
    await page.reload();
    page.removeAllListeners('dialog');
    return { page, asked };
  }
  const context = page.context();
  const isClosed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await isClosed;
  const next = await context.newPage();
  await signIn(next, account, address);
  return { page: next, asked };
}

/**
 * Types into the page at an address, leaves it, comes back and looks for what was typed; then gives it up.
 * @returns the window to go on in; `fields`: how many were typed into; `lost`: what was neither kept nor asked about
 */
export async function leaveTyped(
  page: Page,
  { address, way, account }: { address: string; way: Way; account: string },
): Promise<{ page: Page; fields: number; lost: string }> {
  await go(page, UNKNOWN, true);
  await expect(page.getByRole('heading', { name: '您访问的页面不存在' })).toBeVisible();
  await go(page, address, true);
  await settled(page, address);
  const typed = await typeInto(page);
  if (typed.length === 0) return { page, fields: 0, lost: '' };
  // Leaving within the product loses nothing at any moment; a browser that closes may not finish writing, and is asked to wait.
  if (way === 'reload' || way === 'close') await nothingIsAsked(page, 3000).catch(() => {});
  const { page: next, asked } = await leaveAndReturn(page, way, address, account);
  await settled(next, address);
  let missing: Field[] = typed;
  await expect
    .poll(
      async () => {
        const values = await valuesOf(next, typed);
        // A field that is left while a day is typed reads it, and may add the hour.
        missing = typed.filter(({ value, takes }, at) =>
          takes === 'day' ? !values[at]?.startsWith(value) : values[at] !== value,
        );
        return missing.length;
      },
      { timeout: asked ? 1 : BACK },
    )
    .toBe(0)
    .catch(() => {});
  if (asked) return { page: next, fields: typed.length, lost: '' };
  const note = next.locator('.kept-note').first();
  if (missing.length > 0)
    return { page: next, fields: typed.length, lost: missing.map(({ name, at }) => name || `field ${at}`).join('、') };
  const says = await note.textContent({ timeout: 5000 }).catch(() => '');
  if (!says?.includes('已恢复')) return { page: next, fields: typed.length, lost: 'the line that says so' };
  for (let left = await next.locator('.kept-note').count(); left > 0; left--)
    await note.getByRole('button', { name: '放弃草稿' }).click();
  await nothingIsAsked(next);
  return { page: next, fields: typed.length, lost: '' };
}
