import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CODE, type Endpoint } from '#platform/contract.ts';
import type { Services } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { ServerModule } from '../module.ts';
import { authenticate, tokenOf } from './authenticate.ts';
import { assertSettled } from './dispatch.ts';
import { countHitInMemory } from './rate.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;

/** The OpenAPI 3.1 document of all calls, walked from their contracts. */
export function openApi(modules: readonly Pick<ServerModule, 'name' | 'routes'>[], title: string): Json {
  const paths: Record<string, Json> = {};
  for (const { name, routes } of modules) {
    for (const { endpoint } of routes) {
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: '正文 {code,msg,data} 或 {code,msg,rows,total}；code 200 为成功。' },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization' },
        device: { type: 'apiKey', in: 'cookie', name: 'device' },
      },
    },
    paths,
  };
}

const securityOf = ({ access }: Endpoint) =>
  access === 'public' ? [] : [access === 'device' ? { device: [] } : { token: [] }];

function operation(module: string, endpoint: Endpoint): Json {
  const input = schemaOf(endpoint.input, 'input') as { properties?: Record<string, Json>; required?: string[] };
  const properties = Object.entries(input.properties ?? {});
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''));
  const hasBody = endpoint.method !== 'GET';
  const inQuery = (name: string) => !inPath.has(name) && (!hasBody || (endpoint.inQuery ?? []).includes(name));
  const body = properties.filter(([name]) => hasBody && !inPath.has(name) && !inQuery(name));
  return {
    tags: [module],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    'x-scope': endpoint.scope,
    ...(endpoint.audit ? { 'x-audit': endpoint.audit } : {}),
    security: securityOf(endpoint),
    parameters: properties
      .filter(([name]) => inPath.has(name) || inQuery(name))
      .map(([name, schema]) => ({
        name,
        in: inPath.has(name) ? 'path' : 'query',
        required: inPath.has(name) || (input.required ?? []).includes(name),
        schema,
      })),
    ...(body.length > 0
      ? {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: Object.fromEntries(body),
                  required: (input.required ?? []).filter((name) => body.some(([field]) => field === name)),
                },
              },
            },
          },
        }
      : {}),
    responses: { 200: { description: '见正文 code', content: replyContent(endpoint) } },
  };
}

function replyContent(endpoint: Endpoint): Json {
  const { reply } = endpoint;
  if (reply.kind === 'file') return { 'application/octet-stream': {} };
  const head = { code: { type: 'integer' }, msg: { type: 'string' } };
  const properties =
    reply.kind === 'data'
      ? { ...head, data: schemaOf(reply.schema, 'output') }
      : {
          ...head,
          ...((schemaOf(reply.extra, 'output') as { properties?: Json }).properties ?? {}),
          rows: { type: 'array', items: schemaOf(reply.row, 'output') },
          total: { type: 'integer' },
        };
  return { 'application/json': { schema: { type: 'object', properties } } };
}

const html = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** The same document as a readable page without scripts. */
export function docsPage(document: Json): string {
  const paths = document.paths as Record<string, Record<string, Json>>;
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const tag = (call.tags as string[])[0] ?? '';
      const list = byTag.get(tag) ?? [];
      list.push(section(path, method, call));
      byTag.set(tag, list);
    }
  }
  const nav = [...byTag.keys()].map((tag) => `<a href="#m-${tag}">${html(tag)}</a>`).join(' ');
  const content = [...byTag].map(([tag, calls]) => `<h2 id="m-${tag}">${html(tag)}</h2>${calls.join('')}`).join('');
  const title = html((document.info as { title: string }).title);
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/docs.css"><main><h1>${title}</h1><p>${nav} <a href="/api/docs/openapi.json">openapi.json</a></p>${content}</main></html>`;
}

function section(path: string, method: string, call: Json): string {
  const parameters = (call.parameters as { name: string; in: string; required: boolean; schema: Json }[])
    .map((p) => row(p.name, p.in, p.required, p.schema))
    .join('');
  const body = (call.requestBody as { content: Record<string, { schema: Json }> } | undefined)?.content[
    'application/json'
  ]?.schema;
  const required = new Set((body?.required as string[]) ?? []);
  const fields = Object.entries((body?.properties as Record<string, Json>) ?? {})
    .map(([name, schema]) => row(name, 'body', required.has(name), schema))
    .join('');
  const reply = (call.responses as { 200: { content: Json } })[200].content;
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${html(path)}</code> ${html(String(call.summary))} <i>${html(String(call['x-access']))}</i></summary><table><tr><th>参数</th><th>位置</th><th>必填</th><th>要求</th></tr>${parameters}${fields}</table><pre tabindex="0">${html(JSON.stringify(reply, null, 1))}</pre></details>`;
}

const row = (name: string, place: string, required: boolean, schema: Json) =>
  `<tr><td><code>${html(name)}</code></td><td>${place}</td><td>${required ? '是' : ''}</td><td><code>${html(JSON.stringify(schema))}</code></td></tr>`;

const DOCS_STYLE =
  'body{font:14px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#1f1a19;background:#faf7f5;margin:0}main{max-width:1080px;margin:0 auto;padding:24px}h1,h2{color:#a80009}details{background:#fff;border:1px solid #efe9e4;border-radius:6px;margin:8px 0;padding:8px 12px}summary{cursor:pointer}summary b{color:#b3000a}summary code{overflow-wrap:anywhere}i{color:#716863;float:right}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #efe9e4;text-align:left;padding:4px 8px;vertical-align:top}td code{word-break:break-all}pre{max-height:320px;overflow:auto;background:#fbf8f5;padding:8px}a{color:#0958d9;margin-right:8px}@media(max-width:600px){main{padding:12px}h1{font-size:22px}i{float:none;display:block}p a{display:inline-block;min-height:32px;line-height:32px}td,th{padding:4px}th{white-space:nowrap}}';

/** Requests of one address for the document and its style in so many seconds, those of the windows that nothing writes (rate.ts). */
export const DOCS_HITS = 300;
const DOCS_SECONDS = 600;

/**
 * Serves the document at /api/docs and /api/docs/openapi.json. Outside the demo both need the token of a session. The page's style
 * is a file, as the content policy requires.
 * @param document made at the first request: making it would take a tenth of the start
 */
export function serveDocs(app: FastifyInstance, services: Services, document: () => Json): void {
  let made: { document: Json; page: string } | undefined;
  const docs = () => {
    if (!made) {
      const json = document();
      made = { document: json, page: docsPage(json) };
    }
    return made;
  };
  const admitted = async (request: FastifyRequest) => {
    if (services.config.demo) return;
    const token = tokenOf(request.headers.authorization);
    const session = token ? await authenticate(services, token) : null;
    if (!session?.session) throw new Refusal(CODE.unauthorised, '登录已过期，请重新登录', null);
    assertSettled(session.session, { path: request.url });
  };
  // What anybody may ask for is counted by address, as the public calls are.
  const limited = async (request: FastifyRequest) => countHitInMemory(`docs:${request.ip}`, DOCS_HITS, DOCS_SECONDS);
  app.get('/api/docs', { onRequest: limited, preHandler: admitted }, (_request, response) =>
    response.type('text/html; charset=utf-8').send(docs().page),
  );
  app.get('/api/docs/docs.css', { onRequest: limited }, (_request, response) =>
    response.type('text/css; charset=utf-8').send(DOCS_STYLE),
  );
  app.get('/api/docs/openapi.json', { onRequest: limited, preHandler: admitted }, (_request, response) =>
    response.send(docs().document),
  );
}
