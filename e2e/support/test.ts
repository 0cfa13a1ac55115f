import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as plain,
  type TestInfo,
} from '@playwright/test';
import { NEWER } from '../../scripts/check/newer.ts';
import { KeptWindow } from './kept.ts';

const CARD = /(?<!\d)\d{6}(?:19|20)\d{9}[\dX](?![\dX])/i;

const TOKEN = /token=/i;

/** Opens a page in a browser of its own: somebody else, or the same person elsewhere. */
export type Another = (options?: BrowserContextOptions) => Promise<Page>;

/** What a page would fetch ahead while it stands, a tenth of a processor's second each time it opens, few journeys come to need. */
const spareLine = (context: BrowserContext) =>
  // Twice in a window that a page opened: when it is made, and when its page comes.
  context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );

/**
 * Every journey runs as in the oldest browser that is served, Chromium 109: what the language has learnt since is not there. Before
 * the page's first script, so that what the pages bring along stands.
 */
const asOldest = (context: BrowserContext) =>
  context.addInitScript((newer: typeof NEWER) => {
    const iterator: unknown = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
    for (const [owner, names] of Object.entries(newer)) {
      const [of = '', part] = owner.split('.');
      const held: unknown = Reflect.get(globalThis, of);
      const from = of === 'Iterator' ? iterator : part && held ? Reflect.get(Object(held), part) : held;
      // The browser's driver parses the addresses of routed sockets by it; the pages' sources are looked through for it by name.
      for (const name of names) if (from && name !== 'parse') Reflect.deleteProperty(Object(from), name);
    }
    Reflect.deleteProperty(globalThis, 'Iterator');
  }, NEWER);

/** Whoever makes a journey says yes to the question before an act that reaches many; the journeys about the question itself read it. */
const sayYes = (context: BrowserContext) =>
  context.addInitScript(() =>
    new MutationObserver(() => document.querySelector<HTMLElement>('.asked-yes')?.click()).observe(document, {
      childList: true,
      subtree: true,
    }),
  );

/**
 * A journey that also holds what every page must hold, in its own browser and in every other that it opens by `another`:
 * no error on the console (a report of the content security policy is one), no page that fails, no token and no id card
 * in an address, that of a call included. `faults` lists what a journey brings about itself; `ahead`: pages fetch ahead;
 * `keepsWindow`: the journeys of a file go on in one window (kept.ts); `readsQuestions`: nobody says yes to questions but the journey.
 */
export const test = plain.extend<
  {
    faults: RegExp[];
    ahead: boolean;
    keepsWindow: boolean;
    readsQuestions: boolean;
    another: Another;
    watched: undefined;
  },
  { kept: KeptWindow }
>({
  faults: [[], { option: true }],
  ahead: [false, { option: true }],
  keepsWindow: [false, { option: true }],
  readsQuestions: [false, { option: true }],
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture names what it needs
    async ({}, use) => {
      const kept = new KeptWindow();
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ context, browser, keepsWindow, kept }, use, info) =>
    use(keepsWindow ? (await kept.open(browser, info.file)).context() : context),
  page: async ({ context, browser, keepsWindow, kept }, use, info) =>
    use(keepsWindow ? await kept.open(browser, info.file) : await context.newPage()),
  another: async ({ browser, faults, ahead, readsQuestions }, use, info) => {
    const opened: [BrowserContext, string[]][] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      opened.push([context, watch(context)]);
      await asOldest(context);
      if (!ahead) await spareLine(context);
      if (!readsQuestions) await sayYes(context);
      return context.newPage();
    });
    await pictureFault(browser, info);
    for (const [context, found] of opened) {
      await judge(context, found, faults);
      await context.close();
    }
  },
  watched: [
    async ({ browser, context, keepsWindow, kept, faults, ahead, readsQuestions }, use, info) => {
      const isNew = !found.has(context);
      const wrong = found.get(context) ?? watch(context);
      found.set(context, wrong);
      if (isNew) await asOldest(context);
      if (isNew && !ahead) await spareLine(context);
      if (isNew && !readsQuestions) await sayYes(context);
      await use(undefined);
      await pictureFault(browser, info);
      // What a journey held back may still be on its way.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      try {
        await judge(context, wrong.splice(0), faults);
      } finally {
        if (keepsWindow) await kept.tidy(info.status === info.expectedStatus);
      }
    },
    { auto: true },
  ],
});

/** What the pages of a context have done wrong so far, of contexts that outlive a journey too. */
const found = new WeakMap<BrowserContext, string[]>();

async function judge(context: BrowserContext, found: readonly string[], faults: readonly RegExp[]): Promise<void> {
  const all = [...found];
  for (const page of context.pages()) {
    all.push(...(await leaks(page)));
    await forgetTables(page);
  }
  expect(all.filter((line) => !faults.some((fault) => fault.test(line)))).toEqual([]);
}

/**
 * A picture of every window where a journey has failed. Playwright's own `only-on-failure` draws one of each page whose context
 * closes, that of every journey that passes too, and throws it away: without a screen to draw for, what takes longest of a short one.
 */
async function pictureFault(browser: Browser, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus || info.attachments.some(({ name }) => name === 'screenshot')) return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [at, page] of pages.entries()) {
    const path = info.outputPath(`test-failed-${at + 1}.png`);
    const drawn = await page.screenshot({ path, timeout: 5000, caret: 'initial' }).catch(() => null);
    if (drawn) info.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
  }
}

/**
 * Pictures that a journey leaves for whoever wants to look at the pages are drawn where PICTURES asks for them: without a screen to
 * draw for, one takes as long as the steps around it, and no journey reads them.
 */
function undrawn(page: Page): void {
  if (process.env.PICTURES) return;
  const draw = page.screenshot.bind(page);
  page.screenshot = async (options) =>
    options?.path?.startsWith('.cache/') === true ? Buffer.alloc(0) : draw(options);
}

/** What the pages of a context have done wrong so far; grows while they run. */
function watch(context: BrowserContext): string[] {
  const found: string[] = [];
  context.on('page', undrawn);
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => found.push(`page: ${error.error().message}`));
  // The address of a call stands in the logs of whatever lies between the page and the server.
  context.on('request', (request) => {
    if (CARD.test(request.url()) || TOKEN.test(request.url())) found.push(`address of a call: ${request.url()}`);
    const referer = request.headers().referer ?? '';
    if (CARD.test(referer) || TOKEN.test(referer)) found.push(`referer of ${request.url()}: ${referer}`);
  });
  context.on('framenavigated', (frame) => {
    if (CARD.test(frame.url()) || TOKEN.test(frame.url())) found.push(`address: ${frame.url()}`);
  });
  return found;
}

/** What the browser itself must never keep: a token or an id card in localStorage, which outlives the session. */
async function leaks(page: Page): Promise<string[]> {
  const kept = await page.evaluate(() => JSON.stringify(localStorage)).catch(() => '{}');
  return CARD.test(kept) || /token/i.test(kept) ? [`localStorage: ${kept}`] : [];
}

/** How an account left its lists is kept on the server: the next journey starts with lists as they come. */
async function forgetTables(page: Page): Promise<void> {
  await page
    .evaluate(async () => {
      const authorization = sessionStorage.getItem('session-token');
      if (!authorization) return;
      const headers = { authorization, 'content-type': 'application/json' };
      const { data } = await (await fetch('/api/search/table/list', { headers })).json();
      for (const { page } of data ?? []) {
        await fetch('/api/search/table', { method: 'PUT', headers, body: JSON.stringify({ page, memory: {} }) });
      }
    })
    // A page that was closed or left has nothing to forget.
    .catch(() => {});
}

/** What a call answers to the page's own session. */
export const ask = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const headers = { authorization: sessionStorage.getItem('session-token') ?? '' };
    return (await fetch(path, { headers })).json();
  }, path);

/** What a call with a body answers to whoever is signed in on the page. */
export const askBy = (page: Page, path: string, body: object, method = 'POST') =>
  page.evaluate(
    async ({ path, body, method }) => {
      const headers = {
        authorization: sessionStorage.getItem('session-token') ?? '',
        'content-type': 'application/json',
      };
      return (await fetch(path, { method, headers, body: JSON.stringify(body) })).json();
    },
    { path, body, method },
  );

/** What is left of an address once the ids in it are taken out: two of one route are alike. */
const routeOf = (address: string) =>
  (address.split('#').at(-1)?.split('?')[0] ?? '').split('/').filter((part) => !/\d|^(add|-|)$/.test(part));

/** Milliseconds for the code of a page; what takes longer is for the journey's own next step to say. */
const PAGE_WAIT = 5000;

/**
 * Goes to a path of the open page and waits until the page that was there is gone: its rows must not be taken for those of the
 * next. Two pages that begin alike share what is there, and the window's name tells them apart. A question about unsaved input keeps
 * both. `asLink`: by the router, as a link of the product does, not by the address. Another row, tab or filter of the same page is for the journey to wait for.
 */
export async function go(page: Page, path: string, asLink = false): Promise<void> {
  const [from, to] = [routeOf(page.url()), routeOf(path)];
  const isSame = from.join('/') === to.join('/') || (from[0] === '__gallery' && to[0] === '__gallery');
  const before = await page.evaluateHandle(() => ({
    first: document.querySelector('main > .page > *, main.bare > *'),
    title: document.title,
  }));
  await page.evaluate(
    ({ hash, asLink }) => {
      if (!asLink) return location.assign(hash);
      // As the router writes it, which stops the way back from such a place alone.
      history.pushState({ usr: null, key: hash, idx: (history.state?.idx ?? 0) + 1 }, '', hash);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    },
    { hash: `#${path}`, asLink },
  );
  if (!isSame)
    await page
      .waitForFunction(
        ({ first, title }) =>
          !first?.isConnected || document.title !== title || document.querySelector('dialog[open]') !== null,
        before,
        { timeout: PAGE_WAIT },
      )
      .catch(() => {});
  await before.dispose();
}

/** The total that the bar below a list names, once it is known. */
export async function totalOf(page: Page): Promise<number> {
  await expect(page.locator('.pager-total')).toHaveText(/\d/);
  const text = (await page.locator('.pager-total').textContent()) ?? '';
  return Number(text.replace(/\D/g, ''));
}
