import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { openAddress } from '#kernel/files/server/service/download.ts';
import { Ctx, type Services } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import { beijingTime } from '#platform/time/days.ts';
import { summaryOf } from '#publishing/news/rules.ts';
import { findOpen, type NewsText } from './queries/news.ts';

/** Readings of open pages from one address within a minute. */
const A_MINUTE = 60;
const STYLE = `body{margin:0;background:#faf7f5;color:#1f1f1f;font:17px/1.9 "Noto Sans SC","PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:760px;margin:0 auto;padding:24px 20px 48px;background:#fff;min-height:100vh;box-sizing:border-box}
h1{font:700 26px/1.4 "Noto Serif SC","Songti SC",SimSun,serif;margin:0 0 12px}
header{border-bottom:2px solid #b3000a;margin-bottom:20px}
.by,footer{color:#6b6b6b;font-size:14px}.by span{margin-right:14px}
img,video{max-width:100%;height:auto}table{border-collapse:collapse;max-width:100%}td,th{border:1px solid #d9d3cd;padding:4px 8px}
.rt-indent{text-indent:2em}.note{background:#fdf6e3;padding:8px 12px;font-size:15px}a{color:#0b57d0}`;
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const GONE = '该内容不存在、已过期或已撤下。';

const SAFE: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const plain = (text: string) => text.replace(/[&<>"']/g, (sign) => SAFE[sign] ?? sign);

const page = (title: string, head: string, body: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${plain(title)}</title>${head}<style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

const sentence = (text: string) => page(text, '<meta name="robots" content="noindex">', `<p>${plain(text)}</p>`);

/** An open article as a page of its own: no script, its pictures and files by addresses that end with its showing. */
async function articlePage(ctx: Ctx, of: NewsText, origin: string): Promise<string> {
  const attached = await uploadedFiles(ctx.db, of.files);
  const inText = await Promise.all(fileIdsIn(of.content).map(async (id) => [id, await openAddress(ctx, id)] as const));
  let html = cleanHtml(of.content);
  for (const [id, url] of inText) html = html.replaceAll(`/api/common/download?fileName=${id}`, url);
  const files = await Promise.all(attached.map(async ({ id, name }) => ({ name, url: await openAddress(ctx, id) })));
  const cover = of.cover ? `${origin}${await openAddress(ctx, of.cover)}` : '';
  const video = of.video ? `<video controls src="${plain(await openAddress(ctx, of.video))}"></video>` : '';
  const summary = summaryOf(of.summary, of.words);
  const metas: readonly (readonly [string, string])[] = [
    ['og:type', 'article'],
    ['og:title', of.title],
    ['og:description', summary],
    ['og:site_name', of.orgName],
    ...(cover ? [['og:image', cover] as const] : []),
  ];
  const head = metas.map(([name, value]) => `<meta property="${name}" content="${plain(value)}">`).join('');
  const by = [
    of.source && `来源：${of.source}`,
    of.author && `作者：${of.author}`,
    beijingTime(of.publishedAt),
    of.orgName,
  ]
    .filter(Boolean)
    .map((one) => `<span>${plain(one)}</span>`)
    .join('');
  const note =
    of.number > 1 && of.note ? `<p class="note">${beijingTime(of.correctedAt)} 更正：${plain(of.note)}</p>` : '';
  const list = files.map(({ name, url }) => `<li><a href="${plain(url)}">${plain(name)}</a></li>`).join('');
  return page(
    of.title,
    `<meta name="description" content="${plain(summary)}">${head}`,
    `<header><h1>${plain(of.title)}</h1><p class="by">${by}</p></header>${note}${video}${html}${list ? `<h2>附件</h2><ul>${list}</ul>` : ''}<footer><p>${of.editor ? `责任编辑：${plain(of.editor)}　` : ''}转载请注明来源和原文地址</p></footer>`,
  );
}

/** Serves the open articles at `/p/{token}`, as their columns allow it. Wrong, over, withdrawn: one sentence. */
export function serveOpenArticles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string } }>('/p/:token', async (request, response) => {
    const { token } = request.params;
    response.headers({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store', 'X-Frame-Options': 'DENY' });
    response.type('text/html; charset=utf-8');
    let found: NewsText | undefined;
    try {
      // Counted while the text is looked for: each takes a journey to the database, counting one to the disk as well.
      [, found] = await Promise.all([
        countHit(services, `open:${request.ip}`, A_MINUTE, 60),
        /^[0-9a-f]{32}$/.test(token) ? findOpen(services.db, token) : undefined,
      ]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return response.code(error.status).send(sentence('访问太频繁，请稍后再看。'));
    }
    if (!found) return response.code(404).send(sentence(GONE));
    const ctx = new Ctx({ db: services.db, services, session: null, request, response });
    return response.send(await articlePage(ctx, found, `${request.protocol}://${request.host}`));
  });
}

/** Where an article is read without signing in; empty: nowhere. */
export const publicPath = (of: { isOpen: boolean; token: string }): string => (of.isOpen ? `/p/${of.token}` : '');
