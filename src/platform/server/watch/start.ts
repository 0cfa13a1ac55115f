import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/types.ts';
import { openPool, type Pool, waitingTransactions } from '../database/db.ts';
import type { Config } from '../start/config.ts';
import { readFigures } from './figures.ts';
import type { Health } from './health.ts';
import { gaugeOf, watchProcess } from './metrics.ts';
import { openWatchPort } from './serve.ts';

/** What watches this process while it runs. */
export interface Watch {
  /** The server serves. @param url of the database, as the application */
  serving(url: string, calls: { pool: Pool; db: Kysely<Database> }): void;
  stop(): Promise<void>;
}

/** Opens the port for figures where the configuration names one; the database is asked once the server serves. */
export async function startWatch(config: Config, health: Health): Promise<Watch> {
  let own: ReturnType<typeof openPool> | null = null;
  const read = async () => {
    if (own) await readFigures({ db: own.db, config });
  };
  const { metricsPort: port, metricsHost: host } = config;
  const server = port === null ? null : await openWatchPort({ port, host }, health, read);
  if (server) watchProcess();
  return {
    serving(url, { pool, db }) {
      // Connections of their own: how full the pool is must not stand between it and whoever looks.
      own = openPool(url, { max: 2, statementSeconds: 5 });
      health.up(own.db);
      gaugeOf('party_pool_connections', 'Connections of the pool.', () => pool.totalCount);
      gaugeOf('party_pool_idle', 'Connections of the pool that nobody uses.', () => pool.idleCount);
      gaugeOf('party_pool_waiters', 'Calls that wait for a connection or a place for a transaction.', () => {
        return pool.waitingCount + waitingTransactions(db);
      });
    },
    async stop() {
      server?.close();
      server?.closeAllConnections();
      await own?.pool.end();
    },
  };
}
