import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REHEARSAL, type Reach } from '#platform/acts/reach.ts';
import { CODE, type Endpoint, type FileReply, id } from '#platform/contract.ts';
import { type AuditDetail, type ChosenOrg, Ctx, type Device, holds, type Services, type Session } from '../context.ts';
import { isConnectionError, transact } from '../database/db.ts';
import { badInput, forbidden, Refusal, refuse, requestFaultText, tooManyRequests } from '../errors.ts';
import { writeAudit, writeDenial } from '../log/audit.ts';
import { authenticate, tokenOf } from './authenticate.ts';
import { type Binding, mergeInput, parseInput, singleValues } from './bind.ts';
import { admitDevice } from './device.ts';
import { refuseOwnMatter } from './oneself.ts';
import { countHit, countHitInMemory } from './rate.ts';
import { reachOf } from './reach.ts';
import { beginUpload } from './uploads.ts';

/** Calls that still answer while a password change is compulsory. */
const ALLOWED_BEFORE_CHANGE = new Set(['/api/getInfo', '/api/logout', '/api/sys/user/changeCurrentPwd']);

/** Calls that still answer while a second factor is to be set up. */
const ALLOWED_BEFORE_FACTOR = new Set([
  '/api/getInfo',
  '/api/logout',
  '/api/session/totp/start',
  '/api/session/totp/confirm',
]);

const underway = new Map<Endpoint, number>();

/** Answers a request within the limit of its call (`atOnce`), so that many requests of one call cannot take all database connections. */
export async function dispatch(services: Services, binding: Binding, request: FastifyRequest, response: FastifyReply) {
  const { endpoint } = binding;
  if (endpoint.atOnce === undefined) return answerOne(services, binding, request, response);
  const now = underway.get(endpoint) ?? 0;
  if (now >= endpoint.atOnce) throw tooManyRequests(5);
  underway.set(endpoint, now + 1);
  try {
    return await answerOne(services, binding, request, response);
  } finally {
    underway.set(endpoint, (underway.get(endpoint) ?? 1) - 1);
  }
}

/**
 * One request, one way: rate, session, right, input, then the handler; for a declared write
 * inside one transaction together with its audit row and its idempotency outcome.
 */
async function answerOne(services: Services, binding: Binding, request: FastifyRequest, response: FastifyReply) {
  const { endpoint } = binding;
  if (endpoint.rate?.by === 'ip') {
    const { bucket = endpoint.path, hits, seconds } = endpoint.rate;
    const name = `${bucket}:${request.ip}`;
    if (endpoint.anonymous) countHitInMemory(name, hits, seconds);
    else await countHit(services, name, hits, seconds);
  }
  const admitted = await admit(services, endpoint, request);
  const { session, chosen, device } = admitted;
  if (endpoint.rate?.by === 'account' && session) {
    // The question before an act takes nothing from what the act may be done.
    const question = endpoint.asks && request.headers[REHEARSAL] !== undefined ? ':asked' : '';
    await countHit(
      services,
      `${endpoint.rate.bucket ?? endpoint.path}:a${session.accountId}${question}`,
      endpoint.rate.hits,
      endpoint.rate.seconds,
    );
  }
  request.accountId = session?.accountId;
  let endUpload: (() => void) | undefined;
  try {
    if (session) assertSettled(session, endpoint);
    if (session && !['public', 'session'].includes(endpoint.access) && !holds(session.rights, endpoint.access)) {
      throw forbidden();
    }
    const input = parseInput(
      endpoint,
      mergeInput(singleValues(request.query), request.params, endpoint.upload || endpoint.bytes ? null : request.body),
    );
    if (endpoint.upload && session) endUpload = await beginUpload(services, session, lengthOf(request));
    const ctx = new Ctx({ db: services.db, services, session, chosenOrg: chosen, device, request, response });
    await refuseOwnMatter(services, session, endpoint, input);
    if (endpoint.asks && session && request.headers[REHEARSAL] !== undefined)
      return {
        code: CODE.ok,
        msg: '操作成功',
        data: await rehearse(services, binding, admitted, input, request, response),
      };
    if (binding.before && !(await isRepeat(endpoint, ctx))) await binding.before(ctx, input);
    const result = endpoint.audit
      ? await write(services, binding, admitted, input, request, response)
      : await binding.handler(ctx, input);
    return reply(endpoint, result, response);
  } catch (error) {
    if (session) await recordRefusal(services, endpoint, session, request, error);
    throw error;
  } finally {
    endUpload?.();
  }
}

const lengthOf = ({ headers }: FastifyRequest): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** A forced password change comes before everything, then a second factor that the site demands. */
export function assertSettled(session: Session, { path }: Pick<Endpoint, 'path'>): void {
  if (session.mustChangePassword) {
    if (!ALLOWED_BEFORE_CHANGE.has(path)) throw forbidden('请先修改密码');
  } else if (session.mustEnrol && !ALLOWED_BEFORE_FACTOR.has(path)) {
    throw forbidden('请先设置二次验证');
  }
}

/** Who asks, and the organisation that is asked about. */
interface Admitted {
  session: Session | null;
  chosen: ChosenOrg | null;
  device: Device | null;
}

async function admit(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Admitted> {
  if (endpoint.access === 'public') return { session: null, chosen: null, device: null };
  if (endpoint.access === 'device')
    return { session: null, chosen: null, device: await admitDevice(services, request, endpoint) };
  const token = tokenOf(request.headers.authorization);
  const admitted = token ? await authenticate(services, token, chosenId(endpoint, request)) : null;
  if (!admitted) throw new Refusal(CODE.unauthorised, '登录已过期，请重新登录', null);
  return { ...admitted, device: null };
}

/** The input is parsed only for those who are admitted, so anything that is not an id chooses nothing. */
function chosenId(endpoint: Endpoint, request: FastifyRequest): string | null {
  if (!endpoint.chosenOrg) return null;
  const body = endpoint.upload || endpoint.bytes ? null : request.body;
  const value = { ...(body as object | null), ...(request.query as object) }[endpoint.chosenOrg as never];
  return value === undefined ? null : (id.safeParse(value).data ?? null);
}

/** Whether an earlier call with this idempotency key has its outcome, which `write` will answer. */
async function isRepeat(endpoint: Endpoint, ctx: Ctx): Promise<boolean> {
  const key = endpoint.idempotent && ctx.signedIn ? idempotencyKey(ctx.request) : null;
  if (key === null) return false;
  const earlier = await ctx.db
    .selectFrom('idempotency')
    .select('key')
    .where('account_id', '=', ctx.session.accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  return earlier !== undefined;
}

async function write(
  services: Services,
  binding: Binding,
  { session, chosen }: Admitted,
  input: Record<string, unknown>,
  request: FastifyRequest,
  response: FastifyReply,
): Promise<unknown> {
  const { endpoint } = binding;
  const key = endpoint.idempotent && session ? idempotencyKey(request) : null;
  return transact(services.db, async (tx) => {
    const ctx = new Ctx({ db: tx, services, session, chosenOrg: chosen, request, response });
    if (key && session) {
      const hash = createHash('sha256')
        .update(`${endpoint.method} ${endpoint.path}\n${JSON.stringify(input)}`)
        .digest();
      const inserted = await tx
        .insertInto('idempotency')
        .values({ account_id: session.accountId, key, endpoint: endpoint.path, request_hash: hash })
        .onConflict((oc) => oc.columns(['account_id', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst();
      if (!inserted) {
        const earlier = await tx
          .selectFrom('idempotency')
          .select(['request_hash', 'reply'])
          .where('account_id', '=', session.accountId)
          .where('key', '=', key)
          .executeTakeFirstOrThrow();
        if (!earlier.request_hash.equals(hash)) throw refuse('重复提交的内容与第一次不同', { conflict: true });
        return (earlier.reply as { value: unknown }).value;
      }
    }
    const result = await binding.handler(ctx, input);
    await writeAudit(
      tx,
      session,
      {
        action: endpoint.audit ?? '',
        endpoint: `${endpoint.method} ${endpoint.path}`,
        outcome: 'done',
        ip: ctx.ip,
        traceId: ctx.traceId,
      },
      ctx.details,
    );
    if (key && session) {
      await tx
        .updateTable('idempotency')
        .set({ reply: JSON.stringify({ value: result ?? null }) })
        .where('account_id', '=', session.accountId)
        .where('key', '=', key)
        .execute();
    }
    return result;
  });
}

/** Carries an act out, looks whom it has reached, and undoes it. Refused as the act itself would be. */
async function rehearse(
  services: Services,
  binding: Binding,
  { session, chosen }: Admitted,
  input: Record<string, unknown>,
  request: FastifyRequest,
  response: FastifyReply,
): Promise<Reach> {
  let reach: Reach | null = null;
  const undo = new Error('a rehearsal is undone');
  await transact(services.db, async (tx) => {
    const ctx = new Ctx({ db: tx, services, session, chosenOrg: chosen, request, response });
    await binding.handler(ctx, input);
    reach = await reachOf(ctx);
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  if (reach === null) throw new Error('the rehearsal did not answer');
  return reach;
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w-]{8,80}$/.test(key)) throw badInput({ 'Idempotency-Key': '防重标识不正确' });
  return key;
}

const INERT_POLICY = "default-src 'none'; sandbox";
/** Browsers show no PDF in a sandbox; what runs in one runs in the viewer's own. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

function reply(endpoint: Endpoint, result: unknown, response: FastifyReply) {
  if (endpoint.reply.kind === 'file') {
    const bytes = result as FileReply;
    response
      .header('Content-Type', bytes.mime)
      .header(
        'Content-Disposition',
        `${bytes.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(bytes.name)}`,
      )
      .header('Content-Security-Policy', bytes.inline && bytes.mime === 'application/pdf' ? PDF_POLICY : INERT_POLICY);
    if (bytes.ranges) {
      const { range, total } = bytes.ranges;
      // A video is read in many parts; the browser alone may keep them.
      response.header('Accept-Ranges', 'bytes').header('Cache-Control', 'private, no-cache');
      if (range) response.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${total}`);
    }
    if (bytes.size !== undefined) response.header('Content-Length', bytes.size);
    return response.send(bytes.body);
  }
  if (endpoint.reply.kind === 'rows') {
    const list = result as { rows: unknown[]; total: number };
    const body = {
      code: CODE.ok,
      msg: '操作成功',
      ...endpoint.reply.extra.parse(list),
      rows: list.rows.map((row) => (endpoint.reply as { row: { parse(v: unknown): unknown } }).row.parse(row)),
      total: list.total,
    };
    return endpoint.large ? compressed(body, response) : body;
  }
  return { code: CODE.ok, msg: '操作成功', data: endpoint.reply.schema.parse(result) };
}

/** Compresses an answer for a caller that takes it; others get it as it is. */
async function compressed(body: object, response: FastifyReply) {
  response.header('Vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(String(response.request.headers['accept-encoding'] ?? ''))) return body;
  const bytes = await promisify(gzip)(JSON.stringify(body), { level: 4 });
  response.header('Content-Encoding', 'gzip').type('application/json; charset=utf-8');
  return response.send(bytes);
}

/** What a refused or failed call is in the log; null: it leaves no row, as a read with a wrong filter. */
function outcomeOf(endpoint: Endpoint, error: unknown): 'denied' | 'failed' | null {
  const refusal = error instanceof Refusal ? error : null;
  if (refusal?.code === CODE.forbidden) return 'denied';
  if (refusal?.code === CODE.notFound && endpoint.targets !== undefined) return 'denied';
  // Too many calls are not written down one by one, and an absent database cannot write.
  if (refusal?.status === 429 || isConnectionError(error)) return null;
  return endpoint.audit ? 'failed' : null;
}

async function recordRefusal(
  services: Services,
  endpoint: Endpoint,
  session: Session,
  request: FastifyRequest,
  error: unknown,
) {
  const outcome = outcomeOf(endpoint, error);
  if (outcome === null) return;
  const act = {
    action: endpoint.audit ?? endpoint.summary,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    ip: request.ip,
    traceId: request.id,
    reason: error instanceof Refusal ? error.message : (requestFaultText(error) ?? '系统错误'),
  };
  const tried = triedTarget(endpoint, request);
  if (outcome === 'denied') await writeDenial(services.db, session, act, tried);
  else await writeAudit(services.db, session, { ...act, outcome }, [tried]);
}

/** Which object a refused call was for, as far as its input names one. */
function triedTarget(endpoint: Endpoint, request: FastifyRequest): AuditDetail {
  const given = [request.params, request.query, request.body].filter((part) => typeof part === 'object');
  for (const [field, type] of Object.entries(endpoint.targets ?? {})) {
    for (const part of given) {
      const value = id.safeParse((part as Record<string, unknown> | null)?.[field]).data;
      // Nothing here has an id of so many digits, but somebody may have put an id card there.
      if (value && value.length < 17) return { type, id: value };
    }
  }
  return {};
}
