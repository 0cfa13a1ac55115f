import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionError } from '../database/db.ts';
import { type Place, preparePlace } from './place.ts';
import { clearRemains, endPostmaster, findPostmaster, freePort, launchPostgres, sendSignal } from './process.ts';

/** An embedded PostgreSQL that runs and is ours. */
export interface Embedded {
  /** For the application: it changes rows of the database `party`, and owns nothing there. */
  url: string;
  /** For migrations: owner of the database `party`, no superuser. */
  ownerUrl: string;
  /** For tests and upkeep: the superuser, database `postgres`. */
  adminUrl: string;
  /** Ends the server; call it when the pool has drained. */
  stop(): Promise<void>;
  /** Says that this process is ending: a start that finds the folder held waits for it. */
  announceEnd(): void;
}

/** Another application server holds this data folder. */
export class FolderInUse extends Error {
  constructor(dataDir: string, holder: string) {
    super(
      `数据目录 ${dataDir} 正被另一个服务进程使用${holder}，本进程退出。` +
        ` (Another server uses the data folder ${dataDir}; this one stops.)`,
    );
  }
}

const durable = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  // Pages lie in memory or on flash: by the default, looking up many rows is taken to be dearer than reading the whole table.
  random_page_cost: '1.1',
  // Compiling a statement takes longer than the statements of this house do.
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  password_encryption: 'scram-sha-256',
  timezone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  // Statements, keys and rows in messages would put personal data into the log.
  log_error_verbosity: 'terse',
  // With the name of the application: of a transaction it is the trace of its call.
  log_line_prefix: '%m [%p] %a ',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
};

/** For throwaway test servers: nothing is flushed to disk. */
const fleeting = {
  ...durable,
  // Four test files at a time, some of which start two servers, each with a pool of its own.
  max_connections: '120',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

const lockKey = 20_210_701;
const patience = 60_000;
/** How whoever holds the folder is named in the list of the database's sessions, and what follows once it ends. */
const holderName = () => `party-platform ${process.pid}`;
const ENDING = ' ending';

/**
 * Starts, adopts or recovers the PostgreSQL of a data folder and holds the folder's lock as long as this process lives. If the
 * database dies, it is started again on the same port and the lock is taken again. If another process got the lock meanwhile, this
 * process gets SIGTERM and the database is left to the new holder. A process that exits without `stop` still asks the database to
 * end. Throws FolderInUse when another server holds the folder; its database is left alone.
 */
export async function startEmbedded(options: {
  dataDir: string;
  keep: 'durable' | 'fleeting';
  say: (line: string) => void;
}): Promise<Embedded> {
  const { say } = options;
  const place = preparePlace(options.dataDir, say);
  const settings = options.keep === 'durable' ? durable : fleeting;
  let stopping = false;
  let ours = true;
  let reviving: Promise<void> = Promise.resolve();

  let lock = await hold(place, findPostmaster(place.data)?.port ?? (await freePort()), settings, options.dataDir, say);
  const port = lock.port;
  await makeDatabase(lock, urlOf('postgres', place.password, port), place.password);
  watch();

  function watch(): void {
    lock.once('end', () => {
      if (!stopping) reviving = revive();
    });
  }

  async function revive(): Promise<void> {
    say('数据库连接中断，正在恢复。(The database went away and is being brought back.)');
    while (!stopping) {
      try {
        lock = await hold(place, port, settings, options.dataDir, say);
        watch();
        say('数据库已恢复。(The database is back.)');
        return;
      } catch (error) {
        say(String(error instanceof Error ? error.message : error));
        if (error instanceof FolderInUse) {
          ours = false;
          process.kill(process.pid, 'SIGTERM');
          return;
        }
        await sleep(1000);
      }
    }
  }

  const endAtExit = () => {
    const server = ours ? findPostmaster(place.data) : null;
    if (server) sendSignal(server.pid, 'SIGINT');
  };
  process.once('exit', endAtExit);

  return {
    url: urlOf(USER, place.password, port),
    ownerUrl: urlOf(OWNER, place.password, port),
    adminUrl: urlOf('postgres', place.password, port, 'postgres'),
    announceEnd() {
      lock.query(`set application_name = '${holderName()}${ENDING}'`).catch(() => {});
    },
    async stop() {
      stopping = true;
      await reviving;
      process.off('exit', endAtExit);
      if (!ours) return;
      await endPostmaster(place.data);
      await lock.end();
    },
  };
}

/** The address of the embedded database if a server is running it now, else null. */
export function runningUrl(dataDir: string): string | null {
  const place = preparePlace(dataDir, () => {});
  const server = findPostmaster(place.data);
  return server ? urlOf(USER, place.password, server.port) : null;
}

const OWNER = 'party_owner';
const USER = 'party';
const urlOf = (role: string, password: string, port: number, database = 'party') =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

/**
 * A superuser connection to the folder's server, started where none runs, that holds the folder's lock. Where its holder is ending, it
 * is waited for, and `say` tells so.
 */
async function hold(
  place: Place,
  port: number,
  settings: Readonly<Record<string, string>>,
  dataDir: string,
  say: (line: string) => void,
): Promise<pg.Client> {
  const told = { waiting: false };
  const tell = () => {
    if (!told.waiting) say(WAITS);
    told.waiting = true;
  };
  const until = Date.now() + patience;
  for (;;) {
    const client = await reach(place, port, settings, tell);
    const holder = await takeLock(client).catch((error: unknown) => {
      // The holder ended the server while it was asked.
      if (isConnectionError(error)) return ENDING;
      throw error;
    });
    if (holder === null) return client;
    await client.end().catch(() => {});
    if (!holder.endsWith(ENDING) || Date.now() > until) throw new FolderInUse(dataDir, holder ? `（${holder}）` : '');
    tell();
    await sleep(100);
  }
}

const WAITS = '上一个服务正在结束，等它结束后继续启动。(The server before this one is ending; this one waits for it.)';

/** Takes the folder's lock for this connection; else answers who holds it, empty where nobody is found. */
async function takeLock(client: pg.Client): Promise<string | null> {
  // The lock of a killed server goes as soon as its backend sees the closed connection.
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey]);
    if (rows[0]?.held) {
      await client.query(`set application_name = '${holderName()}'`);
      return null;
    }
    await sleep(100);
  }
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where pid = (select pid from pg_locks where locktype = 'advisory' and granted and objid = $1 limit 1)`,
    [lockKey],
  );
  return rows[0]?.name ?? '';
}

/** Connects as superuser, starting the server as often as it takes; gives up when nothing moves for a minute. */
async function reach(
  place: Place,
  port: number,
  settings: Readonly<Record<string, string>>,
  tellEnding: () => void,
): Promise<pg.Client> {
  let child: ChildProcess | null = null;
  let deadline = Date.now() + patience;
  let reason = '';
  while (Date.now() < deadline) {
    const server = findPostmaster(place.data);
    if (server) {
      const answer = await connect(place, server.port || port);
      if (answer instanceof pg.Client) return answer;
      // Starting, recovering or shutting down: it works, so wait on.
      if (answer.code === '57P03') deadline = Date.now() + patience;
      if (/shutting down/.test(answer.message)) tellEnding();
      if (answer.code === '28P01') throw answer;
      reason = answer.message;
    } else if (child === null || child.exitCode !== null || child.signalCode !== null) {
      if (child) reason = readFileSync(place.startLog, 'utf8').trim().slice(-500);
      if (child) await sleep(200);
      await clearRemains(place.data);
      child = launchPostgres({
        program: join(place.bin, 'postgres'),
        data: place.data,
        port,
        owner: place.owner,
        startLog: place.startLog,
        settings,
      });
      child.on('error', (error) => {
        reason = error.message;
      });
    }
    await sleep(25);
  }
  throw new Error(`内置数据库无法启动。(The embedded PostgreSQL does not start: ${reason})`);
}

/** One try: a connection to the server of this very data directory, or what stood against it. */
async function connect(place: Place, port: number): Promise<pg.Client | (Error & { code?: string })> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: place.password,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
    keepAlive: true,
  });
  // After the connection stands, its loss is told by 'end'.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if (rows[0]?.data_directory === place.data) return client;
    await client.end();
    return new Error(`port ${port} belongs to another PostgreSQL`);
  } catch (error) {
    return error as Error & { code?: string };
  }
}

/**
 * The two roles and the database, made at the first start. Up to 0.6.0 the application's role owned everything: that goes
 * to the owner at once.
 */
async function makeDatabase(admin: pg.Client, partyUrl: string, password: string): Promise<void> {
  for (const name of [OWNER, USER]) {
    const role = await admin.query('select from pg_roles where rolname = $1', [name]);
    if (role.rowCount === 0) await admin.query(`create role ${name} login password ${admin.escapeLiteral(password)}`);
  }
  const { rows } = await admin.query<{ owner: string }>(
    "select pg_get_userbyid(datdba) as owner from pg_database where datname = 'party'",
  );
  if (!rows[0]) await admin.query(`create database party owner ${OWNER}`);
  if (rows[0]?.owner !== USER) return;
  const inside = new pg.Client({ connectionString: partyUrl });
  inside.on('error', () => {});
  await inside.connect();
  try {
    await inside.query(`reassign owned by ${USER} to ${OWNER}`);
  } finally {
    await inside.end();
  }
}
