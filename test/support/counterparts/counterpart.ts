import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorizePage, type Page } from './pages.ts';
import { reportPage } from './reports.ts';

/** How a service can fail: silence, HTTP 500, no JSON, an endless body, a redirect to this machine. */
export type Fault = 'timeout' | 'error' | 'garbage' | 'huge' | 'redirect';
export type Way = 'ehb' | 'third' | 'app' | 'base' | 'wechat';

/** Whom a code stands for. */
export interface Issue {
  /** Id card, or for WeChat the openid. */
  who: string;
  audience?: string;
  orgId?: string;
  /** Seconds since it was made. */
  age?: number;
}

/** A request as it came in. */
export interface Hit {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Counterpart {
  /** `http://127.0.0.1:port`. */
  origin: string;
  /** Everything that was asked, in order. */
  hits: Hit[];
  /** Bodies that came to the SMS gateway, parsed. The captcha verifier knows one good ticket: `good`. */
  sms: Record<string, unknown>[];
  /** Recordings that came to be turned into text: their names and bytes. */
  speech: { name: string; bytes: Buffer }[];
  /** What the speech service does with the next ones: how often it is asked before it has done, what it says then. */
  recognise(how: { asks?: number; text?: string; reason?: string }): void;
  /** A code, ticket or token of a service. */
  issue(way: Way, issue: Issue): string;
  /** Lets every service whose path begins so fail; null: works again. */
  fail(path: string, fault: Fault | null): void;
  close(): Promise<void>;
}

/** Keys that the counterpart agreed with the platform. */
export const SECRETS = {
  speechKey: 'speech-key-of-the-counterpart',
  reportServerKey: 'report-server-key-of-the-counterpart',
  smsKey: 'sms-gateway-key-of-the-counterpart',
  captchaSecret: 'captcha-secret-of-the-counterpart',
  wechatSecret: 'wechat-secret-of-the-counterpart',
  ehbSecret: 'ehb-secret-of-the-counterpart',
  thirdTokenKey: 'third-token-key-of-the-counterpart',
  appCodeKey: 'app-code-key-of-the-counterpart',
  basePlatformSecret: 'base-platform-secret-of-the-counterpart',
};
export const APPS = { ehb: 'party-ehb', base: 'party-base', wechat: 'wx0123456789' };

const KEYS: Record<string, string> = {
  ehb: SECRETS.ehbSecret,
  third: SECRETS.thirdTokenKey,
  app: SECRETS.appCodeKey,
  base: SECRETS.basePlatformSecret,
};

/** The settings of a site whose outside services are all this counterpart. */
export const settingsFor = (origin: string, ownOrigins: string[]) => ({
  thirdParty: true,
  wechat: { appId: APPS.wechat, domains: ownOrigins },
  wechatUrl: `${origin}/wechat`,
  wechatPageUrl: `${origin}/wechat`,
  ehb: { url: `${origin}/ehb`, clientId: APPS.ehb },
  thirdTokenUrl: `${origin}/third/check`,
  appCodeUrl: `${origin}/app/check`,
  basePlatform: { platformUrl: `${origin}/base/login`, appKey: APPS.base, origin, checkUrl: `${origin}/base/check` },
  speech: { url: `${origin}/speech/tasks` },
  reportServer: { url: `${origin}/report/view` },
  sms: { kind: 'http', url: `${origin}/sms/send`, sign: '试验' },
});

/**
 * Plays every service outside: WeChat, unified platform, third token, application code, base platform, SMS gateway,
 * captcha verifier, speech service. It is as careless as a provider can be: codes are good again and again, so that what makes them
 * good once is the platform alone.
 */
export async function startCounterpart(port = 0): Promise<Counterpart> {
  const hits: Hit[] = [];
  const sms: Counterpart['sms'] = [];
  const speech: Counterpart['speech'] = [];
  let how = { asks: 1, text: '请大家先传达学习文件。\n同意上述意见。', reason: '' };
  const asked = new Map<string, number>();
  const codes = new Map<string, Required<Issue> & { way: Way; at: number }>();
  const faults = new Map<string, Fault>();

  const issue: Counterpart['issue'] = (way, { who, audience = '', orgId = '', age = 0 }) => {
    const code = randomBytes(16).toString('base64url');
    codes.set(code, { way, who, audience, orgId, age, at: Date.now() - age * 1000 });
    return code;
  };

  const check = (way: Way, hit: Hit) => {
    const { 'x-time': time, 'x-nonce': nonce, 'x-sign': sign } = hit.headers;
    const mine = createHmac('sha256', KEYS[way] ?? '')
      .update(`${time}\n${nonce}\n${hit.body}`)
      .digest('hex');
    if (sign !== mine) return { code: 401, msg: 'wrong signature' };
    const asked = JSON.parse(hit.body) as { code: string; audience: string };
    const found = codes.get(asked.code);
    if (!found || found.way !== way) return { code: 404, msg: 'no such code' };
    return {
      code: 200,
      data: {
        idCardNo: found.who,
        audience: found.audience || asked.audience,
        issuedAt: found.at,
        ...(found.orgId ? { orgId: found.orgId } : {}),
      },
    };
  };

  const answer = (hit: Hit, response: ServerResponse) => {
    const service = hit.path.split('/')[1] ?? '';
    if (hit.path === '/wechat/sns/oauth2/access_token') {
      const found = codes.get(hit.query.code ?? '');
      const good =
        found?.way === 'wechat' && hit.query.secret === SECRETS.wechatSecret && hit.query.appid === APPS.wechat;
      return json(response, good ? { openid: found.who, access_token: 'unused', expires_in: 7200 } : WRONG_CODE);
    }
    if (hit.path === '/sms/send') {
      sms.push(parsed(hit.body));
      return json(response, { code: 200, msg: 'ok' });
    }
    if (hit.path.startsWith('/speech/')) {
      if (hit.headers.authorization !== `Bearer ${SECRETS.speechKey}`)
        return json(response, { code: 401, msg: 'wrong key' });
      if (hit.method === 'POST') {
        const { name, audio } = parsed(hit.body) as { name: string; audio: string };
        speech.push({ name, bytes: Buffer.from(audio, 'base64') });
        return json(response, { code: 200, taskId: `task${speech.length}` });
      }
      const times = (asked.get(hit.path) ?? 0) + 1;
      asked.set(hit.path, times);
      if (times <= how.asks) return json(response, { code: 200, state: 'waiting' });
      const told = how.reason ? { state: 'failed', reason: how.reason } : { state: 'done', text: how.text };
      return json(response, { code: 200, ...told });
    }
    if (hit.path === '/report/view') return reportPage(hit, SECRETS.reportServerKey, response);
    if (hit.path === '/captcha/verify') {
      const asked = { ...hit.query, ...parsed(hit.body) } as Record<string, unknown>;
      const good = (asked.Ticket ?? asked.ticket) === 'good';
      return json(response, { response: good ? '1' : '0', err_msg: good ? 'OK' : 'verify fail' });
    }
    if (hit.path.endsWith('/check') && service in KEYS) return json(response, check(service as Way, hit));
    if (hit.path === '/favicon.ico') return response.writeHead(204).end();
    if (hit.path === '/landing') return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>landed</h1>');
    const page = PAGES[hit.path];
    if (page) return authorizePage(page, hit, issue, response);
    response.writeHead(404).end();
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://counterpart');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const hit: Hit = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    hits.push(hit);
    const fault = [...faults].find(([path]) => hit.path.startsWith(path))?.[1];
    if (fault) misbehave(fault, response, `http://${request.headers.host}/stolen`);
    else answer(hit, response);
  });
  const origin = await listen(server, port);
  return {
    origin,
    hits,
    sms,
    speech,
    recognise: (given) => {
      how = { asks: 1, text: '', reason: '', ...given };
    },
    issue,
    fail: (path, fault) => void (fault === null ? faults.delete(path) : faults.set(path, fault)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const WRONG_CODE = { errcode: 40029, errmsg: 'invalid code' };
const PAGES: Record<string, Page> = {
  '/ehb/oauth/authorize': { way: 'ehb', title: '统一平台', ask: '证件号', back: 'redirect_uri' },
  '/wechat/connect/qrconnect': { way: 'wechat', title: '微信', ask: 'openid', back: 'redirect_uri' },
  '/base/login': { way: 'base', title: '基础平台', ask: '证件号', back: 'backUrl' },
};

/** A body as parameters, whichever of the two usual forms it has. */
function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}

const json = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

function misbehave(fault: Fault, response: ServerResponse, elsewhere: string): void {
  if (fault === 'timeout') return;
  if (fault === 'error') response.writeHead(500).end('{"code":200}');
  else if (fault === 'garbage')
    response.writeHead(200, { 'content-type': 'application/json' }).end('<html>{"code":200');
  else if (fault === 'redirect') response.writeHead(302, { location: elsewhere }).end();
  else pour(response);
}

/** A body without end, as fast as it is taken. */
function pour(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(65_536, ' ');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

const listen = (server: Server, port: number) =>
  new Promise<string>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
