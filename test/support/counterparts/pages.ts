import type { ServerResponse } from 'node:http';
import type { Counterpart, Hit, Way } from './counterpart.ts';

/** A provider's own sign-in page, for trying by hand and in the browser's tests. */
export interface Page {
  way: Way;
  title: string;
  /** What is typed there. */
  ask: string;
  /** The query field with the address to come back to. */
  back: string;
}

/** Asks who it is, then leads back with a code (a ticket) and the state that it was given. */
export function authorizePage(page: Page, hit: Hit, issue: Counterpart['issue'], response: ServerResponse): void {
  const back = hit.query[page.back] ?? '';
  const who = new URLSearchParams(hit.body).get('who');
  if (!who || !URL.canParse(back)) {
    // Posted: an id card stands in no address, not even here.
    const form = `<form method="post"><label>${page.ask} <input name="who" autofocus></label> <button>登录</button></form>`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><meta charset="utf-8"><title>${page.title}</title><h1>${page.title}</h1>${form}`);
    return;
  }
  const base = page.way === 'base';
  const code = issue(page.way, { who, ...(base ? { orgId: '1' } : {}) });
  const fields: Record<string, string> = base ? { ticket: code, orgId: '1' } : { code, state: hit.query.state ?? '' };
  response.writeHead(303, { location: withQuery(back, fields) });
  response.end();
}

/** Into the query of a hash route where the address has one, else into the address's own. */
function withQuery(address: string, fields: Record<string, string>): string {
  const url = new URL(address);
  if (url.hash.length > 2) url.hash += `${url.hash.includes('?') ? '&' : '?'}${new URLSearchParams(fields)}`;
  else for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}
