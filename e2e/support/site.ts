import { expect, type Page } from '@playwright/test';

/** Sets what a site shows and asks, as an administrator's own page does; no settings take the site's row away again. */
export async function setSite(page: Page, host: string, settings: object, secrets: object = {}): Promise<void> {
  const answer = await page.evaluate(
    async ({ host, settings, secrets }) => {
      const headers = {
        authorization: sessionStorage.getItem('session-token') ?? '',
        'content-type': 'application/json',
      };
      const known = await (await fetch(`/api/sys/site/get?host=${encodeURIComponent(host)}`, { headers })).json();
      const version = known.data?.version ?? 0;
      const gone = Object.keys(settings).length === 0;
      const body = JSON.stringify(gone ? { host, version } : { host, version, settings, secrets });
      return (await fetch('/api/sys/site', { method: gone ? 'DELETE' : 'PUT', headers, body })).json();
    },
    { host, settings, secrets },
  );
  expect(answer.code, JSON.stringify(answer)).toBe(200);
}
