import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { SANDBOX_PATH, sandboxOf } from '#procedures/dues/server/service/merchants.ts';
import { CASHIER_POLICY } from './cashier.ts';
import { makeSandbox } from './sandbox.ts';

/** Serves the provider of the demo below `/sandbox`, for the demo accounts of this server. Never in production. */
export async function serveSandbox(app: FastifyInstance, services: Services): Promise<void> {
  if (services.config.production) return;
  // The merchant number of a demo account says whose it is.
  const keysOf: Parameters<typeof makeSandbox>[0] = (channel, merchantNo) => {
    const [, orgId] = /^demo(\d{1,18})$/.exec(merchantNo) ?? [];
    return orgId === undefined ? Promise.resolve(null) : sandboxOf(services, orgId, channel);
  };
  const sandbox = makeSandbox(
    keysOf,
    () => `${SANDBOX_PATH}/cashier`,
    // Its accounts are this server's own: nothing is asked over any line.
    async (notifyUrl, { headers, body }) =>
      app.inject({ method: 'POST', url: new URL(notifyUrl).pathname, headers, payload: body }),
  );
  await app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, next) =>
      next(null, body),
    );
    room.route({
      method: ['GET', 'POST'],
      url: `${SANDBOX_PATH}/*`,
      handler: async (request, response) => {
        const [path = '', query] = request.url.split('?');
        const { status, type, headers, body } = await sandbox.answer({
          method: request.method,
          path: path.slice(SANDBOX_PATH.length),
          query: query === undefined ? '' : `?${query}`,
          signedPath: path,
          headers: request.headers,
          body: typeof request.body === 'string' ? request.body : '',
        });
        if (type.startsWith('text/html')) response.header('Content-Security-Policy', CASHIER_POLICY);
        return response
          .code(status)
          .headers(headers ?? {})
          .type(type)
          .send(body);
      },
    });
  });
}
