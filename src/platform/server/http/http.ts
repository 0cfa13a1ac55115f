import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { ZodError } from 'zod';
import { CODE } from '#platform/contract.ts';
import type { Services } from '../context.ts';
import { errorCode, isConnectionError, isCrossed } from '../database/db.ts';
import { DISK_FULL, isDiskFull, Refusal, requestFaultText } from '../errors.ts';
import { describeError, escapeLogLine } from '../log/log.ts';
import { knownHost } from '../start/config.ts';
import { countFault } from '../start/faults.ts';
import { noteCall, noteRefusal } from '../watch/metrics.ts';
import { withTrace } from '../watch/trace.ts';
import type { Binding } from './bind.ts';
import { dispatch } from './dispatch.ts';
import { securityHeaders } from './headers.ts';
import { ARRIVES, endSlowBodies } from './slow.ts';

declare module 'fastify' {
  interface FastifyRequest {
    accountId?: string | undefined;
  }
  interface FastifyContextConfig {
    /** The call is made without a session: no line tells of it. */
    anonymous?: boolean;
    /** Whoever watches the server asks, by whatever name. */
    probe?: boolean;
    /** Another machine calls and goes by the status: what was not taken is not answered with 200. */
    bytes?: boolean;
    /** Its body is a file, and may take longer to arrive. */
    upload?: boolean;
  }
}

/** Bytes of a body that are read of callers without a session. */
const PUBLIC_BODY = 65_536;

/** Builds the HTTP application. Throws where a declared call is not bound, bound twice, or has no access: such a server must not start. */
export async function buildApp(services: Services, bindings: readonly Binding[]) {
  checkBindings(bindings);
  // Asking for random bytes at every request costs more than finding its route.
  const instance = randomBytes(5).toString('hex');
  let requests = 0;
  const app = Fastify({
    genReqId: () => `${instance}${(++requests).toString(16).padStart(6, '0')}`,
    trustProxy: services.config.trustProxy.length > 0 ? services.config.trustProxy : false,
    bodyLimit: 4 * 1024 * 1024,
    requestTimeout: ARRIVES.upload,
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: process.env.LOG_LEVEL ?? 'warn',
      serializers: { err: describeError },
      stream: { write: (line: string) => void process.stdout.write(`${escapeLogLine(line.trimEnd())}\n`) },
    },
    // Every line names its trace itself, so that no request makes a logger of its own.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 8000 },
    // A request that is being answered while the server stops is answered; new ones get 503.
    return503OnClosing: true,
    // Paths that the router cannot read reach neither the hooks nor the error handler.
    frameworkErrors: (error, request, response) => {
      securityHeaders(request, response);
      return answerError(services, error, request, response);
    },
  });
  app.addHook('onRequest', (request, response, next) => {
    securityHeaders(request, response);
    response.header('X-Trace-Id', request.id);
    if (request.routeOptions.config.probe) return next();
    if (knownHost(services.config, request.host) === null) {
      return next(new Refusal(CODE.notFound, '请用本平台的网址访问', null, 421));
    }
    const foreign = request.headers['sec-fetch-site'] === 'cross-site';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    next(foreign && !reads ? new Refusal(CODE.forbidden, '当前操作没有权限', null, 403) : undefined);
  });
  endSlowBodies(app);
  app.addHook('onResponse', (request, response, next) => {
    noteCall(request.method, request.routeOptions.url, response.statusCode, response.elapsedTime / 1000);
    if (request.routeOptions.config.anonymous) return next();
    request.log.info({
      method: request.method,
      route: request.routeOptions.url,
      status: response.statusCode,
      ms: Math.round(response.elapsedTime),
      account: request.accountId,
      trace: request.id,
    });
    next();
  });
  app.addHook('preClose', (done) => {
    endKeptConnections(app);
    done();
  });
  app.setErrorHandler((error, request, response) => answerError(services, error, request, response));
  app.setNotFoundHandler((_request, response) => {
    response.code(404).send({ code: CODE.notFound, msg: '资源不存在', data: null });
  });
  await app.register(cookie);
  const route = (room: FastifyInstance, binding: Binding) =>
    room.route({
      method: binding.endpoint.personal ? [binding.endpoint.method, 'POST'] : binding.endpoint.method,
      url: binding.endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        anonymous: binding.endpoint.anonymous === true,
        bytes: binding.endpoint.bytes === true,
        upload: binding.endpoint.upload === true,
      },
      // What nobody has signed in for is refused by its size before it is read.
      ...(['public', 'device'].includes(binding.endpoint.access) && !binding.endpoint.upload
        ? { bodyLimit: PUBLIC_BODY }
        : {}),
      handler: (request, response) => withTrace(request.id, () => dispatch(services, binding, request, response)),
    });
  // Uploads have a room of their own, so that no other call pays for the parser's hooks.
  await app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { fileSize: 20 * 1024 * 1024, files: 1, fields: 20 } });
    for (const binding of bindings) if (binding.endpoint.upload) route(uploads, binding);
  });
  // Bodies over which a signature stands are not read as anything.
  await app.register(async (signed) => {
    signed.removeAllContentTypeParsers();
    signed.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_request, body, next) =>
      next(null, body),
    );
    for (const binding of bindings) if (binding.endpoint.bytes) route(signed, binding);
  });
  for (const binding of bindings) if (!binding.endpoint.upload && !binding.endpoint.bytes) route(app, binding);
  return app;
}

/**
 * While the server ends, a connection whose last answer was under way when it began to end is closed as soon as that is out:
 * kept open by a proxy for its next request it would hold the end up for a minute.
 */
function endKeptConnections({ server }: FastifyInstance): void {
  if (!server.listening) return;
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  server.once('close', () => clearInterval(closing));
}

function checkBindings(bindings: readonly Binding[]) {
  const name = ({ endpoint }: Binding) => `${endpoint.method} ${endpoint.path}`;
  const bound = new Map<string, number>();
  for (const binding of bindings) bound.set(name(binding), (bound.get(name(binding)) ?? 0) + 1);
  const faults = bindings.filter((binding) => !binding.endpoint.access || bound.get(name(binding)) !== 1).map(name);
  if (faults.length > 0) throw new Error(`calls not bound exactly once or without access: ${faults.join(', ')}`);
}

function answerError(
  services: Services,
  error: unknown,
  request: Pick<FastifyRequest, 'id' | 'log' | 'routeOptions'>,
  response: FastifyReply,
) {
  if (error instanceof Refusal) {
    noteRefusal(error.code);
    const retryAfter = (error.data as { retryAfter?: number } | null)?.retryAfter;
    if (error.status === 429 && retryAfter) response.header('Retry-After', retryAfter);
    return response.code(error.status).send({ code: error.code, msg: error.message, data: error.data });
  }
  const msg = requestFaultText(error);
  const status = request.routeOptions.config.bytes ? 413 : 200;
  if (msg !== null) return response.code(status).send({ code: CODE.parameter, msg, data: { fields: { body: msg } } });
  if (isDiskFull(error)) {
    request.log.error({ trace: request.id, err: error }, 'a disk is full');
    return response.code(200).send({ code: CODE.business, msg: DISK_FULL, data: null });
  }
  if (isConnectionError(error) || isCrossed(error) || errorCode(error) === '57014') {
    response.header('Retry-After', 3);
    return response
      .code(503)
      .send({ code: CODE.systemError, msg: '系统繁忙，请稍后再试', data: { traceId: request.id } });
  }
  if (['22003', '22007', '22008', '22P02', '22P05', '22021'].includes(errorCode(error) ?? '')) {
    return response.code(200).send({ code: CODE.parameter, msg: '参数超出允许的范围', data: { fields: {} } });
  }
  const err = error instanceof ZodError ? new Error(`reply does not match its contract: ${error.message}`) : error;
  // With a sentence of its own: without one the logger would take the error's, however long that is.
  request.log.error({ trace: request.id, err }, 'request failed');
  countFault(services.db, request.routeOptions.url ?? 'request', err);
  return response
    .code(500)
    .send({ code: CODE.systemError, msg: '系统未知错误，请反馈给管理员', data: { traceId: request.id } });
}
