import type { Page, Request } from '@playwright/test';

/**
 * Holds the calls of an address back, as a slow line does, until the answer of this is called. What does not match goes on.
 * @param matches which of the calls are held; all unless told
 */
export async function hold(
  page: Page,
  address: string,
  matches: (request: Request) => boolean = () => true,
): Promise<() => void> {
  let release: () => void = () => {};
  const open = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    if (!matches(route.request())) return route.fallback();
    await open;
    // A call that was broken off meanwhile has nobody to go on for.
    await route.continue().catch(() => {});
  });
  return release;
}

/** The server does what the next call of an address asks, and a proxy loses its answer; with `status` 0 the line breaks. */
export async function loseAnswer(page: Page, address: string, method: string, status = 502): Promise<void> {
  let lost = false;
  await page.route(address, async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    if (status === 0) await route.abort();
    else await route.fulfill({ status, contentType: 'text/html', body: '<html>Bad Gateway</html>' });
  });
}
