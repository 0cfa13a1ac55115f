import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { loadavg } from 'node:os';
import pg from 'pg';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import { readConfig } from '#platform/server/start/config.ts';
import { keyFile, launch, openAdministrator } from './launch.ts';
import { load } from './load.ts';

/**
 * `npm run bench:flood`: 1,000 sign-ins a second for 30 seconds, each from one of 5,000 addresses and with a
 * ciphertext that does not open (it costs a hash like a wrong password), while somebody else works (promise P12).
 * The database is the one of `npm run bench`.
 */
const SECONDS = Number(process.argv[2] ?? 30);
const A_SECOND = 1000;
process.env.DATA_DIR ??= 'data/bench';
const config = readConfig();
const database = await openDatabase(config);
const client = new pg.Client({ connectionString: database.ownerUrl });
await client.connect();
const token = await openAdministrator(client);
const { child, port } = await launch(
  'src/server.ts',
  {
    DATABASE_URL: database.ownerUrl,
    KEY_FILE: keyFile(config.dataDir),
    PORT: '0',
    DEMO: '0',
    TRUST_PROXY: '127.0.0.1',
  },
  /127\.0\.0\.1:(\d+)/,
);

const agent = new http.Agent({ keepAlive: true, maxSockets: 2000 });
const answers = new Map<number, number>();
let underway = 0;
function signIn() {
  const body = JSON.stringify({ username: randomBytes(6).toString('hex'), password: 'ab' });
  const address = `10.${Math.floor(Math.random() * 20)}.0.${Math.floor(Math.random() * 250)}`;
  underway++;
  const request = http.request(
    {
      agent,
      host: '127.0.0.1',
      port,
      path: '/api/login',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, 'x-forwarded-for': address },
    },
    (response) => {
      response.resume();
      response.once('end', () => {
        underway--;
        answers.set(response.statusCode ?? 0, (answers.get(response.statusCode ?? 0) ?? 0) + 1);
      });
    },
  );
  request.once('error', () => {
    underway--;
    answers.set(0, (answers.get(0) ?? 0) + 1);
  });
  request.end(body);
}

const megabytes = () => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};
const work = { port, path: '/api/getInfo', token };
const quiet = await load(work, 4, 3);
const started = performance.now();
let sent = 0;
const flood = setInterval(() => {
  const due = ((performance.now() - started) / 1000) * A_SECOND;
  for (; sent < due; sent++) signIn();
}, 5);
const busy = await load(work, 4, SECONDS);
clearInterval(flood);
console.log(`${sent} sign-ins in ${SECONDS} s, ${underway} without an answer at the end`);
for (const [status, n] of [...answers].sort()) console.log(`HTTP ${status || 'error'}: ${n}`);
console.log(`getInfo of others: p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms, ${busy.bad} bad answers`);
console.log(`before the flood: p50 ${quiet.p50.toFixed(1)} ms, p99 ${quiet.p99.toFixed(1)} ms`);
console.log(`memory of the server at its highest ${megabytes()} MB; load of the machine ${loadavg()[0]?.toFixed(1)}`);
agent.destroy();
child.kill('SIGTERM');
await new Promise((resolve) => child.once('exit', resolve));
await client.query('delete from session where token_hash = $1', [hashToken(token)]);
await client.end();
await database.stop();
process.exitCode = busy.p99 < 300 && busy.bad === 0 ? 0 : 1;
