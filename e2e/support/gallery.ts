import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, expect } from '@playwright/test';
import { base } from './signIn.ts';
import { test as plain } from './test.ts';

/** The pages built with the gallery; the release in dist/web is built without it. */
export const BUILT = '.cache/gallery-web';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
/** Answers the server's own pages with the files of the gallery's build, under the server's own policy. */
export async function serveGallery(context: BrowserContext): Promise<void> {
  const { headers } = await fetch(`${base()}/`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("style-src 'self'");
  await context.route(
    (url) => existsSync(join(BUILT, url.pathname === '/' ? 'index.html' : url.pathname)),
    (route) => {
      const { pathname } = new URL(route.request().url());
      const path = join(BUILT, pathname === '/' ? 'index.html' : pathname);
      return route.fulfill({
        path,
        contentType: TYPES[extname(path)] ?? 'application/octet-stream',
        headers: { 'content-security-policy': policy },
      });
    },
  );
}

/** The server's own pages, calls and security headers, but with the files of the gallery's build. */
export const test = plain.extend<{ built: undefined }>({
  built: [
    async ({ context }, use) => {
      await serveGallery(context);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Builds the pages with the gallery, once before all journeys; what fell and is run again has them (scripts/test.mjs). */
export async function buildGallery(): Promise<void> {
  if (process.env.GALLERY_BUILT === '1' && existsSync(BUILT)) return;
  const call = ['vite', 'build', '--mode', 'test', '--outDir', BUILT, '--logLevel', 'error'];
  await promisify(execFile)('npx', call, { shell: process.platform === 'win32' });
}
