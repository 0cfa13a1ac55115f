import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { keySource } from '#platform/server/secrecy/keys.ts';
import type { Database } from '../../db/types.ts';

/** What the application is started with in a test, its key in the data folder: the same one everywhere, no secret. */
export function testServices(given: {
  db: Kysely<Database>;
  dataDir: string;
  databaseUrl: string;
  modules: readonly ServerModule[];
}): Services {
  const { db, dataDir, databaseUrl, modules } = given;
  const keyFile = join(dataDir, 'master.key');
  writeFileSync(keyFile, Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)), { mode: 0o600 });
  return {
    db,
    vault: makeVault(keySource(keyFile)),
    modules,
    config: {
      port: 0,
      host: '127.0.0.1',
      metricsPort: null,
      metricsHost: '127.0.0.1',
      drainSeconds: 0,
      databaseUrl,
      databaseOwnerUrl: null,
      dataDir,
      demo: false,
      keyFile,
      backupKeyFile: join(dataDir, 'backup.key'),
      idleSeconds: 1800,
      absoluteSeconds: 43_200,
      trustProxy: [],
      hosts: [],
      production: false,
      bucket: null,
      scanner: null,
      soffice: 'off',
      ffmpeg: 'off',
      bwrap: 'bwrap',
      uploadGigabytes: 20,
    },
  };
}
