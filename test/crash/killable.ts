import { rmSync } from 'node:fs';
import pg from 'pg';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { preparedFolder } from './folder.ts';
import { PASSWORD } from './prepare.ts';
import { type Running, signIn, startServer } from './server.ts';

/** A server on a prepared folder of its own that a test kills and starts again, with a connection to its database. */
export class Killable {
  readonly #prefix: string;
  #dataDir = '';
  #server: Running | null = null;
  #client: pg.Client | null = null;
  /** The administrator's session, which outlives the server. */
  token = '';

  /** @param prefix of the folder's name */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  async start(): Promise<void> {
    this.#dataDir = await preparedFolder(this.#prefix);
    await this.#startServer();
    this.token = await signIn(this.base, PASSWORD);
    await this.#connect();
  }

  /** Where it answers now. */
  get base(): string {
    return this.#server?.base ?? '';
  }

  query<T extends object>(text: string, values: unknown[] = []) {
    if (!this.#client) throw new Error('not started');
    return this.#client.query<T>(text, values);
  }

  /** The first row that a statement answers. */
  async one<T extends object>(text: string, values: unknown[] = []): Promise<T> {
    return (await this.query<T>(text, values)).rows[0] as T;
  }

  /** kill -9, and a new start. */
  async kill(): Promise<void> {
    await this.#endServer('SIGKILL');
    await this.#startServer();
    await this.#client?.end().catch(() => {});
    await this.#connect();
  }

  /** Ends it and removes its folder. */
  async end(): Promise<void> {
    await this.#client?.end().catch(() => {});
    if (this.#server?.child.exitCode === null) await this.#endServer('SIGTERM');
    if (this.#dataDir !== '') rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #startServer(): Promise<void> {
    const running = await startServer(this.#dataDir);
    if ('exited' in running) throw new Error(`the server ended: ${running.printed}`);
    this.#server = running;
  }

  async #endServer(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#server?.child;
    const gone = new Promise<void>((resolve) => child?.once('exit', () => resolve()));
    child?.kill(signal);
    await gone;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: (await runningUrl(this.#dataDir)) ?? '' });
    client.on('error', () => {});
    await client.connect();
    this.#client = client;
  }
}
