import { expect, type Page } from '@playwright/test';
import { areJudged, type Dress, graveFaults, seen } from './axe.ts';
import { PRODUCT } from './people.ts';
import { go } from './test.ts';

const FOLDER = '.cache/screens';
/** A path that no route has. */
export const UNKNOWN = '/no/such/page';
export const WIDE = [1440, 900] as const;
/** Milliseconds in which a page stands; what takes longer is asked for by its parts. */
const STANDING = 60_000;
export const SIZES = { office: [1366, 768], phone: [390, 844] } as const;

/** What stands in a page while something is on its way. */
const WAITS = '[aria-busy=true], .loading.shown, .route-progress, .plain-wait';
const TITLE = new RegExp(`.+ - ${PRODUCT}$`);

/** The page stands: nothing is on its way, and fonts are there. */
export async function settled(page: Page, name: string): Promise<void> {
  const stands = await page
    .waitForFunction(
      ({ waits, title }) =>
        document.querySelector('main')?.checkVisibility() === true &&
        document.querySelector(waits) === null &&
        new RegExp(title).test(document.title) &&
        document.fonts.status === 'loaded',
      { waits: WAITS, title: TITLE.source },
      { timeout: STANDING },
    )
    .then(
      () => true,
      () => false,
    );
  if (stands) return;
  // Which of them it was.
  await expect.soft(page.locator('main').first(), name).toBeVisible();
  await expect.soft(page.locator(WAITS), name).toHaveCount(0);
  await expect.soft(page, name).toHaveTitle(TITLE);
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

/** Nothing reaches beyond the window; what stands in boxes that scroll is theirs. */
export async function fits(page: Page, name: string): Promise<void> {
  const wider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  isAsWide(wider, name);
}

/** Pixels by which a page is wider than its window are none. */
const isAsWide = (wider: number | undefined, name: string) =>
  expect.soft(wider, `${name} is wider than the window`).toBeLessThanOrEqual(0);

/** A picture for whoever wants to look at the pages (PICTURES=1, test.ts). */
export const picture = (page: Page, name: string) => page.screenshot({ path: `${FOLDER}/${name}.png` });

/** Whether axe has looked at the frame around all pages in this process. */
let isFrameSeen = false;

/** What axe looks at: the whole page while nobody has looked at its frame, then what stands in the frame and over it. */
async function unseenParts(page: Page): Promise<readonly string[]> {
  const isFramed = (await page.locator('main.main').count()) > 0;
  if (!isFramed || !isFrameSeen) {
    isFrameSeen ||= isFramed;
    return ['html'];
  }
  return ['main', 'body > :not(#root)'];
}

/** Axe finds nothing serious; of another look, the colours alone are other. */
export async function axe(page: Page, name: string, colours = false): Promise<void> {
  const within = colours ? ['html'] : await unseenParts(page);
  expect.soft(await graveFaults(page, { colours, within }), name).toEqual([]);
}

/** Gives the window a size. */
export async function resize(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height });
}

const DRESSES = [{}, { theme: 'dark' }, { size: 'large' }] as const;

/**
 * Looks at pages by name: axe in light and dark, nothing wider than the window in any size, and a picture of each. The office's size
 * stands for wider ones, between which no style differs (`sizes.unit.test.ts`).
 */
export async function look(page: Page, pages: readonly (readonly [name: string, address: string])[]): Promise<void> {
  for (const [name, address] of pages) {
    await resize(page, SIZES.office);
    await go(page, address);
    await settled(page, name);
    // What leads to /web404 says so a moment before its address does.
    if (/^\/(no\/|web404)/.test(address)) await expect.soft(page, name).toHaveURL(/web404/);
    else expect.soft(page.url(), name).not.toContain('web404');
    await picture(page, `${name}-office`);
    await axe(page, name);
    const [light, dark, large] = await seen(page, ['html'], DRESSES);
    isAsWide(light?.wider, name);
    isAsWide(large?.wider, `${name} in 大字`);
    if (!areJudged(dark?.looks ?? [])) {
      await wear(page, { theme: 'dark' });
      await axe(page, `${name} in the dark`, true);
      await wear(page, { theme: 'light' });
    }
    await resize(page, SIZES.phone);
    await settled(page, name);
    await fits(page, `${name} at phone`);
    await picture(page, `${name}-phone`);
  }
}

/** Gives the product another dress, as its attributes say. */
const wear = (page: Page, dress: Dress) =>
  page.evaluate((dress) => void Object.assign(document.documentElement.dataset, dress), dress);

/** Looks at the page as a journey stands in it, wide and on a phone: nothing wider than the window, nothing that axe finds serious. */
export const lookAs = (journey: string) => async (page: Page, name: string) => {
  const before = page.viewportSize();
  if (before?.width !== WIDE[0] || before.height !== WIDE[1]) await resize(page, WIDE);
  await fits(page, `${name} at wide`);
  await picture(page, `${journey}-${name}-wide`);
  await axe(page, name);
  await resize(page, SIZES.phone);
  await fits(page, `${name} at phone`);
  await picture(page, `${journey}-${name}-phone`);
  if (before) await page.setViewportSize(before);
};
