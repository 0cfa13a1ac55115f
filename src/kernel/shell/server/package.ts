import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { siteOf } from '#kernel/session/server/site.ts';
import type { appPackage } from '#kernel/shell/contract.ts';
import { packageVersion } from '#kernel/shell/rules.ts';
import type { ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';

/** Where an operator puts the packages, below the data folder. */
export const packageFolder = (dataDir: string) => join(dataDir, 'app');

/** Checksums by path, size and time of change: a package has some 50 MB, and the page is open to everybody. */
const sums = new Map<string, Promise<string>>();

/** The package that the host's settings name, as it lies in the folder; null where there is none. */
export async function packageOf({ services, request }: Ctx): Promise<ReplyOf<typeof appPackage>> {
  const { site } = await siteOf(services, request.host);
  if (!site.appPackage) return null;
  const path = join(packageFolder(services.config.dataDir), site.appPackage);
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile()) return null;
  return {
    file: site.appPackage,
    bytes: facts.size,
    version: packageVersion(site.appPackage),
    sha256: await sumOf(path, `${path} ${facts.size} ${facts.mtimeMs}`),
    changedAt: facts.mtime.toISOString(),
  };
}

function sumOf(path: string, key: string): Promise<string> {
  const known = sums.get(key);
  if (known) return known;
  const sum = (async () => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  })();
  // Only what the settings name is ever summed, so that the map stays as small as the list of hosts.
  sums.set(key, sum);
  sum.catch(() => sums.delete(key));
  return sum;
}
