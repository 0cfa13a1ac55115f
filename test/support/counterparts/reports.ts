import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Hit } from './counterpart.ts';

/** Addresses are good for so long. */
const GOOD_MS = 60_000;
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Plays a report server: draws the named template with its params, where the address was signed within the minute. */
export function reportPage({ query }: Hit, key: string, response: ServerResponse): void {
  const { sign = '', ...params } = query;
  const { viewlet = '', orgCode = '', time = '', nonce = '' } = params;
  const mine = createHmac('sha256', key).update(`${viewlet}\n${orgCode}\n${time}\n${nonce}`).digest();
  const theirs = Buffer.from(sign, 'hex');
  const isGood =
    theirs.length === mine.length && timingSafeEqual(mine, theirs) && Math.abs(Date.now() - Number(time)) < GOOD_MS;
  const lines = Object.entries(params).map(
    ([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  );
  response
    .writeHead(isGood ? 200 : 403, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      isGood
        ? `<!doctype html><title>${escaped(viewlet)}</title><h1>报表模板 ${escaped(viewlet)}</h1><table>${lines.join('')}</table>`
        : '<!doctype html><title>403</title><h1>签名无效或已过期</h1>',
    );
}
