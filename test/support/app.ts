import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { inject } from 'vitest';
import { type Endpoint, fillPath, type InputOf, type ReplyOf } from '#platform/contract.ts';
import type { Services } from '#platform/server/context.ts';
import { openPool } from '#platform/server/database/db.ts';
import { buildApp } from '#platform/server/http/http.ts';
import { announceModules, type ServerModule } from '#platform/server/module.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { transportKey } from '#platform/server/secrecy/sm2.ts';
import type { Database } from '../../db/types.ts';
import { cloneDatabase } from './database.ts';
import { asUser } from './databaseUser.ts';
import type { Fixture, Principal } from './fixture.ts';
import { unaskedActs } from './reach.ts';
import { rollingBack } from './rollback.ts';
import { testServices } from './services.ts';

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** Body code; 0 is 'login incorrect', NaN where the body is no envelope. */
  code: number;
  msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the shape that it asserts
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the shape that it asserts
  rows: any[];
  total: number;
  // biome-ignore lint/suspicious/noExplicitAny: the whole body, with what stands beside rows and total
  body: any;
  text: string;
}

type Options = { headers?: Record<string, string>; ip?: string; cookies?: Record<string, string> };

/** A caller: with a token, or nobody. */
export interface Caller {
  token: string;
  get(path: string, query?: object, options?: Options): Promise<Answer>;
  post(path: string, body?: object, options?: Options): Promise<Answer>;
  put(path: string, body?: object, options?: Options): Promise<Answer>;
  del(path: string, body?: object, options?: Options): Promise<Answer>;
  /** Calls by contract as the page does: path, query and body are made from the input. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: Options): Promise<Answer & { result: ReplyOf<E> }>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Kysely<Database>;
  services: Services;
  fixture: Fixture;
  /** A fresh session of a principal in the principal's first role; no password is hashed for it. */
  as(principal: Principal): Promise<Caller>;
  /** A caller with this token, e.g. one from a login. */
  withToken(token: string): Caller;
  nobody: Caller;
  close(): Promise<void>;
}

/**
 * The real application over a database of the test's own, filled with the tiny city
 * (`fixture.ts`). `modules`: only these, so that a module is tested while others are not there.
 * `asUser`: the calls run as the application's database role, which owns nothing (`db` stays the owner's).
 * `rollBack`: every transaction of a call is undone after its answer (`rollback.ts`).
 */
export async function startTestApp(
  options: { modules?: readonly ServerModule[]; rollBack?: boolean; asUser?: boolean } = {},
): Promise<TestApp> {
  const modules = options.modules ?? (await import('#rooms/server.ts')).serverModules;
  announceModules(modules);
  const clone = await cloneDatabase('party_tiny');
  const dataDir = mkdtempSync(join(tmpdir(), 'party-app-'));
  const { db } = openPool(clone.url, { isFrequent: isOneStatement });
  const services = testServices({ db, dataDir, databaseUrl: clone.url, modules });
  const fixture = structuredClone(inject('fixture'));
  const user = options.asUser ? openPool(asUser(clone.url), { isFrequent: isOneStatement }) : null;
  if (user) services.db = user.db;
  // Made at the first use in a transaction of its own: where calls are undone it must be there before.
  if (options.rollBack) await transportKey(services);
  const app = await buildApp(
    options.rollBack ? { ...services, db: rollingBack(services.db) } : services,
    modules.flatMap((module) => module.routes),
  );
  return {
    app,
    db,
    services,
    fixture,
    async as(principal) {
      const { accountId, grantId } = fixture.principals[principal];
      return caller(app, await openSession(services, accountId, grantId));
    },
    withToken: (token) => caller(app, token),
    nobody: caller(app, ''),
    async close() {
      await app.close();
      // A test may have taken the database away.
      const isThere = await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      const unasked = options.rollBack || !isThere ? [] : await unaskedActs(db, modules);
      await user?.db.destroy();
      await db.destroy();
      await clone.drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (unasked.length > 0)
        throw new Error(`these acts reach many and do not ask (asks of their contract):\n${unasked.join('\n')}`);
    },
  };
}

/** What can be prepared: a test plans each statement once for each connection (database.ts), where it would take two fifths of the database's time. */
const isOneStatement = (text: string) => !text.includes(';');

/** A session as a sign-in makes it; answers the token. */
export async function openSession(services: Services, accountId: string, grantId: string): Promise<string> {
  const token = makeToken();
  await services.db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      sign_in: hashToken(token),
      account_id: accountId,
      grant_id: grantId,
      expires_at: new Date(Date.now() + services.config.absoluteSeconds * 1000),
    })
    .execute();
  return token;
}

/** Who calls with a token. */
export function caller(app: FastifyInstance, token: string): Caller {
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, options: Options = {}) => {
    const request: InjectOptions = { method, url, headers: { ...options.headers } };
    if (token !== '') request.headers = { authorization: token, ...request.headers };
    if (body !== undefined) request.payload = body;
    if (options.ip) request.remoteAddress = options.ip;
    if (options.cookies) request.cookies = options.cookies;
    return read(await app.inject(request));
  };
  return {
    token,
    get: (path, query = {}, options) => send('GET', path + queryText(query), undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    del: (path, body, options) => send('DELETE', path, body, options),
    async call(endpoint, input, options) {
      const { path, rest } = fillPath(endpoint.path, input as Record<string, unknown>);
      const inQuery = (name: string) => endpoint.method === 'GET' || endpoint.inQuery?.includes(name) === true;
      const query = Object.fromEntries(Object.entries(rest).filter(([name]) => inQuery(name)));
      const body = Object.fromEntries(Object.entries(rest).filter(([name]) => !inQuery(name)));
      const answer = await send(
        endpoint.method,
        path + queryText(query),
        endpoint.method === 'GET' ? undefined : body,
        options,
      );
      const result = endpoint.reply.kind === 'rows' ? answer.body : answer.data;
      return { ...answer, result: result as ReplyOf<typeof endpoint> };
    },
  };
}

function queryText(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]))}`;
}

function read(response: Awaited<ReturnType<FastifyInstance['inject']>>): Answer {
  const json = String(response.headers['content-type']).includes('application/json');
  const body = json ? response.json() : null;
  return {
    status: response.statusCode,
    headers: response.headers,
    code: body?.code ?? Number.NaN,
    msg: body?.msg ?? '',
    data: body?.data,
    rows: body?.rows ?? [],
    total: body?.total ?? Number.NaN,
    body,
    text: response.payload,
  };
}
