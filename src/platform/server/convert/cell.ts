import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, sep } from 'node:path';
import type { Services } from '../context.ts';

/** The user that owns nothing: whom programs run as where the server may choose. */
const NOBODY = 65534;

/**
 * How this machine locks programs in: by bubblewrap, without network, with a view of the system's programs (read only) and of one
 * folder, without rights.
 */
export interface Cell {
  bwrap: string;
  /**
   * `given`: root starts it as nobody. `dropped`: root makes the cell and the program is nobody within it (where users may make
   * none). `own`: the server's own user, who is nobody within it.
   */
  user: 'given' | 'dropped' | 'own';
  /** Folders of the product, which no program sees wherever they lie: data, keys, source. */
  hidden: readonly string[];
}

/** The path of an installed program; null where it is not installed. @param name of the program, or its full path */
export function findProgram(name: string): string | null {
  const places = name.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  for (const place of places) {
    const path = place === '' ? name : join(place, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here.
    }
  }
  return null;
}

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Of `/etc` and `/var` what programs need to start and to find fonts; nothing there is anybody's. */
const SETTINGS = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/libreoffice',
  '/etc/localtime',
  '/var/cache/fontconfig',
];

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** The folder that a program outside of the system's needs: its own, or the one above `bin` and `program`. */
function homeOf(program: string): string | null {
  if (SYSTEM.some((folder) => isWithin(program, folder))) return null;
  const own = dirname(program);
  const above = dirname(own);
  return ['bin', 'program'].includes(basename(own)) && above !== sep ? above : own;
}

/** A command, and whom it is started as. */
export interface Locked {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/**
 * The command line that starts a program inside its sandbox.
 * @param folder the only folder that it may write to; it must belong to the user (`hand`)
 */
export function cellCommand(cell: Cell, folder: string, program: string, args: readonly string[]): Locked {
  const real = realpathSync(program);
  const home = homeOf(real);
  const seen = [
    ...SYSTEM.filter((path) => existsSync(path) && !lstatSync(path).isSymbolicLink()),
    ...SETTINGS.filter(existsSync),
    ...(home === null ? [] : [home]),
  ];
  const words = [
    ...['--unshare-ipc', '--unshare-net', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--die-with-parent', '--new-session', '--hostname', 'cell', '--cap-drop', 'ALL'],
    ...(cell.user === 'dropped'
      ? [
          '--cap-add',
          'CAP_SETUID',
          '--cap-add',
          'CAP_SETGID',
          '--cap-add',
          'CAP_SETPCAP',
          '--cap-add',
          'CAP_DAC_READ_SEARCH',
        ]
      : ['--unshare-user', '--uid', `${NOBODY}`, '--gid', `${NOBODY}`]),
    ...['--dev', '/dev', '--proc', '/proc'],
    ...SYSTEM.filter((path) => existsSync(path) && lstatSync(path).isSymbolicLink()).flatMap((path) => [
      '--symlink',
      readlinkSync(path),
      path,
    ]),
    ...seen.flatMap((path) => ['--ro-bind', path, path]),
    ...cell.hidden
      .filter((path) => existsSync(path) && seen.some((folder) => isWithin(path, folder)))
      .flatMap((path) => ['--tmpfs', path]),
    // LibreOffice looks for a place of its own in one of the common ones.
    ...['--bind', folder, folder, '--bind', folder, '/var/tmp', '--chdir', folder],
    // Nothing else is written to, nothing that lies in memory either.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
  ];
  const drop = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups', '--no-new-privs', '--inh-caps=-all'];
  const inner = cell.user === 'dropped' ? ['setpriv', ...drop, '--bounding-set=-all', real, ...args] : [real, ...args];
  const started = { command: cell.bwrap, args: [...words, '--', ...inner] };
  return cell.user === 'given' ? { ...started, uid: NOBODY, gid: NOBODY } : started;
}

/** The environment variables of a program in the sandbox. */
export const bareEnv = (folder: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: folder,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
});

/** The user that must own a folder for the program to work in it; null: the server's own user. */
export const userOf = ({ user }: Cell): number | null => (user === 'own' ? null : NOBODY);

/** Asks of a cell what it promises: nobody, no device of the network but its own loop, no file beside its folder, which alone it writes to. */
const PROOF = `[ "$(id -u)" = ${NOBODY} ] || exit 1
[ ! -e "$1" ] || exit 2
[ "$(grep -c : /proc/net/dev)" -le 1 ] || exit 3
for place in / /usr /etc; do ! ( : > "$place/party-proof" ) 2>/dev/null || exit 4; done
echo proof > proof`;

function holds(cell: Cell): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'party-cell-'));
  const other = mkdtempSync(join(tmpdir(), 'party-beside-'));
  try {
    chmodSync(other, 0o755);
    const user = userOf(cell);
    if (user !== null) chownSync(folder, user, user);
    const { command, args, ...as } = cellCommand(cell, folder, '/bin/sh', ['-c', PROOF, 'proof', other]);
    const how = { ...as, cwd: '/', env: bareEnv(folder), timeout: 20_000, stdio: 'ignore' as const };
    const ran: SpawnSyncReturns<Buffer> = spawnSync(command, args, how);
    return ran.status === 0 && existsSync(join(folder, 'proof'));
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(other, { recursive: true, force: true });
  }
}

const found = new Map<string, Cell | null>();

/**
 * The sandbox of this machine, found by trying once for each process. Null where bubblewrap is not installed, is switched off
 * (`BWRAP=off`) or does not isolate here; then no program is run on uploaded files.
 */
export function cellOf({ config }: Services): Cell | null {
  const { bwrap, dataDir, keyFile } = config;
  const key = [bwrap, dataDir, keyFile].join('\0');
  const known = found.get(key);
  if (known !== undefined) return known;
  const path = bwrap === 'off' || process.platform !== 'linux' ? null : findProgram(bwrap);
  const users = process.getuid?.() === 0 ? (['given', 'dropped'] as const) : (['own'] as const);
  const hidden = [dataDir, dirname(keyFile), process.cwd()];
  const cell = path === null ? undefined : users.map((user) => ({ user, hidden, bwrap: path })).find(holds);
  found.set(key, cell ?? null);
  return cell ?? null;
}

/** A program that is run on what people upload, and the cell that it is run in. */
export interface Tool {
  program: string;
  cell: Cell;
}

/** A program of this machine with its cell; null where either is missing. @param name as `findProgram` takes it; `off`: none */
export function toolOf(services: Services, name: string): Tool | null {
  const program = name === 'off' ? null : findProgram(name);
  const cell = program === null ? null : cellOf(services);
  return program === null || cell === null ? null : { program, cell };
}

/** Whether a program is installed but not used, because nothing can lock it in. The start and the pages then give a warning. */
export const isCellMissing = (services: Services, name: string): boolean =>
  name !== 'off' && findProgram(name) !== null && cellOf(services) === null;
