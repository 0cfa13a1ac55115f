import type { Config } from '#platform/server/start/config.ts';
import { FolderInUse, startEmbedded } from './embedded.ts';

/** The database that the configuration names, for the application's pool. */
export interface OpenDatabase {
  /** For the application, which changes rows. Stays the same when an embedded server is restarted. */
  url: string;
  /** For migrations, which change tables. The same as `url` where an external database has one role alone. */
  ownerUrl: string;
  /** Ends an embedded server; call it when the pool has drained. Does nothing to an external one. */
  stop(): Promise<void>;
  /** Says that this process is ending: a start that finds the folder held waits for it. */
  announceEnd(): void;
}

/**
 * The external PostgreSQL of DATABASE_URL, or the embedded one of the data folder: started,
 * adopted from a killed server or recovered, and restarted when it dies (callers get
 * connection errors meanwhile).
 * Ends this process with code 1 after a sentence on stderr when another server holds the folder.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>,
): Promise<OpenDatabase> {
  const { databaseUrl: url, databaseOwnerUrl } = config;
  if (url !== null) return { url, ownerUrl: databaseOwnerUrl ?? url, stop: async () => {}, announceEnd: () => {} };
  try {
    return await startEmbedded({ dataDir: config.dataDir, keep: 'durable', say: (line) => console.error(line) });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
