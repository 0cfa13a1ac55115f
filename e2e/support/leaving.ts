import { expect, type Page } from '@playwright/test';

/** Waits until leaving the page would ask nothing: what was typed is kept. */
export const nothingIsAsked = (page: Page, timeout?: number) =>
  expect
    .poll(() => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))), {
      message: 'what was typed is kept',
      ...(timeout && { timeout }),
    })
    .toBe(true);
