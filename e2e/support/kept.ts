import type { Browser, Page } from '@playwright/test';

/** A path that no route has: the page that stands there knows nothing of the one before. */
const NOWHERE = '/no/such/page';
/** Milliseconds in which a window leaves a page; one that asks something first is closed instead. */
const LEAVING = 3000;

/** How the product looks where nobody has chosen otherwise. */
const USUAL = { theme: 'light', size: 'normal', contrast: 'normal', density: 'normal' };

/** Who has signed in last in a window. */
const holders = new WeakMap<Page, string>();
/** Windows that are left as new ones but for their session, until a journey goes on in them. */
const tidied = new WeakSet<Page>();

/** Notes who has signed in. */
export const seat = (page: Page, account: string) => holders.set(page, account);

/** Whether an account is signed in from the journey before; asked once, when a journey signs in. */
export function isSeated(page: Page, account: string): boolean {
  return tidied.delete(page) && holders.get(page) === account;
}

/**
 * The window of a file whose journeys go on in it one after another (`keepsWindow`): whoever is signed in stays so, as people do, and
 * the product, a second of a processor each time it opens, opens once. A journey finds it as a new one: nothing kept but the session.
 */
export class KeptWindow {
  #file = '';
  #page: Page | null = null;

  /** The window of this file, a new one where there is none. */
  async open(browser: Browser, file: string): Promise<Page> {
    if (this.#page && this.#file === file) return this.#page;
    await this.close();
    this.#file = file;
    this.#page = await (await browser.newContext()).newPage();
    return this.#page;
  }

  /** Leaves it as the next journey is to find it, or closes it where that cannot be. */
  async tidy(hasPassed: boolean): Promise<void> {
    const page = this.#page;
    if (!page) return;
    const isAlone = holders.has(page) && page.context().pages().length === 1;
    if (hasPassed && isAlone && (await leave(page).catch(() => false))) tidied.add(page);
    else await this.close();
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = null;
  }
}

/** Goes nowhere and forgets; answers whether the window is as a new one. */
async function leave(page: Page): Promise<boolean> {
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    page.context().unrouteAll({ behavior: 'ignoreErrors' }),
  ]);
  for (const event of ['dialog', 'request', 'response', 'download', 'popup'] as const) page.removeAllListeners(event);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate((hash) => location.assign(hash), `#${NOWHERE}`);
  await page.getByRole('heading', { name: '您访问的页面不存在' }).waitFor({ timeout: LEAVING });
  return page.evaluate(async (usual) => {
    for (const key of Object.keys(localStorage)) if (!key.startsWith('journey-')) localStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage)) if (key !== 'session-token') sessionStorage.removeItem(key);
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        const request = indexedDB.open(name ?? '');
        request.onsuccess = () => {
          // The key of the browser stays: what the page makes with it is gone.
          const stores = [...request.result.objectStoreNames].filter((store) => store !== 'key');
          if (stores.length > 0) {
            const all = request.result.transaction(stores, 'readwrite');
            for (const store of stores) all.objectStore(store).clear();
          }
          request.result.close();
          resolve(null);
        };
        request.onerror = () => resolve(null);
      });
    }
    // What stands over every page, as the search does, would stand over the next one.
    if (document.querySelector('dialog[open], .popup')) return false;
    const headers = { authorization: sessionStorage.getItem('session-token') ?? '' };
    const { code } = await (await fetch('/api/getInfo', { headers })).json();
    const { dataset } = document.documentElement;
    return code === 200 && Object.entries(usual).every(([key, value]) => (dataset[key] ?? value) === value);
  }, USUAL);
}
