import { access, constants } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { migrationNames } from '../database/migrate.ts';
import { readKeyFile } from '../secrecy/keys.ts';
import type { Config } from '../start/config.ts';
import { answers, diskOf } from './figures.ts';

/** Below so many free bytes nothing is taken any more: what is begun still needs room to be ended. */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** An answer is good for so long: however many ask, the database is asked once a second. */
const GOOD_FOR_MS = 1000;

export type Phase = 'starting' | 'ready' | 'draining';
type Part = 'database' | 'migrations' | 'disk' | 'key';

/** What `/readyz` answers: nothing of people, names or addresses. */
export interface Readiness {
  ready: boolean;
  phase: Phase;
  /** What the server cannot do without; empty while it starts or drains. */
  parts: Partial<Record<Part, boolean>>;
}

/** Whether this process can be given work. It begins as `starting`. */
export class Health {
  #phase: Phase = 'starting';
  #db: Db | null = null;
  readonly #config: Pick<Config, 'dataDir' | 'keyFile'>;
  #last: Promise<Readiness> | null = null;
  #askedAt = 0;

  constructor(config: Pick<Config, 'dataDir' | 'keyFile'>) {
    this.#config = config;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** It serves. @param db a connection that no call waits for */
  up(db: Db): void {
    this.#db = db;
    this.#phase = 'ready';
    this.#last = null;
  }

  /** It ends: nothing new is to be sent here. */
  drain(): void {
    this.#phase = 'draining';
  }

  /** Whether it can be given work, and what stands against it. */
  async readiness(): Promise<Readiness> {
    const db = this.#db;
    if (this.#phase !== 'ready' || !db) return { ready: false, phase: this.#phase, parts: {} };
    if (!this.#last || Date.now() - this.#askedAt > GOOD_FOR_MS) {
      this.#askedAt = Date.now();
      this.#last = look(db, this.#config);
    }
    return this.#last;
  }
}

async function look(db: Db, { dataDir, keyFile }: Pick<Config, 'dataDir' | 'keyFile'>): Promise<Readiness> {
  const [database, disk] = await Promise.all([answers(db), diskOf({ dataDir })]);
  const parts = {
    database,
    migrations: database && (await isMigrated(db).catch(() => false)),
    disk: disk !== null && disk.free >= LEAST_FREE_BYTES && (await isWritable(dataDir)),
    key: isKeyThere(keyFile),
  };
  return { ready: Object.values(parts).every(Boolean), phase: 'ready', parts };
}

/** All that this program knows has been applied; a newer program beside it may have applied more. */
async function isMigrated(db: Db): Promise<boolean> {
  const names = await migrationNames();
  const { rows } = await sql<{ n: number }>`/* prepared */
    select count(*)::int as n from schema_migration where name = any(${names})`.execute(db);
  return rows[0]?.n === names.length;
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

function isKeyThere(path: string): boolean {
  try {
    return readKeyFile(path).keys.length > 0;
  } catch {
    return false;
  }
}
