import type { Page, Request } from '@playwright/test';

/** Lets what is held go, and every later call; may be asked twice. */
export type Release = () => Promise<void>;

const at = (path: string) => (url: URL) => url.pathname === path;

function gate(): { opened: Promise<void>; open: () => void } {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}

/**
 * Holds the calls of a path back, as a slow line does before they reach the server, until they are let go.
 * @param matches which of the calls are held; all unless told
 */
export async function hold(
  page: Page,
  path: string,
  matches: (request: Request) => boolean = () => true,
): Promise<Release> {
  const { opened, open } = gate();
  await page.route(at(path), async (route) => {
    if (!matches(route.request())) return route.fallback();
    await opened;
    // A call that was broken off meanwhile has nobody to go on for.
    await route.continue().catch(() => {});
  });
  return async () => open();
}

/** Holds the answers of a path back, although the server gives them now, until they are let go. */
export async function holdAnswers(page: Page, path: string): Promise<Release> {
  const { opened, open } = gate();
  const pattern = at(path);
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    await opened;
    await route.fulfill({ response }).catch(() => {});
  });
  return async () => {
    open();
    await page.unroute(pattern);
  };
}

/** The server does what the next call of a path asks, and a proxy loses its answer; with `status` 0 the line breaks. */
export async function loseAnswer(page: Page, path: string, method: string, status = 502): Promise<void> {
  let lost = false;
  await page.route(at(path), async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    if (status === 0) await route.abort();
    else await route.fulfill({ status, contentType: 'text/html', body: '<html>Bad Gateway</html>' });
  });
}

/** Fails the calls of a path as a broken line does, until it is fixed. */
export async function breakLine(page: Page, path: string): Promise<Release> {
  const pattern = at(path);
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

/** The browser loses its network and finds it again: what is shown is read anew. */
export async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}
