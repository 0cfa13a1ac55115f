import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { newerCalls, newerStyles } from './scripts/check/newer.ts';

/** The development server passes calls on to the API server at this port of the own machine. */
const api = `http://127.0.0.1:${process.env.API_PORT ?? '8080'}`;

/** What many pages share. */
const KIT = 'kit';

/** Writes app-files.json: what the signed-in pages need to start and what many of them share, for the login page to fetch while the user types. */
function listAppFiles(): Plugin {
  return {
    name: 'list-app-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = new Set<string>();
      const add = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(name)) return;
        files.add(name);
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
        chunk.imports.forEach(add);
      };
      for (const [name, chunk] of Object.entries(bundle)) {
        const starts = chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/src/app/App.tsx');
        if (starts || chunk.name === KIT) add(name);
      }
      this.emitFile({ type: 'asset', fileName: 'app-files.json', source: JSON.stringify([...files]) });
    },
  };
}

/** Libraries that bring along what they need of newer browsers. */
const OWN_NEWER = /node_modules\/(core-js|pdfjs-dist\/legacy)\//;

/** Refuses to build what the oldest browser does not know: by name here, by a browser without it in the journeys. */
function refuseNewer(): Plugin {
  const say = (where: string, found: readonly string[]) =>
    `${where} uses what Chromium 109 does not have: ${found.join(', ')} (scripts/check/newer.ts)`;
  return {
    name: 'refuse-newer',
    apply: 'build',
    transform: {
      filter: { id: { include: /\.[cm]?[jt]sx?$/, exclude: OWN_NEWER } },
      handler(code, id) {
        const found = newerCalls(code);
        if (found.length > 0) this.error(say(id, found));
      },
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const found = file.type === 'asset' && file.fileName.endsWith('.css') ? newerStyles(String(file.source)) : [];
        if (found.length > 0) this.error(say(file.fileName, found));
      }
    },
  };
}

/** Bytes of the script of the televisions' page: old boxes read it at each start. */
const MOST_PLAYER = 60 * 1024;

/**
 * Builds the televisions' page (`/player/`) beside the others: alone, since its browsers are as old as Chromium 80 and nothing that the
 * other pages share is for them.
 */
function buildPlayer(): Plugin {
  let outDir = '';
  return {
    name: 'build-player',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'error',
        plugins: [
          {
            name: 'small-player',
            generateBundle(_options, bundle) {
              for (const file of Object.values(bundle))
                if (file.type === 'chunk' && file.code.length > MOST_PLAYER)
                  this.error(
                    `the televisions' script has ${file.code.length} bytes, at most ${MOST_PLAYER} are allowed`,
                  );
            },
          },
        ],
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'chrome80',
          cssTarget: 'chrome80',
          modulePreload: { polyfill: false },
          assetsInlineLimit: 0,
          reportCompressedSize: false,
          rolldownOptions: { input: { player: 'player.html' } },
        },
      });
    },
  };
}

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Lays the character maps, fonts and picture decoders that some PDFs need beside the page, where `pdfFile.ts` asks for them. */
function pdfFiles(): Plugin {
  const { version } = JSON.parse(readFileSync(join(PDFJS, 'package.json'), 'utf8')) as { version: string };
  const base = `assets/pdfjs-${version}`;
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'iccs', 'wasm'])
        for (const name of readdirSync(join(PDFJS, folder)))
          if (!name.endsWith('.wasm'))
            this.emitFile({
              type: 'asset',
              fileName: `${base}/${folder}/${name}`,
              source: readFileSync(join(PDFJS, folder, name)),
            });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, folder, name] = /^\/assets\/pdfjs-[\d.]+\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? [];
        if (!folder || !name) return next();
        if (name.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
        response.end(readFileSync(join(PDFJS, folder, name)));
      });
    },
  };
}

export default defineConfig({
  plugins: [react(), listAppFiles(), pdfFiles(), refuseNewer(), buildPlayer()],
  // As pdf.js starts it.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // 109 is the last Chromium for Windows 7, which offices still run.
    target: ['chrome109', 'edge109', 'firefox115', 'safari16'],
    // Every target preloads modules itself.
    modulePreload: { polyfill: false },
    // An inlined asset would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The page that scans is an entry of its own: it alone may use the camera (headers.ts).
      input: { main: 'index.html', scan: 'scan.html' },
      output: {
        // Each further file costs a slow office PC some 10 ms: few files hold what the login page needs, React with it; what the
        // signed-in pages need to start; what many pages share, and what those of the people do.
        codeSplitting: {
          groups: [
            // Not main.tsx itself: it waits at its top for what it loads, which imports this file and would wait for it.
            {
              name: 'start',
              tags: ['$initial'],
              test: (id) => !/src\/(main\.tsx|scan\/)|\.html$/.test(id),
              priority: 4,
            },
            { name: 'app', test: /src\/app\/App\.tsx$/, priority: 3 },
            { name: KIT, minShareCount: 30, priority: 2 },
            { name: 'people', test: /src\/people\/member\//, minShareCount: 6, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: api }, '/interaction': { target: api } },
  },
});
