import { existsSync, mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type PageOrigins, PLAYS, pageHeaders, SCANS } from './headers.ts';
import { createBuckets } from './rate.ts';

/**
 * Files of the page: two hundred people of one office who open it anew at eight take some 12,000 from one address. Packages are large,
 * and fetched once by each phone.
 */
export const pageFiles = createBuckets(20_000, 400);
const packages = createBuckets(400, 0.5);

/** A path that is not among the files is looked for anew at most this often: a release that was laid in since is found. */
const LOOK_AGAIN_MS = 1000;

/**
 * Whether a folder holds a file of this path, spelled as it is on the disk (a disk that folds case would else answer to other
 * spellings, past what is decided by the path). The names are read once: @fastify/static reads the whole folder for each request,
 * which with its thousands of files took half of what opening the page cost the server.
 */
function filesOf(root: string): (path: string) => Promise<boolean> {
  let names = new Set<string>();
  let readAt = 0;
  let reading = Promise.resolve();
  const read = async () => {
    // While a release is being laid in the folder may be away: what was known stays.
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => !entry.isDirectory());
    if (files.length === 0) return;
    names = new Set(files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/')));
  };
  return async (path) => {
    if (names.has(path)) return true;
    if (Date.now() - readAt > LOOK_AGAIN_MS) {
      readAt = Date.now();
      reading = read();
    }
    await reading;
    return names.has(path);
  };
}

/**
 * Serves the built page from a folder: compressed files (.br, .gz) where the browser accepts them, hashed assets cached for a year,
 * the page itself checked each time.
 * @param originsOf the outside origins that a host's settings allow; where it fails, none
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
      pageFiles.take(request.ip);
      if (!/^\/(index\.html)?(\?|$)/.test(request.url)) return;
      const origins = await originsOf(request.host).catch(() => null);
      if (origins) pageHeaders(response, origins);
    });
    await room.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, path) {
        response.header(
          'Cache-Control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        if (/[\\/]scan\.html(\.\w+)?$/.test(path)) response.header('Permissions-Policy', SCANS);
        if (/[\\/]player\.html(\.\w+)?$/.test(path)) response.header('Content-Security-Policy', PLAYS);
        // By it the page of another network tries whether this server can be reached (IntranetDialog).
        if (/[\\/]favicon\.svg$/.test(path)) response.header('Cross-Origin-Resource-Policy', 'cross-origin');
      },
    });
    const has = filesOf(root);
    room.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler: async (request, response) => {
        const asked = (request.params as { '*': string })['*'];
        // The televisions' page stands in a folder of its own, to which the worker that keeps it for an offline start is bound.
        const path = asked === 'player/' ? 'player.html' : asked || 'index.html';
        return (await has(path)) ? response.sendFile(path) : response.callNotFound();
      },
    });
  });
}

/** Serves the mobile application's packages of a folder at `/app/{file}.apk`, as downloads; everybody may fetch them. */
export async function servePackages(app: FastifyInstance, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await app.register(async (room) => {
    room.addHook('onRequest', async ({ ip }) => packages.take(ip));
    await room.register(fastifyStatic, packageOptions(folder));
  });
}

const packageOptions = (folder: string): FastifyStaticOptions => ({
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
