import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Endpoint, fillPath, type InputOf, type ReplyOf } from '#platform/contract.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { readConfig } from '#platform/server/start/config.ts';
import { keyFile, launch, openAdministrator } from './launch.ts';

/** How often, and how far apart, nothing may be running for a second. */
const CALM_LOOKS = 20;
const CALM_MS = 500;

/** The product on a seeded database, and somebody at the city who asks it. */
export interface Served {
  client: pg.Client;
  /** The database, for work that the bench does itself. */
  databaseUrl: string;
  /** Asks by contract; answers `data`, or the whole body of a page of rows. Throws where the answer is no success. */
  ask<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>>;
  /** Uploads a file as a form does, with further fields; answers `data`. */
  upload<E extends Endpoint>(
    endpoint: E,
    name: string,
    bytes: Buffer,
    texts?: Readonly<Record<string, string>>,
  ): Promise<ReplyOf<E>>;
  /** Seconds of processor time that the server has used so far, the database's not counted (Linux). */
  processorSeconds(): number;
  /** The most memory that the server has held so far, in MiB (Linux). */
  peakMemory(): number;
  /** Where it listens. */
  address: string;
  pid: number;
  /** Waits until what a server counts of a folder that it sees for the first time is counted: minutes for millions of people. */
  settled(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts the server on the database of DATA_DIR, a folder that `npm run seed` has filled; `role` at the city asks, the administrator's
 * unless told.
 * @param before what is written into the migrated database while no server works beside it
 */
export async function serve(role = 1, before?: (client: pg.Client, url: string) => Promise<void>): Promise<Served> {
  process.env.DATA_DIR ??= 'data/bench';
  const config = readConfig();
  const database = await openDatabase(config);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  if (before) {
    await migrate(database.ownerUrl, database.url);
    await before(client, database.ownerUrl);
  }
  const { child, port } = await launch(
    'src/server.ts',
    { PORT: '0', DATABASE_URL: database.ownerUrl, KEY_FILE: keyFile(config.dataDir) },
    /http:\/\/127\.0\.0\.1:(\d+)/,
  );
  const token = await openAdministrator(client, role);
  const ofProcess = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    client,
    databaseUrl: database.ownerUrl,
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async ask(endpoint, input) {
      const { path, rest } = fillPath(endpoint.path, input as Record<string, unknown>);
      const inQuery = endpoint.method === 'GET';
      const query = inQuery
        ? `?${new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]))}`
        : '';
      const answer = await fetch(`http://127.0.0.1:${port}${path}${query}`, {
        method: endpoint.method,
        headers: { authorization: token, ...(!inQuery && { 'content-type': 'application/json' }) },
        ...(!inQuery && { body: JSON.stringify(rest) }),
      });
      const body = (await answer.json()) as { code: number; data?: unknown };
      if (body.code !== 200) throw new Error(JSON.stringify(body));
      return ('rows' in body ? body : body.data) as ReplyOf<typeof endpoint>;
    },
    async upload(endpoint, name, bytes, texts = {}) {
      const form = new FormData();
      for (const [field, text] of Object.entries(texts)) form.append(field, text);
      form.append('file', new Blob([new Uint8Array(bytes)]), name);
      const answer = await fetch(`http://127.0.0.1:${port}${endpoint.path}`, {
        method: 'POST',
        headers: { authorization: token },
        body: form,
      });
      const body = (await answer.json()) as { code: number; data?: unknown };
      if (body.code !== 200) throw new Error(JSON.stringify(body));
      return body.data as ReplyOf<typeof endpoint>;
    },
    processorSeconds() {
      // After the name in brackets: state is the first field, utime and stime the 12th and 13th, in hundredths.
      const fields = ofProcess('stat').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(ofProcess('status'))?.[1]) / 1024,
    async settled() {
      const { rows: waiting } = await client.query<{ name: string }>(
        `select oid::regclass::text as name from pg_class where relkind = 'r' and relname like '%_due' and relnamespace = 'public'::regnamespace`,
      );
      const some = waiting.map(({ name }) => `exists (select from ${name})`).join(' or ');
      // Work that is not written down takes less than a second once there is nothing to catch up with.
      for (let calm = 0; calm < CALM_LOOKS; ) {
        const { rows } = await client.query<{ busy: boolean }>(
          `select ${some} or exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
              and state = 'active' and backend_type = 'client backend' and now() - query_start > interval '1 second') as busy`,
        );
        calm = rows[0]?.busy ? 0 : calm + 1;
        await sleep(CALM_MS);
      }
    },
    async end() {
      child.kill();
      await client.end();
      await database.stop();
    },
  };
}
