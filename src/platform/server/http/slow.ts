import type { FastifyInstance } from 'fastify';

/**
 * How long a request may take to arrive, in milliseconds: its head (Node's own rule), a body that is text, an upload (20 MB over a
 * line of 30 kB a second), and what is still sent after the answer is out. Whoever is slower is cut off: a line that is held open
 * costs the sender nothing.
 */
export const ARRIVES = { head: 60_000, body: 120_000, upload: 900_000, afterAnswer: 30_000 } as const;

/** Cuts off requests whose body does not arrive in its time. */
export function endSlowBodies(
  app: FastifyInstance,
  arrives:
    | Readonly<Pick<typeof ARRIVES, 'body' | 'upload' | 'afterAnswer'>>
    | Record<'body' | 'upload' | 'afterAnswer', number> = ARRIVES,
): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _response, next) => {
    if (raw.complete === false && (raw.headers['transfer-encoding'] || Number(raw.headers['content-length']) > 0)) {
      const timer = setTimeout(
        () => {
          if (raw.complete === false) raw.destroy();
        },
        routeOptions.config.upload ? arrives.upload : arrives.body,
      );
      timer.unref();
      raw.once('close', () => clearTimeout(timer));
    }
    next();
  });
  app.addHook('onResponse', ({ raw }, _response, next) => {
    if (raw.complete === false && !raw.destroyed) {
      const timer = setTimeout(() => {
        if (raw.complete === false) raw.socket?.destroy();
      }, arrives.afterAnswer);
      timer.unref();
      raw.socket?.once('close', () => clearTimeout(timer));
    }
    next();
  });
}
