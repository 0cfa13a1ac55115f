import type { Page } from '@playwright/test';

/** Lets the held answers go, and every later one. */
export type Release = () => Promise<void>;

/** Holds the answers of a call, although the server gives them, until they are let go: a slow line without a clock. */
export async function hold(page: Page, path: string): Promise<Release> {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const pattern = (url: URL) => url.pathname === path;
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    await free;
    // Whoever asked may have gone on meanwhile.
    await route.fulfill({ response }).catch(() => {});
  });
  return async () => {
    letGo();
    await page.unroute(pattern);
  };
}

/** Fails a call as a line does that breaks, until it is mended. */
export async function breakLine(page: Page, path: string): Promise<Release> {
  const pattern = (url: URL) => url.pathname === path;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

/** The browser loses its network and finds it again: what is shown is read anew. */
export async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}
