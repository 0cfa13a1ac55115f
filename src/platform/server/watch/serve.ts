import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Health, Readiness } from './health.ts';
import { registry } from './metrics.ts';

const answerOf = (readiness: Readiness) => ({ status: readiness.ready ? 200 : 503, body: readiness });

/** `/healthz` (the process) and `/readyz` (whether it can be given work) beside the calls, for the proxy in front. */
export function serveHealth(app: FastifyInstance, health: Health): void {
  const config = { probe: true, anonymous: true };
  app.get('/healthz', { config }, () => ({ alive: true }));
  app.get('/readyz', { config }, async (_request, response) => {
    const { status, body } = answerOf(await health.readiness());
    return response.code(status).send(body);
  });
}

/**
 * The port for those who run the platform: `/metrics`, `/healthz`, `/readyz`, from the first moment of the start on. It is loopback's
 * unless the configuration says otherwise, and asks nobody who they are.
 * @param readFigures brings the figures that stand elsewhere into the registry
 */
export async function openWatchPort(
  { port, host }: { port: number; host: string },
  health: Health,
  readFigures: () => Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    const json = (status: number, body: object) => send(status, 'application/json', JSON.stringify(body));
    const answer = async () => {
      if (request.url === '/healthz') return json(200, { alive: true });
      if (request.url === '/readyz') {
        const { status, body } = answerOf(await health.readiness());
        return json(status, body);
      }
      if (request.url !== '/metrics') return json(404, {});
      await readFigures();
      return send(200, registry.contentType, await registry.metrics());
    };
    answer().catch(() => json(500, {}));
  });
  for (let tries = 0; ; tries++) {
    try {
      await listen(server, port, host);
      return server;
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      // The server before this one may still be ending.
      if (!isBusy) throw error;
      if (tries >= 40)
        throw new Error(`端口 ${port} 已被别的程序占用，请换一个 METRICS_PORT。(Port ${port} is in use.)`);
      await sleep(250);
    }
  }
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
