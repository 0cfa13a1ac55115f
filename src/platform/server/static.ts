import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type PageOrigins, pageHeaders, SCANS } from './headers.ts';

/**
 * Serves the built page from a folder: compressed siblings (.br, .gz) where the browser takes
 * them, hashed assets for a year, the page itself always asked for again.
 * @param originsOf what a host's settings let into the page; where it fails, the page gets no other origin
 */
export async function servePage(
  app: FastifyInstance,
  folder: string,
  originsOf: (host: string) => Promise<PageOrigins>,
): Promise<void> {
  const root = resolve(folder);
  if (!existsSync(join(root, 'index.html'))) return;
  await app.register(async (room) => {
    room.addHook('onRequest', async (request, response) => {
      if (!/^\/(index\.html)?(\?|$)/.test(request.url)) return;
      const origins = await originsOf(request.host).catch(() => null);
      if (origins) pageHeaders(response, origins);
    });
    await room.register(fastifyStatic, {
      root,
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, path) {
        response.header(
          'Cache-Control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        if (/[\\/]scan\.html(\.\w+)?$/.test(path)) response.header('Permissions-Policy', SCANS);
        // By it the page of another network tries whether this server can be reached (IntranetDialog).
        if (/[\\/]favicon\.svg$/.test(path)) response.header('Cross-Origin-Resource-Policy', 'cross-origin');
      },
    });
  });
}

/** Serves the mobile application's packages of a folder at `/app/{file}.apk`, as downloads; everybody may fetch them. */
export async function servePackages(app: FastifyInstance, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await app.register(fastifyStatic, {
    root: resolve(folder),
    prefix: '/app/',
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => /^\/\w[\w.-]*\.apk$/.test(path),
    setHeaders(response) {
      response.header('Cache-Control', 'no-cache');
      response.header('Content-Type', 'application/vnd.android.package-archive');
      response.header('Content-Disposition', 'attachment');
    },
  });
}
