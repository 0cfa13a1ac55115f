import { expect, type Page } from '@playwright/test';
import { graveFaults } from './axe.ts';
import { PRODUCT } from './people.ts';
import { go } from './test.ts';

const FOLDER = '.cache/screens';
/** A path that no route has. */
export const UNKNOWN = '/no/such/page';
export const WIDE = [1440, 900] as const;
export const SIZES = { office: [1366, 768], phone: [390, 844] } as const;

/** The page stands: nothing is on its way, and pictures and fonts are there. */
export async function settled(page: Page, name: string): Promise<void> {
  await expect.soft(page.locator('main').first(), name).toBeVisible();
  const waits = page.locator('[aria-busy=true], .loading.shown, .route-progress, .plain-wait');
  await expect.soft(waits, name).toHaveCount(0);
  await expect.soft(page, name).toHaveTitle(new RegExp(`.+ - ${PRODUCT}$`));
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

/** Nothing reaches beyond the window; what stands in boxes that scroll is theirs. */
export async function fits(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(wide, `${name} is wider than the window`).toBeLessThanOrEqual(0);
}

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

/** Looks follow these attributes alone (displayMode.ts), so that no page need be opened anew for them. */
const wear = (page: Page, look: Readonly<Record<string, string>>) =>
  page.evaluate((look) => Object.assign(document.documentElement.dataset, look), look);

/**
 * Looks at pages by name: axe in light and dark, nothing wider than the window in any size, and a picture of each. The office's size
 * stands for wider ones, between which no style differs (`sizes.unit.test.ts`).
 */
export async function look(page: Page, pages: readonly (readonly [name: string, address: string])[]): Promise<void> {
  for (const [name, address] of pages) {
    await resize(page, SIZES.office);
    await go(page, address);
    await settled(page, name);
    expect.soft(page.url().includes('web404'), `${name} leads to /web404`).toBe(/^\/(no\/|web404)/.test(address));
    await fits(page, name);
    await picture(page, `${name}-office`);
    await axe(page, name);
    await wear(page, { theme: 'dark' });
    await axe(page, `${name} in the dark`, true);
    await wear(page, { theme: 'light', size: 'large' });
    await fits(page, `${name} in 大字`);
    await wear(page, { size: 'normal' });
    await resize(page, SIZES.phone);
    await settled(page, name);
    await fits(page, `${name} at phone`);
    await picture(page, `${name}-phone`);
  }
}

/** Looks at the page as a journey stands in it, on a phone and wide: nothing wider than the window, nothing that axe finds serious. */
export const lookAs = (journey: string) => async (page: Page, name: string) => {
  const before = page.viewportSize();
  for (const [size, box] of Object.entries({ phone: SIZES.phone, wide: WIDE })) {
    await resize(page, box);
    await fits(page, `${name} at ${size}`);
    await picture(page, `${journey}-${name}-${size}`);
  }
  await axe(page, name);
  if (before) await page.setViewportSize(before);
};
