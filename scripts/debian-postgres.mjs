import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL cluster in a folder of its own on a free loopback port; `stop` ends and removes it. */
export async function throwawayCluster(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'party-pg15-'));
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const owner = process.getuid?.() === 0 ? postgresUser() : {};
  if (owner.uid) {
    chownSync(folder, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const run = (program, ...args) => {
    const result = spawnSync(join(bin, program), args, {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (result.status !== 0) throw new Error(`${program}: ${result.stderr || result.error}`);
  };
  run(
    'initdb',
    '-D',
    data,
    '-U',
    'party',
    `--pwfile=${passwordFile}`,
    '-A',
    'scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  );
  const port = await freePort();
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', `-p ${port} -h 127.0.0.1 -k ${folder} -F`, 'start');
  return {
    url: `postgres://party:${password}@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function postgresUser() {
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
