// npm start: installs, builds the page when its sources changed, and runs the server.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fail, install, npm, projectNode, root, whenAskedToEnd } from './prepare.mjs';
import { END_MS, endDatabase, supervise } from './supervise.mjs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`需要 Node 20 或更新版本，当前为 ${process.version}。(Node 20 or newer is needed.)`);
}
install();
const node = projectNode();
build();
serve();

function build() {
  const stamp = join(root, 'dist/web.sha256');
  const wanted = sourcesHash();
  if (existsSync(join(root, 'dist/web/index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return;
  console.log('正在构建页面……(Building the page)');
  npm(['run', '--silent', 'build'], 'pipe');
  writeFileSync(stamp, wanted);
}

/** SHA-256 over names and contents of what the page is built from. */
function sourcesHash() {
  const hash = createHash('sha256');
  const files = readdirSync(root).filter((name) => name.endsWith('.html'));
  for (const folder of ['src', 'public']) collect(join(root, folder), files);
  for (const file of [...files, 'vite.config.ts', 'package.json', 'package-lock.json', 'scripts/compress.ts'].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

// Server and test folders never reach the page, so their changes do not rebuild it.
function collect(folder, files) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) files.push(relative(root, path));
    else if (entry.name !== 'server' && entry.name !== 'test') collect(path, files);
  }
}

/** Runs the server, again where it falls, until this process is asked to end. */
function serve() {
  const drainMs = 1000 * (Number(process.env.DRAIN_SECONDS) || 0);
  supervise(node, [join(root, 'src/server.ts')], {
    cwd: root,
    whenAskedToEnd,
    endMs: drainMs + END_MS,
    cutOff: () => endDatabase(resolve(process.env.DATA_DIR ?? join(root, 'data'))),
  });
}
